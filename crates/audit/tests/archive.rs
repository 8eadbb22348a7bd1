//! An archive with irregularities of every kind put into it: all are found, and nothing else.

mod support;

use fastrand::Rng;
use jadoube_audit::{Audit, Code, Done, Finding, Part, Source};
use jadoube_board::Position;
use jadoube_notation::san;
use std::{collections::BTreeSet, fmt::Write as _, num::NonZero};
use support::{gzip, keep, kept};

/// What a finding says, without its place.
type Said = (u64, u32, Option<&'static str>, &'static str, Option<&'static str>);

fn said(finding: &Finding) -> Said {
    let code = finding.code.map(Code::name);
    (
        finding.game,
        finding.ply,
        code,
        finding.kind.word(),
        finding.kind.detail(),
    )
}

fn audited(sources: &[Source], codes: &[Code], threads: usize) -> Part {
    let mut audit = Audit::under(codes.iter().copied());
    audit.threads = NonZero::new(threads).expect("a thread");
    support::audited(&audit, sources)
}

/// An archive as it is put together, and what must be found in it.
#[derive(Default)]
struct Archive {
    text: String,
    games: u64,
    expected: BTreeSet<Said>,
    dice: Rng,
}

const CODES: [Code; 4] = [Code::Bca1862, Code::Bcc1899, Code::Fide1931, Code::Fide2023];

impl Archive {
    /// A random game without captures of the last kind, so many half-moves long, and where it leads.
    fn random(&mut self, plies: usize) -> (Vec<String>, Position) {
        'again: loop {
            let mut position = Position::ordinary();
            let mut texts = Vec::new();
            let mut seen = vec![*position.board()];
            while texts.len() < plies {
                let legal = position.legal_moves();
                let mv = legal[self.dice.usize(..legal.len())];
                texts.push(san(&position, mv));
                position = position.play(mv);
                // No claim and no end of its own making.
                let again = seen.iter().filter(|board| **board == *position.board()).count();
                seen.push(*position.board());
                if again > 0 || !position.has_legal_move() {
                    continue 'again;
                }
            }
            return (texts, position);
        }
    }

    fn put(&mut self, tags: &[(&str, &str)], moves: &[String], end: &str) {
        self.games += 1;
        let players = [
            ("Event", "Club".to_owned()),
            ("White", format!("W{}", self.games)),
            ("Black", format!("B{}", self.games)),
        ];
        for (name, value) in players {
            if !tags.iter().any(|(given, _)| *given == name) {
                let _ = writeln!(self.text, "[{name} \"{value}\"]");
            }
        }
        for (name, value) in tags {
            let _ = writeln!(self.text, "[{name} \"{value}\"]");
        }
        self.text.push('\n');
        for (at, text) in moves.iter().enumerate() {
            if at % 2 == 0 {
                let _ = write!(self.text, "{}. ", at / 2 + 1);
            }
            self.text += text;
            self.text.push(if at % 12 == 11 { '\n' } else { ' ' });
        }
        self.text += end;
        self.text += "\n\n";
    }

    fn expect(&mut self, ply: usize, codes: &[Code], kind: &'static str, detail: Option<&'static str>) {
        for code in codes {
            self.expected
                .insert((self.games, ply as u32, Some(code.name()), kind, detail));
        }
    }

    fn expect_of_itself(&mut self, ply: usize, kind: &'static str, detail: Option<&'static str>) {
        self.expected.insert((self.games, ply as u32, None, kind, detail));
    }
}

fn strings(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn planted() -> Archive {
    let mut archive = Archive {
        dice: Rng::with_seed(7),
        ..Archive::default()
    };
    let with_claims = [Code::Bcc1899, Code::Fide1931, Code::Fide2023];
    for round in 0..12 {
        // Plain games, and everything that could be taken for an irregularity.
        let (moves, _) = archive.random(40 + round);
        archive.put(&[("Result", "1-0")], &moves, "1-0");
        let (moves, _) = archive.random(30);
        archive.put(
            &[],
            &moves,
            "{Black resigns; they agreed to play again (1. e4 e5)} 1-0",
        );
        let (moves, _) = archive.random(10);
        archive.put(&[("Result", "1/2-1/2")], &moves, "1/2-1/2");

        // An illegal move that stood.
        let (mut moves, position) = archive.random(20 + round);
        let ply = moves.len();
        let king = if position.turn() == jadoube_board::Colour::White {
            "Ka8"
        } else {
            "Ka1"
        };
        moves.push(king.to_owned());
        moves.extend(strings("a6 a3"));
        archive.put(&[("Result", "1-0")], &moves, "1-0");
        archive.expect(ply, &CODES, "illegal-move", None);

        // The same position for the third time: knights out and back twice.
        let moves = strings("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5");
        archive.put(&[("Result", "1-0")], &moves, "1-0");
        archive.expect(8, &with_claims, "claimable", Some("repetition"));

        // Five times: over of itself in the law of today, where the players went on.
        let dance = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        archive.put(&[("Result", "*")], &strings(&format!("{dance}e4 e5")), "*");
        archive.expect(8, &with_claims, "claimable", Some("repetition"));
        archive.expect(16, &[Code::Fide2023], "passed-over", Some("fivefold"));

        // Nobody can mate: over of itself today.
        let bare = [
            ("FEN", "8/8/8/3k4/8/3p4/3K4/8 w - - 0 1"),
            ("SetUp", "1"),
            ("Result", "1/2-1/2"),
        ];
        archive.put(&bare, &strings("Kxd3 Kc5 Kc3"), "1/2-1/2");
        archive.expect(1, &[Code::Fide2023], "passed-over", Some("dead-position"));
        // Lost on time to a King alone, who can never mate; and to a Knight, who could, the Pawn shutting in its own King.
        for (fen, unwinnable) in [
            ("8/8/8/3k4/8/8/3KQ3/8 w - - 0 1", true),
            ("8/8/8/3k4/8/3n4/3K3P/8 w - - 0 1", false),
        ] {
            let lost = [
                ("FEN", fen),
                ("SetUp", "1"),
                ("Result", "0-1"),
                ("Termination", "Time forfeit"),
            ];
            archive.put(&lost, &strings("Kc3 Kc5"), "0-1");
            if unwinnable {
                archive.expect(2, &[Code::Fide2023], "result", Some("time-loss-unwinnable"));
            }
        }

        // Mate passed over, mate not scored, stalemate scored.
        archive.put(&[("Result", "1-0")], &strings("f3 e5 g4 Qh4# a3 a6"), "1-0");
        archive.expect(4, &CODES, "passed-over", Some("checkmate"));
        archive.put(&[("Result", "1/2-1/2")], &strings("f3 e5 g4 Qh4#"), "1/2-1/2");
        archive.expect(4, &CODES, "result", Some("mate-not-scored"));
        let stalemate = [
            ("FEN", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"),
            ("SetUp", "1"),
            ("Result", "1-0"),
        ];
        archive.put(&stalemate, &strings("Qf7"), "1-0");
        archive.expect(1, &CODES, "result", Some("stalemate-scored"));

        // What ends at the last move is not passed over, and may be scored wrongly: a dead position lost on time; stalemate that
        // is a dead position too; mate with the seventy-fifth move.
        let taken = [
            ("FEN", "8/8/8/3k4/8/3p4/3K4/8 w - - 0 1"),
            ("SetUp", "1"),
            ("Result", "1-0"),
            ("Termination", "Time forfeit"),
        ];
        archive.put(&taken, &strings("Kxd3"), "1-0");
        archive.expect(1, &[Code::Fide2023], "result", Some("time-loss-unwinnable"));
        // Nobody could win any more long before the flag fell: both are told.
        archive.put(&taken, &strings("Kxd3 Ke5"), "1-0");
        archive.expect(1, &[Code::Fide2023], "passed-over", Some("dead-position"));
        archive.expect(2, &[Code::Fide2023], "result", Some("time-loss-unwinnable"));
        let shut_in = [
            ("FEN", "k7/2p5/K7/4B3/8/8/8/8 w - - 0 1"),
            ("SetUp", "1"),
            ("Result", "1-0"),
        ];
        archive.put(&shut_in, &strings("Bxc7"), "1-0");
        archive.expect(1, &CODES, "result", Some("stalemate-scored"));
        // A move against the rules after a dead position; a game that is dead before it begins.
        let bare = [("FEN", "8/8/8/3k4/8/3p4/3K4/8 w - - 0 1"), ("SetUp", "1")];
        archive.put(&bare, &strings("Kxd3 Ka1"), "*");
        archive.expect(1, &[Code::Fide2023], "passed-over", Some("dead-position"));
        archive.expect(
            1,
            &[Code::Bca1862, Code::Bcc1899, Code::Fide1931],
            "illegal-move",
            None,
        );
        let nobody = [("FEN", "8/8/8/3k4/8/8/3K4/8 w - - 0 1"), ("SetUp", "1")];
        archive.put(&nobody, &strings("Kc3 Kc5"), "*");
        archive.expect(0, &[Code::Fide2023], "passed-over", Some("dead-position"));
        // A text that leaves two moves open is no illegal move.
        let knights = [("FEN", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), ("SetUp", "1")];
        archive.put(&knights, &strings("Nd2 Ke7"), "*");
        archive.expect_of_itself(0, "damaged", None);

        // Tag and text in conflict.
        let (moves, _) = archive.random(22);
        archive.put(&[("Result", "1-0")], &moves, "0-1");
        archive.expect_of_itself(22, "result", Some("tag-text-conflict"));

        // Agreed before Black's thirtieth, and not.
        let (moves, _) = archive.random(58);
        archive.put(&[("Result", "1/2-1/2")], &moves, "{Draw agreed.} 1/2-1/2");
        archive.expect(58, &[Code::Fide1931], "early-agreement", None);
        let (moves, _) = archive.random(60);
        archive.put(
            &[("Result", "1/2-1/2"), ("Termination", "draw by agreement")],
            &moves,
            "1/2-1/2",
        );

        // A clock that gains.
        let (mut moves, _) = archive.random(6);
        for (text, clock) in moves
            .iter_mut()
            .zip(["5:00", "5:00", "4:50", "4:59", "5:10", "4:00"])
        {
            *text = format!("{text} {{[%clk 0:0{clock}]}}");
        }
        archive.put(&[("TimeControl", "300+3"), ("Result", "*")], &moves, "*");
        archive.expect_of_itself(5, "clock", None);

        // The same game again, by the same players in other letters.
        let (moves, _) = archive.random(24);
        archive.put(&[("White", "Ann, A."), ("Black", "Cy")], &moves, "1-0");
        archive.put(&[("White", "ANN A"), ("Black", "Cy")], &moves, "1-0");
        archive.expect_of_itself(24, "duplicate", None);

        // Damage: a FEN, a word that is no move, a comment without an end.
        archive.put(&[("FEN", "nonsense")], &strings("e4"), "*");
        archive.expect_of_itself(0, "damaged", None);
        archive.put(&[], &strings("e4 e5 hello"), "*");
        archive.expect_of_itself(2, "damaged", None);
        archive.put(&[], &strings("e4 e5 {and so on"), "");
        archive.expect_of_itself(2, "damaged", None);
    }
    archive
}

#[test]
fn everything_planted_is_found_and_nothing_else() {
    let archive = planted();
    let source = [Source::text("archive.pgn", archive.text.as_bytes())];
    for threads in [1, 3] {
        let all = audited(&source, &CODES, threads);
        assert_eq!(all.games.len() as u64, archive.games);
        let found: BTreeSet<Said> = all.findings.iter().map(said).collect();
        let missed: Vec<_> = archive.expected.difference(&found).collect();
        let invented: Vec<_> = found.difference(&archive.expected).collect();
        assert!(
            missed.is_empty() && invented.is_empty(),
            "missed {missed:?}\ninvented {invented:?}"
        );
        for game in &all.games {
            let first = &archive.text.as_bytes()[game.byte as usize..];
            assert!(
                first.starts_with(b"[Event \"Club\"]"),
                "game {} begins elsewhere",
                game.game
            );
        }
    }
}

#[test]
fn fifty_moves_are_claimed_as_each_code_counts_them() {
    // A Rook walks to and fro, the Kings too; no position stands three times; Black's Pawn moves once.
    let start = Position::from_fen("7k/p7/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    let mut position = start;
    let mut moves = Vec::new();
    let mut seen: Vec<(jadoube_board::Board, usize)> = Vec::new();
    let mut dice = Rng::with_seed(1);
    while moves.len() < 130 {
        let pawn = moves.len() == 21;
        let legal: Vec<_> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|mv| position.captured(*mv).is_none())
            .filter(|mv| {
                let is_pawn = position
                    .board()
                    .get(mv.from())
                    .is_some_and(|man| man.kind == jadoube_board::Kind::Pawn);
                is_pawn == pawn
            })
            .filter(|mv| {
                let next = position.play(*mv);
                let times = seen
                    .iter()
                    .find(|(board, _)| board == next.board())
                    .map_or(0, |(_, times)| *times);
                next.has_legal_move() && times < 2
            })
            .collect();
        if legal.is_empty() {
            // Another way.
            (position, moves, seen) = (start, Vec::new(), Vec::new());
            continue;
        }
        let mv = legal[dice.usize(..legal.len())];
        moves.push(san(&position, mv));
        position = position.play(mv);
        match seen.iter_mut().find(|(board, _)| board == position.board()) {
            Some((_, times)) => *times += 1,
            None => seen.push((*position.board(), 1)),
        }
    }
    let text = format!(
        "[FEN \"7k/p7/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n{} *\n",
        moves.join(" ")
    );
    let all = audited(
        &[Source::text("f", text.as_bytes())],
        &[Code::Bcc1899, Code::Fide1931],
        1,
    );
    let mut found: Vec<_> = all.findings.iter().map(said).collect();
    found.sort();
    // The British Code counts captures only: a hundred half-moves. In 1931 the Pawn's move begins the count anew.
    assert_eq!(
        found,
        [
            (1, 100, Some("bcc-1899"), "claimable", Some("fifty-moves")),
            (1, 122, Some("fide-1931"), "claimable", Some("fifty-moves")),
        ]
    );
}

#[test]
fn mate_with_the_seventy_fifth_move_is_mate() {
    // Rook and King go round without repeating often enough to end the game; the hundred and fiftieth half-move mates.
    let start = Position::from_fen("k7/8/1K6/8/8/8/8/7R b - - 0 1").expect("a position");
    let (mut position, mut moves, mut seen) = (start, Vec::new(), vec![*start.board()]);
    let mut dice = Rng::with_seed(11);
    while moves.len() < 150 {
        let last = moves.len() == 149;
        let legal: Vec<_> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|mv| {
                let next = position.play(*mv);
                let times = seen.iter().filter(|board| *board == next.board()).count();
                last == (!next.has_legal_move() && next.is_check())
                    && (last || next.has_legal_move())
                    && times < 2
                    && position.captured(*mv).is_none()
            })
            .collect();
        if legal.is_empty() {
            // Another way.
            (position, moves, seen) = (start, Vec::new(), vec![*start.board()]);
            continue;
        }
        let mv = legal[dice.usize(..legal.len())];
        moves.push(san(&position, mv));
        position = position.play(mv);
        seen.push(*position.board());
    }
    let game = |end: &str| format!("[FEN \"{}\"]\n\n{} {end}\n", start.to_fen(), moves.join(" "));
    let found = |text: String| {
        let all = audited(&[Source::text("f", text.as_bytes())], &[Code::Fide2023], 1);
        all.findings.iter().map(said).collect::<Vec<_>>()
    };
    let claim = (1, 100, Some("fide-2023"), "claimable", Some("fifty-moves"));
    let mate = (1, 150, Some("fide-2023"), "result", Some("mate-not-scored"));
    assert_eq!(found(game("1-0")), [claim]);
    assert_eq!(found(game("1/2-1/2")), [claim, mate]);
}

/// A game that died is gone through again: what an illegal move brings to life had died all the same, and the game after it is
/// found where it stands.
#[test]
fn a_game_that_died_is_judged_again_and_the_next_one_in_its_place() {
    // The tags of the second are indented, so that all three are read in one go.
    let first = "1. e4 e5 *\n\n";
    let second = " [SetUp \"1\"]\n [FEN \"8/8/8/3k4/8/3p4/3K4/8 w - - 0 1\"]\n\n1. Kxd3 Kc5 2. Ka1 Kd5 *\n\n";
    let archive = format!("{first}{second}1. f3 e5 2. g4 Qh4# 1-0\n");
    let part = jadoube_audit::text("died.pgn", archive.as_bytes(), &[Code::Fide2023], true);
    let found: Vec<_> = part
        .findings
        .iter()
        .map(|finding| (finding.byte, finding.ply, finding.kind.detail()))
        .collect();
    let died = first.len() as u64 + 1;
    let next = (first.len() + second.len()) as u64;
    assert_eq!(
        found,
        [
            (died, 1, Some("dead-position")),
            (next, 4, Some("mate-not-scored"))
        ]
    );
}

#[test]
fn parts_hold_what_one_run_finds() {
    let archive = planted();
    let sources = [
        Source::text("one.pgn", archive.text.as_bytes()),
        Source::text("two.pgn", b"[Event \"x\"]\n\n1. e4 e5 hello *\n"),
    ];
    let whole = audited(&sources, &CODES, 1);
    let folder = tempfile::tempdir().expect("a folder");
    for count in [1, 2, 7] {
        let at = folder.path().join(count.to_string());
        keep(&sources, &CODES, count, &at);
        let back = kept(&at);
        assert_eq!(back.games, whole.games, "{count} parts");
        assert_eq!(back.findings, whole.findings, "{count} parts");
    }
}

#[test]
fn packed_archives_are_read_and_a_broken_one_is_reported() {
    let text = b"[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n";
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    std::fs::write(place("a.pgn"), text).expect("a disk");
    let packed = gzip(text);
    std::fs::write(place("b.pgn.gz"), &packed).expect("a disk");
    std::fs::write(place("c.pgn.gz"), &packed[..packed.len() - 12]).expect("a disk");
    std::fs::write(
        place("d.pgn.zst"),
        zstd::encode_all(&text[..], 1).expect("memory"),
    )
    .expect("a disk");
    std::fs::write(place("ignored.txt"), text).expect("a disk");
    let sources = Source::gather(folder.path()).expect("a folder");
    assert_eq!(sources.len(), 4);
    let all = audited(&sources, &[Code::Xxv], 2);
    let mates = all
        .findings
        .iter()
        .filter(|each| each.kind.word() == "result")
        .count();
    assert!(mates >= 3, "{:?}", all.findings);
    let damaged: Vec<_> = all
        .findings
        .iter()
        .filter(|each| each.kind.word() == "damaged")
        .collect();
    assert_eq!(damaged.len(), 1, "{damaged:?}");
    assert!(damaged[0].file.ends_with("c.pgn.gz"));
}

/// Games come in the order of the text and with their numbers, however many judge them, and also where what takes them is slow.
#[test]
fn the_order_of_the_text_is_kept_on_any_number_of_cores() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(60_000);
    let sources = [
        Source::text("first", text.as_bytes()),
        Source::text("empty", b""),
        Source::text("second", text.as_bytes()),
    ];
    for threads in [1, 2, 7] {
        let mut audit = Audit::under([Code::Fide2023]);
        audit.threads = NonZero::new(threads).expect("a thread");
        let mut games = Vec::new();
        let done = audit.run(&sources, |part| {
            if games.len() < 20_000 {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            games.extend(part.games.into_iter().map(|game| (game.file, game.game)));
            Ok(())
        });
        assert_eq!(done.expect("an archive"), Done::All);
        let numbers = |file: &'static str| (1..=60_000).map(move |game| (file.to_owned(), game));
        assert!(
            games.into_iter().eq(numbers("first").chain(numbers("second"))),
            "{threads} threads"
        );
    }
}

/// What takes the findings fails, as when the disk is full: the audit ends with that fault, however much is still to be read.
#[test]
fn a_fault_in_writing_ends_the_audit() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(60_000);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let sources = [Source::text("many", text.as_bytes())];
        let mut audit = Audit::under([Code::Fide2023]);
        audit.threads = NonZero::new(2).expect("two threads");
        let done = audit.run(&sources, |_| Err(std::io::Error::other("the disk is full")));
        tell.send(done.map(|_| ()).map_err(|error| error.to_string()))
            .ok();
    });
    let done = told.recv_timeout(std::time::Duration::from_mins(2));
    assert_eq!(done.expect("it ends"), Err("the disk is full".to_owned()));
}

/// A mark of the encoding before the first tag is no game, and the tag after it counts.
#[test]
fn a_mark_of_the_encoding_is_passed_over() {
    let position = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]";
    let text = format!("\u{feff}{position}\n[Event \"x\"]\n\n1. O-O *\n\n[Event \"y\"]\n\n1. e4 e5 *\n");
    let found = audited(&[Source::text("marked", text.as_bytes())], &[Code::Fide2023], 1);
    assert_eq!(found.games.len(), 2);
    assert_eq!(found.findings.iter().map(said).collect::<Vec<_>>(), []);
}
