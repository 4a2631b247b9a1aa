//! `kawari check-engine` with fake engines that violate the protocol, and with Kawari.

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
        assert!(table.ends_with("19 passed, 0 failed, 0 skipped\n"), "{table}");
        assert!(table.starts_with("Kawari "), "{table}");
    }
}

/// Each fake engine fails the case of its violation, and the other cases still run.
#[test]
fn violations_fail_their_cases() {
    let program = std::env::current_exe().expect("this program").display().to_string();
    let expected = [
        ("usi", "honest", "searches until stop: `bestmove` before `stop`"),
        ("usi", "honest", "sends search info: no `info` line has depth, score, nodes and pv"),
        ("usi", "honest", "sends its name and author: no `id author` line"),
        ("usi", "illegal", "finds a legal move in the start position: illegal move `9i1a`"),
        ("usi", "none", "finds a legal move in the start position: `bestmove` without a move"),
        ("usi", "twice", "answers each go once: second `bestmove` for one `go`"),
        ("usi", "crash", "follows the moves of a game: ended (exit status: 3)"),
        ("usi", "silent", "respects movetime: no `bestmove` within 700 ms"),
        ("usi", "monster", "finds a legal move in the start position: line longer than 64 KiB"),
        ("usi", "deaf", "answers the handshake: no `usiok` within 3000 ms"),
        ("usi", "ignorant", "accepts the variant: option USI_Variant: `hasami` is not one of"),
        // It uses shogi coordinates in UCI.
        ("uci", "honest", "finds a legal move in the start position: illegal move `1i"),
        ("uci", "chess", "searches until stop: `bestmove` before `stop`"),
        ("uci", "chess", "sends its name and author: no `id author` line"),
        ("uci", "win", "finds a legal move in the start position: illegal move `win`"),
        ("uci", "deaf", "answers the handshake: no `uciok` within 3000 ms"),
        ("uci", "ignorant", "accepts the variant: option UCI_Variant: `hasami` is not one of"),
    ];
    let mut engines: Vec<_> = expected.iter().map(|&(proto, mode, _)| (proto, mode)).collect();
    engines.dedup();
    thread::scope(|scope| {
        for (proto, mode) in engines {
            let (program, expected) = (&program, &expected);
            scope.spawn(move || {
                let name = format!("mode:{mode}");
                // A short timeout only for the engines that must run into it: the others may be
                // slow on a busy machine.
                let patience = if ["silent", "deaf"].contains(&mode) { "3000" } else { "20000" };
                let limits = ["--patience", patience, "--margin", "500"];
                let engine =
                    [program, "matches::fake::fake_engine", "--exact", "--nocapture", &name];
                let words = ["--variant", "hasami", "--proto", proto];
                let output = check(&[&words[..], &limits, &engine].concat());
                let table = table(&output);
                assert_eq!(output.status.code(), Some(4), "{proto} {mode}: {table}");
                for (_, _, failed) in expected.iter().filter(|of| (of.0, of.1) == (proto, mode)) {
                    assert!(table.contains(&format!("  FAILED  {failed}")), "{mode}: {table}");
                }
                // Cases without a violation pass.
                if (proto, mode) == ("uci", "chess") {
                    assert!(table.contains("  ok      follows the moves of a game"), "{table}");
                }
            });
        }
    });
    let missing = check(&["/no/such/engine"]);
    assert_eq!(missing.status.code(), Some(3));
}

/// Cases that do not depend on the rules run even if the variant is unknown.
#[test]
fn moves_of_an_unknown_variant_are_not_checked() {
    let program = std::env::current_exe().expect("this program").display().to_string();
    let engine =
        [&program, "matches::fake::fake_engine", "--exact", "--nocapture", "mode:ignorant"];
    let output = check(&[&["--proto", "uci", "--margin", "20000"][..], &engine].concat());
    let table = table(&output);
    assert!(table.contains("UCI, unknown variant\n"), "{table}");
    for line in [
        "  -       accepts the variant: unknown variant",
        "  ok      answers isready after setoption",
        "  ok      finds a legal move in the start position",
        "  ok      respects the clock",
        "  -       follows the moves of a game: unknown variant",
        "  FAILED  searches until stop: `bestmove` before `stop`",
    ] {
        assert!(table.contains(line), "{line}: {table}");
    }
}
