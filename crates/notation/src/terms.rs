//! What does a text require of the move it records, and which legal moves meet all of it?
//!
//! A parsed text is a conjunction of requirements; anything the text does not say is left free.
//! This is the British Code's own rule (I.13C): a sign may be left out where the move can be known
//! without it.

use std::fmt::{self, Write as _};

use jadoube_board::{Bitboard, Colour, File, Kind, Man, Move, Origins, Position, Square, Wing, attacks};

pub(crate) const ANYWHERE: u64 = u64::MAX;
pub(crate) const ANY_FILE: u8 = u8::MAX;

/// How a text speaks of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Castling {
    Unsaid,
    /// Castling, with no word on which side.
    EitherSide,
    Side(Wing),
}

/// Whether a move meets the requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    No,
    Yes,
    /// Only if a liberty is taken with the text.
    With(Liberty),
}

/// How a text speaks of taking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Taking {
    Unsaid,
    /// `takes`, `x`.
    Said,
    /// `to` or a dash, which say that nothing is taken.
    Denied,
}

/// Check, double check, discovered check and mate, as marks in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Marks(pub(crate) u8);

impl Marks {
    pub(crate) const CHECK: Marks = Marks(1);
    pub(crate) const DOUBLE: Marks = Marks(2);
    pub(crate) const DISCOVERED: Marks = Marks(4);
    pub(crate) const MATE: Marks = Marks(8);

    pub(crate) fn with(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn none(self) -> bool {
        self.0 == 0
    }
}

/// A man as a text names it: `K. Kt.`, `B. P.`, `second King's Pawn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    pub(crate) kind: Option<Kind>,
    /// `K` or `Q` before a Bishop, Knight or Rook: where it stood at the start.
    pub(crate) wing: Option<Wing>,
    /// A Pawn is named from the file it stands on (I.8).
    pub(crate) files: u8,
    /// `first`, `second` Pawn of a file, the furthest forward being the first; 0 when unsaid.
    pub(crate) ordinal: u8,
    /// `doubled` describes and does not name: it ranks readings and rules none out.
    pub(crate) doubled: bool,
}

impl Name {
    pub(crate) const UNSAID: Name = Name {
        kind: None,
        wing: None,
        files: ANY_FILE,
        ordinal: 0,
        doubled: false,
    };

    pub(crate) fn of(kind: Kind) -> Name {
        Name {
            kind: Some(kind),
            ..Name::UNSAID
        }
    }
}

/// One way of taking a text: everything it requires.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a word of the text, and any of them may stand with any other"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    pub(crate) man: Name,
    /// Squares in the mover's own names, as White would count them.
    pub(crate) from_named: u64,
    pub(crate) from: u64,
    pub(crate) to_named: u64,
    pub(crate) to: u64,
    pub(crate) taking: Taking,
    pub(crate) taken: Name,
    pub(crate) taken_named: u64,
    pub(crate) taken_on: u64,
    /// `takes it`, `retakes`: the man that moved last.
    pub(crate) takes_last: bool,
    pub(crate) marks: Marks,
    pub(crate) promotion: Option<Kind>,
    pub(crate) in_passing: bool,
    pub(crate) castles: Castling,
    /// `K. P. two`: how far the Pawn goes; 0 when unsaid.
    pub(crate) steps: u8,
    pub(crate) interposes: bool,
    pub(crate) same: bool,
    /// The square is named without its rank, and the first is supposed.
    pub(crate) rankless: bool,
    /// 0 for the natural way of taking the words; higher ones are heard only when that fails.
    pub(crate) tier: u8,
}

impl Terms {
    pub(crate) const NONE: Terms = Terms {
        man: Name::UNSAID,
        from_named: ANYWHERE,
        from: ANYWHERE,
        to_named: ANYWHERE,
        to: ANYWHERE,
        taking: Taking::Unsaid,
        taken: Name::UNSAID,
        taken_named: ANYWHERE,
        taken_on: ANYWHERE,
        takes_last: false,
        marks: Marks(0),
        promotion: None,
        in_passing: false,
        castles: Castling::Unsaid,
        steps: 0,
        interposes: false,
        same: false,
        rankless: false,
        tier: 0,
    };

    /// Whether a check of any kind is marked.
    pub fn marks_check(&self) -> bool {
        !self.marks.none()
    }

    /// Whether a piece is named for a Pawn that reaches the last rank.
    pub fn names_promotion(&self) -> bool {
        self.promotion.is_some()
    }

    /// Whether the text says where the man goes or what it takes, or castles.
    pub(crate) fn says_where(&self) -> bool {
        self.to != ANYWHERE
            || self.to_named != ANYWHERE
            || self.taken != Name::UNSAID
            || self.taken_on != ANYWHERE
            || self.takes_last
            || self.in_passing
            || self.castles != Castling::Unsaid
            || self.marks_check()
            || self.steps != 0
            || self.promotion.is_some()
            || self.interposes
            || self.same
    }

    /// Whether the text may be a whole move: it says to which square the man goes, or what it takes, and not only
    /// on which file or rank.
    pub(crate) fn may_be_whole(&self) -> bool {
        let few = |squares: u64| squares.count_ones() <= 2;
        let pawn = self.man.kind.is_none_or(|kind| kind == Kind::Pawn);
        few(self.to)
            || few(self.to_named)
            || few(self.taken_on)
            || self.taken != Name::UNSAID
            // `exd`.
            || pawn && self.from != ANYWHERE
            || Terms {
                to: ANYWHERE,
                to_named: ANYWHERE,
                taken_on: ANYWHERE,
                ..*self
            }
            .says_where()
    }

    /// Whether the text names the man that moves.
    pub(crate) fn names_man(&self) -> bool {
        self.man.kind.is_some()
            || self.castles != Castling::Unsaid
            || self.from.is_power_of_two()
            || self.same
    }

    /// Whether this is no move on a page, where a line's end may have broken one off, and tables have columns: its square is
    /// named without a rank, or is all that is said, `Knight 3`.
    pub(crate) fn is_too_little_for_a_page(&self) -> bool {
        let square_alone = self.man == Name::UNSAID
            && self.to_named != ANYWHERE
            && self.taking == Taking::Unsaid
            && self.from == ANYWHERE
            && self.from_named == ANYWHERE;
        self.rankless || square_alone
    }

    /// Whether only the square is said to which a Pawn goes, as in `e4`: it goes there along its file.
    fn is_a_pawns_square_alone(&self) -> bool {
        self.man == Name::of(Kind::Pawn)
            && self.to.is_power_of_two()
            && self.from == ANYWHERE
            && self.from_named == ANYWHERE
            && !self.in_passing
    }

    /// Whether this is castling without a word on which side.
    pub fn castles_either_side(&self) -> bool {
        self.castles == Castling::EitherSide
    }
}

/// What a reader knows besides the text.
#[derive(Clone, Copy, Debug)]
pub struct Context<'p> {
    /// The position the move is made in.
    pub position: &'p Position,
    /// Where each man stood at the start, for names like `KR` and `QKt`.
    pub origins: &'p Origins,
    /// Whether a man without a known origin may be named by where it stands now: so for a bare
    /// FEN. In a game whose moves are known, a promoted piece has no such name (reading BCC-28).
    pub by_place: bool,
    /// The move just made, for `takes it` and `the same`.
    pub previous: Option<Previous>,
}

impl<'p> Context<'p> {
    /// The context of a game read from its start.
    pub fn new(position: &'p Position, origins: &'p Origins) -> Context<'p> {
        Context {
            position,
            origins,
            by_place: false,
            previous: None,
        }
    }
}

/// The move before the one that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Previous {
    /// The move.
    pub movement: Move,
    /// Whether it took a man.
    pub took: bool,
}

/// A liberty that must be taken with the text before the move fits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Liberty {
    /// `to` or a dash is printed for a move that takes a man.
    DashForTaking,
}

pub(crate) fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// The square as the mover counts it.
pub(crate) fn own_view(square: Square, mover: Colour) -> Square {
    match mover {
        Colour::White => square,
        Colour::Black => square.mirrored(),
    }
}

pub(crate) fn file_bit(file: File) -> u8 {
    1 << file.index()
}

pub(crate) fn wing_of(file: File) -> Wing {
    if file.index() < 4 { Wing::Queen } else { Wing::King }
}

/// Whether the man on `square` answers to the name of this wing.
fn bears_wing(context: &Context, square: Square, man: Man, wing: Wing) -> bool {
    if let Some(origin) = context.origins.get(square) {
        return wing_of(origin.file()) == wing;
    }
    if !context.by_place {
        return false;
    }
    by_place(context.position, context.origins, square, man).is_none_or(|found| found == wing)
}

/// The wing a man of unknown origin is named from, by where it stands; none where nothing says.
fn by_place(position: &Position, origins: &Origins, square: Square, man: Man) -> Option<Wing> {
    if man.kind == Kind::Bishop {
        // A Bishop never leaves its colour, and f1 is white.
        let white_square = (square.index() + square.rank().index()) % 2 == 1;
        let kings = white_square == (man.colour == Colour::White);
        return Some(if kings { Wing::King } else { Wing::Queen });
    }
    let mut brothers = position
        .board()
        .men(man)
        .into_iter()
        .filter(|&other| other != square);
    let brother = brothers.next()?;
    if brothers.next().is_some() {
        return Some(wing_of(square.file()));
    }
    if let Some(origin) = origins.get(brother) {
        return Some(match wing_of(origin.file()) {
            Wing::King => Wing::Queen,
            Wing::Queen => Wing::King,
        });
    }
    match square.file().index().cmp(&brother.file().index()) {
        std::cmp::Ordering::Less => Some(Wing::Queen),
        std::cmp::Ordering::Greater => Some(Wing::King),
        std::cmp::Ordering::Equal => None,
    }
}

/// The how-manieth Pawn of its file this is, the furthest forward being the first (I.8).
pub(crate) fn ordinal_on_file(position: &Position, square: Square, man: Man) -> u8 {
    let mine = own_view(square, man.colour).rank().index();
    let ahead = position
        .board()
        .men(man)
        .into_iter()
        .filter(|other| other.file() == square.file() && own_view(*other, man.colour).rank().index() > mine)
        .count();
    ahead as u8 + 1
}

fn is_doubled(position: &Position, square: Square, man: Man) -> bool {
    position
        .board()
        .men(man)
        .into_iter()
        .any(|other| other != square && other.file() == square.file())
}

impl Name {
    fn fits(self, context: &Context, square: Square, man: Man) -> bool {
        if self.kind.is_some_and(|kind| kind != man.kind) || self.files & file_bit(square.file()) == 0 {
            return false;
        }
        self.wing
            .is_none_or(|wing| bears_wing(context, square, man, wing))
            && (self.ordinal == 0 || self.ordinal == ordinal_on_file(context.position, square, man))
    }
}

impl Terms {
    /// Whether the move meets every requirement, with the liberty that had to be taken, if any.
    pub(crate) fn fit(&self, context: &Context, movement: Move) -> Fit {
        self.tried(context, movement).unwrap_or(Fit::No)
    }

    /// The squares of the player's men that may move, and those they may go to, castling apart: what fits
    /// has both ends there.
    pub(crate) fn reach(&self, position: &Position) -> (u64, u64) {
        if self.castles != Castling::Unsaid {
            return (0, 0);
        }
        let mover = position.turn();
        let own = |named: u64| match mover {
            Colour::White => named,
            Colour::Black => named.swap_bytes(),
        };
        let men = match self.man.kind {
            Some(kind) => position.board().men(Man::new(mover, kind)),
            None => position.board().of(mover),
        };
        (
            self.from & own(self.from_named) & men.0,
            self.to & own(self.to_named),
        )
    }

    /// `None` as soon as one requirement is not met.
    fn tried(&self, context: &Context, movement: Move) -> Option<Fit> {
        let position = context.position;
        let mover = position.turn();
        if movement.is_castling() || self.castles != Castling::Unsaid {
            return self.fits_castling(context, movement).then_some(Fit::Yes);
        }
        let from = movement.from();
        let to = movement.to();
        let man = position.board().get(from)?;
        if self.man.kind.is_some_and(|kind| kind != man.kind)
            || self.to & bit(to) == 0
            || self.from & bit(from) == 0
            || self.to_named & bit(own_view(to, mover)) == 0
            || self.from_named & bit(own_view(from, mover)) == 0
        {
            return None;
        }
        let promotes = movement.promotion();
        match self.promotion {
            Some(Kind::Pawn) if !movement.remains_pawn() => return None,
            Some(kind) if kind != Kind::Pawn && promotes != Some(kind) => return None,
            _ => {}
        }
        let captured = position.captured(movement);
        let mut fit = Fit::Yes;
        match (self.taking, captured) {
            (Taking::Said, None) => return None,
            (Taking::Unsaid, Some(_)) if self.is_a_pawns_square_alone() => return None,
            // In `e4-d5` the dash only parts two squares.
            (Taking::Denied, Some(_))
                if self.man.kind.is_none() && self.from.is_power_of_two() && self.to.is_power_of_two() => {}
            (Taking::Denied, Some(_)) => fit = Fit::With(Liberty::DashForTaking),
            _ => {}
        }
        if self.in_passing && !movement.is_en_passant() {
            return None;
        }
        if !self.man.fits(context, from, man) {
            return None;
        }
        if let Some((square, taken)) = captured
            && (!self.taken.fits(context, square, taken)
                || self.taken_on & bit(square) == 0
                || self.taken_named & bit(own_view(square, mover)) == 0)
        {
            return None;
        }
        if self.takes_last {
            let last = context.previous?.movement;
            let (square, _) = captured?;
            // In castling the Rook is the man one could take; it stands beside the King's square.
            if square != last.to() && !last.is_castling() {
                return None;
            }
        }
        if self.steps != 0 {
            let gone = from.rank().index().abs_diff(to.rank().index());
            if man.kind != Kind::Pawn || captured.is_some() || gone != usize::from(self.steps) {
                return None;
            }
        }
        if self.interposes && !interposes(position, movement, captured.is_some()) {
            return None;
        }
        if self.same && !Self::mirrors_last(context, movement) {
            return None;
        }
        if !self.marks_fit(position, movement) {
            return None;
        }
        Some(fit)
    }

    fn fits_castling(&self, context: &Context, movement: Move) -> bool {
        let mover = context.position.turn();
        if !self.marks_fit(context.position, movement) {
            return false;
        }
        if self.same {
            return movement.is_castling() && Self::mirrors_last(context, movement);
        }
        match (self.castles, movement.wing()) {
            (Castling::Side(said), Some(wing)) => said == wing,
            (Castling::EitherSide, Some(_)) => true,
            (Castling::Side(_) | Castling::EitherSide, None) => false,
            // Both squares of the King spelt out, as in UCI; a King's step is never castling.
            (Castling::Unsaid, _) => {
                self.man.kind.is_none_or(|kind| kind == Kind::King)
                    && self.taking != Taking::Said
                    && self.promotion.is_none()
                    && (self.from & bit(movement.from())).is_power_of_two()
                    && self.from.is_power_of_two()
                    && self.to == bit(movement.to())
                    && self.to_named & bit(own_view(movement.to(), mover)) != 0
            }
        }
    }

    fn mirrors_last(context: &Context, movement: Move) -> bool {
        context.previous.is_some_and(|previous| {
            previous.movement.from().mirrored() == movement.from()
                && previous.movement.to().mirrored() == movement.to()
                && previous.movement.promotion() == movement.promotion()
        })
    }

    fn marks_fit(&self, position: &Position, movement: Move) -> bool {
        if self.marks.none() {
            return true;
        }
        if !position.gives_check(movement) {
            return false;
        }
        if self.marks.0 == Marks::CHECK.0 {
            return true;
        }
        let after = position.play(movement);
        let checkers = after.checkers();
        if self.marks.has(Marks::DOUBLE) && checkers.count() < 2 {
            return false;
        }
        if self.marks.has(Marks::DISCOVERED) {
            let landed = if movement.is_castling() {
                Bitboard(0)
            } else {
                Bitboard(bit(movement.to()))
            };
            if (checkers - landed).is_empty() {
                return false;
            }
        }
        !self.marks.has(Marks::MATE) || after.is_checkmate()
    }

    /// How many words that only describe (`doubled`) are true of this move.
    pub(crate) fn described(&self, context: &Context, movement: Move) -> u8 {
        let board = context.position.board();
        let mut count = 0;
        if self.man.doubled
            && let Some(man) = board.get(movement.from())
        {
            count += u8::from(is_doubled(context.position, movement.from(), man));
        }
        if self.taken.doubled
            && let Some((square, man)) = context.position.captured(movement)
        {
            count += u8::from(is_doubled(context.position, square, man));
        }
        count
    }
}

fn interposes(position: &Position, movement: Move, takes: bool) -> bool {
    let Some(king) = position.board().king(position.turn()) else {
        return false;
    };
    if takes || movement.from() == king {
        return false;
    }
    let mut checkers = position.checkers().into_iter();
    let (Some(checker), None) = (checkers.next(), checkers.next()) else {
        return false;
    };
    attacks::between(king, checker).contains(movement.to())
}

/// The requirements in words, for people to check what was understood.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        if self.castles != Castling::Unsaid {
            out.push_str(match self.castles {
                Castling::Side(Wing::King) => "castles on the king's side",
                Castling::Side(Wing::Queen) => "castles on the queen's side",
                Castling::Unsaid | Castling::EitherSide => "castles on either side",
            });
        } else if self.same {
            out.push_str("the same as the move before");
        } else {
            name_in_words(&mut out, self.man, "a man");
            place_in_words(&mut out, " from ", self.from_named, self.from);
            match self.taking {
                Taking::Said => {
                    out.push_str(" takes ");
                    if self.takes_last {
                        out.push_str("the man just moved");
                    } else {
                        name_in_words(&mut out, self.taken, "a man");
                    }
                    place_in_words(&mut out, " standing on ", self.taken_named, self.taken_on);
                    place_in_words(&mut out, " on ", self.to_named, self.to);
                }
                Taking::Denied | Taking::Unsaid => {
                    out.push_str(if self.interposes { " interposes" } else { " moves" });
                    place_in_words(&mut out, " to ", self.to_named, self.to);
                }
            }
        }
        match self.steps {
            1 => out.push_str(" one square"),
            2 => out.push_str(" two squares"),
            _ => {}
        }
        if self.in_passing {
            out.push_str(" in passing");
        }
        match self.promotion {
            Some(Kind::Pawn) => out.push_str(", remaining a pawn"),
            Some(kind) => {
                let _ = write!(out, ", becoming a {}", kind.name());
            }
            None => {}
        }
        if self.marks.has(Marks::DOUBLE) {
            out.push_str(", double check");
        }
        if self.marks.has(Marks::DISCOVERED) {
            out.push_str(", discovering check");
        }
        if self.marks.has(Marks::MATE) {
            out.push_str(", mate");
        } else if self.marks.has(Marks::CHECK) && self.marks.0 == Marks::CHECK.0 {
            out.push_str(", check");
        }
        f.write_str(&out)
    }
}

fn name_in_words(out: &mut String, name: Name, unsaid: &'static str) {
    match name.ordinal {
        0 => {}
        1 => out.push_str("first "),
        2 => out.push_str("second "),
        3 => out.push_str("third "),
        _ => out.push_str("further "),
    }
    match name.wing {
        Some(Wing::King) => out.push_str("king's "),
        Some(Wing::Queen) => out.push_str("queen's "),
        None => {}
    }
    if name.files != ANY_FILE {
        let files: String = File::ALL
            .into_iter()
            .filter(|&file| name.files & file_bit(file) != 0)
            .map(|file| char::from(b'a' + file.index() as u8))
            .collect();
        let _ = write!(out, "{files}-file ");
    }
    out.push_str(name.kind.map_or(unsaid, Kind::name));
}

fn place_in_words(out: &mut String, lead: &str, named: u64, plain: u64) {
    if plain != ANYWHERE && plain.is_power_of_two() {
        out.push_str(lead);
        let _ = write!(
            out,
            "{}",
            Bitboard(plain)
                .into_iter()
                .next()
                .map_or(String::new(), |s| s.to_string())
        );
    } else if named != ANYWHERE && named.count_ones() <= 2 {
        out.push_str(lead);
        let texts: Vec<String> = Bitboard(named)
            .into_iter()
            .map(crate::write::square_name)
            .collect();
        out.push_str(&texts.join(" or "));
    } else if plain != ANYWHERE || named != ANYWHERE {
        out.push_str(lead);
        out.push_str("a named file or rank");
    }
}
