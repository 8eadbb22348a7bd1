//! Which words of the questions does the index need? Their openings, their tables' and answers' comments, and nothing of
//! the procedures: the index carries a twentieth of the source.

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/questions");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let out = Path::new(&out).join("questions");
    fs::create_dir_all(&out)?;
    for file in fs::read_dir("src/questions")? {
        let path = file?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::write(out.join(name), words(&fs::read_to_string(&path)?))?;
        }
    }
    Ok(())
}

/// The lines that say what the file, its tables and their answers are about.
fn words(source: &str) -> String {
    let mut kept = String::new();
    let mut keep = |line: &str| {
        kept.push_str(line);
        kept.push('\n');
    };
    let mut comment: Vec<&str> = Vec::new();
    let mut in_answers = false;
    for line in source.lines() {
        if in_answers {
            keep(line);
            in_answers = line != "}";
        } else if line.starts_with("//!") {
            keep(line);
        } else if line.starts_with("///") {
            comment.push(line);
        } else if line.starts_with("pub static ") || line.starts_with("pub enum ") {
            keep("");
            comment.drain(..).for_each(&mut keep);
            keep(line);
            in_answers = line.starts_with("pub enum ") && line.ends_with('{');
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    kept
}
