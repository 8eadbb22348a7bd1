//! How is a move set down in each style?

mod descriptive;
mod records;

use std::fmt::Write as _;

use jadoube_board::{Colour, File, Kind, Man, Move, Origins, Position, Square, Wing};

use crate::language::Language;
use crate::san;
use crate::terms::{ordinal_on_file, wing_of};

use descriptive::shortest;
pub use records::{
    abbreviated_record, algebraic_2023, descriptive, full_record, long_algebraic_1931, long_algebraic_2023,
    short_algebraic_1931,
};

/// An edition of the British Code: the two differ in their signs (reading BCC, I.13B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edition {
    /// `e.p.`, `X`, `0-0`, `0-0-0`.
    Bcc1896,
    /// `ip`, `×`, `o-o`, `o-o-o`.
    Bcc1899,
}

/// A way of setting down moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// `Kt-KB3`, `KtxP ch`: what a printer of 1930 would set.
    Descriptive,
    /// `Kt - K B 3`, `Kt × P ch`.
    Spaced,
    /// `Kt to KB3`, `Kt takes P ch`.
    Words,
    /// `Kt. to K. B's 3d.`, `Kt. takes P. (ch.)`.
    Possessive,
    /// `Kt-f3`, `Ktxe5+`: descriptive men on algebraic squares.
    Hybrid,
    /// `Q.KB4`, `R(KKt2) Kt4`: the descriptive record of 1931.
    Descriptive1931,
    /// `Bf4`, `B:f7+`: the abbreviated algebraic record of 1931.
    ShortAlgebraic1931,
    /// `Bc1-f4`, `e7-e5`: the algebraic record of 1931.
    LongAlgebraic1931,
    /// `Pawn on King's second square to King's fourth square`: the British Code's record in words.
    Full(Edition),
    /// `P(K2)—K4`: the same with the edition's signs.
    FullAbbreviated(Edition),
    /// `Nf3`, `0-0`, `d8Q`: the algebraic record of 2023.
    Algebraic2023,
    /// `Ng1f3`, `e7xd8Q`: the same with the square of departure.
    LongAlgebraic2023,
    /// `Nf3`, as PGN has it.
    San,
    /// `g1f3`.
    Uci,
    /// `Sf3`: short algebraic with the letters of a language.
    Algebraic(Language),
    /// `Sg1-f3`: long algebraic with the letters of a language.
    LongAlgebraic(Language),
    /// `C3AR`, `PxP`: descriptive as Spanish, French and Portuguese books have it; in a language that
    /// never had it ([`Language::has_descriptive`]), short algebraic.
    DescriptiveIn(Language),
    /// `♘f3`, `♞xe4`: short algebraic with figurines, which every language reads.
    Figurine,
}

impl Style {
    /// Every style that is read without being told its language, for those who want to try them all.
    pub const ALL: [Style; 17] = [
        Style::Descriptive,
        Style::Spaced,
        Style::Words,
        Style::Possessive,
        Style::Hybrid,
        Style::Descriptive1931,
        Style::ShortAlgebraic1931,
        Style::LongAlgebraic1931,
        Style::Full(Edition::Bcc1896),
        Style::Full(Edition::Bcc1899),
        Style::FullAbbreviated(Edition::Bcc1896),
        Style::FullAbbreviated(Edition::Bcc1899),
        Style::Algebraic2023,
        Style::LongAlgebraic2023,
        Style::San,
        Style::Uci,
        Style::Figurine,
    ];
}

impl Style {
    /// The language in which it is read back.
    pub fn language(self) -> Language {
        match self {
            Style::Algebraic(language) | Style::LongAlgebraic(language) | Style::DescriptiveIn(language) => {
                language
            }
            _ => Language::English,
        }
    }

    /// The letter of a man in a descriptive style.
    fn letter(self, kind: Kind) -> &'static str {
        match self {
            Style::DescriptiveIn(language) => language.letter(kind),
            _ => kind_letter(kind),
        }
    }

    /// The letter of a side in a descriptive style.
    fn side(self, wing: Wing) -> &'static str {
        self.letter(match wing {
            Wing::King => Kind::King,
            Wing::Queen => Kind::Queen,
        })
    }
}

/// Writes a legal move in any style.
pub fn write_move(style: Style, position: &Position, movement: Move, origins: &Origins) -> String {
    match style {
        Style::Descriptive | Style::Spaced | Style::Words | Style::Possessive | Style::Descriptive1931 => {
            shortest(style, position, movement, origins)
        }
        Style::DescriptiveIn(Language::English) => shortest(Style::Descriptive, position, movement, origins),
        Style::DescriptiveIn(language) if language.has_descriptive() => {
            shortest(style, position, movement, origins)
        }
        Style::DescriptiveIn(language) => write_move(Style::Algebraic(language), position, movement, origins),
        Style::Hybrid => hybrid(position, movement),
        Style::ShortAlgebraic1931 => short_algebraic_1931(position, movement),
        Style::LongAlgebraic1931 => long_algebraic_1931(position, movement),
        Style::Full(edition) => full_record(position, movement, edition),
        Style::FullAbbreviated(edition) => abbreviated_record(position, movement, edition),
        Style::Algebraic2023 => algebraic_2023(position, movement),
        Style::LongAlgebraic2023 => long_algebraic_2023(position, movement),
        Style::San => san::san(position, movement),
        Style::Uci => movement.to_string(),
        Style::Algebraic(Language::Numeric) | Style::LongAlgebraic(Language::Numeric) => numeric(movement),
        Style::Algebraic(language) => with_letters(&san::san(position, movement), language),
        Style::LongAlgebraic(language) => with_letters(&long_algebraic(position, movement), language),
        Style::Figurine => in_figurines(&san::san(position, movement), position.turn()),
    }
}

/// The man of Unicode.
pub const fn figurine(man: Man) -> char {
    match (man.colour, man.kind) {
        (Colour::White, Kind::King) => '♔',
        (Colour::White, Kind::Queen) => '♕',
        (Colour::White, Kind::Rook) => '♖',
        (Colour::White, Kind::Bishop) => '♗',
        (Colour::White, Kind::Knight) => '♘',
        (Colour::White, Kind::Pawn) => '♙',
        (Colour::Black, Kind::King) => '♚',
        (Colour::Black, Kind::Queen) => '♛',
        (Colour::Black, Kind::Rook) => '♜',
        (Colour::Black, Kind::Bishop) => '♝',
        (Colour::Black, Kind::Knight) => '♞',
        (Colour::Black, Kind::Pawn) => '♟',
    }
}

/// A move in SAN with figurines for letters: `♘f3`, `e8=♕`.
pub fn in_figurines(san: &str, colour: Colour) -> String {
    let sign = |letter: char| match letter {
        'K' | 'Q' | 'R' | 'B' | 'N' => {
            Man::from_letter(letter).map_or(letter, |man| figurine(Man { colour, ..man }))
        }
        other => other,
    };
    san.chars().map(sign).collect()
}

/// The letters of the men in another language.
fn with_letters(english: &str, language: Language) -> String {
    let mut out = String::with_capacity(english.len() + 2);
    for letter in english.chars() {
        let kind = match letter {
            'K' => Kind::King,
            'Q' => Kind::Queen,
            'R' => Kind::Rook,
            'B' => Kind::Bishop,
            'N' => Kind::Knight,
            other => {
                out.push(other);
                continue;
            }
        };
        out.push_str(language.letter(kind));
    }
    out
}

/// `Ng1-f3`, `e4xd5`, `e7-e8Q+`.
fn long_algebraic(position: &Position, movement: Move) -> String {
    let mut out = String::new();
    if let Some(wing) = movement.wing() {
        out.push_str(castling_signs(wing, '0'));
    } else {
        match moved_letter(position, movement) {
            "Kt" => out.push('N'),
            letter => out.push_str(letter),
        }
        let sign = if position.captured(movement).is_some() {
            'x'
        } else {
            '-'
        };
        let _ = write!(out, "{}{sign}{}", movement.from(), movement.to());
        match promotion_letter(movement) {
            "Kt" => out.push('N'),
            letter => out.push_str(letter),
        }
    }
    out.push_str(match check_of(position, movement) {
        Announced::Nothing => "",
        Announced::Mate => "#",
        _ => "+",
    });
    out
}

/// `5254`, `77784`: squares by file and rank, as correspondence players write, with a fifth figure for
/// the piece a Pawn becomes.
fn numeric(movement: Move) -> String {
    let mut out = String::new();
    for square in [movement.from(), movement.to()] {
        let _ = write!(out, "{}{}", square.file().index() + 1, square.rank().index() + 1);
    }
    out.push_str(match movement.promotion() {
        Some(Kind::Queen) => "1",
        Some(Kind::Rook) => "2",
        Some(Kind::Bishop) => "3",
        Some(Kind::Knight) => "4",
        _ => "",
    });
    out
}

/// `Kt-f3`, `Pa2xb3`, `Ktb1-d2`: the first square where it is needed, and for Pawns that take.
fn hybrid(position: &Position, movement: Move) -> String {
    let mut out = String::new();
    if let Some(wing) = movement.wing() {
        out.push_str(castling_signs(wing, 'o'));
    } else {
        let kind = moved_kind(position, movement);
        out.push_str(kind_letter(kind));
        let takes = position.captured(movement).is_some();
        let alone = !position.legal_moves().iter().any(|other| {
            other.to() == movement.to()
                && other.from() != movement.from()
                && !other.is_castling()
                && moved_kind(position, *other) == kind
        });
        if !alone {
            let _ = write!(out, "{}", movement.from());
        }
        out.push(if takes { 'x' } else { '-' });
        let _ = write!(out, "{}", movement.to());
        if let Some(promoted) = movement.promotion() {
            let _ = write!(out, "({})", kind_letter(promoted));
        } else if movement.remains_pawn() {
            out.push('p');
        }
        if movement.is_en_passant() {
            out.push_str(" e.p.");
        }
    }
    out.push_str(match check_of(position, movement) {
        Announced::Nothing => "",
        Announced::Mate => " mate",
        _ => "+",
    });
    out
}

fn moved_kind(position: &Position, movement: Move) -> Kind {
    position
        .board()
        .get(movement.from())
        .map_or(Kind::Pawn, |man| man.kind)
}

fn moved_letter(position: &Position, movement: Move) -> &'static str {
    match moved_kind(position, movement) {
        Kind::Pawn => "",
        kind => kind_letter(kind),
    }
}

fn promotion_letter(movement: Move) -> &'static str {
    match movement.promotion() {
        Some(kind) => kind_letter(kind),
        None if movement.remains_pawn() => "p",
        None => "",
    }
}

fn castling_signs(wing: Wing, round: char) -> &'static str {
    match (wing, round) {
        (Wing::King, '0') => "0-0",
        (Wing::Queen, '0') => "0-0-0",
        (Wing::King, 'o') => "o-o",
        (Wing::Queen, 'o') => "o-o-o",
        (Wing::King, _) => "O-O",
        (Wing::Queen, _) => "O-O-O",
    }
}

fn kind_letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "P",
        Kind::Knight => "Kt",
        Kind::Bishop => "B",
        Kind::Rook => "R",
        Kind::Queen => "Q",
        Kind::King => "K",
    }
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "Pawn",
        Kind::Knight => "Knight",
        Kind::Bishop => "Bishop",
        Kind::Rook => "Rook",
        Kind::Queen => "Queen",
        Kind::King => "King",
    }
}

/// Whose file it is, with the side where two files share the name.
fn file_owner(file: File) -> (Kind, Option<Wing>) {
    let kind = match file {
        File::A | File::H => Kind::Rook,
        File::B | File::G => Kind::Knight,
        File::C | File::F => Kind::Bishop,
        File::D => return (Kind::Queen, None),
        File::E => return (Kind::King, None),
    };
    (kind, Some(wing_of(file)))
}

fn wing_letter(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "K",
        Wing::Queen => "Q",
    }
}

/// `KB3` for f3, as the mover counts (I.7, I.13B).
pub(crate) fn square_name(square: Square) -> String {
    let (kind, wing) = file_owner(square.file());
    format!(
        "{}{}{}",
        wing.map_or("", wing_letter),
        kind_letter(kind),
        square.rank().index() + 1
    )
}

/// The ranks in words.
const RANKS: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// `King's Bishop's 3` for f3, as the mover counts (I.7).
fn square_in_words(square: Square) -> String {
    let (kind, wing) = file_owner(square.file());
    let side = match wing {
        Some(Wing::King) => "King's ",
        Some(Wing::Queen) => "Queen's ",
        None => "",
    };
    format!(
        "{side}{}'s {} square",
        kind_word(kind),
        RANKS[square.rank().index()]
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Announced {
    Nothing,
    Check,
    Discovered,
    Double,
    Mate,
}

fn check_of(position: &Position, movement: Move) -> Announced {
    if !position.gives_check(movement) {
        return Announced::Nothing;
    }
    let after = position.play(movement);
    if after.is_checkmate() {
        Announced::Mate
    } else if after.checkers().count() > 1 {
        Announced::Double
    } else if !movement.is_castling() && !after.checkers().contains(movement.to()) {
        Announced::Discovered
    } else {
        Announced::Check
    }
}

fn mark_1931(position: &Position, movement: Move) -> &'static str {
    match check_of(position, movement) {
        Announced::Nothing => "",
        Announced::Mate => "x",
        _ => "+",
    }
}

/// The Pawn's name by its file, with its number where the file holds more than one (I.8):
/// `second King's Bishop's Pawn`.
pub fn pawn_name(position: &Position, square: Square) -> Option<String> {
    let man = position
        .board()
        .get(square)
        .filter(|man| man.kind == Kind::Pawn)?;
    let (kind, wing) = file_owner(square.file());
    let brothers = position
        .board()
        .men(man)
        .into_iter()
        .filter(|other| other.file() == square.file())
        .count();
    let ordinal = if brothers < 2 {
        ""
    } else {
        ["first ", "second ", "third ", "fourth ", "fifth ", "sixth "]
            .get(usize::from(ordinal_on_file(position, square, man)) - 1)
            .copied()
            .unwrap_or("last ")
    };
    let side = match wing {
        Some(Wing::King) => "King's ",
        Some(Wing::Queen) => "Queen's ",
        None => "",
    };
    Some(format!("{ordinal}{side}{}'s Pawn", kind_word(kind)))
}
