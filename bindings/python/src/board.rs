//! The board with its past, in a shape that users of python-chess know.

use crate::{
    law::work,
    moves::{
        AmbiguousMoveError, At, IllegalMoveError, InvalidMoveError, Move, Piece, Sort, Whole, colour_of,
    },
};
use jadoube::{
    Diagram, History, NoMove, Termination,
    board::{Colour, Kind, MoveFault, Movement, Position, Rank, Square, Wing, attacks},
    notation::{self, SanFault},
};
use pyo3::{
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::{PyDict, PyIterator, PyList},
};

/// A board, the moves made on it, and what may be played.
#[pyclass(module = "jadoube")]
#[derive(Clone)]
pub(crate) struct Board(pub(crate) History);

fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// What people paste is put right: fields left out, odd blanks, rights that cannot be any more.
fn read_fen(fen: &str) -> PyResult<Position> {
    notation::read_fen(fen, Movement::default())
        .map(|(position, _)| position)
        .map_err(|error| wrong(format_args!("{fen:?}: {error}")))
}

/// Counts lines of play, and listens between parts of the count whether it is to stop.
fn counted(position: &Position, depth: u64, go_on: &impl Fn() -> PyResult<()>) -> PyResult<u64> {
    /// Some hundredths of a second.
    const PART: u64 = 5;
    if depth <= PART {
        go_on()?;
        return Ok(position.perft(depth as u32));
    }
    let moves = position.legal_moves();
    moves.iter().try_fold(0u64, |sum, one| {
        Ok(sum.saturating_add(counted(&position.play(*one), depth - 1, go_on)?))
    })
}

impl Board {
    fn now(&self) -> &Position {
        self.0.position()
    }

    /// Castling as some programs write it: the king to his rook's square.
    fn castling_by_the_rook(&self, uci: &str) -> Option<Move> {
        let usual = match uci {
            "e1h1" => "e1g1",
            "e1a1" => "e1c1",
            "e8h8" => "e8g8",
            "e8a8" => "e8c8",
            _ => return None,
        };
        let found = self.now().parse_uci(usual).ok()?;
        found.is_castling().then(|| found.into())
    }

    /// Whether a man of the other side would attack this side's king through the square, if only it were empty.
    fn covers_his_king(&self, colour: Colour, square: Square) -> bool {
        let board = self.now().board();
        let king = self.now().king(colour);
        let others = board.occupied().without(square);
        let queens = board.kind(Kind::Queen);
        let straight = attacks::rook(king, others) & (board.kind(Kind::Rook) | queens);
        let slanting = attacks::bishop(king, others) & (board.kind(Kind::Bishop) | queens);
        ((straight | slanting) & board.of(!colour))
            .iter()
            .any(|man| attacks::between(king, man).contains(square))
    }

    /// The kind of the player's own man that a move would move, if it is his.
    fn mover(&self, one: Move) -> Option<Kind> {
        let man = self.now().board().get(one.from)?;
        (man.colour == self.now().turn()).then_some(man.kind)
    }

    /// The four fields of a position, and the square a pawn passed over only where it can be taken there.
    fn written(&self, en_passant: &str) -> PyResult<String> {
        let fen = self.now().to_fen();
        match en_passant {
            "fen" => Ok(fen),
            "legal" if self.now().en_passant().is_some() && !self.now().can_take_in_passing() => {
                let mut fields: Vec<&str> = fen.split(' ').collect();
                if let Some(field) = fields.get_mut(3) {
                    *field = "-";
                }
                Ok(fields.join(" "))
            }
            "legal" => Ok(fen),
            other => Err(wrong(format_args!(
                "en_passant={other:?}: expected 'legal' or 'fen'"
            ))),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        Ok(Board(match fen {
            None => History::ordinary(),
            Some(fen) => read_fen(fen)?.into(),
        }))
    }

    /// Begins anew from this position.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        self.0 = read_fen(fen)?.into();
        Ok(())
    }

    /// Begins anew from the ordinary array.
    fn reset(&mut self) {
        self.0 = History::ordinary();
    }

    /// The position as FEN; `en_passant='fen'` names the square passed over even where nothing can take there.
    #[pyo3(signature = (*, en_passant = "legal"))]
    fn fen(&self, en_passant: &str) -> PyResult<String> {
        self.written(en_passant)
    }

    /// The first four fields of the FEN.
    #[pyo3(signature = (*, en_passant = "legal"))]
    fn epd(&self, en_passant: &str) -> PyResult<String> {
        let fen = self.written(en_passant)?;
        Ok(fen.split(' ').take(4).collect::<Vec<_>>().join(" "))
    }

    /// The men alone, as the first field of the FEN.
    fn board_fen(&self) -> String {
        self.now()
            .to_fen()
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// Whose turn it is: `True` for White.
    #[getter]
    fn turn(&self) -> bool {
        self.now().turn() == Colour::White
    }

    /// The number of the move being played, raised after Black's.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.now().fullmove()
    }

    /// Half-moves since a man was taken or a pawn moved.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.now().halfmove()
    }

    /// The square a pawn has just passed over, if any.
    #[getter]
    fn ep_square(&self) -> Option<usize> {
        self.now().en_passant().map(|square| square.index())
    }

    /// The moves made, first to last.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.0.moves().map(Move::from).collect()
    }

    /// How many half-moves have been made on this board and before it.
    fn ply(&self) -> usize {
        2 * usize::from(self.now().fullmove().saturating_sub(1)) + usize::from(!self.turn())
    }

    /// The man on a square.
    fn piece_at(&self, square: At) -> Option<Piece> {
        self.now().board().get(square.0).map(Piece)
    }

    /// The kind of the man on a square, 1 (pawn) to 6 (king).
    fn piece_type_at(&self, square: At) -> Option<u8> {
        let man = self.now().board().get(square.0);
        man.map(|man| crate::moves::kind_number(man.kind))
    }

    /// The colour of the man on a square.
    fn color_at(&self, square: At) -> Option<bool> {
        let man = self.now().board().get(square.0);
        man.map(|man| man.colour == Colour::White)
    }

    /// The squares of a side's men of one kind.
    fn pieces(&self, piece_type: Sort, color: bool) -> Vec<usize> {
        let board = self.now().board();
        let men = board.of(colour_of(color)) & board.kind(piece_type.0);
        men.into_iter().map(Square::index).collect()
    }

    /// Every man by its square.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let men = PyDict::new(py);
        for (square, man) in self.now().board().iter() {
            men.set_item(square.index(), Piece(man))?;
        }
        Ok(men)
    }

    /// The square of a side's king.
    fn king(&self, color: bool) -> usize {
        self.now().king(colour_of(color)).index()
    }

    /// Whether a side may still castle with the rook on the king's side.
    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.now().castling().contains(colour_of(color), Wing::King)
    }

    /// Whether a side may still castle at all.
    fn has_castling_rights(&self, color: bool) -> bool {
        self.has_kingside_castling_rights(color) || self.has_queenside_castling_rights(color)
    }

    /// The squares of the rooks that may still castle, as the bits of a number: a1 is the lowest.
    #[getter]
    fn castling_rights(&self) -> u64 {
        let rooks = self.now().castling().iter().map(|(colour, wing)| {
            let corner = match wing {
                Wing::King => 7,
                Wing::Queen => 0,
            };
            1u64 << (corner + if colour == Colour::White { 0 } else { 56 })
        });
        rooks.fold(0, |all, one| all | one)
    }

    /// Whether the men stand as they may in an ordinary game: a king a side, no pawn on an end rank, and nobody in check
    /// who is not on turn.
    fn is_valid(&self) -> bool {
        self.now().irregularity().is_none()
    }

    /// Whether a side may still castle with the rook on the queen's side.
    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.now().castling().contains(colour_of(color), Wing::Queen)
    }

    /// Whether a man of that colour commands the square.
    fn is_attacked_by(&self, color: bool, square: At) -> bool {
        self.now().attacked(square.0, colour_of(color))
    }

    /// The squares of the men of that colour that command the square.
    fn attackers(&self, color: bool, square: At) -> Vec<usize> {
        let men = self.now().board().attackers(square.0, colour_of(color));
        men.into_iter().map(Square::index).collect()
    }

    /// The squares that the man on a square commands, whoever stands on them; none from an empty square.
    fn attacks(&self, square: At) -> Vec<usize> {
        let board = self.now().board();
        let commanded = board.get(square.0).map(|man| match man.kind {
            Kind::Pawn => attacks::pawn(man.colour, square.0),
            Kind::Knight => attacks::knight(square.0),
            Kind::Bishop => attacks::bishop(square.0, board.occupied()),
            Kind::Rook => attacks::rook(square.0, board.occupied()),
            Kind::Queen => attacks::queen(square.0, board.occupied()),
            Kind::King => attacks::king(square.0),
        });
        commanded.into_iter().flatten().map(Square::index).collect()
    }

    /// Whether a man of that colour on the square cannot leave the line between his king and an attacker.
    fn is_pinned(&self, color: bool, square: At) -> bool {
        self.covers_his_king(colour_of(color), square.0)
    }

    /// The squares of the men that give check.
    fn checkers(&self) -> Vec<usize> {
        self.now().checkers().into_iter().map(Square::index).collect()
    }

    /// Every legal move here.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(*self.now())
    }

    /// Every legal move here, one by one.
    fn generate_legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.legal_moves().__iter__(py)
    }

    /// Every legal move here that takes something, one by one.
    fn generate_legal_captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = self.now().legal_moves();
        let takes = moves.iter().filter(|one| self.now().captured(**one).is_some());
        PyList::new(py, takes.map(|one| Move::from(*one)).collect::<Vec<_>>())?.try_iter()
    }

    /// The legal move between two squares; a pawn on the last rank becomes a queen unless something else is named. Where
    /// there is none, `IllegalMoveError`.
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn find_move(&self, from_square: At, to_square: At, promotion: Option<Sort>) -> PyResult<Move> {
        let on_last_rank = matches!(to_square.0.rank(), Rank::One | Rank::Eight);
        let pawn = self
            .now()
            .board()
            .get(from_square.0)
            .is_some_and(|man| man.kind == Kind::Pawn);
        let queen = (on_last_rank && pawn).then_some(Kind::Queen);
        let one = Move {
            from: from_square.0,
            to: to_square.0,
            becomes: promotion.map(|kind| kind.0).or(queen),
        };
        one.here(self.now()).map(Move::from)
    }

    /// Whether a pawn can be taken in passing now.
    fn has_legal_en_passant(&self) -> bool {
        self.now().can_take_in_passing()
    }

    /// Forgets the moves made; the position stays.
    fn clear_stack(&mut self) {
        self.0 = (*self.now()).into();
    }

    /// Whether this is a legal move here.
    #[pyo3(name = "is_legal")]
    fn is_legal(&self, r#move: Move) -> bool {
        let Move { from, to, becomes } = r#move;
        self.now().find_move(from, to, becomes).is_some()
    }

    /// Makes a legal move; any other raises `IllegalMoveError`, a `ValueError`, and changes nothing.
    fn push(&mut self, r#move: Move) -> PyResult<()> {
        let one = r#move.here(self.now())?;
        self.0.push_unchecked(one);
        Ok(())
    }

    /// Makes the move that a text in SAN, or any other style, means.
    fn push_san(&mut self, san: &str) -> PyResult<Move> {
        let found = self.parse_san(san)?;
        self.push(found)?;
        Ok(found)
    }

    /// Makes the move that UCI writes so.
    fn push_uci(&mut self, uci: &str) -> PyResult<Move> {
        let found = self.parse_uci(uci)?;
        self.push(found)?;
        Ok(found)
    }

    /// Takes the last move back.
    fn pop(&mut self) -> PyResult<Move> {
        self.0
            .pop()
            .map(Move::from)
            .ok_or_else(|| PyIndexError::new_err("no move has been made on this board"))
    }

    /// The last move made.
    fn peek(&self) -> PyResult<Move> {
        self.0
            .moves()
            .last()
            .map(Move::from)
            .ok_or_else(|| PyIndexError::new_err("no move has been made on this board"))
    }

    /// The one legal move that a text means: SAN, and failing that any other style in use (`Kt-KB3`, `Sg1-f3`).
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.0.parse_san(san).map(Move::from).map_err(|why| {
            let words = format!("{san:?} in {}: {why}", self.now());
            match why {
                NoMove::Unread(_) => InvalidMoveError::new_err(words),
                NoMove::Fault(SanFault::Ambiguous) => AmbiguousMoveError::new_err(words),
                _ => IllegalMoveError::new_err(words),
            }
        })
    }

    /// The legal move that UCI writes so; castling also as the king to his rook's square, `e1h1`.
    fn parse_uci(&self, uci: &str) -> PyResult<Move> {
        let found = self.now().parse_uci(uci);
        found
            .map(Move::from)
            .or_else(|why| self.castling_by_the_rook(uci).ok_or(why))
            .map_err(|why| {
                let words = format!("{uci:?} in {}: {why}", self.now());
                match why.fault {
                    MoveFault::Unexpected { .. } => InvalidMoveError::new_err(words),
                    _ => IllegalMoveError::new_err(words),
                }
            })
    }

    /// The move in SAN.
    fn san(&self, r#move: Move) -> PyResult<String> {
        Ok(notation::san(self.now(), r#move.here(self.now())?))
    }

    /// The move with both its squares: `Ng1-f3`, `e4xd5`.
    fn lan(&self, r#move: Move) -> PyResult<String> {
        let one = r#move.here(self.now())?;
        let san = notation::san(self.now(), one);
        if one.is_castling() {
            return Ok(san);
        }
        let letter = match self.mover(r#move) {
            None | Some(Kind::Pawn) => String::new(),
            Some(kind) => kind.letter().to_ascii_uppercase().to_string(),
        };
        let joint = if self.is_capture(r#move) { 'x' } else { '-' };
        let becomes = r#move.becomes.map_or_else(String::new, |kind| {
            format!("={}", kind.letter().to_ascii_uppercase())
        });
        let said = san.trim_start_matches(|letter| !matches!(letter, '+' | '#'));
        Ok(format!(
            "{letter}{}{joint}{}{becomes}{said}",
            r#move.from, r#move.to
        ))
    }

    /// The move in UCI.
    fn uci(&self, r#move: Move) -> String {
        r#move.to_string()
    }

    /// The move in the descriptive notation of old books: `Kt-KB3`.
    fn descriptive(&self, r#move: Move) -> PyResult<String> {
        let origins = jadoube::board::Origins::of(self.0.start().board());
        let mut origins = origins;
        let mut position = *self.0.start();
        for made in self.0.moves() {
            origins.play(&position, made);
            position.make(made);
        }
        Ok(notation::descriptive(
            self.now(),
            r#move.here(self.now())?,
            &origins,
        ))
    }

    /// Moves in SAN with their numbers: `1. e4 e5 2. Nf3`. Nothing is made on this board.
    fn variation_san(&self, variation: Vec<Move>) -> PyResult<String> {
        let mut position = *self.now();
        let mut words = Vec::with_capacity(variation.len());
        for (at, one) in variation.into_iter().enumerate() {
            let one = one.here(&position)?;
            let san = notation::san(&position, one);
            words.push(match (position.turn(), at) {
                (Colour::White, _) => format!("{}. {san}", position.fullmove()),
                (Colour::Black, 0) => format!("{}...{san}", position.fullmove()),
                (Colour::Black, _) => san,
            });
            position.make(one);
        }
        Ok(words.join(" "))
    }

    /// Whether the move takes something, legal or not.
    fn is_capture(&self, r#move: Move) -> bool {
        let taken = self.now().board().get(r#move.to);
        taken.is_some_and(|man| man.colour != self.now().turn()) || self.is_en_passant(r#move)
    }

    /// Whether the move takes a pawn in passing, legal or not.
    fn is_en_passant(&self, r#move: Move) -> bool {
        let Move { from, to, .. } = r#move;
        self.now().en_passant() == Some(to)
            && self.mover(r#move) == Some(Kind::Pawn)
            && from.file().index().abs_diff(to.file().index()) == 1
    }

    /// Whether the move castles, legal or not: the king goes two squares or more.
    fn is_castling(&self, r#move: Move) -> bool {
        let Move { from, to, .. } = r#move;
        self.mover(r#move) == Some(Kind::King)
            && from.rank() == to.rank()
            && from.file().index().abs_diff(to.file().index()) > 1
    }

    /// Whether the move castles on the king's side.
    fn is_kingside_castling(&self, r#move: Move) -> bool {
        self.is_castling(r#move) && r#move.to.file() > r#move.from.file()
    }

    /// Whether the move castles on the queen's side.
    fn is_queenside_castling(&self, r#move: Move) -> bool {
        self.is_castling(r#move) && r#move.to.file() < r#move.from.file()
    }

    /// Whether the move takes something or moves a pawn, legal or not.
    fn is_zeroing(&self, r#move: Move) -> bool {
        self.is_capture(r#move) || self.mover(r#move) == Some(Kind::Pawn)
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: Move) -> PyResult<bool> {
        Ok(self.now().gives_check(r#move.here(self.now())?))
    }

    /// Whether the player on turn is in check.
    fn is_check(&self) -> bool {
        self.now().is_check()
    }

    /// Check, and no legal move.
    fn is_checkmate(&self) -> bool {
        self.now().is_checkmate()
    }

    /// No check, and no legal move.
    fn is_stalemate(&self) -> bool {
        self.now().is_stalemate()
    }

    /// Whether neither side has men enough to mate.
    fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// Whether this side has too few men to mate.
    fn has_insufficient_material(&self, color: bool) -> bool {
        self.0.has_insufficient_material(colour_of(color))
    }

    /// Whether this position has stood so often in this game.
    #[pyo3(signature = (count = Whole(3)), text_signature = "($self, count=3)")]
    fn is_repetition(&self, count: Whole) -> bool {
        self.0.repetitions() as u64 >= count.0
    }

    /// The position for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.0.repetitions() >= 5
    }

    /// Seventy-five moves on each side without a capture or a pawn's move.
    fn is_seventyfive_moves(&self) -> bool {
        self.now().halfmove() >= 150 && self.now().has_legal_move()
    }

    /// Fifty moves on each side without a capture or a pawn's move.
    fn is_fifty_moves(&self) -> bool {
        self.now().halfmove() >= 100 && self.now().has_legal_move()
    }

    /// Whether a draw may be claimed, now or with the next move.
    fn can_claim_draw(&self) -> bool {
        self.0.can_claim_fifty_moves() || self.0.can_claim_threefold_repetition()
    }

    /// Whether a draw by fifty moves may be claimed, now or with the next move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.0.can_claim_fifty_moves()
    }

    /// Whether a draw by repetition may be claimed, now or with the next move.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.0.can_claim_threefold_repetition()
    }

    /// Why the game is over and who has won, or `None`; with `claim_draw` also where a draw may be claimed.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        self.0
            .outcome(claim_draw)
            .map(|(why, winner)| Outcome { why, winner })
    }

    /// Whether the game is over.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.0.outcome(claim_draw).is_some()
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        self.0.result(claim_draw)
    }

    /// How many lines of play of so many half-moves there are.
    #[pyo3(signature = (depth))]
    fn perft(this: Py<Self>, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        // The board is looked at and let go: other threads may play on it while its lines are counted.
        let position = *this.borrow(py).now();
        // Only the main thread hears of signals; any other may be left behind when the program ends, and must not ask
        // for Python's lock then.
        let threading = py.import("threading")?;
        let here = threading.call_method0("current_thread")?;
        let is_main = here.is(&threading.call_method0("main_thread")?);
        let go_on = || {
            if is_main {
                Python::attach(|py| py.check_signals())
            } else {
                Ok(())
            }
        };
        work(py, move || counted(&position, depth.0, &go_on))
    }

    /// The board as a drawing; squares in `marked` are marked.
    #[pyo3(signature = (*, flipped = false, marked = None, coordinates = true))]
    fn svg(&self, flipped: bool, marked: Option<Vec<At>>, coordinates: bool) -> String {
        let marked = marked.unwrap_or_default().into_iter().map(|square| square.0);
        let diagram = Diagram::of(self.now().board())
            .flipped(flipped)
            .coordinates(coordinates);
        diagram.marked(marked).svg()
    }

    /// The board in a notebook, the last move marked.
    fn _repr_svg_(&self) -> String {
        let last = self.0.moves().last();
        let marked = last.into_iter().flat_map(|one| [one.from(), one.to()]);
        Diagram::of(self.now().board()).marked(marked).svg()
    }

    /// The board in text, with the men of Unicode.
    fn unicode(&self) -> String {
        Diagram::of(self.now().board()).unicode()
    }

    /// A number for the position; the counts of moves are not part of it.
    fn key(&self) -> u64 {
        self.now().key()
    }

    /// The same board again; without its moves if `stack` is `False`.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        if stack {
            self.clone()
        } else {
            Board((*self.now()).into())
        }
    }

    /// The board where it began, without its moves.
    fn root(&self) -> Self {
        Board((*self.0.start()).into())
    }

    /// The same position with the colours exchanged, as in a mirror between the players; without its moves.
    fn mirror(&self) -> PyResult<Self> {
        let fen = self.now().to_fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let swapped = |text: &str| -> String {
            let swap = |letter: char| match letter {
                letter if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
                letter => letter.to_ascii_uppercase(),
            };
            text.chars().map(swap).collect()
        };
        let [men, turn, castling, passed, halfmove, fullmove] = fields[..] else {
            return Err(wrong(fen));
        };
        let ranks: Vec<String> = men.split('/').rev().map(swapped).collect();
        let turn = if turn == "w" { "b" } else { "w" };
        let passed = match passed {
            "-" => passed.to_owned(),
            square => square.replace('3', "x").replace('6', "3").replace('x', "6"),
        };
        let men = ranks.join("/");
        let mirrored = format!(
            "{men} {turn} {} {passed} {halfmove} {fullmove}",
            swapped(castling)
        );
        read_fen(&mirrored).map(|position| Board(position.into()))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    #[pyo3(signature = (_memo))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The board that began so and saw these moves: how it comes back from a pickle.
    #[staticmethod]
    fn _of_moves(fen: &str, moves: Vec<Move>) -> PyResult<Self> {
        let mut board = Board(read_fen(fen)?.into());
        moves.into_iter().try_for_each(|one| board.push(one))?;
        Ok(board)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, Vec<Move>))> {
        let make = py.get_type::<Board>().getattr("_of_moves")?;
        Ok((make.unbind(), (self.0.start().to_fen(), self.move_stack())))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Board>()
            .is_ok_and(|other| other.borrow().now() == self.now())
    }

    /// The men in eight lines of text, as python-chess prints them.
    fn __str__(&self) -> String {
        let rows = (0..8).rev().map(|rank| {
            let cells = (0..8).map(|file| {
                let man = jadoube::board::Square::from_index(rank * 8 + file)
                    .and_then(|square| self.now().board().get(square));
                man.map_or(".".to_owned(), |man| man.letter().to_string())
            });
            cells.collect::<Vec<_>>().join(" ")
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Board('{}')", self.written("legal")?))
    }
}

/// The legal moves of a position: to iterate over, count and look up.
#[pyclass(frozen, module = "jadoube")]
pub(crate) struct LegalMoves(Position);

impl LegalMoves {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.legal_moves().iter().map(|one| Move::from(*one)))
    }
}

#[pymethods]
impl LegalMoves {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.0.legal_moves().len()
    }

    fn __bool__(&self) -> bool {
        self.0.has_legal_move()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        r#move
            .extract::<Move>()
            .is_ok_and(|one| self.0.find_move(one.from, one.to, one.becomes).is_some())
    }

    /// How many there are.
    fn count(&self) -> usize {
        self.__len__()
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self
            .0
            .legal_moves()
            .iter()
            .map(|one| notation::san(&self.0, *one))
            .collect();
        format!("<LegalMoves ({})>", moves.join(", "))
    }
}

/// Why a game is over, and who has won.
#[pyclass(frozen, eq, hash, module = "jadoube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    why: Termination,
    winner: Option<Colour>,
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(termination: &str, winner: Option<bool>) -> PyResult<Self> {
        let why = Termination::ALL.into_iter().find(|why| why.name() == termination);
        let names = || Termination::ALL.map(Termination::name).join(", ");
        Ok(Outcome {
            why: why.ok_or_else(|| wrong(format_args!("{termination:?}: expected one of {}", names())))?,
            winner: winner.map(colour_of),
        })
    }

    /// `checkmate`, `stalemate`, `insufficient_material`, `seventyfive_moves`, `fivefold_repetition`, `fifty_moves` or
    /// `threefold_repetition`.
    #[getter]
    fn termination(&self) -> &'static str {
        self.why.name()
    }

    /// `True` for White, `False` for Black, `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.winner.map(|winner| winner == Colour::White)
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(Colour::White) => "1-0",
            Some(Colour::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} {}>", self.why.name(), self.result())
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (&'static str, Option<bool>)) {
        let make = py.get_type::<Outcome>().into_any().unbind();
        (make, (self.why.name(), self.winner()))
    }
}
