//! One incident before every code: `cargo run -p jadoube --example judge [RECORD]`.

use jadoube::{game::Code, judge::Incident};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1);
    let record = match &path {
        Some(path) => std::fs::read_to_string(path)?,
        None => include_str!("../../../examples/incident.jsonl").to_owned(),
    };
    let incident: Incident = record.parse()?;
    for trial in incident.judge(&Code::ALL) {
        println!("{}", trial.code.title());
        let Some(state) = trial.states.last() else {
            continue;
        };
        for ruling in &state.rulings {
            println!("  {}  {}", ruling.text, ruling.clause);
        }
        for option in &state.options {
            println!(
                "  {} may: {}  {}",
                option.right.party, option.right.text, option.right.clause
            );
        }
    }
    Ok(())
}
