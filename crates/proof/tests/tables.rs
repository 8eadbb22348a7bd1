//! Endgame tables: each value follows from those one move on, by the board's own moves; known maxima; damage.

mod support;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use jadoube_board::{Movement, Position, Queening};
use jadoube_proof::table::{BuildError, Ending, NoTheory, Outcome, Tables};
use support::{Dice, mirrored, recoloured, scatter};

/// A directory of its own for each test, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-tables-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn build(scratch: &Scratch, endings: &[&str]) -> Tables {
    let tables = Tables::in_directory(&scratch.0);
    let endings: Vec<Ending> = endings.iter().map(|name| name.parse().expect(name)).collect();
    tables
        .build(&endings, 2, &AtomicBool::new(false), &mut |_, _| {})
        .expect("built");
    tables
}

/// Every value of a table that follows from the values one move on is right, if the mates are: by induction on
/// the distance. The moves are the board's, not the table's.
fn follows_from_the_moves(tables: &Tables, men: &str, rounds: usize) {
    let mut dice = Dice::new(men.len() as u64 + 5);
    let mut asked = 0;
    for round in 0..rounds {
        let Some(position) = scatter(&mut dice, men) else {
            continue;
        };
        assert!(tables.is_consistent(&position).expect("a table"), "{position}");
        asked += 1;
        if round % 16 == 0 {
            let theory = tables.theory(&position).expect("a table");
            assert_eq!(
                tables.theory(&mirrored(&position)).expect("a table"),
                theory,
                "{position}"
            );
            let other = tables.theory(&recoloured(&position)).expect("a table");
            assert_eq!(other.plies_to_mate, theory.plies_to_mate, "{position}");
            assert_eq!(other.plies_to_zero, theory.plies_to_zero, "{position}");
        }
    }
    assert!(asked > rounds / 4, "{men}: {asked}");
}

#[test]
fn three_men() {
    let scratch = Scratch::new("three");
    let tables = build(&scratch, &["KPK", "KBK"]);
    let mate_in = |name: &str| tables.longest(&name.parse().expect(name)).expect(name)[0].moves_to_mate();
    assert_eq!(
        ["KQK", "KRK", "KPK", "KBK", "KNK"].map(mate_in),
        [10, 16, 28, 0, 0]
    );
    for men in ["KkQ", "KkR", "KkP", "Kkp", "KkB", "Kkn"] {
        follows_from_the_moves(&tables, men, 4_000);
    }
    let example = tables
        .longest_example(&"KPK".parse().expect("KPK"), 0)
        .expect("KPK")
        .expect("a win");
    let line = tables.line(&example).expect("KPK");
    assert_eq!(line.len(), 55, "28 moves, the last of them White's");
    let last = line
        .iter()
        .fold(example, |position, one| position.try_play(*one).expect("legal"));
    assert!(last.is_checkmate());
}

#[test]
fn theory_knows_its_bounds() {
    let scratch = Scratch::new("bounds");
    let tables = build(&scratch, &["KRK"]);
    let theory = |fen: &str| tables.theory(&Position::from_fen(fen).expect(fen));
    let won = theory("8/8/8/8/8/2k5/7R/K7 b - - 0 1").expect("KRK");
    assert!(matches!(won.outcome, Outcome::Wins(jadoube_board::Colour::White)));
    assert_eq!(
        theory("8/8/8/8/8/2k5/8/K7 b - - 0 1")
            .expect("bare kings")
            .outcome,
        Outcome::Drawn
    );
    assert!(matches!(
        theory("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        Err(NoTheory::MayCastle)
    ));
    assert!(matches!(
        theory("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"),
        Err(NoTheory::Missing(..))
    ));
    let start = Position::ordinary();
    assert!(matches!(tables.theory(&start), Err(NoTheory::TooManyMen(32))));
    let movement = Movement {
        queening: Queening::MayRemainPawn,
        ..Movement::default()
    };
    let remains =
        Position::from_fen_irregular("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", movement).expect("a position");
    assert!(matches!(tables.theory(&remains), Err(NoTheory::PawnsMayRemain)));
    let odd = Position::from_fen_irregular("4k3/8/8/8/8/8/8/4KP2 w - - 0 1", Movement::default())
        .expect("a position");
    assert!(matches!(tables.theory(&odd), Err(NoTheory::Irregular(_))));
}

#[test]
fn damage_is_noticed_and_mended() {
    let scratch = Scratch::new("damage");
    build(&scratch, &["KRK"]);
    let path = scratch.0.join("KRK.jadt");
    let sound = std::fs::read(&path).expect("the table");
    let position = Position::from_fen("8/8/8/8/8/2k5/7R/K7 b - - 0 1").expect("a position");
    let ask = || Tables::in_directory(&scratch.0).theory(&position);
    assert!(ask().is_ok());
    // Every byte counts: a flipped bit anywhere is found, at the latest by reading all of it.
    for at in (0..sound.len()).step_by(997) {
        let mut damaged = sound.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&path, &damaged).expect("written");
        let tables = Tables::in_directory(&scratch.0);
        assert!(tables.verify(&"KRK".parse().expect("KRK")).is_err(), "byte {at}");
    }
    for length in [0, 7, 40, 100, sound.len() / 2, sound.len() - 1] {
        std::fs::write(&path, &sound[..length]).expect("written");
        assert!(matches!(ask(), Err(NoTheory::Damaged(..))), "cut to {length}");
    }
    // A damaged block is found when the table is needed for a larger one, and the table built again.
    let mut damaged = sound.clone();
    let last = damaged.len() / 3;
    damaged[last] ^= 0x10;
    std::fs::write(&path, &damaged).expect("written");
    build(&scratch, &["KPK"]);
    assert!(std::fs::read(&path).expect("the table") == sound, "built again");
    std::fs::write(&path, &sound[..sound.len() - 1]).expect("written");
    // Building again replaces a file that cannot be opened; a leftover part is no table.
    std::fs::write(scratch.0.join("KQK.part"), b"half").expect("written");
    build(&scratch, &["KRK"]);
    assert_eq!(
        std::fs::read(&path).expect("the table"),
        sound,
        "the same table, byte for byte"
    );
}

#[test]
fn a_stopped_build_leaves_no_half_table() {
    let scratch = Scratch::new("stopped");
    let tables = Tables::in_directory(&scratch.0);
    let stop = AtomicBool::new(true);
    let answer = tables.build(&["KQK".parse().expect("KQK")], 2, &stop, &mut |_, _| {});
    assert!(matches!(answer, Err(BuildError::Stopped)));
    assert!(tables.list().is_empty());
}

#[test]
fn a_build_stopped_again_and_again_makes_the_same_table() {
    let scratch = Scratch::new("resumed");
    let whole = Scratch::new("whole");
    build(&whole, &["KPK"]);
    let wanted = ["KPK".parse().expect("KPK")];
    let mut stops = 0;
    // Stopped after ever more steps of the work, on one thread so that each has some to do.
    for patience in 1.. {
        let tables = Tables::in_directory(&scratch.0);
        let stop = AtomicBool::new(false);
        let mut steps = 0;
        let answer = tables.build(&wanted, 1, &stop, &mut |_, _| {
            steps += 1;
            if steps == patience {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        });
        match answer {
            Ok(_) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(fault) => panic!("{fault}"),
        }
        // Every third time what was kept is damaged, and found out.
        if patience % 3 == 0 {
            for entry in std::fs::read_dir(&scratch.0).expect("the directory").flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|extension| extension == "pass") {
                    let mut bytes = std::fs::read(&path).expect("what was kept");
                    let at = bytes.len() * 2 / 3;
                    bytes[at] ^= 1;
                    std::fs::write(&path, bytes).expect("written");
                }
            }
        }
    }
    assert!(stops > 5, "{stops}");
    for name in ["KQK.jadt", "KRK.jadt", "KPK.jadt"] {
        let [one, other] = [&scratch, &whole].map(|s| std::fs::read(s.0.join(name)).expect(name));
        assert!(one == other, "{name} is another table");
    }
    let left: Vec<_> = std::fs::read_dir(&scratch.0)
        .expect("the directory")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pass"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn two_builds_in_one_directory_do_not_meet() {
    let scratch = Scratch::new("busy");
    let [one, other] = [(), ()].map(|()| Tables::in_directory(&scratch.0));
    let wanted = ["KQK".parse().expect("KQK")];
    let mut met = None;
    one.build(&wanted, 1, &AtomicBool::new(false), &mut |_, _| {
        met.get_or_insert_with(|| {
            other
                .build(&wanted, 1, &AtomicBool::new(false), &mut |_, _| {})
                .map(|_| ())
        });
    })
    .expect("built");
    assert!(matches!(met, Some(Err(BuildError::Busy(_)))), "{met:?}");
    assert!(
        other
            .build(&wanted, 1, &AtomicBool::new(false), &mut |_, _| {})
            .is_ok()
    );
}

#[test]
fn a_file_cut_short_while_it_is_open_is_an_error() {
    let scratch = Scratch::new("cut");
    let tables = build(&scratch, &["KRK"]);
    let ask = |fen: &str| tables.theory(&Position::from_fen(fen).expect(fen));
    assert!(ask("8/8/8/8/8/2k5/7R/K7 b - - 0 1").is_ok());
    let path = scratch.0.join("KRK.jadt");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("the table");
    file.set_len(600).expect("cut");
    assert!(matches!(
        tables.verify(&"KRK".parse().expect("KRK")),
        Err(NoTheory::Damaged(..))
    ));
}

#[test]
fn names() {
    assert_eq!(
        "kr-krb".parse::<Ending>().map(|e| e.to_string()),
        Ok("KRBKR".to_owned())
    );
    assert!(
        ["", "K", "KQ", "KQQQQK", "KXK", "QK", "KKK"]
            .iter()
            .all(|name| name.parse::<Ending>().is_err())
    );
    assert_eq!(Ending::all(3, true).len(), 5);
    assert_eq!(Ending::all(4, true).len(), 30);
    assert_eq!(Ending::all(4, false).len(), 20);
    assert_eq!(Ending::all(5, false).len(), 60);
}

/// Four men, with taking in passing: minutes. `cargo test --release -p jadoube-proof --test tables -- --ignored`
#[test]
#[ignore = "builds all endings of four men: minutes"]
fn four_men() {
    let scratch = Scratch::new("four");
    let endings: Vec<String> = Ending::all(4, true).iter().map(ToString::to_string).collect();
    let tables = build(&scratch, &endings.iter().map(String::as_str).collect::<Vec<_>>());
    let known = [
        ("KBNK", 33, 0),
        ("KBBK", 19, 0),
        ("KQKR", 35, 19),
        ("KRKP", 26, 43),
        ("KPKP", 33, 33),
    ];
    for (name, first, second) in known {
        let longest = tables.longest(&name.parse().expect(name)).expect(name);
        assert_eq!(
            longest.map(|side| side.moves_to_mate()),
            [first, second],
            "{name}"
        );
    }
    for men in ["KkQr", "KkRp", "KkPp", "KkBN", "KkPP", "KkNp", "KkQq", "KkBb"] {
        follows_from_the_moves(&tables, men, 20_000);
    }
    // With the right to take in passing, and where it is the only move.
    for fen in [
        "8/8/8/8/pP6/8/8/K1k5 b - b3 0 1",
        "8/8/8/8/1pP5/8/1k6/7K b - c3 0 1",
    ] {
        let position = Position::from_fen(fen).expect(fen);
        assert!(tables.is_consistent(&position).expect(fen));
    }
}
