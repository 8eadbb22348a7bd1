//! What is kept of an ending half solved, so that a build that was stopped goes on where it was?
//!
//! A pass settles the placements of one distance. Doing part of a pass again changes nothing, so whatever stands
//! when the work is stopped can be kept.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::ending::Ending;
use super::file::{name_of, path_of, u32_at, u64_at};
use super::layout::Layout;

const MAGIC: [u8; 8] = *b"JADPASS1";
const HEAD: usize = 8 + 8 + 8 + 8 + 8 + 4 + 4;
const CHUNK: usize = 1 << 20;

/// How far the work on an ending has come, with the pass in hand.
pub(crate) struct Pass<'a> {
    /// The distance of the pass in hand, and the greatest distance given so far.
    pub(crate) plies: u8,
    pub(crate) highest: u8,
    pub(crate) settled: u64,
    /// Placements with a double step that may be taken in passing.
    pub(crate) in_passing: &'a [(usize, usize)],
    /// The distances to mate, once they are known.
    pub(crate) to_mate: Option<&'a [Vec<u8>; 2]>,
    /// The distances now being found.
    pub(crate) values: &'a [Vec<AtomicU8>; 2],
}

/// The same, from disk.
pub(crate) struct Kept {
    pub(crate) plies: u8,
    pub(crate) highest: u8,
    pub(crate) settled: u64,
    pub(crate) in_passing: Vec<(usize, usize)>,
    pub(crate) to_mate: Option<[Vec<u8>; 2]>,
    pub(crate) values: [Vec<u8>; 2],
}

fn path(directory: &Path, ending: &Ending) -> PathBuf {
    path_of(directory, ending).with_extension("pass")
}

/// Where a pass is written before it takes the place of the last.
fn part(directory: &Path, ending: &Ending) -> PathBuf {
    path_of(directory, ending).with_extension("pass-part")
}

/// Keeps a pass, in place of an earlier one.
pub(crate) fn keep(directory: &Path, ending: &Ending, pass: &Pass<'_>) -> Result<(), std::io::Error> {
    let (path, part) = (path(directory, ending), part(directory, ending));
    let mut out = BufWriter::new(File::create(&part)?);
    let mut head = Vec::with_capacity(HEAD);
    head.extend(MAGIC);
    head.extend(name_of(ending));
    head.extend((pass.values[0].len() as u64).to_le_bytes());
    head.extend(pass.settled.to_le_bytes());
    head.extend((pass.in_passing.len() as u64).to_le_bytes());
    head.extend([pass.plies, pass.highest, u8::from(pass.to_mate.is_some()), 0]);
    head.extend(crc32fast::hash(&head).to_le_bytes());
    out.write_all(&head)?;
    let numbers = |(side, number): &(usize, usize)| ((number << 1 | side) as u64).to_le_bytes();
    for some in pass.in_passing.chunks(CHUNK / 8) {
        put(&mut out, &some.iter().flat_map(numbers).collect::<Vec<u8>>())?;
    }
    for list in pass.to_mate.into_iter().flatten() {
        for some in list.chunks(CHUNK) {
            put(&mut out, some)?;
        }
    }
    for list in pass.values {
        for some in list.chunks(CHUNK) {
            let some: Vec<u8> = some.iter().map(|value| value.load(Relaxed)).collect();
            put(&mut out, &some)?;
        }
    }
    out.into_inner()
        .map_err(std::io::IntoInnerError::into_error)?
        .sync_all()?;
    std::fs::rename(&part, &path)
}

fn put(out: &mut impl Write, raw: &[u8]) -> Result<(), std::io::Error> {
    let packed = lz4_flex::block::compress(raw);
    out.write_all(&(packed.len() as u32).to_le_bytes())?;
    out.write_all(&crc32fast::hash(&packed).to_le_bytes())?;
    out.write_all(&packed)
}

/// What was kept of this ending. Damage is no fault here: without it the work begins anew.
pub(crate) fn kept(directory: &Path, ending: &Ending, layout: &Layout) -> Option<Kept> {
    let mut from = BufReader::new(File::open(path(directory, ending)).ok()?);
    let mut head = [0; HEAD];
    from.read_exact(&mut head).ok()?;
    let sound = head[..8] == MAGIC
        && head[8..16] == name_of(ending)
        && u64_at(&head, 16) == layout.len as u64
        && crc32fast::hash(&head[..HEAD - 4]) == u32_at(&head, HEAD - 4);
    if !sound {
        return None;
    }
    let passing = read(
        &mut from,
        usize::try_from(u64_at(&head, 32)).ok()?.checked_mul(8)?,
    )?;
    let in_passing: Vec<(usize, usize)> = passing
        .chunks_exact(8)
        .map(|number| u64_at(number, 0) as usize)
        .map(|number| (number & 1, number >> 1))
        .collect();
    let mut pair = || Some([read(&mut from, layout.len)?, read(&mut from, layout.len)?]);
    let to_mate = if head[42] == 0 { None } else { Some(pair()?) };
    Some(Kept {
        plies: head[40],
        highest: head[41],
        settled: u64_at(&head, 24),
        in_passing,
        to_mate,
        values: pair()?,
    })
    .filter(|kept| kept.in_passing.iter().all(|(_, number)| *number < layout.len))
}

fn read(from: &mut impl Read, length: usize) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    while whole.len() < length {
        let mut entry = [0; 8];
        from.read_exact(&mut entry).ok()?;
        let size = u32_at(&entry, 0) as usize;
        if size > 2 * CHUNK {
            return None;
        }
        let mut packed = vec![0; size];
        from.read_exact(&mut packed).ok()?;
        if crc32fast::hash(&packed) != u32_at(&entry, 4) {
            return None;
        }
        let expected = CHUNK.min(length - whole.len());
        let raw = lz4_flex::block::decompress(&packed, expected).ok()?;
        if raw.len() != expected {
            return None;
        }
        whole.extend(raw);
    }
    Some(whole)
}

/// Takes away what was kept, once the table is there.
pub(crate) fn forget(directory: &Path, ending: &Ending) {
    // What stays behind is looked at again only if the table is lost; a part may be left by a build that was killed.
    for left in [path(directory, ending), part(directory, ending)] {
        let _ = std::fs::remove_file(left);
    }
}
