//! Does a case come out as its file says, and if not, what came out instead?

use crate::case::{Case, Expect, Row};
use jadoube_game::{Code, Event, View};
use jadoube_law::Arbiter;
use jadoube_record::{Json, as_option, write_option, write_view};
use std::fmt::{self, Write as _};

/// Something that did not come out as the case says.
#[derive(Debug, Clone)]
pub struct Mismatch {
    /// Under which code.
    pub code: Code,
    /// The line of the file, from 1.
    pub line: usize,
    /// After which act, as the file says it.
    pub after: String,
    /// What the file expects.
    pub expected: String,
    /// What is so.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  line {}, {}, after \"{}\"", self.line, self.code, self.after)?;
        writeln!(f, "    expected  {}", self.expected)?;
        for (i, line) in self.found.lines().enumerate() {
            writeln!(f, "    {}  {line}", if i == 0 { "found   " } else { "        " })?;
        }
        Ok(())
    }
}

/// Tells the case under each of its codes, and returns whatever is not as it says.
pub fn check(case: &Case) -> Vec<Mismatch> {
    let mut mismatches = Vec::new();
    for code in case.codes.iter().copied() {
        tell(case, code, &mut |step, view| match (step, view) {
            (Step::Before, Ok(view)) => {
                check_rows(code, &case.before, view, "the set-up", 1, &mut mismatches);
            }
            (Step::Before, Err(why)) => mismatches.push(Mismatch {
                code,
                line: 1,
                after: "the set-up".to_owned(),
                expected: "a game that can begin".to_owned(),
                found: why,
            }),
            (Step::After(i), Ok(view)) => {
                let step = &case.steps[i];
                check_rows(code, &step.rows, view, &step.said, step.line, &mut mismatches);
            }
            (Step::After(i), Err(why)) => mismatches.push(Mismatch {
                code,
                line: case.steps[i].line,
                after: case.steps[i].said.clone(),
                expected: "an act that can have happened".to_owned(),
                found: why,
            }),
        });
    }
    mismatches
}

/// Which state is told of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Before,
    After(usize),
}

/// Plays the case under a code, telling of each state until one cannot be reached.
pub(crate) fn tell(case: &Case, code: Code, told: &mut dyn FnMut(Step, Result<&View, String>)) {
    let opened = case
        .terms(code)
        .and_then(|terms| Arbiter::open(terms).map_err(|error| error.to_string()));
    let mut arbiter = match opened {
        Ok(arbiter) => arbiter,
        Err(why) => return told(Step::Before, Err(why)),
    };
    told(Step::Before, Ok(&arbiter.view()));
    for (i, step) in case.steps.iter().enumerate() {
        if !step.is_told_under(code) {
            continue;
        }
        if let Err(why) = arbiter.act(&step.event) {
            return told(Step::After(i), Err(why.to_string()));
        }
        told(Step::After(i), Ok(&arbiter.view()));
    }
}

fn check_rows(
    code: Code,
    rows: &[Row],
    view: &View,
    after: &str,
    line: usize,
    mismatches: &mut Vec<Mismatch>,
) {
    let mut fail = |line: usize, expected: String, found: String| {
        mismatches.push(Mismatch {
            code,
            line,
            after: after.to_owned(),
            expected,
            found,
        });
    };
    let rows: Vec<&Row> = rows.iter().filter(|row| row.codes.contains(&code)).collect();
    let said: Vec<&&Row> = rows
        .iter()
        .filter(|row| matches!(row.expect, Expect::Says(_)))
        .collect();
    // Once a case quotes the law for an act, it quotes all the law says of it.
    if !said.is_empty() {
        let same = said.len() == view.rulings.len()
            && said.iter().zip(&view.rulings).all(|(row, finding)| {
                row.expect == Expect::Says(finding.text.told())
                    && row.clause.as_deref() == Some(finding.clause)
            });
        if !same {
            let expected = said
                .iter()
                .map(|row| ruling_line(&said_text(row), row.clause.as_deref()));
            fail(
                said[0].line,
                expected.collect::<Vec<_>>().join("\n              "),
                rulings(view),
            );
        }
    }
    // An act without effect must not pass unnoticed.
    if let Some(refusal) = &view.refused
        && !rows.iter().any(|row| matches!(row.expect, Expect::Refused(_)))
    {
        let found = ruling_line(&format!("refused: {}", refusal.why), refusal.clause);
        fail(
            line,
            "an act that has effect (or a line \"refused\")".to_owned(),
            found,
        );
    }
    let mut chosen: Option<Json> = None;
    for row in rows {
        let state = write_view(view);
        let then = chosen.as_ref().and_then(|option| option.get("then"));
        let outcome = match &row.expect {
            Expect::Says(_) => Ok(()),
            Expect::May(pattern) => {
                let found = options(view).into_iter().find(|option| {
                    fits(option, pattern)
                        && row
                            .clause
                            .as_deref()
                            .is_none_or(|clause| clause_of(view, option) == clause)
                });
                let outcome = found.is_some().then_some(()).ok_or_else(|| listed(view));
                chosen = found;
                outcome
            }
            Expect::MayNot(pattern) => match options(view).iter().find(|option| fits(option, pattern)) {
                None => Ok(()),
                Some(_) => Err(listed(view)),
            },
            Expect::MayNothing(party) => {
                let any = view
                    .options
                    .iter()
                    .any(|option| option.right.party.word() == party.to_lowercase());
                if any { Err(listed(view)) } else { Ok(()) }
            }
            Expect::Then(inner) => match then {
                Some(then) => state_is(inner, row.clause.as_deref(), then),
                None => Err("no right was named in the line above".to_owned()),
            },
            Expect::Nothing => {
                if view.rulings.is_empty() {
                    Ok(())
                } else {
                    Err(rulings(view))
                }
            }
            other => state_is(other, row.clause.as_deref(), &state),
        };
        if let Err(found) = outcome {
            fail(row.line, ruling_line(&row.what, row.clause.as_deref()), found);
        }
    }
}

fn said_text(row: &Row) -> String {
    match &row.expect {
        Expect::Says(text) => text.clone(),
        _ => String::new(),
    }
}

/// Whether a state (or what would follow from an option) is as expected; otherwise what it is.
fn state_is(expect: &Expect, clause: Option<&str>, state: &Json) -> Result<(), String> {
    let text = |name: &str| state.get(name).and_then(Json::as_str).unwrap_or("-").to_owned();
    let part = |name: &str, field: &str| {
        state
            .get(name)
            .and_then(|object| object.get(field))
            .map_or_else(|| "-".to_owned(), json_words)
    };
    let has = |name: &str| state.get(name).is_some_and(|value| *value != Json::Null);
    let holds = |so: bool, found: String| if so { Ok(()) } else { Err(found) };
    let cited = |found: &str| clause.is_none_or(|clause| clause == found);
    match expect {
        Expect::Turn(turn) => holds(text("turn") == *turn, format!("turn {}", text("turn"))),
        Expect::Status(status, winner) => {
            let so = text("status") == *status
                && winner.as_ref().is_none_or(|winner| text("winner") == *winner)
                && cited(&text("clause"));
            holds(
                so,
                format!("status {} {}  {}", text("status"), text("winner"), text("clause")),
            )
        }
        Expect::Moves(expected) => {
            let moves = moves(state);
            let missing: Vec<&str> = expected
                .iter()
                .filter(|mv| !moves.contains(mv))
                .map(String::as_str)
                .collect();
            let excess: Vec<&str> = moves
                .iter()
                .filter(|mv| !expected.contains(mv))
                .map(String::as_str)
                .collect();
            let mut found = format!(
                "moves {}",
                if moves.is_empty() {
                    "none".to_owned()
                } else {
                    moves.join(" ")
                }
            );
            if !missing.is_empty() {
                let _ = write!(found, "\nmissing   {}", missing.join(" "));
            }
            if !excess.is_empty() {
                let _ = write!(found, "\nin excess {}", excess.join(" "));
            }
            holds(missing.is_empty() && excess.is_empty(), found)
        }
        Expect::MoveCount(count) => {
            let moves = moves(state);
            holds(
                moves.len() == *count,
                format!("{} moves: {}", moves.len(), moves.join(" ")),
            )
        }
        Expect::Board(board) => {
            let found = text("board");
            let so = board
                .split(' ')
                .zip(found.split(' '))
                .all(|(wanted, found)| wanted == found);
            holds(so, format!("board {found}"))
        }
        Expect::Refused(why) => {
            let so = has("refused")
                && why.as_ref().is_none_or(|why| *why == part("refused", "why"))
                && cited(&part("refused", "clause"));
            let found = ruling_line(
                &format!("refused {}", part("refused", "why")),
                Some(&part("refused", "clause")),
            );
            holds(
                so,
                if has("refused") {
                    found
                } else {
                    "the act had effect".to_owned()
                },
            )
        }
        Expect::Duty(words) => {
            let so = has("duty")
                && words.as_ref().is_none_or(|words| *words == part("duty", "text"))
                && cited(&part("duty", "clause"));
            let found = ruling_line(
                &format!("duty {}", part("duty", "text")),
                Some(&part("duty", "clause")),
            );
            holds(so, if has("duty") { found } else { "no duty".to_owned() })
        }
        Expect::NoDuty => holds(!has("duty"), format!("duty {}", part("duty", "text"))),
        Expect::Each(place, white, black) => {
            let each = place.iter().try_fold(state, |state, name| state.get(name));
            let [found_white, found_black] = ["white", "black"].map(|player| {
                let found = each.and_then(|each| each.get(player));
                found.map_or_else(|| "-".to_owned(), json_words)
            });
            let name = place.last().copied().unwrap_or_default();
            holds(
                (white, black) == (&found_white, &found_black),
                format!("{name} {found_white} {found_black}"),
            )
        }
        Expect::Written(form) => {
            let forms = ["uci", "descriptive", "algebraic", "full"].map(|name| part("record", name));
            holds(forms.contains(form), format!("written {}", forms.join(", ")))
        }
        Expect::Next(player) => holds(
            text("next_first_move") == *player,
            format!("next {}", text("next_first_move")),
        ),
        Expect::Says(_)
        | Expect::Nothing
        | Expect::May(_)
        | Expect::MayNot(_)
        | Expect::MayNothing(_)
        | Expect::Then(_) => Err("this cannot be asked of what would follow".to_owned()),
    }
}

fn json_words(value: &Json) -> String {
    match value {
        Json::Null => "-".to_owned(),
        Json::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

fn moves(state: &Json) -> Vec<String> {
    match state.get("moves") {
        Some(Json::List(moves)) => moves.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn options(view: &View) -> Vec<Json> {
    view.options.iter().map(write_option).collect()
}

/// The clause that gives a right; a waiver shows the clause it waives instead.
fn clause_of(view: &View, written: &Json) -> &'static str {
    view.options
        .iter()
        .find(|option| write_option(option) == *written)
        .map_or("-", |option| option.right.clause)
}

/// Whether the option has every field of the pattern.
fn fits(option: &Json, pattern: &Json) -> bool {
    match pattern {
        Json::Object(fields) => fields.iter().all(|(name, value)| option.get(name) == Some(value)),
        _ => false,
    }
}

fn ruling_line(text: &str, clause: Option<&str>) -> String {
    format!("{text}  {}", clause.unwrap_or_default())
        .trim_end()
        .to_owned()
}

fn rulings(view: &View) -> String {
    if view.rulings.is_empty() {
        return "nothing".to_owned();
    }
    let lines = view
        .rulings
        .iter()
        .map(|finding| ruling_line(&finding.text.told(), Some(finding.clause)));
    lines.collect::<Vec<_>>().join("\n")
}

fn listed(view: &View) -> String {
    if view.options.is_empty() {
        return "nobody may do anything in particular".to_owned();
    }
    let lines = view.options.iter().map(|option| {
        let event = Event::new(option.right.party, option.right.act.clone());
        ruling_line(&format!("may {}", as_option(&event)), Some(option.right.clause))
    });
    lines.collect::<Vec<_>>().join("\n")
}
