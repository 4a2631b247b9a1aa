//! `kawari play --puzzles`.

use std::fs;
use std::path::PathBuf;

use super::play::{run, said};
use kawari_engine::games::variants::Variant;

/// Mate in three plies.
const MATE: &str = r#"{"id":"test-1","variant":"yari","position":"6+R/+R6/pp+Bpppp/7/5Pk/P4N1/1PP3+r/KB5/5B+r b B2N3Pnp 101","theme":"mate","plies":3,"moves":["1a1c","P*1d","1c1d"],"difficulty":2}"#;
/// A more difficult mate, by White.
const WHITE: &str = r#"{"id":"test-2","variant":"yari","position":"rn1k3/3p+b2/1p2pp1/p1p3p/1P2N2/2B3P/P1PP3/2Br+n2/R1K+p3 w Rbnp 62","theme":"mate","plies":3,"moves":["N*6g","5h6g","B*6h"],"difficulty":5}"#;

/// Runs the program with puzzles of Yari, and returns its output.
fn solve(name: &str, puzzles: &[&str], lines: &[&str]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.jsonl"));
    fs::write(&path, puzzles.join("\n")).expect("a writable file");
    said(&format!("yari --puzzles={name}.jsonl --level 1 --seed 1"), lines)
}

/// Asserts that the texts occur in this order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in order in:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn puzzles_are_solved_move_by_move() {
    let lines = ["1a1c", "sfen", "1c1d", "1c1d", "", "N*6g", "B*6h"];
    let text = solve("play-solved", &[WHITE, MATE], &lines);
    assert_in_order(
        &text,
        &[
            "Yari Shogi, 2 puzzles.",
            "Puzzle test-1, difficulty 2 of 8.",
            "    7   6   5",
            "Black to move: mate in 2 moves.",
            "Right. White plays ",
            "(P*1d).",
            " b B2N4P",
            "Solved! Press Enter",
            "The puzzle is over",
            "Puzzle test-2, difficulty 5 of 8.",
            "    1   2   3",
            "White to move: mate in 2 moves.",
            "Black plays ",
            "Solved!",
            "Solved at the first try: 2 of 2.",
        ],
    );
}

#[test]
fn wrong_moves_are_answered_and_taken_back() {
    let lines = ["N*5d", "hnit", "hint", "sfen", "1a1c", "1c1d", "next", "solution", "next"];
    let text = solve("play-wrong", &[MATE, WHITE], &lines);
    assert_in_order(
        &text,
        &[
            "N*5d is not the solution. The answer is ",
            "Score: ",
            "Try again.",
            "Did you mean `hint`?",
            "Move the piece on 1a.",
            "6+R/+R6/pp+Bpppp/7/5Pk/P4N1/1PP3+r/KB5/5B+r b ",
            "Solved, but not at the first try.",
            "Puzzle test-2",
            "The solution is ",
            "YB*6h",
            "These were all puzzles. They start again.",
            "Puzzle test-1",
            "Solved at the first try: 0 of 2.",
        ],
    );
}

#[test]
fn commands_work() {
    let lines = ["help", "moves P", "level 5", "level 9", "kanji", "rules", "next", "hint", "quit"];
    let text = solve("play-commands", &[MATE, WHITE], &[&lines[..], &["board"]].concat());
    assert_in_order(
        &text,
        &[
            "  solution         show the solution",
            "P*",
            "The next puzzles have a difficulty near 5.",
            "`9` is not a level",
            "歩",
            "Puzzle test-2",
            "Drop the piece N.",
            "Solved at the first try: 0 of 1.",
        ],
    );
}

#[test]
fn every_game_has_puzzles() {
    for game in Variant::ALL {
        let name = game.info().name;
        let output = run(&format!("--puzzles {name} --level 1"), &["solution"]);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("The solution is "), "{name}: {text}");
    }
}

#[test]
fn unusable_files_are_rejected() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play-unusable.jsonl");
    for (text, game, expected) in [
        (MATE, "hasami", "there are no puzzles for hasami"),
        ("{}", "yari", "line 1: not a puzzle"),
        (&MATE.replace("1c1d", "1c7i"), "yari", "puzzle test-1"),
    ] {
        fs::write(&path, text).expect("a writable file");
        let output = run(&format!("{game} --puzzles=play-unusable.jsonl"), &[]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(expected), "{error}");
    }
}
