//! Archives as people have them: written by many hands, damaged, packed, cut into parts. What is said of them must not depend on that.

mod support;

use jadoube_audit::{
    Audit, Code, Finding, Kind, Made, Part, PartFiles, Source, Summary, digest, may_be_added, plan,
    whole_plan_in,
};
use support::{audited, gzip, keep, kept, made};

const CODE: [Code; 1] = [Code::Fide2023];

/// What was found in a text: the game, the half-move, the kind with what tells it apart.
fn found_going_on(text: &str, go_on: bool) -> Vec<(u64, u32, String)> {
    let part = jadoube_audit::text("t.pgn", text.as_bytes(), &CODE, go_on);
    part.findings.iter().map(said).collect()
}

fn said(finding: &Finding) -> (u64, u32, String) {
    let words = [Some(finding.kind.word()), finding.kind.detail()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    (finding.game, finding.ply, words.join(" "))
}

fn found(text: &str) -> Vec<(u64, u32, String)> {
    found_going_on(text, false)
}

fn one(ply: u32, kind: &str) -> Vec<(u64, u32, String)> {
    vec![(1, ply, kind.to_owned())]
}

fn games(text: &str) -> usize {
    jadoube_audit::text("t.pgn", text.as_bytes(), &CODE, false)
        .games
        .len()
}

fn streamed(sources: &[Source]) -> Part {
    audited(&Audit::under(CODE), sources)
}

#[test]
fn a_damaged_file_among_others_is_one_fault_in_the_parts_too() {
    let packed = gzip(b"[Event \"b\"]\n\n1. d4 d5 1-0\n");
    let sources = [
        Source::text("a.pgn", b"[Event \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n"),
        Source::text("b.pgn.gz", &packed[..10]),
        Source::text(
            "c.pgn",
            b"[Event \"c\"]\n\n1. d4 d5 2. Ke3 1-0\n\n[Event \"d\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[Event \"e\"]\n\n1. c4 1-0\n",
        ),
        // The same again: a name and a byte are not enough to tell games apart.
        Source::text("a.pgn", b"[Event \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    keep(&sources, &CODE, 1, folder.path());
    let (whole, back) = (streamed(&sources), kept(folder.path()));
    assert_eq!(back.games, whole.games);
    assert_eq!(back.findings, whole.findings);
    let mut summary = Summary::default();
    summary.add(&back, &CODE);
    assert_eq!((summary.games, summary.irregular, summary.damaged), (5, 4, 1));
    assert_eq!(summary.duplicates, 1);
}

#[test]
fn parts_of_other_plans_and_files_are_not_mixed() {
    let text = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n".repeat(20);
    let sources = [Source::text("a.pgn", text.as_bytes())];
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let told = |why: std::io::Result<()>| why.expect_err("a fault").to_string();
    let report = || whole_plan_in(at).map(|_| ());
    assert!(told(report()).contains("no whole part"));
    keep(&sources, &CODE, 3, at);
    assert!(report().is_ok());
    // Made of something else, or as one of another number.
    assert!(may_be_added(at, 3, &made(&sources, &CODE)).is_ok());
    assert!(told(may_be_added(at, 2, &made(&sources, &CODE))).contains("a part of 3"));
    assert!(told(may_be_added(at, 3, &made(&sources, &[Code::Xxv]))).contains("other codes"));
    let others = [Source::text("b.pgn", b"1. e4 *")];
    assert!(told(may_be_added(at, 3, &made(&others, &CODE))).contains("other files"));
    // A part that changed since.
    let changed = Made {
        digest: digest(&others, &plan(&others, 1).parts[0]),
        ..made(&sources, &CODE)
    };
    let first = PartFiles::of(at, 1, 3);
    assert!(first.are_made_so(&made(&sources, &CODE)).expect("the same"));
    assert!(told(first.are_made_so(&changed).map(|_| ())).contains("changed since"));
    // What a run that was killed has left.
    let left = at.join("games/.part-00001-of-00003.parquet.77.unfinished");
    std::fs::write(&left, b"half").expect("a disk");
    first.clear_unfinished().expect("a disk");
    assert!(!left.exists() && first.are_written());
    // One is missing; then another plan stands beside it.
    std::fs::remove_file(at.join("games/part-00002-of-00003.parquet")).expect("a disk");
    assert_eq!(told(report()), "part 2 of 3 is missing: each is made with --part");
    keep(&sources, &CODE, 2, at);
    assert!(told(report()).contains("parts of 2 and parts of 3"));
}

#[test]
fn a_file_of_the_same_size_that_changed_is_another() {
    let (one, other) = (
        [Source::text("a", b"1. e4 Ke5 *")],
        [Source::text("a", b"1. e4 Nc6 *")],
    );
    let of = |sources: &[Source]| digest(sources, &plan(sources, 1).parts[0]);
    assert!(of(&one).is_some());
    assert_ne!(of(&one), of(&other));
    assert_eq!(
        digest(
            &[Source::standard_input()],
            &plan(&[Source::standard_input()], 1).parts[0]
        ),
        None
    );
}

#[test]
fn the_number_of_a_game_does_not_depend_on_how_the_work_is_cut() {
    let mut text = "; a file\n{hello}\n\n".to_owned();
    for round in 0..30 {
        text = text + "[Event \"" + &round.to_string() + "\"]\n\n1. e4 Ke5 1-0\n\n";
        text += [
            "",
            "1. d4 d5 1-0\n\n",
            "{a lone comment}\n\n",
            "[Event \"only\"]\n\n",
        ][round % 4];
    }
    let sources = [Source::text("a.pgn", text.as_bytes())];
    let whole = streamed(&sources);
    let folder = tempfile::tempdir().expect("a folder");
    for count in [2, 3, 7, 16] {
        let at = folder.path().join(count.to_string());
        keep(&sources, &CODE, count, &at);
        let back = kept(&at);
        assert_eq!(back.games, whole.games, "{count} parts");
        assert_eq!(back.findings, whole.findings, "{count} parts");
    }
}

#[test]
fn games_that_differ_in_what_was_not_read_are_not_the_same() {
    let two = |one: &str, other: &str| {
        let game = |moves: &str| format!("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 {moves} 1-0\n\n");
        found_going_on(&(game(one) + &game(other)), false)
            .iter()
            .any(|(.., kind)| kind == "duplicate")
    };
    assert!(two("Ke4 3. d4", "Ke4 3. d4"));
    assert!(!two("Ke4 3. d4", "Ke3 3. d4"));
    assert!(!two("Ke4 3. d4", "Ke4 3. c4"));
    assert!(!two("Ke4", ""));
    assert!(!two("hello 3. d4", "hullo 3. d4"));
}

#[test]
fn the_same_game_is_known_in_other_letters() {
    let same = |one: &[u8], other: &[u8]| {
        let game = |tags: &[u8]| [tags, b"\n[Black \"X\"]\n\n1. Kd2 Kd7 1-0\n\n"].concat();
        let part = jadoube_audit::text("t", &[game(one), game(other)].concat(), &CODE, false);
        part.findings
            .iter()
            .any(|each| matches!(each.kind, Kind::Duplicate { .. }) && each.fen.is_some())
    };
    let fen = |fen: &str, name: &[u8]| [b"[FEN \"", fen.as_bytes(), b"\"]\n[White \"", name, b"\"]"].concat();
    let plain = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let other = "4k3/8/8/8/8/8/8/R3K3 w - - 12 40";
    let latin = fen(plain, b"M\xfcller");
    for name in ["Müller", "MÜLLER", "Mu\u{308}ller"] {
        assert!(same(&latin, &fen(plain, name.as_bytes())), "{name}");
    }
    assert!(same(&latin, &fen(other, b"M\xfcller")));
    assert!(!same(&latin, &fen(plain, b"Moller")));
}

#[test]
fn a_game_is_judged_to_its_end_after_an_illegal_move_where_that_is_asked() {
    let mated = "1. f3 e5 2. g5 Qh4# 1/2-1/2";
    assert_eq!(found(mated), one(2, "illegal-move"));
    let both = [
        (1, 2, "illegal-move".to_owned()),
        (1, 4, "result mate-not-scored".to_owned()),
    ];
    assert_eq!(found_going_on(mated, true), both);
}

/// Which of two men went is known to nobody: nothing is made up, and nothing more is judged.
#[test]
fn nobody_goes_on_from_a_move_that_can_mean_two_things() {
    let text = "1. Nf3 a6 2. d3 a5 3. Nd2 Ra6 4. Ke5 1/2-1/2";
    for go_on in [false, true] {
        assert_eq!(found_going_on(text, go_on), one(4, "damaged"));
    }
}

#[test]
fn a_result_in_the_midst_of_a_game_is_damage_and_the_game_goes_on() {
    let text = "1. f3 e5 1-0 2. g4 Qh4# 1-0\n\n1. e4 Ke5 *\n";
    let all = [
        (1, 2, "damaged".to_owned()),
        (1, 4, "result mate-not-scored".to_owned()),
        (2, 1, "illegal-move".to_owned()),
    ];
    assert_eq!((games(text), found(text)), (2, all.to_vec()));
}

#[test]
fn signs_that_do_not_belong_together_are_damage() {
    for text in [
        "1. e4 (1. d4 d5 1... e5 2. Nf3 1-0\n",
        "1. e4 e5 {and so on 2. Nf3 1-0\n",
        "1. e4 e5) 2. Nf3 1-0\n",
        "1. e4 e5 } 2. Nf3 1-0\n",
        "[Event \"a\"]\n[White \"b",
    ] {
        let kinds: Vec<String> = found(text).into_iter().map(|(.., kind)| kind).collect();
        assert_eq!(kinds, ["damaged"], "{text}");
    }
    // What is not closed ends where the next game begins, and a sign too many hides nothing.
    let next = "1. e4 (1. d4 d5\n\n[Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let both = [
        (1, 1, "damaged".to_owned()),
        (2, 4, "result mate-not-scored".to_owned()),
    ];
    assert_eq!(found(next), both);
    assert_eq!(
        found("1. f3 e5) 2. g4 Qh4# 1-0"),
        [
            (1, 2, "damaged".to_owned()),
            (1, 4, "result mate-not-scored".to_owned())
        ]
    );
    // A brace in a tag or behind a semicolon opens nothing.
    for text in [
        "[Event \"{\"]\n\n1. e4 e5\n",
        "1. e4 ; { so\ne5\n",
        "1. e4 {a } e5 ; {\n 1-0\n",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn an_illegal_move_is_one_in_any_notation() {
    for text in [
        "e4-e5", "e4xd5", "♔e3", "ke3", "Se3", "Ke1-e3", "Ke1e3", "P-K5", "e1e3", "Bxg8", "Kxe8", "e8=Q",
        "Ng1-e3",
    ] {
        let part = jadoube_audit::text("t", format!("1. e4 e5 2. {text} *").as_bytes(), &Code::ALL, false);
        assert_eq!(
            part.findings.len(),
            Code::ALL.len(),
            "{text}: {:?}",
            part.findings
        );
        for finding in &part.findings {
            let Kind::IllegalMove { text: written, .. } = &finding.kind else {
                panic!("{text}: {finding:?}");
            };
            assert_eq!((written.as_str(), finding.ply), (text, 2));
        }
    }
}

#[test]
fn a_pawn_takes_nothing_where_only_its_square_is_written() {
    assert_eq!(found("1. c4 d5 2. Nc3 c4 *"), one(3, "illegal-move"));
    assert_eq!(found("1. c4 d5 2. Nc3 dc4 *"), []);
    assert_eq!(found("1. c4 d5 2. Nc3 dc *"), []);
    // Taking in passing, too, names the file.
    assert_eq!(found("1. e4 a6 2. e5 d5 3. d6 *"), one(4, "illegal-move"));
    assert_eq!(found("1. e4 a6 2. e5 d5 3. ed6 e.p. *"), []);
}

#[test]
fn words_are_no_moves() {
    for text in ["hello", "zz9", "resigns", "draw", "White", "Lc4", "--"] {
        assert_eq!(
            found(&format!("1. e4 e5 2. {text} *")),
            one(2, "damaged"),
            "{text}"
        );
    }
}

/// Where a clock completes a move, a move that was answered was pressed: nobody may still press for it.
#[test]
fn what_the_code_allowed_follows_a_move_completed() {
    let all = jadoube_audit::text(
        "x",
        b"1. e4 e5 2. Bb5 Ke7 3. Bxd7 Ke8 4. Ke4 1-0",
        &[Code::Fide2023],
        false,
    );
    let [
        Finding {
            kind: Kind::IllegalMove { allowed, .. },
            ..
        },
    ] = &all.findings[..]
    else {
        panic!("{:?}", all.findings);
    };
    let clauses: Vec<&str> = allowed.iter().map(|right| &right.clause[..]).collect();
    assert_eq!(clauses, ["7.5.1"], "{allowed:?}");
}

#[test]
fn what_the_code_allowed_is_told_of_every_man_that_is_known() {
    for text in ["Ke3", "Bxg8", "Kxe8", "P-K5"] {
        let part = jadoube_audit::text("t", format!("1. e4 e5 2. {text} *").as_bytes(), &Code::ALL, false);
        let none = part.findings.iter().filter(|finding| match &finding.kind {
            Kind::IllegalMove { allowed, .. } => allowed.is_empty(),
            _ => true,
        });
        let none: Vec<_> = none.filter_map(|finding| finding.code).collect();
        assert_eq!(none, [], "{text}");
    }
}

#[test]
fn the_end_is_told_by_the_tag_and_by_what_stands_at_the_last_move() {
    let game = |end: &str| {
        format!("[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[Result \"0-1\"]\n\n1. Rb1 Kd7 {end}\n")
    };
    let unwinnable = one(2, "result time-loss-unwinnable");
    let long = format!("{{{} White lost on time}} 0-1", "x y ".repeat(2_000));
    for end in [
        "{White lost on\ntime} 0-1",
        "{White lost on time} {[%clk 0:00:01]} 0-1",
        "0-1 {White lost on time}",
        "; White lost on time\n0-1",
        long.as_str(),
    ] {
        assert_eq!(found(&game(end)), unwinnable, "{end}");
    }
    let early = game("0-1").replace("Rb1 Kd7", "Rb1 {White lost on time, we thought} Kd7");
    assert_eq!(found(&early), []);
}

#[test]
fn a_comment_that_names_another_loser_contradicts_the_result() {
    let of = |comment: &str, result: &str| found(&format!("1. e4 e5 {{{comment}}} {result}"));
    let conflict = one(2, "result comment-conflict");
    assert_eq!(of("White resigns", "1-0"), conflict);
    assert_eq!(of("Black forfeits on time", "1/2-1/2"), conflict);
    assert_eq!(of("Draw agreed", "1-0"), conflict);
    assert_eq!(of("Black resigns", "1-0"), []);
    assert_eq!(of("White won a pawn", "0-1"), []);
    assert_eq!(of("White resigns", "*"), []);
    for tag in ["1-O", "draw", "½-½"] {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 e5 0-1\n");
        assert_eq!(found(&text), one(2, "result tag-text-conflict"), "{tag}");
    }
}

#[test]
fn fens_are_taken_as_people_write_them() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K -",
        "4k3/8/8/8/8/8/8/4K2R w K - 0",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 0",
        " 4k3/8/8/8/8/8/8/4K2R  w K - 0 1 ",
        "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n1. O-O *\n");
        assert_eq!(found(&text), [], "{fen}");
    }
    // Rights of Chess960 are not dropped without a word.
    for fen in [
        "nrkbrqbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBRQBN w KQkq - 0 1",
        "nrkbrqbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBRQBN w KQkq -",
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n1. a4 *\n");
        assert_eq!(found(&text), one(0, "damaged"), "{fen}");
    }
    let denied = "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. e4 e5 *\n";
    assert_eq!(found(denied), []);
    assert_eq!(found("[FEN \"\"]\n\n1. e4 e5 *\n"), []);
}

#[test]
fn games_begin_where_a_reader_would_say() {
    // Tags without moves, and what they say, end with the next Event.
    let leak = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[Variant \"Atomic\"]\n\n\n[Event \"b\"]\n\n1. e4 e5 1-0\n";
    assert_eq!((games(leak), found(leak)), (2, Vec::new()));
    let bare = "[Event b]\n[White \"x\"]\n\n1. e4 e5 1-0\n\n[Event c]\n[White \"y\"]\n\n1. e4 e5 1-0\n";
    assert_eq!((games(bare), found(bare)), (2, Vec::new()));
    let quoted = "[Event \"a\"]\n\n{see\n[Event \"x\"]\n} 1. e4 e5 1-0\n";
    assert_eq!((games(quoted), found(quoted)), (1, Vec::new()));
    assert_eq!(
        games("[Event \"a\"]\n\n1. e4 e5 1-0 1-0\n1-0\n\n[Event \"b\"]\n\n1. d4 *\n"),
        2
    );
    assert_eq!(found("[Result \"1/2-1/2\"]\n\n1. e4 e5 ½-½\n"), []);
    assert_eq!(games("1. e4 e5 1-0\n[Event \"b\"]\n1. d4 *\n"), 2);
}

#[test]
fn packed_files_are_known_by_what_they_hold() {
    let text = b"[Event \"x\"]\n\n1. e4 Ke5 *\n";
    let zstd = zstd::encode_all(&text[..], 1).expect("memory");
    let skipped = [b"\x50\x2a\x4d\x18\x04\0\0\0abcd", &zstd[..]].concat();
    let padded = [&gzip(&text[..11])[..], &gzip(&text[11..]), &[0; 512]].concat();
    let named = [b"BZh is a player\n\n", &text[..]].concat();
    for (name, bytes) in [("skipped", &skipped), ("padded", &padded), ("named", &named)] {
        let part = streamed(&[Source::text(name, bytes)]);
        let kinds: Vec<&str> = part.findings.iter().map(|each| each.kind.word()).collect();
        assert!(kinds.contains(&"illegal-move"), "{name}: {:?}", part.findings);
        assert_eq!(
            kinds.contains(&"damaged"),
            name == "named",
            "{name}: {:?}",
            part.findings
        );
    }
    // A text in UTF-16 is read whole, whatever part of it is asked for; its bytes are those of the same text in UTF-8.
    let units = || std::str::from_utf8(text).expect("UTF-8").encode_utf16();
    let little: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(units())
        .flat_map(u16::to_le_bytes)
        .collect();
    let big: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(units())
        .flat_map(u16::to_be_bytes)
        .collect();
    for bytes in [&little, &big, &gzip(&little)] {
        let sources = [Source::text("UTF-16", bytes)];
        assert_eq!(plan(&sources, 2).parts[1], []);
        let part = streamed(&sources);
        let found: Vec<_> = part
            .findings
            .iter()
            .map(|each| (each.byte, each.kind.word()))
            .collect();
        assert_eq!(found, [(0, "illegal-move")]);
    }
    for (name, first) in [("xz", &b"\xfd7zXZ\0\0\x04"[..]), ("zip", b"PK\x03\x04\x14\0")] {
        let part = streamed(&[Source::text(name, first)]);
        let [
            Finding {
                kind: Kind::Damaged { why },
                ..
            },
        ] = &part.findings[..]
        else {
            panic!("{name}: {:?}", part.findings);
        };
        assert!(why.contains(name) && why.contains("expected"), "{why}");
    }
}

/// Planning must not take bytes from a pipe, and what cannot be opened is a fault of that file alone.
#[cfg(unix)]
#[test]
fn pipes_and_missing_files_are_planned_like_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.pgn");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let gone = folder.path().join("gone.pgn");
    std::fs::write(&gone, "x").expect("a disk");
    let sources =
        [Source::gather(&pipe), Source::gather(&gone)].map(|found| found.expect("a file").remove(0));
    std::fs::remove_file(&gone).expect("a disk");
    let to = pipe.clone();
    let writer = std::thread::spawn(move || std::fs::write(to, "[Event \"x\"]\n\n1. e4 Ke5 *\n"));
    assert_eq!(plan(&sources, 1).parts[0].len(), 2);
    let all = streamed(&sources);
    writer.join().expect("a thread").expect("a pipe");
    assert_eq!(all.games[0].event, "x");
    let kinds: Vec<&str> = all.findings.iter().map(|each| each.kind.word()).collect();
    assert_eq!(kinds, ["illegal-move", "damaged"]);
}

#[cfg(unix)]
#[test]
fn links_to_folders_are_followed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let other = at.join("other");
    let asked = at.join("asked");
    std::fs::create_dir_all(asked.join("sub")).expect("a disk");
    std::fs::create_dir(&other).expect("a disk");
    std::fs::write(other.join("in.pgn"), "1. e4 *").expect("a disk");
    std::fs::write(asked.join("one.pgn"), "1. e4 *").expect("a disk");
    std::os::unix::fs::symlink(&other, asked.join("link")).expect("a disk");
    std::os::unix::fs::symlink(&other, asked.join("sub/again")).expect("a disk");
    std::os::unix::fs::symlink(&asked, asked.join("sub/loop")).expect("a disk");
    let found = Source::gather(&asked).expect("a folder");
    let names: Vec<_> = found
        .iter()
        .map(|source| source.name.rsplit('/').next())
        .collect();
    assert_eq!(names, [Some("in.pgn"), Some("one.pgn")]);
}
