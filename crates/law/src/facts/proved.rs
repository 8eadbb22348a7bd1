//! What can be proved of a position: checks without end, or that nobody, or one side, can win?

use jadoube_board::{Board, Castling, Colour, File, Man, Move, Position, Square};
use jadoube_game::{Sentence, say};
use jadoube_proof::{Answer, Budget, Evidence};

/// What a claim may cost to answer, in positions looked into: about a second. Whoever wants to know more asks the prover
/// itself; at the board the umpire is asked.
const CLAIM: u64 = 300_000;
/// What looking for claims nobody has made may cost.
const GLANCE: u64 = 2_000;

/// What was found, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Proved {
    /// It is so.
    Yes(Sentence),
    /// It is not.
    No(Sentence),
    /// It could not be decided at this cost.
    Undecided(Sentence),
}

/// Can the player on turn give check at every turn, without end?
pub(crate) fn endless_checks(position: &Position) -> Proved {
    match jadoube_proof::endless_checks(position, &mut Budget::nodes(CLAIM)) {
        Answer::Proved(Evidence::Strategy(strategy)) => Proved::Yes(match strategy.circle().as_slice() {
            [mate] if strategy.entries.len() == 1 => {
                say!("it is proved that [he] can check without end: {mate} is checkmate"; mate)
            }
            circle => say!(
                "it is proved that [he] can check without end: {checks}; a check answers every reply in the {count} positions that can arise";
                checks = some_of(circle, "and so on"), count = strategy.entries.len()
            ),
        }),
        Answer::Refuted(Evidence::Escape(escape)) => Proved::No(match escape.line().as_slice() {
            [] => say!("[he] [has] no check to give"),
            line => say!(
                "the checks come to an end: {checks}; a reply is found to every check in {count} positions";
                checks = some_of(line, "and no check is left"), count = escape.entries.len()
            ),
        }),
        answer => Proved::Undecided(say!(
            "whether the checks are endless {undecided}"; undecided = undecided(&answer)
        )),
    }
}

/// The first moves of a line, and how it goes on.
fn some_of(line: &[Move], end: &str) -> String {
    const SHOWN: usize = 8;
    let moves: Vec<String> = line.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if line.len() > SHOWN { " …" } else { "" };
    format!("{}{more} {end}", moves.join(" ")).trim_end().to_owned()
}

fn undecided(answer: &Answer) -> String {
    let Answer::Undecided { nodes, found, .. } = answer else {
        return "is not shown: the umpire must say".to_owned();
    };
    let found = found
        .as_ref()
        .map(|found| format!(" (found so far: {found})"))
        .unwrap_or_default();
    format!("is not decided after {nodes} positions{found}: the umpire must say")
}

/// The same, only where it is seen at small cost that he can; for the list of rights, which tells no more.
pub(crate) fn endless_checks_at_a_glance(position: &Position) -> Proved {
    let gives_check = |mv: &Move| position.gives_check(*mv);
    let seen = position.legal_moves().iter().any(gives_check)
        && jadoube_proof::endless_checks(&from_one_side(position), &mut Budget::nodes(GLANCE)).is_proved();
    if seen {
        Proved::Yes(Sentence::default())
    } else {
        Proved::No(Sentence::default())
    }
}

/// The position with the player on turn always as White, and without castling always the same wing first: what a search finds
/// before its cost is spent then hangs neither on the colours nor on the wings.
fn from_one_side(position: &Position) -> Position {
    let turned = position.turn() == Colour::Black;
    let colour = |colour: Colour| if turned { !colour } else { colour };
    let castling = position.castling();
    let seen = |other_wing: bool| {
        let at = |square: Square| {
            let square = if turned { square.mirrored() } else { square };
            let file = File::ALL[7 - square.file() as usize];
            if other_wing {
                Square::new(file, square.rank())
            } else {
                square
            }
        };
        let mut board = Board::EMPTY;
        for square in position.board().occupied() {
            let man = position.board().get(square);
            board.set(at(square), man.map(|man| Man::new(colour(man.colour), man.kind)));
        }
        let rights = castling.iter().fold(Castling::NONE, |rights, (whose, wing)| {
            rights.with(colour(whose), wing)
        });
        let passed = position.en_passant().map(at);
        let walked = position.walked().iter().map(at).collect();
        Position::from_parts(board, Colour::White, rights, passed, 0, 1, position.movement())
            .map(|seen| seen.with_walked(walked))
    };
    let wings = [seen(false), seen(castling.is_empty())];
    let first = wings
        .into_iter()
        .flatten()
        .min_by_key(|seen| seen.board().to_string());
    first.unwrap_or(*position)
}

/// Whether it is seen at small cost that neither side can mate by any series of legal moves (reading F23-85).
#[inline]
pub(crate) fn is_dead(position: &Position) -> bool {
    jadoube_proof::may_be_dead(position)
        && jadoube_proof::drawn_game(position, &mut Budget::nodes(GLANCE)).is_proved()
}

/// So many men may stand on the board and a forced capture still leave too few to mate.
const FEW_MEN: u32 = 5;

/// Whether the game is dead because every legal move leaves one that is: the last man that could mate must be taken, or
/// stalemate given. It asks little where many men stand.
#[inline]
pub(crate) fn is_forced_to_die(position: &Position) -> bool {
    position.board().occupied().count() <= FEW_MEN && every_move_is_the_end(position)
}

/// A move that takes nothing leaves a game as much alive as this one, unless it stalemates: with the first such move the
/// answer is known.
#[cold]
fn every_move_is_the_end(position: &Position) -> bool {
    let is_stalemate = |after: &Position| !after.has_legal_move() && !after.is_check();
    let moves = position.legal_moves();
    let takes = |mv: &Move| position.captured(*mv).is_some();
    let after = |mv: &Move| position.play(*mv);
    !moves.is_empty()
        && moves
            .iter()
            .filter(|mv| !takes(mv))
            .map(after)
            .all(|quiet| is_stalemate(&quiet))
        && moves
            .iter()
            .filter(|mv| takes(mv))
            .map(after)
            .all(|less| is_stalemate(&less) || is_dead(&less))
}

/// Whether this side can mate by some series of legal moves; what is undecided is said after what it is asked of.
pub(crate) fn can_mate(position: &Position, side: Colour) -> Proved {
    match jadoube_proof::can_win(position, side, &mut Budget::nodes(CLAIM)) {
        Answer::Proved(_) => Proved::Yes(Sentence::default()),
        Answer::Refuted(_) => Proved::No(Sentence::default()),
        answer @ Answer::Undecided { .. } => Proved::Undecided(say!(
            "whether {side} can ever mate {undecided}"; side, undecided = undecided(&answer)
        )),
    }
}

/// Whether it is proved that this side cannot mate by any series of legal moves.
pub(crate) fn can_never_mate(position: &Position, side: Colour) -> bool {
    jadoube_proof::can_win(position, side, &mut Budget::nodes(CLAIM)).is_refuted()
}

/// Whether no legal moves can win the game for anybody.
pub(crate) fn drawn_game(position: &Position) -> Proved {
    drawn_game_within(position, CLAIM)
}

/// The same, only where it is seen at once.
pub(crate) fn drawn_game_at_a_glance(position: &Position) -> Proved {
    drawn_game_within(position, GLANCE)
}

fn drawn_game_within(position: &Position, nodes: u64) -> Proved {
    match jadoube_proof::drawn_game(position, &mut Budget::nodes(nodes)) {
        Answer::Proved(Evidence::DrawnGame(proofs)) => {
            let [white, black] = proofs.as_ref();
            let why = if white.reason == black.reason {
                white.reason.to_string().into()
            } else {
                let reasons = proofs.each_ref().map(|proof| proof.reason.to_string());
                let [for_white, for_black] = &reasons;
                say!(
                    "{white}, for {for_white}; {black}, for {for_black}";
                    white = Colour::White, for_white, black = Colour::Black, for_black
                )
            };
            Proved::Yes(say!("it is proved that neither side can win by any legal moves: {why}"; why))
        }
        Answer::Refuted(Evidence::Line(line)) => Proved::No(say!(
            "the game is not drawn: {winner} can win it, for instance by {line}";
            winner = line.winner, line = some_of(&line.moves, "mate")
        )),
        answer => Proved::Undecided(say!(
            "whether the game can be won {undecided}"; undecided = undecided(&answer)
        )),
    }
}
