//! Where does what is written go, and what becomes of what stood there?

use std::fs::{File, Metadata, OpenOptions};
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

    /// Whether this is the same file, by another name too; `-` is standard input, which a shell may take from a file.
    pub(crate) fn is(&self, path: &Path) -> bool {
        if path.as_os_str() == "-" {
            return is_standard_input(&self.file);
        }
        path.canonicalize().is_ok_and(|place| place == self.place) || are_one(&self.file, path.metadata())
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

#[cfg(unix)]
fn is_standard_input(file: &File) -> bool {
    use std::os::fd::AsFd as _;
    let input = io::stdin().as_fd().try_clone_to_owned();
    input.is_ok_and(|input| are_one(file, File::from(input).metadata()))
}

/// Whether both are the same regular file: what is written to a terminal may well be read from it.
#[cfg(unix)]
fn are_one(file: &File, other: io::Result<Metadata>) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (file.metadata(), other) {
        (Ok(one), Ok(other)) => one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// Other systems do not let a file be written that a shell reads from, and have one name for each.
#[cfg(not(unix))]
fn is_standard_input(_file: &File) -> bool {
    false
}

#[cfg(not(unix))]
fn are_one(_file: &File, _other: io::Result<Metadata>) -> bool {
    false
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
