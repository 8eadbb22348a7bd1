//! Where does what is written go, and what becomes of what stood there?

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file to be written. What stood in it goes when the first byte comes, and stays where none does.
pub(crate) struct Output {
    file: File,
    /// Where it is, by whatever name it is called.
    place: PathBuf,
    begun: bool,
}

impl Output {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let said = |why: io::Error| Failure::Input(format!("{}: {why}", path.display()));
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false);
        let file = file.open(path).map_err(said)?;
        Ok(Output {
            file,
            place: path.canonicalize().map_err(said)?,
            begun: false,
        })
    }

    /// Whether this is the same file.
    pub(crate) fn is(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|place| place == self.place)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A pipe or a device has no length.
        if !self.begun && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.begun = true;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
