//! python-chess's engine module plays whole games with `jadoube uci`.

use std::process::Command;

const SCRIPT: &str = include_str!("uci_games.py");

#[test]
fn python_chess_plays_whole_games_with_it() {
    let python = Command::new("python3")
        .args(["-c", "import chess.engine"])
        .output();
    if !python.is_ok_and(|python| python.status.success()) {
        assert!(
            std::env::var_os("CI").is_none(),
            "python-chess is missing: pip install chess"
        );
        eprintln!("skipped: python-chess is not installed (pip install chess)");
        return;
    }
    let played = Command::new("python3")
        .args(["-c", SCRIPT, env!("CARGO_BIN_EXE_jadoube")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(
        played.status.success(),
        "{said}\n{}",
        String::from_utf8_lossy(&played.stderr)
    );
    assert!(said.contains("whole games: 3"), "{said}");
}
