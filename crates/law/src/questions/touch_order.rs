//! Several men are touched, one after another: which of them must be played, where the law itself chooses?

use crate::{
    code::Clause,
    facts::legal,
    questions::penalties::{WHO_CHOOSES, WhoChooses},
};
use jadoube_board::{Colour, Kind, Man, Move, Position, Square, Wing};
use jadoube_game::{
    Duty, DutyView, Game, HandMove, Ruling, Sentence, Standing, Touch, castling_wing, king_square,
    rook_squares, say,
};

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
    pub text: Sentence,
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
    let made = game.turn.illegal.map(|(_, made)| made);
    bound_in(game, &game.standing, &legal, touched, made)
}

/// The same in a turn that began so, these moves being legal in it, and this the transfer that no legal move makes.
pub(crate) fn bound_in(
    game: &Game,
    turn: &Standing,
    legal: &[Move],
    touched: &[Touch],
    made: Option<HandMove>,
) -> Option<Bound> {
    let law = ORDER.of(game)?;
    let (table, stood) = laid_out(law, turn, legal, touched, made)?;
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

/// `"4.4.3"`: he meant to castle, and his King has no move: he is free, though the Rook that he touched could move.
pub(crate) fn free_though_he_meant_to_castle(game: &Game, touched: &[Touch]) -> Option<Ruling> {
    let law = ORDER.of(game)?;
    let legal = legal::legal_moves(game);
    let (table, stood) = laid_out(law, &game.standing, &legal, touched, None)?;
    let could_move = stood
        .iter()
        .any(|each| each.1.colour == table.player && !table.playing(*each).is_empty());
    (could_move && bound(game, touched).is_none()).then(|| {
        let by = table.player;
        let text = say!(
            "{by} meant to castle and cannot, and [his] King has no move: [he] may make any legal move"; by
        );
        Ruling::silent().finding(law.king_without_castling, by, text)
    })
}

/// The men touched, where they stood when the turn began, before the player whose turn it is.
fn laid_out<'a>(
    law: &'a Order,
    turn: &'a Standing,
    legal: &'a [Move],
    touched: &[Touch],
    made: Option<HandMove>,
) -> Option<(Table<'a>, Vec<(Square, Man)>)> {
    let stood: Vec<(Square, Man)> = touched
        .iter()
        .filter_map(|touch| turn.men.square_of(touch.id))
        .filter_map(|square| Some((square, turn.men.get(square)?)))
        .collect();
    let table = Table {
        law,
        position: turn.position.as_ref()?,
        legal,
        player: turn.player,
        castles_in_vain: made.is_some_and(|made| is_of_castling(turn, made)),
    };
    Some((table, stood))
}

/// Whether it is the transfer of a King let go two squares from his own, towards a Rook in its corner.
fn is_of_castling(turn: &Standing, made: HandMove) -> bool {
    let wing = turn
        .men
        .get(made.from)
        .and_then(|man| castling_wing(man, made.from, made.to));
    wing.is_some_and(|wing| {
        let corner = rook_squares(made.from, wing).0;
        turn.men.get(corner) == Some(Man::new(turn.player, Kind::Rook))
    })
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
        /// The King let go two squares away, and that castling is illegal: another move of the King.
        king_let_go,
    }
    pub static ORDER for WHO_CHOOSES: WhoChooses::TheLaw = {
        fide_2023: {
            own_men: "4.3.1", adverse_men: "4.3.2", both_colours: "4.3.3", king_and_rook: "4.4.1",
            rook_before_king: "4.4.2", king_without_castling: "4.4.3", king_let_go: "4.7.2",
        },
    };
}

struct Table<'a> {
    law: &'a Order,
    position: &'a Position,
    legal: &'a [Move],
    player: Colour,
    /// His King was let go where castling puts him, and cannot castle there.
    castles_in_vain: bool,
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
            text: say!(
                "{player} [has] touched the {kind} on {square}, and must {must} it";
                player = self.player, kind = man.kind, square, must
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
            let text = say!(
                "{player} [has] touched the {kind} on {square} and the {other_kind} on {other}, and must take the one with the other";
                player = self.player, kind = own.1.kind, square = own.0, other_kind = adverse.1.kind, other = adverse.0
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

    /// Whether a King and a Rook stand as they do before castling: nobody means to castle with others (reading F23-24).
    fn stand_to_castle(&self, king: Square, rook: &(Square, Man)) -> bool {
        king == king_square(self.player)
            && rook.1.kind == Kind::Rook
            && Wing::BOTH
                .into_iter()
                .any(|wing| rook_squares(king, wing).0 == rook.0)
    }

    /// `"4.3.1"`: the first that can be moved; King and Rook by `"4.4.1"` to `"4.4.3"`.
    fn own_men(&self, stood: &[(Square, Man)]) -> Option<Bound> {
        let mut castling_meant = Vec::new();
        for (at, touched) in stood.iter().enumerate() {
            let (before, after) = (&stood[..at], &stood[at + 1..]);
            if castling_meant.contains(&touched.0) {
                // Reading F23-24: his King cannot move, and the Rook he meant to castle with does not bind.
                continue;
            }
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
            let rooks: Vec<&(Square, Man)> = after
                .iter()
                .filter(|each| self.stand_to_castle(touched.0, each))
                .collect();
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
                        text: say!(
                            "{player} [has] touched [his] King and the Rook on {square}, and must castle on that side";
                            player = self.player, square = rook.0
                        ),
                        moves: castling,
                    });
                }
            }
            if king.is_empty() {
                castling_meant.extend(rooks.iter().map(|rook| rook.0));
                continue;
            }
            if !rooks.is_empty() {
                return Some(Bound {
                    clause: self.law.king_without_castling,
                    text: say!(
                        "{player} cannot castle with the Rook [he] touched, and must make another move with [his] King";
                        player = self.player
                    ),
                    moves: king,
                });
            }
            let rook_first = before.iter().any(|each| each.1.kind == Kind::Rook);
            if self.castles_in_vain && !rook_first {
                let by = self.player;
                return Some(Bound {
                    clause: self.law.king_let_go,
                    text: say!(
                        "{by} let go of [his] King where [he] cannot castle, and must make another move with him"; by
                    ),
                    moves: king,
                });
            }
            let clause = if rook_first {
                self.law.rook_before_king
            } else {
                self.law.own_men
            };
            return Some(self.bound(clause, *touched, king));
        }
        None
    }
}
