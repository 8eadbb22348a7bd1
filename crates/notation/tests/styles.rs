//! Are the turns of phrase of old books understood, each in a position that needs it?

use jadoube_board::{Origins, Position};
use jadoube_notation::{Context, Previous, read_in_position, read_move};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
const BOTH: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const PROMOTES: &str = "3r2k1/4P3/8/8/8/8/8/6K1 w - - 0 1";
const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
const KNIGHTS: &str = "6k1/8/8/3N4/1N6/8/8/6K1 w - - 0 1";
const ROOKS: &str = "6k1/8/8/8/8/8/8/R4RK1 w - - 0 1";
const CHECKED: &str = "4k3/8/8/8/7b/8/3PPP2/R2QK1NR w KQ - 0 1";
const MIDDLE: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
const DISCOVER: &str = "4k3/8/8/8/4B3/8/8/4RK2 w - - 0 1";

fn moves(fen: &str, text: &str) -> String {
    let position = Position::from_fen(fen).unwrap();
    match read_in_position(text, &position) {
        Ok(reading) => {
            let moves: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
            moves.join(" ")
        }
        Err(error) => format!("error {}..{}: {error}", error.span.0, error.span.1),
    }
}

#[test]
fn turns_of_phrase_of_old_books() {
    #[rustfmt::skip]
    let cases: &[(&str, &str, &str)] = &[
        (START, "P-K4", "e2e4"), (START, "P—K4", "e2e4"), (START, "P to K4", "e2e4"), (START, "1. P-K4", "e2e4"),
        (START, "P. to K's 4th.", "e2e4"), (START, "P. to K. 4th", "e2e4"), (START, "K. P. two squares", "e2e4"),
        (START, "K. P. two", "e2e4"), (START, "K. P. one", "e2e3"), (START, "Q. R. P. one", "a2a3"), (START, "King's Pawn two squares", "e2e4"),
        (START, "K. P. 2 squares", "e2e4"), (START, "Q. B. P. 2", "c2c4"),
        (START, "Pawn on King's 2 to King's 4", "e2e4"), (START, "Pawn on King's second square to King's fourth square", "e2e4"),
        (START, "P (K2) - K4", "e2e4"), (START, "P(K2)—K4", "e2e4"), (START, "P/K2-K4", "e2e4"), (START, "K4", "e2e4"),
        (START, "P to Q. R. 3rd", "a2a3"), (START, "P to Q R 3", "a2a3"), (START, "Q. R. P. to 3d", "a2a3"),
        (START, "The King's Pawn two Steps.", "e2e4"), (START, "The King’s Pawn two Moves.", "e2e4"), (START, "The Queen's Bifhop's Pawn one Move.", "c2c3"), (START, "The King's Knight at his Bifhop's third Square.", "g1f3"), (START, "The Queen's Knight at his Bishop's third Square", "b1c3"),
        (MIDDLE, "The King's Bifhop at his Queen's Knight's third Square.", "c4b3"), (MIDDLE, "The King caftles.", "e1g1"), (MIDDLE, "B. takes P.[A]", "c4f7"), (MIDDLE, "Kt. takes P.[B]", "f3e5"), (MIDDLE, "P. to Q's 4th.[B]", "d2d4"), (START, "Q. Kt. to Q. B. third sq.", "b1c3"), (BLACK, "K. B. P. one", "f7f6"), (BLACK, "Q. Kt. to B. third", "b8c6"), (MIDDLE, "B. to Q. Kt. fifth", "c4b5"), (MIDDLE, "Q. to her B. square", ""), (MIDDLE, "K. R. to K. Kt. square", "h1g1"),
        (START, "Kt-KB3", "g1f3"), (START, "N-KB3", "g1f3"), (START, "S-KB3", "g1f3"), (START, "Knt. to K. B. third", "g1f3"),
        (START, "KtKB3", "g1f3"), (START, "Kt.KB3", "g1f3"), (START, "K. Kt. to B's 3d.", "g1f3"), (START, "K's Kt. to B's 3d.", "g1f3"),
        (START, "Kt-B3", "b1c3 g1f3"), (START, "Kt to Q. B's 3d sq.", "b1c3"), (START, "King's Knight to Bishop's third square", "g1f3"),
        (START, "Kt-f3", "g1f3"), (START, "Ktg1-f3", "g1f3"), (START, "Ktf3", "g1f3"), (START, "Nf3", "g1f3"), (START, "♘f3", "g1f3"), (START, "g1f3", "g1f3"), (START, "Ng1-f3", "g1f3"),
        (START, "Kt-B3(c3)", "b1c3"), (START, "Kt-B3 (a)", "b1c3 g1f3"), (START, "Kt-KB3!", "g1f3"), (START, "Kt - K B 3 (!)", "g1f3"), (START, "Kt-KB3 [1]", "g1f3"),
        (START, "P-K4, best", "e2e4"), (START, "P-K4 (best.)", "e2e4"), (START, "e4", "e2e4"), (START, "P-e4", "e2e4"), (START, "e2-e4", "e2e4"), (START, "E2-E4", "e2e4"),
        (START, "P-K4 ch", ""), (START, "", ""), (START, "P-B4 or P-Q4", "c2c4 d2d4 f2f4"),
        (BLACK, "P. to K's 4th.", "e7e5"), (BLACK, "K. P. two", "e7e5"), (BLACK, "Kt-QB3", "b8c6"), (BLACK, "1... P-QB4", "c7c5"), (BLACK, "... P-QB4", "c7c5"),
        (BLACK, "P to adv. K's 5th", "e7e5"), (BLACK, "P to adversary's Q's 5th", "d7d5"),
        (BOTH, "Castles", "e1c1 e1g1"), (BOTH, "Castles.", "e1c1 e1g1"), (BOTH, "Castles K R", "e1g1"), (BOTH, "Castles with K.R.", "e1g1"), (BOTH, "Castles (K. R.)", "e1g1"),
        (BOTH, "Castles Q. R.", "e1c1"), (BOTH, "Castles on Q's side.", "e1c1"), (BOTH, "Castles (Q's side.)", "e1c1"), (BOTH, "Castles on the King's side", "e1g1"), (BOTH, "Castles, K.R.", "e1g1"),
        (BOTH, "Castles King's Rook", "e1g1"), (BOTH, "Castles with Queen's Rook", "e1c1"), (BOTH, "Castles Queens side", "e1c1"), (BOTH, "K. castles", "e1c1 e1g1"), (BOTH, "K. castles Q. R.", "e1c1"),
        (BOTH, "0-0", "e1g1"), (BOTH, "O—O—O", "e1c1"), (BOTH, "o - o", "e1g1"), (BOTH, "O--O", "e1g1"), (BOTH, "O-O-O!", "e1c1"), (BOTH, "e1g1", "e1g1"), (BOTH, "K-Kt1", ""), (BOTH, "Castles Q", "e1c1"),
        (PROMOTES, "PxR(Kt)", "e7d8n"), (PROMOTES, "P takes R, becoming a Q.", "e7d8q"), (PROMOTES, "P. takes R., becomes a Queen (ch.)", "e7d8q"),
        (PROMOTES, "P-K8(Q)", "e7e8q"), (PROMOTES, "P-K8=Q", "e7e8q"), (PROMOTES, "P to K 8, Queens", "e7e8q"), (PROMOTES, "P-K8 (=Q) ch", "e7e8q"), (PROMOTES, "e8=Q+", "e7e8q"), (PROMOTES, "e8Q", "e7e8q"), (PROMOTES, "e8(Q)", "e7e8q"), (PROMOTES, "exd8N", "e7d8n"), (PROMOTES, "e7e8q", "e7e8q"), (PROMOTES, "e7d8b", "e7d8b"),
        (PROMOTES, "P-K8", "e7e8b e7e8n e7e8q e7e8r"), (PROMOTES, "P to K's 8th, and becomes a Queen", "e7e8q"), (PROMOTES, "P-K8, a Queen", "e7e8q"), (PROMOTES, "P Queens", "e7d8q e7e8q"), (PROMOTES, "P-K8/Q", "e7e8q"), (PROMOTES, "P to K's 8th. (becoming a Q.) ch.", "e7e8q"), (PROMOTES, "P to K8 claiming a Q", "e7e8q"),
        (PASSING, "PxP e.p.", "e5d6"), (PASSING, "P takes P en passant", "e5d6"), (PASSING, "P x P en pas", "e5d6"), (PASSING, "P on K5 takes P in passing", "e5d6"), (PASSING, "PxP ip", "e5d6"), (PASSING, "P tks P (e. p.)", "e5d6"), (PASSING, "exd6 e.p.", "e5d6"), (PASSING, "ed6ep", "e5d6"), (PASSING, "P takes P, in passing.", "e5d6"), (PASSING, "PxP", "e5d6"),
        (KNIGHTS, "Kt-B6 ch", "d5f6"), (KNIGHTS, "Kt at K's 5th to B3", ""), (KNIGHTS, "Kt. at Q's 5th. to B's 3d.", "d5c3"), (KNIGHTS, "Kt (Kt4) - B 6", "b4c6"), (KNIGHTS, "Kt fr Q5 to B6", "d5f6"), (KNIGHTS, "Kt (at Q5) to B6", "d5f6"), (KNIGHTS, "Kt. (on Q. 5) to B. 6", "d5f6"), (KNIGHTS, "KttoB6 ch", "d5f6"), (KNIGHTS, "Kt from Kt4 to B6", "b4c6"), (KNIGHTS, "Kt. checks", "d5e7 d5f6"), (KNIGHTS, "Kt checks at K7", "d5e7"), (KNIGHTS, "Kt/Q5-B6", "d5f6"), (KNIGHTS, "N5f6+", "d5f6"), (KNIGHTS, "Ktd5-f6+", "d5f6"),
        (ROOKS, "R-K1", "a1e1 f1e1"), (ROOKS, "Q R to K sq.", "a1e1"), (ROOKS, "R(B1)-K1", "f1e1"), (ROOKS, "R-Kl", "a1e1 f1e1"), (ROOKS, "Rae1", "a1e1"), (ROOKS, "K. R. to K's square", "f1e1"), (ROOKS, "R from R sq. to K sq.", "a1e1"), (ROOKS, "R(a)-e1", "a1e1"), (ROOKS, "R to adv. Q. R's 2d", "a1a7"), (ROOKS, "R. to adv. R's 8th", "a1a8"), (ROOKS, "K. to his R's sq.", "g1h1"), (ROOKS, "K moves", "g1f2 g1g2 g1h1 g1h2"),
        (ROOKS, "R to Q", "a1d1 f1d1"), (ROOKS, "QR-Q", "a1d1"), (ROOKS, "K to R", "g1h1"), (ROOKS, "K-KR", "g1h1"), (ROOKS, "R-(B1)K1", "f1e1"), (ROOKS, "R-(B sq)K sq", "f1e1"), (MIDDLE, "K R-Kt", "h1g1"), (MIDDLE, "K to B", "e1f1"), (MIDDLE, "Bc4-d 5", "c4d5"), (MIDDLE, "KtxP", "f3e5"), (MIDDLE, "Kt-P", "f3e5"),
        (CHECKED, "P interposes", ""), (ROOKS, "K. Castle to K. sq.", "f1e1"), (MIDDLE, "Castles", "e1g1"), (MIDDLE, "Q. to her Kt's sq.", ""), (MIDDLE, "B. to Q. Kt. 5", "c4b5"), (MIDDLE, "B takes P ch", "c4f7"), (MIDDLE, "B x K B P +", "c4f7"), (MIDDLE, "B. tks. P.", "c4f7"), (MIDDLE, "Q. Kt. to his 5th.", "c3b5"), (MIDDLE, "K. to his 2d.", "e1e2"), (MIDDLE, "Q. to K's 2d", "d1e2"), (MIDDLE, "K. to his B's sq.", "e1f1"), (MIDDLE, "R. to his Kt's sq.", "a1b1 h1g1"), (MIDDLE, "K. R. to his B's sq.", "h1f1"),
        (MIDDLE, "KtxP", "f3e5"), (MIDDLE, "Kt X P", "f3e5"), (MIDDLE, "Bxf7+", "c4f7"), (MIDDLE, "Bc4:f7+", "c4f7"), (MIDDLE, "B:f7+", "c4f7"), (MIDDLE, "Bf7:+", "c4f7"), (MIDDLE, "Kt f3 x e5", "f3e5"), (MIDDLE, "B takes Pawn on King's Bishop's seventh", "c4f7"), (MIDDLE, "Kt takes Queen's Pawn", ""), (MIDDLE, "Kt takes K5", "f3e5"), (MIDDLE, "Bishop on Queen's Bishop's fourth square takes Pawn on King's Bishop's seventh square", "c4f7"), (MIDDLE, "Bcl-e3", ""),
        (DISCOVER, "B dble. ch.", "e4c6 e4g6"), (DISCOVER, "B-B6 dbl ch", "e4c6"), (DISCOVER, "B-Kt2, dis. ch.", "e4g2"), (DISCOVER, "B. to Q. R's 8th. (dis. ch.)", "e4a8"), (DISCOVER, "B-B6++", "e4c6"), (DISCOVER, "B to Q5 disc ch", "e4d5"), (DISCOVER, "B-KR7 discovering check", "e4h7"), (DISCOVER, "B-Q5 d. ch.", "e4d5"), (DISCOVER, "B to Q 5, dis. ch. from the R.", "e4d5"), (DISCOVER, "B to Q 5, discovering check from R", "e4d5"),
    ];
    let mut wrong = Vec::new();
    for (fen, text, expected) in cases {
        let found = moves(fen, text);
        if found != *expected {
            wrong.push(format!("`{text}` gave [{found}], not [{expected}] in {fen}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn words_that_lean_on_the_move_before() {
    let cases = [
        (["e2e4"].as_slice(), "The same", "e7e5"),
        (&["e2e4", "e7e5", "g1f3"], "The same.", "g8f6"),
        (&["e2e4", "d7d5", "e4d5"], "Q. takes it", "d8d5"),
        (&["e2e4", "d7d5", "e4d5"], "Q retakes", "d8d5"),
        (&["e2e4", "d7d5", "e4d5"], "Q. re-takes", "d8d5"),
        (
            &["e2e4", "e7e5", "g1f3", "f8b4", "c2c3", "b4c3"],
            "Kt takes it",
            "b1c3",
        ),
        (&["e2e4", "f7f6", "d1h5"], "P covers", "g7g6"),
        (&["e2e4", "f7f6", "d1h5"], "P. interposes.", "g7g6"),
    ];
    for (played, text, expected) in cases {
        let mut position = Position::ordinary();
        let mut origins = Origins::ordinary();
        let mut previous = None;
        for uci in played {
            let movement = position.parse_uci(uci).unwrap();
            previous = Some(Previous {
                movement,
                took: position.captured(movement).is_some(),
            });
            origins.play(&position, movement);
            position = position.play(movement);
        }
        let context = Context {
            previous,
            ..Context::new(&position, &origins)
        };
        let reading = read_move(text, &context).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        let moves: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, [expected], "`{text}`");
    }
}

#[test]
fn text_that_is_no_move_is_an_error_with_its_span() {
    let cases = [
        ("P-K9", (3, 4)),
        ("hello", (0, 5)),
        ("P to the moon", (9, 13)),
        ("Kt-", (3, 3)),
        ("Xyz", (0, 3)),
        ("P-K4 zebra", (5, 10)),
    ];
    for (text, span) in cases {
        let position = Position::ordinary();
        let error = read_in_position(text, &position).expect_err(text);
        assert_eq!(error.span, span, "`{text}`: {error}");
    }
}

#[test]
fn a_dash_for_a_capture_is_read_and_remarked() {
    let position = Position::from_fen(MIDDLE).unwrap();
    let reading = read_in_position("Kt-P", &position).unwrap();
    assert_eq!(
        reading.only_move().map(|one| one.to_string()).as_deref(),
        Some("f3e5")
    );
    assert_eq!(
        reading.remarks,
        [jadoube_notation::Remark::Taken(
            jadoube_notation::Liberty::DashForTaking
        )]
    );
}

#[test]
fn repeated_words_do_not_make_the_reader_slow() {
    // Each of these words can be taken two ways; none may double the work.
    for word in [
        "adv the ",
        "++ ",
        "( ",
        "K ",
        "B ",
        "the same ",
        "Q Kt P ",
        "ch. ",
        ", ",
        "a Q ",
        "to ",
        "1 ",
    ] {
        for head in ["", "P to ", "Kt takes ", "R ("] {
            let text = format!("{head}{}", word.repeat(40));
            let _ = read_in_position(&text, &Position::ordinary());
        }
    }
}
