//! Do the cases come out, and what would they say if the law were right?

use crate::{Done, root};
use jadoube::{
    judge::Incident,
    record::{Json, write_event, write_terms, write_view},
};
use jadoube_scenario::{Case, bless as blessed, cases_under, check};
use std::{fs, io::Write as _};

/// Tells the cases whose place contains this.
pub(crate) fn tell(name: &str) -> Done {
    let (mut told, mut wrong) = (0, 0);
    for (place, case) in cases_under(&root().join("scenarios")).map_err(|why| format!("scenarios: {why}"))? {
        let place = format!("{}/{}", place.question, place.name);
        if !place.contains(name) {
            continue;
        }
        told += 1;
        let case = match case {
            Ok(case) => case,
            Err(error) => {
                println!("scenarios/{place}.case, {error}");
                wrong += 1;
                continue;
            }
        };
        let mismatches = check(&case);
        if !mismatches.is_empty() {
            wrong += 1;
            println!("scenarios/{place}.case: {}", case.title);
            for mismatch in &mismatches {
                print!("{mismatch}");
            }
        }
    }
    println!("{told} cases told, {wrong} not as they say");
    if wrong == 0 {
        Ok(())
    } else {
        Err("some cases do not come out".to_owned())
    }
}

/// Prints every case under each of its codes as a record, with the states that follow, one object a line: for programs
/// that have the engine in another shape and must say the same.
pub(crate) fn records() -> Done {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (place, case) in cases_under(&root().join("scenarios")).map_err(|why| format!("scenarios: {why}"))? {
        let place = format!("{}/{}", place.question, place.name);
        let case = case.map_err(|error| format!("scenarios/{place}.case, {error}"))?;
        for code in case.codes.iter().copied() {
            let terms = case.terms(code).map_err(|why| format!("{place}: {why}"))?;
            let told = case.steps.iter().filter(|step| step.is_told_under(code));
            let acts: Vec<_> = (2..).zip(told.map(|step| step.event.clone())).collect();
            let mut record = format!("{}\n", write_terms(&terms));
            for (_, act) in &acts {
                record.push_str(&write_event(act).to_string());
                record.push('\n');
            }
            let trial = Incident { terms, acts }.trial(code, None);
            let line = Json::object([
                ("case", Json::from(place.as_str())),
                ("code", code.name().into()),
                ("record", record.into()),
                ("stopped", trial.stopped.map(|why| why.to_string()).into()),
                ("states", Json::list(trial.states.iter().map(write_view))),
            ]);
            writeln!(out, "{line}").map_err(|why| why.to_string())?;
        }
    }
    out.flush().map_err(|why| why.to_string())
}

/// Writes what the law now says into these files. A person must read the difference.
pub(crate) fn bless(files: &[&str]) -> Done {
    for file in files {
        let text = fs::read_to_string(file).map_err(|why| format!("{file}: {why}"))?;
        let case = Case::parse(&text).map_err(|error| format!("{file}, {error}"))?;
        let new = blessed(&case);
        if new != text {
            fs::write(file, new).map_err(|why| format!("{file}: {why}"))?;
            println!("{file}: written, please review");
        }
        for mismatch in
            check(&Case::parse(&fs::read_to_string(file).unwrap_or_default()).map_err(|e| e.to_string())?)
        {
            print!("{file}\n{mismatch}");
        }
    }
    Ok(())
}
