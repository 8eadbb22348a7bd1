use jadoube_board::*;
use jadoube_proof::*;
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let p = match Position::from_fen(&line) { Ok(p) => p, Err(e) => { println!("{line} {e}"); continue } };
        let mut b = Budget::nodes(2_000_000);
        let t = std::time::Instant::now();
        let a = endless_checks(&p, &mut b);
        let el = t.elapsed();
        let d = match a.evidence() { Some(Evidence::Strategy(s)) => format!("{} entries, {}", s.entries.len(), s.first_move().unwrap()), Some(Evidence::Escape(s)) => format!("{} entries", s.entries.len()), _ => String::new() };
        println!("{line}: {} {} nodes {el:?} {d}", a.verdict(), b.spent());
        check(&p, Claim::EndlessChecks, &a).unwrap();
    }
}
