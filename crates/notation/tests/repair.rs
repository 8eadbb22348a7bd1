//! Are misprints named, and mended by the smallest change that lets the game go on?

use jadoube_board::{Move, Position};
use jadoube_notation::{GameReading, Score, ScoreReader};

const OPERA: [&str; 33] = [
    "P-K4",
    "P-K4",
    "Kt-KB3",
    "P-Q3",
    "P-Q4",
    "B-Kt5",
    "PxP",
    "BxKt",
    "QxB",
    "PxP",
    "B-QB4",
    "Kt-KB3",
    "Q-QKt3",
    "Q-K2",
    "Kt-B3",
    "P-B3",
    "B-KKt5",
    "P-Kt4",
    "KtxP",
    "PxKt",
    "BxKtP ch",
    "QKt-Q2",
    "Castles QR",
    "R-Q1",
    "RxKt",
    "RxR",
    "R-Q1",
    "Q-K3",
    "BxR ch",
    "KtxB",
    "Q-Kt8 ch",
    "KtxQ",
    "R-Q8 mate",
];

const PLAYED: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 \
    c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

fn read(cells: &[&str], repair: bool) -> GameReading {
    let score = Score {
        start: Position::ordinary(),
        by_place: false,
        cells: cells.to_vec(),
        language: jadoube_notation::Language::English,
    };
    ScoreReader::new().read(&score, repair)
}

fn line(reading: &GameReading) -> String {
    reading
        .moves
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_sound_score_is_read_clean() {
    let reading = read(&OPERA, false);
    assert_eq!(line(&reading), PLAYED);
    assert!(reading.is_clean(), "{:?} {:?}", reading.ties, reading.faults);
}

#[test]
fn each_kind_of_misprint_is_mended_where_it_stands() {
    let misprints = [
        (10, "R-QB4", "the letter of the man"),
        (14, "Kt-KB3", "the side of the square"),
        (12, "Q-QKt8", "the number of the square"),
        (7, "B-Kt", "a dash is printed for a capture"),
        (18, "KKtxP", "the side of the man"),
        (16, "B-KKt5 ch", "a check mark is printed"),
        (20, "BxRP ch", "the file of the pawn"),
        (10, "B-QĐ4", "letters are misprinted"),
    ];
    for (ply, misprint, why) in misprints {
        let mut cells = OPERA;
        cells[ply] = misprint;
        let strict = read(&cells, false);
        assert_eq!(strict.faults.len(), 1, "{misprint}");
        assert_eq!(strict.faults[0].ply, ply + 1, "{misprint}");
        assert_eq!(strict.moves.len(), ply, "{misprint}");
        let truth = PLAYED.split_whitespace().nth(ply).unwrap();
        assert!(
            strict.faults[0]
                .would_fit
                .iter()
                .any(|fit| fit.to_string() == truth),
            "{misprint}"
        );
        let mended = read(&cells, true);
        assert_eq!(line(&mended), PLAYED, "{misprint}: {:?}", mended.repairs);
        assert_eq!(mended.repairs.len(), 1, "{misprint}: {:?}", mended.repairs);
        assert_eq!(
            (mended.repairs[0].ply, mended.repairs[0].text.as_str()),
            (ply + 1, misprint)
        );
        assert!(
            mended.repairs[0].why.starts_with(why),
            "{misprint}: {}",
            mended.repairs[0].why
        );
    }
}

#[test]
fn a_column_that_slipped_is_set_right() {
    let mut cells = OPERA;
    cells.swap(10, 11);
    let mended = read(&cells, true);
    assert_eq!(line(&mended), PLAYED);
    assert_eq!(
        mended.repairs.iter().map(|repair| repair.ply).collect::<Vec<_>>(),
        [11, 12]
    );
}

/// The columns of the game, to be slipped.
fn columns() -> [Vec<&'static str>; 2] {
    [0, 1].map(|from| OPERA.iter().skip(from).step_by(2).copied().collect())
}

fn mend(columns: &[Vec<&str>; 2]) -> GameReading {
    let start = Position::ordinary();
    ScoreReader::new().read_columns(&start, false, &columns[0], &columns[1], true)
}

#[test]
fn columns_that_slipped_are_set_right() {
    let told = |reading: &GameReading| -> Vec<usize> { reading.repairs.iter().map(|one| one.ply).collect() };
    for column in 0..2 {
        for row in [2, 5, 8, 10] {
            // A cell printed twice, and one that is empty, push the rest of their column down.
            for cell in [columns()[column][row], "", "..."] {
                let mut doubled = columns();
                doubled[column].insert(row, cell);
                let mended = mend(&doubled);
                assert_eq!(line(&mended), PLAYED, "{cell} in {column}, {row}: {mended:?}");
                assert_eq!(
                    mended.repairs.len(),
                    1,
                    "{cell} in {column}, {row}: {:?}",
                    mended.repairs
                );
            }
            // A cell left out lets the rest move up; what follows tells which it was.
            let mut short = columns();
            short[column].remove(row);
            let mended = mend(&short);
            let settled = line(&mended) == PLAYED;
            let joined = |line: &[Move]| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let tied = mended
                .ties
                .iter()
                .any(|tie| tie.lines.iter().any(|line| joined(line) == PLAYED));
            // The cells that are left may happen to be another game with the other side first.
            let otherwise = mended
                .notes
                .iter()
                .any(|note| note.text.contains("does not begin"));
            if mended.faults.is_empty() && !otherwise {
                assert!(settled || tied, "{column}, {row}: {mended:?}");
                assert_eq!(told(&mended).len(), 1, "{column}, {row}: {:?}", mended.repairs);
            }
        }
    }
    // Both columns exchanged in four rows.
    let mut exchanged = columns();
    let [left, right] = &mut exchanged;
    left[6..10].swap_with_slice(&mut right[6..10]);
    let mended = mend(&exchanged);
    assert_eq!(line(&mended), PLAYED, "{mended:?}");
    assert_eq!(told(&mended), (13..21).collect::<Vec<_>>());
}

#[test]
fn a_missing_cell_is_supplied_where_the_game_settles_it() {
    let mut short = columns();
    short[1].remove(3); // Black's PxB... the rest leaves one way to have come there.
    let mended = mend(&short);
    assert!(mended.faults.is_empty(), "{mended:?}");
    assert_eq!(line(&mended), PLAYED, "{:?}", mended.repairs);
    // Without leave it stays a fault, and the game is kept up to it.
    let start = Position::ordinary();
    let strict = ScoreReader::new().read_columns(&start, false, &short[0], &short[1], false);
    assert_eq!(strict.faults.len(), 1);
    assert!(strict.repairs.is_empty());
}

#[test]
fn an_empty_cell_is_a_fault_and_what_follows_tells_what_would_fit() {
    let mut cells = OPERA;
    cells[8] = "";
    let strict = read(&cells, false);
    assert_eq!((strict.faults.len(), strict.faults[0].ply), (1, 9));
    assert!(
        strict.faults[0]
            .would_fit
            .iter()
            .any(|fit| fit.to_string() == "d1f3")
    );
    let mended = read(&cells, true);
    assert_eq!(line(&mended), PLAYED, "{:?} {:?}", mended.repairs, mended.ties);
}

#[test]
fn a_misprint_that_shows_itself_late_is_found() {
    // Both are legal where they stand; what follows shows that something else was played.
    for (ply, misprint) in [(17, "P-QR4"), (22, "Castles KR")] {
        let mut cells = OPERA;
        cells[ply] = misprint;
        let mended = read(&cells, true);
        assert_eq!(line(&mended), PLAYED, "{misprint}: {:?}", mended.repairs);
        assert_eq!(
            mended.repairs.iter().map(|repair| repair.ply).collect::<Vec<_>>(),
            [ply + 1]
        );
    }
}

#[test]
fn nothing_is_altered_without_leave() {
    let mut cells = OPERA;
    cells[10] = "R-QB4";
    assert!(read(&cells, false).repairs.is_empty());
}

#[test]
fn a_score_that_is_another_game_is_not_bent_into_shape() {
    let cells = [
        "P-K4",
        "Q-R8 mate",
        "K-R8",
        "Castles",
        "BxQ",
        "KtxKt",
        "R-R1",
        "Q-R8 mate",
    ];
    let reading = read(&cells, true);
    assert!(!reading.faults.is_empty());
}

#[test]
fn many_open_readings_do_not_run_away() {
    // Knights that may go to two squares each, over and over.
    let cells: Vec<&str> = ["Kt-B3", "Kt-B3", "Kt-Kt1", "Kt-Kt1"]
        .into_iter()
        .cycle()
        .take(120)
        .collect();
    let reading = read(&cells, false);
    assert_eq!(reading.moves.len(), 120);
    assert!(!reading.ties.is_empty());
}

/// A misprint that is a legal move shows itself in a sound cell later on. It is named where it explains all, and nothing is
/// said where the cell itself may be the misprint, or where two cells are.
#[test]
fn a_score_ends_where_its_words_say_so_and_no_move_follows() {
    let ends_at = |cells: &[&str]| read(cells, false).notes.first().map(|note| note.ply);
    assert_eq!(ends_at(&["e4", "e5", "White wins", "and Black resigns"]), Some(3));
    assert_eq!(ends_at(&["e4", "e5", "wins Nf3"]), None);
    assert_eq!(ends_at(&["e4", "e5", "wins Kt to K B 3  "]), None);
    assert_eq!(ends_at(&["e4", "e5", "wins", "Nf3", "resigns", "drawn"]), Some(5));
}

#[test]
fn many_words_that_tell_an_end_are_looked_at_once() {
    let mut cells = vec!["wins"; 200_000];
    cells.push("e4");
    let reading = read(&cells, false);
    assert!(reading.notes.is_empty() && reading.moves.is_empty());
    assert_eq!(reading.faults[0].ply, 1);
    let long = format!("wins{} in style", " a".repeat(100_000));
    let reading = read(&["e4", &long], false);
    assert_eq!((reading.moves.len(), reading.notes[0].ply), (1, 2));
    let reading = read(&["e4", &format!("{long} e5")], false);
    assert!(reading.notes.is_empty());
}

#[test]
fn twenty_thousand_rows_are_put_in_no_other_order() {
    let mut cells = vec!["e4", "e5", "???"];
    cells.resize(40_000, "a3");
    let reading = read(&cells, true);
    assert_eq!((reading.moves.len(), reading.faults[0].ply), (2, 3));
}

#[test]
fn a_fault_is_traced_back_to_the_misprint_before_it() {
    let fault = |misprints: &[(usize, &'static str)]| {
        let mut cells = OPERA;
        for &(ply, misprint) in misprints {
            cells[ply] = misprint;
        }
        let reading = read(&cells, false);
        let fault = &reading.faults[0];
        (fault.ply, fault.why.clone())
    };
    let (ply, why) = fault(&[(17, "P-Kt3")]);
    assert_eq!(ply, 19);
    let told =
        "but all of the score can be read if what is misprinted is Black's move 9, \"P-Kt3\" for \"P-Kt4\"";
    assert!(why.ends_with(told), "{why}");
    for misprints in [&[(10, "R-QB4")][..], &[(17, "P-Kt3"), (26, "R-Q9")]] {
        let (_, why) = fault(misprints);
        assert!(!why.contains("misprinted"), "{why}");
    }
}
