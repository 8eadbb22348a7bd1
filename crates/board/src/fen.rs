//! How is a position written in one line, and what is wrong with a line that is none?

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::fmt;

#[cfg(feature = "alloc")]
use crate::Wing;
use crate::board::PlacementFault;
#[cfg(feature = "alloc")]
use crate::castling::right_of;
use crate::{Board, Castling, Colour, Movement, Position, PositionError, Square};

/// The six fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FenField {
    /// The men, rank by rank.
    Placement,
    /// Who is to play.
    Turn,
    /// The rights to castle.
    Castling,
    /// The square a pawn has just passed over.
    EnPassant,
    /// Half-moves since a man was taken or a pawn moved.
    Halfmove,
    /// The number of the move.
    Fullmove,
}

impl FenField {
    /// The six, in their order.
    pub const ALL: [Self; 6] = [
        Self::Placement,
        Self::Turn,
        Self::Castling,
        Self::EnPassant,
        Self::Halfmove,
        Self::Fullmove,
    ];
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Placement => "placement",
            Self::Turn => "turn",
            Self::Castling => "castling",
            Self::EnPassant => "en-passant square",
            Self::Halfmove => "half-move count",
            Self::Fullmove => "move number",
        })
    }
}

/// Why a text is no FEN: in which field, at which character, and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// The character of the whole text, counted from 1; nothing where no single one is at fault.
    pub at: Option<usize>,
    /// What is wrong.
    pub fault: FenFault,
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenFault {
    /// The field is not there.
    Missing,
    /// The placement is none.
    Placement {
        /// What stands there; nothing if the field ends.
        found: Option<char>,
        /// What is wrong.
        fault: PlacementFault,
    },
    /// Another character than expected.
    Unexpected {
        /// What stands there; nothing if the field ends.
        found: Option<char>,
        /// What was expected.
        expected: &'static str,
    },
    /// The number is larger than can be kept.
    TooLarge,
    /// The fields are well written, but make no position, or no regular one where such is asked for.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN field {} ({})", self.field as u8 + 1, self.field)?;
        if let Some(at) = self.at {
            write!(f, ", character {at}")?;
        }
        let found = |f: &mut fmt::Formatter<'_>, found: Option<char>| match found {
            Some(found) => write!(f, ": found {found:?}, "),
            None => write!(f, ": found the end, "),
        };
        match self.fault {
            FenFault::Missing => write!(f, ": missing"),
            FenFault::Placement { found: letter, fault } => {
                found(f, letter)?;
                write!(f, "{fault}")
            }
            FenFault::Unexpected {
                found: letter,
                expected,
            } => {
                found(f, letter)?;
                write!(f, "expected {expected}")
            }
            FenFault::TooLarge => write!(f, ": expected a number up to {}", u16::MAX),
            FenFault::Position(error) => write!(f, ": {error}"),
        }
    }
}

impl core::error::Error for FenError {}

impl FenError {
    fn of(error: PositionError) -> Self {
        let field = match error {
            PositionError::Kings(..) | PositionError::PawnOnEndRank(_) => FenField::Placement,
            PositionError::OpponentInCheck(_) => FenField::Turn,
            PositionError::CastlingWithoutKing(..)
            | PositionError::CastlingWithoutRook(..)
            | PositionError::CornerOccupied(..) => FenField::Castling,
            PositionError::PassedOnWrongRank(_)
            | PositionError::PassedThroughMan(..)
            | PositionError::PassedWithoutPawn(_) => FenField::EnPassant,
        };
        Self {
            field,
            at: None,
            fault: FenFault::Position(error),
        }
    }
}

/// One repair of the lenient reader.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenRemark {
    /// Blanks before, after or several between the fields.
    Spacing,
    /// Underscores read as blanks.
    Underscores,
    /// Quotation marks, brackets or the word `fen` around the text left out.
    Wrapping,
    /// Adjoining numbers of empty squares added up.
    NumbersJoined,
    /// A stroke before the first or after the last rank left out.
    StrayStroke,
    /// The player on turn written otherwise than `w` or `b`.
    TurnSpelling,
    /// Castling letters brought into order, or one given twice left out.
    CastlingOrder,
    /// A right to castle left out, since king or rook is not on its square.
    CastlingDropped(Colour, Wing),
    /// A square passed over left out, since no pawn can have passed over it.
    EnPassantDropped(Square),
    /// A dash or hyphen of another kind read as `-`.
    Dash,
    /// Zeros before a number left out.
    LeadingZeros,
    /// A move number of 0 read as 1.
    MoveNumberZero,
    /// A field that is not there: White to play, no rights, 0 half-moves, move 1 assumed.
    Missing(FenField),
    /// What follows the position left out.
    Ignored(String),
}

#[cfg(feature = "alloc")]
impl fmt::Display for FenRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spacing => f.write_str("blanks put right"),
            Self::Underscores => f.write_str("underscores read as blanks"),
            Self::Wrapping => f.write_str("what was around the FEN left out"),
            Self::NumbersJoined => f.write_str("adjoining numbers of empty squares added up"),
            Self::StrayStroke => f.write_str("a stroke at the end of the placement left out"),
            Self::TurnSpelling => f.write_str("the player on turn read from another spelling"),
            Self::CastlingOrder => f.write_str("castling letters put in order"),
            Self::CastlingDropped(colour, wing) => write!(
                f,
                "{colour}'s right to castle on the {wing} left out: king or rook is not on its square"
            ),
            Self::EnPassantDropped(square) => {
                write!(
                    f,
                    "en-passant square {square} left out: no pawn can have passed over it"
                )
            }
            Self::Dash => f.write_str("a dash read as '-'"),
            Self::LeadingZeros => f.write_str("zeros before a number left out"),
            Self::MoveNumberZero => f.write_str("move number 0 read as 1"),
            Self::Missing(field) => {
                let assumed = match field {
                    FenField::Placement => "nothing",
                    FenField::Turn => "White to play",
                    FenField::Castling => "no right to castle",
                    FenField::EnPassant => "no capture in passing",
                    FenField::Halfmove => "0",
                    FenField::Fullmove => "1",
                };
                write!(f, "{field} missing: {assumed} assumed")
            }
            Self::Ignored(text) => write!(f, "{text:?} after the position left out"),
        }
    }
}

/// The fields as read.
struct Fields {
    board: Board,
    turn: Colour,
    castling: Castling,
    en_passant: Option<Square>,
    halfmove: u16,
    fullmove: u16,
}

impl Position {
    /// Reads a FEN of a regular position, exactly as the standard has it: six fields, one blank between
    /// them, one king a side, no pawn on an end rank, the opponent not in check, and rights that the men
    /// can still have.
    ///
    /// ```
    /// use jadoube_board::{FenField, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39")?;
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39");
    ///
    /// let error = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 x - - 5 39").unwrap_err();
    /// assert_eq!(error.field, FenField::Turn);
    /// assert_eq!(error.to_string(), "FEN field 2 (turn), character 23: found 'x', expected 'w' or 'b'");
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let position = Self::from_fen_irregular(text, Movement::ORDINARY)?;
        match position.irregularity() {
            None => Ok(position),
            Some(error) => Err(FenError::of(error)),
        }
    }

    /// Reads a FEN of any position with one king a side, well written but regular or not: pawns on end
    /// ranks, kings side by side or both attacked; and rights to castle without a rook where the movement
    /// has them.
    ///
    /// ```
    /// use jadoube_board::{Movement, Position, RooklessCastling};
    ///
    /// let odds = Movement { castling: RooklessCastling::CornerEmpty, ..Movement::ORDINARY };
    /// let position = Position::from_fen_irregular("4k3/8/8/8/8/8/8/4K3 w Q - 0 1", odds)?;
    /// assert!(position.parse_uci("e1c1").is_ok());
    /// assert!(Position::from_fen_irregular("P3kK2/8/8/8/8/8/8/8 w - - 0 1", Movement::ORDINARY).is_ok());
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    pub fn from_fen_irregular(text: &str, movement: Movement) -> Result<Self, FenError> {
        strict(text)?.position(movement)
    }

    /// Reads what people paste: fields may be missing, blanks and letters may be off, and what cannot be
    /// so is left out. Each repair is remarked. The position must be regular, as for
    /// [`from_fen`](Self::from_fen).
    ///
    /// ```
    /// use jadoube_board::{FenField, FenRemark, Position};
    ///
    /// let (position, remarks) = Position::from_fen_lenient(" 4k3/8/8/8/8/8/8/R3K3 b")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    /// assert_eq!(remarks[..2], [FenRemark::Spacing, FenRemark::Missing(FenField::Castling)]);
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn from_fen_lenient(text: &str) -> Result<(Self, Vec<FenRemark>), FenError> {
        let (position, remarks) = Self::from_fen_lenient_irregular(text, Movement::ORDINARY)?;
        match position.irregularity() {
            None => Ok((position, remarks)),
            Some(error) => Err(FenError::of(error)),
        }
    }

    /// Reads what people paste, as [`from_fen_lenient`](Self::from_fen_lenient) does, of a position that is regular
    /// or not, as for [`from_fen_irregular`](Self::from_fen_irregular).
    #[cfg(feature = "alloc")]
    pub fn from_fen_lenient_irregular(
        text: &str,
        movement: Movement,
    ) -> Result<(Self, Vec<FenRemark>), FenError> {
        let mut remarks = Vec::new();
        let position = lenient(text, movement, &mut remarks)?.position(movement)?;
        Ok((position, remarks))
    }

    /// The position as a FEN of six fields; `Display` writes the same.
    #[cfg(feature = "alloc")]
    pub fn to_fen(&self) -> String {
        use alloc::string::ToString;
        self.to_string()
    }
}

impl Board {
    /// The men of a FEN, read as leniently as [`Position::from_fen_lenient`] reads it, whether or not they make a
    /// position: without Kings, or none at all.
    ///
    /// ```
    /// use jadoube_board::Board;
    ///
    /// assert_eq!(Board::from_fen_lenient("8/8/8/8/8/8/8/8")?, Board::EMPTY);
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn from_fen_lenient(text: &str) -> Result<Self, FenError> {
        Ok(lenient(text, Movement::ORDINARY, &mut Vec::new())?.board)
    }
}

impl fmt::Display for Position {
    /// All six fields; the en-passant square after every double step, whether or not a pawn can take.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn() {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        write!(f, "{} {turn} {} ", self.board(), self.castling())?;
        match self.en_passant() {
            Some(square) => write!(f, "{square}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.halfmove(), self.fullmove())
    }
}

impl core::str::FromStr for Position {
    type Err = FenError;

    /// As [`Position::from_fen`].
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl Fields {
    fn position(self, movement: Movement) -> Result<Position, FenError> {
        let Self {
            board,
            turn,
            castling,
            en_passant,
            halfmove,
            fullmove,
        } = self;
        Position::from_parts(board, turn, castling, en_passant, halfmove, fullmove, movement)
            .map_err(FenError::of)
    }
}

/// One field's text and where it stands: its first character's number, less one.
#[derive(Clone, Copy)]
struct Part<'text> {
    field: FenField,
    text: &'text str,
    start: usize,
}

impl Part<'_> {
    /// An error at a character of the field, counted from 0.
    fn wrong(self, index: usize, expected: &'static str) -> FenError {
        let found = self.text.chars().nth(index);
        let fault = FenFault::Unexpected { found, expected };
        FenError {
            field: self.field,
            at: Some(self.start + index + 1),
            fault,
        }
    }

    fn placement(self) -> Result<Board, FenError> {
        self.text
            .parse()
            .map_err(|error: crate::PlacementError| FenError {
                field: self.field,
                at: Some(self.start + error.at),
                fault: FenFault::Placement {
                    found: error.found,
                    fault: error.fault,
                },
            })
    }

    /// The rest must be empty from this character on.
    fn ends(self, index: usize, expected: &'static str) -> Result<(), FenError> {
        if self.text.chars().count() > index {
            Err(self.wrong(index, expected))
        } else {
            Ok(())
        }
    }

    fn turn(self) -> Result<Colour, FenError> {
        let colour = match self.text.chars().next() {
            Some('w') => Colour::White,
            Some('b') => Colour::Black,
            _ => return Err(self.wrong(0, "'w' or 'b'")),
        };
        self.ends(1, "a blank after the turn")?;
        Ok(colour)
    }

    fn castling(self) -> Result<Castling, FenError> {
        self.text.parse().map_err(|error: crate::CastlingError| {
            self.wrong(
                error.at - 1,
                "'-', or letters of 'KQkq' in this order and each once",
            )
        })
    }

    fn en_passant(self) -> Result<Option<Square>, FenError> {
        if self.text == "-" {
            return Ok(None);
        }
        let mut letters = self.text.chars();
        if !letters.next().is_some_and(|letter| matches!(letter, 'a'..='h')) {
            return Err(self.wrong(0, "'-' or a square's file 'a' to 'h'"));
        }
        if !letters.next().is_some_and(|letter| matches!(letter, '3' | '6')) {
            return Err(self.wrong(1, "the rank '3' or '6' of a square passed over"));
        }
        self.ends(2, "a blank after the square")?;
        Ok(self.text.parse().ok())
    }

    fn number(self, least: u16) -> Result<u16, FenError> {
        let expected = if least == 0 { "a number" } else { "a number from 1" };
        if self.text.is_empty() {
            return Err(self.wrong(0, expected));
        }
        if let Some(index) = self.text.chars().position(|letter| !letter.is_ascii_digit()) {
            return Err(self.wrong(index, "a digit '0' to '9'"));
        }
        if self.text.len() > 1 && self.text.starts_with('0') {
            return Err(self.wrong(0, "a number without zeros before it"));
        }
        let too_large = FenError {
            field: self.field,
            at: Some(self.start + 1),
            fault: FenFault::TooLarge,
        };
        let number = self.text.parse().map_err(|_| too_large)?;
        if number < least {
            Err(self.wrong(0, expected))
        } else {
            Ok(number)
        }
    }
}

fn strict(text: &str) -> Result<Fields, FenError> {
    let mut parts = text.split(' ');
    let mut start = 0;
    let mut next = |field| {
        let missing = FenError {
            field,
            at: Some(start.max(1)),
            fault: FenFault::Missing,
        };
        let part = Part {
            field,
            text: parts.next().ok_or(missing)?,
            start,
        };
        start += part.text.chars().count() + 1;
        Ok(part)
    };
    let board = next(FenField::Placement)?.placement()?;
    let turn = next(FenField::Turn)?.turn()?;
    let castling = next(FenField::Castling)?.castling()?;
    let en_passant = next(FenField::EnPassant)?.en_passant()?;
    let halfmove = next(FenField::Halfmove)?.number(0)?;
    let last = next(FenField::Fullmove)?;
    let fullmove = last.number(1)?;
    let end = last.start + last.text.len();
    if text.chars().count() > end {
        let fault = FenFault::Unexpected {
            found: Some(' '),
            expected: "the end after the move number",
        };
        return Err(FenError {
            field: FenField::Fullmove,
            at: Some(end + 1),
            fault,
        });
    }
    Ok(Fields {
        board,
        turn,
        castling,
        en_passant,
        halfmove,
        fullmove,
    })
}

#[cfg(feature = "alloc")]
fn lenient(text: &str, movement: Movement, remarks: &mut Vec<FenRemark>) -> Result<Fields, FenError> {
    let mut remark = |one| {
        if !remarks.contains(&one) {
            remarks.push(one);
        }
    };
    let wrapping = |letter: char| matches!(letter, '"' | '\'' | '`' | '[' | ']' | '“' | '”' | '«' | '»');
    let is_blank = |letter: char| letter.is_whitespace() || letter == '_';

    // Each word with the number of its first character, so that errors point into the text as given.
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut in_word = false;
    for (index, letter) in text.chars().enumerate() {
        if is_blank(letter) {
            if letter == '_' {
                remark(FenRemark::Underscores);
            }
            if !in_word || letter != ' ' && letter != '_' {
                remark(FenRemark::Spacing);
            }
            in_word = false;
        } else {
            if !in_word {
                words.push((index, String::new()));
            }
            in_word = true;
            if let Some((_, word)) = words.last_mut() {
                word.push(letter);
            }
        }
    }
    if !in_word && !words.is_empty() {
        remark(FenRemark::Spacing);
    }
    // A bracketed PGN tag, a quotation or the word that introduces one.
    let count = words.len();
    for (position, (start, word)) in words.iter_mut().enumerate() {
        if position == 0 {
            let bare = word.trim_start_matches(wrapping);
            let cut = word.chars().count() - bare.chars().count();
            if cut > 0 {
                remark(FenRemark::Wrapping);
                *word = bare.into();
                *start += cut;
            }
        }
        if position + 1 == count || position < 6 {
            let bare = word.trim_end_matches(wrapping);
            if bare.len() < word.len() {
                remark(FenRemark::Wrapping);
                *word = bare.into();
            }
        }
    }
    if words
        .first()
        .is_some_and(|(_, word)| matches!(&*word.to_ascii_lowercase(), "fen" | "fen:"))
    {
        remark(FenRemark::Wrapping);
        words.remove(0);
        if let Some((start, word)) = words.first_mut() {
            let bare = word.trim_start_matches(wrapping);
            *start += word.chars().count() - bare.chars().count();
            *word = bare.into();
        }
    }
    words.retain(|(_, word)| !word.is_empty());
    let mut words = words.into_iter().peekable();

    let missing = FenError {
        field: FenField::Placement,
        at: None,
        fault: FenFault::Missing,
    };
    let (start, mut placement) = words.next().ok_or(missing)?;
    let bare = placement.trim_matches('/');
    if bare.len() < placement.len() {
        remark(FenRemark::StrayStroke);
        placement = bare.into();
    }
    let joined = join_numbers(&placement);
    if joined != placement {
        remark(FenRemark::NumbersJoined);
    }
    let board = Part {
        field: FenField::Placement,
        text: &joined,
        start,
    }
    .placement()?;

    let turn = match words.next() {
        None => {
            remark(FenRemark::Missing(FenField::Turn));
            Colour::White
        }
        Some((start, word)) => match &*word.to_ascii_lowercase() {
            "w" | "white" | "b" | "black" if word != "w" && word != "b" => {
                remark(FenRemark::TurnSpelling);
                if word.to_ascii_lowercase().starts_with('w') {
                    Colour::White
                } else {
                    Colour::Black
                }
            }
            _ => Part {
                field: FenField::Turn,
                text: &word,
                start,
            }
            .turn()?,
        },
    };

    let dash = |word: &str| matches!(word, "–" | "—" | "−" | "‐" | "‑");
    let mut castling = Castling::NONE;
    match words.next() {
        None => remark(FenRemark::Missing(FenField::Castling)),
        Some((_, word)) if dash(&word) => remark(FenRemark::Dash),
        Some((_, word)) if word == "-" => {}
        Some((start, word)) => {
            let part = Part {
                field: FenField::Castling,
                text: &word,
                start,
            };
            for (index, letter) in word.chars().enumerate() {
                let (colour, wing) =
                    right_of(letter).ok_or_else(|| part.wrong(index, "'-' or letters of 'KQkq'"))?;
                castling = castling.with(colour, wing);
            }
            if word.parse::<Castling>().is_err() {
                remark(FenRemark::CastlingOrder);
            }
        }
    }
    for (colour, wing) in castling.iter() {
        if crate::position::castling_right(&board, colour, wing, movement).is_err() {
            remark(FenRemark::CastlingDropped(colour, wing));
            castling = castling.without(colour, wing);
        }
    }

    let mut en_passant = match words.next() {
        None => {
            remark(FenRemark::Missing(FenField::EnPassant));
            None
        }
        Some((_, word)) if dash(&word) => {
            remark(FenRemark::Dash);
            None
        }
        Some((start, word)) => match word.parse() {
            Ok(square) => Some(square),
            Err(_) => Part {
                field: FenField::EnPassant,
                text: &word,
                start,
            }
            .en_passant()?,
        },
    };
    if let Some(square) =
        en_passant.filter(|&square| crate::position::check_passed(&board, turn, square).is_err())
    {
        remark(FenRemark::EnPassantDropped(square));
        en_passant = None;
    }

    // The operations of an EPD line may follow in place of the counts.
    let is_number = |word: &(usize, String)| word.1.bytes().all(|byte| byte.is_ascii_digit());
    let mut number = |field, assumed| match words.next_if(is_number) {
        None => {
            remark(FenRemark::Missing(field));
            Ok(assumed)
        }
        Some((start, word)) => {
            let text = word.trim_start_matches('0');
            let text = if text.is_empty() { "0" } else { text };
            if text.len() < word.len() {
                remark(FenRemark::LeadingZeros);
            }
            Part { field, text, start }.number(0)
        }
    };
    let halfmove = number(FenField::Halfmove, 0)?;
    let mut fullmove = number(FenField::Fullmove, 1)?;
    if fullmove == 0 {
        remark(FenRemark::MoveNumberZero);
        fullmove = 1;
    }
    let rest: Vec<String> = words.map(|(_, word)| word).collect();
    if !rest.is_empty() {
        remark(FenRemark::Ignored(rest.join(" ")));
    }
    Ok(Fields {
        board,
        turn,
        castling,
        en_passant,
        halfmove,
        fullmove,
    })
}

/// Adds up adjoining numbers of empty squares.
#[cfg(feature = "alloc")]
fn join_numbers(placement: &str) -> String {
    let mut joined = String::new();
    let mut empty = 0;
    for letter in placement.chars() {
        match letter.to_digit(10) {
            Some(number @ 1..=8) if empty + number <= 8 => empty += number,
            _ => {
                if let Some(digit) = char::from_digit(empty, 10).filter(|_| empty > 0) {
                    joined.push(digit);
                }
                empty = 0;
                joined.push(letter);
            }
        }
    }
    if let Some(digit) = char::from_digit(empty, 10).filter(|_| empty > 0) {
        joined.push(digit);
    }
    joined
}
