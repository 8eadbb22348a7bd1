//! Which texts are audited, how are they opened, and how is the work cut into parts?

use flate2::bufread::GzDecoder;
use jadoube_notation::{Utf16, is_utf16, may_be_pgn};
use std::{
    collections::HashSet,
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
    /// Standard input: what was read of it to see what it is, and whether that was all.
    StandardInput {
        begun: Vec<u8>,
        ended: bool,
    },
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
        // A part that is to be skipped may stand first.
        let skipped = head.get(1..4) == Some(b"\x2a\x4d\x18") && head[0] & 0xf0 == 0x50;
        if head.starts_with(b"\x28\xb5\x2f\xfd") || skipped {
            Packing::Zstd
        } else if head.starts_with(b"\x1f\x8b") {
            Packing::Gzip
        } else if is_bzip2(head) {
            Packing::Bzip2
        } else {
            Packing::Plain
        }
    }
}

/// Whether a text that begins so can be read from any byte on.
fn is_cut_anywhere(head: &[u8]) -> bool {
    Packing::of(head) == Packing::Plain && !is_utf16(head)
}

/// `BZh`, a level, and the mark of a block or of the end: a name may begin with the same letters.
fn is_bzip2(head: &[u8]) -> bool {
    let marks = [b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90"];
    let levels = head.get(3).is_some_and(|level| (b'1'..=b'9').contains(level));
    head.starts_with(b"BZh")
        && levels
        && marks
            .iter()
            .any(|mark| head[4..].starts_with(&mark[..head.len().saturating_sub(4).min(6)]))
}

/// How a file is packed that is not read here, told from its first bytes.
fn unread_packing(head: &[u8]) -> Option<&'static str> {
    let formats: [(&[u8], &str); 4] = [
        (b"\xfd7zXZ\0", "packed with xz"),
        (b"PK\x03\x04", "a zip archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"Rar!\x1a", "a rar archive"),
    ];
    let found = formats.iter().find(|(first, _)| head.starts_with(first));
    found.map(|(_, name)| *name)
}

/// The text of a file, which may be packed with zstd, gzip or bzip2 and may be in UTF-16: its first bytes tell.
pub fn unpacked<'a>(source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut source = BufReader::with_capacity(1 << 18, source);
    let head = source.fill_buf()?;
    if let Some(packing) = unread_packing(head) {
        return refused(&format!(
            "{packing}; expected text, plain or packed with zstd, gzip or bzip2"
        ));
    }
    let text: Box<dyn Read + Send + 'a> = match Packing::of(head) {
        Packing::Plain => Box::new(source),
        Packing::Zstd => Box::new(zstd::Decoder::with_buffer(source)?),
        Packing::Gzip => Box::new(Members(Some(GzDecoder::new(source)))),
        Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
    };
    // Whoever asks what the text is must be given more of it than two bytes at first.
    let mut text = BufReader::with_capacity(1 << 18, text);
    Ok(if is_utf16(text.fill_buf()?) {
        Box::new(Utf16::new(text))
    } else {
        Box::new(text)
    })
}

fn refused<T>(why: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::InvalidData, why))
}

/// So much of a text is looked at to tell whether it can be PGN.
const HEAD: u64 = 1 << 16;

/// The same text, where its beginning can be PGN. One that breaks off is given as far as it goes, and then why.
pub fn pgn<R: Read>(mut text: R) -> io::Result<impl Read + use<R>> {
    let mut head = Vec::new();
    let broken = text.by_ref().take(HEAD).read_to_end(&mut head).err();
    if !may_be_pgn(&head) {
        return refused("no PGN: expected a text with tags, [Event \"…\"], or moves, 1. e4 e5");
    }
    Ok(Cursor::new(head).chain(Broken(broken)).chain(text))
}

/// What could not be read, in its place.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// One member of a gzip file after another; zeros behind the last are no fault.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(member) = self.0.take() else { break };
            let mut rest = member.into_inner();
            loop {
                let text = rest.fill_buf()?;
                let zeros = text.iter().take_while(|byte| **byte == 0).count();
                let (ends, goes_on) = (text.is_empty(), zeros < text.len());
                rest.consume(zeros);
                if ends {
                    return Ok(0);
                }
                if goes_on {
                    break;
                }
            }
            self.0 = Some(GzDecoder::new(rest));
        }
        Ok(0)
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
            from: From::StandardInput {
                begun: Vec::new(),
                ended: false,
            },
        }
    }

    /// Says so where its beginning shows that it is no PGN. What standard input has given is kept; of a pipe nothing is taken.
    pub fn must_be_pgn(&mut self) -> io::Result<()> {
        if let From::StandardInput { begun, ended } = &mut self.from {
            *ended = (io::stdin().take(HEAD).read_to_end(begun)? as u64) < HEAD;
            return pgn(unpacked(begun.as_slice())?).map(drop);
        }
        if self.is_read_once() {
            return Ok(());
        }
        pgn(unpacked(self.raw(0)?)?).map(drop)
    }

    /// The files that a path names: itself, or every `.pgn` in the folder, packed ones too, in the order of their names. Links are
    /// followed, each folder once.
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
        let mut entered = HashSet::new();
        while let Some(folder) = folders.pop() {
            let named = |why: io::Error| io::Error::new(why.kind(), format!("{}: {why}", folder.display()));
            if !entered.insert(folder.canonicalize().map_err(named)?) {
                continue;
            }
            for entry in folder.read_dir().map_err(named)? {
                let path = entry.map_err(named)?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if holds_games(&path) {
                    found.push(path);
                }
            }
            // The folders of one folder in the order of their names, so that links to one of them always give way alike.
            folders.sort_by(|one, other| other.cmp(one));
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
            From::StandardInput { .. } => None,
        }
    }

    /// Whether it can be read only once, and from its beginning: standard input, a pipe.
    pub fn is_read_once(&self) -> bool {
        match &self.from {
            From::StandardInput { .. } => true,
            From::File(path) => path.metadata().is_ok_and(|data| !data.is_file()),
            From::Text(_) => false,
        }
    }

    /// Whether it can be read from any place on, neither packed nor in UTF-16. What cannot be opened cannot; whoever reads it will say so.
    fn is_plain(&self) -> bool {
        match &self.from {
            From::StandardInput { .. } => false,
            From::Text(text) => is_cut_anywhere(text),
            From::File(path) => {
                let mut head = Vec::new();
                // Of a pipe nothing may be taken.
                path.metadata().is_ok_and(|data| data.is_file())
                    && File::open(path).is_ok_and(|file| file.take(16).read_to_end(&mut head).is_ok())
                    && is_cut_anywhere(&head)
            }
        }
    }

    /// Its bytes as they are stored, from this one on.
    fn raw(&self, at: u64) -> io::Result<Box<dyn Read + Send>> {
        Ok(match &self.from {
            From::StandardInput { begun, ended } => {
                let rest = io::stdin().take(if *ended { 0 } else { u64::MAX });
                Box::new(Cursor::new(begun.clone()).chain(rest))
            }
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
        })
    }

    /// Opens it, unpacked, at this byte of the text. Anything but the beginning needs a plain file.
    pub(crate) fn open<'a>(
        &self,
        at: u64,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        let counted = Counted {
            inner: self.raw(at)?,
            each: progress,
        };
        if at > 0 {
            return Ok(Box::new(BufReader::with_capacity(1 << 18, counted)));
        }
        unpacked(counted)
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
pub fn plan(sources: &[Source], count: usize) -> Plan {
    let count = count.max(1);
    let sizes: Vec<u64> = sources.iter().map(|source| source.size().unwrap_or(0)).collect();
    let total: u64 = sizes.iter().sum();
    let share = total.div_ceil(count as u64).max(1);
    let mut parts = vec![Vec::new(); count];
    let (mut part, mut filled) = (0, 0);
    for (index, source) in sources.iter().enumerate() {
        let whole = sizes[index];
        let splits = source.is_plain();
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
    Plan { parts }
}

/// What these ranges hold, as a short text that is another when they change; none where something can be read only once.
pub fn digest(sources: &[Source], ranges: &[Range]) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    for range in ranges {
        let source = &sources[range.source];
        if source.is_read_once() {
            return None;
        }
        // What cannot be read is empty here, and reported where it is audited.
        if let Ok(raw) = source.raw(range.from) {
            let _ = io::copy(&mut raw.take(range.to - range.from), &mut hasher);
        }
    }
    Some(hasher.finalize().to_hex()[..32].to_owned())
}
