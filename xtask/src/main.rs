//! The project's automation.

mod bench;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((task, rest)) if task == "bench" => bench::run(rest),
        _ => {
            eprintln!("usage: cargo xtask bench board|proof [ROUNDS]");
            ExitCode::FAILURE
        }
    }
}
