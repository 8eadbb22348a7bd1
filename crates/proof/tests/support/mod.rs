//! What the tests share: random positions of few men, and their images in colours and mirror.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use jadoube_board::{Board, Castling, Colour, File, Kind, Man, Movement, Position, Square};

/// Dice that fall the same way in every run.
pub struct Dice(fastrand::Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A regular position of exactly these men on random squares (pawns on their ranks), if the dice give one.
pub fn scatter(dice: &mut Dice, men: &str) -> Option<Position> {
    let mut board = Board::EMPTY;
    for letter in men.chars() {
        let man = Man::from_letter(letter).expect("a FEN letter");
        let mut square = Square::ALL[dice.below(64)];
        if man.kind == Kind::Pawn {
            square = Square::ALL[8 + dice.below(48)];
        }
        if board.get(square).is_some() {
            return None;
        }
        board.set(square, Some(man));
    }
    let turn = dice.pick(&Colour::BOTH);
    let position = Position::from_parts(board, turn, Castling::NONE, None, 0, 1, Movement::default()).ok()?;
    position.irregularity().is_none().then_some(position)
}

/// A regular position behind a wall: see [`wall`].
pub fn locked(dice: &mut Dice, men: &str) -> Option<Position> {
    wall(dice, men).filter(|position| position.irregularity().is_none())
}

/// A wall of locked pawns on every other file, some of them shifted or missing, the kings on their own sides of
/// it and these men anywhere, be it a pawn on an end rank or a king left in check.
pub fn wall(dice: &mut Dice, men: &str) -> Option<Position> {
    let mut board = Board::EMPTY;
    let (first, base) = (dice.below(2), 2 + dice.below(3));
    for file in (first..8).step_by(2) {
        let rank = match dice.below(12) {
            0 => continue,
            1 => base - 1,
            2 => base + 1,
            _ => base,
        };
        board.set(
            Square::ALL[rank * 8 + file],
            Some(Man::new(Colour::White, Kind::Pawn)),
        );
        board.set(
            Square::ALL[(rank + 1) * 8 + file],
            Some(Man::new(Colour::Black, Kind::Pawn)),
        );
    }
    board.set(
        Square::ALL[dice.below(16)],
        Some(Man::new(Colour::White, Kind::King)),
    );
    let square = Square::ALL[48 + dice.below(16)];
    if board.get(square).is_some() {
        return None;
    }
    board.set(square, Some(Man::new(Colour::Black, Kind::King)));
    for letter in men.chars() {
        let square = Square::ALL[dice.below(64)];
        if board.get(square).is_some() {
            return None;
        }
        board.set(square, Man::from_letter(letter));
    }
    let turn = dice.pick(&Colour::BOTH);
    Position::from_parts(board, turn, Castling::NONE, None, 0, 1, Movement::default()).ok()
}

/// The same with the colours exchanged.
pub fn recoloured(position: &Position) -> Position {
    image(position, Square::mirrored, true)
}

/// The same with the files mirrored; only without castling rights.
pub fn mirrored(position: &Position) -> Position {
    let flip = |square: Square| Square::new(File::ALL[7 - square.file().index()], square.rank());
    image(position, flip, false)
}

fn image(position: &Position, at: impl Fn(Square) -> Square, recolour: bool) -> Position {
    let mut board = Board::EMPTY;
    for (square, man) in position.board().iter() {
        let colour = if recolour { !man.colour } else { man.colour };
        board.set(at(square), Some(Man::new(colour, man.kind)));
    }
    let turn = if recolour {
        !position.turn()
    } else {
        position.turn()
    };
    Position::from_parts(
        board,
        turn,
        Castling::NONE,
        position.en_passant().map(at),
        0,
        1,
        position.movement(),
    )
    .expect("an image of a position is a position")
}
