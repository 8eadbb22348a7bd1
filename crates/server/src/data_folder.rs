//! What lies in the data folder, to whom does it belong, and what becomes of work there that was cut short?
//!
//! A server may be killed at any moment, and so may a restore or the rotation of a key. Whoever opens the folder next finds
//! the old or the new, never half of either: what had got so far that the database depends on it is brought to its end.

use crate::{Config, Key, ServeError, signed::Signatory};
use jadoube_store::{Store, files};
use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// Opens the store and the key that a configuration names, and makes them where there are none.
pub async fn open_store(config: &Config) -> Result<(Store, Key), ServeError> {
    let data = &config.data;
    let needs_folder = config.database_url.is_none() || config.key.is_none();
    if needs_folder {
        make(data)?;
    }
    let key = match &config.key {
        Some(text) => written_key(text)?,
        None => key_in(data, true)?,
    };
    let store = match &config.database_url {
        Some(url) => Store::open(url, config.nats_url.as_deref()).await?,
        None => Store::open_file(&database_in(data)).await?,
    };
    with_key(config, store, key).await
}

/// The same where both are there already: nothing is made.
pub(crate) async fn open_store_of_ours(config: &Config) -> Result<(Store, Key), ServeError> {
    let key = key_of_ours(config)?;
    let store = if let Some(url) = &config.database_url {
        Store::open_ours(url, config.nats_url.as_deref()).await?
    } else {
        let file = database_in(&config.data);
        let opened = Store::open_file_of_ours(&file).await;
        opened.map_err(|error| ServeError::Data(format!("{}: {error}", file.display())))?
    };
    with_key(config, store, key).await
}

/// Whoever opens the embedded database must be alone with it where a restore was cut short, and where opening it brings it up to
/// date: a server of the older version that runs could write no more.
pub(crate) async fn alone_if_it_changes(config: &Config) -> Result<Option<File>, ServeError> {
    let file = database_in(&config.data);
    if config.database_url.is_some() {
        return Ok(None);
    }
    if restored_in(&config.data).exists() || file.exists() && Store::is_older(&file).await {
        return alone(config);
    }
    Ok(None)
}

/// Opens a copy of the embedded database, which must be of the same key.
pub(crate) async fn open_copy(config: &Config, file: &Path) -> Result<(Store, Key), ServeError> {
    let key = key_of_ours(config)?;
    with_key(config, Store::open_file_of_ours(file).await?, key).await
}

/// The key that a configuration names, which must be there.
pub(crate) fn key_of_ours(config: &Config) -> Result<Key, ServeError> {
    match &config.key {
        Some(text) => written_key(text),
        None => key_in(&config.data, false),
    }
}

fn written_key(text: &str) -> Result<Key, ServeError> {
    Key::parse(text).ok_or_else(|| ServeError::Data("the key: expected 64 hexadecimal digits".to_owned()))
}

/// The key in this folder; where there is none and one may be made, a new one.
fn key_in(data: &Path, make: bool) -> Result<Key, ServeError> {
    let unusable =
        |error: io::Error| ServeError::Data(format!("cannot use the key in {}: {error}", data.display()));
    let place = data.join("key");
    if let Some(key) = read_key(&place).map_err(unusable)? {
        return Ok(key);
    }
    // An earlier version took the old key away before it put the new one there.
    if let Some(key) = read_key(&data.join("key.new")).map_err(unusable)? {
        return Ok(key);
    }
    if !make {
        return Err(ServeError::Data(format!(
            "there is no server's key at {}: expected the folder in which a server has run (--data), or JADOUBE_KEY",
            place.display()
        )));
    }
    let key = Key::new();
    match files::write_new(&place, &key.line()) {
        Ok(()) => Ok(key),
        // Another node with the same folder was quicker: its key is ours.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => key_in(data, false),
        Err(error) => Err(unusable(error)),
    }
}

fn read_key(file: &Path) -> io::Result<Option<Key>> {
    match std::fs::read_to_string(file) {
        Ok(text) => Key::parse(text.trim())
            .map(Some)
            .ok_or_else(|| io::Error::other(format!("{}: expected 64 hexadecimal digits", file.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A store with its key; every public key that was ever used here is known to it.
async fn with_key(config: &Config, store: Store, key: Key) -> Result<(Store, Key), ServeError> {
    let (store, key) = of_its_key(config, store, key).await?;
    // Where neither the key nor the database lies in the folder, it may be another server's.
    if (config.database_url.is_none() || config.key.is_none())
        && let Err(why) = remember_public_keys(&config.data, &store, &key).await
    {
        // A full disk keeps nobody from opening a database.
        tracing::warn!(why, "the public keys could not be noted");
    }
    Ok((store, key))
}

/// A copy of the database knows no public key that was used after it was made. The folder keeps them all, the oldest first, and
/// the database is told of those it does not know: what was signed meanwhile can be checked.
async fn remember_public_keys(data: &Path, store: &Store, key: &Key) -> Result<(), String> {
    let place = data.join("public-keys");
    let noted = match std::fs::read_to_string(&place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| format!("{}: {error}", place.display()))?,
    };
    let noted: Vec<String> = noted.split_whitespace().map(str::to_owned).collect();
    let named = store.earlier_keys().await.map_err(|error| error.to_string())?;
    let own = Signatory::of(key).public();
    let mut all = noted.clone();
    for key in named.iter().chain([&own]) {
        if !all.contains(key) {
            all.push(key.clone());
        }
    }
    if all != noted {
        let next = files::beside(&place, ".new");
        let written = files::remove(&next)
            .and_then(|()| files::write_new(&next, &format!("{}\n", all.join("\n"))))
            .and_then(|()| files::rename(&next, &place));
        written.map_err(|error| format!("{}: {error}", place.display()))?;
    }
    all.retain(|key| *key != own);
    if all.iter().any(|key| !named.contains(key)) {
        let told = store.set_earlier_keys(&all).await;
        told.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A database belongs to the key with which it was begun, or to the one to which it was rotated.
async fn of_its_key(config: &Config, store: Store, key: Key) -> Result<(Store, Key), ServeError> {
    let data = &config.data;
    let fingerprint = key.fingerprint();
    let wanted = store.meta_or_insert("key", &fingerprint).await?;
    if config.key.is_none() {
        // A rotation that ended between the database and the files is brought to its end.
        let new = read_key(&data.join("key.new")).ok().flatten();
        if let Some(new) = new.filter(|new| new.fingerprint() == wanted) {
            let placed = put_new_key(data);
            placed
                .map_err(|error| ServeError::Data(format!("cannot put the new key in its place: {error}")))?;
            tracing::warn!("a rotation of the key had been interrupted: the new key is in its place");
            return Ok((store, new));
        }
    }
    if wanted == fingerprint {
        return Ok((store, key));
    }
    let kept = data.join(format!("key.{wanted}"));
    let advice = if kept.exists() {
        format!(
            "that key is kept in {}: give it with JADOUBE_KEY, or put it in the place of the file \"key\" and keep both",
            kept.display()
        )
    } else {
        "give every node the same with JADOUBE_KEY, or restore the file \"key\"".to_owned()
    };
    Err(ServeError::Data(format!(
        "the database was begun with another key ({wanted}, not {fingerprint}): {advice}"
    )))
}

/// Writes the key to which a database is about to be rotated; it is on the disk before anything needs it.
pub(crate) fn write_new_key(data: &Path, key: &Key) -> io::Result<PathBuf> {
    let next = data.join("key.new");
    files::remove(&next)?;
    files::write_new(&next, &key.line())?;
    Ok(next)
}

/// Puts the new key in its place, and the old one beside it, where it is returned. At no moment is there no key.
pub(crate) fn put_new_key(data: &Path) -> io::Result<Option<PathBuf>> {
    let (place, next) = (data.join("key"), data.join("key.new"));
    let mut kept = None;
    if let Some(old) = read_key(&place)? {
        let aside = data.join(format!("key.{}", old.fingerprint()));
        match files::write_new(&aside, &old.line()) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => kept = Some(aside),
        }
    }
    files::rename(&next, &place)?;
    Ok(kept)
}

/// Two servers on one file would each show an old game: the second is refused. (Other databases call their nodes.) Whoever is
/// alone finds nothing half done.
pub(crate) fn alone(config: &Config) -> Result<Option<File>, ServeError> {
    if config.database_url.is_some() {
        return Ok(None);
    }
    make(&config.data)?;
    let path = config.data.join("lock");
    let lock = File::create(&path)
        .map_err(|error| ServeError::Data(format!("cannot use {}: {error}", path.display())))?;
    // One that is just ending has a moment to let go.
    let mut locked = lock.try_lock();
    for _ in 0..20 {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        locked = lock.try_lock();
    }
    match locked {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(ServeError::Data(format!(
                "another server is using the folder {}: stop it, or name another with --data",
                config.data.display()
            )));
        }
        // A file system that knows no locks cannot help us, and must not stop us.
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "the folder cannot be locked: let no second server use it");
        }
    }
    // A copy that was being looked at was never put in place.
    let _ = std::fs::remove_dir_all(restoring_in(&config.data));
    if restored_in(&config.data).exists() {
        let placed = put_restored(&config.data);
        placed
            .map_err(|error| ServeError::Data(format!("a restore cannot be brought to its end: {error}")))?;
        tracing::warn!("a restore had been interrupted: the restored database is in its place");
    }
    Ok(Some(lock))
}

/// Makes the folder where it is not there.
pub(crate) fn make(folder: &Path) -> Result<(), ServeError> {
    let mut new = std::fs::DirBuilder::new();
    new.recursive(true);
    // What is in it is nobody else's to read.
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut new, 0o700);
    new.create(folder)
        .map_err(|error| ServeError::Data(format!("cannot make the folder {}: {error}", folder.display())))
}

/// The embedded database.
pub(crate) fn database_in(data: &Path) -> PathBuf {
    data.join("jadoube.sqlite")
}

/// Where a copy is looked at before it is restored.
pub(crate) fn restoring_in(data: &Path) -> PathBuf {
    data.join("restoring")
}

/// Where a copy lies that is good and takes the place of the database, whatever happens.
fn restored_in(data: &Path) -> PathBuf {
    data.join("restored")
}

/// The copy that was looked at takes the place of the database; what was there is kept beside it, where it is returned.
pub(crate) fn restore(data: &Path) -> io::Result<Option<PathBuf>> {
    let copy = database_in(&restoring_in(data));
    files::keep_private(&copy)?;
    files::sync(&copy)?;
    // From here on there is no way back.
    files::rename(&restoring_in(data), &restored_in(data))?;
    put_restored(data)
}

/// Can be cut short anywhere and begun again.
fn put_restored(data: &Path) -> io::Result<Option<PathBuf>> {
    let (place, copy) = (database_in(data), database_in(&restored_in(data)));
    let mut kept = None;
    if copy.exists() {
        let aside = (1..=u32::MAX)
            .map(|number| files::beside(&place, &format!(".before-restore-{number}")))
            .find(|aside| !aside.exists());
        // The database goes last: as long as it is there, what belongs to it goes to the same place.
        for beside in ["-shm", "-wal", ""] {
            let there = files::beside(&place, beside);
            if let Some(aside) = aside.as_ref().filter(|_| there.exists()) {
                files::rename(&there, &files::beside(aside, beside))?;
                kept = Some(aside.clone());
            }
        }
        files::rename(&copy, &place)?;
    }
    std::fs::remove_dir_all(restored_in(data))?;
    Ok(kept)
}
