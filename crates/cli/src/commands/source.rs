//! Where does a record come from: a file, or standard input?

use super::record;
use crate::failure::Failure;
use jadoube_notation::{Utf16, is_pgn, is_utf16};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor},
    path::Path,
};

/// Opens a file, or standard input where the name is `-`; one in UTF-16 is given in UTF-8. A PGN file is given as the record of
/// its first game.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let mut source = open_as_it_is(path)?;
    if is_utf16(source.fill_buf()?) {
        source = Box::new(BufReader::new(Utf16::new(source)));
    }
    if is_pgn(source.fill_buf()?) {
        return Ok(Box::new(Cursor::new(record::of_pgn(source)?)));
    }
    Ok(source)
}

fn open_as_it_is(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let said = |why: io::Error| Failure::Input(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(said)?;
    if file.metadata().map_err(said)?.is_dir() {
        return Err(Failure::Input(format!(
            "{}: a directory; expected a game record",
            path.display()
        )));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// The whole text of a file that holds a record.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(std::fs::read(path)?).map_err(|_| {
        io::Error::other("no text in UTF-8; expected a game record: a header, then one act a line, in JSON")
    })
}

/// The name of a source as messages show it.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}
