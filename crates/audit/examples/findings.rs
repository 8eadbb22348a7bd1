//! Prints what is irregular in some PGN files, a JSON object a finding: `cargo run -p jadoube-audit --example findings -- games.pgn`

use jadoube_audit::{Audit, Code, Source};
use std::{error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let mut sources = Vec::new();
    for path in std::env::args().skip(1) {
        sources.extend(Source::gather(Path::new(&path))?);
    }
    Audit::under(Code::ALL).run(&sources, |part| {
        for finding in &part.findings {
            println!("{}", serde_json::to_string(finding)?);
        }
        Ok(())
    })?;
    Ok(())
}
