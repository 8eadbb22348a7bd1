//! How is a table kept on disk, so that damage is noticed and nothing is read that is not asked for?
//!
//! A head (ending, sizes, longest wins), a directory of blocks, and the blocks, each compressed and with its own
//! checksum. The file is mapped: a probe touches the one block it needs and believes it only if the checksum agrees.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::ending::Ending;
use super::layout::Layout;
use super::map::Mapped;
use super::solve::{DRAWN, Known, Solved};

const MAGIC: [u8; 8] = *b"JADOUBE1";
const BLOCK: usize = 1 << 15;
const HEAD: usize = 8 + 8 + 8 + 4 + 2 * 2 * 9;
/// A block's entry in the directory: where it begins, its size, its checksum.
const ENTRY: usize = 8 + 4 + 4;
/// How many blocks of one table stay in memory after they were asked for.
const KEPT: usize = 8;

/// The longest win of one side in an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Longest {
    /// Plies to mate with the winner to move; 0 if that side never wins.
    pub to_mate: u8,
    /// The number of a placement that takes so long.
    pub(crate) to_mate_at: u64,
    /// The most plies a win needs until the next capture, pawn move or mate.
    pub to_zero: u8,
    pub(crate) to_zero_at: u64,
}

impl Longest {
    /// Moves of the winner to mate.
    pub fn moves_to_mate(&self) -> u32 {
        u32::from(self.to_mate).div_ceil(2)
    }

    /// Moves of the winner until the next capture or pawn move (or the mate itself).
    pub fn moves_to_zero(&self) -> u32 {
        u32::from(self.to_zero).div_ceil(2)
    }
}

/// What is wrong with a table file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileFault {
    /// It could not be read.
    Io(std::io::Error),
    /// It does not begin as a table does, or is of another version.
    NotATable,
    /// It is the table of another ending.
    OtherEnding(String),
    /// It ends too soon.
    Truncated,
    /// The checksum of the head and directory does not agree.
    DamagedHead,
    /// The checksum of this block does not agree.
    DamagedBlock(usize),
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(fault) => write!(f, "{fault}"),
            Self::NotATable => f.write_str("not a table, or of another version"),
            Self::OtherEnding(name) => write!(f, "the table of another ending ({name})"),
            Self::Truncated => f.write_str("the file ends too soon"),
            Self::DamagedHead => f.write_str("the checksum of the head does not agree"),
            Self::DamagedBlock(block) => write!(f, "the checksum of block {block} does not agree"),
        }
    }
}

impl std::error::Error for FileFault {}

impl From<std::io::Error> for FileFault {
    fn from(fault: std::io::Error) -> Self {
        match fault.kind() {
            std::io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Io(fault),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Block {
    at: u64,
    size: u32,
    checksum: u32,
}

/// An open table.
#[derive(Debug)]
pub(crate) struct TableFile {
    pub(crate) layout: Layout,
    pub(crate) longest: [Longest; 2],
    map: Mapped,
    blocks: Vec<Block>,
    kept: Mutex<Vec<(usize, Vec<u8>)>>,
}

/// Which of the four lists of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    ToMate,
    ToZero,
}

pub(crate) fn path_of(directory: &Path, ending: &Ending) -> PathBuf {
    directory.join(format!("{ending}.jadt"))
}

/// Writes a table so that it is either all there or not at all; whoever writes holds the directory's lock.
pub(crate) fn write(directory: &Path, ending: &Ending, solved: &Solved) -> Result<(), std::io::Error> {
    let path = path_of(directory, ending);
    let part = path.with_extension("part");
    let lists = [
        &solved.to_mate[0],
        &solved.to_mate[1],
        &solved.to_zero[0],
        &solved.to_zero[1],
    ];
    let count: usize = lists.iter().map(|list| list.len().div_ceil(BLOCK)).sum();
    let mut out = BufWriter::new(File::create(&part)?);
    // The head and directory come first but are known last.
    let mut at = (HEAD + count * ENTRY + 4) as u64;
    out.seek(SeekFrom::Start(at))?;
    let mut entries = Vec::with_capacity(count * ENTRY);
    for raw in lists.iter().flat_map(|list| list.chunks(BLOCK)) {
        let packed = lz4_flex::block::compress(raw);
        out.write_all(&packed)?;
        entries.extend(at.to_le_bytes());
        entries.extend((packed.len() as u32).to_le_bytes());
        entries.extend(crc32fast::hash(&packed).to_le_bytes());
        at += packed.len() as u64;
    }
    let mut head = Vec::with_capacity(HEAD + entries.len() + 4);
    head.extend(MAGIC);
    head.extend(name_of(ending));
    head.extend((solved.layout.len as u64).to_le_bytes());
    head.extend((count as u32).to_le_bytes());
    for longest in longest_of(solved) {
        head.push(longest.to_mate);
        head.extend(longest.to_mate_at.to_le_bytes());
        head.push(longest.to_zero);
        head.extend(longest.to_zero_at.to_le_bytes());
    }
    head.extend(entries);
    head.extend(crc32fast::hash(&head).to_le_bytes());
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&head)?;
    out.into_inner()
        .map_err(std::io::IntoInnerError::into_error)?
        .sync_all()?;
    std::fs::rename(&part, &path)
}

/// An ending's name as files hold it.
pub(crate) fn name_of(ending: &Ending) -> [u8; 8] {
    let mut name = [0; 8];
    for (byte, letter) in name.iter_mut().zip(ending.to_string().bytes()) {
        *byte = letter;
    }
    name
}

fn longest_of(solved: &Solved) -> [Longest; 2] {
    std::array::from_fn(|side| {
        let mut longest = Longest::default();
        for (number, &value) in solved.to_mate[side].iter().enumerate() {
            if value >= DRAWN || value % 2 == 0 {
                continue;
            }
            if value > longest.to_mate {
                (longest.to_mate, longest.to_mate_at) = (value, number as u64);
            }
            let zero = solved.to_zero[side][number];
            if zero > longest.to_zero {
                (longest.to_zero, longest.to_zero_at) = (zero, number as u64);
            }
        }
        longest
    })
}

impl TableFile {
    /// Looks at head and directory; the blocks are left alone.
    pub(crate) fn open(path: &Path, ending: &Ending) -> Result<Self, FileFault> {
        let map = Mapped::open(path)?;
        let head = map.copy(0, HEAD)?;
        if head[..8] != MAGIC {
            return Err(FileFault::NotATable);
        }
        if head[8..16] != name_of(ending) {
            let name = String::from_utf8_lossy(&head[8..16]);
            return Err(FileFault::OtherEnding(name.trim_end_matches('\0').to_owned()));
        }
        let layout = Layout::new(ending);
        let count = layout.len.div_ceil(BLOCK) * 4;
        // What the head says must be what the ending has; only then is it worth looking on.
        if u64_at(&head, 16) != layout.len as u64 || u32_at(&head, 24) as usize != count {
            return Err(FileFault::DamagedHead);
        }
        let bytes = map.copy(0, HEAD + count * ENTRY + 4)?;
        let (body, checksum) = bytes.split_at(HEAD + count * ENTRY);
        if crc32fast::hash(body) != u32_at(checksum, 0) {
            return Err(FileFault::DamagedHead);
        }
        let longest = std::array::from_fn(|side| {
            let from = 28 + side * 18;
            Longest {
                to_mate: body[from],
                to_mate_at: u64_at(body, from + 1),
                to_zero: body[from + 9],
                to_zero_at: u64_at(body, from + 10),
            }
        });
        let blocks: Vec<Block> = body[HEAD..]
            .chunks_exact(ENTRY)
            .map(|entry| Block {
                at: u64_at(entry, 0),
                size: u32_at(entry, 8),
                checksum: u32_at(entry, 12),
            })
            .collect();
        if blocks
            .last()
            .is_some_and(|last| last.at + u64::from(last.size) != map.len() as u64)
        {
            return Err(FileFault::Truncated);
        }
        Ok(Self {
            layout,
            longest,
            map,
            blocks,
            kept: Mutex::new(Vec::new()),
        })
    }

    /// One value. The block it is in is copied, checked, unpacked and kept for a while.
    pub(crate) fn value(&self, list: List, side: usize, number: usize) -> Result<u8, FileFault> {
        let per_list = self.layout.len.div_ceil(BLOCK);
        let list = side + if list == List::ToZero { 2 } else { 0 };
        let block = list * per_list + number / BLOCK;
        let mut kept = self
            .kept
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(place) = kept.iter().position(|(which, _)| *which == block) {
            let found = kept.remove(place);
            let value = found.1[number % BLOCK];
            kept.push(found);
            return Ok(value);
        }
        let bytes = self.block(block)?;
        let value = *bytes.get(number % BLOCK).ok_or(FileFault::DamagedBlock(block))?;
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((block, bytes));
        Ok(value)
    }

    fn block(&self, which: usize) -> Result<Vec<u8>, FileFault> {
        let block = self.blocks.get(which).ok_or(FileFault::DamagedBlock(which))?;
        let packed = self.map.copy(block.at as usize, block.size as usize)?;
        if crc32fast::hash(&packed) != block.checksum {
            return Err(FileFault::DamagedBlock(which));
        }
        let per_list = self.layout.len.div_ceil(BLOCK);
        let length = BLOCK.min(self.layout.len - which % per_list * BLOCK);
        let bytes =
            lz4_flex::block::decompress(&packed, length).map_err(|_| FileFault::DamagedBlock(which))?;
        if bytes.len() == length {
            Ok(bytes)
        } else {
            Err(FileFault::DamagedBlock(which))
        }
    }

    /// Reads and checks every block.
    pub(crate) fn verify(&self) -> Result<(), FileFault> {
        (0..self.blocks.len()).try_for_each(|block| self.block(block).map(drop))
    }

    /// The distances to mate, whole, for making larger tables.
    pub(crate) fn load(&self) -> Result<Loaded, FileFault> {
        let per_list = self.layout.len.div_ceil(BLOCK);
        let mut to_mate = [
            Vec::with_capacity(self.layout.len),
            Vec::with_capacity(self.layout.len),
        ];
        for (side, list) in to_mate.iter_mut().enumerate() {
            for block in 0..per_list {
                list.extend(self.block(side * per_list + block)?);
            }
        }
        Ok(Loaded {
            layout: self.layout.clone(),
            to_mate,
        })
    }
}

/// A table's distances to mate in memory.
pub(crate) struct Loaded {
    layout: Layout,
    to_mate: [Vec<u8>; 2],
}

impl Known for Loaded {
    #[inline]
    fn to_mate(&self, side: usize, number: usize) -> u8 {
        self.to_mate[side][number]
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..]
        .first_chunk()
        .map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..]
        .first_chunk()
        .map_or(0, |chunk| u32::from_le_bytes(*chunk))
}
