//! What the tests share: archives audited as a whole, or in parts that are kept and read again.

use jadoube_audit::{
    Audit, Code, Made, Part, PartFiles, PartWriter, Seen, Source, parts_in, plan, read_part,
};
use std::{io, io::Write as _, path::Path, sync::atomic::AtomicBool};

/// Everything that is handed out in pieces, duplicates marked.
fn together<T>(hand_out: impl FnOnce(&mut dyn FnMut(Part) -> io::Result<()>) -> io::Result<T>) -> Part {
    let (mut all, mut seen) = (Part::default(), Seen::default());
    let done = hand_out(&mut |mut part| {
        seen.mark(&mut part);
        all.games.extend(part.games);
        all.findings.extend(part.findings);
        Ok(())
    });
    done.expect("memory and a disk are read without fault");
    all
}

/// What one run finds.
pub(crate) fn audited(audit: &Audit, sources: &[Source]) -> Part {
    together(|each| audit.run(sources, each))
}

/// What the parts of these sources say they were made of.
pub(crate) fn made(sources: &[Source], codes: &[Code]) -> Made {
    Made {
        codes: codes.to_vec(),
        go_on: false,
        of: sources
            .iter()
            .map(|source| (source.name.clone(), source.size()))
            .collect(),
        digest: None,
    }
}

/// Writes the parts of a plan into a folder.
pub(crate) fn keep(sources: &[Source], codes: &[Code], count: usize, folder: &Path) {
    let audit = Audit::under(codes.iter().copied());
    let made = made(sources, codes);
    for (index, ranges) in plan(sources, count).parts.iter().enumerate() {
        let files = PartFiles::of(folder, index + 1, count);
        let mut writer = PartWriter::begin(files.clone(), &made).expect("a disk");
        let stop = AtomicBool::new(false);
        let done = audit.run_ranges(sources, ranges, &stop, &|_| {}, |part| writer.add(part));
        done.expect("memory is read without fault");
        writer.finish().expect("a disk");
        assert_eq!(files.made().expect("what was written"), made);
    }
}

/// Everything in the parts of a folder.
pub(crate) fn kept(folder: &Path) -> Part {
    together(|each| {
        parts_in(folder)?
            .iter()
            .try_for_each(|files| read_part(files, &mut *each))
    })
}

/// A text, packed.
pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).expect("memory");
    gzip.finish().expect("memory")
}
