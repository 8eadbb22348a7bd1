//! A question of fact or equity goes to the umpire; he decides, and what he decides is carried out.

use crate::{
    cite,
    code::{Answer, ByCode, Code, answers, reading, says, silent},
    questions::{adjournment, completing, first_move, moves, odds, time_limit},
};
use jadoube_board::{Board, Colour, Kind, Man, Position};
use jadoube_game::{
    Act, Consequence, Decision, Declared, Dispute, Event, Game, Impossible, Men, Outcome, Party, Right,
    Ruling, Standing, Status,
};

/// Who decides what the laws leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhoDecides {
    /// Skilled and disinterested bystanders; their word is final.
    Bystanders,
    /// The umpire, when appealed to, bound by the text.
    UmpireOnAppeal,
    /// Whoever the parties have appointed.
    AsAppointed,
    /// An umpire or the committee; the game stands still meanwhile.
    UmpireOrCommittee,
}

/// Who decides what the laws leave open.
#[rustfmt::skip]
pub static WHO_DECIDES: ByCode<Answer<WhoDecides>> = answers(ByCode {
    xxv:       says(WhoDecides::Bystanders,        &["XXV"]),
    bca_1862:  says(WhoDecides::UmpireOnAppeal,    &["XV"]),
    bcc_1896:  silent(WhoDecides::AsAppointed,     reading("BCC-25")),
    bcc_1899:  silent(WhoDecides::AsAppointed,     reading("BCC-25")),
    fide_1931: says(WhoDecides::UmpireOrCommittee, &["24.ii", "24.i"]),
});

/// The record of time is corrected.
#[rustfmt::skip]
pub static TIME_CORRECTED: ByCode<Answer<()>> = answers(ByCode {
    xxv:       says((), &["XXV"]),
    bca_1862:  says((), &["XV"]),
    bcc_1896:  says((), &["II.10D"]),
    bcc_1899:  says((), &["II.10D"]),
    fide_1931: says((), &["20.i(c)"]),
});

/// What becomes of a game whose position is past establishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionLost {
    /// Annulled, at an adjournment and after an illegality alike.
    Annulled,
    /// Annulled and played again, by one clause or another as it came about.
    AnnulledAndReplayed,
    /// Whatever the umpire or the bystanders say.
    ForThem,
}

/// The position cannot be ascertained.
#[rustfmt::skip]
pub static POSITION_LOST: ByCode<Answer<PositionLost>> = answers(ByCode {
    xxv:       says(PositionLost::ForThem,             &["XXV"]),
    bca_1862:  says(PositionLost::ForThem,             &["II"]),
    bcc_1896:  says(PositionLost::Annulled,            &["II.6(e)", "II.7(b)"]),
    bcc_1899:  says(PositionLost::Annulled,            &["II.6(e)", "II.7(b)"]),
    fide_1931: says(PositionLost::AnnulledAndReplayed, &["12.iii", "17(d)", "21.vii", "21.viii"]),
});

pub(crate) fn clause(game: &Game) -> &'static str {
    WHO_DECIDES[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default()
}

pub(crate) fn dispute(game: &Game, event: &Event, question: &str) -> Ruling {
    if game.status == Status::Suspended {
        return Ruling::refuse(clause(game), "a question already stands before the umpire");
    }
    let ended = game.outcome.clone();
    let at_issue = ended
        .as_ref()
        .and_then(|outcome| outcome.clause)
        .or_else(|| game.exposures.last().map(|exposure| exposure.clause));
    let dispute = Dispute {
        by: Some(event.by),
        question: question.to_owned(),
        clause: at_issue,
        ended,
    };
    Ruling::silent()
        .finding(
            clause(game),
            event.by,
            format!("the question goes to the umpire: {question}"),
        )
        .so(Consequence::Suspend(Box::new(dispute)))
}

pub(crate) fn decide(game: &Game, event: &Event, decision: &Decision) -> Result<Ruling, Impossible> {
    if event.by != Party::Umpire {
        return Err(Impossible::NotThisParty("decide", "the umpire"));
    }
    let dispute = game.dispute.as_deref();
    if dispute.is_none() && WHO_DECIDES[game.terms.code].value == WhoDecides::UmpireOnAppeal {
        return Ok(Ruling::refuse(
            clause(game),
            "the umpire may not interfere unless he is appealed to",
        ));
    }
    let at_issue = dispute.and_then(|dispute| dispute.clause);
    let words = decision
        .ruling
        .clone()
        .unwrap_or_else(|| "the umpire has decided".to_owned());
    let mut ruling = Ruling::silent()
        .finding(clause(game), Party::Umpire, words)
        .so(Consequence::Decide(Box::new(decision.clone())));
    if let Some((white, black)) = decision.clocks {
        let text = "the record of time is corrected";
        ruling = ruling
            .finding(
                TIME_CORRECTED[game.terms.code]
                    .authority
                    .governing()
                    .unwrap_or_default(),
                Party::Umpire,
                text,
            )
            .so(Consequence::SetClocks(white, black));
    }
    if let Some(board) = &decision.board {
        let standing = set_up(game, board)?;
        ruling = ruling.so(Consequence::Restore(Box::new(standing), game.past.len()));
    }
    match decision.fact.as_deref() {
        Some("unascertainable") => {
            let clause = unascertainable(game);
            let text = "the position cannot be ascertained: the game is annulled";
            return Ok(ruling
                .finding(clause, Party::Umpire, text)
                .so(Consequence::End(first_move::annulled(game, clause))));
        }
        Some("wilful") => {
            if let Some(exposure) = game.exposures.last() {
                let won = Outcome::won(!exposure.by, exposure.clause);
                let text = format!("{} did it wilfully: he forfeits the game", exposure.by);
                return Ok(ruling
                    .finding(exposure.clause, exposure.by, text)
                    .so(Consequence::End(won)));
            }
        }
        Some(time_limit::VALID_REASON) => {
            // "20.v": whoever was late had a valid reason, and has not lost.
            for player in Colour::BOTH {
                ruling = ruling.so(Consequence::Consent(player, time_limit::VALID_REASON.to_owned()));
            }
        }
        Some("accident") => {
            // What was an accident founds nothing: forfeits and penalties for it fall away.
            ruling = ruling.so(Consequence::Pardon);
        }
        _ => {}
    }
    if let Some(mv) = decision.mv {
        let mut after = game.clone();
        after.carry_out(&ruling);
        let found = after
            .position()
            .and_then(|position| moves::legal_move(&after, position, mv));
        match found {
            Some(mv) => ruling = ruling.and(completing::played(&after, mv, None)),
            None => {
                return Ok(Ruling::refuse(
                    clause(game),
                    format!("{mv} is not a legal move in that position"),
                ));
            }
        }
    }
    Ok(match decision.result {
        Some(result) => ruling.so(Consequence::End(outcome(game, result, at_issue))),
        None => match dispute.and_then(|dispute| dispute.ended.clone()) {
            Some(ended) if !excuses(decision) => ruling.so(Consequence::End(ended)),
            Some(_) => ruling.so(Consequence::Reopen),
            None => ruling,
        },
    })
}

/// Whether the umpire finds that what ended the game should not have ended it.
fn excuses(decision: &Decision) -> bool {
    matches!(
        decision.fact.as_deref(),
        Some("accident" | time_limit::VALID_REASON)
    )
}

fn outcome(game: &Game, result: Declared, clause: Option<&'static str>) -> Outcome {
    let (status, winner) = match result {
        Declared::White => (Status::Won, Some(Colour::White)),
        Declared::Black => (Status::Won, Some(Colour::Black)),
        Declared::Drawn => (Status::Drawn, None),
        Declared::Annulled => {
            return Outcome {
                clause,
                ..first_move::annulled(game, "")
            };
        }
    };
    Outcome {
        status,
        winner,
        clause,
        next_first_move: None,
    }
}

/// The clause that annuls a game whose position is lost.
fn unascertainable(game: &Game) -> &'static str {
    match POSITION_LOST[game.terms.code].value {
        PositionLost::Annulled if game.adjournment.is_some() => cite!(bcc, "II.7(b)").into(),
        PositionLost::Annulled | PositionLost::ForThem => POSITION_LOST[game.terms.code]
            .authority
            .governing()
            .unwrap_or_default(),
        PositionLost::AnnulledAndReplayed => match &game.adjournment {
            Some(adjournment) if adjournment.resumed_wrongly => cite!(fide_1931, "21.viii").into(),
            Some(adjournment) if game.past.len() <= adjournment.past + 1 => cite!(fide_1931, "21.vii").into(),
            _ if !game.irregularities.is_empty() => cite!(fide_1931, "17(d)").into(),
            _ => cite!(fide_1931, "12.iii").into(),
        },
    }
}

fn set_up(game: &Game, text: &str) -> Result<Standing, Impossible> {
    let player = if game.turn_to_play() == Colour::White {
        'w'
    } else {
        'b'
    };
    let whole = if text.trim().contains(' ') {
        text.trim().to_owned()
    } else {
        format!("{} {player} - - 0 1", text.trim())
    };
    let position = Position::from_fen_irregular(&whole, game.movement)
        .map_err(|error| Impossible::BadBoard(error.to_string()))?;
    Ok(Standing {
        men: Men::of(&position),
        player: position.turn(),
        position: Some(position),
    })
}

/// An error in setting up, found too late for the law: in 1899 the umpire has the appendix to help him.
pub(crate) fn found_late(event: &Event) -> Ruling {
    let clause = cite!(bcc_1899, "appendix(5)");
    let question = "an error in setting up the men, found after the second player's fourth move";
    let dispute = Dispute {
        by: Some(event.by),
        question: question.to_owned(),
        clause: Some(clause.into()),
        ended: None,
    };
    Ruling::silent()
        .finding(
            clause,
            event.by,
            "it is too late for the law to annul: the umpire settles it in equity",
        )
        .so(Consequence::Suspend(Box::new(dispute)))
}

/// The decisions open to the umpire.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    if game.status != Status::Suspended {
        return Vec::new();
    }
    let Some(dispute) = game.dispute.as_deref() else {
        return Vec::new();
    };
    let at_issue = dispute.clause.unwrap_or_else(|| clause(game));
    let mut rights = Vec::new();
    let mut may = |decision: Decision, clause: &'static str, text: &str| {
        let act = Act::Decide(Decision {
            ruling: Some(text.to_owned()),
            ..decision
        });
        rights.push(Right {
            party: Party::Umpire,
            act,
            clause,
            text: text.to_owned(),
        });
    };
    if at_issue.starts_with("appendix") && game.terms.code == Code::Bcc1899 {
        if let Some(board) = men_exchanged(game) {
            let text = "men set up on each other's squares, both players believing otherwise: let them change places";
            may(
                Decision {
                    board: Some(board),
                    ..Decision::default()
                },
                cite!(bcc_1899, "appendix(1)").into(),
                text,
            );
        }
        let stand = Decision::default;
        may(
            stand(),
            cite!(bcc_1899, "appendix(2)").into(),
            "the man missing never mattered to the game: let it stand",
        );
        let annul = Decision {
            result: Some(Declared::Annulled),
            ..Decision::default()
        };
        may(
            annul,
            cite!(bcc_1899, "appendix(3)").into(),
            "odds given by accident: annul, the game not being the one agreed",
        );
        may(
            stand(),
            cite!(bcc_1899, "appendix(4)").into(),
            "he who knew of it and kept silent cannot complain: let it stand",
        );
        let annul = Decision {
            result: Some(Declared::Annulled),
            ..Decision::default()
        };
        may(
            annul,
            cite!(bcc_1899, "appendix(5)").into(),
            "nobody should suffer from an error he did not accept: annul",
        );
        return rights;
    }
    may(
        Decision::default(),
        clause(game),
        "let the game go on as it stands",
    );
    for (result, text) in [
        (Declared::White, "the game is White's"),
        (Declared::Black, "the game is Black's"),
        (Declared::Drawn, "the game is drawn"),
        (Declared::Annulled, "the game is annulled"),
    ] {
        may(
            Decision {
                result: Some(result),
                ..Decision::default()
            },
            at_issue,
            text,
        );
    }
    let fact = |fact: &str| Decision {
        fact: Some(fact.to_owned()),
        ..Decision::default()
    };
    for mv in adjournment::doubtful_readings(game) {
        let decision = Decision {
            mv: Some(mv.into()),
            ..Decision::default()
        };
        may(decision, at_issue, &format!("the sealed move was certainly {mv}"));
    }
    if time_limit::is_for_lateness(at_issue) {
        may(
            fact(time_limit::VALID_REASON),
            at_issue,
            "there was a valid reason for being late",
        );
    }
    if !game.exposures.is_empty() {
        may(fact("wilful"), at_issue, "it was wilful");
    }
    if !game.exposures.is_empty() || !game.offences.is_empty() || dispute.ended.is_some() {
        may(
            fact("accident"),
            at_issue,
            "it was an accident, and founds nothing",
        );
    }
    may(
        fact("unascertainable"),
        unascertainable(game),
        "the position cannot be ascertained",
    );
    rights
}

/// Two men of one side that began on each other's squares and still stand there: the board with them exchanged.
fn men_exchanged(game: &Game) -> Option<String> {
    let proper = odds::proper_board(game.terms.odds.as_ref()).ok()?;
    let began = game.first.men.board();
    let wrong: Vec<_> = proper
        .occupied()
        .into_iter()
        .filter(|&square| proper.get(square) != began.get(square))
        .collect();
    let [a, b] = wrong[..] else { return None };
    let swapped = began.get(a) == proper.get(b) && began.get(b) == proper.get(a);
    if !swapped {
        return None;
    }
    // Wherever those two men now stand, they change places.
    let (at_a, at_b) = (origin_now(game, a)?, origin_now(game, b)?);
    let mut board: Board = *game.men.board();
    let (first, second): (Option<Man>, Option<Man>) = (board.get(at_a), board.get(at_b));
    board.set(at_a, second);
    board.set(at_b, first);
    let player = if game.turn_to_play() == Colour::White {
        'w'
    } else {
        'b'
    };
    let kings_home = |man: Option<Man>| man.is_some_and(|man| man.kind == Kind::King);
    let castling = if kings_home(first) || kings_home(second) {
        String::from("-")
    } else {
        game.men.castling().to_string()
    };
    Some(format!("{board} {player} {castling} - 0 1"))
}

fn origin_now(game: &Game, origin: jadoube_board::Square) -> Option<jadoube_board::Square> {
    let id = game.first.men.id(origin)?;
    game.men.square_of(id)
}
