//! Which men are given in the heading of a game: `Remove White's Queen's Knight`, `Odds of K. B. P.`?

use crate::language::in_small_letters;
use jadoube_board::{Colour, Kind, Movement, Position};

/// What the heading says of odds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Odds {
    /// Nothing.
    None,
    /// These men are off; two positions where it does not say whose they are, the first player's first.
    Men(Vec<Position>),
    /// The same, and the player who begins makes two moves.
    TwoMoves(Vec<Position>),
    /// There are odds, and it cannot be told which.
    Unclear,
}

/// Reads the odds in the lines before a game.
pub(super) fn read(title: &[String]) -> Odds {
    let mut unclear = false;
    for line in title.iter().rev() {
        let lower = in_small_letters(line);
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphabetic() && c != '\'' && c != '’')
            .filter(|word| !word.is_empty())
            .collect();
        // To give check or mate is to give no man.
        let gives_check = |at: usize| {
            let next = words.get(at + 1).copied().unwrap_or_default();
            matches!(next, "check" | "checkmate" | "mate" | "double" | "discovered")
        };
        let says = |(at, word): (usize, &&str)| SAID.contains(word) && !gives_check(at);
        let Some(said) = words.iter().enumerate().position(says) else {
            continue;
        };
        let files = men(&words);
        let pair = |one: &str, other: &str| words.windows(2).any(|pair| pair == [one, other]);
        let twice = pair("two", "moves") || pair("moves", "twice");
        let begins = pair("and", "move") || words.windows(3).any(|three| three == ["and", "the", "move"]);
        if files.is_empty() && !twice {
            // To begin is no man, and changes nothing on the board.
            unclear |= words[said] == "odds" && !pair("the", "move");
            continue;
        }
        if !twice && words.contains(&"moves") {
            unclear |= words[said] == "odds";
            continue;
        }
        let side = |names: [&str; 2]| words.iter().any(|word| names.contains(word));
        let givers: &[Colour] = match (side(["white", "white's"]), side(["black", "black's"])) {
            // He who is given the move, or two, begins; the other gives.
            _ if twice || begins => &[Colour::Black],
            (true, false) => &[Colour::White],
            (false, true) => &[Colour::Black],
            _ => &Colour::BOTH,
        };
        let starts: Vec<Position> = givers
            .iter()
            .filter_map(|giver| without(*giver, &files))
            .collect();
        if twice {
            return Odds::TwoMoves(starts);
        }
        if !starts.is_empty() {
            return Odds::Men(starts);
        }
    }
    if unclear { Odds::Unclear } else { Odds::None }
}

/// Words that speak of odds.
const SAID: [&str; 8] = [
    "remove", "removes", "odds", "gives", "giving", "gave", "without", "minus",
];

/// A man of the array, by its file; a Pawn or a piece.
type Given = (usize, Kind);

/// The men named, each by the side of the board and its name; one without a side is the Queen's, and a Pawn the King's Bishop's.
fn men(words: &[&str]) -> Vec<Given> {
    let mut men = Vec::new();
    let mut side: Option<bool> = None;
    let mut piece: Option<Kind> = None;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or_default();
        match *word {
            "q" | "queen" | "queen's" | "queen’s" if starts_a_man(next) => side = Some(true),
            "k" | "king" | "king's" | "king’s" if starts_a_man(next) => side = Some(false),
            "qr" => men.push((0, Kind::Rook)),
            "kr" => men.push((7, Kind::Rook)),
            "qkt" | "qn" => men.push((1, Kind::Knight)),
            "kkt" | "kn" => men.push((6, Kind::Knight)),
            "kbp" => men.push((5, Kind::Pawn)),
            _ => match kind_of(word) {
                Some(Kind::Pawn) => {
                    let file = match (side, piece) {
                        (Some(queen), Some(kind)) => file_of(queen, kind),
                        (Some(true), None) => 3,
                        (Some(false), None) => 4,
                        (None, _) => 5,
                    };
                    men.push((file, Kind::Pawn));
                    (side, piece) = (None, None);
                }
                Some(kind) if kind_of(next) == Some(Kind::Pawn) => piece = Some(kind),
                Some(kind) => {
                    men.push((file_of(side.unwrap_or(true), kind), kind));
                    (side, piece) = (None, None);
                }
                None => {}
            },
        }
    }
    men
}

fn starts_a_man(word: &str) -> bool {
    kind_of(word).is_some_and(|kind| kind != Kind::Queen)
}

fn kind_of(word: &str) -> Option<Kind> {
    let word = word.trim_end_matches("'s").trim_end_matches("’s");
    Some(match word {
        "r" | "rook" | "castle" => Kind::Rook,
        "kt" | "n" | "knight" => Kind::Knight,
        "b" | "bishop" => Kind::Bishop,
        "p" | "pawn" => Kind::Pawn,
        "q" | "queen" => Kind::Queen,
        _ => return None,
    })
}

const fn file_of(queen_side: bool, kind: Kind) -> usize {
    match (kind, queen_side) {
        (Kind::Rook, true) => 0,
        (Kind::Knight, true) => 1,
        (Kind::Bishop, true) => 2,
        (Kind::Bishop, false) => 5,
        (Kind::Knight, false) => 6,
        (Kind::Rook, false) => 7,
        (Kind::Queen | Kind::Pawn | Kind::King, _) => 3,
    }
}

/// The array without these men of one side.
fn without(giver: Colour, men: &[Given]) -> Option<Position> {
    let mut rows = [*b"rnbqkbnr", *b"pppppppp", *b"PPPPPPPP", *b"RNBQKBNR"];
    let mut castling = String::from("KQkq");
    for (file, kind) in men {
        let row = match (giver, *kind == Kind::Pawn) {
            (Colour::White, true) => 2,
            (Colour::White, false) => 3,
            (Colour::Black, true) => 1,
            (Colour::Black, false) => 0,
        };
        rows[row][*file] = b' ';
        if *kind == Kind::Rook {
            let right = match (giver, *file) {
                (Colour::White, 0) => 'Q',
                (Colour::White, _) => 'K',
                (Colour::Black, 0) => 'q',
                (Colour::Black, _) => 'k',
            };
            castling.retain(|one| one != right);
        }
    }
    let [pieces, pawns, own_pawns, own_pieces] = rows.map(|row| row_of_fen(&row));
    let fen = format!("{pieces}/{pawns}/8/8/8/8/{own_pawns}/{own_pieces} w {castling} - 0 1");
    Position::from_fen_irregular(&fen, Movement::ORDINARY).ok()
}

/// A row with its empty squares counted.
fn row_of_fen(row: &[u8; 8]) -> String {
    let mut text = String::new();
    for same in row.chunk_by(|one, other| *one == b' ' && *other == b' ') {
        if same[0] == b' ' {
            text.push_str(&same.len().to_string());
        } else {
            text.push(char::from(same[0]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn said(line: &str) -> Vec<String> {
        match read(&[line.to_owned()]) {
            Odds::Men(starts) | Odds::TwoMoves(starts) => starts
                .iter()
                .map(|start| start.to_fen().split(' ').next().unwrap_or_default().to_owned())
                .collect(),
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn the_men_given_are_read() {
        let no_queens_rook = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR";
        assert_eq!(said("(Remove White's Q. R.)"), [no_queens_rook]);
        assert_eq!(
            said("White gives the odds of the Queen's Rook."),
            [no_queens_rook]
        );
        let no_knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR";
        assert_eq!(said("White removes his Q. Kt."), [no_knight]);
        assert_eq!(said("Game at the odds of a Knight.")[0], no_knight);
        assert_eq!(said("Game at the odds of a Knight.").len(), 2);
        let no_pawn = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(said("Remove Black's K. B. P."), [no_pawn]);
        assert_eq!(said("Black gives the King's Bishop's Pawn"), [no_pawn]);
        assert_eq!(
            said("Remove White's Queen."),
            ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"]
        );
        assert_eq!(said("Odds of pawn and move"), [no_pawn]);
        assert_eq!(said("Odds of pawn and two moves"), [no_pawn]);
        assert_eq!(said("Remove Black's K. B. P., and White moves twice."), [no_pawn]);
        assert_eq!(said("Odds of two moves"), [ARRAY]);
        assert_eq!(said("Odds of the move"), ["None"]);
        assert_eq!(said("Odds of pawn and three moves"), ["Unclear"]);
        assert_eq!(said("GAME 12. Ruy Lopez"), ["None"]);
        assert_eq!(said("Bishop's Gambit"), ["None"]);
        assert_eq!(said("White gives mate in three"), ["None"]);
        assert_eq!(said("Becoming a Q., giving check, and mate."), ["None"]);
        assert_eq!(said("Black gives check with the Queen."), ["None"]);
    }
}
