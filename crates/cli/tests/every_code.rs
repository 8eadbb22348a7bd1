//! Which rulings does a change alter? One corpus of incidents, judged by every code, as they stood when last looked at.

mod support;

use std::{fs, path::Path};
use support::{done, jadoube, root};

#[test]
fn the_incidents_are_judged_as_they_were() {
    let root = root();
    let mut names: Vec<String> = fs::read_dir(root.join("examples/incidents"))
        .expect("examples/incidents")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "jsonl"))
        .collect();
    names.sort();
    assert!(names.len() >= 20, "the corpus is there");

    let mut altered = Vec::new();
    for name in &names {
        let record = format!("examples/incidents/{name}");
        let judged = done(&jadoube(&["judge", &record, "--all-codes", "--width", "110"], ""));
        let kept = root.join(&record).with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&kept, judged).expect("written");
        } else if fs::read_to_string(&kept).unwrap_or_default() != judged {
            altered.push(record);
        }
    }
    assert!(
        altered.is_empty(),
        "judged otherwise than before: {}; UPDATE=1 cargo test -p jadoube-cli --test every_code shows it in the diff",
        altered.join(", ")
    );
}
