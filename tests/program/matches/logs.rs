//! Logs and records of `kawari match`, reports from logs, and resumed matches.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use kawari_engine::engine::game_state;
use serde_json::Value;

use super::{Scratch, errors, fake, kawari, play, start};

/// A match that is killed and resumed several times has the same log as an uninterrupted one.
#[test]
fn killed_match_resumes() {
    let scratch = Scratch::new("killed");
    let engines = [kawari("A", "nodes=300"), fake("honest")];
    let words = "--pairs 12 --plies 4 --max-moves 80 --concurrency 2";
    let (whole, killed) = (scratch.file("whole"), scratch.file("killed"));
    let (report, _) = play("hasami", &engines, words, &whole);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..8 {
        let mut command = start("hasami", &engines, words);
        command.arg("--resume").arg("--log").arg(&killed);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a match");
        thread::sleep(Duration::from_millis(random.u64(20..400)));
        child.kill().expect("the match can be killed");
        child.wait().expect("it has ended");
    }
    let records = scratch.file("records");
    let output = start("hasami", &engines, words)
        .arg("--resume")
        .arg("--log")
        .arg(&killed)
        .arg("--records")
        .arg(&records)
        .output()
        .expect("a match");
    assert!(output.status.success(), "{}", errors(&output));
    let log = killed.clone();
    let [whole, killed] = [whole, killed].map(|log| fs::read_to_string(log).expect("a log"));
    assert_eq!(whole, killed);
    assert_eq!(report, String::from_utf8_lossy(&output.stdout));
    // The records also have the games from before the last resumption.
    let text = fs::read_to_string(&records).expect("records");
    assert_eq!(text.matches("[Game ").count(), 24);
    // Records cut at any point are completed. Other content is rejected and left unchanged.
    let again = |content: &str| {
        fs::write(&records, content).expect("a file");
        let words =
            format!("{words} --resume --log {} --records {}", log.display(), records.display());
        let output = start("hasami", &engines, &words).output().expect("a match");
        (output.status.success(), fs::read_to_string(&records).expect("records"))
    };
    for length in [0, 3, text.len() / 2, text.len()] {
        assert_eq!(again(&text[..length]), (true, text.clone()));
    }
    for other in ["hello".to_owned(), text.clone() + "[Game \"24\"]", text.replace("Black", "Gray")]
    {
        assert_eq!(again(&other), (false, other.clone()));
    }
}

/// `kawari analyse` and `kawari play` read the records like the log.
#[test]
fn records_are_analysed_and_loaded() {
    let scratch = Scratch::new("records-read");
    let (log, records) = (scratch.file("log"), scratch.file("records"));
    let engines = [kawari("A", "nodes=60"), kawari("B", "nodes=60")];
    let words = format!("--pairs 2 --plies 4 --max-moves 30 --records {}", records.display());
    let (_, games) = play("yari", &engines, &words, &log);
    let text = fs::read_to_string(&records).expect("records");
    assert!(text.contains(" {"), "no move has a comment: {text}");

    let run = |words: &str, path: &Path, input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        command.args(words.split_whitespace()).stdin(Stdio::piped()).stdout(Stdio::piped());
        if input.is_empty() {
            command.arg(path);
        }
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("the program reads");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{words}");
        String::from_utf8(output.stdout).expect("text")
    };
    let answers = |path: &Path| -> Vec<Value> {
        let text = run("analyse --depth 1 --no-time --each-position --quiet", path, "");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let without_line = |mut answer: Value| {
        answer.as_object_mut().expect("an object").remove("line");
        answer
    };
    let found = answers(&records);
    let headers = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with("[Game "));
    let expected: Vec<u64> = headers.map(|(number, _)| number).collect();
    let mut lines: Vec<u64> =
        found.iter().map(|answer| answer["line"].as_u64().expect("a number")).collect();
    lines.dedup();
    assert_eq!(lines, expected);
    let found: Vec<Value> = found.into_iter().map(without_line).collect();
    let logged: Vec<Value> = answers(&log).into_iter().map(without_line).collect();
    assert_eq!(found, logged);

    let load = format!("load {} 2\nsfen\n", records.display());
    let said = run("play hasami --side both", &records, &load);
    let plies = games[1]["moves"].as_array().expect("moves").len();
    assert!(said.contains(&format!("Loaded: Yari Shogi, {plies} moves.")), "{said}");
}

#[test]
fn changed_configuration_is_not_resumed() {
    let scratch = Scratch::new("another");
    let log = scratch.file("log");
    let engines = [fake("honest"), fake("resign")];
    play("hasami", &engines, "--pairs 1 --plies 2", &log);
    let again = |words: &str| {
        let output = start("hasami", &engines, words).arg("--log").arg(&log).output();
        let output = output.expect("a match");
        assert!(!output.status.success());
        errors(&output)
    };
    let error = again("--pairs 1 --plies 2");
    assert!(error.contains("exists"), "{error}");
    let error = again("--pairs 1 --plies 2 --seed 5 --resume");
    assert!(error.contains("`openings"), "{error}");
}

#[test]
fn existing_files_are_not_overwritten() {
    let scratch = Scratch::new("kept");
    let (log, file) = (scratch.file("log"), scratch.file("file"));
    let engines = [fake("honest"), fake("resign")];
    let refused = |words: &str| {
        let output = start("hasami", &engines, words).output().expect("a match");
        assert!(!output.status.success());
        errors(&output)
    };
    fs::write(&file, "precious").expect("a file");
    let error = refused(&format!("--log {} --records {}", log.display(), file.display()));
    assert!(error.contains("file"), "{error}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "precious");
    assert!(!log.exists(), "a rejected match leaves no file");
    let error = refused(&format!("--log {0} --records {0}", log.display()));
    assert!(error.contains("the same file"), "{error}");
    assert!(!log.exists());
}

/// A match is not resumed if a game of its log was edited or its book has changed.
#[test]
fn edited_log_is_not_resumed() {
    let scratch = Scratch::new("senseless");
    let (book, log) = (scratch.file("book"), scratch.file("log"));
    fs::write(&book, "startpos moves 9i9h 1a1b\n9i9e\n").expect("a book");
    let engines = [fake("honest"), fake("resign")];
    let words = format!("--pairs 2 --openings {}", book.display());
    play("hasami", &engines, &words, &log);
    let whole = fs::read_to_string(&log).expect("a log");
    let resume = || {
        let words = format!("{words} --resume --log {}", log.display());
        let output = start("hasami", &engines, &words).output().expect("a match");
        (output.status.code(), errors(&output))
    };
    assert_eq!(resume().0, Some(0));
    let (hasami, yari) = ("\"game\":3,\"variant\":\"hasami\"", "\"game\":3,\"variant\":\"yari\"");
    for (old, new, expected) in [
        ("\"black\":\"resign\"", "\"black\":\"resigned\"", "players are \"resigned\" and"),
        ("\"9i9h\"", "\"9i8h\"", "9i8h"),
        (hasami, yari, "variant is \"yari\", expected \"hasami\""),
    ] {
        let text = whole.replace(old, new);
        assert_ne!(text, whole);
        fs::write(&log, &text).expect("a log");
        let (status, error) = resume();
        assert!(status == Some(2) && error.contains(expected), "{error}");
        assert!(fs::read_to_string(&log).expect("a log") == text);
    }
    fs::write(&log, &whole).expect("a log");
    fs::write(&book, "startpos moves 9i9h 1a1b\n9i9f\n").expect("a book");
    let (status, error) = resume();
    assert!(status == Some(2) && error.contains("`openings"), "{error}");
}

/// The merged report of a match played in parts equals the report of the whole match.
#[test]
fn reports_of_parts_are_merged() {
    let scratch = Scratch::new("report");
    let engines = [kawari("A", "nodes=100"), kawari("B", "nodes=20")];
    let book = crate::games::file("hasami", "openings.book");
    let text = fs::read_to_string(&book).expect("a book");
    let openings: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let report = |words: &[&Path]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        command.args(["match", "report"]).args(words).output().expect("a report")
    };
    let play_part = |name: &str, openings: &[&str]| {
        let (book, log) = (scratch.file(&format!("{name}-book")), scratch.file(name));
        fs::write(&book, openings.join("\n")).expect("a book");
        let test = "--sprt 0 20 0.05 0.05 --max-moves 60 --concurrency 2";
        let words = format!("{test} --pairs {} --openings {}", openings.len(), book.display());
        let (report, _) = play("hasami", &engines, &words, &log);
        (report, log)
    };
    let (whole, log) = play_part("whole", &openings[..14]);
    let json = scratch.file("json");
    let said = report(&[&log, Path::new("--json"), &json]);
    let result = serde_json::from_slice(&fs::read(&json).expect("JSON")).expect("JSON");
    crate::formats::expect("match-result", &result);
    assert!(said.status.success() && result["encounters"][0]["sprt"]["llr"].is_f64(), "{result}");
    let said = |output: Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said(report(&[&log])), whole);
    let (_, first) = play_part("first", &openings[..9]);
    let (_, second) = play_part("second", &openings[9..14]);
    assert_eq!(said(report(&[&first, &second])), whole);
    // A part given twice counts once, and an incomplete last line does not count.
    let torn = fs::read_to_string(&second).expect("a log") + "{\"game\":";
    fs::write(&second, torn).expect("a log");
    let twice = said(report(&[&first, &second, &first]));
    assert!(twice.contains("18 games identical to an earlier one"), "{twice}");
    assert_eq!(twice.lines().next(), whole.lines().next());
    let other = scratch.file("other");
    play("yari", &engines, "--pairs 1 --max-moves 9", &other);
    let refused = report(&[&first, &other]);
    assert_eq!(refused.status.code(), Some(2));
    let error = errors(&refused);
    assert!(error.contains("variant is yari, expected hasami"), "{error}");
    assert!(errors(&report(&[&book])).contains("no header"));
}

/// A match resumed with more pairs has the same log as one started with them.
#[test]
fn match_is_extended() {
    let scratch = Scratch::new("longer");
    let engines = [kawari("A", "nodes=60"), fake("honest")];
    let (short, long) = (scratch.file("short"), scratch.file("long"));
    let words = |pairs: u32| format!("--pairs {pairs} --plies 3 --max-moves 30");
    let (report, games) = play("hasami", &engines, &words(3), &long);
    assert_eq!(games.len(), 6);
    play("hasami", &engines, &words(1), &short);
    let resume = |pairs: u32| {
        let words = format!("{} --resume --log {}", words(pairs), short.display());
        let output = start("hasami", &engines, &words).output().expect("a match");
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(resume(3), report);
    let [short, long] = [&short, &long].map(|log| fs::read_to_string(log).expect("a log"));
    assert_eq!(short, long);
    assert_eq!(resume(2), report, "games beyond the configured pairs still count");
}

/// The log has score, depth and nodes of each move, and times only with `--times`.
#[test]
fn search_information_is_logged() {
    let scratch = Scratch::new("search-information");
    let engines = [kawari("A", "nodes=77"), fake("pessimist")];
    let words = "--pairs 1 --plies 2 --max-moves 12";
    let check = |games: &[Value], is_timed: bool| {
        for game in games {
            let list = |name: &str| game[name].as_array().cloned();
            let (scores, depths) =
                (list("scores").expect("scores"), list("depths").expect("depths"));
            let (nodes, times) = (list("nodes").expect("nodes"), list("times"));
            assert_eq!(times.is_some(), is_timed, "{game}");
            let is_parallel = |other: &Vec<Value>| other.len() == 12;
            assert!(
                [&scores, &depths, &nodes].into_iter().chain(&times).all(is_parallel),
                "{game}"
            );
            for ply in 0..12 {
                let is_black = ply % 2 == 0;
                let of_kawari = is_black == (game["black"] == "A");
                let info = (&scores[ply], &depths[ply], &nodes[ply]);
                let has_time = times.as_ref().map(|times| times[ply].is_u64());
                match ply {
                    0 | 1 => assert_eq!(info, (&Value::Null, &Value::Null, &Value::Null)),
                    _ if of_kawari => {
                        assert!(info.0.is_object() && info.1.is_u64() && *info.2 == 77, "{info:?}")
                    }
                    _ => {
                        assert_eq!(info, (&serde_json::json!({"cp": -900}), &2.into(), &12.into()))
                    }
                }
                assert!(has_time.is_none_or(|has_time| has_time == (ply > 1)), "{game}");
            }
        }
    };
    let (_, games) = play("hasami", &engines, words, &scratch.file("nodes"));
    check(&games, false);
    let (_, games) = play("hasami", &engines, &format!("{words} --times"), &scratch.file("times"));
    check(&games, true);
}

/// A match is not resumed with a changed engine unless `--changed-engines` is given.
#[cfg(unix)]
#[test]
fn changed_engine_is_detected() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new("changed");
    let (program, log) = (scratch.file("engine"), scratch.file("log"));
    let build = |comment: &str| {
        let script = format!("#!/bin/sh\n# {comment}\nexec '{}'\n", env!("CARGO_BIN_EXE_kawari"));
        fs::write(&program, script).expect("a script");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    };
    let mut script = kawari("script", "nodes=1");
    script[2] = format!("cmd={}", program.display());
    let engines = [script, kawari("B", "nodes=1")];
    let play = |words: &str| {
        let words = format!("--pairs 1 --max-moves 9 --log {} {words}", log.display());
        let output = start("hasami", &engines, &words).output().expect("a match");
        (output.status.code(), errors(&output))
    };
    build("one");
    assert_eq!(play("").0, Some(0));
    let text = fs::read_to_string(&log).expect("a log");
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    let id = header["engines"][0]["id"].as_str().expect("a name");
    assert!(id.starts_with("Kawari "), "{header}");
    assert!(header["engines"][0]["size"].is_u64() && header["engines"][0]["hash"].is_string());
    assert_eq!(play("--resume").0, Some(0));
    build("two");
    let (status, error) = play("--resume");
    assert!(status == Some(2) && error.contains("`engines"), "{error}");
    assert_eq!(play("--resume --changed-engines").0, Some(0));
}

/// The records have the same moves and search information as the log.
#[test]
fn records_match_the_log() {
    let scratch = Scratch::new("records");
    let engines = [kawari("A \"the first\"", "nodes=100"), kawari("B", "nodes=100")];
    for variant in ["hasami", "yari", "hajiku"] {
        let records = scratch.file(&format!("{variant}-records"));
        let words = format!("--pairs 1 --plies 3 --max-moves 40 --records {}", records.display());
        let (_, games) = play(variant, &engines, &words, &scratch.file(variant));
        let text = fs::read_to_string(records).expect("records");
        let written: Vec<_> = text.split("[Game ").skip(1).collect();
        assert_eq!(written.len(), games.len());
        for (text, game) in written.into_iter().zip(games) {
            let (headers, moves) = text.split_once("\n\n").expect("headers and moves");
            assert!(headers.contains("\"A \\\"the first\\\"\"]"), "{headers}");
            let result = game["result"].as_str().expect("a result");
            assert!(headers.contains(&format!("[Result \"{result}\"]")), "{headers}");
            let mut game_state = game_state::open(variant.parse().expect("a game"));
            let mut is_comment = false;
            for word in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
                is_comment |= word.starts_with('{');
                if is_comment {
                    is_comment = !word.ends_with('}');
                    continue;
                }
                let mv = game_state.parse_move_record(word).expect("a move in written notation");
                game_state.push_move(mv).expect("a legal move");
            }
            assert_eq!(moves.matches('{').count() + 3, game_state.moves().len(), "{moves}");
            let first = moves.split(['{', '}']).nth(1).expect("a comment");
            let (score, nodes) = first.split_once(' ').expect("a score and nodes");
            let (cp, depth) = (&game["scores"][3]["cp"], &game["depths"][3]);
            let written = format!("{:+.2}/{depth}", cp.as_f64().expect("a score") / 100.0);
            assert_eq!((score, nodes), (written.as_str(), game["nodes"][3].to_string().as_str()));
            let logged = game["moves"].as_array().expect("moves").iter();
            assert!(logged.map(|mv| mv.as_str().expect("a word")).eq(game_state.moves_in_usi()));
        }
    }
}
