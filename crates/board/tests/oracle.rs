//! Are the moves exactly those of the definition, on boards of any kind?
//!
//! The oracle here is slow and plain: men in a box of sixty-four, each moved as its kind moves, and the move kept
//! if the player's own king is not attacked afterwards. It shares no code with the generator.

mod support;

use jadoube_board::{
    Board, Castling, Colour, File, Kind, Man, Move, Movement, Position, Queening, Rank, RooklessCastling,
    Square, Wing,
};
use support::{Chance, MOVEMENTS, irregular, rounds, wander};

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
struct Oracle {
    men: [Option<Man>; 64],
    turn: Colour,
    /// Each right with whether a rook castles along.
    castling: Vec<(Colour, Wing, bool)>,
    passed: Option<Square>,
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
    fn of(position: &Position) -> Self {
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
                if from.rank().relative_to(self.turn) == Rank::Two {
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

    fn play(&self, one: Move) -> Self {
        let mut next = self.clone();
        let man = next.men[one.from().index()].take().expect("a man to move");
        let becomes = one.promotion().unwrap_or(man.kind);
        next.men[one.to().index()] = Some(Man::new(man.colour, becomes));
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

    fn check(&self, position: &Position) {
        assert_eq!(position.board().to_string(), self.board().to_string());
        assert_eq!(position.turn(), self.turn);
        assert_eq!(position.en_passant(), self.passed);
        let rights = self
            .castling
            .iter()
            .fold(Castling::NONE, |all, &(c, w, _)| all.with(c, w));
        assert_eq!(position.castling(), rights, "{position}");

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

/// From many irregular positions a few moves onward, comparing all the way.
fn compare(seed: u64, positions: u32) {
    let mut chance = Chance::new(seed);
    for _ in 0..rounds(positions) {
        let mut position = irregular(&mut chance);
        let mut oracle = Oracle::of(&position);
        for _ in 0..3 {
            oracle.check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Castling, passing and promotion are rare and so preferred.
            let special: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|one| one.to_bits() >> 12 != 0)
                .collect();
            let from = if special.is_empty() || chance.one_in(2) {
                &moves[..]
            } else {
                &special
            };
            let one = chance.pick(from);
            position = position.play(one);
            oracle = oracle.play(one);
        }
    }
}

#[test]
fn irregular_boards_one() {
    compare(1, 40_000);
}

#[test]
fn irregular_boards_two() {
    compare(2, 40_000);
}

/// `cargo test --release -p jadoube-board --test oracle -- --ignored`
#[test]
#[ignore = "minutes long; the short comparisons above run every time"]
fn irregular_boards_at_length() {
    for seed in 100..140 {
        compare(seed, 50_000);
    }
}

#[test]
fn regular_games() {
    let mut chance = Chance::new(3);
    for _ in 0..rounds(60) {
        wander(&mut chance, Position::ordinary(), 120, |position| {
            Oracle::of(position).check(position);
        });
    }
}

/// A move built by hand is legal exactly if it is among the legal moves.
#[test]
fn every_number_is_a_legal_move_or_none() {
    let mut chance = Chance::new(4);
    for _ in 0..rounds(60).min(60) {
        let position = irregular(&mut chance);
        let legal = position.legal_moves();
        for bits in (0..=u16::MAX).step_by(if cfg!(miri) { 97 } else { 1 }) {
            if let Some(one) = Move::from_bits(bits) {
                assert_eq!(
                    position.is_legal(one),
                    legal.contains(&one),
                    "{one} {bits:x} {position}"
                );
                assert_eq!(position.try_play(one).is_ok(), legal.contains(&one));
            }
        }
        for square in Square::ALL {
            let from: Vec<_> = position.legal_moves_from(square).to_vec();
            let filtered: Vec<_> = legal.iter().copied().filter(|one| one.from() == square).collect();
            assert_eq!(from, filtered);
        }
    }
}

/// The four answers differ as they should.
#[test]
fn castling_without_the_rook() {
    use RooklessCastling::{CornerEmpty, CornerNeverOccupied, CornerNotAdverse, Never};
    let castles = |fen: &str, castling| {
        let movement = Movement {
            castling,
            ..Movement::ORDINARY
        };
        Position::from_fen_irregular(fen, movement)
            .map(|position| position.parse_uci("e1c1").is_ok())
            .ok()
    };
    let empty = "4k3/8/8/8/8/8/8/4K3 w Q - 0 1";
    let own = "4k3/8/8/8/8/8/8/N3K3 w Q - 0 1";
    let adverse = "4k3/8/8/8/8/8/8/n3K3 w Q - 0 1";
    for (fen, answers) in [
        (empty, [None, Some(true), Some(true), Some(true)]),
        (own, [None, None, Some(false), Some(true)]),
        (adverse, [None, None, Some(false), Some(false)]),
    ] {
        let found = [Never, CornerNeverOccupied, CornerEmpty, CornerNotAdverse].map(|law| castles(fen, law));
        assert_eq!(found, answers, "{fen}");
    }
    // The king goes alone, and a man of his own in the corner stays.
    let movement = Movement {
        castling: CornerNotAdverse,
        ..Movement::ORDINARY
    };
    let position = Position::from_fen_irregular(own, movement).unwrap();
    let after = position.play(position.parse_uci("e1c1").unwrap());
    assert_eq!(after.to_fen(), "4k3/8/8/8/8/8/8/N1K5 b - - 1 1");
}

/// Boards that a list of moves must bear.
#[test]
fn crowds_of_queens() {
    let mut most = 0;
    let ring = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQk w - - 0 1";
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ring,
    ] {
        let position = Position::from_fen_irregular(fen, Movement::ORDINARY).unwrap();
        Oracle::of(&position).check(&position);
        most = most.max(position.legal_moves().len());
    }
    assert!(most > 256, "more moves than a byte can count: {most}");
}

/// Climbing towards the board with most moves stays below what a list can bear.
#[test]
fn the_most_moves_found_by_climbing() {
    let mut chance = Chance::new(5);
    let mut most = 0;
    for _ in 0..rounds(12) {
        let mut best = irregular(&mut chance);
        let mut best_count = best.legal_moves().len();
        for _ in 0..rounds(6_000) {
            let mut board = *best.board();
            let square = chance.pick(&Square::ALL);
            if board.get(square).is_some_and(|man| man.kind == Kind::King) {
                continue;
            }
            let kinds = [Kind::Queen, Kind::Queen, Kind::Knight, Kind::Pawn, Kind::Rook];
            let man = match chance.below(4) {
                0 => None,
                1 => Some(Man::new(!best.turn(), Kind::Pawn)),
                _ => Some(Man::new(best.turn(), chance.pick(&kinds))),
            };
            board.set(square, man);
            let made = Position::from_parts(board, best.turn(), Castling::NONE, None, 0, 1, MOVEMENTS[4]);
            let made = made.expect("the kings are untouched");
            if made.legal_moves().len() >= best_count {
                best_count = made.legal_moves().len();
                best = made;
            }
        }
        assert_eq!(best.perft(1), best_count as u64, "{best}");
        most = most.max(best_count);
    }
    assert!(most < 512, "{most}");
    assert!(cfg!(miri) || most > 256, "the climb finds crowded boards: {most}");
}
