//! What the tests share: the program run in the project's folder, and what it prints.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a disk");
    folder
}

/// A path as an argument.
pub fn text(path: PathBuf) -> String {
    path.into_os_string().into_string().expect("UTF-8")
}

/// Runs the program with this on its standard input.
pub fn jadoube(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jadoube starts");
    // It may stop before it has read everything.
    let _ = child.stdin.take().expect("its input").write_all(input.as_ref());
    child.wait_with_output().expect("jadoube ends")
}

/// What it printed, whatever its exit status.
pub fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it said on standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// What it printed when it succeeded, as it must.
pub fn done(output: &Output) -> String {
    let shown = shown(output);
    assert!(output.status.success(), "{shown}\n{}", said(output));
    shown
}

/// The exit status.
pub fn status(output: &Output) -> Option<i32> {
    output.status.code()
}
