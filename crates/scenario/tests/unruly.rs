//! Does the law rule on unruly records as it did? A part of what `cargo xtask law-diff` compares.

use jadoube_game::Code;
use jadoube_scenario::unruly::{sum, tell};
use std::{fs, path::Path};

/// How many records of each code are told here; `cargo xtask law-diff` tells all that are kept.
const TOLD: u32 = 200;

#[test]
fn unruly_records_are_ruled_on_as_they_were() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("unruly");
    for code in Code::ALL {
        let Ok(sums) = fs::read_to_string(kept.join(code.name())) else {
            println!("{code}: nothing is kept yet");
            continue;
        };
        let differing: Vec<u32> = (0..TOLD)
            .zip(sums.lines())
            .filter(|(number, kept)| sum(&tell(code, *number)) != *kept)
            .map(|(number, _)| number)
            .collect();
        assert!(
            differing.is_empty(),
            "{code}: {differing:?} are ruled on otherwise: `cargo xtask law-diff REVISION` shows how"
        );
    }
}
