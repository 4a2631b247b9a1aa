//! `kawari check-engine` with misbehaving engines and with Kawari.

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
        &["--margin", "20000", "--proto", "uci", "--variant", "hajiku", program],
    ] {
        let output = check(words);
        let table = table(&output);
        assert_eq!(output.status.code(), Some(0), "{table}");
        assert!(table.ends_with("19 passed, 0 failed, 0 left out\n"), "{table}");
        assert!(table.starts_with("Kawari "), "{table}");
    }
}

/// Each misbehaving engine fails the case it violates, and the other cases still run.
#[test]
fn misbehaving_engines_fail() {
    let program = std::env::current_exe().expect("the test program").display().to_string();
    let expected = [
        ("usi", "honest", "thinks until it is stopped: a bestmove before `stop`"),
        ("usi", "honest", "tells of its search: no `info` line has depth, score, nodes and pv"),
        ("usi", "honest", "says who it is: there is no `id author`"),
        ("usi", "illegal", "finds a legal move in the start position: `9i1a` is not legal"),
        ("usi", "none", "finds a legal move in the start position: `bestmove` without a move"),
        ("usi", "twice", "answers each go once: two bestmoves for one go"),
        ("usi", "crash", "follows the moves of a game: it has ended (exit status: 3)"),
        ("usi", "silent", "keeps to the time for a move: no `bestmove` within 700 ms"),
        ("usi", "monster", "finds a legal move in the start position: a line of more than 64 KiB"),
        ("usi", "deaf", "answers the greeting: no `usiok` within 3000 ms"),
        ("usi", "ignorant", "knows the game: option USI_Variant: `hasami` is none of `chess`"),
        // It answers in shogi coordinates.
        ("uci", "honest", "finds a legal move in the start position: `1i"),
        ("uci", "chess", "thinks until it is stopped: a bestmove before `stop`"),
        ("uci", "chess", "says who it is: there is no `id author`"),
        ("uci", "win", "finds a legal move in the start position: `win` is not legal"),
        ("uci", "deaf", "answers the greeting: no `uciok` within 3000 ms"),
        ("uci", "ignorant", "knows the game: option UCI_Variant: `hasami` is none of `chess`"),
    ];
    let mut modes: Vec<_> = expected.iter().map(|&(proto, mode, _)| (proto, mode)).collect();
    modes.dedup();
    thread::scope(|scope| {
        for (proto, mode) in modes {
            let (program, expected) = (&program, &expected);
            scope.spawn(move || {
                let name = format!("mode:{mode}");
                // Without other signs, an engine that does not answer in time counts as slow.
                let patience = if ["silent", "deaf"].contains(&mode) { "3000" } else { "20000" };
                let limits = ["--patience", patience, "--margin", "500"];
                let engine = [program, "matches::fake_engine", "--exact", "--nocapture", &name];
                let words = ["--variant", "hasami", "--proto", proto];
                let output = check(&[&words[..], &limits, &engine].concat());
                let table = table(&output);
                assert_eq!(output.status.code(), Some(4), "{proto} {mode}: {table}");
                for (_, _, failed) in expected.iter().filter(|of| (of.0, of.1) == (proto, mode)) {
                    assert!(table.contains(&format!("  FAILED  {failed}")), "{mode}: {table}");
                }
                // Such an engine passes the cases it does not violate.
                if (proto, mode) == ("uci", "chess") {
                    assert!(table.contains("  ok      follows the moves of a game"), "{table}");
                }
            });
        }
    });
    let missing = check(&["/no/such/engine"]);
    assert_eq!(missing.status.code(), Some(3));
}

/// The UCI cases can be checked for an unknown game, too.
#[test]
fn moves_of_an_unknown_game_are_not_checked() {
    let program = std::env::current_exe().expect("the test program").display().to_string();
    let engine = [&program, "matches::fake_engine", "--exact", "--nocapture", "mode:ignorant"];
    let output = check(&[&["--proto", "uci", "--margin", "20000"][..], &engine].concat());
    let table = table(&output);
    assert!(table.contains("UCI, a game that is not known here\n"), "{table}");
    for line in [
        "  -       knows the game: a game that is not known here",
        "  ok      gets ready with its options set",
        "  ok      finds a legal move in the start position",
        "  ok      plays by the clock",
        "  -       follows the moves of a game: a game that is not known here",
        "  FAILED  thinks until it is stopped: a bestmove before `stop`",
    ] {
        assert!(table.contains(line), "{line}: {table}");
    }
}
