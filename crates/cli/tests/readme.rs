//! Is what the README shows what the program prints?

mod support;

use std::fs;
use support::{done, jadoube, root};

#[test]
fn the_incident_in_the_readme_is_real() {
    let root = root();
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");

    let (_, after) = readme.split_once("```json\n").expect("the record");
    let (record, _) = after.split_once("```").expect("its end");
    let example = fs::read_to_string(root.join("examples/incident.jsonl")).expect("examples/incident.jsonl");
    assert_eq!(record, example, "the record shown is the record judged");

    let command = "$ jadoube judge examples/incident.jsonl --all-codes\n";
    let (before, after) = readme.split_once(command).expect("the command");
    let (shown, rest) = after.split_once("```").expect("the end of its output");
    let judge = [
        "judge",
        "examples/incident.jsonl",
        "--all-codes",
        "--width",
        "100",
    ];
    let real = done(&jadoube(&judge, ""));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(
            root.join("README.md"),
            format!("{before}{command}{real}```{rest}"),
        )
        .expect("written");
    } else {
        assert_eq!(
            shown, real,
            "UPDATE=1 cargo test -p jadoube-cli --test readme rewrites it"
        );
    }
}

/// Every `$ jadoube judge FILE` of the arbiters' page, run and compared.
#[test]
fn the_incidents_of_the_arbiters_page_are_real() {
    let root = root();
    let path = root.join("docs/fide-2023.md");
    let page = fs::read_to_string(&path).expect("docs/fide-2023.md");
    let mut parts = page.split("$ jadoube judge ");
    let mut fresh = parts.next().unwrap_or_default().to_owned();
    let mut incidents = 0;
    for part in parts {
        let (file, after) = part.split_once('\n').expect("a file, and its output");
        let (_, rest) = after.split_once("```").expect("the end of the output");
        let record = fs::read_to_string(root.join(file)).expect(file);
        assert!(
            page.contains(&format!("```json\n{record}```")),
            "{file} is shown as it is"
        );
        let real = done(&jadoube(&["judge", file, "--width", "100"], ""));
        fresh.extend(["$ jadoube judge ", file, "\n", &real, "```", rest]);
        incidents += 1;
    }
    assert!(incidents >= 10, "{incidents} incidents");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, fresh).expect("written");
    } else {
        assert!(
            page == fresh,
            "UPDATE=1 cargo test -p jadoube-cli --test readme rewrites it"
        );
    }
}
