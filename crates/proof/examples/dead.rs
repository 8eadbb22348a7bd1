use jadoube_board::*;
use jadoube_proof::*;
fn main() {
    let limit: u64 = std::env::args().nth(2).map_or(1_000_000, |s| s.parse().unwrap());
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let (mut und, mut wrong, mut total) = (0, 0, 0);
    let (mut nodes, mut time) = (0u64, std::time::Duration::ZERO);
    for line in text.lines() {
        if line.starts_with('#') || line.len() < 10 {
            continue;
        }
        let (tag, fen) = line.split_at(2);
        let fen = format!("{} 0 1", fen.trim());
        let p = match Position::from_fen(&fen) {
            Ok(p) => p,
            Err(e) => {
                println!("BAD {fen}: {e}");
                continue;
            }
        };
        for (i, side) in Colour::BOTH.into_iter().enumerate() {
            let expect = tag.as_bytes()[i] != b'-';
            let mut b = Budget::nodes(limit);
            let t = std::time::Instant::now();
            let a = can_win(&p, side, &mut b);
            let el = t.elapsed();
            nodes += b.spent();
            time += el;
            total += 1;
            if let Err(e) = check(&p, Claim::CanWin(side), &a) {
                println!("FLAW {fen} {side}: {e}");
            }
            if let Answer::Undecided { .. } = a {
                und += 1;
                println!("undecided {tag} {fen} {side} {el:?}");
            } else if a.is_proved() != expect {
                wrong += 1;
                println!("WRONG {tag} {fen} {side} {}", a.verdict());
            } else if el.as_millis() > 50 {
                println!("slow {el:?} {} {tag} {fen} {side}", b.spent());
            }
        }
    }
    println!(
        "total {total} undecided {und} wrong {wrong} nodes {nodes} time {time:?} avg {:?}",
        time / total
    );
}
