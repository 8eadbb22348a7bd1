//! How do games usually begin, where a page says only "the first moves as before"?

use jadoube_board::{Move, Position};

use crate::san::San;

/// Well-known beginnings. A score that starts at a later move is tried after each of them, and only
/// one that all its moves are legal after is taken.
#[rustfmt::skip]
const LINES: &[&str] = &[
    // Giuoco Piano, Evans Gambit, Two Knights.
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe4 O-O Nxc3 bxc3 d5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Bd2 Bxd2+ Nbxd2 d5 exd5 Nxd5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 d6 c3 Nf6 O-O O-O",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 Nc3 d6 Be3 Bb6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Bc5 d4 exd4 O-O d6 cxd4 Bb6 Nc3 Na5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Bc5 O-O d6 d4 exd4 cxd4 Bb6 d5 Na5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Bc5 O-O Nf6 d4 exd4 cxd4 Bb6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O dxc3 Qb3 Qf6 e5 Qg6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 O-O d6 d4 exd4 cxd4 Bb6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Be7 d4 Na5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bb6 a4 a6 b5 axb5 axb5 Rxa1",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bb6 b5 Na5 Nxe5 Nh6 d4 d6",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d4 Bxd4 Nxd4 Nxd4",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6 Be2 h6 Nf3 e4",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+ Ke6",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d4 exd4 O-O Bc5 e5 d5 exf6 dxc4 Re1+ Be6",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d4 exd4 O-O Nxe4 Re1 d5 Bxd5 Qxd5 Nc3 Qa5",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O",
    // Ruy Lopez.
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 c3 Bc5",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 d6 c3 g6",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 d4 b5 Bb3 Nxd4",
    "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 d4 exd4 Qxd4 Qxd4 Nxd4 Bd7",
    "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Be7 Qe2 Nd6 Bxc6 bxc6 dxe5 Nb7",
    "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O d6 d4 Bd7 Nc3 Be7 Re1 exd4 Nxd4 O-O",
    "e4 e5 Nf3 Nc6 Bb5 d6 d4 Bd7 Nc3 Nf6 O-O Be7 Re1 exd4",
    "e4 e5 Nf3 Nc6 Bb5 Bc5 c3 Nf6 d4 exd4",
    "e4 e5 Nf3 Nc6 Bb5 Nge7 d4 exd4",
    "e4 e5 Nf3 Nc6 Bb5 Nd4 Nxd4 exd4 O-O c6",
    "e4 e5 Nf3 Nc6 Bb5 f5 Nc3 fxe4 Nxe4 d5",
    // Scotch, Four Knights, Ponziani.
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6 c3 Nge7 Bc4 Ne5",
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nc3 Bb4 Nxc6 bxc6 Bd3 d5 exd5 cxd5 O-O O-O",
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Qh4 Nb5 Bb4+",
    "e4 e5 Nf3 Nc6 d4 exd4 Bc4 Bc5 c3 Nf6 cxd4 Bb4+",
    "e4 e5 Nf3 Nc6 d4 exd4 Bc4 Bc5 O-O d6 c3 Bg4",
    "e4 e5 Nf3 Nc6 d4 exd4 c3 dxc3 Nxc3 Bb4",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O d3 d6 Bg5 Bxc3 bxc3 Qe7",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Nd4 Nxe5 Qe7",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 d4 exd4 Nxd4 Bb4",
    "e4 e5 Nf3 Nc6 Nc3 Bc5 Nxe5 Nxe5 d4 Bd6",
    "e4 e5 Nf3 Nc6 c3 d5 Qa4 f6 Bb5 Nge7",
    "e4 e5 Nf3 Nc6 c3 Nf6 d4 Nxe4 d5 Nb8",
    // Philidor, Petroff, and other replies.
    "e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 Be7",
    "e4 e5 Nf3 d6 d4 exd4 Qxd4 Nc6 Bb5 Bd7 Bxc6 Bxc6",
    "e4 e5 Nf3 d6 d4 f5 dxe5 fxe4 Ng5 d5",
    "e4 e5 Nf3 d6 d4 Nd7 Bc4 c6",
    "e4 e5 Nf3 d6 Bc4 f5 d4 exd4 Ng5 Nh6 Nxh7 Qe7",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Be7 O-O Nc6 Re1 Bg4",
    "e4 e5 Nf3 Nf6 Nxe5 Nc6 Nxc6 dxc6 d3 Bc5",
    "e4 e5 Nf3 Nf6 d4 exd4 e5 Ne4 Qxd4 d5 exd6 Nxd6",
    "e4 e5 Nf3 f5 Nxe5 Qf6 d4 d6 Nc4 fxe4",
    "e4 e5 Nf3 d5 exd5 Qxd5 Nc3 Qe6",
    "e4 e5 Bc4 Nf6 Nf3 Nxe4 Nc3 Nxc3 dxc3 f6",
    "e4 e5 Bc4 Nf6 Nf3 Nxe4 Nc3 Nf6 Nxe5 d5",
    "e4 e5 Bc4 Nf6 d4 exd4 Nf3 Nxe4 Qxd4 Nf6",
    "e4 e5 Bc4 Bc5 c3 Nf6 d4 exd4",
    "e4 e5 Bc4 Bc5 b4 Bxb4 c3 Bc5",
    "e4 e5 d4 exd4 c3 dxc3 Bc4 cxb2 Bxb2 Bb4+",
    "e4 e5 d4 exd4 Qxd4 Nc6 Qe3 Nf6 Nc3 Bb4",
    "e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 Nf3 Bb4",
    "e4 e5 Nc3 Nc6 f4 exf4 d4 Qh4+ Ke2 d5",
    "e4 e5 Nc3 Nc6 f4 exf4 Nf3 g5 h4 g4 Ng5 h6",
    "e4 e5 Nc3 Nc6 Bc4 Nf6 d3 Bb4",
    // King's Gambit.
    "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5 Nf6 Bc4 d5 exd5 Bd6 d4 Nh5",
    "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ng5 h6 Nxf7 Kxf7 d4 d5",
    "e4 e5 f4 exf4 Nf3 g5 Bc4 g4 O-O gxf3 Qxf3 Qf6 e5 Qxe5 d3 Bh6 Nc3 Ne7",
    "e4 e5 f4 exf4 Nf3 g5 Bc4 g4 Ne5 Qh4+ Kf1 Nh6 d4 f3",
    "e4 e5 f4 exf4 Nf3 g5 Bc4 Bg7 O-O d6 d4 h6 c3 Nc6",
    "e4 e5 f4 exf4 Nf3 g5 Bc4 Bg7 d4 d6 h4 h6 hxg5 hxg5",
    "e4 e5 f4 exf4 Nf3 Be7 Bc4 Bh4+ g3 fxg3 O-O gxh2+ Kh1 d5",
    "e4 e5 f4 exf4 Nf3 d5 exd5 Nf6 Bc4 Nxd5",
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 g5 Nc3 Bg7 d4 Ne7 Nf3 Qh5 h4 h6",
    "e4 e5 f4 exf4 Bc4 d5 Bxd5 Nf6 Nc3 Bb4",
    "e4 e5 f4 exf4 Bc4 d5 Bxd5 Qh4+ Kf1 g5",
    "e4 e5 f4 Bc5 Nf3 d6 c3 Nf6 d4 exd4 cxd4 Bb6",
    "e4 e5 f4 Bc5 Nf3 d6 Bc4 Nf6 d3 Nc6",
    "e4 e5 f4 d5 exd5 e4 d3 Nf6 dxe4 Nxe4",
    // French, Caro-Kann, Sicilian, Centre Counter, Alekhine.
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7",
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 dxe4 Nxe4 Be7 Bxf6 gxf6",
    "e4 e6 d4 d5 Nc3 Nf6 exd5 exd5 Bg5 Be7 Bd3 O-O",
    "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 dxc5 Nc6",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7",
    "e4 e6 d4 d5 Nc3 Bb4 exd5 exd5 Bd3 Nf6",
    "e4 e6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Nf3 Ngf6",
    "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 Bd6 O-O O-O Bg5 Bg4",
    "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 Bd3 cxd4 cxd4 Bd7",
    "e4 e6 d4 d5 Nd2 c5 exd5 exd5 Ngf3 Nc6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ exf6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7",
    "e4 c6 d4 d5 exd5 cxd5 Bd3 Nc6 c3 Nf6",
    "e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6",
    "e4 c6 d4 d5 e5 Bf5 Bd3 Bxd3 Qxd3 e6",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e6 Nc3 Nf6 Be2 d6",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 d6 Be2 e6 O-O Be7",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Ndb5 Bb4 a3 Bxc3+ Nxc3 d5",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Nc3 Qc7",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Be7",
    "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 e6",
    "e4 c5 d4 cxd4 Nf3 Nc6 Nxd4 e6",
    "e4 c5 Bc4 e6 Nc3 Nc6 Nf3 a6",
    "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bg4",
    "e4 d5 exd5 Nf6 d4 Nxd5 c4 Nb6",
    "e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 exd6 exd6",
    "e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6",
    // Queen's side.
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Rc1 c6 Bd3 dxc4 Bxc4 Nd5",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 e3 Be7 Nf3 O-O Rc1 a6",
    "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 c6 Bd3 Nbd7",
    "d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 Nf6 Bg2 Be7 O-O O-O",
    "d4 d5 c4 e6 Nc3 c5 e3 Nf6 Nf3 Nc6 dxc5 Bxc5",
    "d4 d5 c4 e6 Nc3 Nf6 Nf3 c5 Bg5 cxd4 Nxd4 e5",
    "d4 d5 c4 dxc4 e3 e5 Bxc4 exd4 exd4 Nf6 Nf3 Bd6",
    "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6 Qe2 b5",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4",
    "d4 d5 c4 c6 Nc3 Nf6 e3 e6 Nf3 Nbd7 Bd3 dxc4 Bxc4 b5",
    "d4 d5 c4 e5 dxe5 d4 Nf3 Nc6 g3 Be6",
    "d4 d5 c4 Bf5 cxd5 Bxb1 Qa4+ c6",
    "d4 d5 Nf3 Nf6 c4 e6 Bg5 Nbd7 e3 Be7 Nc3 O-O",
    "d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3 Nc6 Nbd2 Bd6 O-O O-O",
    "d4 d5 Nf3 c5 c4 e6 e3 Nf6",
    "d4 d5 Bf4 Nf6 e3 e6 Nf3 Bd6",
    "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 d5 cxd5 exd5",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 O-O O-O Nc3 Ne4",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6",
    "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7",
    "d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6",
    "d4 Nf6 Nf3 e6 c4 b6 g3 Bb7",
    "d4 f5 e4 fxe4 Nc3 Nf6 Bg5 c6",
    "d4 f5 c4 e6 g3 Nf6 Bg2 Be7 Nf3 O-O",
    "d4 e6 c4 f5 Nc3 Nf6 Nf3 Bb4",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 Bb4",
    "c4 Nf6 Nc3 e6 e4 d5 e5 d4",
    "Nf3 d5 c4 d4 g3 Nc6 Bg2 e5",
    "Nf3 d5 c4 c6 b3 Nf6 g3 Bf5 Bg2 e6",
    "f4 d5 e3 Nf6 Nf3 g6 Be2 Bg7",
    "f4 e5 fxe5 d6 exd6 Bxd6 Nf3 g5",
];

/// The positions after so many plies of each well-known beginning, with the moves to them; a position
/// that two of them reach is given once.
pub(super) fn after(plies: usize) -> Vec<(Position, Vec<Move>)> {
    let mut found: Vec<(Position, Vec<Move>)> = Vec::new();
    for line in LINES {
        let mut position = Position::ordinary();
        let mut moves = Vec::with_capacity(plies);
        for text in line.split(' ').take(plies) {
            let Some(Ok(movement)) = San::parse(text.as_bytes()).map(|san| san.resolve(&position)) else {
                break;
            };
            position = position.play(movement);
            moves.push(movement);
        }
        if moves.len() == plies && found.iter().all(|(other, _)| *other != position) {
            found.push((position, moves));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_every_beginning_is_legal() {
        for line in LINES {
            let plies = line.split(' ').count();
            let reached = after_one(line);
            assert_eq!(reached, plies, "{line}");
        }
    }

    fn after_one(line: &str) -> usize {
        let mut position = Position::ordinary();
        let mut count = 0;
        for text in line.split(' ') {
            match San::parse(text.as_bytes()).map(|san| san.resolve(&position)) {
                Some(Ok(movement)) => position = position.play(movement),
                _ => break,
            }
            count += 1;
        }
        count
    }
}
