//! How does a game that was only written down become a record that the law can rule on?

use std::fmt::Write as _;
use std::io::Read;

use jadoube::Sitting;
use jadoube_audit::told_ending;
use jadoube_board::{Board, Colour, Move, Position};
use jadoube_game::{Code, Status, Terms, View};
use jadoube_notation::{Ending, PgnReader, Replay, Standing, Step, as_done, replay};
use jadoube_record::write_terms;
use serde_json::{Value, json};

use crate::failure::{Failure, tell};

/// The code a game is put under that names none.
pub(crate) const DEFAULT_CODE: Code = Code::Fide2023;

/// What a score says of the end of its game.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// As PGN has it.
    pub(crate) result: &'static str,
    /// What brought it about, where that is told.
    pub(crate) how: Option<Ending>,
}

/// A move that a score tells of.
pub(crate) struct Told {
    movement: Move,
    checks: bool,
}

/// A header, one act for each move, lawful or not, and the acts with which the game ended, where the score tells them;
/// and a remark where the record does not end as the score does. Nothing is known of a clock: a move made is completed.
/// Nor of what was said: check is taken as announced.
pub(crate) fn of_game(
    code: Code,
    start: &Position,
    moves: impl Iterator<Item = Told>,
    end: Option<End>,
) -> (String, Option<String>) {
    let mut terms = Terms::ordinary(code);
    terms.clock = false;
    terms.start = (*start.board() != Board::ARRAY).then(|| start.to_fen());
    let mut out = format!("{}\n", write_terms(&terms));
    let mut by = start.turn();
    for Told { movement, checks } in moves {
        let mut act = json!({"by": by.to_string(), "act": "move", "move": movement.to_string()});
        if checks {
            act["say"] = "check".into();
        }
        let _ = writeln!(out, "{act}");
        by = !by;
    }
    // A record that cannot be ruled on is refused by whoever rules on it, with its line.
    let ruled = end
        .filter(|end| end.result != "*")
        .and_then(|end| Some((end, Sitting::replay(&out).ok()?)));
    let Some((end, mut sitting)) = ruled else {
        return (out, None);
    };
    let mut view = sitting.arbiter().brief_view();
    if !view.status.is_over() {
        for act in end.acts(by) {
            let line = act.to_string();
            if let Ok(after) = sitting.act(&line) {
                let _ = writeln!(out, "{line}");
                view = after;
            }
        }
    }
    let remark = end.missed(code, &view);
    (out, remark)
}

impl End {
    fn winner(self) -> Option<Colour> {
        match self.result {
            "1-0" => Some(Colour::White),
            "0-1" => Some(Colour::Black),
            _ => None,
        }
    }

    /// What was done to end the game with this player on turn; nothing where it is not told.
    fn acts(self, turn: Colour) -> Vec<Value> {
        let Some(how) = self.how else { return Vec::new() };
        let claim = |ground: &str| vec![json!({"by": turn.to_string(), "act": "claim", "ground": ground})];
        let of_loser = |act: &str| {
            let loser = self.winner().map(|winner| !winner);
            Vec::from_iter(loser.map(|loser| json!({"by": loser.to_string(), "act": act})))
        };
        let decided = |ruling: &str| {
            let result = self
                .winner()
                .map_or("drawn".to_owned(), |winner| winner.to_string());
            vec![json!({"by": "umpire", "act": "decide", "ruling": ruling, "result": result})]
        };
        match how {
            Ending::Resignation => of_loser("resign"),
            Ending::Abandonment => of_loser("abandon"),
            // Whoever has just moved may offer without disturbing the other.
            Ending::Agreement => vec![
                json!({"by": (!turn).to_string(), "act": "offer", "what": "draw"}),
                json!({"by": turn.to_string(), "act": "accept", "what": "draw"}),
            ],
            Ending::Repetition => claim("repetition"),
            Ending::FiftyMoves => claim("fifty-moves"),
            // No limit and no clock are told by which the law could find it.
            Ending::Time => decided("the time allowed was exceeded"),
            Ending::Decision => decided("the game is decided as the score says"),
        }
    }

    /// Where the record does not end as the score says, why.
    fn missed(self, code: Code, view: &View) -> Option<String> {
        let told = match self.winner() {
            Some(_) => Status::Won,
            None => Status::Drawn,
        };
        if (view.status, view.winner) == (told, self.winner()) {
            return None;
        }
        let result = self.result;
        Some(match (&view.refused, view.winner) {
            (Some(refused), _) => format!(
                "the score says {result}, and under {code} the game does not end so: {}",
                refused.why
            ),
            (None, Some(winner)) => {
                format!("the score says {result}, and under {code} the game is won by {winner}")
            }
            (None, None) if view.status.is_over() || self.how.is_some() => {
                format!(
                    "the score says {result}, and under {code} the game is {}",
                    view.status
                )
            }
            (None, None) => format!(
                "the score says {result} and not how the game came to its end: the record leaves it in play"
            ),
        })
    }
}

/// Legal moves, as acts.
pub(crate) fn legal(start: &Position, moves: &[Move]) -> impl Iterator<Item = Told> {
    moves.iter().scan(*start, |position, &movement| {
        *position = position.play(movement);
        let checks = position.is_check();
        Some(Told { movement, checks })
    })
}

/// The moves that are acts, up to a turn passed or castling as in Chess960: a record knows neither.
pub(crate) fn acts(steps: &[Step]) -> impl Iterator<Item = Told> {
    steps.iter().map_while(|step| {
        let checks = match step.standing {
            Standing::Legal => step.before.gives_check(step.movement),
            Standing::Illegal => as_done(&step.text, &step.before).is_some_and(|(_, after)| after.is_check()),
            Standing::Passed | Standing::Chess960 => return None,
        };
        let movement = step.movement;
        Some(Told { movement, checks })
    })
}

/// Whether the game was replayed to its end, and every move of it is an act.
pub(crate) fn is_whole(replayed: &Replay) -> bool {
    replayed.unread == 0 && acts(&replayed.steps).count() == replayed.steps.len()
}

/// The first game of a PGN file as a record. A move against the rules is kept as the act it was.
pub(crate) fn of_pgn(source: impl Read) -> Result<String, Failure> {
    let mut games = PgnReader::new(source);
    let Some(game) = games.next_game()? else {
        return Err(Failure::input("no game was found in the input"));
    };
    let replayed = replay(&game, true).map_err(|error| Failure::Input(format!("the game's FEN: {error}")))?;
    for irregularity in replayed
        .irregularities
        .iter()
        .filter(|one| !one.stood && !one.in_variation)
    {
        tell!(
            "line {}: `{}`: {}: the record ends before it",
            irregularity.spot.line,
            irregularity.text,
            irregularity.why
        );
    }
    if let Some(step) = replayed.steps.get(acts(&replayed.steps).count()) {
        tell!(
            "`{}`: a turn passed, or castling as in Chess960, is no act of a record: it ends before it",
            step.text
        );
    }
    if games.next_game()?.is_some() {
        tell!("the file holds more games: the first is taken");
    }
    let code = game
        .tag("Laws")
        .and_then(|code| code.parse().ok())
        .unwrap_or(DEFAULT_CODE);
    let end = is_whole(&replayed).then(|| End {
        result: game.told_result(),
        how: told_ending(&game),
    });
    let (record, remark) = of_game(code, &replayed.start, acts(&replayed.steps), end);
    if let Some(remark) = remark {
        tell!("{remark}");
    }
    Ok(record)
}
