//! Several men are touched, one after another: which of them must be played, where the law itself chooses?

use crate::{
    code::Clause,
    facts::legal,
    questions::penalties::{WHO_CHOOSES, WhoChooses},
};
use jadoube_board::{Colour, Kind, Man, Move, Position, Square};
use jadoube_game::{Duty, DutyView, Game, Standing, Touch, rook_squares};

question! {
    "Several men are touched, one after another: which of them must be played, where the law itself chooses?";
    tables: ORDER;
}

/// What touching leaves a player to play.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    /// By which clause.
    pub clause: Clause,
    /// In our words.
    pub text: String,
    /// The only moves left.
    pub moves: Vec<Move>,
}

impl Bound {
    /// As a duty.
    pub(crate) fn into_duty(self) -> Duty {
        Duty {
            clause: self.clause.into(),
            text: self.text,
            moves: self.moves,
            exacted: false,
        }
    }

    pub(crate) fn view(&self) -> DutyView {
        DutyView {
            clause: self.clause.into(),
            text: self.text.clone(),
        }
    }
}

/// What the men touched in this turn bind the player to; nothing where he is free.
pub(crate) fn bound(game: &Game, touched: &[Touch]) -> Option<Bound> {
    let legal = legal::legal_moves(game);
    bound_in(game, &game.standing, &legal, touched)
}

/// The same in a turn that began so, these moves being legal in it.
pub(crate) fn bound_in(game: &Game, turn: &Standing, legal: &[Move], touched: &[Touch]) -> Option<Bound> {
    let law = ORDER.of(game)?;
    let position = turn.position.as_ref()?;
    let stood: Vec<(Square, Man)> = touched
        .iter()
        .filter_map(|touch| Some((turn.men.square_of(touch.id)?, touch.man)))
        .filter_map(|(square, _)| Some((square, turn.men.get(square)?)))
        .collect();
    let table = Table {
        law,
        position,
        legal,
        player: turn.player,
    };
    let own = stood.iter().find(|(_, man)| man.colour == turn.player);
    let adverse = stood.iter().find(|(_, man)| man.colour != turn.player);
    match (own, adverse) {
        (None, None) => None,
        (Some(_), None) => table.own_men(&stood),
        (None, Some(_)) => stood.iter().find_map(|touched| {
            let moves = table.playing(*touched);
            (!moves.is_empty()).then(|| table.bound(law.adverse_men, *touched, moves))
        }),
        (Some(own), Some(adverse)) => table.both_colours(&stood, *own, *adverse),
    }
}

steps! {
    /// What was touched, and in which order.
    pub struct Order {
        /// Only his own men touched: the first that can move is moved.
        own_men,
        /// Only adverse men touched: the first that can be taken is taken.
        adverse_men,
        /// Men of both colours touched: the first of his own takes the first of the other's, or else the first that can is played.
        both_colours,
        /// King and Rook touched: he castles on that side, if he may.
        king_and_rook,
        /// The Rook touched before the King: no castling on that side.
        rook_before_king,
        /// King and Rook touched, and that castling is illegal: another move of the King.
        king_without_castling,
    }
    pub static ORDER for WHO_CHOOSES: WhoChooses::TheLaw = {
        fide_2023: {
            own_men: "4.3.1", adverse_men: "4.3.2", both_colours: "4.3.3", king_and_rook: "4.4.1",
            rook_before_king: "4.4.2", king_without_castling: "4.4.3",
        },
    };
}

struct Table<'a> {
    law: &'a Order,
    position: &'a Position,
    legal: &'a [Move],
    player: Colour,
}

impl Table<'_> {
    /// The moves that play this man: his own moved, or an adverse one taken.
    fn playing(&self, (square, man): (Square, Man)) -> Vec<Move> {
        let taken = |mv: &Move| self.position.captured(*mv).is_some_and(|(on, _)| on == square);
        let plays = |mv: &Move| {
            if man.colour == self.player {
                mv.from() == square
            } else {
                taken(mv)
            }
        };
        self.legal.iter().copied().filter(plays).collect()
    }

    fn bound(&self, clause: Clause, (square, man): (Square, Man), moves: Vec<Move>) -> Bound {
        let must = if man.colour == self.player { "move" } else { "take" };
        Bound {
            clause,
            text: format!(
                "{} has touched the {} on {square}, and must {must} it",
                self.player,
                man.kind.name()
            ),
            moves,
        }
    }

    /// `"4.3.3"`: the first adverse man by the first of his own; else the first man touched that can be played.
    fn both_colours(
        &self,
        stood: &[(Square, Man)],
        own: (Square, Man),
        adverse: (Square, Man),
    ) -> Option<Bound> {
        let clause = self.law.both_colours;
        let both: Vec<Move> = self
            .playing(own)
            .into_iter()
            .filter(|mv| self.position.captured(*mv).is_some_and(|(on, _)| on == adverse.0))
            .collect();
        if !both.is_empty() {
            let text = format!(
                "{} has touched the {} on {} and the {} on {}, and must take the one with the other",
                self.player,
                own.1.kind.name(),
                own.0,
                adverse.1.kind.name(),
                adverse.0
            );
            return Some(Bound {
                clause,
                text,
                moves: both,
            });
        }
        let (square, moves) = stood.iter().find_map(|touched| {
            let moves = self.playing(*touched);
            (!moves.is_empty()).then_some((*touched, moves))
        })?;
        let rook = |each: &(Square, Man)| each.1 == Man::new(self.player, Kind::Rook);
        if square == own && own.1.kind == Kind::King && stood.iter().any(rook) {
            // Which move of the King it is, the Rooks touched with him say.
            let own_men: Vec<(Square, Man)> = stood
                .iter()
                .copied()
                .filter(|each| each.1.colour == self.player)
                .collect();
            return self.own_men(&own_men);
        }
        Some(self.bound(clause, square, moves))
    }

    /// `"4.3.1"`: the first that can be moved; King and Rook by `"4.4.1"` to `"4.4.3"`.
    fn own_men(&self, stood: &[(Square, Man)]) -> Option<Bound> {
        let is_rook = |touched: &&(Square, Man)| touched.1.kind == Kind::Rook;
        for (at, touched) in stood.iter().enumerate() {
            let (before, after) = (&stood[..at], &stood[at + 1..]);
            if touched.1.kind != Kind::King {
                let moves = self.playing(*touched);
                if !moves.is_empty() {
                    let king_follows = after.iter().any(|each| each.1.kind == Kind::King);
                    let rook_first = touched.1.kind == Kind::Rook && king_follows;
                    let clause = if rook_first {
                        self.law.rook_before_king
                    } else {
                        self.law.own_men
                    };
                    return Some(self.bound(clause, *touched, moves));
                }
                continue;
            }
            let barred = |mv: &Move| {
                mv.wing().is_some_and(|wing| {
                    let corner = rook_squares(mv.from(), wing).0;
                    before.iter().any(|each| each.0 == corner)
                })
            };
            let king: Vec<Move> = self
                .playing(*touched)
                .into_iter()
                .filter(|mv| !barred(mv))
                .collect();
            let rooks: Vec<&(Square, Man)> = after.iter().filter(is_rook).collect();
            // Reading F23-22: the Rook touched first, then the other.
            for rook in &rooks {
                let castles = |mv: &Move| {
                    mv.wing()
                        .is_some_and(|wing| rook_squares(mv.from(), wing).0 == rook.0)
                };
                let castling: Vec<Move> = king.iter().copied().filter(castles).collect();
                if !castling.is_empty() {
                    return Some(Bound {
                        clause: self.law.king_and_rook,
                        text: format!(
                            "{} has touched his King and the Rook on {}, and must castle on that side",
                            self.player, rook.0
                        ),
                        moves: castling,
                    });
                }
            }
            match (
                king.is_empty(),
                rooks.is_empty(),
                before.iter().any(|each| is_rook(&each)),
            ) {
                // Reading F23-24: wholly free, the Rook too.
                (true, false, _) => return None,
                (true, true, _) => {}
                (false, false, _) => {
                    return Some(Bound {
                        clause: self.law.king_without_castling,
                        text: format!(
                            "{} cannot castle with the Rook he touched, and must make another move with his King",
                            self.player
                        ),
                        moves: king,
                    });
                }
                (false, true, rook_first) => {
                    let clause = if rook_first {
                        self.law.rook_before_king
                    } else {
                        self.law.own_men
                    };
                    return Some(self.bound(clause, *touched, king));
                }
            }
        }
        None
    }
}
