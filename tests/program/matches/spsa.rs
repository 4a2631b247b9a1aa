//! `kawari spsa`, with an engine whose strength is one of its options.

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{Scratch, errors, fake};
use crate::formats;

fn spsa(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(["spsa", "hasami"]).args(fake("dice")).args(words.split_whitespace());
    command.stdin(Stdio::null()).output().expect("it runs")
}

const RUN: &str =
    "--number Strength,20,0,100,10,0.1 --iterations 30 --pairs 3 --plies 3 --max-moves 16";

#[test]
fn spsa_increases_the_strength() {
    let scratch = Scratch::new("spsa");
    let (log, other) = (scratch.file("log"), scratch.file("other"));
    let output = spsa(&format!("{RUN} --log {}", log.display()));
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.starts_with("30 of 30 iterations, 180 games\n  Strength: 20 -> "), "{report}");
    let whole = fs::read_to_string(&log).expect("a log");
    let lines: Vec<Value> =
        whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["log"], lines.len()), (&"spsa".into(), 31));
    formats::expect("spsa-header", &lines[0]);
    lines[1..].iter().for_each(|line| formats::expect("spsa-iteration", line));
    let last = lines[30]["values"][0].as_f64().expect("a number");
    assert!(last > 25.0, "{report}");
    assert!(report.contains(&format!("option.Strength={}\n", last.round())), "{report}");
    // The run does not depend on the concurrency, and resumes from any cut.
    let wide = spsa(&format!("{RUN} --concurrency 3 --log {}", other.display()));
    assert_eq!(String::from_utf8_lossy(&wide.stdout), report);
    assert!(fs::read_to_string(&other).expect("a log") == whole);
    for cut in [whole.len() / 2, whole.len() - 1] {
        fs::write(&log, &whole[..cut]).expect("a log");
        let resumed = spsa(&format!("{RUN} --resume --concurrency 2 --log {}", log.display()));
        assert_eq!(String::from_utf8_lossy(&resumed.stdout), report);
        assert!(fs::read_to_string(&log).expect("a log") == whole);
    }
}

#[test]
fn configuration_errors_are_reported() {
    for (words, expected) in [
        ("--number Contempt", "engine has no spin option `Contempt`"),
        ("--number Strength,200,0,100", "200 is not in 0..=100"),
        ("--number Strength --engine cmd=x nodes=1", "expected one --engine, got 2"),
    ] {
        let output = spsa(words);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains(expected), "{}", errors(&output));
    }
}
