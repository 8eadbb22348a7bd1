//! Are the games found in pages as they are printed, whatever stands around the moves?

use jadoube_board::Position;
use jadoube_notation::{PageGame, PageOptions, read_page};

fn find_games(page: &str) -> Vec<PageGame> {
    read_page(page, &PageOptions::default()).games
}

fn read(page: &str) -> Vec<String> {
    find_games(page)
        .iter()
        .map(|game| {
            let reading = &game.reading;
            let mut line: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
            line.extend(
                reading
                    .faults
                    .iter()
                    .map(|fault| format!("fault {} `{}`", fault.ply, fault.text)),
            );
            line.join(" ")
        })
        .collect()
}

const OPENING: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";

#[test]
fn layouts_of_one_opening() {
    let pages = [
        "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4",
        "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, B-B4.",
        "1 P - K 4   P - K 4\n2 Kt - K B 3   Kt - Q B 3\n3 B - B 4   B - B 4\n",
        "1 P - K 4 P - K 4\n2 Kt - K B 3 Kt - Q B 3\n3 B - B 4 B - B 4\n",
        "  WHITE.              BLACK.\n\n 1. P. to K's 4th.        1. P. to K's 4th.\n 2. K. Kt. to B's 3d.     2. Q. Kt. to B's 3d.\n 3. B. to Q. B's 4th.     3. B. to Q. B's 4th.\n",
        " 1. P. to K's 4th. 1. P. to K's 4th.\n 2. K. Kt. to B's 3d. 2. Q. Kt. to B's 3d.\n 3. B. to Q. B's 4th. 3. B. to Q. B's 4th.\n",
        "1. P-K4 P-K4\nThe usual reply; Black may also play P-QB4.\n2. Kt-KB3\nThe best move.\n2. ... Kt-QB3\nDefending the Pawn on K4.\n3. B-B4 B-B4\n",
        "1.P-K4 P-K4\r\n2.Kt-KB3 Kt-QB3\r\n3.B-B4 B-B4\r\n",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0",
        "1\tP to K 4\tP to K 4\n2\tKt to K B 3\tKt to Q B 3\n3\tB to B 4\tB to B 4\n",
        "   P to K 4      Kt to K B 3      B to B 4\n1. --------   2. -----------   3. --------\n   P to K 4      Kt to Q B 3      B to B 4\n",
        "WHITE. (Mr. M.) BLACK. (Mr. H.) 1. P. to K's 4th. 1. P. to K's 4th. 2. K. Kt. to K. B's 3d. 2. Q. Kt. to Q. B's 3d.[A] 3. B. to Q. B's 4th. 3. B. to Q. B's 4th. [Footnote A: P. to Q's 3d. is weaker.]",
        "1 P-K4   | P-K4\n2 Kt-KB3 | Kt-QB3\n3 B-B4   | B-B4\n",
        "Game the first, in which White opened with 1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 and went on\n3. B-B4 B-B4 with an even game after 20 moves.",
    ];
    for page in pages {
        assert_eq!(read(page), [OPENING], "{page}");
    }
}

#[test]
fn layouts_of_other_printers() {
    let pages = [
        // Numbers in brackets, or without stops and with wide gaps.
        "(1) P-K4   P-K4\n(2) Kt-KB3   Kt-QB3\n(3) B-B4   B-B4\n",
        "1) P-K4 P-K4 2) Kt-KB3 Kt-QB3 3) B-B4 B-B4",
        // A dash after the number, as in old magazines.
        "1. P to K 4        1. P to K 4\n2. Kt to K B 3     2. Kt to Q B 3\n3. B to B 4        3. B to B 4\n",
        // Heads of the columns, rules between them, remarks in brackets.
        "WHITE (Mr. A.)      BLACK (Mr. B.)\n-----------------------------\n1 P to K 4          1 P to K 4\n2 Kt to K B 3       2 Kt to Q B 3\n3 B to B 4          3 B to B 4\n",
        "White.       Black.\n1 P-K4 (a)   P-K4\n2 Kt-KB3     Kt-QB3 (b)\n3 B-B4       B-B4\n\n(a) The usual move.\n(b) P-Q3 is Philidor's.\n",
        // The result in the last row, or under it.
        "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n4. Resigns\n",
        "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\nand the game was drawn.\n",
        "1.P-K4,P-K4;2.Kt-KB3,Kt-QB3;3.B-B4,B-B4",
        "1 P-K4, P-K4\n2 Kt-KB3, Kt-QB3\n3 B-B4, B-B4",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bc4 Bc5 *",
        "1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6 3.Bf1-c4 Bf8-c5",
        "1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-B4 B-B4",
        "I. P. to K's 4th.\n1. P. to K's 4th. P. to K's 4th.\n2. K. Kt. to B's 3d. Q. Kt. to B's 3d.\n3. K. B. to Q. B's 4th. K. B. to Q. B's 4th.\n",
        "| 1 | P-K4 | P-K4 |\n| 2 | Kt-KB3 | Kt-QB3 |\n| 3 | B-B4 | B-B4 |\n",
        "1. P-K4    1. P-K4\n2. Kt-KB3  2. Kt-QB3 (best)\n3. B-B4    3. B-B4\n4. and wins.\n",
    ];
    let mut wrong = Vec::new();
    for page in pages {
        let found = read(page);
        if found != [OPENING] {
            wrong.push(format!("{page}\ngave {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn four_columns() {
    let page = "  1 P-K4    P-K4      3 B-B4   B-B4\n  2 Kt-KB3  Kt-QB3    4 P-B3   Kt-B3\n";
    assert_eq!(read(page), [format!("{OPENING} c2c3 g8f6")]);
}

#[test]
fn a_game_that_leans_on_another() {
    let page = "GAME 12.\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n\nGAME 13.\nMoves 1–2 as in Game 12.\n3. B-Kt5 P-QR3\n";
    let games = find_games(page);
    assert_eq!(games.len(), 2, "{:?}", read_page(page, &PageOptions::default()));
    assert_eq!(games[1].borrowed, 4);
    assert_eq!(read(page), [OPENING, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"]);
}

#[test]
fn games_follow_one_another_and_keep_their_titles() {
    let page = "GAME I.\nBetween A. and B.\n1. P-K4 P-K4\n2. Kt-KB3 Resigns\n\nGAME II.\n1. P-Q4 P-Q4\n";
    let games = find_games(page);
    assert_eq!(games[0].title, ["GAME I.", "Between A. and B."]);
    assert_eq!(games[0].result, Some("1-0"));
    assert_eq!(games[1].title, ["GAME II."]);
    assert_eq!(read(page), ["e2e4 e7e5 g1f3", "d2d4 d7d5"]);
}

#[test]
fn the_end_of_a_game_is_told_in_many_words() {
    let cases = [
        ("Resigns.", Some("1-0")),
        ("Black resigns.", Some("1-0")),
        ("and White resigned", Some("0-1")),
        ("Drawn by perpetual check.", Some("1/2-1/2")),
        ("and the game was drawn", Some("1/2-1/2")),
        ("and White wins.", Some("1-0")),
        ("Won by Black", Some("0-1")),
        ("0-1", Some("0-1")),
        ("½-½", Some("1/2-1/2")),
        ("and wins", None),
        ("A fine game.", None),
    ];
    for (words, result) in cases {
        let games = find_games(&format!("1. P-K4 P-K4\n2. Kt-KB3\n{words}\n"));
        assert_eq!((games.len(), games[0].cells.len()), (1, 3), "{words}");
        assert_eq!(games[0].result, result, "{words}");
    }
}

#[test]
fn prose_is_no_score() {
    assert!(find_games("In the year 1851 the masters met in London. 3 of them stayed.").is_empty());
}

#[test]
fn a_cell_that_cannot_be_read_keeps_its_place() {
    let page = "1. P-K4   P-K4\n2. Kt-KB3   Kt-QB9\n3. B-B4   B-B4\n";
    assert_eq!(read(page), ["e2e4 e7e5 g1f3 fault 4 `Kt-QB9`"]);
    let page = "1. P-K4   P-K4\n2. Kt-KB9   Kt-QB3\n3. B-B4   B-B4\n";
    assert_eq!(read(page), ["e2e4 e7e5 fault 3 `Kt-KB9`"]);
}

#[test]
fn a_note_between_a_move_and_its_answer_is_no_answer() {
    for note in [
        "for B takes P would win a Pawn",
        "Black Kt takes P is no better",
        "do not move the same man twice",
        "White threatens B takes P ch",
    ] {
        let page = format!("1. P-K4   P-K4\n2. Kt-KB3\n{note}\n2. ...   Kt-QB3\n3. B-B4   B-B4\n");
        assert_eq!(read(&page), [OPENING], "{note}");
    }
}

#[test]
fn of_two_answers_with_the_same_number_the_one_that_begins_a_sentence_is_a_note() {
    let begins = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3\n\n";
    let goes_on = " 5. d3 d6 6. h3 h6 7. a3 a6\n";
    let page = |first: &str, second: &str| format!("{begins}4. ... {first}\n\n4. ... {second}{goes_on}");
    let rows = "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\n4. P-B3\n\n4. ... Q-K2.\nAlapin's defence.\n\n\
                4. ...  Kt-B3\n5. P-Q3  P-Q3\n6. P-KR3  P-KR3\n";
    let first_is_a_note = page("Qe7 is Alapin's defence.", "Nf6");
    for page in [first_is_a_note.as_str(), rows] {
        let games = find_games(page);
        assert!(games[0].is_clean(), "{page}{:?}", games[0].doubts);
        assert_eq!(games[0].reading.moves[7].to_string(), "g8f6", "{page}");
    }
    // Where neither begins a sentence, or both do, the first is taken and the other is told.
    for (first, second) in [("Qe7", "Nf6"), ("Qe7 is good.", "Nf6 is better.")] {
        let page = page(first, second);
        let games = find_games(&page);
        assert_eq!(games[0].reading.moves[7].to_string(), "d8e7", "{page}");
        assert_eq!(games[0].doubts.len(), 1, "{page}{:?}", games[0].doubts);
        let told = &page[games[0].doubts[0].span.clone()];
        assert!(told.starts_with("4. ... Nf6"), "{page}{told}");
    }
}

#[test]
fn moves_in_the_notes_are_not_the_game() {
    let page = "     White.             Black.\n\n   1. P - K 4         P - K 4\n   2. Kt - K B 3      Kt - Q B 3\n\n\
        If now 3 P - Q 4, P x P; and a student may also play 3. B - Kt 5, P - Q R 3 as in Game 3.\n\
        (1 P - Q 4 leads to another game, and so does 1. P - K B 4, P - Q 4.)\n\n\
        \x20  3. B - B 4         ...\n\n(3. Kt - B 3 is also good.)\n\n   3. ...             B - B 4\n";
    assert_eq!(read(page), [OPENING]);
}

/// Castling in noughts, captures between two squares, files by the men that own them, marks of other
/// journals, and pages that end inside a move: whatever the layout, they are moves.
#[test]
fn signs_of_other_printers() {
    let pages = [
        (
            "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 0-0 Sf6 5. d3 0-0",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8",
        ),
        (
            "1. P4R P4D 2. PxP DxP 3. C3AD D1D 4. P4D P3R",
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 d2d4 e7e6",
        ),
        (
            "1. e2-e4 d7-d5 2. e4-d5 d8-d5 3. b1-c3 d5-a5",
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5",
        ),
        (
            "1. P \u{fffd} K 4   P \u{fffd} Q 4\n2. P \u{fffd} P   Q \u{fffd} P\n",
            "e2e4 d7d5 e4d5 d8d5",
        ),
        (
            "1. e2–e4 a7–a6 2. e4–e5 d7–d5 3. e5–d6: e. p. e7–d6:",
            "e2e4 a7a6 e4e5 d7d5 e5d6 e7d6",
        ),
        (
            "1. P - K 4, P - K 4; 2. Kt - K B 3, Kt - Q B 3; 3. B -\n\n{57}\n\nB 4, B - B 4; 4. O -\nO, Kt - B 3.",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6",
        ),
        (
            "| 1 | P-K4 | P-K4 | 2 | Kt-KB3 | Kt-QB3 |\n| 3 | B-B4 | B-B4 | 4 | P-B3 | Kt-B3 |\n",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6",
        ),
        (
            "1. P-K4  P-K4\n2. Kt-KB3 (g)  Kt-QB3 (b)\n3. B-Kt5  P-QR3 (d)\n4. BxKt (a)  QPxB\n",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6",
        ),
    ];
    for (page, moves) in pages {
        assert_eq!(read(page), [moves], "{page}");
    }
}

/// A number that is due, with nothing after it that can be read, is told.
#[test]
fn a_number_with_no_move_after_it_is_told() {
    let page = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. Kt (Q Kt zz";
    let games = find_games(page);
    assert_eq!(read(page), [OPENING]);
    assert!(
        games[0].doubts[0].why.contains("the number 4"),
        "{:?}",
        games[0].doubts
    );
}

/// Two games in columns of fractions side by side, and a variation that begins where another did.
#[test]
fn fractions_of_two_games_side_by_side() {
    let page = "\
    P to K 4            P to Q 4
 1. --------         1. --------
    P to K 4            P to Q 4

    Kt to K B 3         P to Q B 4
 2. -----------      2. ----------
    Kt to Q B 3         P to K 3
";
    assert_eq!(read(page), ["e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5 c2c4 e7e6"]);
}

/// What a page says, in moves, result and doubts.
fn told(page: &str) -> (String, Option<&'static str>, Vec<String>) {
    let games = find_games(page);
    let game = &games[0];
    let moves: Vec<String> = game.reading.moves.iter().map(ToString::to_string).collect();
    let doubts = game.doubts.iter().map(|doubt| doubt.why.clone()).collect();
    (moves.join(" "), game.result, doubts)
}

#[test]
fn what_stands_after_the_end_is_no_part_of_the_game() {
    let rows = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n";
    for (after, result) in [
        (
            "Drawn.\n\nAfter 4. Castles, Kt-B3; 5. P-Q3, P-Q3 White has nothing.\n",
            "1/2-1/2",
        ),
        (
            "White resigned here. He could have played 4. Castles Kt-B3 5. P-Q3 P-Q3 with a good game.\n",
            "0-1",
        ),
    ] {
        let page = format!("{rows}{after}");
        assert_eq!(told(&page), (OPENING.to_owned(), Some(result), vec![]), "{page}");
    }
}

#[test]
fn a_line_in_a_sentence_gives_way_to_the_row_that_follows() {
    let page = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5.\nIf 3... Nf6 then 4. Ng5 d5 5. exd5 Na5 6. Bb5+ c6.\n4. c3 Nf6 5. d3 d6 Drawn\n";
    let moves = format!("{OPENING} c2c3 g8f6 d2d3 d7d6");
    assert_eq!(told(page), (moves, Some("1/2-1/2"), vec![]));
}

#[test]
fn numbers_that_go_on_beyond_a_gap_are_told() {
    let page =
        "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, B-B4; 8. P-B3, P-Q3; 9. P-KR3, Kt-QR4; 10. B-B2, P-B4.";
    let (moves, _, doubts) = told(page);
    assert_eq!(moves, OPENING);
    assert_eq!(doubts.len(), 1, "{doubts:?}");
}

#[test]
fn signs_that_the_move_does_not_bear_out_are_told() {
    let page = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n4. Castles Kt-B3 mate\n5. P-Q3 Castles QR\n6. B-KKt5 P-Q3\n";
    let (_, _, doubts) = told(page);
    assert_eq!(doubts.len(), 2, "{doubts:?}");
    let (_, _, doubts) = told("1. e4 e5\n2. Qh5 Nc6\n3. Bc4 Nf6\nA. Qxf7#\n");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    let (_, _, doubts) = told("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate\nBlack wins.\n");
    assert_eq!(doubts, ["the page says 0-1, and the last move mates"]);
}

#[test]
fn the_first_player_called_black_wins_for_white() {
    let page = "BLACK (Mr. A)     WHITE (Mr. B)\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\nBlack wins\n";
    assert_eq!(told(page), (OPENING.to_owned(), Some("1-0"), vec![]));
}

#[test]
fn men_given_in_the_heading_are_off_the_board() {
    let rows = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n";
    let start = |heading: &str| {
        let games = find_games(&format!("{heading}\n{rows}"));
        let fen = games[0].start.to_fen();
        let doubts = games[0].doubts.len();
        (fen.split(' ').next().unwrap_or_default().to_owned(), doubts)
    };
    assert_eq!(
        start("(Remove White's Q. R.)"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR".to_owned(), 0)
    );
    // Who gives them is not said, and both fit.
    assert_eq!(start("Game at the odds of a Rook").1, 1);
    assert_eq!(start("Odds of pawn and two moves").1, 1);
    // He who is given the move begins: the pawn is the other's.
    let no_pawn = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned();
    assert_eq!(start("Odds of Pawn and move."), (no_pawn, 0));
}

/// The first of two moves stands alone in its row or beside the second, and the game starts after it.
#[test]
fn two_moves_given_in_the_heading_are_made_at_once() {
    for rows in [
        "1. P-K4\n2. P-Q4   P-K3\n3. B-Q3   P-B4\n",
        "1. P-K4   ...\n2. P-Q4   P-K3\n3. B-Q3   P-B4\n",
        "1. P-K4 and P-Q4   P-K3\n2. B-Q3   P-B4\n",
        "1. P. to K's 4th. and P. to Q's 4th.   P. to K's 3d.\n2. B. to Q's 3d.   P. to B's 4th.\n",
    ] {
        let page = format!("GAME 1. Odds of Pawn and two moves.\n\n{rows}");
        let games = find_games(&page);
        let fen = games[0].start.to_fen();
        assert_eq!(fen, "rnbqkbnr/ppppp1pp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        assert_eq!(games[0].title, ["GAME 1. Odds of Pawn and two moves."]);
        assert_eq!(told(&page), ("d2d4 e7e6 f1d3 c7c5".to_owned(), None, vec![]));
    }
}

/// A page that breaks off inside its last move is told, whatever legal move the rest of it might mean.
#[test]
fn a_page_that_ends_inside_a_move_is_told() {
    let doubts = |page: &str| {
        find_games(page)
            .iter()
            .map(|game| game.doubts.len())
            .sum::<usize>()
    };
    let opening = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. 0-0";
    assert_eq!(doubts(&format!("{opening} Dd6\n")), 0);
    for end in ["D", "Dd"] {
        assert_eq!(doubts(&format!("{opening} {end}\n")), 1, "{end}");
    }
    let check = "1. P-K4 P-K4 2. P-KB4 Q-R5ch 3. P-KKt3 QxKtP ch 4. PxQ Kt-KB3 5. Kt-KB3";
    assert_eq!(doubts(&format!("{check} KtxP\n")), 0);
    assert_eq!(doubts(&format!("{check} Kt\n")), 1);
    // `K. moves` is all that a book says of a King with one square.
    let forced = "1. P-K4 P-K4 2. B-B4 P-Q3 3. Q-R5 Kt-KB3 4. QxBP ch";
    assert_eq!(doubts(&format!("{forced} K-Q2\n")), 0);
    assert_eq!(doubts(&format!("{forced} K moves\n")), 0);
}

/// Squares and men in words, as Philidor has them, in capitals and in small letters.
#[test]
fn a_score_in_words_is_read() {
    let pages = [
        "1. W. The king's pawn two steps.\nB. The same.\n\
         2. W. The king's knight to the king's bishop's third square.\nB. The queen's knight to its bishop's third square.\n\
         3. W. The king's bishop to the queen's bishop's fourth square.\nB. The same.\n",
        "1. W. The King's Pawn two squares.\nB. The same.\n\
         2. W. The King's Knight at the King's Bishop's third square.\nB. The Queen's Knight at the third square of the\nQueen's Bishop.\n\
         3. W. The King's Bishop at the fourth house of the Queen's Bishop.\nB. The King's Bishop in the fourth of the Queen's Bishop.\n",
    ];
    for page in pages {
        assert_eq!(read(page), [OPENING], "{page}");
        assert!(find_games(page)[0].is_clean(), "{page}");
    }
}

/// Parts of a move that find no place in it, and moves of the game that a note may have taken the place of, are told.
#[test]
fn what_may_be_read_wrong_is_told() {
    const ROWS: &str = "1. P-K4      P-K4\n2. Kt-KB3   Kt-QB3\n";
    let cases = [
        // Words in disorder, or a mark of a note inside the square.
        "3. B-Kt5   B. to 4th. QB's\n4. P-B3   P-QR3\n",
        "3. B. takes P. P. (ch.)\n",
        "3. B. to1 Kt's 5th.   P-QR3\n",
        "3. P-Q4   PxP\n4. KtxP   KtxKt K\n5. QxKt   P-Q3\n",
        // A page ends inside a move.
        "3. P-Q4   PxP\n4. KtxP   KtxKt\n5. Q\n58   The Chess Player's Handbook.\nxKt   P-Q3\n6. B-Kt5 ch   P-B3\n",
        // A move begins the sentence of a note, and the answer is not there.
        "3. B-B4\n\nB-B4 was to be considered here.\n\n3.\n4. P-B3   Kt-B3\n",
        "3. B-B4 . . . .\nKt-B3 was to be considered here.\n. . B-B4\n4. Castles . . . . P-Q3\n",
        // The last answer is spoilt.
        "3. B-B4   8-B4\n",
    ];
    let clean = |page: &str| {
        let read = read_page(page, &PageOptions::default());
        read.unread.is_empty() && read.games.iter().all(PageGame::is_clean)
    };
    for rows in cases {
        let page = format!("{ROWS}{rows}");
        assert!(!clean(&page), "{page}");
    }
    let running = "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; ";
    for rest in [
        // The answer is printed again after a note on another.
        "3. B-B4. 3. ... P-QR3; 4. P-Q4, PxP; 5. P-B3 would lose a Pawn. 3. ..., B-B4; 4. P-B3, Kt-B3; 5. P-Q3, P-Q3.",
        "3. B-B4. Kt-B3, B-K2, P-Q3 was better. 3. ..., B-B4; 4. P-B3, P-QR3; 5. P-Q3, P-Q3.",
        // A mark and a number run together.
        "3. B-B4,1 B-B4; 4. P-B3, Kt-B3; 5. P-Q3, P-Q3.",
        // The line ends before the last answer, which is spoilt.
        "3. B-B4, B-B4; 4. Kt-Kt5, P-Q3; 5. Castles,\nQ-R5 rnate",
    ] {
        let page = format!("{running}{rest}");
        assert!(!clean(&page), "{page}");
    }
    // A note is no doubt.
    for rest in [
        "3. B-B4 (3. B-Kt5 is the Ruy Lopez), B-B4; 4. P-B3, Kt-B3.",
        "3. B-B4, B-B4. Some prefer 3. ... Kt-B3. 4. P-B3, Kt-B3.",
        "3. B-B4. Here 3. ... Kt-B3 may be played. 3. ..., B-B4; 4. P-B3, Kt-B3.",
    ] {
        let page = format!("{running}{rest}");
        assert!(clean(&page), "{page}");
    }
}

/// Whatever in a score is neither read nor a note is told.
#[test]
fn play_that_is_not_read_is_told() {
    let cases = [
        // A misprint in running text, and the next number misprinted too.
        (
            "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3 B-B4 BzzB4 9 P-B3 Kt-B3 5 P-Q3 P-Q3",
            "e2e4 e7e5 g1f3 b8c6 f1c4",
        ),
        // A line set twice.
        (
            "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3;\n1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3;\n3. B-B4, B-B4.",
            OPENING,
        ),
        (
            "1. P-K4   P-K4\n2. Kt-KB3   Kt-QB3\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4\n",
            OPENING,
        ),
        // Lines that changed places.
        (
            "3. B-B4, B-B4; 4. P-B3, Kt-B3; 5. P-Q3, P-Q3;\n1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3;\nCastles; 6. QKt-Q2, P-QR3.",
            "e2e4 e7e5 g1f3 b8c6",
        ),
        // Another man's row with a number of its own where one is due.
        (
            "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, B-B4; 4.\n9. P-B3;",
            OPENING,
        ),
        // A comma promises an answer, and a number a move.
        (
            "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4,",
            "e2e4 e7e5 g1f3 b8c6 f1c4",
        ),
        ("1 P-K4 P-K4\n2 Kt-KB3 Kt-QB3\n3 B-B4 B-B4\n4", OPENING),
        // Words in full.
        (
            "1. P. to K's 4th., P. to K's 4th.; 2. K. Kt. to B's 3d., Q. Kt. to B's 3d.; 2. K. B. to B's 4th., K. B. to B's 4th.; 4. Castles.",
            "e2e4 e7e5 g1f3 b8c6",
        ),
    ];
    for (page, moves) in cases {
        let read = read_page(page, &PageOptions::default());
        assert_eq!(told(page).0, moves, "{page}");
        let clean = read.unread.is_empty() && read.games.iter().all(PageGame::is_clean);
        assert!(!clean, "{page}");
    }
}

#[test]
fn brackets_between_a_move_and_its_answer_are_notes() {
    for note in [
        "(2. f4 exf4 3. Nf3 g5)",
        "(if f4 then exf4)",
        "[2. f4, which Mr. A. prefers]",
    ] {
        for page in [
            format!("1. e4 e5 2. Nf3 {note} Nc6 3. Bc4 Bc5"),
            format!("1. e4 e5\n2. Nf3 {note}  Nc6\n3. Bc4  Bc5\n"),
        ] {
            assert_eq!(told(&page), (OPENING.to_owned(), None, vec![]), "{page}");
            assert_eq!(find_games(&page)[0].notes[0].text, note);
        }
    }
}

#[test]
fn two_games_side_by_side() {
    let page = "1. P-K4      P-K4         1. P-Q4      P-Q4\n2. Kt-KB3    Kt-QB3       2. P-QB4     P-K3\n3. B-B4      B-B4         3. Kt-QB3    Kt-KB3\n";
    assert_eq!(read(page), [OPENING, "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6"]);
    assert!(find_games(page).iter().all(PageGame::is_clean));
}

#[test]
fn a_running_head_inside_a_pair_is_no_move() {
    let page = "1. P-K4, P-K4; 2. Kt-KB3,\n\n144   GAMES AT CHESS.\n\nKt-QB3; 3. B-B4, B-B4.\n";
    assert_eq!(told(page), (OPENING.to_owned(), None, vec![]));
}

#[test]
fn castling_and_endings_in_other_languages() {
    let french = "1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. petit roque Cf6\nLes Noirs rendent la partie.\n";
    assert_eq!(
        told(french),
        (format!("{OPENING} e1g1 g8f6"), Some("1-0"), vec![])
    );
    let german =
        "1. d4 d5 2. Sc3 Sf6 3. Lf4 Lf5 4. Dd2 Dd7 5. lange Rochade Sc6 6. e3 große Rochade\nWeiß gab auf.\n";
    let moves = "d2d4 d7d5 b1c3 g8f6 c1f4 c8f5 d1d2 d8d7 e1c1 b8c6 e2e3 e8c8";
    assert_eq!(told(german), (moves.to_owned(), Some("0-1"), vec![]));
}

/// The British Code's record in words, each move followed by its abbreviation.
#[test]
fn a_full_record_is_read() {
    let page = "\
 1. Pawn on King's second square to King's fourth square [P (K2)—K4]   Pawn on King's second square to King's fourth square [P (K2)—K4]
 2. Knight on King's Knight's first square to King's Bishop's third square [Kt (KKt1)—KB3]   Knight on Queen's Knight's first square to Queen's Bishop's third square [Kt (QKt1)—QB3]
 3. Bishop on King's Bishop's first square to Queen's Bishop's fourth square [B (KB1)—QB4]   Bishop on King's Bishop's first square to Queen's Bishop's fourth square [B (KB1)—QB4]
 4. Castles King's Rook [o-o]   Pawn on Queen's second square to Queen's third square [P (Q2)—Q3]
";
    assert_eq!(told(page), (format!("{OPENING} e1g1 d7d6"), None, vec![]));
    // With the number in both columns, as it is written.
    let number = |line: &str| line.replace("]   ", &format!("]   {} ", &line[..3]));
    let numbered: String = page.lines().map(|line| number(line) + "\n").collect();
    assert!(numbered.contains("]    4. Pawn on Queen's second"), "{numbered}");
    assert_eq!(told(&numbered), told(page));
}

/// A hyphen at a line's end breaks a word, and may be the dash of the move as well.
#[test]
fn words_broken_at_the_end_of_a_line() {
    let moves = format!("{OPENING} e1g1 g8f6 d2d3 d7d6");
    for page in [
        "1. P-K4, P-K4; 2. Kt-KB3, Kt-\nQB3; 3. B-B4, B-B4; 4. Cas-\ntles, Kt-B3; 5. P-Q3, P-Q3.\n",
        "1. P to K4, P to K4; 2. Kt to K-\nB3, Kt to QB3; 3. Bish-\nop to B4, B to B4; 4. Castles, Kt to B3; 5. P to Q3, P to Q3.\n",
        "1. P to K4, P to K4; 2. Knight to King's Bish-\n   op's third, Kt to QB3; 3. B to B4, B to B4;\n4. Castles, Kt to B3; 5. P to Q3, P to Q3.\n",
        "1. P-K4   P-K4\r\n2. Kt-KB3   Kt-QB3\r\n3. B-B4   B-B4\r\n4. Cas-\r\n   tles   Kt-B3\r\n5. P-Q3   P-Q3\r\n",
    ] {
        assert_eq!(told(page), (moves.clone(), None, vec![]), "{page}");
    }
}

/// A note in running text without brackets stands between a move and its answer, and the number due follows.
#[test]
fn words_between_a_move_and_its_answer_are_a_note() {
    let moves = format!("{OPENING} c2c3 g8f6 d2d4 e5d4");
    for (page, note) in [
        (
            "1. P-K4, P-K4; 2. Kt-KB3, this is best, Kt-QB3; 3. B-B4, B-B4; 4. P-B3, Kt-B3; 5. P-Q4, PxP.\n",
            "this is best,",
        ),
        (
            "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 The Italian game. B-B4 4. P-B3 Kt-B3 5. P-Q4 PxP\n",
            "The Italian game.",
        ),
    ] {
        assert_eq!(told(page), (moves.clone(), None, vec![]), "{page}");
        let games = find_games(page);
        let notes: Vec<&str> = games[0].notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(notes, [note]);
    }
    // A move in the note that nothing sets off from it is no answer, and the answer is missed.
    let page =
        "1. P-K4, P-K4; 2. Kt-KB3, better than the old move of Kt-QB3 3. B-B4, B-B4; 4. P-B3, Kt-B3.\n";
    assert_ne!(read(page)[0].matches("fault").count(), 0, "{:?}", read(page));
}

/// Where the page's first game begins may be told: here after two moves given.
#[test]
fn a_game_from_a_given_position() {
    let fen = "rnbqkbnr/ppppp1pp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 1";
    let options = PageOptions {
        start: Some(Position::from_fen(fen).unwrap()),
        ..PageOptions::default()
    };
    let page = "Pawn and two moves.\n\n1. ...   P-K3\n2. B-Q3   P-B4\n";
    let games = read_page(page, &options).games;
    let moves: Vec<String> = games[0].reading.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["e7e6", "f1d3", "c7c5"]);
}

#[test]
fn a_table_of_contents_is_no_heading() {
    let page = "1. The Evans Gambit ....... 34\n2. The Ruy Lopez .......... 56\n\nGAME 1. Between A. and B.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n";
    assert_eq!(find_games(page)[0].title, ["GAME 1. Between A. and B."]);
}

/// A variation set in rows after words of its own, brackets, diagrams and marks are notes, and no doubt.
#[test]
fn notes_with_moves_are_no_doubt() {
    for note in [
        "If White takes the Pawn, the game goes on\n\n       2. KtxP      Q-K2\n       3. P-Q4      P-Q3\n",
        "(2. P-KB4 PxP 3. Kt-KB3)",
        "Threatening Q-R5 and B-B4.",
        "      A   B   C   D   E   F   G   H",
        "THE CHESS-PLAYER'S HANDBOOK.      143",
    ] {
        let page = format!("1. P-K4   P-K4\n2. Kt-KB3   Kt-QB3\n\n{note}\n\n3. B-B4   B-B4\n");
        assert_eq!(told(&page), (OPENING.to_owned(), None, vec![]), "{page}");
    }
}

#[test]
fn a_last_row_that_lost_its_number_is_told_though_the_page_says_how_the_game_ended() {
    for (page, read, told) in [
        (
            "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\nP-B3  Resigns\n",
            6,
            "P-B3",
        ),
        (
            "1. e4 e5\n2. Sf3 Sc6\n3. Lc4 Lc5\nDh5 Schwarz gibt auf.\n",
            6,
            "Dh5",
        ),
        (
            "1. P. to K's 4th.     1. P. to K's 4th.\n2. B. to Q. B's 4th.  2. Kt. to Q. B's 3d.\nKt. mates.\n",
            4,
            "Kt. mates.",
        ),
    ] {
        let games = find_games(page);
        assert_eq!(games[0].reading.moves.len(), read, "{page}");
        let spans: Vec<&str> = games[0]
            .doubts
            .iter()
            .map(|doubt| &page[doubt.span.clone()])
            .collect();
        assert_eq!(spans, [told], "{page}{:?}", games[0].doubts);
    }
    for page in [
        "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\nAnd White resigns.\n",
        "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\nBlack resigns, for if P-Q3 then Q-R5.\n",
        "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\nDrawn.\n",
    ] {
        assert!(find_games(page)[0].is_clean(), "{page}");
    }
}

#[test]
fn a_row_missing_before_the_end_is_told() {
    for end in ["4. Q. mates.", "4. Resigns."] {
        let page = format!(
            "1. P. to K's 4th.     1. P. to K's 4th.\n2. B. to Q. B's 4th.  2. Kt. to Q. B's 3d.\n{end}\n"
        );
        let games = find_games(&page);
        let told: Vec<&str> = games[0].doubts.iter().map(|doubt| doubt.why.as_str()).collect();
        assert_eq!(told, ["the number 4 is printed where 3 is due"], "{page}");
    }
}

#[test]
fn a_newspaper_column_has_a_solution_before_its_game_and_four_columns() {
    let page = "SOLUTION OF PROBLEM No. 1201.\n1. Q to R 7    1. K moves.\n2. Q or Kt mates accordingly.\n\n\
        WHITE (Mr. B.).   BLACK (Mr. P.).   WHITE (Mr. B.).   BLACK (Mr. P.).\n\
        1. P to K 4       P to K 4          4. B to R 4       Kt to K B 3\n\
        2. Kt to K B 3    Kt to Q B 3       5. Castles        Kt takes P\n\
        3. B to Kt 5      P to Q R 3        6. P to Q 4       B to K 2\n";
    let games = find_games(page);
    assert_eq!(games.len(), 1);
    assert!(games[0].is_clean(), "{:?}", games[0].doubts);
    assert_eq!(games[0].reading.moves.len(), 12);
    let tag = |name: &str| {
        games[0]
            .tags
            .iter()
            .find(|tag| tag.0 == name)
            .map(|tag| tag.1.as_str())
    };
    assert_eq!((tag("White"), tag("Black")), (Some("Mr. B."), Some("Mr. P.")));
}

#[test]
fn a_numbered_game_is_no_opening_and_its_end_is_told_in_other_languages() {
    for (head, end, result) in [
        ("Partie Nr. 412.", "Schwarz gewann in 31 Zügen.", "0-1"),
        ("Partie Nr. 17.", "Schwarz giebt auf.", "1-0"),
        ("PARTIE N° 1034.", "Les Noirs abandonnent.", "1-0"),
    ] {
        let page = format!("{head}\n\n1. e4 e5\n2. d4 d5\n3. c4 c5\n\n{end}\n");
        let games = find_games(&page);
        assert_eq!(
            games[0].tags.iter().find(|tag| tag.0 == "Opening"),
            None,
            "{page}"
        );
        assert_eq!(games[0].result, Some(result), "{page}");
    }
}

#[test]
fn castling_is_cut_short_in_french_columns() {
    let page = "1. P 4 R     1. P 4 R\n2. C 3 F R   2. C 3 F D\n3. F 4 F     3. F 4 F\n4. P 3 D     4. C 3 F\n5. Roq.      5. Roq.\n";
    assert_eq!(read(page), [format!("{OPENING} d2d3 g8f6 e1g1 e8g8")]);
}

#[test]
fn a_last_fraction_without_its_number_is_told() {
    let page = "   P to K 4\n1. --------\n   P to K 4\n\n   Kt to K B 3\n2. -----------\n   Kt to Q B 3\n\n   B to B 4\n   --------\n   B to B 4\n";
    let games = find_games(page);
    assert_eq!(
        (games[0].reading.moves.len(), games[0].doubts.len()),
        (4, 1),
        "{:?}",
        games[0].doubts
    );
}

#[test]
fn an_answer_out_of_a_sentence_is_told() {
    let page = "1. P-K4       P-K4\n2. B-B4       Kt-KB3\n3. Kt-KB3     KtxP\n4. Kt-B3\n\nHere Black can as well play 4. KtxKt, \
                as some do.\n\n5. Castles    P-Q3\n6. R-K1    B-K2\n";
    let games = find_games(page);
    let told: Vec<&str> = games[0].doubts.iter().map(|doubt| doubt.why.as_str()).collect();
    assert_eq!(told, ["this move stands in the middle of a sentence"]);
}

#[test]
fn a_resignation_in_the_column_of_the_answers_is_the_second_player_s() {
    let rows = "    WHITE          BLACK\n 1. P-K4           P-K4\n 2. Kt-KB3         Kt-QB3\n";
    let missing = "this stands in the column of the answers, and move 3 is not on the page";
    for (last, result, why) in [
        (" 3. Resigns.\n", "0-1", None),
        (" 3.                Resigns.\n", "1-0", Some(missing)),
        ("                3. Resigns.\n", "1-0", Some(missing)),
        ("                   Resigns.\n", "1-0", Some(missing)),
        (" 3. B-B4           Resigns.\n", "1-0", None),
        // The words name the player, wherever they stand.
        (" 3.                White resigns.\n", "0-1", None),
    ] {
        let (_, ended, doubts) = told(&format!("{rows}{last}"));
        assert_eq!(ended, Some(result), "{last}");
        assert_eq!(doubts.first().map(String::as_str), why, "{last}");
    }
}

#[test]
fn a_french_row_whose_number_is_doubled_is_told() {
    let rows =
        " 1   P 4 R       P 4 R\n 2   C 3 FR      C 3 FD\n 3   F 4 FD      F 4 FD\n 4   P 3 FD      C 3 FR\n";
    let reads_like_moves = "what stands after this move reads like moves, and is not taken for the game's";
    for doubled in [
        " 5   P 3 D       P 3 D\n 5   Roq.        Roq.\n 7   F 5 CR      P 3 TR\n 8   F 4 TR      P 4 CR\n",
        " 4   P 3 FD      C 3 FR\n 5   P 3 D       P 3 D\n",
    ] {
        let (_, _, doubts) = told(&format!("{rows}{doubled}"));
        assert!(doubts.iter().any(|why| why == reads_like_moves), "{doubts:?}");
    }
}

#[test]
fn an_opening_is_no_event() {
    let tag = |head: &str, name: &str| {
        let games = find_games(&format!("{head}\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n"));
        let found = games[0].tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.clone())
    };
    for (head, event, opening) in [
        ("Evans Gambit.", None, Some("Evans Gambit")),
        ("Steinitz v. Zukertort.\nRuy Lopez.", None, Some("Ruy Lopez")),
        (
            "London Tournament, 1883.\nRuy Lopez.",
            Some("London Tournament, 1883."),
            Some("Ruy Lopez"),
        ),
        ("Spanische Partie.", None, Some("Spanische Partie")),
        (
            "Partie jouée au Café de la Régence",
            Some("Partie jouée au Café de la Régence"),
            None,
        ),
        (
            "An Evans Gambit played at Paris.",
            Some("An Evans Gambit played at Paris."),
            Some("An Evans Gambit played at Paris"),
        ),
    ] {
        assert_eq!(tag(head, "Event").as_deref(), event, "{head}");
        assert_eq!(tag(head, "Opening").as_deref(), opening, "{head}");
    }
}

#[test]
fn an_ending_is_told_by_whole_words() {
    let rows = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n";
    for (line, result) in [
        ("Mr. Baldwin had White.", None),
        ("White was Vincent's.", None),
        ("Black is a grinder.", None),
        ("Mr. White withdrew.", None),
        ("White won.", Some("1-0")),
        ("Les Noirs gagnent.", Some("0-1")),
        ("Vincent: il Bianco vince.", Some("1-0")),
        ("Черные выиграли.", Some("0-1")),
        ("Remisschluss.", Some("1/2-1/2")),
        ("Черныя сдались.", Some("1-0")),
        // What might have been is no end.
        ("White should win.", None),
        ("White should have won.", None),
        ("It might have been drawn.", None),
        ("Les Blancs auraient gagné.", None),
    ] {
        assert_eq!(told(&format!("{rows}{line}\n")).1, result, "{line}");
    }
}

#[test]
fn two_games_side_by_side_keep_their_heads_and_endings() {
    let page = "   GAME I.                       GAME II.\n White     Black              White     Black\n\n \
                1 P-K4    P-K4               1 P-Q4    P-Q4\n 2 Kt-KB3  Kt-QB3             2 P-QB4   P-K3\n \
                3 B-B4    B-B4               3 Kt-QB3  Kt-KB3\n \
                \u{20}                           4 B-Kt5   B-K2\n Drawn.                       White wins.\n";
    let games = find_games(page);
    assert_eq!(read(page), [OPENING, "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7"]);
    let results: Vec<_> = games.iter().map(|game| game.result).collect();
    assert_eq!(results, [Some("1/2-1/2"), Some("1-0")]);
    let events: Vec<&str> = games.iter().map(|game| game.title[0].as_str()).collect();
    assert_eq!(events, ["GAME I.", "GAME II."]);
    assert!(games.iter().all(|game| game.doubts.is_empty()), "{games:?}");
}

#[test]
fn a_number_that_the_scanner_spoilt_inside_a_line() {
    let page = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4 4. P-B3 Kt-B3 5. P-Q3 P-Q3 6. O-O O-O 7. P-KR3 P-KR3 \
                8. R-K1 R-K1 9. P-QR4 P-QR4 1O. QKt-Q2 B-K3 ll. BxB RxB l2. Kt-B1 P-Q4";
    let games = find_games(page);
    assert_eq!(games[0].reading.moves.len(), 24, "{:?}", read(page));
    assert!(games[0].is_clean());
}

#[test]
fn numbers_that_the_scanner_spoilt_and_no_stop_follows() {
    let page = " 1 P-K4      1 P-K4\n 2 Kt-KB3    2 Kt-QB3\n 3 B-B4      3 B-B4\n 4 P-B3      4 Kt-B3\n \
                5 P-Q3      5 P-Q3\n 6 Castles   6 Castles\n 7 B-KKt5    7 P-KR3\n 8 B-R4      8 P-KKt4\n \
                9 B-KKt3    9 B-KKt5\n10 QKt-Q2  l0 Kt-KR4\n1l P-KR3   ll KtxB\nI2 PxB     12 KtxR\n";
    let games = find_games(page);
    assert_eq!(games[0].reading.moves.len(), 24, "{:?}", read(page));
    assert!(games[0].is_clean());
}

#[test]
fn files_in_russian_letters_that_look_like_them() {
    let page = "1. е2—е4, е7—е5. 2. К g1—f3, К b8—с6. 3. Сf1—с4, Сf8—с5. 4. а2—а3, а7—а6.";
    assert_eq!(read(page), [format!("{OPENING} a2a3 a7a6")]);
    assert!(find_games(page)[0].is_clean());
}

#[test]
fn rows_numbered_in_letters_and_moves_glued_together_are_told() {
    let page = "1. P-K4 P-K4\nB. Kt-KB3 Kt-QB3\nC. B-B4 B-B4\nD. P-B3 Kt-B3\n";
    let (moves, _, doubts) = told(page);
    assert_eq!(moves, "e2e4 e7e5");
    assert_eq!(doubts, ["what stands after the last move read reads like moves"]);
    let page = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n4.P-B3Kt-B3\n5. P-Q3 P-Q3\n6. B-K3 B-Kt3\n";
    let (_, _, doubts) = told(page);
    let reads_like_moves = "what stands after this move reads like moves, and is not taken for the game's";
    assert!(doubts.iter().any(|why| why == reads_like_moves), "{doubts:?}");
}

/// Rows numbered in Roman figures, in one column or in both, and past the tenth, whose stop has no room.
#[test]
fn rows_in_roman_figures_are_read() {
    let white = "P-K4 Kt-KB3 B-Kt5 B-R4 Castles R-K1 B-Kt3 P-B3 P-KR3 P-Q4 QKt-Q2";
    let black = "P-K4 Kt-QB3 P-QR3 Kt-B3 B-K2 P-QKt4 P-Q3 Castles Kt-Kt1 QKt-Q2 B-Kt2";
    let roman = "I II III IV V VI VII VIII IX X XI";
    let page = |row: &dyn Fn(usize, &str, &str, &str) -> String| -> String {
        let moves = white.split(' ').zip(black.split(' '));
        let rows = roman.split(' ').zip(moves).enumerate();
        rows.fold(String::new(), |page, (at, (number, (white, black)))| {
            page + &row(at + 1, number, white, black) + "\n"
        })
    };
    let expected = read(&page(&|number, _, white, black| {
        format!("{number}. {white}   {black}")
    }));
    assert_eq!(expected.len(), 1);
    assert_eq!(expected[0].split(' ').count(), 22);
    let once = page(&|_, number, white, black| format!("{number}. {white}   {black}"));
    let twice = page(&|_, number, white, black| format!("{number:>6}. {white:<20} {number}. {black}"));
    let glued = page(&|_, number, white, black| format!("{number}.{white}   {black}"));
    let old = once.replace("IV.", "IIII.").replace("IX.", "VIIII.");
    let bare = page(&|_, number, white, black| format!("{number:>6}  {white}   {black}"));
    let run_on = page(&|_, number, white, black| format!("{number}. {white}, {black};")).replace('\n', " ");
    let headed = once.replace("\nX. ", "\n\n58     CHESS PRAXIS.\n\nX. ");
    for page in [once, twice, glued, old, bare, run_on, headed] {
        assert_eq!(read(&page), expected, "{page}");
        let games = find_games(&page);
        assert!(games[0].is_clean(), "{page}\n{:?}", games[0].doubts);
        // What a cell is said to take stands there on the page as it was given.
        let cell = games[0].cell_of(21).expect("a move");
        assert_eq!(&page[cell], "QKt-Q2");
    }
}

/// A list of chapters is no game, and neither a scanner's `II.` for 11 nor a man's initial makes Roman rows.
#[test]
fn roman_figures_that_number_no_moves_are_left_alone() {
    let chapters =
        "I. Of the King's Gambit.\nII. Of the Giuoco Piano.\nIII. Of the Bishop's game.\nIV. Of odds.\n";
    assert!(read(chapters).is_empty());
    let scanned = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n5. Castles B-K2\n6. R-K1 P-QKt4\n\
        7. B-Kt3 P-Q3\n8. P-B3 Castles\n9. P-KR3 Kt-Kt1\n10. P-Q4 QKt-Q2\nII. QKt-Q2 B-Kt2\n";
    let games = find_games(scanned);
    assert_eq!(games[0].cells.last().map(|cell| cell.number), Some(11));
    assert!(games[0].is_clean(), "{:?}", games[0].doubts);
}

/// A figure that the scanner spoilt, or that lost its move at the end of a line, cuts off no row in silence.
#[test]
fn roman_figures_go_on_beyond_one_that_is_spoilt() {
    let rows = "I. P-K4 P-K4\nII. Kt-KB3 Kt-QB3\nIII. B-Kt5 P-QR3\nIV. B-R4 Kt-B3\nV. Castles B-K2\nVI. R-K1 P-QKt4\n";
    for (right, spoilt) in [
        ("V. C", "Y. C"),
        ("III. B", "III B"),
        ("V. Castles B", "V.\nCastles B"),
    ] {
        let page = rows.replacen(right, spoilt, 1);
        let (moves, _, doubts) = told(&page);
        assert!(
            moves.ends_with("f1e1 b7b5") || !doubts.is_empty(),
            "{page}\n{moves}"
        );
    }
}

/// A row of White's moves over one of Black's: each move with its number, or the numbers over both.
#[test]
fn rows_of_each_side_are_read() {
    let pages = [
        "White  1 P-K4   2 Kt-KB3  3 B-B4\nBlack  1 P-K4   2 Kt-QB3  3 B-B4\n",
        "WHITE: 1 P-K4, 2 Kt-KB3, 3 B-B4.\nBLACK: 1 P-K4, 2 Kt-QB3, 3 B-B4.\n",
        "         1        2       3\nWhite  P-K4   Kt-KB3    B-B4\nBlack  P-K4   Kt-QB3    B-B4\n",
        "White. 1. P to K 4.\nBlack. 1. P to K 4.\nWhite. 2. Kt to K B 3.\nBlack. 2. Kt to Q B 3.\n\
         White. 3. B to B 4.\nBlack. 3. B to B 4.\n",
        "White. 1 P to K 4 2 Kt to K B 3 3 B to B 4\n\nBlack. 1 P to K 4 2 Kt to Q B 3 3 B to B 4\n",
        "           1          2\nWeiss.   e2-e4    Sg1-f3\nSchwarz. e7-e5    Sb8-c6\n           3\nWeiss.   Lf1-c4\nSchwarz. Lf8-c5\n",
    ];
    for page in pages {
        assert_eq!(read(page), [OPENING], "{page}");
        let games = find_games(page);
        assert!(
            games[0].is_clean() && games[0].notes.is_empty() && games[0].tags.is_empty(),
            "{page}"
        );
    }
    // The end of a line breaks the name of a side.
    for (whole, broken) in [
        ("WHITE:", "WHI-\nTE:"),
        ("BLACK:", "BLA-\nCK:"),
        ("Schwarz. L", "Schw-\narz. L"),
        ("White.", "Wh-\nite."),
    ] {
        let pages = pages.iter().filter(|page| page.contains(whole));
        for page in pages.map(|page| page.replace(whole, broken)) {
            assert_eq!(read(&page), [OPENING], "{page}");
        }
    }
    // The last row of a side is spoilt.
    for last in ["         4\nWhite. hS\nBlack. Kt-B3\n", "White. hS\n"] {
        let (moves, _, doubts) = told(&format!("{}{last}", pages[2]));
        assert_eq!(moves, OPENING, "{last}");
        assert!(!doubts.is_empty(), "{last}");
    }
    // The last move has no answer; a row that stands twice is told.
    let last = format!("{}White. 4. Castles\n", pages[3]);
    assert_eq!(read(&last), [format!("{OPENING} e1g1")]);
    let twice = pages[3].replace(
        "White. 2. Kt to K B 3.",
        "White. 2. Kt to K R 3.\nWhite. 2. Kt to K R 3.",
    );
    let (_, _, doubts) = told(&twice);
    assert!(!doubts.is_empty(), "{twice}");
    for prose in [
        "White 3 years later won.\nBlack 4 days later lost.\n",
        "White: P-K4 is best.\nBlack: P-K4 also.\n",
        "White 12 Pawns.\nBlack 13 Pawns.\n",
    ] {
        assert!(read(prose).is_empty(), "{prose}");
    }
}

/// `KtPxKt 6 P-K5`: he who is taken is no file, and the figure after him numbers a move.
#[test]
fn a_bare_number_after_a_capture_is_no_rank() {
    let page = "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3\n3 P-Q4 PxP 4 KtxP Kt-B3\n5 KtxKt KtPxKt 6 P-K5 Q-K2\n7 Q-K2 Kt-Q4 8 P-QB4 B-R3\n";
    let (moves, _, doubts) = told(page);
    assert!(
        moves.ends_with("d4c6 b7c6 e4e5 d8e7 d1e2 f6d5 c2c4 c8a6"),
        "{moves}"
    );
    assert_eq!(doubts, Vec::<String>::new());
}

/// The page's last word may be a move with a letter spoilt; an answer may stand alone beyond a page's ornament.
#[test]
fn a_last_answer_that_is_not_read_is_told() {
    for page in [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 NfS\n",
        "1. P to K4 P to K4 2. P to Q4\n\n* * * * *\n\nP takes P\n",
    ] {
        let (_, _, doubts) = told(page);
        assert_eq!(doubts.len(), 1, "{page}\n{doubts:?}");
    }
}

/// How the second is set says nothing of the first.
#[test]
fn a_game_in_running_text_stands_before_one_in_rows() {
    let page = "GAME XI.\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 White has the freer game. 4. c3 Nf6 5. d4 exd4\n\n\
                1. P-Q4        P-Q4\n2. P-QB4      P-K3\n3. Kt-QB3     Kt-KB3\n4. B-Kt5      B-K2\n5. P-K3       Castles\n";
    let expected = [
        format!("{OPENING} c2c3 g8f6 d2d4 e5d4"),
        "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8".to_owned(),
    ];
    assert_eq!(read(page), expected);
    assert!(find_games(page).iter().all(PageGame::is_clean));
}

/// The notes and glyphs of the first game, each with the moves before it.
fn remarks(page: &str) -> Vec<String> {
    let game = find_games(page).remove(0);
    let glyphs = game.glyphs.iter().map(|(ply, glyph)| format!("{ply} ${glyph}"));
    let notes = game
        .notes
        .iter()
        .map(|note| format!("{} {}", note.ply, note.text));
    glyphs.chain(notes).collect()
}

#[test]
fn a_marked_note_stands_with_its_move() {
    let rows = "1. P-K4 (a)      P-K4\n2. Kt-KB3       Kt-QB3 (b)\n3. B-B4         B-B4\n";
    let notes = "\n(a) The best move.\n(b) Or 2. ... P-Q3,\nwhich is safe.\n";
    let expected = ["1 The best move.", "4 Or 2. ... P-Q3, which is safe."];
    assert_eq!(remarks(&format!("{rows}{notes}")), expected);
    // After the result, and with words between.
    let ended = format!("{rows}Drawn.\n\nAn even game.\n{notes}");
    assert_eq!(remarks(&ended), expected);
    assert_eq!(find_games(&ended)[0].result, Some("1/2-1/2"));
    // Marks as other printers set them.
    for (mark, note) in [
        ("[A]", "[A]"),
        ("a)", "a)"),
        ("(1)", "(1)"),
        ("*", "*"),
        ("[A]", "[Footnote A:"),
    ] {
        let page =
            format!("1. P-K4 {mark}   P-K4\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4\n\n{note} The best move.\n");
        assert_eq!(read(&page), [OPENING], "{page}");
        assert_eq!(
            remarks(&page)[0].trim_end_matches(']'),
            "1 The best move.",
            "{page}"
        );
    }
}

/// After the last move no other follows, and its mark may stand behind the words that end the game.
#[test]
fn a_mark_after_the_last_move_finds_its_note() {
    let rows = "1. P-K4   P-K4\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4";
    for end in [
        " (c)\n",
        " c)\n",
        " *\n",
        "(c)\n",
        " (c)\nDrawn.\n",
        "\nDrawn. (c)\n",
        "\nWhite resigns.*\n",
        "  4. Resigns. (c)\n",
    ] {
        let mark = if end.contains('*') { "*" } else { "(c)" };
        let page = format!("{rows}{end}\n{mark} The Giuoco Piano.\n");
        assert_eq!(read(&page), [OPENING], "{page}");
        assert_eq!(remarks(&page), ["6 The Giuoco Piano."], "{page}");
    }
}

#[test]
fn a_marked_note_between_later_moves_goes_back_to_its_own() {
    let page =
        "1. P-K4   P-K4 (a)\n2. Kt-KB3   Kt-QB3\n\n(a) Best.\n\nA well-known position.\n\n3. B-B4   B-B4\n";
    assert_eq!(read(page), [OPENING]);
    assert_eq!(remarks(page), ["2 Best. A well-known position."]);
}

#[test]
fn a_running_head_is_no_note() {
    let page = "1. P-K4   P-K4\n2. Kt-KB3   Kt-QB3\n\n44            MORPHY'S GAMES.\n\n3. B-B4   B-B4\n";
    assert_eq!(read(page), [OPENING]);
    assert!(remarks(page).is_empty());
}

#[test]
fn notes_of_one_game_are_not_those_of_the_next() {
    let game = "1. P-K4 (a)   P-K4\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4\n";
    let page = format!("GAME 1.\n\n{game}\nGAME 2.\n\n{game}\n(a) Of the second.\n");
    let games = find_games(&page);
    assert_eq!(games.len(), 2);
    assert!(games[0].notes.is_empty());
    assert_eq!(games[1].notes[0].text, "Of the second.");
}

#[test]
fn rows_between_a_game_and_its_notes_are_still_told() {
    let page = "1. P-K4 (a)   P-K4\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4\nDrawn.\n\n14. Q-Q8   R-R7\n15. Q-Q1   R-R1\n\n(a) Best.\n";
    let read = read_page(page, &PageOptions::default());
    let doubts = read.games[0].doubts.len() + read.unread.len();
    assert!(doubts > 0, "{read:?}");
}

#[test]
fn signs_of_praise_and_notes_in_brackets_are_kept() {
    let page = "1. P-K4! P-K4\n2. Kt-KB3 Kt-QB3 (The usual defence.)\n3. B-B4 B-B4?! (best)\n";
    assert_eq!(remarks(page)[..2], ["1 $1", "6 $6"]);
    assert_eq!(remarks(page)[2..], ["4 (The usual defence.)"]);
    // Of three signs the first two tell.
    let page = "1. P-K4!!! P-K4!?!\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4???\n";
    assert_eq!(remarks(page), ["1 $3", "2 $5", "6 $4"]);
}

#[test]
fn names_keep_their_initials_and_lose_the_article_of_the_next() {
    let rows = "1. e2-e4 e7-e5\n2. Cg1-f3 Cb8-c6\n3. Af1-c4 Af8-c5\n";
    let game = find_games(&format!("Il Bianco: Greco.   Il Nero: N. N.\n\n{rows}")).remove(0);
    let tag = |name: &str| {
        let found = game.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    };
    assert_eq!(tag("White"), Some("Greco"));
    assert_eq!(tag("Black"), Some("N. N."));
    let game = find_games(&format!(
        "Bianco: Dr. Tarrasch. Nero: Pillsbury. Hastings, 1895.\n\n{rows}"
    ))
    .remove(0);
    let tags = ["White", "Black", "Date"].map(|name| {
        let found = game.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    });
    assert_eq!(
        tags,
        [Some("Dr. Tarrasch"), Some("Pillsbury"), Some("1895.??.??")]
    );
}

#[test]
fn daggers_that_mark_notes_say_no_check() {
    let page =
        "1. P-K4 *   P-K4\n2. Kt-KB3   Kt-QB3†\n3. B-B4   B-B4\n\n* 1. P-Q4 is as good.\n† Well played.\n";
    assert_eq!(read(page), [OPENING]);
    assert_eq!(remarks(page), ["1 1. P-Q4 is as good.", "4 Well played."]);
    // A double one, behind another move.
    let page = "1. P-K4†   P-K4 ‡\n2. Kt-KB3   Kt-QB3\n3. B-B4   B-B4\n\n† Best.\n‡ The same.\n";
    assert_eq!(read(page), [OPENING]);
    assert_eq!(remarks(page), ["1 Best.", "2 The same."]);
    // Where moves have more of them, they are what they were.
    let checks = "1. e2–e4 e7–e5\n2. Dd1–h5 Ke8–e7\n3. Dh5–e5:† Weiss gewinnt.\n";
    let game = find_games(checks).remove(0);
    assert_eq!(game.reading.moves.len(), 5);
    assert!(game.doubts.is_empty(), "{:?}", game.doubts);
}

#[test]
fn two_names_parted_by_a_dash_are_the_players() {
    let rows = "1. e4 e5\n2. Nf3 Nc6\n3. Bc4 Bc5\n";
    let players = |heading: &str| {
        let game = find_games(&format!("{heading}\n\n{rows}")).remove(0);
        let tag = |name: &str| {
            game.tags
                .iter()
                .find(|(tag, _)| tag == name)
                .map(|(_, value)| value.clone())
        };
        (tag("White").unwrap_or_default(), tag("Black").unwrap_or_default())
    };
    let pair = |white: &str, black: &str| (white.to_owned(), black.to_owned());
    assert_eq!(
        players("Spassky – Fischer, Reykjavik 1972 (6)"),
        pair("Spassky", "Fischer")
    );
    assert_eq!(
        players("A. de Rivière - P. Morphy"),
        pair("A. de Rivière", "P. Morphy")
    );
    for heading in [
        "Evans Gambit — Normal Position",
        "London – 1862",
        "Chess - a column for beginners",
    ] {
        assert_eq!(players(heading), pair("", ""), "{heading}");
    }
}

#[test]
fn a_rank_with_a_stop_is_no_number() {
    let pages = [
        "1. P. to K. 4.          P. to K. 4.\n2. K. Kt. to B. 3.      Q. Kt. to B. 3.\n3. B. to B. 4.          B. to B. 4.\n",
        "1. P. to K. 4. P. to K. 4. 2. K. Kt. to B. 3. Q. Kt. to B. 3. 3. B. to B. 4. B. to B. 4.",
        "1. P. to K. 4. 1. P. to K. 4. 2. K. Kt. to B. 3. 2. Q. Kt. to B. 3. 3. B. to B. 4. 3. B. to B. 4.",
    ];
    for page in pages {
        assert_eq!(read(page), [OPENING], "{page}");
    }
}

#[test]
fn ranks_that_are_the_numbers_of_their_rows_are_ranks() {
    let page = "1. P. to K. 4.           P. to K. 4.\n2. K. Kt. to B. 3.       Q. Kt. to B. 3.\n3. Q. Kt. to B. 3.       K. Kt. to B. 3.\n4. B. to Q. Kt. 5.       B. to Q. B. 4.\n";
    assert_eq!(read(page), ["e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8c5"]);
    // A number at the end of a line, after a man that is taken.
    let page = "1. P-K4 P-Q4 2. PxP QxP 3.\nKt-QB3 Q-QR4 4. P-Q4 P-K4 5. PxP B-QKt5";
    assert_eq!(read(page), ["e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 e7e5 d4e5 f8b4"]);
}

#[test]
fn a_line_in_brackets_may_be_two_words_on_two_lines() {
    let page = "1. e4 e5 2. Nf3 Nc6 [2...d6!?\n3.d4!] 3. Bc4 Bc5 4. c3 Nf6 1 : 0.";
    assert_eq!(read(page), ["e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6"]);
    assert_eq!(remarks(page), ["4 [2...d6!? 3.d4!]"]);
    assert_eq!(find_games(page)[0].result, Some("1-0"));
}

#[test]
fn a_player_keeps_his_town_and_not_the_place_of_the_game() {
    let rows = "1. e2-e4 e7-e5\n2. Sg1-f3 Sb8-c6\n3. Lf1-c4 Lf8-c5\n";
    let page = format!("Weiß: Dr. Meyer (Bern)     Schwarz: H. Fahrni (Prag)     Zürich 1903\n\n{rows}");
    let game = find_games(&page).remove(0);
    let tag = |name: &str| {
        game.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    };
    assert_eq!(tag("White"), Some("Dr. Meyer (Bern)"));
    assert_eq!(tag("Black"), Some("H. Fahrni (Prag)"));
}

/// A table of values in a book is no move of the game that follows it, and is not told as one that was not read.
#[test]
fn a_table_of_values_costs_no_game() {
    let table =
        "   1 Pawn            1\n   2 Knight          3\n   3 Bishop          3\n   4 Rook            5\n";
    let game = "   1. P-K4           P-K4\n   2. Kt-KB3         Kt-QB3\n   3. B-B4           B-B4\n";
    for page in [
        format!("Table of values.\n\n{table}\nGAME I.\n\n{game}"),
        format!("{game}\nTable of values.\n\n{table}"),
    ] {
        assert_eq!(read(&page), [OPENING], "{page}");
    }
    let values = read_page(
        "Rook   5\nBishop 3\nKnight 3\nPawn   1\n",
        &PageOptions::default(),
    );
    assert!(values.games.is_empty() && values.unread.is_empty());
}

/// Moves of which each stands in a paragraph of its own, and that cannot be read as a game, are told all the same.
#[test]
fn play_in_many_paragraphs_that_is_not_read_is_told() {
    let pages = [
        "e4\n========\ne5\n\nNf3\n========\nNc6\n\nBb5\n========\na6\n",
        "P - K 4\n\nP - K 4\n\nKt - K B 3\n\nKt - Q B 3\n\nB - Kt 5\n",
    ];
    for page in pages {
        let read = read_page(page, &PageOptions::default());
        assert!(read.games.is_empty());
        assert_eq!(read.unread.len(), 1, "{page}");
    }
}

/// Of two answers with the same number, one stands under the game's numbers, and the other in a sentence or further in.
#[test]
fn an_answer_under_the_games_numbers_is_no_doubt() {
    let game = |note: &str| {
        format!(
            "   1. P-K4           P-K4\n   2. Kt-KB3         Kt-QB3\n   3. B-B4\n\n{note}\n\n   3. ...            B-B4\n   \
             4. P-B3           Kt-B3\n   5. P-Q4           PxP\n"
        )
    };
    let further_in =
        "If at once:\n\n        3. ...            Kt-B3\n        4. P-Q3           B-K2\n\nBlack is safe.";
    let sentence = "Many prefer the following defence:  3. ... Kt-B3; 4. Kt-Kt5, P-Q4, with attack.";
    for note in [further_in, sentence] {
        let (moves, _, doubts) = told(&game(note));
        assert_eq!(moves, format!("{OPENING} c2c3 g8f6 d2d4 e5d4"), "{note}");
        assert!(doubts.is_empty(), "{note}: {doubts:?}");
    }
    let under = "If at once:\n\n   3. ...            Kt-B3\n   4. P-Q3           B-K2\n\nBlack is safe.";
    let (_, _, doubts) = told(&game(under));
    assert!(!doubts.is_empty());
}

#[test]
fn a_last_move_whose_number_is_spoilt_is_told() {
    let page =
        |last: &str| format!("I. e4, e5; II. Cf3, Cc6; III. Fc4, Fc5; IV. c3, Cf6; V. d3, d6; {last}\n");
    for last in ["VB. 0-0,", "VZ. 0-0,", "VI Fb3", "UI. Fb3, a6;"] {
        let (moves, _, doubts) = told(&page(last));
        assert!(moves.starts_with("e2e4 e7e5 g1f3"), "{moves}");
        assert!(
            !doubts.is_empty() || moves.split(' ').count() > 10,
            "{last}: {moves}"
        );
    }
}

/// The men of a problem are nobody's name, though a side stands before them.
#[test]
fn a_problem_above_a_game_names_no_players() {
    let game = "\n   1. P-K4           P-K4\n   2. Kt-KB3         Kt-QB3\n   3. B-B4           B-B4\n";
    for heading in [
        "White: K at K B 2, Q at Q R 8.\nBlack: K at K R 8.\n",
        "White: Kf6, Pe6. Black: Ke8.\n",
    ] {
        let games = find_games(&format!("{heading}{game}"));
        let player = |(name, _): &&(String, String)| name == "White" || name == "Black";
        assert_eq!(games[0].tags.iter().find(player), None, "{heading}");
    }
    let games = find_games(&format!("White: Mr. B. 2\nBlack: Kt.\n{game}"));
    assert_eq!(games[0].tags[0].0, "White");
}

/// Every move has its cell: also one that is supplied, and those after it in a column that has moved up.
#[test]
fn a_move_that_is_supplied_has_its_place_and_what_follows_keeps_its_own() {
    let page = include_str!("pages/column_moved_up.txt");
    let repair = PageOptions {
        repair: true,
        ..PageOptions::default()
    };
    let read = read_page(page, &repair);
    let game = &read.games[0];
    let cells: Vec<&str> = game.cells.iter().map(|cell| &page[cell.span.clone()]).collect();
    assert_eq!(game.reading.moves.len(), cells.len(), "{cells:?}");
    let [supplied] = &game.reading.repairs[..] else {
        panic!("{:?}", game.reading.repairs)
    };
    assert_eq!((supplied.ply, cells[supplied.ply - 1]), (12, ""));
    assert_eq!(
        cells[10..],
        ["KKt-K2", "", "KPxP", "PxP", "P-B4", "Kt-Q2"],
        "each where it is printed"
    );
    // What is said of White's move stays with it, and what is said of Black's goes down with his column.
    for (cell, ply) in [("KPxP", 13), ("Kt-Q2", 16)] {
        let noted = page.replace(&format!(" {cell}"), &format!(" {cell}[A]"));
        let noted = noted + "\n[Footnote A: Well played.]\n";
        let read = read_page(&noted, &repair);
        let game = &read.games[0];
        let note = game
            .notes
            .iter()
            .find(|note| note.text.starts_with("Well played."));
        assert_eq!(note.map(|note| note.ply), Some(ply), "{cell}: {:?}", game.notes);
    }
}

/// `P. to Q. B. 3d.` that lost a word is another legal move; the gap is all that tells of it.
#[test]
fn a_word_that_is_lost_in_a_move_leaves_a_gap_that_is_told() {
    let page = "1. P. to K. 4th. P. to K. 4th. 2. P. to Q. B. 3d. Kt. to Q. B. 3d. 3. B. to K. 2d. B. to K. 2d. \
        4. P. to Q. Kt. 3d. P. to Q. 3d.\n";
    for page in [page.to_owned(), page.replace(' ', "  ")] {
        let [game] = &find_games(&page)[..] else { panic!() };
        assert!(game.is_clean(), "{page}{:?}", game.doubts);
        let blank = if page.contains("  ") { "  " } else { " " };
        for (cell, lost, ply) in [("P. to Q. B. 3d.", "B.", 3), ("P. to Q. Kt. 3d.", "Kt.", 7)] {
            let cell = cell.replace(' ', blank);
            let gap = cell.replace(lost, &" ".repeat(lost.len()));
            let spoilt = page.replace(&cell, &gap);
            let [game] = &find_games(&spoilt)[..] else {
                panic!()
            };
            assert_eq!(game.reading.moves.len(), 8, "{spoilt}");
            let [doubt] = &game.doubts[..] else {
                panic!("{spoilt}{:?}", game.doubts)
            };
            assert_eq!(doubt.ply, ply, "{}", doubt.why);
            assert!(doubt.why.contains("a word may be lost"), "{}", doubt.why);
            assert!(spoilt[doubt.span.clone()].chars().all(|c| c == ' '));
        }
    }
}

/// The Spanish and Italian Bishop is no English article.
#[test]
fn a_bishop_whose_letter_is_an_article_takes() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 f3e5 d8d4";
    for page in [
        "1. P4R P4R 2. C3AR C3AD 3. A5C P3TD 4. A×C PD×A 5. C×P D5D",
        "1. P4R, P4R; 2. C3AR, C3AD; 3. A5C, P3TD; 4. A×C, PD×A; 5. C×P, D5D",
        "1. P 4 R  P 4 R\n2. C 3 A R  C 3 A D\n3. A 5 C  P 3 T D\n4. A × C  P D × A\n5. C × P  D 5 D\n",
    ] {
        assert_eq!(read(page), [moves], "{page}");
    }
}

/// What follows a game is another one, though its rows have the numbers that are due.
#[test]
fn a_game_does_not_run_into_the_next() {
    let first = "   1. P-K4        P-K4\n   2. B-B4        B-B4\n   3. Q-R5        Kt-QB3\n";
    let second = "      1. P-Q4     P-Q4\n      2. P-QB4    P-K3\n      3. Kt-QB3   Kt-KB3\n      4. B-Kt5    QKt-Q2\n      \
                  5. PxP      PxP\n      6. KtxP     KtxKt\n      7. BxQ      B-Kt5ch\n";
    for between in [
        "\n\n",
        "\n\nGAME 7.\n\n",
        "\nThe best reply to 1. P-K4 is not known.\n\n",
    ] {
        let page = format!("{first}{between}{second}");
        let found: Vec<usize> = find_games(&page)
            .iter()
            .map(|game| game.reading.moves.len())
            .collect();
        assert_eq!(found, [6, 14], "{page}");
    }
    // A game that is told in a note is none of this one's rows.
    let page = "GAME 5.\n\n 1. P-K4     P-K4\n 2. Kt-KB3   Kt-QB3\n 3. B-B4     B-B4\n\nCompare this game:\n\n\
                       1. P-K4   P-K4\n       2. Kt-KB3  Kt-QB3\n       3. B-Kt5   P-QR3\n\n 4. P-B3     Kt-B3\n 5. P-Q3     P-Q3\n 6. Castles  Castles\n";
    assert_eq!(find_games(page)[0].reading.moves.len(), 12);
}

/// After mate nothing is due, and the frame of a diagram is no move that gives check.
#[test]
fn a_game_ends_with_mate_and_not_in_a_diagram() {
    let mate = " 1. P-K4   P-K4\n 2. B-B4   B-B4\n 3. Q-R5   Kt-KB3\n 4. QxP mate\n";
    let page = format!("{mate}\n\nAnother beginning leads to this:\n\n 4. Q-R8 ch   K-Q2\n 5. R-K8 mate\n");
    assert_eq!(read(&page)[0].split(' ').count(), 7);
    let board = " +---+---+---+---+---+---+---+---+\n |   |   |   |   |   |   |   |   |\n +-------------------------------+\n";
    let page = format!(" 1. P-K4   P-K4\n 2. B-B4   B-B4\n 3. Q-R5   P-KKt3\n 4. QxKP ch   ...\n\n{board}");
    assert_eq!(read(&page)[0].split(' ').count(), 7);
}

/// To give check is to give no man; and where the heading speaks of men, the moves decide.
#[test]
fn words_that_only_sound_like_odds_take_no_man_off_the_board() {
    for (heading, doubts) in [
        ("Becoming a Queen, giving check, and mate.", 0),
        ("Black plays without his Queen well.", 1),
    ] {
        let page = format!("{heading}\n\n1. P-K4  P-K4\n2. Q-K2  Q-K2\n3. P-KKt3  P-KKt3\n4. B-Kt2  B-Kt2\n");
        let games = find_games(&page);
        assert_eq!(
            (games[0].reading.moves.len(), games[0].doubts.len()),
            (8, doubts),
            "{heading}"
        );
    }
}

/// A variation that says where its beginning is takes the one that leads through all its rows.
#[test]
fn a_variation_is_not_hung_on_a_game_that_it_does_not_fit() {
    let page = "GAME I.\n\n1. P-Q4  P-Q4\n2. P-QB4  P-K3\n3. Kt-QB3  Kt-KB3\n4. P-K3  B-K2\n\nFOURTH VARIATION.\n\n\
                First three moves as before.\n\n4. P-B3  Kt-B3\n5. P-Q4  PxP\n6. PxP  B-Kt5 ch\n7. Kt-B3  KtxKP\n8. Castles  KtxKt\n\
                9. PxKt  BxP\n";
    let games = find_games(page);
    let found: Vec<usize> = games.iter().map(|game| game.reading.moves.len()).collect();
    assert_eq!(found, [8, 18]);
    assert!(
        games[1].doubts[0].why.contains("supplied"),
        "{:?}",
        games[1].doubts
    );
}

/// A row is told once, by the game that it follows.
#[test]
fn a_row_that_is_not_read_is_told_once() {
    let page = "1. P4R P4R 2. C3AR C3AD 3. A5C P3TD 4. AxC PDxA 5. CxP D5D 6. C3AR DxP+";
    let options = PageOptions {
        language: Some(jadoube_notation::Language::French),
        ..PageOptions::default()
    };
    let read = read_page(page, &options);
    assert_eq!((read.games[0].doubts.len(), read.unread.len()), (1, 0));
}

/// A word that tells of an end does not end a score that goes on.
#[test]
fn a_remark_in_a_cell_ends_no_score_that_goes_on() {
    for page in [
        "1. P-K4 P-K4 2. Kt-KB3 wins Kt-QB3 3. B-B4 B-B4 4. P-B3 Kt-B3",
        "| 1 | P-K4 | P-K4 |\n| 2 | Kt-KB3 wins | Kt-QB3 |\n| 3 | B-B4 | B-B4 |\n| 4 | P-B3 | Kt-B3 |\n",
    ] {
        let game = find_games(page).remove(0);
        let told = !game.reading.faults.is_empty();
        assert!(told || game.reading.moves.len() == game.cells.len(), "{page}");
    }
}

/// The row that is due after the end is told, and fractions one under the other are read in their order, whatever their numbers.
#[test]
fn rows_beyond_the_end_and_out_of_order_are_told() {
    let doubts = |page: &str| find_games(page)[0].doubts.len();
    let page = " 1. P-K4    P-K4\n 2. Kt-KB3  Kt-QB3\n 3. B-B4    B-B4\nDrawn.\n 4. P-B3\n";
    assert_eq!(doubts(page), 1);
    let page = "       P-K4\n   1.  ----\n       P-K4\n\n       P-QR3\n   3.  -----\n       P-QR3\n\n       P-KR3\n   2.  -----\n       P-KR3\n\n\
                       P-Q3\n   4.  ----\n       P-Q3\n";
    assert!(doubts(page) > 0);
}
