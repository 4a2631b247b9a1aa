//! `kawari match` with misbehaving engines, with Kawari, and killed.
//!
//! - `check`: `kawari check-engine`.
//! - `logs`: logs, records and resuming.
//! - `spsa`: `kawari spsa`.
//! - `ways`: pairings, openings, rules of a match, and reports.

mod check;
mod logs;
mod spsa;
mod ways;

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_protocol::chess::BoardSize;
use serde_json::Value;

use crate::formats;

/// The only option of a misbehaving engine.
const ONLY_HASAMI: &str = "option name USI_Variant type combo default hasami var hasami";

/// The misbehaving engine: this test program itself, started with only this test by the match
/// under test. Among the other tests it does nothing.
#[test]
fn fake_engine() {
    let Some(mode) = std::env::args().find_map(|arg| Some(arg.strip_prefix("mode:")?.to_owned()))
    else {
        return;
    };
    // The test harness has already printed the beginning of a line.
    println!();
    eprintln!("started");
    // A shogi engine has no option for the variant.
    let variant = if mode == "shogi" { Variant::Shogi } else { Variant::Hasami };
    let mut game = game_state::open(variant);
    let (mut strength, mut latest) = (0, String::new());
    for line in io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"position") {
            latest.clone_from(&line);
        }
        match words.as_slice() {
            ["usi" | "uci"] if mode == "deaf" => thread::sleep(Duration::from_secs(3600)),
            ["usi"] if mode == "ignorant" => {
                println!("option name USI_Variant type combo default chess var chess\nusiok");
            }
            ["uci"] if mode == "ignorant" => {
                println!("option name UCI_Variant type combo default chess var chess\nuciok");
            }
            ["uci"] => println!("id name liar\n{}\nuciok", ONLY_HASAMI.replace("USI", "UCI")),
            ["usi"] if mode == "dice" => {
                let strength = "option name Strength type spin default 20 min 0 max 100";
                println!("{ONLY_HASAMI}\n{strength}\nusiok");
            }
            ["usi"] if mode == "shogi" => println!("id name shogi\nusiok"),
            ["setoption", "name", "USI_Variant", ..] if mode == "shogi" => std::process::exit(3),
            ["usi"] => println!("id name liar\n{ONLY_HASAMI}\nusiok"),
            ["setoption", "name", "Strength", "value", value] => {
                strength = value.parse().expect("a number");
            }
            ["isready"] => println!("readyok"),
            ["position", "startpos"] => game.set(StartPosition::Initial, &[]).expect("a start"),
            ["position", "startpos", "moves", moves @ ..] if mode == "chess" => {
                let usi = |mv: &&str| BoardSize::of(variant.info()).to_usi(mv).expect("a move");
                let moves: Vec<String> = moves.iter().map(usi).collect();
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                game.set(StartPosition::Initial, &moves).expect("legal moves");
            }
            ["position", "startpos", "moves", moves @ ..] => {
                game.set(StartPosition::Initial, moves).expect("legal moves");
            }
            ["go", .., "searchmoves", mv] if mode == "chess" => println!("bestmove {mv}"),
            ["go", "ponder", ..] => eprintln!("ponders"),
            ["ponderhit"] => {
                eprintln!("hit");
                ponder(&mut *game);
            }
            ["stop"] if mode == "ponderer" => {
                eprintln!("missed");
                println!("bestmove resign");
            }
            ["go", ..] if mode == "dice" => {
                // A weaker engine resigns earlier.
                let mut hasher = DefaultHasher::new();
                (&latest, strength).hash(&mut hasher);
                match hasher.finish() % 400 < 100 - strength {
                    true => println!("bestmove resign"),
                    false => {
                        println!(
                            "bestmove {}",
                            rule_abiding_move(game.moves().len(), &game.legal_moves())
                        );
                    }
                }
            }
            ["go", ..] if mode == "ponderer" => ponder(&mut *game),
            ["go", ..] => {
                let moves = game.legal_moves();
                misbehave(&mode, game.moves().len(), &moves);
            }
            ["stop"] if mode == "late" => println!("bestmove {}", game.legal_moves()[0]),
            ["quit"] => std::process::exit(0),
            _ => {}
        }
        io::stdout().flush().expect("a listener");
    }
    std::process::exit(0);
}

/// The move of an engine that plays by the rules.
fn rule_abiding_move(ply: usize, moves: &[String]) -> &String {
    &moves[ply * 7 % moves.len()]
}

/// Plays a move and ponders on the reply of the rule-abiding engine, but on another move every
/// third time.
fn ponder(game: &mut dyn game_state::GameState) {
    let ply = game.moves().len();
    let mv = rule_abiding_move(ply, &game.legal_moves()).clone();
    game.push(&mv).expect("a legal move");
    let replies = game.legal_moves();
    match replies.is_empty() {
        true => println!("bestmove {mv}"),
        false if ply.is_multiple_of(3) => println!("bestmove {mv} ponder {}", replies[0]),
        false => println!("bestmove {mv} ponder {}", rule_abiding_move(ply + 1, &replies)),
    }
}

fn misbehave(mode: &str, ply: usize, moves: &[String]) {
    let mv = rule_abiding_move(ply, moves);
    match mode {
        "illegal" => println!("bestmove 9i1a"),
        "garbage" => println!("bestmove \u{1b}[31mresign!"),
        "none" => println!("bestmove"),
        "win" => println!("bestmove win"),
        "resign" => println!("bestmove resign"),
        "silent" | "late" => {}
        "asleep" => thread::sleep(Duration::from_secs(3600)),
        "chess" => {
            println!(
                "bestmove {}",
                BoardSize::of(Variant::Hasami.info()).to_chess(mv).expect("a move")
            )
        }
        "estranged" => println!("info string rules differ: strange\nbestmove 9i1a"),
        "painter" => println!("info string rules differ: \u{1b}[31mred\nbestmove 9i1a"),
        "stranger" if ply == 5 => {
            println!("info string rules differ: a fifth ply\nbestmove {mv}");
        }
        "twice" => println!("bestmove {mv}\nbestmove {mv}"),
        "crash" if ply >= 7 => std::process::exit(3),
        // Its child process keeps the output open.
        #[cfg(unix)]
        "parent" if ply >= 7 => {
            Command::new("sleep").arg("60").spawn().expect("a child");
            std::process::exit(4);
        }
        "pessimist" => println!("info depth 2 score cp -900 nodes 12 pv {mv}\nbestmove {mv}"),
        "dawdler" => {
            thread::sleep(Duration::from_millis(300));
            println!("bestmove {mv}");
        }
        "unterminated" => print!("bestmove {mv}"),
        "monster" => println!("{}\nbestmove {mv}", "x".repeat(1 << 20)),
        // More output than the runner reads, in bursts, so that other tests are not slowed
        // down.
        "flood" => loop {
            print!("{}", format!("info depth 1 score cp 1 pv {mv}\n").repeat(1_000));
            thread::sleep(Duration::from_millis(20));
        },
        _ => println!("info depth 1 score cp 0 pv {mv}\nbestmove {mv}"),
    }
}

/// A temporary folder, removed at the end of the test.
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

/// Returns the arguments of an `--engine` that misbehaves in the given mode.
fn misbehaving(mode: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("the test program");
    vec![
        "--engine".to_owned(),
        format!("name={mode}"),
        format!("cmd={}", program.display()),
        format!("args=matches::fake_engine --exact --nocapture mode:{mode}"),
        "nodes=1".to_owned(),
    ]
}

/// Same, with another name.
fn named(name: &str, mode: &str) -> Vec<String> {
    let mut words = misbehaving(mode);
    words[1] = format!("name={name}");
    words
}

/// Returns the arguments of an `--engine` that is Kawari.
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
    // Faults have their own exit status.
    let status = if games.iter().any(|game| !game["fault"].is_null()) { 4 } else { 0 };
    assert_eq!(output.status.code(), Some(status), "{}", errors(&output));
    (String::from_utf8_lossy(&output.stdout).into_owned(), games)
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the games of a log, without its header. Checks them against the schemas.
#[track_caller]
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).expect("a log");
    let mut lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    formats::expect("match-header", &lines.next().expect("a header"));
    lines.inspect(|game| formats::expect("match-game", game)).collect()
}

/// Every misbehaving engine loses all its games for the right reason, and the match is played
/// to its end.
#[test]
fn misbehaving_engines_forfeit_their_games() {
    let expected = [
        ("illegal", "illegal move", "`9i1a`"),
        ("win", "illegal move", "`win`"),
        ("garbage", "protocol violation", "is not a move of this game"),
        ("none", "protocol violation", "bestmove without a move"),
        ("twice", "protocol violation", "two bestmoves for one go"),
        ("monster", "protocol violation", "a line of more than 64 KiB"),
        ("crash", "crash", ": 3"),
        ("silent", "hang", "not even when told to stop"),
        ("late", "hang", "no move before it was told to stop"),
        ("unterminated", "hang", "no move"),
        ("flood", "hang", "no move"),
        ("deaf", "hang", "no greeting"),
    ];
    let scratch = Scratch::new("modes");
    thread::scope(|scope| {
        for (mode, kind, detail) in expected {
            let log = scratch.file(mode);
            scope.spawn(move || {
                let engines = [misbehaving("honest"), misbehaving(mode)];
                // The clock is short only where no other sign reveals the fault.
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

/// The runner does not wait for an engine that has exited, even if its child processes keep
/// running. It reports the engine's own exit status.
#[cfg(unix)]
#[test]
fn an_engine_that_exits_has_crashed() {
    let scratch = Scratch::new("parent");
    let engines = [misbehaving("honest"), misbehaving("parent")];
    let words = "--pairs 1 --plies 0 --patience 50000";
    let (_, games) = play("hasami", &engines, words, &scratch.file("log"));
    // Waiting would have ended in a hang.
    for game in games {
        assert_eq!(
            (&game["reason"], &game["fault"]["player"]),
            (&"crash".into(), &"parent".into())
        );
        assert_eq!(game["fault"]["detail"], "exit status: 4");
    }
}

/// Failures of the operating system are not counted against an engine.
#[cfg(unix)]
#[test]
fn failures_of_the_runner_stop_the_match() {
    let scratch = Scratch::new("handles");
    let log = scratch.file("log");
    let engines = [misbehaving("honest"), misbehaving("resign")];
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
fn resignation_is_not_a_fault() {
    let scratch = Scratch::new("resign");
    let engines = [misbehaving("resign"), misbehaving("honest")];
    let words = "--pairs 1 --plies 4";
    let (report, games) = play("hasami", &engines, words, &scratch.file("log"));
    assert_eq!(games[0]["reason"], "resignation");
    assert_eq!(games[0]["moves"].as_array().map(Vec::len), Some(4));
    assert!(report.contains("resign against honest: 2 games, 0 won, 0 drawn, 2 lost"), "{report}");
    assert!(report.contains("fewer than 10 pairs tell no Elo"), "{report}");
    assert!(!report.contains("superior"), "{report}");
}

/// An engine may declare a win, and the runner checks it.
#[test]
fn a_declaration_ends_a_game() {
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

/// The same moves in other coordinates are the same game.
#[test]
fn chess_coordinates_are_understood() {
    let scratch = Scratch::new("chess");
    let with = |player: Vec<String>, log: &str| {
        let engines = [player, kawari("A", "nodes=30")];
        let (_, games) = play("hasami", &engines, "--pairs 2 --plies 3", &scratch.file(log));
        games.into_iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
    };
    let mut chess = misbehaving("chess");
    chess.push("proto=uci".to_owned());
    assert_eq!(with(chess, "chess"), with(misbehaving("honest"), "shogi"));

    let mut honest = misbehaving("honest");
    honest.push("proto=uci".to_owned());
    honest.push("name=garbled".to_owned());
    let engines = [honest, kawari("A", "nodes=30")];
    let (_, games) = play("hasami", &engines, "--pairs 1 --plies 0", &scratch.file("garbled"));
    assert_eq!(games[0]["fault"]["player"], "garbled");
    assert_eq!(games[0]["reason"], "protocol violation");
}

/// A game affected by a rule difference does not count. Only differences announced by an engine
/// that is known to have other rules are accepted.
#[test]
fn games_with_a_rule_difference_do_not_count() {
    let scratch = Scratch::new("differences");
    let play = |mode: &str, words: &str| {
        let mut other = misbehaving(mode);
        other.extend(words.split_whitespace().map(str::to_owned));
        let log = scratch.file(&format!("{mode}{words}"));
        let engines = [kawari("A", "nodes=30"), other];
        play("hasami", &engines, "--pairs 1 --plies 2", &log)
    };
    // The game cannot continue: no fault, no result.
    let (report, games) = play("estranged", "rules=other");
    for game in &games {
        assert_eq!((&game["result"], &game["reason"]), (&"void".into(), &"rules differ".into()));
        assert_eq!(game["difference"]["player"], "estranged");
        assert!(game["fault"].is_null());
    }
    // No percentages without games.
    assert!(report.starts_with("A against estranged: 0 games\n"), "{report}");
    assert!(!report.contains('%'), "{report}");
    let line = "estranged: rules differ (strange) in 2 games, not counted, first in game 0";
    assert!(report.contains(line), "{report}");
    // The game can continue and is played to its end.
    let (report, games) = play("stranger", "rules=other");
    assert_ne!(games[0]["result"], "void");
    assert!(report.contains("(a fifth ply) in 1 game, not counted"), "{report}");
    assert!(report.contains("A against stranger: 1 game,"), "{report}");

    let (report, games) = play("estranged", "");
    assert!(games.iter().all(|game| game["reason"] == "illegal move"), "{games:?}");
    assert!(report.contains("A against estranged: 2 games, 2 won"), "{report}");
}

#[test]
fn engine_output_is_escaped() {
    let scratch = Scratch::new("painter");
    let mut painter = misbehaving("painter");
    painter.push("rules=other".to_owned());
    let engines = [kawari("A", "nodes=30"), painter];
    let (report, _) = play("hasami", &engines, "--pairs 1 --plies 2", &scratch.file("log"));
    assert!(report.contains("(\\u{1b}[31mred)") && !report.contains('\u{1b}'), "{report}");
}

#[test]
fn endings_unknown_to_a_player_do_not_count() {
    let scratch = Scratch::new("endings");
    let mut other = misbehaving("honest");
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
fn late_moves_lose_on_time() {
    let scratch = Scratch::new("clock");
    let mut late = misbehaving("late");
    late.push("tc=0.1+0.01".to_owned());
    // It answers when it is told to stop, and nobody hurries it or its opponent.
    let engines = [late, kawari("A", "tc=3600 depth=2")];
    let words = "--pairs 1 --plies 2 --margin 50 --patience 60000 --max-moves 20";
    let (_, games) = play("hasami", &engines, words, &scratch.file("log"));
    for game in games {
        assert_eq!(game["reason"], "time loss", "{game}");
        assert_eq!(game["fault"]["player"], "late");
    }
}

/// Kawari plays with all time controls and protocols that it supports, without a fault.
#[test]
fn kawari_plays_with_all_clocks_and_protocols() {
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

/// Both games of a pair have the same opening, with colours swapped.
#[test]
fn openings_are_played_twice() {
    let scratch = Scratch::new("openings");
    let book = scratch.file("book");
    fs::write(&book, "startpos moves 9i9h 1a1b\n9i9e\n").expect("a book");
    let engines = [misbehaving("honest"), misbehaving("resign")];
    let words = format!("--pairs 3 --openings {} --each movetime=1000", book.display());
    let (_, games) = play("hasami", &engines, &words, &scratch.file("log"));
    let seen: Vec<_> =
        games.iter().map(|game| (game["black"].as_str(), &game["opening"])).collect();
    let [honest, resign] = [Some("honest"), Some("resign")];
    let colours = [honest, resign, honest, resign, honest, resign];
    assert!(seen.iter().map(|(black, _)| *black).eq(colours));
    assert!(seen.iter().map(|(_, plies)| plies.as_u64()).eq([2, 2, 1, 1, 2, 2].map(Some)));
}

/// Without a clock, repeated openings give identical games, which the SPRT must not count
/// again.
#[test]
fn a_match_without_a_clock_ends_with_its_openings() {
    let scratch = Scratch::new("ends");
    let book = scratch.file("book");
    fs::write(&book, "9i9h 1a1b\n9i9e\n9i9h 1a1b\n").expect("a book");
    let engines = [misbehaving("honest"), misbehaving("resign")];
    let words = format!("--sprt 0 20 0.05 0.05 --openings {}", book.display());
    let (report, games) = play("hasami", &engines, &words, &scratch.file("book-log"));
    assert_eq!(games.len(), 6);
    assert!(report.contains("honest against resign: 4 games, 4 won"), "{report}");
    assert!(report.contains("2 games played before"), "{report}");
    assert!(report.contains("undecided"), "{report}");
    assert!(report.contains("the book ended after 3 openings"), "{report}");

    let words = "--sprt 0 20 0.05 0.05 --plies 0";
    let (report, games) = play("hasami", &engines, words, &scratch.file("start-log"));
    assert_eq!(games.len(), 102);
    assert!(report.contains("honest against resign: 2 games, 2 won"), "{report}");
    assert!(report.contains("there are no new openings"), "{report}");
}

/// The log does not depend on the number of concurrent games, even if the SPRT ends the match.
#[test]
fn a_log_does_not_depend_on_concurrency() {
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
fn an_sprt_ends_the_match() {
    let scratch = Scratch::new("sprt");
    let engines = [misbehaving("honest"), misbehaving("resign")];
    let words = "--sprt 0 20 0.05 0.05 --plies 2";
    let (report, games) = play("hasami", &engines, words, &scratch.file("log"));
    assert!(report.contains("H1 accepted"), "{report}");
    assert!(report.contains("pairs that all end alike tell no Elo"), "{report}");
    assert!(games.len() % 2 == 0 && games.len() < 200, "{} games", games.len());
}

/// Ctrl-C, SIGTERM and SIGHUP end a match with its standings and leave no engine running, not
/// even one that ignores its input.
#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_its_standings() {
    let scratch = Scratch::new("interrupted");
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let (log, mark) = (scratch.file(signal), format!("mark-{signal}-{}", std::process::id()));
        let mut silent = misbehaving("asleep");
        silent.push(format!("arg={mark}"));
        let engines = [misbehaving("resign"), silent];
        let mut command = start("hasami", &engines, "--plies 2 --pairs 3 --log");
        let mut child = command.arg(&log).stdout(Stdio::piped()).spawn().expect("a match");
        // As Black the first engine resigns; as White it waits for the second.
        while !fs::read_to_string(&log).is_ok_and(|text| text.lines().count() > 1) {
            assert!(child.try_wait().expect("a child").is_none(), "it waits");
            thread::sleep(Duration::from_millis(20));
        }
        send(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        // If the runner had waited for the second engine, that one would have lost.
        assert_eq!(output.status.code(), Some(status));
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(report.contains("resign against asleep: 1 game,"), "{report}");
        assert!(report.contains("interrupted after 1 of 6 games"), "{report}");
        assert!(games(&log).iter().all(|game| game["fault"].is_null()));
        expect_none_left(&mark);
    }
}

/// Sends a signal to a child process.
#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    let words = [format!("-{signal}"), child.id().to_string()];
    assert!(Command::new("kill").args(words).status().expect("kill").success());
}

/// Checks that no process has this mark among its arguments.
#[cfg(unix)]
#[track_caller]
fn expect_none_left(mark: &str) {
    let left = Command::new("pgrep").args(["-f", mark]).output().expect("pgrep");
    assert!(left.stdout.is_empty(), "{}", String::from_utf8_lossy(&left.stdout));
}

/// Under `nohup`, a match continues when its terminal is closed.
#[cfg(unix)]
#[test]
fn a_match_under_nohup_ignores_sighup() {
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

/// An engine that lacks the variant or an option is rejected before the match, because it would
/// lose every game.
#[test]
fn engines_without_the_variant_are_rejected() {
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
    let error = refused(misbehaving("ignorant"));
    assert!(error.contains("ignorant") && error.contains("`hasami` is none of"), "{error}");
    let error = refused(kawari("B", "nodes=1 option.Contempt=3"));
    assert!(error.contains("engine B") && error.contains("no option Contempt"), "{error}");
    let error = refused(kawari("B", "nodes=1 option.Threads=1000"));
    assert!(error.contains("1000 is not within 1 and 256"), "{error}");
    let error = refused(kawari("B", "nodes=1 variant=chess"));
    assert!(error.contains("`chess` is none of"), "{error}");
    let engines = [kawari("A", "nodes=1 option.Contempt=3"), misbehaving("ignorant")];
    let (_, games) = play("hasami", &engines, "--pairs 1 --lenient", &log);
    assert_eq!(games.len(), 2);
}

/// A shogi engine without an option for the variant is not sent one.
#[test]
fn engines_without_a_variant_option_play_shogi() {
    let scratch = Scratch::new("shogi");
    let engines = [kawari("A", "nodes=1"), misbehaving("shogi")];
    let (_, games) = play("shogi", &engines, "--pairs 1 --max-moves 12", &scratch.file("log"));
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["fault"].is_null()), "{games:?}");
    let output = start("minishogi", &engines, "--pairs 1").output().expect("a match");
    let error = errors(&output);
    assert!(error.contains("cannot be told to play minishogi"), "{error}");
    assert!(error.contains("--lenient"), "{error}");
}

#[test]
fn argument_errors_name_the_argument() {
    let refused = |engines: &[Vec<String>], words: &str| {
        let output = start("hasami", engines, words).output().expect("a match");
        assert!(!output.status.success());
        errors(&output)
    };
    let missing = vec!["--engine".to_owned(), "cmd=/no/such/engine".to_owned(), "nodes=1".into()];
    let slips: BTreeMap<&str, String> = [
        ("cannot start /no/such/engine", refused(&[misbehaving("honest"), missing], "")),
        ("two engines are called", refused(&[misbehaving("honest"), misbehaving("honest")], "")),
        ("two engines or more", refused(&[misbehaving("honest")], "")),
        ("elo0", refused(&[misbehaving("honest"), misbehaving("win")], "--sprt 5 0 0.05 0.05")),
    ]
    .into();
    for (named, error) in slips {
        assert!(error.contains(named), "{error}");
    }
}
