//! Is a PGN archive read whole, with all that real archives hold?

use std::io::Read;

use jadoube_board::{Move, Origins, Position};
use jadoube_notation::{
    Annotation, DEEPEST_VARIATION, Item, PgnGame, PgnReader, PgnWriter, Spot, Standing, Utf16, is_pgn,
    is_utf16, last_game, replay, result_named, start_from, tally,
};
use proptest::prelude::*;

const ARCHIVE: &[u8] = b"\xef\xbb\xbf% exported by a program\r\n\
[Event \"Caf\xe9 de la R\xe9gence\"]\r\n\
[White \"A \\\"quoted\\\" name\"]\r\n\
[Result \"1-0\"]\r\n\
\r\n\
1. e4 {the \"best\" move} e5 2. Nf3 $1 (2. f4 exf4 (2... d5!? 3. exd5 e4) 3. Nf3 ; King's gambit\r\n\
g5) 2... Nc6\r\n\
% a line for nobody\r\n\
3.Bb5 a6!! 1-0\r\n\
[Event \"No result\"]\r\n\
\r\n\
1. d4 d5 2. c4\r\n\
\r\n\
[Event \"Stood against the rules\"]\r\n\
1. e4 e5 2. Ke3 Nc6 3. Kf3 *\r\n\
\r\n\
1. P-K4 P-K4 2. Kt-KB3 1/2-1/2\r\n";

fn games(source: impl Read) -> Vec<PgnGame> {
    let mut reader = PgnReader::new(source);
    std::iter::from_fn(|| reader.next_game().unwrap()).collect()
}

fn played(game: &PgnGame, irregular: bool) -> String {
    let replay = replay(game, irregular).unwrap();
    let moves: Vec<String> = replay
        .steps
        .iter()
        .map(|step| step.movement.to_string())
        .collect();
    moves.join(" ")
}

/// Gives one byte at a time, as a slow pipe may.
struct Drops<'b>(&'b [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match (self.0.split_first(), into.first_mut()) {
            (Some((byte, rest)), Some(place)) => {
                *place = *byte;
                self.0 = rest;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

#[test]
fn of_three_signs_the_first_two_tell() {
    let game = games("1. e4!!! e5!?! 1-0\n".as_bytes()).remove(0);
    let nags = game.items.into_iter().filter(|item| matches!(item, Item::Nag(_)));
    assert!(nags.eq([Item::Nag(3), Item::Nag(5)]));
}

#[test]
fn everything_in_an_archive_is_read() {
    let games = games(ARCHIVE);
    assert_eq!(games.len(), 4);
    assert_eq!(games[0].tag("Event"), Some("Café de la Régence"));
    assert_eq!(games[0].tag("White"), Some("A \"quoted\" name"));
    assert_eq!(games[0].result, Some("1-0"));
    assert!(
        games[0]
            .items
            .contains(&Item::Comment("the \"best\" move".to_owned()))
    );
    assert!(games[0].items.contains(&Item::Nag(1)));
    assert!(games[0].items.contains(&Item::Nag(3)));
    assert_eq!(
        games[0].items.iter().filter(|item| **item == Item::Open).count(),
        2
    );
    assert_eq!(played(&games[0], false), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    assert_eq!(games[1].result, None);
    assert_eq!(games[1].line, 10);
    assert_eq!(played(&games[1], false), "d2d4 d7d5 c2c4");
    assert_eq!(played(&games[3], false), "e2e4 e7e5 g1f3");
}

#[test]
fn a_move_against_the_rules_is_reported_and_may_stand() {
    let game = &games(ARCHIVE)[2];
    let strict = replay(game, false).unwrap();
    assert_eq!(strict.steps.len(), 2);
    assert_eq!(strict.unread, 2);
    assert_eq!(
        (strict.irregularities[0].ply, strict.irregularities[0].spot.line),
        (3, 15)
    );
    let stood = replay(game, true).unwrap();
    assert_eq!(played(game, true), "e2e4 e7e5 e1e3 b8c6 e3f3");
    assert!(stood.irregularities[0].stood);
    assert_eq!(
        stood.end.to_string(),
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5K2/PPPP1PPP/RNBQ1BNR b kq - 2 3"
    );
}

#[test]
fn a_slow_pipe_gives_the_same_games() {
    assert_eq!(games(ARCHIVE), games(Drops(ARCHIVE)));
}

#[test]
fn the_quick_count_agrees_with_the_full_reading() {
    let count = tally(ARCHIVE).unwrap();
    assert_eq!((count.games, count.faulty), (4, 1));
    // Six moves and the seven of the variations, three, two of the faulty game, three.
    assert_eq!(count.plies, 6 + 7 + 3 + 2 + 3);
}

#[test]
fn a_file_of_nothing_but_its_mark_holds_no_game() {
    assert!(games(&b"\xef\xbb\xbf"[..]).is_empty());
    assert_eq!(tally(&b"\xef\xbb\xbf"[..]).unwrap().games, 0);
}

#[test]
fn files_laid_together_are_the_games_they_were() {
    let one = "\u{feff}[White \"A\"]\n\n1. e4 e5 1-0";
    let other = "\u{feff}[White \"B\"]\n\n1. d4 d5 *";
    let untagged = "\u{feff}1. c4 c5 1/2-1/2";
    for between in ["", "\n", "\n\n", "\r\n"] {
        let text = [one, other, untagged].join(between);
        for found in [games(text.as_bytes()), games(Drops(text.as_bytes()))] {
            let moves: Vec<String> = found.iter().map(|game| played(game, false)).collect();
            assert_eq!(moves, ["e2e4 e7e5", "d2d4 d7d5", "c2c4 c7c5"], "{text:?}");
            assert_eq!(found[1].tag("White"), Some("B"));
        }
    }
}

#[test]
fn a_part_of_an_archive_is_whole_up_to_its_last_game() {
    let whole = games(ARCHIVE);
    for cut in 0..=ARCHIVE.len() {
        let end = last_game(&ARCHIVE[..cut]);
        let mut parts = games(&ARCHIVE[..end]);
        parts.extend(games(&ARCHIVE[end..]));
        let moves = |games: &[PgnGame]| games.iter().map(bare).collect::<Vec<_>>();
        assert_eq!(moves(&parts), moves(&whole), "cut at {cut}, parted at {end}");
    }
    assert!(last_game(ARCHIVE) > 0);
    assert_eq!(
        PgnReader::new(ARCHIVE)
            .from_line(7)
            .next_game()
            .unwrap()
            .unwrap()
            .line,
        7
    );
}

#[test]
fn results_are_known_however_they_are_written() {
    for (written, result) in [
        ("½-½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("1–0", "1-0"),
        ("0:1", "0-1"),
    ] {
        let found = games(format!("1. e4 e5 {written}\n\n1. d4 *").as_bytes());
        assert_eq!((found.len(), found[0].result), (2, Some(result)), "{written}");
        assert_eq!(played(&found[0], false), "e2e4 e7e5");
        let tagged = games(format!("[Result \"{written}\"]\n\n1. e4 e5").as_bytes());
        assert_eq!(tagged[0].told_result(), result);
        assert!(tagged[0].to_pgn().trim_end().ends_with(&format!("e5 {result}")));
    }
    for odd in ["0-0", "White wins", "1. d4"] {
        let tagged = games(format!("[Result \"{odd}\"]\n\n1. e4 e5").as_bytes());
        assert_eq!(tagged[0].told_result(), "*", "{odd}");
    }
    // Castling with figures is a move.
    let castled = games(&b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *"[..]);
    assert_eq!(castled[0].main_line().count(), 8);
}

#[test]
fn a_glyph_beyond_the_standard_is_kept_as_a_remark() {
    let found = games(&b"1. e4 $255 $999 e5 $99999999999999999999999 *"[..]);
    let nags: Vec<_> = found[0]
        .items
        .iter()
        .filter(|item| matches!(item, Item::Nag(_)))
        .collect();
    assert_eq!(nags, [&Item::Nag(255)]);
    assert!(found[0].to_pgn().contains("{$999}"));
}

#[test]
fn of_a_tag_given_twice_the_first_holds() {
    let found = games(&b"[Opening \"one\"]\n[Opening \"two\"]\n\n1. e4 *"[..]);
    let replayed = replay(&found[0], false).unwrap();
    let written = replayed.to_pgn(&found[0]);
    assert_eq!(written.matches("[Opening").count(), 1);
    assert_eq!(found[0].tag("Opening"), Some("one"));
}

#[test]
fn pgn_is_told_from_a_printed_page() {
    for text in [
        "[Event \"x\"]\n",
        "\u{feff} [ White \"x\" ]",
        "% made by a program\n",
        "1. e4 {best} e5",
        "1. e4 $1 e5",
        "1. e4 e5\n*\n",
        "1. e4 e5 *",
    ] {
        assert!(is_pgn(text.as_bytes()), "{text}");
    }
    for text in [
        "",
        "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3",
        "1. P-K4 P-K4\n\n* * *\n",
        "[Notes by \"Delta\".]",
        "{\"code\":\"xxv\"}\n{\"by\":\"white\"}\n",
        "GAME THE FIRST. {1}",
    ] {
        assert!(!is_pgn(text.as_bytes()), "{text}");
    }
}

#[test]
fn a_start_is_read_as_people_paste_it() {
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    for (pasted, read) in [
        (format!("{after} e3"), format!("{after} e3 0 1")),
        (format!(" {after}  e3 0 1\n"), format!("{after} e3 0 1")),
        (format!("{after} e3 0 0"), format!("{after} e3 0 1")),
        // Without its rook a King may castle at odds only where the corner is empty; here it moved to g1.
        (
            "4k3/8/8/8/8/8/8/4K1RN w K e6 3 9".to_owned(),
            "4k3/8/8/8/8/8/8/4K1RN w - - 3 9".to_owned(),
        ),
        // Irregular, and short of fields.
        (
            "P3k3/8/8/8/8/8/8/4K3 w".to_owned(),
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(),
        ),
    ] {
        assert_eq!(
            start_from(&pasted).map(|found| found.to_fen()),
            Ok(read),
            "{pasted}"
        );
    }
    // Rights of Chess960 are no rights left over.
    assert!(start_from("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1").is_err());
    let found = games(&b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 *"[..]);
    assert_eq!(played(&found[0], false), "e2e4");
}

#[test]
fn a_comment_larger_than_the_buffer_does_not_stop_the_reader() {
    let mut text = b"1. e4 {".to_vec();
    text.resize(1_000_000, b'x');
    text.extend(b"} e5 *");
    let game = &games(&text[..])[0];
    assert_eq!(played(game, false), "e2e4 e7e5");
}

/// Gives the same bytes over and over.
struct Endless<I>(I);

impl<I: Iterator<Item = u8>> Read for Endless<I> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        for place in &mut *into {
            *place = self.0.next().unwrap();
        }
        Ok(into.len())
    }
}

#[test]
fn a_game_without_end_is_refused() {
    for endless in ["e4 ", "[White \"x\"]\n", "{ no end ", "( ", "\n% ", "$1"] {
        let source = endless.as_bytes().iter().copied().cycle();
        let error = PgnReader::new(Endless(source)).next_game().unwrap_err();
        assert!(error.to_string().contains("more than 8 MB"), "{endless}: {error}");
    }
}

#[test]
fn what_is_written_reads_back() {
    let start = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1").unwrap();
    let mut position = start;
    let mut moves = Vec::new();
    for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
        let movement = position.parse_uci(text).unwrap();
        moves.push(movement);
        position = position.play(movement);
    }
    let tags = [
        ("Laws".to_owned(), "bcc-1899".to_owned()),
        ("White".to_owned(), "Back\\slash \"quote\"".to_owned()),
    ];
    let remark =
        "read for {P-K4}; a comment too long for one line of the file, [%clk 0:10:00] with a clock in it";
    let annotations = [(2, Annotation::Comment(remark.to_owned()))];
    let text = PgnWriter {
        tags: &tags,
        annotations: &annotations,
        result: "1-0",
    }
    .write(&start, &moves);
    let read = &games(text.as_bytes())[0];
    assert!(read.items.contains(&Item::Comment(remark.to_owned())), "{text}");
    assert_eq!(read.tag("Laws"), Some("bcc-1899"));
    assert_eq!(read.tag("White"), Some("Back\\slash \"quote\""));
    assert_eq!(read.tag("SetUp"), Some("1"));
    assert_eq!(played(read, false), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(read.result, Some("1-0"));
}

/// The movetext of a game after it has been replayed and written again, on one line.
fn rewritten(text: &str) -> String {
    let game = &games(text.as_bytes())[0];
    let replayed = replay(game, false).unwrap();
    let moves: Vec<Move> = replayed.steps.iter().map(|step| step.movement).collect();
    let written = PgnWriter {
        tags: &game.tags,
        annotations: &replayed.annotations,
        result: game.result.unwrap_or("*"),
    }
    .write(&replayed.start, &moves);
    let (_, movetext) = written.split_once("\n\n").unwrap();
    movetext.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn nothing_an_annotator_wrote_is_lost() {
    let cases = [
        "{A game.} 1. e4 $1 {Best by test.} 1... e5 (1... c5 $6 {sharp} 2. Nf3 (2. c3 d5 (2... e6)) 2... d6) (1... e6) \
         2. Nf3 $146 $10 (2. f4 -- 3. fxe5) 2... Nc6 {a} {b} *",
        "1. e4 (1. d4 {first word}) (1. c4 e5) 1... e5 1/2-1/2",
        "1. e4 e5 ({no move at all}) *",
    ];
    for case in cases {
        assert_eq!(rewritten(case), case);
        assert_eq!(rewritten(&rewritten(case)), case);
    }
    assert_eq!(
        rewritten("1. e4! e5?? ; to the end\n2. Nf3?! *"),
        "1. e4 $1 e5 $4 {to the end} 2. Nf3 $6 *"
    );
}

#[test]
fn a_fault_in_a_variation_is_reported_and_its_text_is_kept() {
    let text = "1. e4 e5 (1... c5 2. Qh6 {mad} Nc6 (2... d6)) 2. Nf3 *";
    let game = &games(text.as_bytes())[0];
    let replayed = replay(game, false).unwrap();
    assert_eq!(replayed.steps.len(), 3);
    let [fault] = &replayed.irregularities[..] else {
        panic!("{:?}", replayed.irregularities);
    };
    assert!(fault.in_variation && !fault.stood);
    assert_eq!((fault.ply, fault.text.as_str(), fault.spot.line), (3, "Qh6", 1));
    assert!(fault.would_fit.iter().any(|one| one.to_string() == "d1h5"));
    assert_eq!(
        rewritten(text),
        "1. e4 e5 (1... c5 {Qh6 (no legal move answers to it) [mad] Nc6 (d6)}) 2. Nf3 *"
    );
}

#[test]
fn brackets_without_end_exhaust_nothing() {
    let text = format!("1. e4 {}{} e5 *", "(".repeat(100_000), ")".repeat(100_000));
    let game = &games(text.as_bytes())[0];
    assert!(game.too_deep);
    let opened = game.items.iter().filter(|item| **item == Item::Open).count();
    assert_eq!(opened, DEEPEST_VARIATION);
    assert_eq!(rewritten(&text), "1. e4 1... e5 *");
}

/// A start of Chess960: King f1, Rooks b1 and g1.
const CHESS960: &str = "nrbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/NRBQNKRB w GBgb - 0 1";

fn from_start(fen: &str, movetext: &str) -> String {
    format!("[Event \"Fischer's\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{movetext}\n")
}

#[test]
fn a_king_castles_from_where_chess960_put_him() {
    let cases = [
        // The King passes over his Rook's square, and the Rook over his.
        (
            CHESS960,
            "1. Nf3 Nf6 2. O-O O-O",
            "e1f3 e8f6 f1g1 f8g8",
            "nrbq1rkb/pppppppp/5n2/8/8/5N2/PPPPPPPP/NRBQ1RKB w - - 4 3",
        ),
        // As X-FEN writes the rights: the outermost Rook on that side.
        (
            "nrbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/NRBQNKRB w KQkq - 0 1",
            "1. Nf3 Nf6 2. O-O",
            "e1f3 e8f6 f1g1",
            "",
        ),
        // The long way, and Black's, from the same squares.
        (
            "1r3k2/3p4/8/8/8/8/3P4/1R3K2 b Bb - 7 9",
            "9... O-O-O 10. O-O-O",
            "f8b8 f1b1",
            "2kr4/3p4/8/8/8/8/3P4/2KR4 b - - 9 10",
        ),
        // A Rook that moved, and one that was taken, castle no more; a man between forbids it.
        (
            "1r3k2/8/8/8/8/8/8/1R3K2 w Bb - 0 1",
            "1. Rb2 Kg8 2. Rb1 Kf8 3. O-O-O",
            "b1b2 f8g8 b2b1 g8f8",
            "",
        ),
        (
            "1r3k2/8/8/8/8/8/8/1R3K2 w Bb - 0 1",
            "1. Rxb8+ Ke7 2. Rb1 Kf8 3. O-O-O",
            "b1b8 f8e7 b8b1 e7f8",
            "",
        ),
        (CHESS960, "1. O-O-O", "", ""),
        // Not through a square that is attacked, nor where the Rook's going lets a check in.
        ("1r1r1k2/8/8/8/8/8/8/1R3K2 w B - 0 1", "1. O-O-O", "", ""),
        ("5k2/8/8/8/8/8/8/rR2K3 w B - 0 1", "1. O-O-O", "", ""),
    ];
    for (fen, movetext, moves, end) in cases {
        let replayed = replay(&games(from_start(fen, movetext).as_bytes())[0], false).unwrap();
        let found: Vec<String> = replayed
            .steps
            .iter()
            .map(|step| step.movement.to_string())
            .collect();
        assert_eq!(found.join(" "), moves, "{fen} {movetext}");
        let written = movetext
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .count();
        assert_eq!(
            replayed.irregularities.is_empty(),
            found.len() == written,
            "{fen} {movetext}"
        );
        let castled = |text: &str| text.starts_with("O-O");
        for step in &replayed.steps {
            assert_eq!(
                step.standing == Standing::Chess960,
                castled(&step.text),
                "{movetext}"
            );
        }
        if !end.is_empty() {
            assert_eq!(replayed.end.to_string(), end);
        }
        assert!(replayed.keep_text && replayed.chess960);
    }
}

#[test]
fn the_ordinary_rights_may_be_named_by_the_rooks() {
    let shredder = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    let text = from_start(shredder, "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *");
    let replayed = replay(&games(text.as_bytes())[0], false).unwrap();
    assert_eq!(replayed.start, Position::ordinary());
    assert!(!replayed.chess960 && !replayed.keep_text && replayed.irregularities.is_empty());
    assert_eq!(replayed.legal_steps().len(), 8);
    // A King's Rook given as odds is no Chess960.
    let odds = from_start(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
        "1. e4 *",
    );
    assert!(!replay(&games(odds.as_bytes())[0], false).unwrap().chess960);
}

/// The movetext without the places it stood at.
fn bare(game: &PgnGame) -> Vec<Item> {
    let placeless = |item: &Item| match item {
        Item::San(text, _) => Item::San(text.clone(), Spot::default()),
        other => other.clone(),
    };
    game.items.iter().map(placeless).collect()
}

/// What was remarked before, inside and after something that no list of moves can tell is kept word for word;
/// the games around it too.
#[test]
fn a_game_is_kept_as_it_stood() {
    let movetext = "{Opening.} 1. Nf3 $1 {[%clk 0:09:59] quick} 1... Nf6 (1... d5 2. O-O (2. d4 $6) 2... Z0 {why} \
        3. Qh9 Nf3) 2. O-O O-O 3. Qxh9 -- {after an illegal move} 4. e4 1-0";
    let fens = [
        CHESS960,
        // None that the board takes: Rooks that are not there, and a text that is no FEN.
        "nrbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/NRBQNKRB w HAha - 0 1",
        "a board of ten files, w",
    ];
    for fen in fens {
        let text = from_start(fen, movetext);
        let archive = format!("[Event \"A\"]\n\n1. e4 *\n\n{text}\n[Event \"B\"]\n\n1. d4 *\n");
        let found = games(archive.as_bytes());
        assert_eq!(found.len(), 3);
        let again = &games(found[1].to_pgn().as_bytes())[0];
        assert_eq!((&again.tags, again.result), (&found[1].tags, found[1].result));
        assert_eq!(bare(again), bare(&found[1]));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&found[1].to_pgn()), words(&text), "numbers too");
    }
}

#[test]
fn a_turn_that_is_passed_is_kept() {
    let text = "1. e4 e5 2. -- d5 (2... Nf6 3. Z0 Nxe4) 3. exd5 *";
    let game = &games(text.as_bytes())[0];
    let replayed = replay(game, false).unwrap();
    let [fault] = &replayed.irregularities[..] else {
        panic!("{:?}", replayed.irregularities);
    };
    assert!(fault.stood && fault.text == "--");
    assert_eq!(replayed.steps.len(), 5);
    assert_eq!(replayed.legal_steps().len(), 2);
    assert!(replayed.keep_text);
    assert_eq!(
        game.to_pgn().trim(),
        "1. e4 e5 2. -- d5 (2... Nf6 3. Z0 Nxe4) 3. exd5 *"
    );
    // In check no turn can be passed; the text is kept all the same.
    let checked = &games(&b"1. e4 f6 2. Qh5+ (2. d4 g5 3. Qh5+ -- 4. Qh4) *"[..])[0];
    let replayed = replay(checked, false).unwrap();
    assert!(
        replayed.keep_text && replayed.irregularities.len() == 1,
        "{:?}",
        replayed.irregularities
    );
}

/// Words, clocks and now and then something that a brace cannot hold.
fn remark() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        20 => "[a-zß†]{1,12} ",
        4 => "\\[%(clk|cal) [0-9:, ]{1,9}\\]",
        2 => "[ \n]{1,3}",
        1 => proptest::sample::select(&["}", "{", "[Event \"x\"]", ";", "%", ")"][..]).prop_map(str::to_owned),
    ];
    proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_stood_is_read_back(words in proptest::collection::vec(proptest::sample::select(&[
        "1.", "7...", "e4", "Nf3", "O-O", "--", "Z0", "Qh9", "%x", "P-K4", "!?", "$5", "(", ")", "+-", "{said }", "{}",
        "{ [%clk 0:10:00] }", "{two\nlines}", "; so } it { is\n", "\n", "(((", "e8=Q+",
    ][..]), 0..80), fen in proptest::sample::select(&[CHESS960, "nonsense", "x b - - 0 9"][..])) {
        let text = from_start(fen, &words.join(" "));
        let before = &games(text.as_bytes())[0];
        let written = before.to_pgn();
        let after = games(written.as_bytes());
        prop_assert_eq!(after.len(), 1, "{}", written);
        // Brackets that hold nothing are not written, nor comments; those left open are closed.
        let mut wanted = Vec::new();
        let mut open = 0;
        for item in bare(before) {
            match &item {
                Item::Close if wanted.last() == Some(&Item::Open) => {
                    wanted.pop();
                    open -= 1;
                    continue;
                }
                Item::Comment(text) if text.is_empty() => continue,
                Item::Open => open += 1,
                Item::Close => open -= 1,
                _ => {}
            }
            wanted.push(item);
        }
        for _ in 0..open {
            if wanted.last() == Some(&Item::Open) {
                wanted.pop();
            } else {
                wanted.push(Item::Close);
            }
        }
        prop_assert_eq!(bare(&after[0]), wanted, "{}", written);
        prop_assert_eq!(&after[0].tags, &before.tags);
    }

    #[test]
    fn a_comment_is_read_back_as_it_was_written(
        remarks in proptest::collection::vec(remark(), 1..4),
    ) {
        let annotations: Vec<_> = remarks.iter().map(|text| (1, Annotation::Comment(text.clone()))).collect();
        let start = Position::ordinary();
        let moves = [start.parse_uci("e2e4").unwrap()];
        let writer = PgnWriter { annotations: &annotations, ..PgnWriter::default() };
        let text = writer.write(&start, &moves);
        let read = games(text.as_bytes());
        prop_assert_eq!(read.len(), 1, "{}", text);
        let found: Vec<&str> = read[0].items.iter().filter_map(|item| match item {
            Item::Comment(text) => Some(text.as_str()),
            _ => None,
        }).collect();
        // Only a text of several lines that no brace can hold is set on one.
        let kept = |text: &str| {
            let text = text.trim_ascii();
            if text.contains('\n') && (text.contains('}') || text.contains("[Event \"")) {
                let words: Vec<&str> = text.split_whitespace().collect();
                words.join(" ").replace('{', "(").replace('}', ")")
            } else {
                text.to_owned()
            }
        };
        let wanted: Vec<String> = remarks.iter().map(|text| kept(text)).filter(|text| !text.is_empty()).collect();
        prop_assert_eq!(found, wanted, "{}", text);
    }

    #[test]
    fn no_bytes_make_the_reader_fall_over(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for game in games(&bytes[..]) {
            let _ = replay(&game, true);
        }
        prop_assert!(tally(&bytes[..]).is_ok());
    }

    #[test]
    fn random_games_survive_writing_and_reading(choices in proptest::collection::vec(any::<u16>(), 0..120)) {
        let start = Position::ordinary();
        let mut position = start;
        let mut origins = Origins::ordinary();
        let mut moves = Vec::new();
        for choice in choices {
            let legal = position.legal_moves();
            if legal.is_empty() { break; }
            let movement = legal[usize::from(choice) % legal.len()];
            origins.play(&position, movement);
            position = position.play(movement);
            moves.push(movement);
        }
        let text = PgnWriter::default().write(&start, &moves);
        let read = replay(&games(text.as_bytes())[0], false).unwrap();
        prop_assert_eq!(read.end, position);
    }
}

/// What editors and programs leave behind: `e.p.`, judgements in signs, small letters, a brace that was
/// never closed. The games after it are kept.
#[test]
fn games_as_they_are_found() {
    let text = "[Event \"A\"]\n\n1. e4 a6 2. e5 d5 3. exd6 e.p. += cxd6 4. nf3 nc6 5. bb5 +/- {never closed 5... axb5\n\n[Event \"B\"]\n\n1. d4 d5 *\n";
    let mut reader = jadoube_notation::PgnReader::new(text.as_bytes());
    let first = reader.next_game().unwrap().unwrap();
    assert!(first.unclosed_comment);
    let replayed = jadoube_notation::replay(&first, false).unwrap();
    let moves: Vec<String> = replayed
        .steps
        .iter()
        .map(|step| step.movement.to_string())
        .collect();
    assert_eq!(moves.join(" "), "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6 g1f3 b8c6 f1b5");
    assert!(replayed.irregularities.is_empty());
    let second = reader.next_game().unwrap().unwrap();
    assert_eq!(second.tag("Event"), Some("B"));
    assert!(!second.unclosed_comment);
    assert!(reader.next_game().unwrap().is_none());
}

/// Where one game ends and the next begins, in files that do not say it well.
#[test]
fn games_end_where_they_should() {
    let events = |text: &str| {
        let tag = |game: &PgnGame| game.tag("Event").unwrap_or("-").to_owned();
        games(text.as_bytes())
            .iter()
            .map(tag)
            .collect::<Vec<_>>()
            .join(" ")
    };
    // Tags without moves.
    assert_eq!(
        events("[Event \"A\"]\n[Site \"x\"]\n\n[Event \"B\"]\n\n1. e4 *\n"),
        "A B"
    );
    // A variation that is never closed, read or skipped.
    let open = "[Event \"A\"]\n\n1. e4 (1. d4 d5\n\n[Event \"B\"]\n\n1. e4 *\n";
    assert_eq!(events(open), "A B");
    assert_eq!(tally(open.as_bytes()).unwrap().games, 2);
    // What stands behind the result belongs to it: a comment, the result once more.
    let text = "1. e4 e5 1-0 {Black resigned} 1-0\n\n1. d4 ½-½\n\n1. c4 1-0\n";
    let read = games(text.as_bytes());
    assert_eq!(read.len(), 3);
    assert_eq!(
        read[0].items.last(),
        Some(&Item::Comment("Black resigned".to_owned()))
    );
    assert_eq!(read[1].result, Some("1/2-1/2"));
    assert_eq!(read[1].items.len(), 1);
}

/// A result after which the numbers go on ends nothing, and is kept as a remark.
#[test]
fn a_result_in_the_midst_of_a_game_ends_nothing() {
    for (text, result) in [
        ("1. e4 e5 1-0 2. Nf3 Nc6 1/2-1/2", Some("1/2-1/2")),
        ("1. e4 e5 *\n\n2.Nf3 Nc6", None),
        ("1. e4 e5 1-0 {adjourned}\n2. Nf3 Nc6 1-0", Some("1-0")),
        ("1. e4 1-0 1... e5 2. Nf3 Nc6 *", Some("*")),
        ("1. e4 e5 2. Nf3 0-1 2... Nc6 0-1\n", Some("0-1")),
    ] {
        for read in [games(text.as_bytes()), games(Drops(text.as_bytes()))] {
            assert_eq!(read.len(), 1, "{text}: {read:?}");
            assert_eq!(played(&read[0], false), "e2e4 e7e5 g1f3 b8c6", "{text}");
            assert_eq!(read[0].result, result, "{text}");
            let kept = |item: &Item| matches!(item, Item::Comment(text) if result_named(text).is_some());
            assert!(read[0].items.iter().any(kept), "{text}: {read:?}");
        }
        assert_eq!(tally(text.as_bytes()).unwrap().plies, 4, "{text}");
    }
    // Where they do not go on, it is another game.
    for text in [
        "1. e4 e5 1-0\n1. d4 *",
        "1. e4 e5 1-0\n\nd4 d5 *",
        "1. e4 e5 1-0 1-0\n1. d4",
    ] {
        assert_eq!(games(text.as_bytes()).len(), 2, "{text}");
    }
}

/// A move against the rules is carried on from, in whatever notation it is written.
#[test]
fn moves_against_the_rules_are_done_in_any_notation() {
    for (text, done) in [
        ("e4-e5", "e4e5"),
        ("e4xd5", "e4d5"),
        ("♔e3", "e1e3"),
        ("ke3", "e1e3"),
        ("P-K5", "e4e5"),
        ("e1e3", "e1e3"),
        ("Bg8", "f1g8"),
    ] {
        let game = games(format!("1. e4 e5 2. {text} a6 *").as_bytes()).remove(0);
        assert_eq!(played(&game, true), format!("e2e4 e7e5 {done} a7a6"), "{text}");
    }
}

/// Windows saves text so. What is cut in two by the end of a read or of the file is no reason to stop.
#[test]
fn a_text_in_utf16_is_read_as_utf8() {
    let text = format!(
        "[White \"Müller ♘𝔸\"]\n\n1. e4 {{{}}} e5 *\n",
        "𝔸♘é ".repeat(40_000)
    );
    let units = || [0xfeff].into_iter().chain(text.encode_utf16());
    let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
    for bytes in [&little, &big] {
        assert!(is_utf16(bytes));
        let mut read = String::new();
        Utf16::new(&bytes[..]).read_to_string(&mut read).expect("text");
        assert!(read == text);
        let game = PgnReader::new(Utf16::new(&bytes[..]))
            .next_game()
            .expect("text")
            .expect("a game");
        assert_eq!(game.tag("White"), Some("Müller ♘𝔸"));
    }
    // Half a pair, and half a unit, at the end.
    for (cut, last) in [
        (&little[..little.len() - 1], "\n"),
        (&b"\xff\xfea\0\x35\xd8"[..], "\u{fffd}"),
    ] {
        let mut read = String::new();
        Utf16::new(cut).read_to_string(&mut read).expect("text");
        assert!(read.ends_with(last), "{:?}", read.chars().last());
    }
    let mut nothing = String::new();
    Utf16::new(&b"\xfe\xff"[..])
        .read_to_string(&mut nothing)
        .expect("text");
    assert_eq!(nothing, "");
}
