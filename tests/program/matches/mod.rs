//! `kawari match` with fake engines that violate the protocol, and with Kawari.
//!
//! - `check`: `kawari check-engine`.
//! - `fake`: the fake engine.
//! - `interrupted`: signals.
//! - `logs`: logs, records, reports from logs, and resumed matches.
//! - `spsa`: `kawari spsa`.
//! - `ways`: tournaments, openings, adjudication, pondering and output.

mod check;
mod fake;
#[cfg(unix)]
mod interrupted;
mod logs;
mod spsa;
mod ways;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

use crate::formats;

/// A temporary folder of a test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kawari-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the arguments for a fake engine, named after its mode.
fn fake(mode: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("this program");
    vec![
        "--engine".to_owned(),
        format!("name={mode}"),
        format!("cmd={}", program.display()),
        format!("args=matches::fake::fake_engine --exact --nocapture mode:{mode}"),
        "nodes=1".to_owned(),
    ]
}

/// Returns the arguments for a fake engine with a name.
fn named(name: &str, mode: &str) -> Vec<String> {
    let mut words = fake(mode);
    words[1] = format!("name={name}");
    words
}

/// Returns the arguments for a Kawari engine.
fn kawari(name: &str, words: &str) -> Vec<String> {
    let mut engine = vec![
        "--engine".to_owned(),
        format!("name={name}"),
        format!("cmd={}", env!("CARGO_BIN_EXE_kawari")),
    ];
    engine.extend(words.split_whitespace().map(str::to_owned));
    engine
}

fn start(variant: &str, engines: &[Vec<String>], words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(["match", variant]).args(engines.concat()).args(words.split_whitespace());
    command.stdin(Stdio::null());
    command
}

#[track_caller]
fn play(variant: &str, engines: &[Vec<String>], words: &str, log: &Path) -> (String, Vec<Value>) {
    let output = start(variant, engines, words).arg("--log").arg(log).output().expect("a match");
    let games = games(log);
    // Status 4 is for faults.
    let status = if games.iter().any(|game| !game["fault"].is_null()) { 4 } else { 0 };
    assert_eq!(output.status.code(), Some(status), "{}", errors(&output));
    (String::from_utf8_lossy(&output.stdout).into_owned(), games)
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the games of a log. Checks them and the header against their schemas.
#[track_caller]
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).expect("a log");
    let mut lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    formats::expect("match-header", &lines.next().expect("a header"));
    lines.inspect(|game| formats::expect("match-game", game)).collect()
}

/// An engine with a fault loses the game with the right reason, and the match continues.
#[test]
fn faults_lose_games() {
    let expected = [
        ("illegal", "illegal move", "`9i1a`"),
        ("win", "illegal move", "`win`"),
        ("garbage", "protocol violation", "is not a move"),
        ("none", "protocol violation", "`bestmove` without a move"),
        ("twice", "protocol violation", "second `bestmove` for one `go`"),
        ("monster", "protocol violation", "line longer than 64 KiB"),
        ("crash", "crash", ": 3"),
        ("silent", "hang", "not even after `stop`"),
        ("late", "hang", "no `bestmove` before `stop`"),
        ("unterminated", "hang", "no `bestmove`"),
        ("flood", "hang", "no `bestmove`"),
        ("deaf", "hang", "no `usiok`"),
    ];
    let scratch = Scratch::new("faults");
    thread::scope(|scope| {
        for (mode, kind, detail) in expected {
            let log = scratch.file(mode);
            scope.spawn(move || {
                let engines = [fake("honest"), fake(mode)];
                // A short timeout only for hangs: the other engines may be slow on a busy machine.
                let patience = if kind == "hang" { 5000 } else { 60_000 };
                let words = format!("--pairs 1 --patience {patience} --plies 0");
                let (report, games) = play("hasami", &engines, &words, &log);
                assert_eq!(games.len(), 2, "{mode}");
                for game in games {
                    let winner = if game["black"] == "honest" { "black" } else { "white" };
                    assert_eq!(game["result"], winner, "{mode}: {game}");
                    assert_eq!(game["reason"], kind, "{mode}: {game}");
                    let fault = &game["fault"];
                    assert_eq!((&fault["player"], &fault["kind"]), (&mode.into(), &kind.into()));
                    let found = fault["detail"].as_str().expect("a detail");
                    assert!(found.contains(detail), "{mode}: {found}");
                }
                let named = format!("{mode}: {kind} in 2 games, first in game 0");
                assert!(report.contains(&named), "{report}");
            });
        }
    });
}

/// The end of an engine is detected even if a child process holds its output open.
#[cfg(unix)]
#[test]
fn ended_engine_with_a_child_is_a_crash() {
    let scratch = Scratch::new("parent");
    let engines = [fake("honest"), fake("parent")];
    let words = "--pairs 1 --plies 0 --patience 50000";
    let (_, games) = play("hasami", &engines, words, &scratch.file("log"));
    // Waiting for the end of the output would give a hang.
    for game in games {
        assert_eq!(
            (&game["reason"], &game["fault"]["player"]),
            (&"crash".into(), &"parent".into())
        );
        assert_eq!(game["fault"]["detail"], "exit status: 4");
    }
}

/// If the system is out of file handles, the match ends with an error and no engine gets a fault.
#[cfg(unix)]
#[test]
fn system_errors_stop_the_match() {
    let scratch = Scratch::new("handles");
    let log = scratch.file("log");
    let engines = [fake("honest"), fake("resign")];
    let command = start("hasami", &engines, "--pairs 40 --plies 4 --concurrency 16 --log");
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 24; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args())
        .arg(&log)
        .output()
        .expect("a match");
    let error = errors(&output);
    assert!(!output.status.success(), "{error}");
    assert!(error.contains("cannot start"), "{error}");
    assert!(games(&log).iter().all(|game| game["fault"].is_null()), "{error}");
}

#[test]
fn resignation_is_no_fault() {
    let scratch = Scratch::new("resign");
    let engines = [fake("resign"), fake("honest")];
    let words = "--pairs 1 --plies 4";
    let (report, games) = play("hasami", &engines, words, &scratch.file("log"));
    assert_eq!(games[0]["reason"], "resignation");
    assert_eq!(games[0]["moves"].as_array().map(Vec::len), Some(4));
    assert!(report.contains("resign against honest: 2 games, 0 won, 0 drawn, 2 lost"), "{report}");
    assert!(report.contains("no Elo estimate from fewer than 10 pairs"), "{report}");
    assert!(!report.contains("superior"), "{report}");
}

/// A valid declaration of a win ends the game.
#[test]
fn declaration_ends_a_game() {
    let scratch = Scratch::new("declaration");
    let book = scratch.file("book");
    fs::write(&book, "RKGGSS3/NNLL5/P8/9/9/9/9/4k4/9 b RB4P 1\n").expect("a book");
    let engines = [kawari("one", "nodes=50"), kawari("other", "nodes=50")];
    let words = format!("--pairs 1 --openings {}", book.display());
    let (report, games) = play("shogi", &engines, &words, &scratch.file("log"));
    for game in &games {
        assert_eq!((&game["result"], &game["reason"]), (&"black".into(), &"declaration".into()));
        assert_eq!(game["fault"], Value::Null);
    }
    assert!(report.contains("2 by declaration"), "{report}");
}

/// An engine with chess coordinates plays the same game as one with shogi coordinates.
#[test]
fn chess_coordinates_are_converted() {
    let scratch = Scratch::new("chess");
    let with = |player: Vec<String>, log: &str| {
        let engines = [player, kawari("A", "nodes=30")];
        let (_, games) = play("hasami", &engines, "--pairs 2 --plies 3", &scratch.file(log));
        games.into_iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
    };
    let mut chess = fake("chess");
    chess.push("proto=uci".to_owned());
    assert_eq!(with(chess, "chess"), with(fake("honest"), "shogi"));

    let mut honest = fake("honest");
    honest.push("proto=uci".to_owned());
    honest.push("name=garbled".to_owned());
    let engines = [honest, kawari("A", "nodes=30")];
    let (_, games) = play("hasami", &engines, "--pairs 1 --plies 0", &scratch.file("garbled"));
    assert_eq!(games[0]["fault"]["player"], "garbled");
    assert_eq!(games[0]["reason"], "protocol violation");
}

/// A game with a rules difference does not count. A difference is only accepted from an engine with
/// `rules=other`.
#[test]
fn games_with_a_rules_difference_do_not_count() {
    let scratch = Scratch::new("differences");
    let play = |mode: &str, words: &str| {
        let mut other = fake(mode);
        other.extend(words.split_whitespace().map(str::to_owned));
        let log = scratch.file(&format!("{mode}{words}"));
        let engines = [kawari("A", "nodes=30"), other];
        play("hasami", &engines, "--pairs 1 --plies 2", &log)
    };
    // The engine cannot continue: no fault, no result.
    let (report, games) = play("estranged", "rules=other");
    for game in &games {
        assert_eq!((&game["result"], &game["reason"]), (&"void".into(), &"rules differ".into()));
        assert_eq!(game["difference"]["player"], "estranged");
        assert!(game["fault"].is_null());
    }
    // No percentages of zero games.
    assert!(report.starts_with("A against estranged: 0 games\n"), "{report}");
    assert!(!report.contains('%'), "{report}");
    let line = "estranged: rules differ (strange) in 2 games, not counted, first in game 0";
    assert!(report.contains(line), "{report}");
    // The engine can continue: the game is played to its end.
    let (report, games) = play("stranger", "rules=other");
    assert_ne!(games[0]["result"], "void");
    assert!(report.contains("(a fifth ply) in 1 game, not counted"), "{report}");
    assert!(report.contains("A against stranger: 1 game,"), "{report}");

    let (report, games) = play("estranged", "");
    assert!(games.iter().all(|game| game["reason"] == "illegal move"), "{games:?}");
    assert!(report.contains("A against estranged: 2 games, 2 won"), "{report}");
}

#[test]
fn control_characters_of_engines_are_escaped() {
    let scratch = Scratch::new("painter");
    let mut painter = fake("painter");
    painter.push("rules=other".to_owned());
    let engines = [kawari("A", "nodes=30"), painter];
    let (report, _) = play("hasami", &engines, "--pairs 1 --plies 2", &scratch.file("log"));
    assert!(report.contains("(\\u{1b}[31mred)") && !report.contains('\u{1b}'), "{report}");
}

#[test]
fn endings_that_an_engine_lacks_do_not_count() {
    let scratch = Scratch::new("endings");
    let mut other = fake("honest");
    other.extend(["men captured", "no capture", "repetition"].map(|end| format!("lacks={end}")));
    let engines = [kawari("A", "nodes=30"), other];
    let (report, games) = play("hasami", &engines, "--pairs 1", &scratch.file("log"));
    for game in games {
        assert_eq!(game["difference"]["detail"], game["reason"]);
        let reason = game["reason"].as_str().expect("a reason");
        assert!(report.contains(&format!("honest: rules differ ({reason}) in ")), "{report}");
    }
    assert!(report.contains("A against honest: 0 games"), "{report}");
}

#[test]
fn engine_that_exceeds_its_clock_loses_on_time() {
    let scratch = Scratch::new("clock");
    let mut late = fake("late");
    late.push("tc=0.1+0.01".to_owned());
    // It answers `stop`, so this is no hang. Only its own clock is short.
    let engines = [late, kawari("A", "tc=3600 depth=2")];
    let words = "--pairs 1 --plies 2 --margin 50 --patience 60000 --max-moves 20";
    let (_, games) = play("hasami", &engines, words, &scratch.file("log"));
    for game in games {
        assert_eq!(game["reason"], "time loss", "{game}");
        assert_eq!(game["fault"]["player"], "late");
    }
}

/// Kawari plays without faults with all limits, protocols and position forms.
#[test]
fn kawari_plays_with_all_limits_and_protocols() {
    let scratch = Scratch::new("ways");
    let engines = [
        kawari("usi", "nodes=50"),
        kawari("uci", "proto=uci tc=20+0.01 depth=3"),
        kawari("fen", "proto=uci positions=sfen nodes=50"),
        kawari("sfen", "positions=sfen byoyomi=3000 depth=2 option.USI_Hash=1"),
        kawari("time", "movetime=2"),
    ];
    for variant in ["hasami", "yari", "hajiku"] {
        let words = "--pairs 1 --plies 3 --margin 5000 --max-moves 30 --concurrency 2 --times";
        let (report, games) = play(variant, &engines, words, &scratch.file(variant));
        assert_eq!(games.len(), 20);
        let faults: Vec<_> =
            games.iter().map(|game| &game["fault"]).filter(|fault| !fault.is_null()).collect();
        assert!(faults.is_empty(), "{variant}: {faults:?}");
        assert!(report.contains("  1. "), "there is a table: {report}");
    }
}

/// The two games of a pair have the same opening with colours swapped.
#[test]
fn openings_are_played_with_both_colours() {
    let scratch = Scratch::new("openings");
    let book = scratch.file("book");
    fs::write(&book, "startpos moves 9i9h 1a1b\n9i9e\n").expect("a book");
    let engines = [fake("honest"), fake("resign")];
    let words = format!("--pairs 3 --openings {} --each movetime=1000", book.display());
    let (_, games) = play("hasami", &engines, &words, &scratch.file("log"));
    let seen: Vec<_> =
        games.iter().map(|game| (game["black"].as_str(), &game["opening"])).collect();
    let [honest, resign] = [Some("honest"), Some("resign")];
    let colours = [honest, resign, honest, resign, honest, resign];
    assert!(seen.iter().map(|(black, _)| *black).eq(colours));
    assert!(seen.iter().map(|(_, plies)| plies.as_u64()).eq([2, 2, 1, 1, 2, 2].map(Some)));
}

/// Without a clock, repeated openings give repeated games, which do not count for the SPRT.
#[test]
fn match_without_a_clock_ends_with_its_openings() {
    let scratch = Scratch::new("ends");
    let book = scratch.file("book");
    fs::write(&book, "9i9h 1a1b\n9i9e\n9i9h 1a1b\n").expect("a book");
    let engines = [fake("honest"), fake("resign")];
    let words = format!("--sprt 0 20 0.05 0.05 --openings {}", book.display());
    let (report, games) = play("hasami", &engines, &words, &scratch.file("book-log"));
    assert_eq!(games.len(), 6);
    assert!(report.contains("honest against resign: 4 games, 4 won"), "{report}");
    assert!(report.contains("2 games identical to an earlier one"), "{report}");
    assert!(report.contains("undecided"), "{report}");
    assert!(report.contains("end of the book after 3 openings"), "{report}");

    let words = "--sprt 0 20 0.05 0.05 --plies 0";
    let (report, games) = play("hasami", &engines, words, &scratch.file("start-log"));
    assert_eq!(games.len(), 102);
    assert!(report.contains("honest against resign: 2 games, 2 won"), "{report}");
    assert!(report.contains("no new openings"), "{report}");
}

/// The log does not depend on the number of parallel games, even if an SPRT ends the match.
#[test]
fn log_does_not_depend_on_concurrency() {
    let scratch = Scratch::new("concurrency");
    let engines = [kawari("A", "nodes=150"), kawari("B", "nodes=20")];
    let log = |concurrency: u32, words: &str| {
        let log = scratch.file(&format!("log-{concurrency}"));
        let _ = fs::remove_file(&log);
        let words = format!("{words} --plies 4 --max-moves 60 --concurrency {concurrency}");
        play("hasami", &engines, &words, &log);
        fs::read_to_string(&log).expect("a log")
    };
    assert_eq!(log(1, "--pairs 5"), log(3, "--pairs 5"));
    let test = "--sprt -150 150 0.05 0.05 --pairs 200";
    assert_eq!(log(1, test), log(3, test));
}

#[test]
fn sprt_ends_the_match() {
    let scratch = Scratch::new("sprt");
    let engines = [fake("honest"), fake("resign")];
    let words = "--sprt 0 20 0.05 0.05 --plies 2";
    let (report, games) = play("hasami", &engines, words, &scratch.file("log"));
    assert!(report.contains("H1 accepted"), "{report}");
    assert!(report.contains("no Elo estimate: all pairs have the same result"), "{report}");
    assert!(games.len() % 2 == 0 && games.len() < 200, "{} games", games.len());
}

/// An engine that does not accept the variant or an option would lose every game by a fault.
#[test]
fn engines_must_accept_their_settings() {
    let scratch = Scratch::new("options");
    let log = scratch.file("log");
    let refused = |other: Vec<String>| {
        let output = start("hasami", &[kawari("A", "nodes=1"), other], "--pairs 1")
            .arg("--log")
            .arg(&log)
            .output()
            .expect("a match");
        assert!(!output.status.success() && !log.exists());
        errors(&output)
    };
    let error = refused(fake("ignorant"));
    assert!(error.contains("ignorant") && error.contains("`hasami` is not one of"), "{error}");
    let error = refused(kawari("B", "nodes=1 option.Contempt=3"));
    assert!(error.contains("engine B") && error.contains("no option Contempt"), "{error}");
    let error = refused(kawari("B", "nodes=1 option.Threads=1000"));
    assert!(error.contains("1000 is not in 1..=256"), "{error}");
    let error = refused(kawari("B", "nodes=1 variant=chess"));
    assert!(error.contains("`chess` is not one of"), "{error}");
    let engines = [kawari("A", "nodes=1 option.Contempt=3"), fake("ignorant")];
    let (_, games) = play("hasami", &engines, "--pairs 1 --lenient", &log);
    assert_eq!(games.len(), 2);
}

/// An ordinary shogi engine has no variant option, so none is set.
#[test]
fn engines_without_variant_option_play_shogi() {
    let scratch = Scratch::new("shogi");
    let engines = [kawari("A", "nodes=1"), fake("shogi")];
    let (_, games) = play("shogi", &engines, "--pairs 1 --max-moves 12", &scratch.file("log"));
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["fault"].is_null()), "{games:?}");
    let output = start("minishogi", &engines, "--pairs 1").output().expect("a match");
    let error = errors(&output);
    assert!(error.contains("cannot set the variant to minishogi"), "{error}");
    assert!(error.contains("--lenient"), "{error}");
}

#[test]
fn configuration_errors_are_reported() {
    let refused = |engines: &[Vec<String>], words: &str| {
        let output = start("hasami", engines, words).output().expect("a match");
        assert!(!output.status.success());
        errors(&output)
    };
    let missing = vec!["--engine".to_owned(), "cmd=/no/such/engine".to_owned(), "nodes=1".into()];
    for (expected, error) in [
        ("cannot start /no/such/engine", refused(&[fake("honest"), missing], "")),
        ("two engines are named honest", refused(&[fake("honest"), fake("honest")], "")),
        ("at least 2 engines, got 1", refused(&[fake("honest")], "")),
        ("elo0", refused(&[fake("honest"), fake("win")], "--sprt 5 0 0.05 0.05")),
    ] {
        assert!(error.contains(expected), "{error}");
    }
}
