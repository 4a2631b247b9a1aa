//! `kawari puzzle` from a script.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn puzzle(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("puzzle").args(words).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("UTF-8")
}

/// Returns a path for one test, where no file exists yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("puzzles-{name}"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn made_puzzles_pass_the_check() {
    let path = scratch("minishogi.jsonl");
    let file = path.to_str().expect("UTF-8");
    let make = |count: &str| {
        let words = ["make", "minishogi", "--count", count, "--nodes", "2000", "--seed", "5"];
        puzzle(&[&words[..], &["--output", file, "--quiet"]].concat())
    };
    let made = make("2");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let first = fs::read_to_string(&path).expect("the puzzles");
    assert_eq!(first.lines().count(), 2, "{first}");
    assert!(make("3").status.success());
    let lines = fs::read_to_string(&path).expect("the puzzles");
    assert!(lines.starts_with(&first), "the earlier puzzles stay");
    assert_eq!(lines.lines().count(), 3, "{lines}");
    let check = puzzle(&["check", file, "--quiet"]);
    assert!(check.status.success(), "{}", text(&check.stdout));
}

#[test]
fn a_wrong_puzzle_is_reported() {
    let path = scratch("wrong.jsonl");
    let wrong = serde_json::json!({
        "id": "m1", "variant": "minishogi", "position": "4k/5/4P/5/K4 b G 1", "theme": "mate",
        "plies": 1, "moves": ["G*5b"], "difficulty": 1,
    });
    fs::write(&path, format!("{wrong}\n")).expect("a writable file");
    let check = puzzle(&["check", path.to_str().expect("UTF-8"), "--quiet"]);
    assert_eq!(check.status.code(), Some(1), "{}", text(&check.stderr));
    assert!(text(&check.stdout).starts_with("m1: "), "{}", text(&check.stdout));
}
