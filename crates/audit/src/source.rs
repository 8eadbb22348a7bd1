//! Which texts are audited, how are they opened, and how is the work cut into parts?

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Something that holds games.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name that findings carry.
    pub name: String,
    from: From,
}

#[derive(Debug, Clone)]
enum From {
    File(PathBuf),
    StandardInput,
    Text(Arc<[u8]>),
}

/// How the bytes are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
}

impl Packing {
    fn of(head: &[u8]) -> Self {
        if head.starts_with(b"\x28\xb5\x2f\xfd") {
            Packing::Zstd
        } else if head.starts_with(b"\x1f\x8b") {
            Packing::Gzip
        } else if head.starts_with(b"BZh") {
            Packing::Bzip2
        } else {
            Packing::Plain
        }
    }
}

/// Counts the bytes that were taken from a file, packed or not.
pub(crate) struct Counted<'a, R> {
    inner: R,
    each: &'a (dyn Fn(u64) + Sync),
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        (self.each)(count as u64);
        Ok(count)
    }
}

impl Source {
    /// A text at hand.
    pub fn text(name: &str, text: &[u8]) -> Self {
        Source {
            name: name.to_owned(),
            from: From::Text(text.into()),
        }
    }

    /// Standard input.
    pub fn standard_input() -> Self {
        Source {
            name: "-".to_owned(),
            from: From::StandardInput,
        }
    }

    /// The files that a path names: itself, or every `.pgn` in the folder, packed ones too, in the order of their names.
    pub fn gather(path: &Path) -> io::Result<Vec<Self>> {
        let file = |path: &Path| Source {
            name: path.display().to_string(),
            from: From::File(path.to_owned()),
        };
        if !path.metadata()?.is_dir() {
            return Ok(vec![file(path)]);
        }
        let mut found = Vec::new();
        let mut folders = vec![path.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir()? {
                let entry = entry?;
                let (path, kind) = (entry.path(), entry.file_type()?);
                if kind.is_dir() {
                    folders.push(path);
                } else if holds_games(&path) {
                    found.push(path);
                }
            }
        }
        found.sort();
        Ok(found.iter().map(|path| file(path)).collect())
    }

    /// Its size as stored, where that is known.
    pub fn size(&self) -> Option<u64> {
        match &self.from {
            From::File(path) => path
                .metadata()
                .ok()
                .filter(std::fs::Metadata::is_file)
                .map(|data| data.len()),
            From::Text(text) => Some(text.len() as u64),
            From::StandardInput => None,
        }
    }

    /// Whether it can be read from any place on.
    fn is_plain(&self) -> io::Result<bool> {
        let mut head = [0; 4];
        Ok(match &self.from {
            From::StandardInput => false,
            From::Text(text) => Packing::of(text) == Packing::Plain,
            From::File(path) => {
                let mut file = File::open(path)?;
                let count = file.read(&mut head)?;
                file.metadata()?.is_file() && Packing::of(&head[..count]) == Packing::Plain
            }
        })
    }

    /// Opens it, unpacked, at this byte of the text. Anything but the beginning needs a plain file.
    pub(crate) fn open<'a>(
        &self,
        at: u64,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        let raw: Box<dyn Read + Send> = match &self.from {
            From::StandardInput => Box::new(io::stdin()),
            From::Text(text) => {
                let mut text = Cursor::new(Arc::clone(text));
                text.set_position(at);
                Box::new(text)
            }
            From::File(path) => {
                let mut file = File::open(path)?;
                if at > 0 {
                    file.seek(SeekFrom::Start(at))?;
                }
                Box::new(file)
            }
        };
        let counted = Counted {
            inner: raw,
            each: progress,
        };
        let mut source = BufReader::with_capacity(1 << 18, counted);
        if at > 0 {
            return Ok(Box::new(source));
        }
        Ok(match Packing::of(source.fill_buf()?) {
            Packing::Plain => Box::new(source),
            Packing::Zstd => Box::new(zstd::Decoder::with_buffer(source)?),
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
            Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
        })
    }
}

fn holds_games(path: &Path) -> bool {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let name = [".zst", ".gz", ".bz2"]
        .iter()
        .find_map(|packed| name.strip_suffix(packed))
        .unwrap_or(&name);
    Path::new(name).extension().is_some_and(|ending| ending == "pgn")
}

/// The games of one source that begin from one byte of the text up to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Which source.
    pub source: usize,
    /// The first byte.
    pub from: u64,
    /// The byte after the last; all there is where it is the largest number.
    pub to: u64,
}

/// What each part of the work is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The ranges of each part, in order.
    pub parts: Vec<Vec<Range>>,
}

/// Cuts the work into this many parts of about the same size: plain files anywhere, packed files only as wholes.
pub fn plan(sources: &[Source], count: usize) -> io::Result<Plan> {
    let count = count.max(1);
    let sizes: Vec<u64> = sources.iter().map(|source| source.size().unwrap_or(0)).collect();
    let total: u64 = sizes.iter().sum();
    let share = total.div_ceil(count as u64).max(1);
    let mut parts = vec![Vec::new(); count];
    let (mut part, mut filled) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        let whole = sizes[index];
        let splits = source.is_plain()?;
        let mut from = 0;
        while from < whole || from == 0 {
            if filled >= share && part + 1 < count {
                part += 1;
                filled = 0;
            }
            let room = if splits && part + 1 < count {
                share - filled.min(share)
            } else {
                whole
            };
            let to = from.saturating_add(room.max(1)).min(whole);
            parts[part].push(Range {
                source: index,
                from,
                to: if to >= whole { u64::MAX } else { to },
            });
            filled += to - from;
            if to >= whole {
                break;
            }
            from = to;
        }
    }
    Ok(Plan { parts })
}
