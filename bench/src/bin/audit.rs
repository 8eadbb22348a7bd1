//! How fast is an archive audited, next to peers that only test whether its moves are legal?
//!
//! All take turns on the same text; time is the processor's, the median of the rounds counts, and the ratios are what matters.
//! Variations are passed over by all. Two cores are measured by the clock on the wall.

use cpu_time::ProcessTime;
use jadoube_audit::{Audit, Code, Source};
use jadoube_bench::archive::{Seed, archive, game, main_line_tally, remarked};
use jadoube_board::Move;
use std::{hint::black_box, io::Write as _, num::NonZero, process::Command, time::Instant};

const GAMES: usize = 20_000;

fn main() {
    if let Some(name) = std::env::args().skip_while(|word| word != "only").nth(1) {
        return only(&name);
    }
    let rounds: usize = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    let text = made(GAMES);
    let remarked = remarked(&played(GAMES, &mut seed()));
    let source = [Source::text("made.pgn", text.as_bytes())];
    // Two cores are busy for longer than a processor takes to wake.
    let many = vec![source[0].clone(); 10];
    let clocks = [Source::text("remarked.pgn", remarked.as_bytes())];
    let mut times: [Vec<f64>; 8] = Default::default();
    for _ in 0..rounds {
        times[0].push(spent(|| {
            black_box(main_line_tally(text.as_bytes()));
        }));
        times[1].push(spent(|| audit(&source, &[Code::Fide2023], 1)));
        times[2].push(spent(|| audit(&source, &Code::ALL, 1)));
        times[3].push(passed(|| audit(&many, &[Code::Fide2023], 1)));
        times[4].push(passed(|| audit(&many, &[Code::Fide2023], 2)));
        times[5].push(spent(|| {
            black_box(main_line_tally(remarked.as_bytes()));
        }));
        times[6].push(spent(|| audit(&clocks, &[Code::Fide2023], 1)));
        // What the machine gives at best: two audits that have nothing to do with each other.
        times[7].push(passed(|| {
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| audit(&many, &[Code::Fide2023], 1));
                }
            });
        }));
    }
    let [
        peer,
        one,
        all,
        alone,
        together,
        peer_remarked,
        one_remarked,
        apart,
    ] = times.map(median);
    println!(
        "{GAMES} games, {} MB, {rounds} rounds, medians",
        text.len() / 1_000_000
    );
    let rate = |seconds: f64| GAMES as f64 / seconds;
    println!(
        "pgn-reader + shakmaty, legality only        {:9.0} games/s   1.00",
        rate(peer)
    );
    println!(
        "audited under fide-2023                     {:9.0} games/s   {:.2}",
        rate(one),
        peer / one
    );
    println!(
        "audited under all codes                     {:9.0} games/s   {:.2}",
        rate(all),
        peer / all
    );
    println!(
        "all codes next to one                                          {:.2} times the time",
        all / one
    );
    println!(
        "the same with a comment after every move    {:9.0} games/s   {:.2}",
        rate(one_remarked),
        peer_remarked / one_remarked
    );
    println!(
        "two cores next to one, on the wall                             {:.2} times the speed",
        alone / together
    );
    println!(
        "two audits apart next to one after the other                   {:.2} times the speed",
        2.0 * alone / apart
    );
    if let Some(theirs) = python_chess(&text) {
        println!(
            "python-chess, legality only                 {:9.0} games/s   we {:.0} times",
            theirs,
            rate(one) / theirs
        );
    } else {
        println!("python-chess is not installed here (pip install chess): not measured");
    }
    println!();
    for games in [10_000, 100_000, 1_000_000] {
        let chunk = made(10_000);
        let mut archive = tempfile();
        for _ in 0..games / 10_000 {
            archive.1.write_all(chunk.as_bytes()).expect("a disk");
        }
        archive.1.flush().expect("a disk");
        let sources = Source::gather(&archive.0).expect("a file");
        let seconds = spent(|| audit(&sources, &[Code::Fide2023], 1));
        println!(
            "{games:9} games: {:9.0} games/s, {} MB of memory",
            games as f64 / seconds,
            resident()
        );
        let _ = std::fs::remove_file(&archive.0);
    }
}

/// One of the contests alone and once, for whoever counts instructions: `only peer`, `audit`, `peer-remarked` or `remarked`,
/// with `valgrind --tool=callgrind --toggle-collect='*::counted'`.
fn only(name: &str) {
    const FEW: usize = 1_000;
    let text = if name.ends_with("remarked") {
        remarked(&played(FEW, &mut seed()))
    } else {
        made(FEW)
    };
    counted(name.starts_with("peer"), text.as_bytes());
}

#[inline(never)]
fn counted(peer: bool, text: &[u8]) {
    if peer {
        black_box(main_line_tally(text));
    } else {
        black_box(jadoube_audit::text("made.pgn", text, &[Code::Fide2023], false));
    }
}

fn made(count: usize) -> String {
    let mut seed = seed();
    archive(&played(count, &mut seed), &mut seed)
}

fn seed() -> Seed {
    Seed(0x9E37_79B9_7F4A_7C15)
}

fn played(count: usize, seed: &mut Seed) -> Vec<Vec<Move>> {
    (0..count).map(|_| game(seed)).collect()
}

fn audit(sources: &[Source], codes: &[Code], threads: usize) {
    let mut audit = Audit::under(codes.iter().copied());
    audit.threads = NonZero::new(threads).expect("a thread");
    let mut found = 0;
    let done = audit.run(sources, |part| {
        found += part.games.len() + part.findings.len();
        Ok(())
    });
    done.expect("an archive");
    black_box(found);
}

fn tempfile() -> (std::path::PathBuf, std::io::BufWriter<std::fs::File>) {
    let path = std::env::temp_dir().join(format!("jadoube-audit-{}.pgn", std::process::id()));
    let file = std::fs::File::create(&path).expect("a disk");
    (path, std::io::BufWriter::new(file))
}

/// Games a second of python-chess, which is slow enough for a sample.
fn python_chess(text: &str) -> Option<f64> {
    const SAMPLE: usize = 300;
    let end = text
        .match_indices("[Event ")
        .nth(SAMPLE)
        .map_or(text.len(), |(at, _)| at);
    let path = std::env::temp_dir().join(format!("jadoube-sample-{}.pgn", std::process::id()));
    std::fs::write(&path, &text[..end]).ok()?;
    let program = "import sys,time,chess.pgn\nf=open(sys.argv[1])\nn=0\nt=time.process_time()\nwhile chess.pgn.read_game(f): n+=1\nprint(n/(time.process_time()-t))";
    let out = Command::new("python3")
        .args(["-c", program])
        .arg(&path)
        .output()
        .ok()?;
    let _ = std::fs::remove_file(&path);
    String::from_utf8(out.stdout).ok()?.trim().parse().ok()
}

/// Megabytes this program holds in memory.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .unwrap_or(0)
        / 1024
}

fn spent(work: impl FnOnce()) -> f64 {
    let start = ProcessTime::now();
    work();
    start.elapsed().as_secs_f64()
}

fn passed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
