//! How do the men stand, who is to play, and what may he play?

use core::fmt;

use crate::attacks;
use crate::generate::{
    Any, Black, CORNERS, Core, Find, KING_, LASTING, List, PASSED, PAWN, ROOK, ROOKLESS, Side, Takings,
    WALKED, White, generate, rights_after,
};
use crate::moves::PASSING;
use crate::{
    Bitboard, Board, Castling, Colour, File, Kind, Man, Move, MoveError, MoveFault, MoveList, Movement,
    Queening, Rank, RooklessCastling, Square, Wing, zobrist,
};

/// A position: the men with exactly one king a side, the player on turn, the rights to castle and to take
/// in passing, the counts of moves, and how men move; where play was irregular, also which pawns on their second rank have
/// moved before ([`with_walked`](Self::with_walked)), which no FEN tells.
///
/// ```
/// use jadoube_board::Position;
///
/// let mated = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")?;
/// assert!(mated.is_checkmate());
/// # Ok::<(), jadoube_board::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    core: Core,
    /// All of the key but the capture in passing, which counts only where it is legally possible.
    key: u64,
    halfmove: u16,
    fullmove: u16,
    turn: Colour,
    movement: Movement,
    /// Nothing irregular is on the board, so the generator need not look for it.
    plain: bool,
}

/// Why the parts do not make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// A side has no king, or several.
    Kings(Colour, u32),
    /// A right to castle while the king is not on its own square.
    CastlingWithoutKing(Colour, Wing),
    /// A right to castle while the rook is not in its corner.
    CastlingWithoutRook(Colour, Wing),
    /// A right to castle at odds that needs a corner never occupied, while a man stands there.
    CornerOccupied(Colour, Wing),
    /// The square passed over is not on the rank where the opponent's pawns pass.
    PassedOnWrongRank(Square),
    /// A man stands on the square passed over, or on the one the pawn must have come from.
    PassedThroughMan(Square, Square),
    /// No pawn of the opponent stands before the square passed over.
    PassedWithoutPawn(Square),
    /// A pawn on an end rank.
    PawnOnEndRank(Square),
    /// The player on turn attacks the opponent's king.
    OpponentInCheck(Square),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(colour, count) => write!(f, "{colour} has {count} kings, expected exactly one"),
            Self::CastlingWithoutKing(colour, wing) => {
                let home = king_home(*colour);
                write!(
                    f,
                    "{colour} cannot castle on the {wing}: expected the king on {home}"
                )
            }
            Self::CastlingWithoutRook(colour, wing) => {
                let corner = corner(*colour, *wing);
                write!(
                    f,
                    "{colour} cannot castle on the {wing}: expected a {colour} rook on {corner}"
                )
            }
            Self::CornerOccupied(colour, wing) => {
                let corner = corner(*colour, *wing);
                write!(
                    f,
                    "{colour} cannot castle on the {wing} at odds: expected no man on {corner}"
                )
            }
            Self::PassedOnWrongRank(square) => {
                write!(
                    f,
                    "no pawn of the opponent passes over {square}: expected another rank"
                )
            }
            Self::PassedThroughMan(square, man) => {
                write!(
                    f,
                    "no pawn has just passed over {square}: expected {man} to be empty"
                )
            }
            Self::PassedWithoutPawn(square) => {
                write!(
                    f,
                    "no pawn has just passed over {square}: expected a pawn of the opponent before it"
                )
            }
            Self::PawnOnEndRank(square) => {
                write!(f, "a pawn stands on {square}: expected none on an end rank")
            }
            Self::OpponentInCheck(square) => {
                write!(
                    f,
                    "the king on {square} is attacked by the player on turn: expected it to be safe"
                )
            }
        }
    }
}

impl core::error::Error for PositionError {}

/// The move is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

const fn king_home(colour: Colour) -> Square {
    match colour {
        Colour::White => Square::E1,
        Colour::Black => Square::E8,
    }
}

const fn corner(colour: Colour, wing: Wing) -> Square {
    match (colour, wing) {
        (Colour::White, Wing::King) => Square::H1,
        (Colour::White, Wing::Queen) => Square::A1,
        (Colour::Black, Wing::King) => Square::H8,
        (Colour::Black, Wing::Queen) => Square::A8,
    }
}

/// The bit of a right to castle without the rook.
const fn rookless(colour: Colour, wing: Wing) -> u64 {
    let corner = 1 << corner(colour, wing).index();
    match colour {
        Colour::White => corner << 8,
        Colour::Black => corner >> 8,
    }
}

/// Runs the generator for the side to move, plain or not.
macro_rules! generate_for {
    ($position:expr, $sink:expr) => {{
        let (core, movement) = (&$position.core, $position.movement);
        match ($position.turn, $position.plain) {
            (Colour::White, true) => generate::<White, true, _>(core, movement, $sink),
            (Colour::White, false) => generate::<White, false, _>(core, movement, $sink),
            (Colour::Black, true) => generate::<Black, true, _>(core, movement, $sink),
            (Colour::Black, false) => generate::<Black, false, _>(core, movement, $sink),
        }
    }};
}

impl Position {
    /// The beginning of an ordinary game.
    pub fn ordinary() -> Self {
        let key = Board::ARRAY.men_key() ^ zobrist::lasting(CORNERS);
        Self {
            core: Core {
                board: Board::ARRAY,
                rights: CORNERS,
            },
            key,
            halfmove: 0,
            fullmove: 1,
            turn: Colour::White,
            movement: Movement::ORDINARY,
            plain: true,
        }
    }

    /// A position of these parts, regular or not: one king a side is all that the men must have. The rights
    /// must be ones that the men could still have.
    ///
    /// ```
    /// use jadoube_board::{Castling, Board, Colour, Movement, Position, PositionError};
    ///
    /// let made = Position::from_parts(Board::ARRAY, Colour::Black, Castling::ALL, None, 0, 1, Movement::ORDINARY);
    /// assert!(made.is_ok());
    /// let empty = Position::from_parts(Board::EMPTY, Colour::White, Castling::NONE, None, 0, 1, Movement::ORDINARY);
    /// assert_eq!(empty, Err(PositionError::Kings(Colour::White, 0)));
    /// ```
    pub fn from_parts(
        board: Board,
        turn: Colour,
        castling: Castling,
        en_passant: Option<Square>,
        halfmove: u16,
        fullmove: u16,
        movement: Movement,
    ) -> Result<Self, PositionError> {
        for colour in Colour::BOTH {
            let kings = board.men(Man::new(colour, Kind::King)).count();
            if kings != 1 {
                return Err(PositionError::Kings(colour, kings));
            }
        }
        let mut rights = 0;
        for (colour, wing) in castling.iter() {
            rights |= castling_right(&board, colour, wing, movement)?;
        }
        if let Some(square) = en_passant {
            check_passed(&board, turn, square)?;
            rights |= Bitboard::of(square).0;
        }
        let mut key = board.men_key() ^ zobrist::lasting(rights);
        if turn == Colour::Black {
            key ^= zobrist::BLACK;
        }
        let core = Core { board, rights };
        let mut position = Self {
            core,
            key,
            halfmove,
            fullmove,
            turn,
            movement,
            plain: false,
        };
        position.plain = position.may_be_plain() && position.irregularity().is_none();
        Ok(position)
    }

    /// The same position, in which these pawns too have moved before: those of them that stand on their second rank may not
    /// go two squares. Only irregular play brings a pawn there. Neither FEN nor [`from_parts`](Self::from_parts) tells it.
    ///
    /// ```
    /// use jadoube_board::{Bitboard, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// let back = position.with_walked(Bitboard::of(Square::E2));
    /// assert!(position.find_move(Square::E2, Square::E4, None).is_some());
    /// assert!(back.find_move(Square::E2, Square::E4, None).is_none());
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    #[must_use]
    pub fn with_walked(mut self, pawns: Bitboard) -> Self {
        let pawns = pawns & self.board().kind(Kind::Pawn);
        let of = |colour| (pawns & self.board().of(colour)).0;
        let walked = White::walked(of(Colour::White)) | Black::walked(of(Colour::Black));
        if walked != 0 {
            self.key ^= zobrist::lasting(walked & !self.core.rights);
            self.core.rights |= walked;
            self.plain = false;
        }
        self
    }

    /// The pawns that stand on their second rank and have moved before.
    pub const fn walked(&self) -> Bitboard {
        let walked = self.core.rights & WALKED;
        Bitboard(walked >> 16 & <White as Side>::SECOND_RANK | walked << 16 & <Black as Side>::SECOND_RANK)
    }

    /// What keeps the position from being a regular one, if anything: a pawn on an end rank, or the
    /// opponent's king attacked by the player on turn.
    pub fn irregularity(&self) -> Option<PositionError> {
        let stray = self.board().kind(Kind::Pawn) & Bitboard::END_RANKS;
        if let Some(square) = stray.first() {
            return Some(PositionError::PawnOnEndRank(square));
        }
        let king = self.king(!self.turn);
        self.attacked(king, self.turn)
            .then_some(PositionError::OpponentInCheck(king))
    }

    /// Whether men and movement allow the generator's short way once the opponent's king is safe.
    fn may_be_plain(&self) -> bool {
        self.core.rights & (ROOKLESS | WALKED) == 0
            && self.movement.queening == Queening::MustBecomePiece
            && self.core.board.kinds[PAWN] & Bitboard::END_RANKS.0 == 0
    }

    /// The men.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.core.board
    }

    /// Who is to play.
    #[inline]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// The king's square.
    #[inline]
    pub const fn king(&self, colour: Colour) -> Square {
        let king = self.core.board.kinds[KING_] & self.core.board.colours[colour.index()];
        Square::from_bits(king.trailing_zeros())
    }

    /// The rights to castle, with the rook or, where the movement has it, without.
    pub fn castling(&self) -> Castling {
        let mut castling = Castling::NONE;
        for (colour, wing) in Castling::ALL.iter() {
            if self.core.rights & (Bitboard::of(corner(colour, wing)).0 | rookless(colour, wing)) != 0 {
                castling = castling.with(colour, wing);
            }
        }
        castling
    }

    /// Where the rook stands and where it goes when this king castles on this wing; nothing where the right
    /// is lost or is a right to castle without the rook.
    pub fn castling_rook(&self, colour: Colour, wing: Wing) -> Option<(Square, Square)> {
        let from = corner(colour, wing);
        let file = if wing == Wing::King { File::F } else { File::D };
        (self.core.rights >> from.index() & 1 != 0).then(|| (from, Square::new(file, from.rank())))
    }

    /// The square a pawn passed over by the last move, whether or not anything can take there.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        Bitboard(self.core.rights & PASSED).first()
    }

    /// How many half-moves were made since a man was taken or a pawn moved.
    #[inline]
    pub const fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// The number of the move being played, counted from 1 and raised after Black's.
    #[inline]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// How men move here.
    #[inline]
    pub const fn movement(&self) -> Movement {
        self.movement
    }

    /// A number for the position: men, turn, rights to castle, pawns back on their second rank, and the file of a capture in
    /// passing if that is legally possible. The counts of moves are not part of it.
    ///
    /// ```
    /// use jadoube_board::Position;
    ///
    /// // No black pawn can take on e3, so the double step leaves no trace in the key.
    /// let double = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")?;
    /// let single = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")?;
    /// assert_eq!(double.key(), single.key());
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        match self.en_passant() {
            Some(square) if self.passing_is_legal(square) => self.key ^ zobrist::FILES[square.file().index()],
            _ => self.key,
        }
    }

    /// Whether a pawn can legally be taken in passing now.
    pub fn can_take_in_passing(&self) -> bool {
        self.en_passant()
            .is_some_and(|square| self.passing_is_legal(square))
    }

    fn passing_is_legal(&self, square: Square) -> bool {
        let takers =
            self.board().men(Man::new(self.turn, Kind::Pawn)).0 & attacks::pawn(!self.turn, square).0;
        Bitboard(takers)
            .into_iter()
            .any(|from| self.is_legal(Move::en_passant(from, square)))
    }

    /// The opponent's men that give check to the player on turn.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board().attackers(self.king(self.turn), !self.turn)
    }

    /// Whether the player on turn is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.board().is_attacked(self.king(self.turn), !self.turn)
    }

    /// The men of the player on turn that stand alone between their king and an adverse man that would
    /// check it.
    pub fn pinned(&self) -> Bitboard {
        let board = self.board();
        let (us, king) = (board.of(self.turn), self.king(self.turn));
        let queens = board.kind(Kind::Queen);
        let straight = attacks::rook(king, Bitboard::EMPTY) & (board.kind(Kind::Rook) | queens);
        let diagonal = attacks::bishop(king, Bitboard::EMPTY) & (board.kind(Kind::Bishop) | queens);
        let mut pinned = Bitboard::EMPTY;
        for from in (straight | diagonal) - us {
            let blockers = attacks::between(king, from) & board.occupied();
            if let Some(square) = blockers.single() {
                pinned |= Bitboard::of(square) & us;
            }
        }
        pinned
    }

    /// Whether a man of that colour commands the square.
    #[inline]
    pub fn attacked(&self, square: Square, by: Colour) -> bool {
        self.board().is_attacked(square, by)
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        self.list::<true>(!0)
    }

    /// The legal moves of the man on a square.
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        self.legal_moves_of(Bitboard::of(square))
    }

    /// The legal moves of the men on these squares.
    pub fn legal_moves_of(&self, men: Bitboard) -> MoveList {
        self.list::<false>(men.0)
    }

    fn list<const ALL: bool>(&self, from: u64) -> MoveList {
        let mut list = self.no_moves::<ALL>(from);
        generate_for!(self, &mut list);
        list.moves
    }

    /// The legal moves that take a man or make a queen, in the order of [`legal_moves`](Self::legal_moves).
    ///
    /// ```
    /// use jadoube_board::Position;
    ///
    /// let position = Position::from_fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")?;
    /// let moves: Vec<String> = position.takings().into_iter().map(|one| one.to_string()).collect();
    /// assert_eq!(moves, ["a7a8q", "a7b8q", "a7b8r", "a7b8b", "a7b8n"]);
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    pub fn takings(&self) -> MoveList {
        let mut list = Takings {
            all: self.no_moves(!0),
            them: self.board().of(!self.turn).0,
        };
        generate_for!(self, &mut list);
        list.all.moves
    }

    fn no_moves<const ALL: bool>(&self, from: u64) -> List<ALL> {
        List {
            moves: MoveList::new(),
            from,
            remain: self.movement.queening == Queening::MayRemainPawn,
        }
    }

    /// Whether the player on turn has a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.has_a_plain_step() || self.has_any_move()
    }

    fn has_any_move(&self) -> bool {
        let mut any = Any(false);
        generate_for!(self, &mut any);
        any.0
    }

    /// Whether, with the king not in check, some pawn or knight that no line joins to the king (so that nothing can pin
    /// it) has a free square: true of nearly every position, and much cheaper to see than the moves themselves.
    #[inline]
    fn has_a_plain_step(&self) -> bool {
        let turn = self.turn();
        let king = self.king(turn);
        let board = self.board();
        if board.is_attacked(king, !turn) {
            return false;
        }
        let free = board.of(turn) - attacks::straight(king) - attacks::slanting(king);
        let pawns = (free & board.kind(Kind::Pawn)).0;
        let steps = match turn {
            Colour::White => pawns << 8,
            Colour::Black => pawns >> 8,
        };
        steps & !board.occupied().0 != 0
            || (free & board.kind(Kind::Knight)).iter().any(|knight| {
                !(attacks::knight(knight) - board.of(turn) - Bitboard::of(self.king(!turn))).is_empty()
            })
    }

    /// Whether this is a legal move here, wherever it came from.
    pub fn is_legal(&self, sought: Move) -> bool {
        let remain = self.movement.queening == Queening::MayRemainPawn;
        let mut find = Find {
            sought,
            found: false,
            remain,
        };
        generate_for!(self, &mut find);
        find.found
    }

    /// The legal move from one square to another, if there is one. A pawn on its way to the last rank needs
    /// the kind it becomes, `Kind::Pawn` if it is to remain a pawn; no other move takes one.
    pub fn find_move(&self, from: Square, to: Square, becomes: Option<Kind>) -> Option<Move> {
        self.legal_moves_from(from).into_iter().find(|one| {
            let kind = if one.remains_pawn() {
                Some(Kind::Pawn)
            } else {
                one.promotion()
            };
            one.to() == to && kind == becomes
        })
    }

    /// Check, and no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// No check, and no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether the opponent is in check after this legal move.
    pub fn gives_check(&self, one: Move) -> bool {
        if one.is_castling() {
            return self.play(one).is_check();
        }
        let board = self.board();
        let (us, from, to) = (self.turn, one.from(), one.to());
        let king = self.king(!us);
        let kind = one
            .promotion()
            .unwrap_or_else(|| board.kind_standing(1 << from.index()));
        let landed = Bitboard::of(to);
        let mut gone = Bitboard::of(from);
        if one.is_en_passant() {
            gone |= Bitboard::of(Square::new(to.file(), from.rank()));
        }
        let occupied = (board.occupied() - gone) | landed;
        // The man that moves counts where it lands and as what it has become. All the others count too: on an
        // irregular board one of them may have given check already.
        let men = |which: Kind| {
            let standing = board.kind(which) & (board.of(us) - gone);
            if kind == which {
                standing | landed
            } else {
                standing
            }
        };
        let queens = men(Kind::Queen);
        let (straight, slanting) = (men(Kind::Rook) | queens, men(Kind::Bishop) | queens);
        attacks::pawn(!us, king).meets(men(Kind::Pawn))
            || attacks::knight(king).meets(men(Kind::Knight))
            || attacks::king(king).meets(men(Kind::King))
            || attacks::reached_along_lines(king, straight, slanting, occupied)
    }

    /// What a legal move takes, and from which square.
    ///
    /// ```
    /// use jadoube_board::{Colour, Kind, Man, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// let passing = position.find_move(Square::E5, Square::D6, None).unwrap();
    /// assert_eq!(position.captured(passing), Some((Square::D5, Man::new(Colour::Black, Kind::Pawn))));
    /// # Ok::<(), jadoube_board::FenError>(())
    /// ```
    pub fn captured(&self, one: Move) -> Option<(Square, Man)> {
        let square = if one.is_en_passant() {
            Square::new(one.to().file(), one.from().rank())
        } else if one.is_castling() {
            return None;
        } else {
            one.to()
        };
        self.board()
            .get(square)
            .filter(|man| man.colour != self.turn)
            .map(|man| (square, man))
    }

    /// The position after a legal move. That it is legal is the caller's word; after another move the
    /// position is of no use. [`try_play`](Self::try_play) looks first.
    #[inline]
    #[must_use]
    pub fn play(&self, one: Move) -> Self {
        debug_assert!(self.is_legal(one), "{one} is not legal in {self}");
        match self.turn {
            Colour::White => self.played::<White>(one),
            Colour::Black => self.played::<Black>(one),
        }
    }

    /// The position after a move, if it is legal.
    pub fn try_play(&self, one: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(one) {
            Ok(self.play(one))
        } else {
            Err(IllegalMove(one))
        }
    }

    /// Makes a legal move here: the same as [`play`](Self::play) without a second position, for those
    /// who walk through long games.
    ///
    /// ```
    /// use jadoube_board::Position;
    ///
    /// let start = Position::ordinary();
    /// let one = start.parse_uci("e2e4")?;
    /// let mut position = start;
    /// position.make(one);
    /// assert_eq!(position, start.play(one));
    /// # Ok::<(), jadoube_board::MoveError>(())
    /// ```
    #[inline]
    pub fn make(&mut self, one: Move) {
        debug_assert!(self.is_legal(one), "{one} is not legal in {self}");
        match self.turn {
            Colour::White => self.made::<White>(one),
            Colour::Black => self.made::<Black>(one),
        }
    }

    #[inline]
    fn played<S: Side>(&self, one: Move) -> Self {
        let mut next = *self;
        next.made::<S>(one);
        next
    }

    #[inline]
    fn made<S: Side>(&mut self, one: Move) {
        let rights_before = self.core.rights;
        self.key ^= zobrist::BLACK;
        self.halfmove = self.halfmove.saturating_add(1);
        if !S::WHITE {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        let (from, to) = (one.from().index(), one.to().index());
        let (source, target) = (1u64 << from, 1u64 << to);
        if let Some(wing) = one.wing() {
            let king_side = wing == Wing::King;
            let with_rook = rights_before >> corner(self.turn, wing).index() & 1 != 0;
            self.core = self.core.castled::<S, false>(king_side, with_rook);
            self.key ^= zobrist::MEN[S::US][KING_][from] ^ zobrist::MEN[S::US][KING_][to];
            if with_rook {
                let (rook, rook_to) = if king_side { (7, 5) } else { (0, 3) };
                let home = S::HOME as usize;
                self.key ^=
                    zobrist::MEN[S::US][ROOK][home + rook] ^ zobrist::MEN[S::US][ROOK][home + rook_to];
            }
        } else {
            let board = &mut self.core.board;
            let kind = board.kind_standing(source);
            let becomes = one.promotion().unwrap_or(kind);
            let (taken, place) = if one.flag() == PASSING {
                (
                    S::Other::forward(target),
                    S::Other::forward(target).trailing_zeros() as usize & 63,
                )
            } else {
                (target, to)
            };
            if board.colours[S::THEM] & taken != 0 {
                let prey = board.kind_standing(taken).index();
                board.kinds[prey] ^= taken;
                board.colours[S::THEM] ^= taken;
                self.key ^= zobrist::MEN[S::THEM][prey][place];
                self.halfmove = 0;
            }
            board.kinds[kind.index()] ^= source;
            board.kinds[becomes.index()] ^= target;
            board.colours[S::US] ^= source | target;
            self.key ^= zobrist::MEN[S::US][kind.index()][from] ^ zobrist::MEN[S::US][becomes.index()][to];
            let mut rights = if self.plain {
                rights_after::<true>(rights_before, source | target, target, self.movement)
            } else {
                rights_after::<false>(rights_before, source | target, target, self.movement)
            };
            match kind {
                Kind::King => rights &= !S::CASTLING,
                Kind::Pawn => {
                    self.halfmove = 0;
                    rights |= S::walked(target);
                }
                _ => {}
            }
            if one.is_double_step() {
                rights |= S::Other::forward(target);
            }
            self.core.rights = rights;
        }
        if (rights_before ^ self.core.rights) & LASTING != 0 {
            self.key ^= zobrist::lasting(rights_before) ^ zobrist::lasting(self.core.rights);
        }
        self.turn = !self.turn;
        // A legal move leaves the player's own king safe, whatever was irregular before it.
        self.plain = self.plain || self.may_be_plain();
    }

    /// The same men with the other side to play, and nothing to take in passing. There is none if the player
    /// on turn is in check: his king could then be taken.
    ///
    /// ```
    /// use jadoube_board::{Colour, Position};
    ///
    /// assert_eq!(Position::ordinary().passing_turn().map(|p| p.turn()), Some(Colour::Black));
    /// ```
    #[must_use]
    pub fn passing_turn(self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut next = self;
        next.turn = !self.turn;
        next.key ^= zobrist::BLACK;
        next.fullmove = self
            .fullmove
            .saturating_add(u16::from(self.turn == Colour::Black));
        next.core.rights &= !PASSED;
        next.plain = next.may_be_plain();
        Some(next)
    }

    /// The move that UCI writes so, if it is legal here: `e2e4`, `e1g1` for castling, `e7e8q`; and `e7e8p`
    /// where a pawn may remain a pawn.
    ///
    /// ```
    /// use jadoube_board::{MoveFault, Position, Square};
    ///
    /// let start = Position::ordinary();
    /// assert_eq!(start.parse_uci("e2e4")?.to_string(), "e2e4");
    /// let error = start.parse_uci("e3e4").unwrap_err();
    /// assert_eq!(error.fault, MoveFault::NoManThere(Square::E3));
    /// assert_eq!(start.parse_uci("e2x4").unwrap_err().to_string(),
    ///     "character 3 is 'x': expected a file 'a' to 'h'");
    /// # Ok::<(), jadoube_board::MoveError>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let mut letters = text.chars();
        let mut at = 0;
        let mut next = |expected| {
            at += 1;
            let found = letters.next();
            (
                at,
                found,
                MoveError {
                    fault: MoveFault::Unexpected { found, expected },
                    at,
                },
            )
        };
        let mut squares = [Square::A1; 2];
        for square in &mut squares {
            let (_, found, wrong) = next("a file 'a' to 'h'");
            let file = found.and_then(File::from_letter).ok_or(wrong)?;
            let (_, found, wrong) = next("a rank '1' to '8'");
            let rank = found.and_then(Rank::from_digit).ok_or(wrong)?;
            *square = Square::new(file, rank);
        }
        let (_, found, wrong) = next("the end, or what a pawn becomes: a letter of 'nbrqp'");
        let becomes = match found {
            None => None,
            Some('k') => return Err(wrong),
            Some(letter) => Some(Kind::from_letter(letter).ok_or(wrong)?),
        };
        if becomes.is_some() {
            let (_, found, wrong) = next("the end");
            if found.is_some() {
                return Err(wrong);
            }
        }
        let [from, to] = squares;
        self.find_move(from, to, becomes)
            .ok_or_else(|| self.why_not(from, to, becomes))
    }

    fn why_not(&self, from: Square, to: Square, becomes: Option<Kind>) -> MoveError {
        let error = |fault, at| MoveError { fault, at };
        let Some(man) = self.board().get(from) else {
            return error(MoveFault::NoManThere(from), 1);
        };
        if man.colour != self.turn {
            return error(MoveFault::NotYourMan(from), 1);
        }
        if !self.goes(from, to) {
            return error(MoveFault::DoesNotGo(from, to), 3);
        }
        let last = man.kind == Kind::Pawn && to.rank().relative_to(man.colour) == Rank::Eight;
        match becomes {
            None if last => error(MoveFault::PromotionMissing(to), 5),
            Some(_) if !last => error(MoveFault::NoPromotion(to), 5),
            Some(Kind::Pawn) if self.movement.queening == Queening::MustBecomePiece => {
                error(MoveFault::NoPromotion(to), 5)
            }
            _ => error(MoveFault::ExposesKing(from, to), 3),
        }
    }

    /// Whether the man on `from`, of either side, goes to `to` as its kind goes; its own king's safety and castling apart.
    pub fn goes(&self, from: Square, to: Square) -> bool {
        let board = self.board();
        let Some(man) = board.get(from) else { return false };
        let occupied = board.occupied();
        if board.of(man.colour).contains(to) || board.kind(Kind::King).contains(to) {
            return false;
        }
        match man.kind {
            Kind::Knight => attacks::knight(from).contains(to),
            Kind::Bishop => attacks::bishop(from, occupied).contains(to),
            Kind::Rook => attacks::rook(from, occupied).contains(to),
            Kind::Queen => attacks::queen(from, occupied).contains(to),
            Kind::King => attacks::king(from).contains(to),
            Kind::Pawn
                if occupied.contains(to) || man.colour == self.turn && self.en_passant() == Some(to) =>
            {
                attacks::pawn(man.colour, from).contains(to)
            }
            Kind::Pawn => {
                let up = if man.colour == Colour::White { 1 } else { -1 };
                let once = from.offset(0, up);
                let second = from.rank().relative_to(man.colour) == Rank::Two;
                once == Some(to)
                    || second
                        && !self.walked().contains(from)
                        && from.offset(0, 2 * up) == Some(to)
                        && once.is_some_and(|sq| !occupied.contains(sq))
            }
        }
    }

    #[inline]
    pub(crate) const fn core(&self) -> &Core {
        &self.core
    }

    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        self.plain
    }
}

/// The bit of a castling right, if these men can still have it.
pub(crate) fn castling_right(
    board: &Board,
    colour: Colour,
    wing: Wing,
    movement: Movement,
) -> Result<u64, PositionError> {
    let corner = corner(colour, wing);
    if board.king(colour) != Some(king_home(colour)) {
        return Err(PositionError::CastlingWithoutKing(colour, wing));
    }
    let man = board.get(corner);
    if man == Some(Man::new(colour, Kind::Rook)) {
        return Ok(Bitboard::of(corner).0);
    }
    match movement.castling {
        RooklessCastling::Never => Err(PositionError::CastlingWithoutRook(colour, wing)),
        RooklessCastling::CornerNeverOccupied if man.is_some() => {
            Err(PositionError::CornerOccupied(colour, wing))
        }
        _ => Ok(rookless(colour, wing)),
    }
}

pub(crate) fn check_passed(board: &Board, turn: Colour, square: Square) -> Result<(), PositionError> {
    if square.rank().relative_to(turn) != Rank::Six {
        return Err(PositionError::PassedOnWrongRank(square));
    }
    let at = |rank: Rank| Square::new(square.file(), rank.relative_to(turn));
    for empty in [square, at(Rank::Seven)] {
        if board.get(empty).is_some() {
            return Err(PositionError::PassedThroughMan(square, empty));
        }
    }
    if board.get(at(Rank::Five)) != Some(Man::new(!turn, Kind::Pawn)) {
        return Err(PositionError::PassedWithoutPawn(square));
    }
    Ok(())
}

impl Default for Position {
    /// The beginning of an ordinary game.
    fn default() -> Self {
        Self::ordinary()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
