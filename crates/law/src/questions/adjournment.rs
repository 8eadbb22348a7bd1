//! The game is adjourned, a move sealed, the game resumed: from the right position, by the right move?

use crate::{
    cite,
    code::{Answer, ByCode, answers, reading, says, silent},
    questions::{completing, penalties, touch},
    reading::readings,
    umpire::player_of,
};
use jadoube_board::{Colour, Position};
use jadoube_game::{
    Act, Consequence, Dispute, Error, Event, Game, Impossible, Men, Moment, OffenceKind, Party, Pending,
    Right, Ruling, Standing, Status,
};

/// What a sealed text that fits no legal move costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedWrongly {
    /// Penalty C.
    PenaltyC,
    /// The game, unless the official can put it right with certainty.
    LosesUnlessCertain,
    /// For the bystanders or the umpire.
    NotProvided,
}

/// A sealed text that fits no legal move.
#[rustfmt::skip]
pub static SEALED_WRONGLY: ByCode<Answer<SealedWrongly>> = answers(ByCode {
    xxv:       silent(SealedWrongly::NotProvided,      reading("XXV-35")),
    bca_1862:  says(SealedWrongly::NotProvided,        &["XV"]),
    bcc_1896:  says(SealedWrongly::PenaltyC,           &["II.7(c)"]),
    bcc_1899:  says(SealedWrongly::PenaltyC,           &["II.7(c)"]),
    fide_1931: says(SealedWrongly::LosesUnlessCertain, &["17(c)"]),
});

pub(crate) fn adjourn(game: &Game, event: &Event) -> Ruling {
    if let Some(player) = event.by.player()
        && player != game.turn_to_play()
    {
        return Ruling::refuse_plainly("the game is adjourned by the player on turn or by the umpire");
    }
    if event.by == Party::Timekeeper {
        return Ruling::refuse_plainly("the game is adjourned by the player on turn or by the umpire");
    }
    stop(game)
}

/// Play stops, if nothing is under way.
pub(crate) fn stop(game: &Game) -> Ruling {
    if game.status != Status::InPlay {
        return Ruling::refuse_plainly("the game is not in play");
    }
    if !game.hands[0].is_empty()
        || !game.hands[1].is_empty()
        || game.illegal.is_some()
        || game.altered.is_some()
    {
        return Ruling::refuse_plainly("a move is under way or in question: it must first be settled");
    }
    Ruling::silent().so(Consequence::Adjourn)
}

pub(crate) fn seal(game: &Game, event: &Event, record: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let answer = &SEALED_WRONGLY[game.terms.code];
    let (clause, complete) = match answer.value {
        SealedWrongly::PenaltyC => (cite!(bcc, "I.14A").as_str(), cite!(bcc, "I.14B(d)").as_str()),
        SealedWrongly::LosesUnlessCertain | SealedWrongly::NotProvided => {
            let clause = answer.authority.governing().unwrap_or_default();
            (clause, clause)
        }
    };
    if game.status != Status::Adjourned {
        return Ruling::refuse(clause, "a move is sealed at the adjournment of a game");
    }
    if by != game.turn_to_play() {
        return Ruling::refuse(clause, "only the player whose turn it is can seal a move");
    }
    if game
        .adjournment
        .as_ref()
        .is_some_and(|adjournment| adjournment.sealed.is_some())
    {
        return Ruling::refuse(
            complete,
            "the sealed move is complete: it has left his possession",
        );
    }
    Ruling::silent()
        .finding(
            complete,
            by,
            format!("{by} has sealed a move: it is complete, and neither player may see it"),
        )
        .so(Consequence::Seal(by, record.to_owned()))
}

/// Play is resumed: the position set up, the envelope opened, the move read.
pub(crate) fn resume(
    game: &Game,
    board: Option<&str>,
    clocks: Option<(Moment, Moment)>,
) -> Result<Ruling, Impossible> {
    let Some(adjournment) = game
        .adjournment
        .as_ref()
        .filter(|_| game.status == Status::Adjourned)
    else {
        return Ok(Ruling::refuse_plainly("the game is not adjourned"));
    };
    let other = match board {
        None => None,
        Some(text) => {
            let set_up = set_up(game, text)?;
            (set_up.men.board() != adjournment.standing.men.board()).then_some(set_up)
        }
    };
    let mut ruling = Ruling::silent();
    ruling = ruling.so(Consequence::Resume(other.map(Box::new)));
    if let Some((white, black)) = clocks {
        ruling = ruling.so(Consequence::SetClocks(white, black));
    }
    Ok(open_the_envelope(game, ruling))
}

fn set_up(game: &Game, text: &str) -> Result<Standing, Impossible> {
    let whole = if text.contains(' ') {
        text.to_owned()
    } else {
        let player = if game.turn_to_play() == Colour::White {
            'w'
        } else {
            'b'
        };
        format!("{text} {player} {} - 0 1", game.standing.men.castling())
    };
    let position = Position::from_fen_irregular(&whole, game.movement)
        .or_else(|_| {
            // Rights that the men as set up do not bear are left out.
            let bare: Vec<&str> = whole.split(' ').collect();
            let turn = bare.get(1).copied().unwrap_or("w");
            Position::from_fen_irregular(&format!("{} {turn} - - 0 1", bare[0]), game.movement)
        })
        .map_err(|error| Impossible::BadBoard(error.to_string()))?;
    let men = Men::of(&position);
    Ok(Standing {
        men,
        player: game.turn_to_play(),
        position: Some(position),
    })
}

/// Carries the sealed move into play, after the consequences already in the ruling.
fn open_the_envelope(game: &Game, ruling: Ruling) -> Ruling {
    let Some(sealed) = game
        .adjournment
        .as_ref()
        .and_then(|adjournment| adjournment.sealed.clone())
    else {
        return ruling;
    };
    let mut resumed = game.clone();
    resumed.carry_out(&ruling);
    let by = sealed.by;
    if SEALED_WRONGLY[game.terms.code].value == SealedWrongly::NotProvided {
        return opened_by_agreement(&resumed, ruling, by, &sealed.record);
    }
    let clause = cite!(bcc, "II.7(c)");
    if sealed.record.trim().is_empty() {
        let offence = touch::offence(&resumed, by, OffenceKind::NothingSealed, Vec::new());
        let text = format!("{by} is found to have made no record: it is his turn to play");
        return ruling
            .finding(clause, by, text)
            .so(Consequence::Note(Box::new(offence)));
    }
    let moves = readings(&resumed, &sealed.record);
    match moves[..] {
        [] => {
            let offence = touch::offence(&resumed, by, OffenceKind::UnreadableText, Vec::new());
            let text = format!("the sealed record \"{}\" expresses no legal move", sealed.record);
            ruling
                .finding(clause, by, text)
                .so(Consequence::Note(Box::new(offence)))
        }
        [mv] => {
            let text = format!("the sealed move is opened: {mv}");
            ruling
                .finding(cite!(bcc, "I.14A"), by, text)
                .and(completing::played(&resumed, mv, None))
        }
        _ => {
            let text = format!(
                "the sealed record \"{}\" expresses several legal moves: the opponent may adopt one",
                sealed.record
            );
            let pending = Pending {
                by,
                readings: moves.clone(),
                text: sealed.record.clone(),
                clause: clause.into(),
            };
            ruling
                .finding(clause, by, text)
                .so(Consequence::Await(Box::new(pending)))
        }
    }
}

/// A sealed move in a code that knows none: one legal move is that move; anything else is for those who decide.
fn opened_by_agreement(resumed: &Game, ruling: Ruling, by: Colour, record: &str) -> Ruling {
    let clause = SEALED_WRONGLY[resumed.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    if let [mv] = readings(resumed, record)[..] {
        let text = format!("the sealed move is opened: {mv}");
        return ruling
            .finding(clause, by, text)
            .and(completing::played(resumed, mv, None));
    }
    let question = format!("what is the sealed record \"{record}\", which expresses no one legal move?");
    let dispute = Dispute {
        by: None,
        question: question.clone(),
        clause: Some(clause),
        ended: None,
    };
    ruling
        .finding(clause, by, question)
        .so(Consequence::Suspend(Box::new(dispute)))
}

/// `"II.7(a)"`: play was resumed from a wrong position; all that followed is void (reading BCC-30).
pub(crate) fn wrong_position(game: &Game, event: &Event) -> Ruling {
    let clause = wrong_resumption(game);
    let Some(adjournment) = game
        .adjournment
        .as_ref()
        .filter(|adjournment| adjournment.resumed_wrongly)
    else {
        return Ruling::refuse(
            clause,
            "the game was resumed from the position in which it was adjourned",
        );
    };
    let text = "the game went on from a wrong position: that of the adjournment is restored";
    let ruling = Ruling::silent()
        .finding(clause, event.by, text)
        .so(penalties::restore(&adjournment.standing, adjournment.past))
        .so(Consequence::Resume(None));
    open_the_envelope(game, ruling)
}

/// The clause under which a wrong resumption is put right.
fn wrong_resumption(game: &Game) -> &'static str {
    let answer = &SEALED_WRONGLY[game.terms.code];
    match answer.value {
        SealedWrongly::PenaltyC => cite!(bcc, "II.7(a)").into(),
        SealedWrongly::LosesUnlessCertain | SealedWrongly::NotProvided => {
            answer.authority.governing().unwrap_or_default()
        }
    }
}

/// A wrong resumption can be pointed out by anyone at the board.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let wrong = game
        .adjournment
        .as_ref()
        .is_some_and(|adjournment| adjournment.resumed_wrongly);
    if !wrong || game.status != Status::InPlay {
        return Vec::new();
    }
    [Party::White, Party::Black, Party::Umpire]
        .into_iter()
        .map(|party| Right {
            party,
            act: Act::PointOut {
                error: Error::ResumedPosition,
                number: None,
            },
            clause: wrong_resumption(game),
            text: "restore the position of the adjournment".to_owned(),
        })
        .collect()
}
