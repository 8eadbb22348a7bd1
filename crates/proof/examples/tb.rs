use jadoube_proof::table::*;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let t = Tables::in_directory(&dir);
    for name in std::env::args().skip(2) {
        let e: Ending = name.parse().unwrap();
        let start = std::time::Instant::now();
        let mut last = std::time::Instant::now();
        t.build(&[e], 2, &std::sync::atomic::AtomicBool::new(false), &mut |e, p| {
            if p.stage == Stage::Writing { println!("  {e} {:?}", last.elapsed()); last = std::time::Instant::now(); }
        }).unwrap();
        let l = t.longest(&e).unwrap();
        println!("{e} {:?} mate {} {} zero {} {}", start.elapsed(), l[0].moves_to_mate(), l[1].moves_to_mate(), l[0].moves_to_zero(), l[1].moves_to_zero());
    }
}
