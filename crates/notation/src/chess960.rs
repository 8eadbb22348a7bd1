//! How does a King castle who began on another square, or with a Rook that did, as in Chess960?
//!
//! The board knows castling from the ordinary squares alone, and no code of laws knows any other. Such
//! rights are kept here, beside a position that has none.

use jadoube_board::{Board, Castling, Colour, File, Kind, Man, Move, Movement, Position, Rank, Square, Wing};

/// A right to castle: where King and Rook stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Right {
    colour: Colour,
    wing: Wing,
    king: Square,
    rook: Square,
}

impl Right {
    /// What a letter of the FEN gives: `K` and `Q` the outermost Rook on that side of the King, `A` to
    /// `H` the Rook on that file.
    fn named(letter: char, board: &Board) -> Option<Right> {
        let colour = if letter.is_ascii_uppercase() {
            Colour::White
        } else {
            Colour::Black
        };
        let rank = Rank::One.relative_to(colour);
        let king = board.king(colour).filter(|king| king.rank() == rank)?;
        let is_rook = |square: &Square| board.get(*square) == Some(Man::new(colour, Kind::Rook));
        let mut rooks = (0..8)
            .filter_map(File::from_index)
            .map(|file| Square::new(file, rank))
            .filter(is_rook);
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.rfind(|rook| rook.file().index() > king.file().index())?,
            'q' => rooks.find(|rook| rook.file().index() < king.file().index())?,
            letter => {
                let file = File::from_letter(letter)?;
                rooks.find(|rook| rook.file() == file)?
            }
        };
        let wing = if rook.file().index() > king.file().index() {
            Wing::King
        } else {
            Wing::Queen
        };
        Some(Right {
            colour,
            wing,
            king,
            rook,
        })
    }

    fn is_ordinary(&self) -> bool {
        let corner = match self.wing {
            Wing::King => File::H,
            Wing::Queen => File::A,
        };
        self.king.file() == File::E && self.rook.file() == corner
    }
}

/// The rights to castle that the board does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Apart([Option<Right>; 4]);

/// Reads a FEN whose rights to castle are written as Chess960 has them. Where all of them are the ordinary
/// ones they are the position's own, and none stands apart.
pub(crate) fn start(fen: &str, movement: Movement) -> Option<(Position, Apart)> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let letters = std::mem::replace(fields.get_mut(2)?, "-");
    let position = Position::from_fen_irregular(&fields.join(" "), movement).ok()?;
    let mut apart = Apart::default();
    let mut castling = Castling::NONE;
    for letter in letters.chars().filter(|_| letters != "-") {
        let right = Right::named(letter, position.board())?;
        castling = castling.with(right.colour, right.wing);
        let place = &mut apart.0[right.colour.index() * 2 + right.wing as usize];
        if place.replace(right).is_some() {
            return None;
        }
    }
    if !apart.0.iter().flatten().all(Right::is_ordinary) {
        return Some((position, apart));
    }
    let written = castling.to_string();
    fields[2] = &written;
    let position = Position::from_fen_irregular(&fields.join(" "), movement).ok()?;
    Some((position, Apart::default()))
}

/// Whether a King that may castle begins on another square than the ordinary one: then it is Chess960, and no right left over from
/// earlier in an ordinary game. Fields may be left out at the end.
pub(crate) fn begins_elsewhere(fen: &str, movement: Movement) -> bool {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let usual = ["", "w", "-", "-", "0", "1"];
    fields.extend(usual.iter().skip(fields.len()));
    let elsewhere = |right: &Right| right.king.file() != File::E;
    start(&fields.join(" "), movement).is_some_and(|(_, apart)| apart.0.iter().flatten().any(elsewhere))
}

impl Apart {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// What is left of the rights after a move.
    pub(crate) fn after(self, movement: Move) -> Apart {
        let stands = |right: &Right| {
            movement.from() != right.king && movement.from() != right.rook && movement.to() != right.rook
        };
        Apart(self.0.map(|right| right.filter(stands)))
    }

    /// The player on turn castles on a wing: the move, written as UCI does in Chess960, the King to the
    /// Rook's square; and the position after it. Nothing where he may not.
    pub(crate) fn castle(&self, position: &Position, wing: Wing) -> Option<(Move, Position)> {
        let us = position.turn();
        let Right { king, rook, .. } = self.0[us.index() * 2 + wing as usize]?;
        let (king_file, rook_file) = match wing {
            Wing::King => (File::G, File::F),
            Wing::Queen => (File::C, File::D),
        };
        let king_to = Square::new(king_file, king.rank());
        let rook_to = Square::new(rook_file, king.rank());
        let mut board = *position.board();
        board.set(king, None);
        // Every square he stands on, passes or reaches is safe, and both ways are free.
        if way(king, king_to).any(|square| board.is_attacked(square, !us)) {
            return None;
        }
        board.set(rook, None);
        if way(king, king_to)
            .chain(way(rook, rook_to))
            .any(|square| board.get(square).is_some())
        {
            return None;
        }
        board.set(king_to, Some(Man::new(us, Kind::King)));
        board.set(rook_to, Some(Man::new(us, Kind::Rook)));
        // The Rook may have gone from between the King and a man that now gives check.
        if board.is_attacked(king_to, !us) {
            return None;
        }
        let next = Position::from_parts(
            board,
            !us,
            Castling::NONE,
            None,
            position.halfmove().saturating_add(1),
            position.fullmove().saturating_add(u16::from(us == Colour::Black)),
            position.movement(),
        );
        Some((Move::new(king, rook), next.ok()?))
    }
}

/// The squares of a rank from one to another, both among them.
fn way(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (first, last) = (from.file().index(), to.file().index());
    (first.min(last)..=first.max(last))
        .filter_map(File::from_index)
        .map(move |file| Square::new(file, from.rank()))
}
