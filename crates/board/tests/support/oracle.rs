//! Which moves are there by the definition, slowly and plainly?
//!
//! Men in a box of sixty-four, each moved as its kind moves, and the move kept if the player's own king is not
//! attacked afterwards. It shares no code with the generator.
#![allow(
    clippy::missing_panics_doc,
    missing_docs,
    unreachable_pub,
    reason = "only tests lean on it"
)]

use jadoube_board::{
    Bitboard, Board, Castling, Colour, File, Kind, Man, Move, Movement, Position, Queening, Rank,
    RooklessCastling, Square, Wing,
};

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

#[derive(Clone, PartialEq, Debug)]
pub struct Oracle {
    men: [Option<Man>; 64],
    turn: Colour,
    /// Each right with whether a rook castles along.
    castling: Vec<(Colour, Wing, bool)>,
    passed: Option<Square>,
    /// Pawns on their second rank that have moved.
    walked: Vec<Square>,
    movement: Movement,
}

fn up(colour: Colour) -> i8 {
    if colour == Colour::White { 1 } else { -1 }
}

fn corner(colour: Colour, wing: Wing) -> Square {
    let file = if wing == Wing::King { File::H } else { File::A };
    Square::new(file, Rank::One.relative_to(colour))
}

impl Oracle {
    pub fn of(position: &Position) -> Self {
        let men = Square::ALL.map(|square| position.board().get(square));
        let castling = position
            .castling()
            .iter()
            .map(|(colour, wing)| {
                let rook = men[corner(colour, wing).index()] == Some(Man::new(colour, Kind::Rook));
                (colour, wing, rook)
            })
            .collect();
        Self {
            men,
            turn: position.turn(),
            castling,
            passed: position.en_passant(),
            walked: position.walked().into_iter().collect(),
            movement: position.movement(),
        }
    }

    fn at(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// The squares a man commands from where it stands.
    fn commands(&self, from: Square, man: Man) -> Vec<Square> {
        let steps = |steps: &[(i8, i8)]| {
            steps
                .iter()
                .filter_map(|&(files, ranks)| from.offset(files, ranks))
                .collect::<Vec<_>>()
        };
        let slides = |lines: &[(i8, i8)]| {
            let mut reached = Vec::new();
            for &(files, ranks) in lines {
                let mut at = from;
                while let Some(next) = at.offset(files, ranks) {
                    reached.push(next);
                    at = next;
                    if self.at(next).is_some() {
                        break;
                    }
                }
            }
            reached
        };
        match man.kind {
            Kind::Pawn => steps(&[(-1, up(man.colour)), (1, up(man.colour))]),
            Kind::Knight => steps(&LEAPS),
            Kind::Bishop => slides(&DIAGONAL),
            Kind::Rook => slides(&STRAIGHT),
            Kind::Queen => [slides(&STRAIGHT), slides(&DIAGONAL)].concat(),
            Kind::King => [steps(&STRAIGHT), steps(&DIAGONAL)].concat(),
        }
    }

    fn attackers(&self, square: Square, by: Colour) -> Vec<Square> {
        Square::ALL
            .into_iter()
            .filter(|&from| {
                self.at(from)
                    .is_some_and(|man| man.colour == by && self.commands(from, man).contains(&square))
            })
            .collect()
    }

    fn attacked(&self, square: Square, by: Colour) -> bool {
        !self.attackers(square, by).is_empty()
    }

    fn king(&self, colour: Colour) -> Square {
        let king = Some(Man::new(colour, Kind::King));
        Square::ALL
            .into_iter()
            .find(|&square| self.at(square) == king)
            .expect("one king a side")
    }

    fn pseudo(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let enterable = |square: Square| {
            self.at(square)
                .is_none_or(|man| man.colour != self.turn && man.kind != Kind::King)
        };
        for from in Square::ALL {
            let Some(man) = self.at(from).filter(|man| man.colour == self.turn) else {
                continue;
            };
            if man.kind != Kind::Pawn {
                let targets = self.commands(from, man).into_iter().filter(|&to| enterable(to));
                moves.extend(targets.map(|to| Move::new(from, to)));
                continue;
            }
            let mut arrives = |to: Square| {
                if to.rank().relative_to(self.turn) == Rank::Eight {
                    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
                        moves.extend(Move::promoting(from, to, kind));
                    }
                    if self.movement.queening == Queening::MayRemainPawn {
                        moves.extend(Move::promoting(from, to, Kind::Pawn));
                    }
                } else {
                    moves.push(Move::new(from, to));
                }
            };
            let mut twice = None;
            if let Some(once) = from.offset(0, up(self.turn)).filter(|&to| self.at(to).is_none()) {
                arrives(once);
                if from.rank().relative_to(self.turn) == Rank::Two && !self.walked.contains(&from) {
                    twice = once.offset(0, up(self.turn)).filter(|&to| self.at(to).is_none());
                }
            }
            for to in self.commands(from, man) {
                if self.at(to).is_some() && enterable(to) {
                    arrives(to);
                }
            }
            moves.extend(twice.map(|to| Move::double_step(from, to)));
            if let Some(passed) = self
                .passed
                .filter(|passed| self.commands(from, man).contains(passed))
            {
                moves.push(Move::en_passant(from, passed));
            }
        }
        moves
    }

    fn castlings(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for &(colour, wing, rook) in &self.castling {
            if colour != self.turn {
                continue;
            }
            let rank = Rank::One.relative_to(colour);
            let (gap, path): (&[File], [File; 3]) = match wing {
                Wing::King => (&[File::F, File::G], [File::E, File::F, File::G]),
                Wing::Queen => (&[File::B, File::C, File::D], [File::E, File::D, File::C]),
            };
            let holder = self.at(corner(colour, wing));
            let corner_serves = rook
                || match self.movement.castling {
                    RooklessCastling::Never => false,
                    RooklessCastling::CornerNeverOccupied | RooklessCastling::CornerEmpty => holder.is_none(),
                    RooklessCastling::CornerNotAdverse => holder.is_none_or(|man| man.colour == colour),
                };
            let clear = gap.iter().all(|&file| self.at(Square::new(file, rank)).is_none());
            let safe = path
                .iter()
                .all(|&file| !self.attacked(Square::new(file, rank), !colour));
            if corner_serves && clear && safe {
                moves.push(Move::castling(colour, wing));
            }
        }
        moves
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo();
        moves.extend(self.castlings());
        moves.retain(|&one| {
            let after = self.play(one);
            !after.attacked(after.king(self.turn), after.turn)
        });
        moves.sort_unstable();
        moves
    }

    pub fn play(&self, one: Move) -> Self {
        let mut next = self.clone();
        let man = next.men[one.from().index()].take().expect("a man to move");
        let becomes = one.promotion().unwrap_or(man.kind);
        next.men[one.to().index()] = Some(Man::new(man.colour, becomes));
        next.walked
            .retain(|square| *square != one.from() && *square != one.to());
        if man.kind == Kind::Pawn && one.to().rank().relative_to(man.colour) == Rank::Two {
            next.walked.push(one.to());
        }
        if one.is_en_passant() {
            next.men[Square::new(one.to().file(), one.from().rank()).index()] = None;
        }
        if let Some(wing) = one.wing() {
            let from = corner(self.turn, wing);
            if self.castling.contains(&(self.turn, wing, true)) {
                let file = if wing == Wing::King { File::F } else { File::D };
                next.men[Square::new(file, from.rank()).index()] = next.men[from.index()].take();
            }
        }
        next.castling.retain(|&(colour, wing, rook)| {
            let corner = corner(colour, wing);
            let king_moved = man == Man::new(colour, Kind::King);
            let entered = one.to() == corner;
            let lost = if rook {
                entered || one.from() == corner
            } else {
                entered && self.movement.castling == RooklessCastling::CornerNeverOccupied
            };
            !king_moved && !lost
        });
        next.passed = one.is_double_step().then(|| {
            one.from()
                .offset(0, up(self.turn))
                .expect("a pawn passes over a square of the board")
        });
        next.turn = !self.turn;
        next
    }

    pub fn check(&self, position: &Position) {
        assert_eq!(position.board().to_string(), self.board().to_string());
        assert_eq!(position.turn(), self.turn);
        assert_eq!(position.en_passant(), self.passed);
        let rights = self
            .castling
            .iter()
            .fold(Castling::NONE, |all, &(c, w, _)| all.with(c, w));
        assert_eq!(position.castling(), rights, "{position}");
        let walked: Bitboard = self.walked.iter().copied().collect();
        assert_eq!(position.walked(), walked, "{position}");

        let expected = self.moves();
        let mut found = position.legal_moves().to_vec();
        found.sort_unstable();
        assert_eq!(found, expected, "{position} {:?}", self.movement);
        assert_eq!(
            position.perft(1),
            expected.len() as u64,
            "{position} {:?}",
            self.movement
        );
        assert_eq!(position.has_legal_move(), !expected.is_empty(), "{position}");
        for &one in &expected {
            assert!(position.is_legal(one), "{one} {position}");
        }
        let checkers: Vec<_> = position.checkers().into_iter().collect();
        assert_eq!(
            checkers,
            self.attackers(self.king(self.turn), !self.turn),
            "{position}"
        );
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            board.set(square, self.at(square));
        }
        board
    }
}
