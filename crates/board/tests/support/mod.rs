//! What the tests lean on: chance that repeats itself, and positions thrown together by it.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod oracle;

use jadoube_board::{
    Bitboard, Board, Castling, Colour, File, Kind, Man, Movement, Position, Queening, Rank, RooklessCastling,
    Square,
};

/// How often a random test repeats: little under Miri, which is a thousand times slower.
pub fn rounds(count: u32) -> u32 {
    if cfg!(miri) {
        count.div_ceil(10_000).min(2)
    } else {
        count
    }
}

/// The same numbers on every run.
pub struct Chance(fastrand::Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

pub const MOVEMENTS: [Movement; 8] = {
    let mut all = [Movement::ORDINARY; 8];
    let mut index = 0;
    while index < 8 {
        all[index] = Movement {
            castling: match index % 4 {
                0 => RooklessCastling::Never,
                1 => RooklessCastling::CornerNeverOccupied,
                2 => RooklessCastling::CornerEmpty,
                _ => RooklessCastling::CornerNotAdverse,
            },
            queening: if index < 4 {
                Queening::MustBecomePiece
            } else {
                Queening::MayRemainPawn
            },
        };
        index += 1;
    }
    all
};

/// Any placement with a king a side: few men or many, crowds of queens, pawns anywhere, kings side by side,
/// kings at home with rights to castle with or without rooks, pawns that have just passed.
pub fn irregular(chance: &mut Chance) -> Position {
    loop {
        let mut board = Board::EMPTY;
        let at_home = chance.one_in(2);
        let turn = chance.pick(&Colour::BOTH);
        let white = if at_home {
            Square::E1
        } else {
            chance.pick(&Square::ALL)
        };
        let black = match chance.below(6) {
            0 => match white.offset(chance.below(3) as i8 - 1, chance.below(3) as i8 - 1) {
                Some(square) => square,
                None => continue,
            },
            1..=3 if at_home => Square::E8,
            _ => chance.pick(&Square::ALL),
        };
        if white == black {
            continue;
        }
        let kinds: &[Kind] = match chance.below(6) {
            0 => &[Kind::Queen],
            1 => &[Kind::Pawn],
            2 => &[Kind::Queen, Kind::Knight],
            3 => &[Kind::Pawn, Kind::Pawn, Kind::Rook],
            _ => &[
                Kind::Pawn,
                Kind::Pawn,
                Kind::Pawn,
                Kind::Knight,
                Kind::Bishop,
                Kind::Bishop,
                Kind::Rook,
                Kind::Queen,
            ],
        };
        let crowd = chance.pick(&[3, 8, 16, 30, 62]);
        let partial = chance.below(5);
        for _ in 0..chance.below(crowd) {
            let colour = match partial {
                0 => Colour::White,
                1 => Colour::Black,
                _ => chance.pick(&Colour::BOTH),
            };
            board.set(
                chance.pick(&Square::ALL),
                Some(Man::new(colour, chance.pick(kinds))),
            );
        }
        if at_home {
            // The way is often clear and the corners often held.
            for (colour, rank) in [(Colour::White, Rank::One), (Colour::Black, Rank::Eight)] {
                for file in [File::B, File::C, File::D, File::F, File::G] {
                    if !chance.one_in(8) {
                        board.set(Square::new(file, rank), None);
                    }
                }
                for file in [File::A, File::H] {
                    match chance.below(4) {
                        0 | 1 => board.set(Square::new(file, rank), Some(Man::new(colour, Kind::Rook))),
                        2 => board.set(Square::new(file, rank), None),
                        _ => {}
                    }
                }
            }
        }
        board.set(white, Some(Man::new(Colour::White, Kind::King)));
        board.set(black, Some(Man::new(Colour::Black, Kind::King)));
        let passed = passed(chance, &mut board, turn);
        let movement = chance.pick(&MOVEMENTS);
        let mut castling = Castling::NONE;
        for (colour, wing) in Castling::ALL.iter() {
            let with = castling.with(colour, wing);
            let fits = Position::from_parts(board, turn, with, None, 0, 1, movement).is_ok();
            if fits && !chance.one_in(4) {
                castling = with;
            }
        }
        let (halfmove, fullmove) = (chance.below(200) as u16, 1 + chance.below(300) as u16);
        if let Ok(made) = Position::from_parts(board, turn, castling, passed, halfmove, fullmove, movement) {
            return made;
        }
    }
}

/// Often a pawn that has just passed, with others beside it, so that taking in passing comes up.
fn passed(chance: &mut Chance, board: &mut Board, turn: Colour) -> Option<Square> {
    if chance.one_in(2) {
        return None;
    }
    let file = chance.pick(&File::ALL);
    let at = |rank: Rank| Square::new(file, rank.relative_to(turn));
    let kings = board.kind(Kind::King);
    let own = |square: Square| Bitboard::of(square).meets(kings);
    if own(at(Rank::Five)) || own(at(Rank::Six)) || own(at(Rank::Seven)) {
        return None;
    }
    board.set(at(Rank::Seven), None);
    board.set(at(Rank::Six), None);
    board.set(at(Rank::Five), Some(Man::new(!turn, Kind::Pawn)));
    for side in [-1, 1] {
        if let Some(square) = at(Rank::Five).offset(side, 0).filter(|&square| !own(square))
            && chance.one_in(2)
        {
            board.set(square, Some(Man::new(turn, Kind::Pawn)));
        }
    }
    Some(at(Rank::Six))
}

/// A game of chance from the ordinary array, or from one of the positions given.
pub fn wander(chance: &mut Chance, from: Position, plies: usize, mut see: impl FnMut(&Position)) {
    let mut position = from;
    see(&position);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position = position.play(chance.pick(&moves));
        see(&position);
    }
}
