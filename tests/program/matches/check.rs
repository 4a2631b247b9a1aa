//! `kawari check-engine`: with engines that lie, and with the real one.

use std::process::{Command, Output, Stdio};
use std::thread;

fn check(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("check-engine").args(words).stdin(Stdio::null()).output().expect("a table")
}

fn table(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn kawari_passes_every_case() {
    let program = env!("CARGO_BIN_EXE_kawari");
    for words in [
        &["--margin", "20000", program][..],
        &["--margin", "20000", "--variant", "yari", "--option", "USI_Hash=1", program],
    ] {
        let output = check(words);
        let table = table(&output);
        assert_eq!(output.status.code(), Some(0), "{table}");
        assert!(table.ends_with("19 passed, 0 failed, 0 left out\n"), "{table}");
        assert!(table.starts_with("Kawari "), "{table}");
    }
}

/// Each liar fails where it lies, and is tried on.
#[test]
fn liars_are_found_out() {
    let program = std::env::current_exe().expect("this program").display().to_string();
    let expected = [
        ("honest", "thinks until it is stopped: a bestmove before `stop`"),
        ("honest", "tells of its search: no `info` line has depth, score, nodes and pv"),
        ("honest", "says who it is: there is no `id author`"),
        ("illegal", "finds a legal move in the start position: `9i1a` is not legal"),
        ("none", "finds a legal move in the start position: `bestmove` without a move"),
        ("twice", "answers each go once: two bestmoves for one go"),
        ("crash", "follows the moves of a game: it has ended (exit status: 3)"),
        ("silent", "keeps to the time for a move: no `bestmove` within 700 ms"),
        ("monster", "finds a legal move in the start position: a line of more than 64 KiB"),
        ("deaf", "answers the greeting: no `usiok` within 3000 ms"),
        ("ignorant", "knows the game: option USI_Variant: `hasami` is none of `chess`"),
    ];
    let modes = {
        let mut modes: Vec<&str> = expected.iter().map(|(mode, _)| *mode).collect();
        modes.dedup();
        modes
    };
    thread::scope(|scope| {
        for mode in modes {
            let (program, expected) = (&program, &expected);
            scope.spawn(move || {
                let name = format!("mode:{mode}");
                // Where nothing else is known, whoever does not answer in a while is slow.
                let patience = if ["silent", "deaf"].contains(&mode) { "3000" } else { "20000" };
                let output = check(&[
                    "--variant",
                    "hasami",
                    "--patience",
                    patience,
                    "--margin",
                    "500",
                    program,
                    "matches::fake_engine",
                    "--exact",
                    "--nocapture",
                    &name,
                ]);
                let table = table(&output);
                assert_eq!(output.status.code(), Some(4), "{mode}: {table}");
                for (_, failed) in expected.iter().filter(|(of, _)| *of == mode) {
                    assert!(table.contains(&format!("  FAILED  {failed}")), "{mode}: {table}");
                }
            });
        }
    });
    let missing = check(&["/no/such/engine"]);
    assert_eq!(missing.status.code(), Some(3));
}
