//! Are misprints named, and mended by the smallest change that lets the game go on?

use jadoube_board::Position;
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
