//! Does a recorded game replay by the rules, and if a move in it stood against them, what followed?

use std::io::{self, Read};

use jadoube_board::{
    Bitboard, Board, Castling, Colour, FenError, FenRemark, File, Kind, Man, Move, Movement, Origins,
    Position, Rank, RooklessCastling, Square, Wing, attacks,
};

use crate::chess960::{self, Apart};
use crate::line::{Annotation, Line};
use crate::parse::parse;
use crate::pgn::{Item, PgnGame, PgnReader, Place, Spot, Visitor};
use crate::read::read_move;
use crate::repair::emendations;
use crate::san::{San, SanFault};
use crate::terms::{Context, Terms, own_view};

/// One move of a game that was replayed.
#[derive(Clone, Debug)]
pub struct Step {
    /// As written.
    pub text: String,
    /// The move; where it is not legal, its squares are what was done on the board.
    pub movement: Move,
    /// What the rules say of it.
    pub standing: Standing,
    /// The position it was made in.
    pub before: Position,
}

/// What the rules say of a move that stands in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They allow it.
    Legal,
    /// They forbid it, and the game went on.
    Illegal,
    /// A turn is passed: the move leads from the King's square to the same.
    Passed,
    /// The King castles as in Chess960, which no code of laws knows: the move leads to the Rook's square.
    Chess960,
}

/// A move text that is no legal move where it stands.
#[derive(Clone, Debug)]
pub struct Irregularity {
    /// Ply from 1; in a variation, the ply its move would have in the game.
    pub ply: usize,
    /// Whether it stands in a variation.
    pub in_variation: bool,
    /// As written.
    pub text: String,
    /// Where in the file.
    pub spot: Spot,
    /// What is wrong.
    pub why: String,
    /// Legal moves that one small emendation would allow, the smallest first.
    pub would_fit: Vec<Move>,
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
    /// Comments, glyphs and variations by ply, in order. What cannot be read of a variation is kept
    /// as a comment at its end.
    pub annotations: Vec<(usize, Annotation)>,
    /// Moves that are not legal, in variations too; in the game itself the last of them ends it
    /// unless it stood.
    pub irregularities: Vec<Irregularity>,
    /// The position after the last move.
    pub end: Position,
    /// Moves of the main line that were not reached.
    pub unread: usize,
    /// Their texts, with what was remarked on them.
    pub rest: String,
    /// Whether the start has rights to castle as only Chess960 knows them: `start` is without them.
    pub chess960: bool,
    /// Whether moves alone cannot say what the text does, so that [`PgnGame::to_pgn`] is the way to write it:
    /// the start is Chess960's, or a turn is passed where none can be.
    pub keep_text: bool,
}

impl Replay {
    /// A game whose start is not taken: none of its moves can be tested, and its text is all there is.
    pub fn untested(game: &PgnGame) -> Replay {
        let start = Position::ordinary();
        Replay {
            start,
            steps: Vec::new(),
            annotations: Vec::new(),
            irregularities: Vec::new(),
            end: start,
            unread: game.main_line().count(),
            rest: String::new(),
            chess960: false,
            keep_text: true,
        }
    }

    /// The moves of the main line as far as all of them are legal.
    pub fn legal_steps(&self) -> &[Step] {
        let legal = self
            .steps
            .iter()
            .take_while(|step| step.standing == Standing::Legal)
            .count();
        &self.steps[..legal]
    }
}

/// The position a PGN game starts from, with the rights to castle that the board does not know.
fn start_of(game: &PgnGame) -> Result<(Position, Apart), FenError> {
    let plain = |position| (position, Apart::default());
    match game.tag("FEN") {
        Some(fen) if !fen.trim().is_empty() => as_written(fen)
            .map(plain)
            .or_else(|error| chess960::start(fen, Movement::default()).ok_or(error))
            .or_else(|_| start_from(fen).map(plain)),
        _ => Ok(plain(Position::ordinary())),
    }
}

fn as_written(fen: &str) -> Result<Position, FenError> {
    Position::from_fen_irregular(fen, Movement::default())
}

/// Reads the FEN of a position that men may have come to under any code: also irregular boards, and a King who may
/// castle where his Rook was given as odds. What people paste is put right as [`read_fen`] does it.
pub fn start_from(fen: &str) -> Result<Position, FenError> {
    let rookless = Movement {
        castling: RooklessCastling::CornerEmpty,
        ..Movement::default()
    };
    as_written(fen)
        .or_else(|_| Position::from_fen_irregular(fen, rookless))
        .or_else(|_| read_fen(fen, Movement::default()).map(|(position, _)| position))
}

/// Reads a FEN as it stands, regular or not, and failing that as people paste it, with a remark on everything that
/// was put right: fields left out, odd blanks, rights that cannot be any more. The ordinary rights to castle may be
/// named by the files of the Rooks, `HAha`; those of Chess960, which no board here knows, are refused.
pub fn read_fen(fen: &str, movement: Movement) -> Result<(Position, Vec<FenRemark>), FenError> {
    let error = match Position::from_fen_irregular(fen, movement) {
        Ok(position) => return Ok((position, Vec::new())),
        Err(error) => error,
    };
    match chess960::start(fen, movement) {
        Some((position, apart)) if apart.is_empty() => Ok((position, Vec::new())),
        _ if chess960::begins_elsewhere(fen, movement) => Err(error),
        _ => Position::from_fen_lenient_irregular(fen, movement),
    }
}

/// The move a PGN text names: plain SAN first, any other style if that fails.
pub fn move_named(text: &str, position: &Position, origins: &Origins) -> Result<Move, String> {
    let quick = San::parse(text.as_bytes()).map(|san| san.resolve(position));
    if let Some(Ok(movement)) = quick {
        return Ok(movement);
    }
    let capital = small_letter(text).and_then(|text| San::parse(text.as_bytes()));
    if let Some(Ok(movement)) = capital.map(|san| san.resolve(position)) {
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

/// How matters stand before a move.
#[derive(Clone, Copy)]
struct Stand {
    position: Position,
    origins: Origins,
    apart: Apart,
}

/// A line that is being replayed: the game itself, or a variation.
struct Played {
    line: Line,
    now: Stand,
    /// Before the last move, where a variation on it begins.
    before: Stand,
    /// Ply of its first move, less one.
    base: usize,
    /// Moves and turns passed so far, legal or not.
    made: usize,
    /// A move could not be read: everything after it is only copied.
    lost: bool,
    unread: usize,
    rest: String,
}

impl Played {
    fn from(now: Stand, base: usize, lost: bool) -> Played {
        Played {
            line: Line::default(),
            now,
            before: now,
            base,
            made: 0,
            lost,
            unread: 0,
            rest: String::new(),
        }
    }

    fn go(&mut self, movement: Option<Move>, next: Position) {
        self.before = self.now;
        if let Some(movement) = movement {
            self.now.origins.play(&self.before.position, movement);
            self.now.apart = self.now.apart.after(movement);
        }
        self.now.position = next;
        self.line.moves.push(movement);
        self.made += 1;
    }

    /// Something that no line of legal moves can hold was done on the board.
    fn go_beyond(&mut self, movement: Move, next: Position) {
        self.before = self.now;
        self.now.origins.shift(movement.from(), movement.to());
        self.now.apart = self.now.apart.after(movement);
        self.now.position = next;
        self.made += 1;
    }

    fn copy(&mut self, text: &str) {
        if !self.rest.is_empty() {
            self.rest.push(' ');
        }
        self.rest.push_str(text);
    }

    fn annotate(&mut self, annotation: Annotation) {
        if !self.lost {
            self.line.annotations.push((self.made, annotation));
            return;
        }
        match annotation {
            Annotation::Comment(text) => self.copy(&format!("[{text}]")),
            Annotation::Nag(nag) => self.copy(&format!("${nag}")),
            // A variation on a move that could not be read was itself only copied.
            Annotation::Variation(line) => {
                for (_, annotation) in line.annotations {
                    if let Annotation::Comment(text) = annotation {
                        self.copy(&format!("({text})"));
                    }
                }
            }
        }
    }

    /// The line, with what could not be read of it as a last comment.
    fn finish(mut self) -> Line {
        if !self.rest.is_empty() {
            let rest = std::mem::take(&mut self.rest);
            self.line.annotations.push((self.made, Annotation::Comment(rest)));
        }
        self.line
    }
}

/// What a text does where it stands.
enum Done {
    /// A legal move, or a turn passed in a variation, as annotators do to show a threat.
    Legal(Option<Move>, Position),
    /// Castling as only Chess960 knows it.
    Apart(Move, Position),
    /// A turn is passed in the game itself, against the rules.
    Passed(Move, Position),
}

fn done(text: &str, now: &Stand, in_variation: bool) -> Result<Done, String> {
    let position = &now.position;
    if is_pass(text) {
        let next = position.passing_turn().ok_or("a turn is passed in check")?;
        let king = position.king(position.turn());
        return Ok(if in_variation {
            Done::Legal(None, next)
        } else {
            Done::Passed(Move::new(king, king), next)
        });
    }
    if let Some(San::Castles(wing)) = San::parse(text.as_bytes())
        && let Some((movement, next)) = now.apart.castle(position, wing)
    {
        return Ok(Done::Apart(movement, next));
    }
    let movement = move_named(text, position, &now.origins)?;
    Ok(Done::Legal(Some(movement), position.play(movement)))
}

fn is_pass(text: &str) -> bool {
    text == "--" || text == "Z0"
}

/// Replays a game, its variations too, testing every move. With `irregular`, a move of the game
/// against the rules is made on the board as it was written, and the game goes on from there; a turn that
/// is passed goes on in any case.
pub fn replay(game: &PgnGame, irregular: bool) -> Result<Replay, FenError> {
    let (start, apart) = start_of(game)?;
    let origins = Origins::of(start.board());
    let now = Stand {
        position: start,
        origins,
        apart,
    };
    let mut current = Played::from(now, 0, false);
    let mut outer: Vec<Played> = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut irregularities = Vec::new();
    let mut keep_text = !apart.is_empty();
    for item in &game.items {
        match item {
            Item::Comment(text) => current.annotate(Annotation::Comment(text.clone())),
            Item::Nag(nag) => current.annotate(Annotation::Nag(*nag)),
            Item::Open => {
                let base = current.base + current.made.saturating_sub(1);
                let aside = Played::from(current.before, base, current.lost);
                outer.push(std::mem::replace(&mut current, aside));
            }
            Item::Close => {
                if let Some(parent) = outer.pop() {
                    let aside = std::mem::replace(&mut current, parent);
                    current.annotate(Annotation::Variation(aside.finish()));
                }
            }
            Item::San(text, _) if current.lost => {
                keep_text |= is_pass(text);
                current.unread += 1;
                current.copy(text);
            }
            Item::San(text, spot) => {
                let in_variation = !outer.is_empty();
                let before = current.now.position;
                let mut step = |movement: Move, standing: Standing| {
                    steps.push(Step {
                        text: text.clone(),
                        movement,
                        standing,
                        before,
                    });
                };
                let (why, made) = match done(text, &current.now, in_variation) {
                    Ok(Done::Legal(movement, next)) => {
                        current.go(movement, next);
                        if let (Some(movement), false) = (movement, in_variation) {
                            step(movement, Standing::Legal);
                        }
                        continue;
                    }
                    Ok(Done::Apart(..)) if in_variation => {
                        // A line holds no such move; what follows it is kept as text.
                        current.lost = true;
                        current.copy(text);
                        continue;
                    }
                    Ok(Done::Apart(movement, next)) => {
                        current.go_beyond(movement, next);
                        step(movement, Standing::Chess960);
                        continue;
                    }
                    Ok(Done::Passed(movement, next)) => {
                        ("a turn is passed".to_owned(), Some((movement, next)))
                    }
                    Err(why) if irregular && !in_variation && !is_pass(text) => (why, as_done(text, &before)),
                    Err(why) => (why, None),
                };
                keep_text |= is_pass(text);
                irregularities.push(Irregularity {
                    ply: current.base + current.made + 1,
                    in_variation,
                    text: text.clone(),
                    spot: *spot,
                    would_fit: would_fit(text, &before, &current.now.origins),
                    why: why.clone(),
                    stood: made.is_some(),
                });
                if let Some((movement, next)) = made {
                    let passes = movement.from() == movement.to();
                    step(
                        movement,
                        if passes {
                            Standing::Passed
                        } else {
                            Standing::Illegal
                        },
                    );
                    current.go_beyond(movement, next);
                } else {
                    current.lost = true;
                    if in_variation {
                        current.copy(&format!("{text} ({why})"));
                    }
                }
            }
        }
    }
    // Brackets that are not closed end with the game.
    while let Some(parent) = outer.pop() {
        let aside = std::mem::replace(&mut current, parent);
        current.annotate(Annotation::Variation(aside.finish()));
    }
    Ok(Replay {
        start,
        steps,
        annotations: current.line.annotations,
        irregularities,
        end: current.now.position,
        unread: current.unread,
        rest: current.rest,
        chess960: !apart.is_empty(),
        keep_text,
    })
}

/// Legal moves that a small emendation of the text would give.
fn would_fit(text: &str, position: &Position, origins: &Origins) -> Vec<Move> {
    let context = Context {
        by_place: true,
        ..Context::new(position, origins)
    };
    emendations(text, parse(text).ok().as_ref(), &context)
        .into_iter()
        .map(|emendation| emendation.movement)
        .collect()
}

/// What a move against the rules did on the board, if the text says which man went where and both Kings are left.
pub fn as_done(text: &str, position: &Position) -> Option<(Move, Position)> {
    let movement = as_meant(text, position)?;
    let us = position.turn();
    let mut board = *position.board();
    if let Some(San::Castles(wing)) = San::parse(text.as_bytes()) {
        let rank = movement.from().rank();
        let (corner, beside) = match wing {
            Wing::King => (File::H, File::F),
            Wing::Queen => (File::A, File::D),
        };
        let rook = Some(Man::new(us, Kind::Rook));
        if board.get(Square::new(corner, rank)) == rook {
            board.set(Square::new(corner, rank), None);
            board.set(Square::new(beside, rank), rook);
        }
    }
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

/// Whether a text names a man and says where he goes, in any style, whatever the position.
pub fn is_move(text: &str) -> bool {
    let plain = |text: &str| San::parse(text.as_bytes()).is_some();
    let says = |terms: &Terms| terms.names_man() && terms.says_where();
    plain(text)
        || small_letter(text).is_some_and(|text| plain(&text))
        || parse(text).is_ok_and(|parsed| parsed.ways().iter().any(says))
}

/// `nf3`, `bb5`: the piece in a small letter; the text with a capital.
fn small_letter(text: &str) -> Option<String> {
    text.strip_prefix(['k', 'q', 'r', 'b', 'n'])
        .map(|rest| text[..1].to_ascii_uppercase() + rest)
}

/// Which man a move against the rules took where, if the text says so.
pub fn as_meant(text: &str, position: &Position) -> Option<Move> {
    match San::parse(text.as_bytes()) {
        Some(San::Castles(wing)) => {
            let king = position.board().king(position.turn())?;
            let to = match wing {
                Wing::King => File::G,
                Wing::Queen => File::C,
            };
            Some(Move::new(king, Square::new(to, king.rank())))
        }
        Some(San::Moves {
            kind,
            from,
            to,
            promotion,
        }) => Some(becoming(sole_man(position, kind, from, to)?, to, promotion)),
        None => in_any_style(text, position),
    }
}

fn becoming(from: Square, to: Square, promotion: Option<Kind>) -> Move {
    promotion
        .and_then(|kind| Move::promoting(from, to, kind))
        .unwrap_or(Move::new(from, to))
}

/// The same for a text in any other style that names a man or its square, and one square to go to.
fn in_any_style(text: &str, position: &Position) -> Option<Move> {
    let us = position.turn();
    let squares = |plain: u64, named: u64| -> Bitboard {
        let named = Bitboard(named).into_iter();
        let own: u64 = named.fold(0, |own, square| own | 1 << own_view(square, us).index());
        Bitboard(plain & own)
    };
    let capital = small_letter(text).and_then(|text| San::parse(text.as_bytes()));
    if let Some(San::Moves { kind, from, to, .. }) = capital {
        return Some(Move::new(sole_man(position, kind, from, to)?, to));
    }
    let only = |squares: Bitboard| {
        let mut all = squares.into_iter();
        all.next().filter(|_| all.next().is_none())
    };
    let meant = |terms: &Terms| -> Option<Move> {
        let to = only(squares(terms.to, terms.to_named))?;
        let from = squares(terms.from, terms.from_named);
        let from = match only(from).filter(|from| position.board().get(*from).is_some()) {
            Some(from) => from,
            None => sole_man(position, terms.man.kind?, from, to)?,
        };
        Some(becoming(from, to, terms.promotion))
    };
    let parsed = parse(text).ok()?;
    parsed.ways().iter().find_map(meant)
}

/// The one man that can be meant: by its reach if one reaches, a Bishop else by the colour of its squares, any man else because
/// there is no other.
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
    let shade = |square: Square| (square.file().index() + square.rank().index()) % 2;
    let alike = |from: &&Square| kind == Kind::Bishop && shade(**from) == shade(to);
    let alike: Vec<Square> = men.iter().filter(alike).copied().collect();
    match (&reaching[..], &alike[..], &men[..]) {
        ([only], ..) | ([], [only], _) | ([], [], [only]) => Some(*only),
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
    .map(|next| next.with_walked(position.walked()))
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
    fn san(&mut self, text: &[u8], _place: Place) {
        if self.lost {
            return;
        }
        let found = match San::parse(text).map(|san| san.resolve(&self.position)) {
            Some(Ok(movement)) => Some(movement),
            _ => self.slow(text),
        };
        if let Some(movement) = found {
            self.previous = self.position;
            self.position.make(movement);
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
        move_named(text, &self.position, &origins).ok()
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
