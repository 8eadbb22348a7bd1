//! What is said of a FEN or a move that is none?

use jadoube_board::{Castling, Colour, Movement, Position, Queening, RooklessCastling, Square, Wing};

/// Each wrong text with what is said of it: field, character, what was found, what was expected.
#[test]
fn strict_errors_name_field_character_and_expectation() {
    for (fen, said) in [
        (
            "",
            "FEN field 1 (placement), character 1: found the end, only 0 ranks, expected 8",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNx w KQkq - 0 1",
            "FEN field 1 (placement), character 43: found 'x', expected a man's letter of 'PNBRQKpnbrqk', a number \
             '1' to '8', or '/'",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "FEN field 1 (placement), character 18: found 'p', rank 7 would have more than 8 squares, expected 8",
        ),
        (
            "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "FEN field 1 (placement), character 17: found '/', rank 7 has only 7 squares, expected 8",
        ),
        (
            "rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "FEN field 1 (placement), character 22: found '4', expected one number for adjoining empty squares",
        ),
        (
            "8/8/8/8/8/8/8/8/8 w - - 0 1",
            "FEN field 1 (placement), character 16: found '/', a ninth rank, expected 8",
        ),
        (
            "8/8/8 w - - 0 1",
            "FEN field 1 (placement), character 6: found the end, only 3 ranks, expected 8",
        ),
        ("8/8/8/8/8/8/8/8", "FEN field 2 (turn), character 16: missing"),
        (
            "8/8/8/8/8/8/8/8 W - - 0 1",
            "FEN field 2 (turn), character 17: found 'W', expected 'w' or 'b'",
        ),
        (
            "8/8/8/8/8/8/8/8  - - 0 1",
            "FEN field 2 (turn), character 17: found the end, expected 'w' or 'b'",
        ),
        (
            "8/8/8/8/8/8/8/8 wb - - 0 1",
            "FEN field 2 (turn), character 18: found 'b', expected a blank after the turn",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1",
            "FEN field 3 (castling), character 28: found 'K', expected '-', or letters of 'KQkq' in this order and \
             each once",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1",
            "FEN field 3 (castling), character 28: found 'X', expected '-', or letters of 'KQkq' in this order and \
             each once",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "FEN field 3 (castling): black cannot castle on the king's side: expected a black rook on h8",
        ),
        (
            "r3k2r/8/8/8/8/8/4K3/R6R w KQ - 0 1",
            "FEN field 3 (castling): white cannot castle on the king's side: expected the king on e1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - x3 0 1",
            "FEN field 4 (en-passant square), character 25: found 'x', expected '-' or a square's file 'a' to 'h'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e4 0 1",
            "FEN field 4 (en-passant square), character 26: found '4', expected the rank '3' or '6' of a square \
             passed over",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "FEN field 4 (en-passant square): no pawn of the opponent passes over e3: expected another rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "FEN field 4 (en-passant square): no pawn has just passed over e6: expected a pawn of the opponent \
             before it",
        ),
        (
            "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
            "FEN field 4 (en-passant square): no pawn has just passed over e6: expected e7 to be empty",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            "FEN field 5 (half-move count), character 27: found 'x', expected a digit '0' to '9'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
            "FEN field 5 (half-move count), character 27: found '0', expected a number without zeros before it",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
            "FEN field 5 (half-move count), character 27: expected a number up to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0",
            "FEN field 6 (move number), character 28: missing",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "FEN field 6 (move number), character 29: found '0', expected a number from 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ",
            "FEN field 6 (move number), character 30: found ' ', expected the end after the move number",
        ),
        (
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "FEN field 1 (placement): black has 0 kings, expected exactly one",
        ),
        (
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            "FEN field 1 (placement): white has 2 kings, expected exactly one",
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            "FEN field 1 (placement): a pawn stands on h8: expected none on an end rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
            "FEN field 2 (turn): the king on e8 is attacked by the player on turn: expected it to be safe",
        ),
    ] {
        match Position::from_fen(fen) {
            Ok(position) => panic!("{fen} was read as {position}"),
            Err(error) => assert_eq!(error.to_string(), said, "{fen}"),
        }
    }
}

/// What people paste, what becomes of it, and what is remarked.
#[test]
fn lenient_repairs_are_remarked() {
    for (text, fen, said) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "turn missing: White to play assumed; castling missing: no right to castle assumed; en-passant square \
             missing: no capture in passing assumed; half-move count missing: 0 assumed; move number missing: 1 \
             assumed",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R_b_KQ_-_3_12",
            "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 12",
            "underscores read as blanks",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/R3K2R w QK - 0 1\"]",
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "what was around the FEN left out; castling letters put in order",
        ),
        (
            "4k3/8/8/44/8/8/8/4K3/ White – - 0 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "a stroke at the end of the placement left out; adjoining numbers of empty squares added up; the player \
             on turn read from another spelling; a dash read as '-'; move number 0 read as 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3  w KQ e3 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "blanks put right; white's right to castle on the king's side left out: king or rook is not on its \
             square; white's right to castle on the queen's side left out: king or rook is not on its square; \
             en-passant square e3 left out: no pawn can have passed over it",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"one\";",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "half-move count missing: 0 assumed; move number missing: 1 assumed; \"bm Kd2; id \\\"one\\\";\" after the \
             position left out",
        ),
    ] {
        let (position, remarks) = Position::from_fen_lenient(text).expect(text);
        assert_eq!(position.to_fen(), fen);
        let remarks: Vec<_> = remarks.iter().map(ToString::to_string).collect();
        assert_eq!(remarks.join("; "), said, "{text}");
    }
    // What cannot be repaired without guessing is refused as strictly as ever.
    for text in [
        "",
        "  ",
        "hello",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    ] {
        assert!(Position::from_fen_lenient(text).is_err(), "{text:?}");
    }
}

#[test]
fn move_errors_say_why() {
    let read = |fen: &str| Position::from_fen(fen).expect(fen);
    let start = Position::ordinary();
    let pinned = read("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1");
    let pawn = read("8/4P3/8/8/8/8/k7/2K5 w - - 0 1");
    for (position, text, said) in [
        (
            start,
            "",
            "the text ends before character 1: expected a file 'a' to 'h'",
        ),
        (
            start,
            "e",
            "the text ends before character 2: expected a rank '1' to '8'",
        ),
        (start, "e2e9", "character 4 is '9': expected a rank '1' to '8'"),
        (start, "é2e4", "character 1 is 'é': expected a file 'a' to 'h'"),
        (
            start,
            "e2e4k",
            "character 5 is 'k': expected the end, or what a pawn becomes: a letter of 'nbrqp'",
        ),
        (start, "e2e4qq", "character 6 is 'q': expected the end"),
        (start, "e4e5", "no man stands on e4"),
        (start, "e7e5", "the man on e7 is the opponent's"),
        (start, "e2e5", "the man on e2 does not go to e5"),
        (
            start,
            "e2e4q",
            "character 5: the man reaching e4 does not become that",
        ),
        (start, "e1e2", "the man on e1 does not go to e2"),
        (start, "e1g1", "the man on e1 does not go to g1"),
        (
            pinned,
            "e2c3",
            "moving from e2 to c3 leaves the player's own king attacked",
        ),
        (
            pawn,
            "e7e8",
            "the pawn reaches e8: expected what it becomes, a letter of 'nbrq'",
        ),
        (
            pawn,
            "e7e8p",
            "character 5: the man reaching e8 does not become that",
        ),
    ] {
        let error = position.parse_uci(text).expect_err(text);
        assert_eq!(error.to_string(), said, "{text}");
    }
}

/// What a pawn that remains a pawn is and does: it stands, blocks and may be taken.
#[test]
fn a_pawn_may_remain_a_pawn() {
    let movement = Movement {
        queening: Queening::MayRemainPawn,
        ..Movement::ORDINARY
    };
    let position = Position::from_fen_irregular("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", movement).unwrap();
    assert_eq!(position.legal_moves_from(Square::E7).len(), 10);
    let remained = position.play(position.parse_uci("e7e8p").unwrap());
    assert_eq!(remained.to_fen(), "3rP2k/8/8/8/8/8/8/K7 b - - 0 1");
    assert!(!remained.is_check());
    assert!(remained.parse_uci("d8e8").is_ok(), "it may be taken");
    assert!(remained.parse_uci("d8f8").is_err(), "it blocks");
    let later = remained.play(remained.parse_uci("h8h7").unwrap());
    assert!(later.legal_moves_from(Square::E8).is_empty(), "it never moves");
}

/// A corner once entered is lost under one answer and not under another.
#[test]
fn the_corner_given_as_odds() {
    let after = |castling| {
        let movement = Movement {
            castling,
            ..Movement::ORDINARY
        };
        let fen = "4k3/8/8/8/8/8/1N6/4K3 w Q - 0 1";
        let mut position = Position::from_fen_irregular(fen, movement).unwrap();
        assert_eq!(
            position.castling(),
            Castling::NONE.with(Colour::White, Wing::Queen)
        );
        assert_eq!(position.castling_rook(Colour::White, Wing::Queen), None);
        for text in [
            "b2d3", "e8e7", "d3c1", "e7e8", "c1b3", "e8e7", "b3a1", "e7e8", "a1b3", "e8e7",
        ] {
            position = position.play(position.parse_uci(text).expect(text));
        }
        position.parse_uci("e1c1").is_ok()
    };
    assert!(!after(RooklessCastling::CornerNeverOccupied));
    assert!(after(RooklessCastling::CornerEmpty));
    assert!(after(RooklessCastling::CornerNotAdverse));
}
