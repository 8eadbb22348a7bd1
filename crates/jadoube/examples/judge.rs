//! One incident before every code: `cargo run -p jadoube --example judge [RECORD]`.

use jadoube::{game::Code, judge::Incident};

/// White touches his Bishop, thinks better of it, and plays the Knight.
const INCIDENT: &str = r#"{"code":"bcc-1899"}
{"by":"white","act":"move","move":"e2e4"}
{"by":"black","act":"move","move":"e7e5"}
{"by":"white","act":"move","move":"g1f3"}
{"by":"black","act":"move","move":"d7d6"}
{"by":"white","act":"touch","square":"f1"}
{"by":"white","act":"move","move":"b1c3"}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1);
    let record = match &path {
        Some(path) => std::fs::read_to_string(path)?,
        None => INCIDENT.to_owned(),
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
