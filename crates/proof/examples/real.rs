use jadoube_board::*;
use jadoube_proof::*;
fn main() {
    let text = std::fs::read_to_string("/work/shared/notation/games.jsonl").unwrap();
    let mut ps = vec![];
    for line in text.lines() {
        let i = line.find("\"uci\": [").unwrap() + 8;
        let j = i + line[i..].find(']').unwrap();
        let mut p = Position::ordinary();
        if !line.contains("\"start_fen\": null") {
            continue;
        }
        ps.push(p);
        for m in line[i..j].split(',') {
            let m = m.trim().trim_matches('"');
            match p.parse_uci(m) {
                Ok(m) => p = p.play(m),
                Err(_) => break,
            }
            ps.push(p);
        }
    }
    println!("{} positions", ps.len());
    let mut worst = vec![];
    let t0 = std::time::Instant::now();
    let mut nodes = 0;
    let mut plies = 0;
    for p in &ps {
        let t = std::time::Instant::now();
        let mut b = Budget::nodes(100_000);
        let a = drawn_game(p, &mut b);
        nodes += b.spent();
        if let Answer::Refuted(Evidence::Line(l)) = &a {
            plies += l.moves.len()
        }
        worst.push((t.elapsed(), b.spent(), a.verdict(), p.to_string()));
    }
    println!(
        "drawn_game avg {:?} nodes avg {} line avg {}",
        t0.elapsed() / ps.len() as u32,
        nodes as f64 / ps.len() as f64,
        plies as f64 / ps.len() as f64
    );
    worst.sort();
    for w in worst.iter().rev().take(6) {
        println!("{w:?}");
    }
    println!("median {:?}", worst[worst.len() / 2]);
    for side in Colour::BOTH {
        let t0 = std::time::Instant::now();
        let (mut n, mut u) = (0, 0);
        for p in &ps {
            let mut b = Budget::nodes(100_000);
            let a = can_win(p, side, &mut b);
            n += b.spent();
            if !a.is_proved() {
                u += 1;
                println!("{} {p} {side}", a.verdict());
            }
        }
        println!(
            "can_win {side} avg {:?} nodes {} not proved {u}",
            t0.elapsed() / ps.len() as u32,
            n as f64 / ps.len() as f64
        );
    }
}
