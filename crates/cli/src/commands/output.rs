//! Where does what is written go, and what becomes of what stood there?

use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, Write};
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

    /// What is read cannot be written too.
    pub(crate) fn must_not_be<'p>(
        &self,
        mut inputs: impl Iterator<Item = &'p Path>,
        option: &str,
    ) -> Result<(), Failure> {
        match inputs.find(|input| self.is(input)) {
            Some(input) => Err(Failure::Input(format!(
                "{}: to be read and to be written; expected another file for {option}",
                input.display()
            ))),
            None => Ok(()),
        }
    }

    /// With nothing in it, for what may be nothing.
    pub(crate) fn emptied(mut self) -> Result<Self, Failure> {
        self.begin()?;
        Ok(self)
    }

    /// What stood in it goes. A pipe or a device has no length.
    fn begin(&mut self) -> io::Result<()> {
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.begun = true;
        Ok(())
    }

    /// All of it once more, from the beginning.
    pub(crate) fn again(&mut self, text: &str) -> io::Result<()> {
        self.begun = false;
        if self.file.metadata()?.is_file() {
            self.file.rewind()?;
        }
        self.write_all(text.as_bytes())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.begun {
            self.begin()?;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
