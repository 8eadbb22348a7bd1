//! Which of the lettered penalties are open, alone or together, and for which men?

use crate::{
    code::Clause,
    facts::{legal, touched as men},
    means::liability::{Effect, Exaction, Liability, is_for_a_later_turn},
    questions::lettered::{LETTERS, ROWS, Row, WithA},
};
use jadoube_board::{Move, Position};
use jadoube_game::{Game, OffenceKind, Penalty, Standing, Touch, say};

/// What one clause is broken by, and what it gives.
pub(crate) struct Charge<'a> {
    row: &'static Row,
    /// The offences that stand under it.
    pub liability: Liability<'a>,
    /// The men touched in the turn in which they were committed.
    touched: Vec<Touch>,
}

impl Charge<'_> {
    /// By which clause.
    pub(crate) fn clause(&self) -> Clause {
        self.row.clause
    }
}

/// The offences by the clauses they stand under, each under one.
pub(crate) fn charges<'a>(game: &Game, liability: &Liability<'a>) -> Vec<Charge<'a>> {
    let mut left = liability.offences.clone();
    let mut in_his_turn = Liability {
        offences: left.clone(),
    };
    in_his_turn
        .offences
        .retain(|offence| !is_for_a_later_turn(offence.kind));
    let mut charges = Vec::new();
    let rows = ROWS[game.terms.code].iter();
    for row in rows.filter(|row| row.mode.is_none_or(|mode| game.terms.mode == mode)) {
        let (offences, others) = left
            .iter()
            .partition(|offence| row.any.contains(&offence.kind) || row.also == Some(offence.kind));
        let liability = Liability { offences };
        let broken = row.any.iter().any(|kind| liability.has(*kind))
            && row.also.is_none_or(|kind| liability.has(kind));
        if broken {
            left = others;
            let touched = if liability.in_a_later_turn() {
                liability.touched()
            } else {
                in_his_turn.touched()
            };
            charges.push(Charge {
                row,
                liability,
                touched,
            });
        }
    }
    charges
}

/// Which of A, B, C, A with B and A with C are open, with every lawful choice of men.
pub(crate) fn open(game: &Game, liability: &Liability) -> Vec<Exaction> {
    let mut open: Vec<Exaction> = Vec::new();
    for each in charges(game, liability)
        .iter()
        .flat_map(|charge| under(game, charge))
    {
        if !open.iter().any(|other| same(other, &each)) {
            open.push(each);
        }
    }
    open
}

fn same(one: &Exaction, other: &Exaction) -> bool {
    (one.penalty, one.man, &one.men) == (other.penalty, other.man, &other.men)
}

/// The charge on which this is exacted.
pub(crate) fn charge_of<'a>(game: &Game, liability: &Liability<'a>, chosen: &Exaction) -> Option<Charge<'a>> {
    let gives = |charge: &Charge| under(game, charge).iter().any(|each| same(each, chosen));
    charges(game, liability).into_iter().find(gives)
}

/// What one charge gives.
pub(crate) fn under(game: &Game, charge: &Charge) -> Vec<Exaction> {
    let Some(law) = LETTERS.of(game) else {
        return Vec::new();
    };
    let Charge {
        row,
        liability,
        touched,
    } = charge;
    let clause = row.clause;
    let (turn, past) = turn_to_discharge(game, liability);
    let Some(position) = turn
        .position
        .as_ref()
        .filter(|position| position.turn() == liability.last().by)
    else {
        // His turn has not come yet.
        return Vec::new();
    };
    let restored = liability.offences.iter().any(|offence| offence.restored);
    let mut open = Vec::new();
    if row.with_a == WithA::UnlessRestored && !restored {
        open.push(Exaction {
            penalty: Penalty::A,
            man: None,
            men: Vec::new(),
            clause,
            first: "",
            due: say!("the position at the start of the turn is restored"),
            moves: legal::legal_at(game, turn, past),
            effect: Effect::RestoreOnly,
        });
    }
    let with_a = match row.with_a {
        WithA::UnlessRestored => !restored,
        WithA::Always => true,
        WithA::Never => false,
    };
    let directs_a_turn = liability.in_a_later_turn() || restored;
    let has_moved = game.past.len() > past;
    let effect = |clause| {
        // An illegal move that stands on the board goes back, whatever he is made to play for.
        if directs_a_turn && !has_moved && game.turn.illegal.is_none() {
            Effect::Bind(clause)
        } else {
            Effect::RestoreAndBind(clause)
        }
    };
    let first = match (with_a, directs_a_turn && has_moved) {
        (true, _) => "the position is restored; then ",
        (false, true) => "the move is taken back; then ",
        (false, false) if game.turn.illegal.is_some() => "the illegal move is taken back; then ",
        (false, false) => "",
    };
    // A man removed by mistake costs Penalty C only as a man touched that cannot be played.
    let stuck = || {
        liability
            .touched()
            .iter()
            .any(|touch| men::moves_playing(game, (turn, past), touch).is_empty())
    };
    if row.b {
        let named = if with_a { Penalty::AThenB } else { Penalty::B };
        let effect = effect(law.b);
        open.extend(penalty_b(
            game,
            (turn, past),
            touched,
            (named, first),
            clause,
            effect,
        ));
    }
    if row.c && (!row.any.contains(&OffenceKind::RemovedByMistake) || stuck()) {
        let named = if with_a { Penalty::AThenC } else { Penalty::C };
        let effect = effect(law.c);
        let legal = legal::legal_at(game, turn, past);
        open.extend(penalty_c(position, &legal, (named, first), clause, effect));
    }
    open
}

/// The turn in which a lettered penalty is discharged, and how many turns were over when it began.
pub(crate) fn turn_to_discharge<'a>(game: &'a Game, liability: &Liability<'a>) -> (&'a Standing, usize) {
    let last = liability.last();
    // Reading BCC-12: for an offence out of turn, or by a text, it is the offender's turn after it that counts.
    if !liability.keeps_the_turn() {
        return (&last.turn, last.past);
    }
    match game.past.last() {
        // He has already moved in it; that move is taken back (reading BCC-2).
        Some(turn) if turn.standing.player == last.by && game.turn_to_play() != last.by => {
            (&turn.standing, game.past.len() - 1)
        }
        _ => (&game.standing, game.past.len()),
    }
}

/// Penalty B: a man touched is moved or taken; of two men one takes the other; King and Rook castle.
fn penalty_b(
    game: &Game,
    turn: (&Standing, usize),
    touched: &[Touch],
    (penalty, restore): (Penalty, &'static str),
    clause: Clause,
    effect: Effect,
) -> Vec<Exaction> {
    let player = turn.0.player;
    let mut open = Vec::new();
    for touch in touched {
        let mut moves = men::moves_playing(game, turn, touch);
        moves.retain(|mv| !mv.is_castling());
        if !moves.is_empty() {
            let verb = if touch.man.colour == player {
                "move"
            } else {
                "take"
            };
            let due = say!(
                "{player} must {verb} the {kind} on {square}"; player, verb, kind = touch.man.kind, square = touch.square
            );
            open.push(Exaction {
                penalty,
                man: Some(touch.square),
                men: Vec::new(),
                clause,
                first: restore,
                due,
                moves,
                effect,
            });
        }
    }
    for (at, one) in touched.iter().enumerate() {
        for other in &touched[at + 1..] {
            let (own, other) = if one.man.colour == player {
                (one, other)
            } else {
                (other, one)
            };
            let (moves, what) = if own.man.colour != player {
                continue;
            } else if other.man.colour == player {
                let what = format!("castle with the men on {} and {}", own.square, other.square);
                let mut moves = men::moves_playing(game, turn, own);
                moves.retain(|mv| men::castles_with(mv, own.square, other.square));
                (moves, what)
            } else {
                let mut moves = men::moves_playing(game, turn, other);
                moves.retain(|mv| mv.from() == own.square);
                let what = format!("take the man on {} with the man on {}", other.square, own.square);
                (moves, what)
            };
            if !moves.is_empty() {
                open.push(Exaction {
                    penalty,
                    man: None,
                    men: vec![own.square, other.square],
                    clause,
                    first: restore,
                    due: say!("{player} must {what}"; player, what),
                    moves,
                    effect,
                });
            }
        }
    }
    open
}

/// Penalty C: the King is moved, not castled; if he cannot move, a man that the opponent selects.
fn penalty_c(
    position: &Position,
    legal: &[Move],
    (penalty, restore): (Penalty, &'static str),
    clause: Clause,
    effect: Effect,
) -> Vec<Exaction> {
    let player = position.turn();
    let moves = men::of_the_king(legal, position);
    if !moves.is_empty() {
        let due = say!("{player} must move [his] King"; player);
        return vec![Exaction {
            penalty,
            man: None,
            men: Vec::new(),
            clause,
            first: restore,
            due,
            moves,
            effect,
        }];
    }
    let mut open = Vec::new();
    for square in position.board().of(player) {
        let mut moves = legal.to_vec();
        moves.retain(|mv| mv.from() == square && !mv.is_castling());
        if !moves.is_empty() {
            let due = say!("{player}, whose King cannot move, must move the man on {square}"; player, square);
            open.push(Exaction {
                penalty,
                man: Some(square),
                men: Vec::new(),
                clause,
                first: restore,
                due,
                moves,
                effect,
            });
        }
    }
    open
}
