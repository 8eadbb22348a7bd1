//! How is it brought about, what the law says? Parts of rulings that several questions share. They know no code: what is
//! cited is handed to them by the row that answered.

use crate::{
    code::{Authority, Clause},
    facts::proved::{self, Proved},
};
use jadoube_board::{Colour, Move};
use jadoube_game::{
    Citation, Consequence, Dispute, Duty, Event, Game, ManId, Men, Offence, OffenceKind, Outcome, Party,
    Ruling, Standing, Status, Touch, Window,
};

/// Whether a party is one of the players.
pub(crate) fn player_of(event: &Event) -> Result<Colour, Ruling> {
    event.by.player().ok_or_else(|| {
        Ruling::refuse_plainly(match event.by {
            Party::Umpire => "this is for the players, not for the umpire",
            _ => "this is for the players",
        })
    })
}

/// What the ruling so far makes of the game.
pub(crate) fn after(game: &Game, ruling: &Ruling) -> Game {
    let mut after = game.clone();
    after.carry_out(ruling);
    after
}

/// The men and the turn go back to this.
pub(crate) fn restore(turn: &Standing, past: usize) -> Consequence {
    Consequence::Restore(Box::new(turn.clone()), past)
}

/// A question for whoever decides what the laws leave open, put by a party or raised by the law itself.
pub(crate) fn referred(
    by: Option<Party>,
    of: impl Into<Party>,
    clause: impl Into<Citation>,
    question: impl Into<String>,
) -> Ruling {
    let (clause, question) = (clause.into(), question.into());
    let dispute = Dispute {
        by,
        question: question.clone(),
        clause: Some(clause),
        ended: None,
    };
    Ruling::silent()
        .finding(clause, of, question)
        .so(Consequence::Suspend(Box::new(dispute)))
}

/// The game is annulled; whoever rightly had the first move keeps it: `"II.1(c)"`.
pub(crate) fn annulled(game: &Game, clause: Citation) -> Outcome {
    Outcome {
        status: Status::Annulled,
        winner: None,
        clause: Some(clause),
        next_first_move: Some(game.first.player),
    }
}

/// The game is drawn, or won by this player, on this authority; what rests on a reading alone has no clause to its result.
pub(crate) fn ended(winner: Option<Colour>, authority: Authority) -> Outcome {
    Outcome {
        status: if winner.is_some() {
            Status::Won
        } else {
            Status::Drawn
        },
        winner,
        clause: authority.governing().filter(|_| !authority.is_reading()),
        next_first_move: None,
    }
}

/// An offence of this player in the present turn.
pub(crate) fn offence(game: &Game, by: Colour, kind: OffenceKind, mut touched: Vec<Touch>) -> Offence {
    let (turn, past) = game.turn_start();
    for touch in &mut touched {
        touch.square = turn.men.square_of(touch.id).unwrap_or(touch.square);
    }
    // Reading BCC-35: several moves are one turn, so the men moved before are men touched in it.
    for earlier in &game.past[past..] {
        let id = earlier.mv.and_then(|mv| earlier.standing.men.id(mv.from()));
        if let Some(touch) = id.and_then(|id| touch_of(&turn.men, id))
            && !touched.iter().any(|each| each.id == touch.id)
        {
            touched.push(touch);
        }
    }
    Offence {
        by,
        kind,
        turn: turn.clone(),
        past,
        touched,
        made: None,
        number: game.hand_moves + 1,
        before: None,
        after: None,
        window: Window::UntilTouch,
        restored: false,
        duty: None,
    }
}

/// The man of this name as one touched, where he stands among these men.
pub(crate) fn touch_of(men: &Men, id: ManId) -> Option<Touch> {
    let square = men.square_of(id)?;
    Some(Touch {
        id,
        man: men.get(square)?,
        square,
    })
}

/// Play goes back to that turn, and its player must meet the check that stood there.
pub(crate) fn attend_to_the_check(game: &Game, turn: usize, clause: Clause, text: String) -> Ruling {
    let Some(past) = game.past.get(turn) else {
        return Ruling::silent();
    };
    let standing = &past.standing;
    let ruling = Ruling::silent()
        .finding(clause, standing.player, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(restore(standing, turn))
        .so(Consequence::Announce(!standing.player, "check".to_owned()));
    let moves: Vec<Move> = standing
        .position
        .as_ref()
        .map(|position| position.legal_moves().iter().copied().collect())
        .unwrap_or_default();
    if moves.is_empty() {
        return ruling;
    }
    ruling.so(Consequence::Bind(Box::new(Duty {
        clause: clause.into(),
        text: format!("{} must release his King from the check", standing.player),
        moves,
        exacted: true,
    })))
}

/// How the law answers a claim.
pub(crate) enum Answered {
    /// It is good.
    Sound { clause: Citation, text: String },
    /// It is not.
    Unsound { clause: Citation, why: String },
    /// The umpire must say.
    Doubtful { clause: Citation, what: String },
}

impl Answered {
    /// As it was proved, by this clause.
    pub(crate) fn by_proof(clause: Citation, proved: Proved) -> Self {
        match proved {
            Proved::Yes(text) => Answered::Sound { clause, text },
            Proved::No(why) => Answered::Unsound { clause, why },
            Proved::Undecided(what) => Answered::Doubtful { clause, what },
        }
    }

    /// The claim fails for this reason.
    pub(crate) fn unsound(clause: Citation, why: impl Into<String>) -> Self {
        Answered::Unsound {
            clause,
            why: why.into(),
        }
    }
}

/// The game is lost by this player, or drawn where his opponent can never mate (reading F23-63).
pub(crate) fn lost_unless_never_mated(game: &Game, player: Colour, clause: Citation, text: &str) -> Ruling {
    let found = game
        .position()
        .map(|position| proved::can_mate(position, !player));
    match found {
        None | Some(Proved::Yes(_)) => Ruling::silent()
            .finding(clause, player, format!("{text}: the game is lost"))
            .so(Consequence::End(Outcome::won(!player, clause))),
        Some(Proved::No(_)) => Ruling::silent()
            .finding(
                clause,
                player,
                format!("{text}, but {} can never mate: the game is drawn", !player),
            )
            .so(Consequence::End(Outcome::drawn(clause))),
        Some(Proved::Undecided(whether)) => referred(None, player, clause, format!("{text}; {whether}")),
    }
}
