//! How is a table looked into without reading what nobody asks for?

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use super::file::FileFault;

/// A file under the process's eyes: a page comes into memory when it is touched and leaves when memory is short.
#[derive(Debug)]
pub(crate) struct Mapped {
    file: File,
    map: Mmap,
}

impl Mapped {
    pub(crate) fn open(path: &Path) -> Result<Self, FileFault> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(FileFault::Truncated);
        }
        // SAFETY: the bytes under a map must not change while they are borrowed. A table is written under another
        // name and then renamed, so ours never change; and no borrow leaves this module: `copy` hands out bytes of
        // its caller's own, which are believed only if their checksum agrees.
        #[expect(unsafe_code, reason = "there is no mapping a file without it")]
        let map = unsafe { Mmap::map(&file) }?;
        // Probes jump about: what lies beside the page asked for is of no use.
        #[cfg(unix)]
        map.advise(memmap2::Advice::Random)?;
        Ok(Self { file, map })
    }

    pub(crate) fn len(&self) -> usize {
        self.map.len()
    }

    /// These bytes, as they are now.
    pub(crate) fn copy(&self, at: usize, count: usize) -> Result<Vec<u8>, FileFault> {
        // To touch a page that is no longer in the file would end the process, so the file is asked first.
        if self.file.metadata()?.len() < self.map.len() as u64 {
            return Err(FileFault::Truncated);
        }
        let end = at.checked_add(count).ok_or(FileFault::Truncated)?;
        Ok(self.map.get(at..end).ok_or(FileFault::Truncated)?.to_vec())
    }
}
