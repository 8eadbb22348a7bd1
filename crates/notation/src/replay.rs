//! Does a recorded game replay by the rules, and if a move in it stood against them, what followed?

use std::io::{self, Read};

use jadoube_board::{
    Bitboard, Board, Castling, Colour, FenError, File, Kind, Man, Move, Movement, Origins, Position, Rank,
    RooklessCastling, Square, Wing, attacks,
};

use crate::pgn::{PgnGame, PgnReader, Visitor};
use crate::read::read_move;
use crate::san::{San, SanFault};
use crate::terms::Context;

/// One move of a game that was replayed.
#[derive(Clone, Debug)]
pub struct Step {
    /// As written.
    pub text: String,
    /// The move; where it is not legal, its squares are what was done on the board.
    pub movement: Move,
    /// Whether the rules allow it.
    pub legal: bool,
    /// The position it was made in.
    pub before: Position,
}

/// A move text that is no legal move where it stands.
#[derive(Clone, Debug)]
pub struct Irregularity {
    /// Ply in the game, from 1.
    pub ply: usize,
    /// As written.
    pub text: String,
    /// Line of the file.
    pub line: u64,
    /// What is wrong.
    pub why: String,
    /// Whether the game was carried on from what the move did on the board.
    pub stood: bool,
}

/// A game replayed as far as it goes.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where it starts.
    pub start: Position,
    /// The moves of the main line.
    pub steps: Vec<Step>,
    /// Moves that are not legal; the last of them ends the game unless it stood.
    pub irregularities: Vec<Irregularity>,
    /// The position after the last move.
    pub end: Position,
    /// Moves of the main line that were not reached.
    pub unread: usize,
}

/// The position a PGN game starts from; games at odds and irregular boards are taken as they are.
pub fn start_of(game: &PgnGame) -> Result<Position, FenError> {
    match game.tag("FEN") {
        Some(fen) if !fen.trim().is_empty() => start_from(fen),
        _ => Ok(Position::ordinary()),
    }
}

/// Reads a FEN strictly, and failing that as an irregular board.
pub fn start_from(fen: &str) -> Result<Position, FenError> {
    // Last, a King that may castle where his Rook was given as odds.
    let rookless = Movement {
        castling: RooklessCastling::CornerEmpty,
        ..Movement::default()
    };
    Position::from_fen(fen)
        .or_else(|_| Position::from_fen_irregular(fen, Movement::default()))
        .or_else(|error| Position::from_fen_irregular(fen, rookless).map_err(|_| error))
}

/// The move a PGN text names: plain SAN first, any other style if that fails.
fn resolve(text: &str, position: &Position, origins: &Origins) -> Result<Move, String> {
    let quick = San::parse(text.as_bytes()).map(|san| san.resolve(position));
    if let Some(Ok(movement)) = quick {
        return Ok(movement);
    }
    match read_move(
        text,
        &Context {
            by_place: true,
            ..Context::new(position, origins)
        },
    ) {
        Ok(reading) => match reading.moves[..] {
            [movement] => Ok(movement),
            [] => Err(quick
                .and_then(Result::err)
                .unwrap_or(SanFault::NoSuchMove)
                .to_string()),
            _ => Err(SanFault::Ambiguous.to_string()),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// Replays the main line. With `irregular`, a move against the rules is made on the board as it
/// was written, and the game goes on from there.
pub fn replay(game: &PgnGame, irregular: bool) -> Result<Replay, FenError> {
    let start = start_of(game)?;
    let mut position = start;
    let mut origins = Origins::of(start.board());
    let mut steps = Vec::new();
    let mut irregularities = Vec::new();
    let mut moves = game.main_line();
    for (text, line) in moves.by_ref() {
        let ply = steps.len() + 1;
        if text == "--" || text == "Z0" {
            let Some(next) = position.passing_turn() else {
                irregularities.push(Irregularity {
                    ply,
                    text: text.to_owned(),
                    line,
                    why: "a turn is passed in check".to_owned(),
                    stood: false,
                });
                break;
            };
            position = next;
            continue;
        }
        match resolve(text, &position, &origins) {
            Ok(movement) => {
                origins.play(&position, movement);
                let before = position;
                position = position.play(movement);
                steps.push(Step {
                    text: text.to_owned(),
                    movement,
                    legal: true,
                    before,
                });
            }
            Err(why) => {
                let made = if irregular { stand(text, &position) } else { None };
                irregularities.push(Irregularity {
                    ply,
                    text: text.to_owned(),
                    line,
                    why,
                    stood: made.is_some(),
                });
                let Some((movement, next)) = made else { break };
                steps.push(Step {
                    text: text.to_owned(),
                    movement,
                    legal: false,
                    before: position,
                });
                origins.shift(movement.from(), movement.to());
                position = next;
            }
        }
    }
    let reached = steps.len()
        + irregularities
            .iter()
            .filter(|irregularity| !irregularity.stood)
            .count();
    let unread = game.main_line().count().saturating_sub(reached);
    Ok(Replay {
        start,
        steps,
        irregularities,
        end: position,
        unread,
    })
}

/// What a move against the rules did on the board, if the text says which man went where.
fn stand(text: &str, position: &Position) -> Option<(Move, Position)> {
    let us = position.turn();
    let mut board = *position.board();
    let movement = match San::parse(text.as_bytes()) {
        Some(San::Castles(wing)) => {
            let king = board.king(us)?;
            let rank = king.rank();
            let (to, corner, beside) = match wing {
                Wing::King => (File::G, File::H, File::F),
                Wing::Queen => (File::C, File::A, File::D),
            };
            let rook = Some(Man::new(us, Kind::Rook));
            if board.get(Square::new(corner, rank)) == rook {
                board.set(Square::new(corner, rank), None);
                board.set(Square::new(beside, rank), rook);
            }
            Move::new(king, Square::new(to, rank))
        }
        Some(San::Moves {
            kind,
            from,
            to,
            promotion,
        }) => {
            let from = sole_man(position, kind, from, to)?;
            match promotion {
                Some(kind) => Move::promoting(from, to, kind).unwrap_or(Move::new(from, to)),
                None => Move::new(from, to),
            }
        }
        None => {
            let from: Square = text.get(..2)?.parse().ok()?;
            let to: Square = text.get(2..4)?.parse().ok()?;
            board.get(from)?;
            Move::new(from, to)
        }
    };
    let man = board.get(movement.from())?;
    board.set(movement.from(), None);
    let man = match movement.promotion() {
        Some(kind) => Man { kind, ..man },
        None => man,
    };
    board.set(movement.to(), Some(man));
    let next = after(&board, position)?;
    Some((movement, next))
}

/// The one man that can be meant: by its reach if one reaches, else because there is no other.
fn sole_man(position: &Position, kind: Kind, from: Bitboard, to: Square) -> Option<Square> {
    let board = position.board();
    let us = position.turn();
    let men: Vec<Square> = (board.men(Man::new(us, kind)) & from).into_iter().collect();
    let reach = |from: Square| match kind {
        Kind::Knight => attacks::knight(from).contains(to),
        Kind::King => attacks::king(from).contains(to),
        Kind::Bishop => attacks::bishop(from, board.occupied()).contains(to),
        Kind::Rook => attacks::rook(from, board.occupied()).contains(to),
        Kind::Queen => attacks::queen(from, board.occupied()).contains(to),
        Kind::Pawn => attacks::pawn(us, from).contains(to) || from.file() == to.file(),
    };
    let reaching: Vec<Square> = men.iter().copied().filter(|&from| reach(from)).collect();
    match (&reaching[..], &men[..]) {
        ([only], _) | ([], [only]) => Some(*only),
        _ => None,
    }
}

/// The position after something was done on the board, with the rights that are left.
fn after(board: &Board, position: &Position) -> Option<Position> {
    let mut castling = Castling::NONE;
    for (colour, wing) in position.castling().iter() {
        let rank = if colour == Colour::White {
            Rank::One
        } else {
            Rank::Eight
        };
        let corner = Square::new(if wing == Wing::King { File::H } else { File::A }, rank);
        let home = board.get(Square::new(File::E, rank)) == Some(Man::new(colour, Kind::King))
            && board.get(corner) == Some(Man::new(colour, Kind::Rook));
        if home {
            castling = castling.with(colour, wing);
        }
    }
    let fullmove = position.fullmove() + u16::from(position.turn() == Colour::Black);
    Position::from_parts(
        *board,
        !position.turn(),
        castling,
        None,
        0,
        fullmove,
        position.movement(),
    )
    .ok()
}

/// What a whole archive came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games read.
    pub games: u64,
    /// Legal moves made, in variations too.
    pub plies: u64,
    /// Games with a move that is not legal.
    pub faulty: u64,
}

struct Player {
    position: Position,
    previous: Position,
    stack: Vec<(Position, Position, bool)>,
    lost: bool,
    faulty: bool,
    plies: u64,
}

impl Visitor for Player {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"FEN" {
            if let Some(start) = std::str::from_utf8(value)
                .ok()
                .and_then(|fen| start_from(fen).ok())
            {
                self.position = start;
            } else {
                self.lost = true;
                self.faulty = true;
            }
            self.previous = self.position;
        }
    }

    #[inline]
    fn san(&mut self, text: &[u8], _line: u64) {
        if self.lost {
            return;
        }
        let found = match San::parse(text).map(|san| san.resolve(&self.position)) {
            Some(Ok(movement)) => Some(movement),
            _ => self.slow(text),
        };
        if let Some(movement) = found {
            self.previous = self.position;
            self.position = self.position.play(movement);
            self.plies += 1;
        } else {
            self.lost = true;
            self.faulty = true;
        }
    }

    fn open_variation(&mut self) -> bool {
        self.stack.push((self.position, self.previous, self.lost));
        self.position = self.previous;
        true
    }

    fn close_variation(&mut self) {
        if let Some((position, previous, lost)) = self.stack.pop() {
            self.position = position;
            self.previous = previous;
            self.lost = lost;
        }
    }
}

impl Player {
    #[cold]
    fn slow(&self, text: &[u8]) -> Option<Move> {
        let text = std::str::from_utf8(text).ok()?;
        let origins = Origins::of(self.position.board());
        resolve(text, &self.position, &origins).ok()
    }
}

/// Replays a whole archive, variations included, testing every move, and counts.
pub fn tally<R: Read>(source: R) -> io::Result<Tally> {
    let mut reader = PgnReader::new(source);
    let mut tally = Tally::default();
    let ordinary = Position::ordinary();
    let mut player = Player {
        position: ordinary,
        previous: ordinary,
        stack: Vec::new(),
        lost: false,
        faulty: false,
        plies: 0,
    };
    loop {
        player.position = ordinary;
        player.previous = ordinary;
        player.stack.clear();
        player.lost = false;
        player.faulty = false;
        if !reader.read_game(&mut player)? {
            break;
        }
        tally.games += 1;
        tally.faulty += u64::from(player.faulty);
    }
    tally.plies = player.plies;
    Ok(tally)
}
