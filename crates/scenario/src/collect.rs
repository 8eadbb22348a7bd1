//! Which cases are there, and which clauses does each of them exercise?

use crate::{
    case::{Case, CaseError},
    check::tell,
};
use jadoube_game::Code;
use jadoube_law::registers::find;
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// Where a case stands: `touch/cannot-move.case`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The folder, named like the question it belongs to.
    pub question: String,
    /// The file's name without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

/// The clauses that telling a case cited, in whatever way: rulings, rights, refusals, ends and duties.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cited(pub BTreeSet<(Code, &'static str)>);

/// Every case under this folder, in order.
pub fn cases_under(folder: &Path) -> io::Result<Vec<(Place, Result<Case, CaseError>)>> {
    let mut cases = Vec::new();
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    for question in folders {
        let mut files: Vec<PathBuf> = fs::read_dir(&question)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|ending| ending == "case"));
        files.sort();
        for path in files {
            let named =
                |path: Option<&std::ffi::OsStr>| path.unwrap_or_default().to_string_lossy().into_owned();
            let place = Place {
                question: named(question.file_name()),
                name: named(path.file_stem()),
                path: path.clone(),
            };
            cases.push((place, Case::parse(&fs::read_to_string(&path)?)));
        }
    }
    Ok(cases)
}

/// Tells the case and notes every clause that is cited on the way, and those the case says it shows.
pub fn cited(case: &Case) -> Cited {
    let mut cited = Cited::default();
    for code in case.codes.iter().copied() {
        let shown = case.shows.iter().filter_map(|label| find(code, label));
        cited.0.extend(shown.map(|entry| (code, entry.label)));
        tell(case, code, &mut |_, view| {
            let Ok(view) = view else { return };
            let clauses = (view.rulings.iter().map(|finding| finding.clause))
                .chain(view.options.iter().map(|option| option.right.clause))
                .chain(view.refused.as_ref().and_then(|refusal| refusal.clause))
                .chain(view.duty.as_ref().map(|duty| duty.clause))
                .chain(view.clause);
            cited.0.extend(clauses.map(|clause| (code, clause)));
        });
    }
    cited
}
