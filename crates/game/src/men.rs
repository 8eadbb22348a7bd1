//! The men as they stand on the wood, each known through the whole game, lawful position or not.

use jadoube_board::{
    Bitboard, Board, Castling, Colour, Kind, Man, Move, Movement, Origins, Position, Rank, RooklessCastling,
    Square, Wing,
};

/// One particular man: known by the square it stood on at the start, whatever becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ManId(u8);

impl ManId {
    const fn at(square: Square) -> Self {
        ManId(square.index() as u8 + 1)
    }

    /// Where it stood at the start.
    pub fn origin(self) -> Option<Square> {
        Square::from_index(usize::from(self.0.wrapping_sub(1)))
    }

    const fn bit(self) -> u64 {
        1u64.rotate_left(self.0 as u32 - 1)
    }
}

/// Everything that can be seen on the board, and the history that bears on how the men may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Men {
    board: Board,
    ids: [u8; 64],
    castling: Castling,
    en_passant: Option<Square>,
    halfmove: u16,
    fullmove: u16,
    promoted: u64,
    moved: u64,
}

impl Men {
    /// The men of a position at the start of a game.
    pub fn of(position: &Position) -> Self {
        let board = *position.board();
        let mut ids = [0; 64];
        for square in board.occupied() {
            ids[square.index()] = ManId::at(square).0;
        }
        Men {
            board,
            ids,
            castling: position.castling(),
            en_passant: position.en_passant(),
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
            promoted: 0,
            moved: 0,
        }
    }

    /// The squares and who stands on them.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rights to castle that history has left.
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The man on a square.
    pub fn get(&self, square: Square) -> Option<Man> {
        self.board.get(square)
    }

    /// Which man that is.
    pub fn id(&self, square: Square) -> Option<ManId> {
        match self.ids[square.index()] {
            0 => None,
            id => Some(ManId(id)),
        }
    }

    /// Where a particular man stands now.
    pub fn square_of(&self, id: ManId) -> Option<Square> {
        self.ids
            .iter()
            .position(|&each| each == id.0)
            .and_then(Square::from_index)
    }

    /// Whether this man has made a move.
    pub const fn has_moved(&self, id: ManId) -> bool {
        self.moved & id.bit() != 0
    }

    /// Whether this man began as a Pawn and is one no longer.
    pub const fn is_promoted(&self, id: ManId) -> bool {
        self.promoted & id.bit() != 0
    }

    /// Where each man came from, for naming it; promoted pieces have no such name, nor has a man that did not
    /// begin on a square of its own in the ordinary array.
    pub fn origins(&self) -> Origins {
        let mut origins = Origins::of(&Board::EMPTY);
        for square in self.board.occupied() {
            let (Some(id), Some(man)) = (self.id(square), self.board.get(square)) else {
                continue;
            };
            let Some(origin) = id.origin() else { continue };
            if !self.is_promoted(id) && Board::ARRAY.get(origin) == Some(man) {
                origins.put(square, Some(origin));
            }
        }
        origins
    }

    /// The position these men make with this player to move, where there is one King a side.
    pub fn position(&self, player: Colour, movement: Movement) -> Option<Position> {
        let with = |passed| {
            Position::from_parts(
                self.board,
                player,
                self.castling,
                passed,
                self.halfmove,
                self.fullmove,
                movement,
            )
        };
        // Where the other player is to move after all, nobody has just passed a square before him.
        let position = with(self.en_passant).or_else(|_| with(None)).ok()?;
        Some(position.with_walked(self.pawns_gone_back()))
    }

    /// The Pawns that stand on their second rank and have moved, as only irregular play leaves them.
    fn pawns_gone_back(&self) -> Bitboard {
        if self.moved == 0 {
            return Bitboard::EMPTY;
        }
        let pawns = self.board.kind(Kind::Pawn);
        let back = |colour| pawns & self.board.of(colour) & Bitboard::rank(Rank::Two.relative_to(colour));
        let stand = back(Colour::White) | back(Colour::Black);
        let has_moved = |square: &Square| self.id(*square).is_some_and(|id| self.has_moved(id));
        stand.iter().filter(has_moved).collect()
    }

    /// The six fields of FEN, also where no lawful position stands.
    pub fn fen(&self, player: Colour) -> String {
        let turn = if player == Colour::White { 'w' } else { 'b' };
        let passed = self
            .en_passant
            .map_or_else(|| "-".to_owned(), |square| square.to_string());
        format!(
            "{} {turn} {} {passed} {} {}",
            self.board, self.castling, self.halfmove, self.fullmove
        )
    }

    /// The men after a legal move; `next` is the position it leads to.
    #[must_use]
    pub fn after(&self, mv: Move, next: &Position) -> Self {
        let mut men = *self;
        men.play(mv, next);
        men
    }

    /// Makes a legal move; `next` is the position it leads to.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move, next: &Position) {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            self.ids[Square::new(to.file(), from.rank()).index()] = 0;
        }
        if let Some(wing) = mv.wing() {
            let (corner, beside) = rook_squares(from, wing);
            if self.board.get(corner).is_some_and(|man| man.kind == Kind::Rook)
                && next.board().get(beside).is_some_and(|man| man.kind == Kind::Rook)
            {
                self.carry_id(corner, beside);
            }
        }
        self.carry_id(from, to);
        if mv.promotion().is_some()
            && let Some(id) = self.id(to)
        {
            self.promoted |= id.bit();
        }
        self.board = *next.board();
        self.castling = next.castling();
        self.en_passant = next.en_passant();
        self.halfmove = next.halfmove();
        self.fullmove = next.fullmove();
    }

    fn carry_id(&mut self, from: Square, to: Square) {
        let id = core::mem::take(&mut self.ids[from.index()]);
        self.ids[to.index()] = id;
        if id != 0 {
            self.moved |= ManId(id).bit();
        }
    }

    /// Takes the man off a square.
    pub fn take_off(&mut self, square: Square, movement: Movement) -> Option<(Man, ManId)> {
        let man = self.board.get(square)?;
        let id = ManId(core::mem::take(&mut self.ids[square.index()]));
        self.board.set(square, None);
        self.forget_rights(square, Some(man), movement);
        self.forget_passing();
        Some((man, id))
    }

    /// Puts a man on an empty square.
    pub fn put(&mut self, square: Square, man: Man, id: ManId, movement: Movement) {
        self.board.set(square, Some(man));
        self.ids[square.index()] = id.0;
        if matches!(movement.castling, RooklessCastling::CornerNeverOccupied) {
            self.forget_corner(square);
        }
        self.forget_passing();
    }

    /// These men put right: as on `board`, with these rights to castle. A man found on another square is the same man;
    /// a man that was not there before is a new one, known by the square it is put on.
    #[must_use]
    pub fn set_right(&self, board: Board, castling: Castling) -> Self {
        let mut men = *self;
        men.board = board;
        men.castling = castling;
        let mut strays: Vec<(Square, u8)> = Vec::new();
        for square in self.board.occupied() {
            if board.get(square) != self.board.get(square) {
                strays.push((square, core::mem::take(&mut men.ids[square.index()])));
            }
        }
        for square in board.occupied() {
            if men.ids[square.index()] == 0 {
                let kin = strays
                    .iter()
                    .position(|(from, _)| self.board.get(*from) == board.get(square));
                men.ids[square.index()] = match kin {
                    Some(at) => strays.remove(at).1,
                    None => ManId::at(square).0,
                };
            }
        }
        men
    }

    /// These men with the change that led from the one to the other, man by man.
    #[must_use]
    pub(crate) fn changed_as(&self, before: &Men, after: &Men, movement: Movement) -> Self {
        let mut men = *self;
        let mut arrived = Vec::new();
        for square in before.board.occupied() {
            let Some(id) = before.id(square) else { continue };
            let now = after.square_of(id);
            let same = now == Some(square) && after.get(square) == before.get(square);
            if same {
                continue;
            }
            if let Some(stood) = men.square_of(id) {
                men.take_off(stood, movement);
            }
            if let Some(now) = now
                && let Some(man) = after.get(now)
            {
                arrived.push((now, man, id));
            }
        }
        for (square, man, id) in arrived {
            men.take_off(square, movement);
            men.put(square, man, id, movement);
            men.mark_moved(id);
        }
        men
    }

    /// Whether the same men stand on the same squares.
    pub fn same_squares(&self, other: &Men) -> bool {
        self.ids == other.ids && self.board == other.board
    }

    /// The square passed over by the last move, where a Pawn passed one.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Where a man of this colour stands that was not there before.
    pub fn put_since(&self, before: &Men, colour: Colour) -> Option<Square> {
        let is_new = |square: &Square| self.id(*square).is_some_and(|id| before.square_of(id).is_none());
        self.board.of(colour).into_iter().find(is_new)
    }

    /// A name for a man that was not in the game when it began.
    pub(crate) fn unused(&self, first: &Men) -> Option<ManId> {
        let free =
            |square: &Square| first.get(*square).is_none() && self.square_of(ManId::at(*square)).is_none();
        Square::ALL.into_iter().find(free).map(ManId::at)
    }

    pub(crate) fn mark_moved(&mut self, id: ManId) {
        self.moved |= id.bit();
    }

    /// Changes what a man is, its colour apart.
    pub fn become_kind(&mut self, square: Square, kind: Kind) {
        if let Some(man) = self.board.get(square) {
            self.become_man(square, Man::new(man.colour, kind));
        }
    }

    /// Another man stands for the one on this square, of whichever colour.
    pub(crate) fn become_man(&mut self, square: Square, man: Man) {
        if let Some(id) = self.id(square) {
            self.board.set(square, Some(man));
            if man.kind == Kind::Pawn {
                self.promoted &= !id.bit();
            } else {
                self.promoted |= id.bit();
            }
        }
    }

    /// Nothing may be taken in passing any more.
    pub(crate) fn nothing_passed(&mut self) {
        self.en_passant = None;
    }

    /// After an irregular move nothing may be taken in passing, and the counters go on.
    pub(crate) fn irregular_turn_over(&mut self, player: Colour) {
        self.nothing_passed();
        self.halfmove = self.halfmove.saturating_add(1);
        if player == Colour::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
    }

    fn forget_rights(&mut self, square: Square, man: Option<Man>, _movement: Movement) {
        let Some(man) = man else { return };
        match man.kind {
            Kind::King if square == king_square(man.colour) => {
                self.castling = self
                    .castling
                    .without(man.colour, Wing::King)
                    .without(man.colour, Wing::Queen);
            }
            Kind::Rook => self.forget_corner(square),
            _ => {}
        }
    }

    /// A Pawn that has been moved again, or a square passed over that is occupied, leaves nothing to take in passing.
    fn forget_passing(&mut self) {
        let Some(passed) = self.en_passant else { return };
        let (colour, up) = if passed.rank() == Rank::Three {
            (Colour::White, 1)
        } else {
            (Colour::Black, -1)
        };
        let pawn = Man::new(colour, Kind::Pawn);
        let stands = passed
            .offset(0, up)
            .is_some_and(|square| self.board.get(square) == Some(pawn));
        let vacant = |square: Option<Square>| square.is_some_and(|square| self.board.get(square).is_none());
        if !stands || !vacant(Some(passed)) || !vacant(passed.offset(0, -up)) {
            self.en_passant = None;
        }
    }

    fn forget_corner(&mut self, square: Square) {
        for colour in Colour::BOTH {
            for wing in [Wing::King, Wing::Queen] {
                if rook_squares(king_square(colour), wing).0 == square {
                    self.castling = self.castling.without(colour, wing);
                }
            }
        }
    }
}

/// The King's own square.
pub const fn king_square(colour: Colour) -> Square {
    match colour {
        Colour::White => Square::E1,
        Colour::Black => Square::E8,
    }
}

/// The corner of a wing and the square the Rook takes beside the castled King.
pub fn rook_squares(king: Square, wing: Wing) -> (Square, Square) {
    use jadoube_board::File;
    let rank = king.rank();
    match wing {
        Wing::King => (Square::new(File::H, rank), Square::new(File::F, rank)),
        Wing::Queen => (Square::new(File::A, rank), Square::new(File::D, rank)),
    }
}

/// The wing towards which a King goes when he goes two squares from his own square along his rank.
pub fn castling_wing(man: Man, from: Square, to: Square) -> Option<Wing> {
    use jadoube_board::File;
    if man.kind != Kind::King || from != king_square(man.colour) || to.rank() != from.rank() {
        return None;
    }
    match to.file() {
        File::G => Some(Wing::King),
        File::C => Some(Wing::Queen),
        _ => None,
    }
}
