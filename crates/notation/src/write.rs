//! How is a move set down in each style?

use std::fmt::Write as _;

use jadoube_board::{Colour, File, Kind, Man, Move, Origins, Position, Square, Wing};

use crate::language::Language;
use crate::parse::parse_in;
use crate::read::{candidates, keep_easiest};
use crate::san;
use crate::terms::{Context, ordinal_on_file, own_view, wing_of};

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

/// The shortest unambiguous descriptive form: `P-K4`, `KtxP`, `QR-Q1`, `B-Kt5 ch`.
pub fn descriptive(position: &Position, movement: Move, origins: &Origins) -> String {
    shortest(Style::Descriptive, position, movement, origins)
}

/// `e7-e5`, `Bc1-f4`, `e4:d5`, `Qh5:f7x` (FIDE 1931, 5.iv).
pub fn long_algebraic_1931(position: &Position, movement: Move) -> String {
    let mut out = String::new();
    if let Some(wing) = movement.wing() {
        out.push_str(castling_signs(wing, 'O'));
    } else {
        out.push_str(moved_letter(position, movement));
        let sign = if position.captured(movement).is_some() {
            ':'
        } else {
            '-'
        };
        let _ = write!(out, "{}{sign}{}", movement.from(), movement.to());
        out.push_str(promotion_letter(movement));
    }
    out.push_str(mark_1931(position, movement));
    out
}

/// `Bf4`, `B:f7+`; the first square is added where two men could be meant (FIDE 1931, 5.iv).
pub fn short_algebraic_1931(position: &Position, movement: Move) -> String {
    let kind = moved_kind(position, movement);
    let takes = position.captured(movement).is_some();
    let fellows = position
        .legal_moves()
        .iter()
        .filter(|other| {
            other.to() == movement.to()
                && other.from() != movement.from()
                && !other.is_castling()
                && moved_kind(position, **other) == kind
        })
        .count();
    if movement.is_castling() || fellows > 0 || (kind == Kind::Pawn && takes) {
        return long_algebraic_1931(position, movement);
    }
    let mut out = String::from(moved_letter(position, movement));
    if takes {
        out.push(':');
    }
    let _ = write!(out, "{}{}", movement.to(), promotion_letter(movement));
    out.push_str(mark_1931(position, movement));
    out
}

/// `Nf3`, `exd6`, `0-0`, `d8Q+` (FIDE 2023, C.8 to C.13).
pub fn algebraic_2023(position: &Position, movement: Move) -> String {
    // It differs from the record of PGN in its noughts, and in having no sign before the promoted piece.
    let text = san::san(position, movement).replace('O', "0").replace('=', "");
    if !movement.remains_pawn() {
        return text;
    }
    // A Pawn that stays one is unknown there, and must still be told from one that is promoted.
    let end = text.trim_end_matches(['+', '#']).len();
    format!("{}{}{}", &text[..end], promotion_letter(movement), &text[end..])
}

/// `Ng1f3`, `e5xd6`: the form with the square of departure (FIDE 2023, C.8).
pub fn long_algebraic_2023(position: &Position, movement: Move) -> String {
    let short = algebraic_2023(position, movement);
    if movement.is_castling() {
        return short;
    }
    let mark = short.trim_start_matches(|c| !matches!(c, '+' | '#'));
    let takes = if position.captured(movement).is_some() {
        "x"
    } else {
        ""
    };
    format!(
        "{}{}{takes}{}{}{mark}",
        moved_letter(position, movement),
        movement.from(),
        movement.to(),
        promotion_letter(movement)
    )
}

/// The British Code's record in full (I.13A): `Pawn on King's second square to King's fourth square`.
pub fn full_record(position: &Position, movement: Move, edition: Edition) -> String {
    // The words of the two editions are the same; only their signs differ.
    let _ = edition;
    if let Some(wing) = movement.wing() {
        return match wing {
            Wing::King => "Castles King's Rook".to_owned(),
            Wing::Queen => "Castles Queen's Rook".to_owned(),
        };
    }
    let mover = position.turn();
    let place = |square| square_in_words(own_view(square, mover));
    let mut out = format!(
        "{} on {}",
        kind_word(moved_kind(position, movement)),
        place(movement.from())
    );
    match position.captured(movement) {
        None => {
            let _ = write!(out, " to {}", place(movement.to()));
        }
        Some(_) if movement.is_en_passant() => out.push_str(" takes Pawn in passing"),
        Some((square, man)) => {
            let _ = write!(out, " takes {} on {}", kind_word(man.kind), place(square));
        }
    }
    match movement.promotion() {
        Some(kind) => {
            let _ = write!(out, ", {}", kind_word(kind));
        }
        None if movement.remains_pawn() => out.push_str(", remaining a Pawn"),
        None => {}
    }
    out
}

/// The same record with the edition's abbreviations (I.13B): `P(K2)—K4`, `Kt (K5)×P (KB7)`.
pub fn abbreviated_record(position: &Position, movement: Move, edition: Edition) -> String {
    if let Some(wing) = movement.wing() {
        let round = match edition {
            Edition::Bcc1896 => '0',
            Edition::Bcc1899 => 'o',
        };
        return castling_signs(wing, round).to_owned();
    }
    let (bracket, takes, passing) = match edition {
        Edition::Bcc1896 => ("(", "X", " e.p."),
        Edition::Bcc1899 => (" (", "×", " ip"),
    };
    let mover = position.turn();
    let place = |square| square_name(own_view(square, mover));
    let mut out = format!(
        "{}{bracket}{})",
        kind_letter(moved_kind(position, movement)),
        place(movement.from())
    );
    match position.captured(movement) {
        None => {
            let _ = write!(out, "—{}", place(movement.to()));
        }
        Some(_) if movement.is_en_passant() => {
            let _ = write!(out, "{takes}P{passing}");
        }
        Some((square, man)) => {
            let _ = write!(out, "{takes}{}{bracket}{})", kind_letter(man.kind), place(square));
        }
    }
    match movement.promotion() {
        Some(kind) => {
            let _ = write!(out, ", {}", kind_letter(kind));
        }
        None if movement.remains_pawn() => out.push_str(", remaining a P"),
        None => {}
    }
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

/// A man as a descriptive record names it, from the barest to the fullest.
#[derive(Clone, Copy)]
enum Named {
    Plain,
    /// `BP`: a Pawn by its file, the side left out.
    File,
    /// `KBP`.
    SidedFile,
    /// `KKt`.
    Wing(Wing),
    /// `Kt(K5)`.
    On(Square),
}

#[derive(Clone, Copy)]
enum Goal {
    /// A square; `sided` tells the King's file from the Queen's.
    Square { square: Square, sided: bool },
    /// A man taken.
    Man {
        kind: Kind,
        square: Square,
        named: Named,
    },
}

struct Sentence {
    kind: Kind,
    /// The square the man leaves, as the mover counts.
    from: Square,
    named: Named,
    goal: Goal,
}

/// Tries the forms from the shortest up and keeps the first that reads back as this move alone.
fn shortest(style: Style, position: &Position, movement: Move, origins: &Origins) -> String {
    let announced = check_of(position, movement);
    if let Some(wing) = movement.wing() {
        let other_side = position
            .legal_moves()
            .iter()
            .any(|other| other.is_castling() && other.wing() != Some(wing));
        return castles_in_words(style, wing, other_side, announced);
    }
    let context = Context::new(position, origins);
    let mut forms = forms(position, movement, origins);
    let mut tail = String::new();
    promotion_in_words(&mut tail, style, movement);
    if movement.is_en_passant() {
        tail.push_str(match style {
            Style::Possessive => ", en passant",
            Style::DescriptiveIn(Language::Spanish) => " a.p.",
            _ => " e.p.",
        });
    }
    tail.push_str(announcement(style, announced));
    let mut text = String::new();
    // Forms are weighed by the letters of the plain style, so that all styles say the same things.
    forms.sort_by_cached_key(|form| {
        let mut bare = String::new();
        dress(&mut bare, Style::Descriptive, form);
        // A printer names the man before its side, and its side before its square.
        let fullness = match form.named {
            Named::Plain => 0,
            Named::File | Named::SidedFile => 1,
            Named::Wing(_) => 2,
            Named::On(_) => 3,
        };
        (fullness == 3, bare.len(), fullness)
    });
    for form in &forms {
        text.clear();
        dress(&mut text, style, form);
        text.push_str(&tail);
        if let Ok(parsed) = parse_in(&text, style.language().tongue()) {
            let mut found = candidates(&parsed, &context);
            keep_easiest(&mut found);
            if found.len() == 1 && found[0].movement == movement {
                break;
            }
        }
    }
    text
}

fn forms(position: &Position, movement: Move, origins: &Origins) -> Vec<Sentence> {
    let mover = position.turn();
    let kind = moved_kind(position, movement);
    let from = own_view(movement.from(), mover);
    let to = own_view(movement.to(), mover);
    let movers = names(kind, movement.from(), from, origins);
    let mut goals = Vec::with_capacity(4);
    match position.captured(movement) {
        None => {
            goals.push(Goal::Square {
                square: to,
                sided: false,
            });
            goals.push(Goal::Square {
                square: to,
                sided: true,
            });
        }
        Some((square, taken)) => {
            let own = own_view(square, mover);
            for named in names(taken.kind, square, own, origins) {
                goals.push(Goal::Man {
                    kind: taken.kind,
                    square: own,
                    named,
                });
            }
        }
    }
    let mut forms = Vec::with_capacity(movers.len() * goals.len());
    for &goal in &goals {
        for &named in &movers {
            // A Pawn that does not take is known by the square it goes to.
            let spare = matches!(goal, Goal::Square { .. })
                && kind == Kind::Pawn
                && matches!(named, Named::File | Named::SidedFile);
            if !spare {
                forms.push(Sentence {
                    kind,
                    from,
                    named,
                    goal,
                });
            }
        }
    }
    forms
}

fn names(kind: Kind, square: Square, own: Square, origins: &Origins) -> Vec<Named> {
    let mut names = vec![Named::Plain];
    match kind {
        Kind::Pawn => names.extend([Named::File, Named::SidedFile]),
        Kind::Bishop | Kind::Knight | Kind::Rook => {
            names.extend(
                origins
                    .get(square)
                    .map(|origin| Named::Wing(wing_of(origin.file()))),
            );
        }
        Kind::Queen | Kind::King => {}
    }
    names.push(Named::On(own));
    names
}

fn castles_in_words(style: Style, wing: Wing, other_side: bool, announced: Announced) -> String {
    let mut out = String::from(match (style, wing, other_side) {
        (Style::Possessive, Wing::King, true) => "Castles K. R.",
        (Style::Possessive, Wing::King, false) => "Castles.",
        (Style::Possessive, Wing::Queen, _) => "Castles Q. R.",
        (Style::DescriptiveIn(_), wing, _) => castling_signs(wing, 'O'),
        (Style::Spaced, Wing::King, _) => "O - O",
        (Style::Spaced, Wing::Queen, _) => "O - O - O",
        (Style::Descriptive1931, Wing::King, _) | (_, Wing::King, true) => "Castles KR",
        (_, Wing::King, false) => "Castles",
        (_, Wing::Queen, _) => "Castles QR",
    });
    out.push_str(announcement(style, announced));
    out
}

fn announcement(style: Style, announced: Announced) -> &'static str {
    match (style, announced) {
        (_, Announced::Nothing) => "",
        (Style::DescriptiveIn(Language::French), Announced::Mate) => " mat",
        (Style::DescriptiveIn(_), Announced::Mate) => " mate",
        (Style::DescriptiveIn(_), _) => "+",
        (Style::Descriptive1931, Announced::Mate) => " Mate",
        (Style::Descriptive1931, _) => " Ch",
        (Style::Possessive, Announced::Check) => " (ch.)",
        (Style::Possessive, Announced::Discovered) => " (dis. ch.)",
        (Style::Possessive, Announced::Double) => " (dble. ch.)",
        (Style::Possessive, Announced::Mate) => " (mate.)",
        (_, Announced::Check) => " ch",
        (_, Announced::Discovered) => " dis ch",
        (_, Announced::Double) => " dbl ch",
        (_, Announced::Mate) => " mate",
    }
}

fn promotion_in_words(out: &mut String, style: Style, movement: Move) {
    match (movement.promotion(), style) {
        (Some(kind), Style::DescriptiveIn(language)) => {
            let _ = write!(out, "={}", language.letter(kind));
        }
        (Some(kind), Style::Possessive) => {
            let _ = write!(out, ", becoming a {}.", kind_letter(kind));
        }
        (Some(kind), Style::Spaced) => {
            let _ = write!(out, " ({})", kind_letter(kind));
        }
        (Some(kind), _) => {
            let _ = write!(out, "({})", kind_letter(kind));
        }
        (None, _) if movement.remains_pawn() => out.push_str(", remaining a P"),
        (None, _) => {}
    }
}

fn dress(out: &mut String, style: Style, form: &Sentence) {
    dress_man(out, style, form.kind, form.from, form.named);
    match form.goal {
        Goal::Square { square, sided } => {
            out.push_str(match (style, form.named) {
                (Style::DescriptiveIn(_), _) => "",
                (Style::Spaced, _) => " - ",
                (Style::Words | Style::Possessive, _) => " to ",
                // `Q.KB4`, but `R(KKt2) Kt4`, as the code prints them.
                (Style::Descriptive1931, Named::On(_)) => " ",
                (Style::Descriptive1931, _) => ".",
                _ => "-",
            });
            dress_square(out, style, square, sided);
        }
        Goal::Man { kind, square, named } => {
            out.push_str(match style {
                Style::Spaced => " × ",
                Style::Words | Style::Possessive => " takes ",
                Style::Descriptive1931 => "X",
                _ => "x",
            });
            dress_man(out, style, kind, square, named);
        }
    }
}

fn dress_man(out: &mut String, style: Style, kind: Kind, square: Square, named: Named) {
    let (file, side) = file_owner(square.file());
    let letters = |out: &mut String, letters: &[&str]| {
        for (index, letter) in letters.iter().filter(|letter| !letter.is_empty()).enumerate() {
            match style {
                Style::Possessive => {
                    if index > 0 {
                        out.push(' ');
                    }
                    out.push_str(letter);
                    out.push('.');
                }
                Style::Spaced => {
                    if index > 0 {
                        out.push(' ');
                    }
                    out.push_str(letter);
                }
                _ => out.push_str(letter),
            }
        }
    };
    let man = style.letter(kind);
    let mut name = match named {
        Named::Plain | Named::On(_) => ["", "", man],
        Named::File => ["", style.letter(file), man],
        Named::SidedFile => [side.map_or("", |side| style.side(side)), style.letter(file), man],
        Named::Wing(wing) => [style.side(wing), "", man],
    };
    // `CR`, `PAR`: in Spanish the man comes first, then the file, then the side.
    if matches!(style, Style::DescriptiveIn(_)) {
        name.reverse();
    }
    letters(out, &name);
    match named {
        Named::On(square) => {
            out.push_str(match style {
                Style::Spaced => " (",
                Style::Words | Style::Possessive => " at ",
                _ => "(",
            });
            dress_square(out, style, square, true);
            if !matches!(style, Style::Words | Style::Possessive) {
                out.push(')');
            }
        }
        Named::Plain | Named::File | Named::SidedFile | Named::Wing(_) => {}
    }
}

fn dress_square(out: &mut String, style: Style, square: Square, sided: bool) {
    let (kind, side) = file_owner(square.file());
    let side = side.filter(|_| sided).map_or("", |side| style.side(side));
    let rank = square.rank().index() + 1;
    match style {
        Style::DescriptiveIn(_) => {
            let _ = write!(out, "{rank}{}{side}", style.letter(kind));
        }
        Style::Spaced => {
            if !side.is_empty() {
                let _ = write!(out, "{side} ");
            }
            let _ = write!(out, "{} {rank}", kind_letter(kind));
        }
        Style::Possessive => {
            if !side.is_empty() {
                let _ = write!(out, "{side}. ");
            }
            let ordinal = match rank {
                1 => "sq.",
                2 => "2d.",
                3 => "3d.",
                4 => "4th.",
                5 => "5th.",
                6 => "6th.",
                7 => "7th.",
                _ => "8th.",
            };
            let _ = write!(out, "{}'s {ordinal}", kind_letter(kind));
        }
        _ => {
            let _ = write!(out, "{side}{}{rank}", kind_letter(kind));
        }
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
