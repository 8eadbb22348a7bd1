//! Is a story of today's laws told alike in standard, rapid and blitz, but for what they themselves say of a kind of game?

use jadoube_game::{Code, Pace, Supervision, TimeControl, View};
use jadoube_law::{
    Arbiter,
    registers::{Disposition, find, register},
};
use jadoube_scenario::{Case, cases_under, unruly::without_words};
use std::{collections::BTreeSet, path::Path};

const CODE: Code = Code::Fide2023;

/// Where an article makes the difference: the appendices on fast games, the guidelines for games without increment, and
/// the reading on the time given in blitz.
fn is_of_a_kind(clause: &str) -> bool {
    ["A.", "B.", "III.", "reading F23-47"]
        .iter()
        .any(|of| clause.starts_with(of))
}

/// Whether an article holds in games of this kind: III.2.2 keeps the third guidelines from blitz.
fn holds(clause: &str, kind: Pace) -> bool {
    match kind {
        Pace::Standard => !clause.starts_with("A.") && !clause.starts_with("B."),
        Pace::Rapid => !clause.starts_with("B.") && !is_of_recording(clause),
        Pace::Blitz => {
            let of_rapid = clause.starts_with("A.4") || clause.starts_with("III.") && clause != "III.2.2";
            !of_rapid && !is_of_recording(clause)
        }
    }
}

/// A.2: in a fast game nobody need record, so that nobody is behind with it.
fn is_of_recording(clause: &str) -> bool {
    ["8.1.3", "8.4", "8.5.2"].contains(&clause)
}

/// Every clause that a state cites, in whatever way.
fn clauses(view: &View) -> BTreeSet<&'static str> {
    (view.rulings.iter().map(|finding| finding.clause))
        .chain(view.options.iter().map(|option| option.right.clause))
        .chain(view.refused.as_ref().and_then(|refusal| refusal.clause))
        .chain(view.duty.as_ref().map(|duty| duty.clause))
        .chain(view.clause)
        .collect()
}

/// The case as a game of this kind, act by act, until an act cannot have happened; nothing where no clock is on the table.
fn told(case: &Case, kind: Option<Pace>, supervision: Supervision) -> Option<Vec<View>> {
    let mut terms = case.terms(CODE).ok()?;
    if !terms.clock || terms.time_limit.is_some() {
        return None;
    }
    if kind.is_some() {
        let control = terms.time_control.take().unwrap_or_else(|| TimeControl {
            kind,
            periods: Vec::new(),
        });
        terms.time_control = Some(TimeControl { kind, ..control });
        terms.supervision = supervision;
    }
    let mut arbiter = Arbiter::open(terms).ok()?;
    let mut views = vec![arbiter.view()];
    for step in case.steps.iter().filter(|step| step.is_told_under(CODE)) {
        if arbiter.act(&step.event).is_err() {
            break;
        }
        views.push(arbiter.view());
    }
    Some(views)
}

#[test]
fn every_story_is_told_alike_in_every_kind_of_game() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut met: [BTreeSet<&str>; 3] = Default::default();
    let (mut alike, mut otherwise) = (0, Vec::new());
    let kinds = [Pace::Standard, Pace::Rapid, Pace::Blitz];
    for (place, case) in cases_under(&scenarios).expect("scenarios/ is there") {
        let case = case.expect("a case that reads");
        let as_written = case.terms(CODE).ok().filter(|_| case.codes.contains(&CODE));
        let Some(as_written) = as_written else { continue };
        let said = as_written.time_control.and_then(|control| control.kind);
        let Some(standard) = told(&case, Some(Pace::Standard), Supervision::Ordinary) else {
            continue;
        };
        let shown = || {
            case.shows
                .iter()
                .filter_map(|label| find(CODE, label))
                .map(|entry| entry.label)
        };
        for (kind, met) in kinds.into_iter().zip(&mut met) {
            if said == Some(kind) {
                // What it says of its own kind is in its rows.
                met.extend(shown());
                met.extend(
                    told(&case, None, Supervision::Ordinary)
                        .iter()
                        .flatten()
                        .flat_map(clauses),
                );
            }
            if kind == Pace::Standard {
                met.extend(shown());
                met.extend(standard.iter().flat_map(clauses));
                continue;
            }
            for supervision in [Supervision::Ordinary, Supervision::Adequate] {
                let retold = told(&case, Some(kind), supervision).unwrap_or_default();
                let differs = |(was, is): &(&View, &View)| without_words(was) != without_words(is);
                let first = standard.iter().zip(&retold).position(|pair| differs(&pair));
                met.extend(
                    retold
                        .iter()
                        .take(first.unwrap_or(retold.len()))
                        .flat_map(clauses),
                );
                let Some(first) = first else {
                    met.extend(shown());
                    alike += 1;
                    continue;
                };
                let (was, is) = (clauses(&standard[first]), clauses(&retold[first]));
                if !was.symmetric_difference(&is).any(|clause| is_of_a_kind(clause)) {
                    otherwise.push(format!(
                        "{}/{} as {kind:?} after act {first}",
                        place.question, place.name
                    ));
                }
            }
        }
    }
    assert!(otherwise.is_empty(), "no article says why: {otherwise:#?}");
    assert!(alike > 1500, "only {alike} stories were told alike");
    let unmet: Vec<(Pace, &str)> = kinds
        .into_iter()
        .zip(&met)
        .flat_map(|(kind, met)| {
            let unmet = in_force().filter(move |label| holds(label, kind) && !met.contains(label));
            unmet.map(move |label| (kind, label))
        })
        .collect();
    assert!(unmet.is_empty(), "no story of that kind meets {unmet:?}");
}

/// The articles that act of themselves or give a right.
fn in_force() -> impl Iterator<Item = &'static str> {
    let entries = register(CODE).iter();
    entries
        .filter(|entry| matches!(entry.disposition, Disposition::Enforced | Disposition::Right))
        .map(|entry| entry.label)
}
