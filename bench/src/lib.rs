//! The peers, each counting lines of play as well as its crate allows.

pub mod archive;

use std::str::FromStr;

/// One generator: its name, and how many lines of so many half-moves it counts from a position.
pub struct Peer {
    /// The crate.
    pub name: &'static str,
    /// Counts, one thread, no hash table, the last half-move by the number of moves.
    pub count: fn(&str, u32) -> u64,
}

const fn peer(name: &'static str, count: fn(&str, u32) -> u64) -> Peer {
    Peer { name, count }
}

/// Ours first; the second of ours keeps lists, keys and clocks on the way, as a program that plays must.
pub const PEERS: [Peer; 6] = [
    peer("jadoube", jadoube),
    peer("jadoube-play", jadoube_play),
    peer("eschac", eschac),
    peer("cozy-chess", cozy_chess),
    peer("chess", chess),
    peer("shakmaty", shakmaty),
];

fn jadoube(fen: &str, depth: u32) -> u64 {
    jadoube_board::Position::from_fen(fen)
        .expect("a regular position")
        .perft(depth)
}

fn jadoube_play(fen: &str, depth: u32) -> u64 {
    fn count(position: &jadoube_board::Position, depth: u32) -> u64 {
        if depth == 1 {
            return position.perft(1);
        }
        position
            .legal_moves()
            .iter()
            .map(|&one| count(&position.play(one), depth - 1))
            .sum()
    }
    count(
        &jadoube_board::Position::from_fen(fen).expect("a regular position"),
        depth,
    )
}

fn eschac(fen: &str, depth: u32) -> u64 {
    let setup = eschac::setup::Setup::from_text_record(&first_four(fen)).expect("a position");
    setup
        .into_position()
        .expect("a legal position")
        .perft(depth as usize) as u64
}

fn first_four(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn cozy_chess(fen: &str, depth: u32) -> u64 {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut lines = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                lines += moves.len() as u64;
            } else {
                for one in moves {
                    let mut next = board.clone();
                    next.play_unchecked(one);
                    lines += count(&next, depth - 1);
                }
            }
            false
        });
        lines
    }
    count(&fen.parse().expect("a position"), depth)
}

fn chess(fen: &str, depth: u32) -> u64 {
    fn count(board: &chess::Board, depth: u32) -> u64 {
        let moves = chess::MoveGen::new_legal(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.map(|one| count(&board.make_move_new(one), depth - 1)).sum()
    }
    count(&chess::Board::from_str(fen).expect("a position"), depth)
}

fn shakmaty(fen: &str, depth: u32) -> u64 {
    let fen: shakmaty::fen::Fen = fen.parse().expect("a position");
    let position: shakmaty::Chess = fen
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("a legal position");
    shakmaty::perft(&position, depth)
}
