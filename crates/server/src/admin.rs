//! What does whoever keeps a server need beside serving: copies, records out and in, users.

use crate::{
    Config, Key, ServeError,
    computer::Computers,
    data_folder::{self, alone, database_in, key_of_ours, open_copy, open_store_of_ours, restoring_in},
    live_games::{LiveGames, Viewer},
    routes::{opening::take_in, people},
    secret,
    time::WallClock,
};
use jadoube_store::{Store, StoreError, files};
use std::{path::Path, time::Duration};

async fn opened(config: &Config) -> Result<LiveGames, String> {
    let alone = data_folder::alone_if_it_changes(config).await;
    let alone = alone.map_err(|error| error.to_string())?;
    let opened = live_games(open_store_of_ours(config).await);
    drop(alone);
    opened
}

fn live_games(opened: Result<(Store, Key), ServeError>) -> Result<LiveGames, String> {
    let (store, key) = opened.map_err(|error| error.to_string())?;
    let computers = Computers::built_in(Duration::from_secs(1));
    Ok(LiveGames::new(store, key, WallClock::machine(), computers))
}

/// Notes what was done here, for the audit. What is done is done: where it cannot be noted, that is said beside it.
async fn note(live_games: &LiveGames, what: &str, about: &str) -> Option<String> {
    let noted = live_games
        .store
        .note(live_games.now_ms(), (None, None), what, about);
    let error = noted.await.err()?;
    Some(format!("it could not be noted in the audit: {error}"))
}

/// Writes a consistent copy of the embedded database.
pub async fn backup(config: &Config, file: &Path) -> Result<Vec<String>, String> {
    if file.exists() {
        return Err(format!("{} exists already", file.display()));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(format!("there is no folder {}", folder.display()));
    }
    let live_games = opened(config).await?;
    let copied = live_games.store.backup_to(file).await;
    copied.map_err(|error| format!("{}: {error}", file.display()))?;
    let mut said = vec![format!("{} written", file.display())];
    said.extend(note(&live_games, "copied", &file.display().to_string()).await);
    live_games.store.close().await;
    Ok(said)
}

/// Every game by name, read from the store a page at a time; those of the last page are not kept in memory.
struct Games<'a> {
    node: &'a LiveGames,
    page: std::vec::IntoIter<String>,
    last: String,
}

impl<'a> Games<'a> {
    fn of(node: &'a LiveGames) -> Self {
        Games {
            node,
            page: Vec::new().into_iter(),
            last: String::new(),
        }
    }

    async fn next(&mut self) -> Result<Option<String>, String> {
        if self.page.len() == 0 {
            self.node.forget();
            let page = self.node.store.game_ids(&self.last, 500).await;
            self.page = page.map_err(|error| error.to_string())?.into_iter();
        }
        let next = self.page.next();
        if let Some(id) = &next {
            self.last.clone_from(id);
        }
        Ok(next)
    }
}

/// Writes every game's record into a folder.
pub async fn export(config: &Config, folder: &Path) -> Result<Vec<String>, String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    let live_games = opened(config).await?;
    let mut count = 0u64;
    let mut said = Vec::new();
    let mut games = Games::of(&live_games);
    while let Some(id) = games.next().await? {
        match live_games.table(&id).await {
            Ok(table) => {
                let text = table.record(&Viewer::default(), false);
                let file = folder.join(format!("{id}.jsonl"));
                let written = files::remove(&file).and_then(|()| files::write_new(&file, &text));
                written.map_err(|error| format!("cannot write {}: {error}", file.display()))?;
                count += 1;
            }
            // One unreadable game must not keep the others from being exported.
            Err(problem) => said.push(format!("{id}: {}", problem.detail())),
        }
    }
    said.push(format!("{count} records written to {}", folder.display()));
    said.extend(note(&live_games, "records written", &folder.display().to_string()).await);
    live_games.store.close().await;
    Ok(said)
}

/// Walks every game's chain, acts and marks of its timeline; each that is broken is named with its first bad line. What is
/// damaged in the file itself is named after them.
pub async fn check(config: &Config) -> Result<Vec<String>, String> {
    check_all(opened(config).await?).await
}

async fn check_all(live_games: LiveGames) -> Result<Vec<String>, String> {
    let (mut said, mut count, mut acts) = (Vec::new(), 0u64, 0i64);
    let mut games = Games::of(&live_games);
    while let Some(id) = games.next().await? {
        count += 1;
        let checked = live_games.store.check_game(&id).await;
        match checked.map_err(|error| error.to_string())? {
            Err(broken) => said.push(format!("game {id}: {broken}")),
            Ok(count) => {
                acts += count;
                // The chain holds: whether the acts can still be understood, envelopes included, is seen by replaying.
                match live_games.table(&id).await {
                    Ok(table) => said.extend(table.broken().map(|why| format!("game {id}: {why}"))),
                    Err(problem) => said.push(format!("game {id}: {}", problem.detail())),
                }
            }
        }
    }
    let broken = said.len();
    let damage = live_games.store.damage().await;
    let damage = damage.map_err(|error| error.to_string())?;
    said.extend(damage.into_iter().map(|line| format!("the database: {line}")));
    live_games.store.close().await;
    let wrong = !said.is_empty();
    said.push(format!(
        "{count} games and {acts} acts looked at, {broken} games broken"
    ));
    if wrong { Err(said.join("\n")) } else { Ok(said) }
}

fn text_of(file: &Path, expected: &str) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{}: no text in UTF-8; expected {expected}", file.display()))
}

/// Checks a downloaded record against its signature; where a public key is named, also that it was made with that one.
pub fn verify(file: &Path, key: Option<&str>) -> Result<Vec<String>, String> {
    let text = text_of(file, "a downloaded record or PGN")?;
    let proved = crate::signed::prove(&text).map_err(|why| format!("{}: {why}", file.display()))?;
    if let Some(key) = key
        && !key.eq_ignore_ascii_case(&proved.key)
    {
        return Err(format!(
            "{}: signed with another key, {}",
            file.display(),
            proved.key
        ));
    }
    let mut said = vec![format!(
        "{}: game {}, {} acts, as they were signed",
        file.display(),
        proved.game,
        proved.acts
    )];
    if proved.states > 0 {
        said.push(format!(
            "  its {} lines of how the game stood are worked out from the acts: they are not signed, and were not looked at",
            proved.states
        ));
    }
    if key.is_none() {
        let whose = "compare it with the one the server shows at /api/about (or with those before it), or name it with --key";
        said.push(format!("  by the key {}: {whose}", proved.key));
    }
    Ok(said)
}

/// Takes in one record.
pub async fn import(config: &Config, file: &Path) -> Result<Vec<String>, String> {
    let text = text_of(file, "a game record")?;
    let live_games = opened(config).await?;
    let laid = take_in(&live_games, text).await;
    let noted = match &laid {
        Ok(laid) => note(&live_games, "record taken in", &laid.game.id).await,
        Err(_) => None,
    };
    live_games.store.close().await;
    let laid = laid.map_err(|problem| format!("{}: {}", file.display(), problem.detail()))?;
    let id = &laid.game.id;
    let mut said = vec![format!("{}: game {id}", file.display())];
    said.push(format!("  white  /game/{id}#seat={}", laid.token));
    let links = laid.invitations.iter();
    said.extend(links.map(|invited| format!("  {}  {}", invited.party, invited.link)));
    said.extend(noted);
    Ok(said)
}

/// Lists users.
pub async fn users(config: &Config) -> Result<Vec<String>, String> {
    let live_games = opened(config).await?;
    let accounts = live_games
        .store
        .accounts()
        .await
        .map_err(|error| error.to_string())?;
    live_games.store.close().await;
    Ok(accounts.into_iter().map(|account| account.name).collect())
}

fn hashed(password: &str) -> Result<String, String> {
    people::fit_password(password).map_err(|problem| problem.detail().to_owned())?;
    secret::hash_password(password).ok_or_else(|| "the password cannot be hashed".to_owned())
}

/// Makes a user.
pub async fn add_user(config: &Config, name: &str, password: &str) -> Result<Vec<String>, String> {
    // Where there is no server, that is told first.
    key_of_ours(config).map_err(|error| error.to_string())?;
    people::fit_name(name).map_err(|problem| problem.detail().to_owned())?;
    let hash = hashed(password)?;
    let live_games = opened(config).await?;
    let made = live_games
        .store
        .create_account(name, &hash, None, live_games.now_ms())
        .await;
    let account = made.map_err(|error| match error {
        StoreError::Taken => format!("{name}: this name is taken, or one that looks like it"),
        other => format!("{name}: {other}"),
    })?;
    let mut said = vec![format!("{name} can log in")];
    said.extend(note(&live_games, "user added", &format!("account {}", account.id)).await);
    live_games.store.close().await;
    Ok(said)
}

/// Gives a user a new password; his sessions end.
pub async fn set_password(config: &Config, name: &str, password: &str) -> Result<Vec<String>, String> {
    key_of_ours(config).map_err(|error| error.to_string())?;
    let hash = hashed(password)?;
    let change = async |store: &Store, account: i64| store.set_password(account, &hash).await;
    with_account(config, name, "new password", change).await
}

/// Puts a copy made by [`backup`] in the place of the embedded database, which is kept beside it under another name.
pub async fn restore(config: &Config, file: &Path) -> Result<Vec<String>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", file.display());
    if config.database_url.is_some() {
        return Err("a PostgreSQL database is restored with pg_restore".to_owned());
    }
    // A copy is of use only with its key, which must be there before it.
    key_of_ours(config).map_err(|error| error.to_string())?;
    let _alone = alone(config).map_err(|error| error.to_string())?;
    let folder = restoring_in(&config.data);
    data_folder::make(&folder).map_err(|error| error.to_string())?;
    let checked = check_copy(config, file, &folder).await;
    let mut said = checked.inspect_err(|_| {
        let _ = std::fs::remove_dir_all(&folder);
    })?;
    let kept = data_folder::restore(&config.data).map_err(wrong)?;
    said.extend(kept.map(|kept| format!("what was there is kept as {}", kept.display())));
    said.push(format!("{} is in place", file.display()));
    Ok(said)
}

/// Checks a copy in a folder of its own: one that does not open, or is of another key, must not take the place of anything.
async fn check_copy(config: &Config, file: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", file.display());
    std::fs::copy(file, database_in(folder)).map_err(wrong)?;
    let said = |why: String| format!("{}: {why}", file.display());
    let copy = live_games(open_copy(config, &database_in(folder)).await).map_err(said)?;
    let checked = check_all(copy).await.map_err(said)?;
    // Everything is in the one file that is put in place.
    for beside in ["-wal", "-shm"] {
        let left = files::beside(&database_in(folder), beside);
        if left.exists() {
            return Err(format!("{}: the copy could not be closed", file.display()));
        }
    }
    Ok(checked)
}

async fn with_account(
    config: &Config,
    name: &str,
    what: &str,
    doing: impl AsyncFnOnce(&Store, i64) -> Result<(), jadoube_store::StoreError>,
) -> Result<Vec<String>, String> {
    let live_games = opened(config).await?;
    let wrong = |error: jadoube_store::StoreError| error.to_string();
    let account = live_games.store.account(name).await.map_err(wrong)?;
    let account = account.ok_or_else(|| format!("there is no user {name}"))?;
    doing(&live_games.store, account.id).await.map_err(wrong)?;
    let about = format!("account {}", account.id);
    let mut said = vec![format!("{}: {what}", account.name)];
    said.extend(note(&live_games, what, &about).await);
    live_games.store.close().await;
    Ok(said)
}

/// What a user says is passed on no more, or again.
pub async fn mute(config: &Config, name: &str, muted: bool) -> Result<Vec<String>, String> {
    let what = if muted { "muted" } else { "no longer muted" };
    with_account(config, name, what, async |store, account| {
        store.mute(account, muted).await
    })
    .await
}

/// Deletes a user; his games stay, without his name.
pub async fn delete_user(config: &Config, name: &str) -> Result<Vec<String>, String> {
    with_account(config, name, "deleted", async |store, account| {
        store.delete_account(account).await
    })
    .await
}

/// A secret by which a program acts for a user; it is not shown again.
pub async fn new_token(config: &Config, name: &str) -> Result<Vec<String>, String> {
    let token = format!("{}{}", crate::routes::PROGRAM, secret::token());
    let hash = secret::hash(&token);
    let made = async |store: &Store, account: i64| {
        let now = WallClock::machine().now_ms();
        store.add_token(&hash, account, "by the keeper", now).await
    };
    let said = with_account(config, name, "token made", made).await?;
    // First the token alone, for whoever puts it into a file.
    Ok(std::iter::once(token).chain(said.into_iter().skip(1)).collect())
}

/// What was noted of late: logins, seats, links, what was done here.
pub async fn audit(config: &Config, days: u32) -> Result<Vec<String>, String> {
    let live_games = opened(config).await?;
    let since = live_games.now_ms() - i64::from(days) * 86_400_000;
    let noted = live_games
        .store
        .noted(since, 100_000)
        .await
        .map_err(|error| error.to_string())?;
    live_games.store.close().await;
    let line = |row: jadoube_store::AuditRow| {
        let account = row
            .account
            .map_or_else(|| "-".to_owned(), |account| format!("account {account}"));
        let address = row.address.unwrap_or_else(|| "-".to_owned());
        let at = chrono::DateTime::from_timestamp(row.at_ms.div_euclid(1_000), 0).unwrap_or_default();
        format!("{at}\t{account}\t{address}\t{}\t{}", row.what, row.about)
    };
    Ok(noted.into_iter().map(line).collect())
}

/// Encrypts every envelope anew with a new key, and signs with another from then on. All nodes must be stopped. The new key
/// is in the data folder; the old one stays beside it.
pub async fn rotate_key(config: &Config) -> Result<Vec<String>, String> {
    // Nothing is made: what is missing is told.
    key_of_ours(config).map_err(|error| error.to_string())?;
    let _alone = alone(config).map_err(|error| error.to_string())?;
    let live_games = live_games(open_store_of_ours(config).await)?;
    let wrong = |error: jadoube_store::StoreError| error.to_string();
    let old = live_games.store.old_secrets().await.map_err(wrong)?;
    if old > 0 {
        return Err(format!(
            "{old} envelopes were sealed by an older version, inside their acts: they open only with the key they have"
        ));
    }
    let new = secret::Key::new();
    let mut anew = Vec::new();
    for (game, seq, act, sealed) in live_games.store.secrets().await.map_err(wrong)? {
        let by = jadoube_record::parse(&act).ok();
        let by = by
            .as_ref()
            .and_then(|act| act.get("by"))
            .and_then(jadoube_record::Json::as_str);
        let by = by.unwrap_or_default();
        let number = u32::try_from(seq).unwrap_or(0);
        let opened = live_games
            .key
            .open(&secret::SealedBox { text: sealed }, &game, number, by);
        let written = opened.ok_or_else(|| format!("game {game}, act {seq}: the envelope does not open"))?;
        let sealed = new
            .seal(&written, &game, number, by)
            .ok_or("an envelope cannot be sealed")?;
        anew.push((game, seq, sealed.text));
    }
    let wrong_file = |error: std::io::Error| format!("{}: {error}", config.data.display());
    data_folder::make(&config.data).map_err(|error| error.to_string())?;
    let next = data_folder::write_new_key(&config.data, &new).map_err(wrong_file)?;
    live_games
        .store
        .replace_secrets(&anew, &new.fingerprint(), &live_games.signatory.public())
        .await
        .map_err(wrong)?;
    let noted = note(&live_games, "key rotated", &new.fingerprint()).await;
    live_games.store.close().await;
    let mut said = vec![format!("{} envelopes are sealed anew", anew.len())];
    if config.key.is_some() {
        said.push(format!(
            "the new key is in {}: put it where JADOUBE_KEY comes from, on every node",
            next.display()
        ));
    } else {
        let kept = data_folder::put_new_key(&config.data).map_err(wrong_file)?;
        said.extend(kept.map(|kept| format!("the old key is {}", kept.display())));
    }
    said.push(format!(
        "records signed before are checked by the old public key {}, which /api/about goes on naming",
        live_games.signatory.public()
    ));
    said.extend(noted);
    Ok(said)
}
