//! A line of play that can be taken back: positions and moves one after another, and how the game stands by the rules
//! of ordinary play today.
//!
//! ```
//! use jadoube::{History, Termination};
//!
//! let mut game = History::ordinary();
//! for text in ["f3", "e5", "g4", "Qh4#"] {
//!     let found = game.parse_san(text)?;
//!     game.push(found)?;
//! }
//! assert_eq!(game.outcome(false).expect("it is over").0, Termination::Checkmate);
//! game.pop();
//! assert!(game.outcome(false).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use jadoube_board::{Bitboard, Colour, FenError, IllegalMove, Kind, Move, Position};
use jadoube_notation::{ReadError, San, SanFault, read_in_position};
use std::fmt;

/// A line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    now: Position,
    past: Vec<(Position, Move)>,
}

/// Why a game is over, or may be claimed to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Termination {
    /// Check, and no legal move.
    Checkmate,
    /// No check, and no legal move.
    Stalemate,
    /// Neither side has men enough to mate.
    InsufficientMaterial,
    /// Seventy-five moves on each side without a capture or a Pawn's move.
    SeventyFiveMoves,
    /// The position for the fifth time.
    FivefoldRepetition,
    /// Fifty moves on each side without a capture or a Pawn's move: a claim.
    FiftyMoves,
    /// The position for the third time: a claim.
    ThreefoldRepetition,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::InsufficientMaterial,
        Termination::SeventyFiveMoves,
        Termination::FivefoldRepetition,
        Termination::FiftyMoves,
        Termination::ThreefoldRepetition,
    ];

    /// In lower case, with underscores: `threefold_repetition`.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::InsufficientMaterial => "insufficient_material",
            Termination::SeventyFiveMoves => "seventyfive_moves",
            Termination::FivefoldRepetition => "fivefold_repetition",
            Termination::FiftyMoves => "fifty_moves",
            Termination::ThreefoldRepetition => "threefold_repetition",
        }
    }
}

/// Why a text is no legal move here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoMove {
    /// It is understood, and no one legal move answers to it.
    Fault(SanFault),
    /// It is not understood.
    Unread(ReadError),
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMove::Fault(why) => why.fmt(f),
            NoMove::Unread(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoMove {}

impl Default for History {
    fn default() -> Self {
        History::ordinary()
    }
}

impl From<Position> for History {
    fn from(now: Position) -> Self {
        History {
            now,
            past: Vec::new(),
        }
    }
}

impl std::str::FromStr for History {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, Self::Err> {
        jadoube_notation::start_from(fen).map(History::from)
    }
}

impl History {
    /// The beginning of an ordinary game.
    pub fn ordinary() -> Self {
        Position::ordinary().into()
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// Where the line began.
    pub fn start(&self) -> &Position {
        self.past.first().map_or(&self.now, |(position, _)| position)
    }

    /// The moves made.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.past.iter().map(|(_, one)| *one)
    }

    /// Makes a legal move.
    pub fn push(&mut self, one: Move) -> Result<(), IllegalMove> {
        if !self.now.is_legal(one) {
            return Err(IllegalMove(one));
        }
        self.push_unchecked(one);
        Ok(())
    }

    /// Makes a move that is known to be legal here, as one out of [`Position::legal_moves`] is.
    pub fn push_unchecked(&mut self, one: Move) {
        self.past.push((self.now, one));
        self.now.make(one);
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Move> {
        let (position, one) = self.past.pop()?;
        self.now = position;
        Some(one)
    }

    /// The one legal move that this text means: SAN, and failing that whatever else a reader of chess can mean by it.
    pub fn parse_san(&self, text: &str) -> Result<Move, NoMove> {
        let fault = match San::parse(text.as_bytes()).map(|san| san.resolve(&self.now)) {
            Some(Ok(found)) => return Ok(found),
            Some(Err(fault)) => Some(fault),
            None => None,
        };
        let reading = read_in_position(text, &self.now).map_err(NoMove::Unread)?;
        match (&reading.moves[..], fault) {
            ([one], _) => Ok(*one),
            (_, Some(fault)) => Err(NoMove::Fault(fault)),
            ([], None) => Err(NoMove::Fault(SanFault::NoSuchMove)),
            (_, None) => Err(NoMove::Fault(SanFault::Ambiguous)),
        }
    }

    /// How often the position now has stood in this line, itself included.
    pub fn repetitions(&self) -> usize {
        self.times(&self.now, self.now.halfmove())
    }

    /// How often this position, reached after so many reversible half-moves, stands among the last of them and now.
    fn times(&self, sought: &Position, reversible: u16) -> usize {
        let key = sought.key();
        let within = usize::from(reversible).min(self.past.len());
        let before = self.past[self.past.len() - within..]
            .iter()
            .filter(|(position, _)| position.turn() == sought.turn() && position.key() == key);
        let now = self.now.turn() == sought.turn() && self.now.key() == key;
        before.count() + usize::from(now)
    }

    /// Whether this side has too few men to mate by any legal moves, by what stands on the board alone.
    pub fn has_insufficient_material(&self, colour: Colour) -> bool {
        let board = self.now.board();
        let own = board.of(colour);
        let other = board.of(!colour);
        let kind = |kind| board.kind(kind);
        if own.meets(kind(Kind::Pawn) | kind(Kind::Rook) | kind(Kind::Queen)) {
            return false;
        }
        if own.meets(kind(Kind::Knight)) {
            // A Knight and any man of the other side but his Queen can stand in his King's way.
            return own.count() <= 2 && (other - kind(Kind::King) - kind(Kind::Queen)).is_empty();
        }
        if own.meets(kind(Kind::Bishop)) {
            let light = Bitboard(0x55aa_55aa_55aa_55aa);
            let bishops = kind(Kind::Bishop);
            let of_one_shade = !bishops.meets(light) || bishops.is_subset(light);
            return of_one_shade && kind(Kind::Pawn).is_empty() && kind(Kind::Knight).is_empty();
        }
        true
    }

    /// Whether neither side has men enough to mate.
    pub fn is_insufficient_material(&self) -> bool {
        Colour::BOTH
            .into_iter()
            .all(|colour| self.has_insufficient_material(colour))
    }

    /// Whether the player on turn may claim a draw by fifty moves, now or with his next move.
    pub fn can_claim_fifty_moves(&self) -> bool {
        let now = &self.now;
        let quiet = |one: &Move| {
            let next = now.play(*one);
            next.halfmove() >= 100 && next.has_legal_move()
        };
        now.halfmove() >= 100 && now.has_legal_move()
            || now.halfmove() >= 99 && now.legal_moves().iter().any(quiet)
    }

    /// Whether the player on turn may claim a draw by repetition, now or with his next move.
    pub fn can_claim_threefold_repetition(&self) -> bool {
        let again = |one: &Move| {
            let next = self.now.play(*one);
            next.halfmove() > 0 && self.times(&next, next.halfmove()) >= 2
        };
        self.repetitions() >= 3 || self.now.legal_moves().iter().any(again)
    }

    /// Why the game is over and who has won, if it is over; with `claims`, also where a draw may be claimed.
    pub fn outcome(&self, claims: bool) -> Option<(Termination, Option<Colour>)> {
        let now = &self.now;
        let drawn = |why| Some((why, None));
        let stuck = !now.has_legal_move();
        if stuck && now.is_check() {
            return Some((Termination::Checkmate, Some(!now.turn())));
        }
        if self.is_insufficient_material() {
            return drawn(Termination::InsufficientMaterial);
        }
        if stuck {
            return drawn(Termination::Stalemate);
        }
        if now.halfmove() >= 150 {
            return drawn(Termination::SeventyFiveMoves);
        }
        if self.repetitions() >= 5 {
            return drawn(Termination::FivefoldRepetition);
        }
        if claims && self.can_claim_fifty_moves() {
            return drawn(Termination::FiftyMoves);
        }
        if claims && self.can_claim_threefold_repetition() {
            return drawn(Termination::ThreefoldRepetition);
        }
        None
    }

    /// The result as PGN has it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self, claims: bool) -> &'static str {
        match self.outcome(claims) {
            Some((_, Some(Colour::White))) => "1-0",
            Some((_, Some(Colour::Black))) => "0-1",
            Some((_, None)) => "1/2-1/2",
            None => "*",
        }
    }
}

/// What is kept of a line: where it began, and its moves in UCI.
#[cfg(feature = "serde")]
mod kept {
    use super::History;
    use jadoube_board::Position;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[derive(Serialize, Deserialize)]
    struct Kept {
        start: Position,
        moves: Vec<String>,
    }

    impl Serialize for History {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let kept = Kept {
                start: *self.start(),
                moves: self.moves().map(|one| one.to_string()).collect(),
            };
            kept.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for History {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let kept = Kept::deserialize(deserializer)?;
            let mut line = History::from(kept.start);
            for text in kept.moves {
                let one = line.position().parse_uci(&text);
                let one = one.map_err(|why| {
                    D::Error::custom(format_args!("{text:?} in {}: {why}", line.position()))
                })?;
                line.push_unchecked(one);
            }
            Ok(line)
        }
    }
}
