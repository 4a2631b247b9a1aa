//! Matches and `kawari spsa` interrupted by a signal.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{Scratch, errors, fake, games, named, start};

/// Ctrl-C, SIGTERM and SIGHUP end a match with a report, and no engine is left running, not even
/// one that does not read its input.
#[test]
fn interrupted_match_prints_a_report() {
    let scratch = Scratch::new("interrupted");
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let (log, mark) = (scratch.file(signal), format!("mark-{signal}-{}", std::process::id()));
        let mut silent = fake("asleep");
        silent.push(format!("arg={mark}"));
        let engines = [fake("resign"), silent];
        let mut command = start("hasami", &engines, "--plies 2 --pairs 3 --log");
        let mut child = command.arg(&log).stdout(Stdio::piped()).spawn().expect("a match");
        // The first engine resigns with Black. With White, it waits for the second one.
        while !fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > 1) {
            assert!(child.try_wait().expect("a child").is_none(), "it waits");
            thread::sleep(Duration::from_millis(20));
        }
        send(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        // The match does not wait for the second engine, which would lose by a hang.
        assert_eq!(output.status.code(), Some(status));
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(report.contains("resign against asleep: 1 game,"), "{report}");
        assert!(report.contains("interrupted after 1 of 6 games"), "{report}");
        assert!(games(&log).iter().all(|game| game["fault"].is_null()));
        expect_none_left(&mark);
    }
}

/// A signal during the handshake of an engine leaves no log, which would lack the engine's name
/// and so could not be resumed.
#[test]
fn match_interrupted_in_a_handshake_can_be_repeated() {
    let scratch = Scratch::new("handshake");
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let (log, started) = (scratch.file(signal), scratch.file(&format!("{signal}-started")));
        let mark = format!("handshake-{signal}-{}", std::process::id());
        let mut silent = fake("deaf");
        silent.extend([format!("stderr={}", started.display()), format!("arg={mark}")]);
        let mut command = start("hasami", &[fake("resign"), silent], "--pairs 1 --resume --log");
        let mut child = command.arg(&log).stderr(Stdio::piped()).spawn().expect("a match");
        while fs::read(&started).map_or(true, |text| text.is_empty()) {
            assert!(child.try_wait().expect("a child").is_none(), "it waits");
            thread::sleep(Duration::from_millis(20));
        }
        send(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(status));
        assert_eq!(errors(&output), "kawari: engine deaf: interrupted\n");
        assert!(!log.exists(), "{signal}");
        expect_none_left(&mark);
    }
}

/// A signal ends all engines of `kawari spsa`, even one that does not read its input.
#[test]
fn interrupted_spsa_leaves_no_engine() {
    let scratch = Scratch::new("spsa-interrupted");
    for (signal, status) in [("TERM", 143), ("HUP", 129)] {
        let (stderr, mark) =
            (scratch.file(signal), format!("spsa-{signal}-{}", std::process::id()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        command.args(["spsa", "hasami"]).args(fake("asleep"));
        command.args([format!("stderr={}", stderr.display()), format!("arg={mark}")]);
        command.args(["--number", "Strength,20,0,100"]).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::null()).spawn().expect("a run");
        // Three starts: one for the handshake, two to play.
        while !fs::read_to_string(&stderr).is_ok_and(|text| text.lines().count() > 2) {
            assert!(child.try_wait().expect("a child").is_none(), "it waits");
            thread::sleep(Duration::from_millis(20));
        }
        send(signal, &child);
        assert_eq!(child.wait().expect("it ends").code(), Some(status));
        expect_none_left(&mark);
    }
}

/// Sends a signal to a child.
fn send(signal: &str, child: &Child) {
    let words = [format!("-{signal}"), child.id().to_string()];
    assert!(Command::new("kill").args(words).status().expect("kill").success());
}

/// Checks that no process has this mark among its arguments.
#[track_caller]
fn expect_none_left(mark: &str) {
    let left = Command::new("pgrep").args(["-f", mark]).output().expect("pgrep");
    assert!(left.stdout.is_empty(), "{}", String::from_utf8_lossy(&left.stdout));
}

/// Under `nohup`, a match continues after its terminal is closed.
#[test]
fn match_under_nohup_ignores_sighup() {
    let scratch = Scratch::new("nohup");
    let log = scratch.file("log");
    let engines = [named("A", "dawdler"), named("B", "dawdler")];
    let inner = start("hasami", &engines, "--pairs 1 --plies 2 --max-moves 6");
    let mut command = Command::new("nohup");
    command.arg(inner.get_program()).args(inner.get_args()).arg("--log").arg(&log);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a match");
    while !fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > 1) {
        assert!(child.try_wait().expect("a child").is_none(), "it plays");
        thread::sleep(Duration::from_millis(20));
    }
    send("HUP", &child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(games(&log).len(), 2);
}
