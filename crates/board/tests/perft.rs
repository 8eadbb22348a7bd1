//! Do the counts agree with the published tables?

use jadoube_board::Position;

#[test]
fn the_six_standard_positions() {
    for (fen, depth, count) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            5,
            4_865_609,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            4,
            4_085_603,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            4,
            422_333,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            4,
            2_103_487,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            4,
            3_894_594,
        ),
        ("8/2p5/8/K2P3q/8/8/8/7k b - - 0 1", 4, 12_556),
        ("1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1", 4, 85_765),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.perft(depth), count, "{fen}");
        assert_eq!(
            position.divide(depth - 1).iter().map(|x| x.1).sum::<u64>(),
            position.perft(depth - 1),
            "{fen}"
        );
        assert_eq!(position.to_fen(), fen);
    }
}
