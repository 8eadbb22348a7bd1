//! How does a file come to its place whole or not at all, whatever happens meanwhile? It is written beside it under another
//! name, is on the disk, and only then gets its own.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// Under what name a file is written before it is whole; what is found there was never finished.
pub fn unfinished(file: &Path) -> PathBuf {
    beside(file, ".unfinished")
}

/// The file beside this one whose name is so much longer.
pub fn beside(file: &Path, longer: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(longer);
    PathBuf::from(name)
}

/// Writes a new file that only its owner may read. One that is there already stays as it is, and is an error.
pub fn write_new(file: &Path, text: &str) -> io::Result<()> {
    let unfinished = unfinished(file);
    remove(&unfinished)?;
    let written = write_private(&unfinished, text).and_then(|()| finish(&unfinished, file));
    if written.is_err() {
        let _ = remove(&unfinished);
    }
    written
}

fn write_private(file: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}

/// Gives a file that is written its own name, where no other has that.
pub fn finish(unfinished: &Path, file: &Path) -> io::Result<()> {
    sync(unfinished)?;
    match std::fs::hard_link(unfinished, file) {
        Ok(()) => remove(unfinished)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // Not every file system can give a file two names.
        Err(_) if !file.try_exists()? => std::fs::rename(unfinished, file)?,
        Err(error) => return Err(error),
    }
    sync_folder_of(file)
}

/// Gives a file that is on the disk another name, and takes that from whatever had it.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)?;
    sync_folder_of(to)
}

/// Removes a file, where it is there.
pub fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Waits until a file's content is on the disk.
pub fn sync(file: &Path) -> io::Result<()> {
    File::open(file)?.sync_all()
}

/// Waits until the names in the folder of this file are on the disk.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    // Only there can a folder be opened and synced.
    #[cfg(unix)]
    {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        sync(folder.unwrap_or(Path::new(".")))?;
    }
    let _ = file;
    Ok(())
}

/// Sees to it that nobody but its owner reads this file; it is made where it is not there.
pub fn keep_private(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
        let opened = options.mode(0o600).open(file)?;
        // One that was there before may be open to all; those that SQLite makes beside it are like it.
        opened.set_permissions(std::fs::Permissions::from_mode(0o600))
    }
    #[cfg(not(unix))]
    options.open(file).map(drop)
}
