//! `kawari tune` from a script.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use kawari_engine::games::variants::Variant;

use crate::client::Client;
use crate::games;

fn kawari(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(words.split_whitespace()).output().expect("it starts")
}

/// Self-play games, each listed twice, so that a fit to one copy improves the other, which may
/// be held back.
fn games_twice(words: &str) -> String {
    let output = kawari(&format!("selfplay {words}"));
    assert!(output.status.success());
    let games = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    games.lines().map(|game| format!("{game}\n{game}\n")).collect()
}

/// Applies a change to every game.
fn changed(games: &str, change: impl Fn(usize, &mut Value)) -> String {
    let change = |(number, line): (usize, &str)| {
        let mut game = serde_json::from_str(line).expect("a JSON object");
        change(number, &mut game);
        format!("{game}\n")
    };
    games.lines().enumerate().map(change).collect()
}

#[test]
fn tune_without_games_prints_the_built_in_weights() {
    /// Returns the lines except `from` and `checksum`.
    fn tables(text: Vec<u8>) -> Vec<String> {
        let text = String::from_utf8(text).expect("text");
        let is_table = |line: &&str| !line.starts_with("from ") && !line.starts_with("checksum ");
        text.lines().filter(is_table).map(str::to_owned).collect()
    }
    for &variant in Variant::ALL {
        let output = kawari(&format!("tune {variant}"));
        let Ok(weights) = fs::read(games::file(variant, "weights.txt")) else {
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(complaint.contains("evaluated by material alone"), "{variant}: {complaint}");
            continue;
        };
        assert!(output.status.success());
        assert_eq!(tables(output.stdout), tables(weights), "{variant}");
    }
}

#[test]
fn the_same_games_give_the_same_weights() {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune-games");
    let whole = games_twice("hasami --games 6 --nodes 200 --max-moves 80");
    fs::write(&log, &whole).expect("a log");
    let tune = |more: &str| {
        let output = kawari(&format!("tune hasami {} --steps 20 {more}", log.display()));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let fitted = tune("");
    fs::write(&log, format!("{whole}{{\"game\":12,\"variant\":\"has")).expect("a log");
    assert!(tune("") == fitted, "an incomplete last line is ignored");
    fs::write(&log, whole).expect("a log");
    assert!(fitted != fs::read(games::file("hasami", "weights.txt")).expect("a weights file"));
    assert!(tune("") == fitted);
    assert!(tune("--seed 2 --per-game 3") != fitted);
}

#[test]
fn uninformative_games_are_skipped() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let log = folder.join("tune-void-games");
    let games = games_twice("hasami --games 2 --nodes 200 --max-moves 80");
    let tune = |games: &str| {
        fs::write(&log, games).expect("a log");
        kawari(&format!("tune hasami {} --steps 20", log.display()))
    };
    let void = changed(&games, |_, game| game["result"] = "void".into());
    let touched = changed(&games, |_, game| {
        game["difference"] = serde_json::json!({"player": "B", "detail": "impasse"});
    });
    let late = changed(&games, |_, game| {
        game["fault"] = serde_json::json!({"player": "B", "kind": "time loss", "detail": ""});
    });
    let fitted = tune(&games).stdout;
    assert!(!fitted.is_empty());
    for useless in [void, touched, late] {
        let output = tune(&useless);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains("no quiet position"), "{complaint}");
        assert!(tune(&format!("{useless}{games}")).stdout == fitted);
    }
}

/// Training games that teach the opposite of the held-back games.
#[test]
fn a_fit_without_gain_writes_nothing() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [log, weights] = ["log", "weights"].map(|name| folder.join(format!("tune-loss-{name}")));
    let _ = fs::remove_file(&weights);
    let games = games_twice("hasami --games 1 --nodes 200 --max-moves 80").repeat(10);
    let tune = |games: &str, more: &str| {
        fs::write(&log, games).expect("a log");
        let words = format!("--eval-file {} {more}", weights.display());
        let output = kawari(&format!("tune hasami {} {words}", log.display()));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), output.stdout)
    };
    let reversed = |game: &mut Value| {
        game["result"] = if game["result"] == "black" { "white" } else { "black" }.into();
        for score in game["scores"].as_array_mut().expect("scores") {
            let value = score["cp"].as_i64().unwrap_or(0);
            *score = serde_json::json!({"cp": -value});
        }
    };
    let contrary = changed(&games, |number, game| {
        game["result"] = "black".into();
        if number % 10 != 1 {
            reversed(game);
        }
    });
    let (status, said, source) = tune(&contrary, "--steps 300 --result 0");
    assert_eq!(status, Some(5), "{said}");
    assert!(said.contains("stopped at step 100 of 300"), "{said}");
    assert!(said.contains("no gain on validation games"), "{said}");
    assert!(source.is_empty() && !weights.exists());
    let (status, said, source) = tune(&games, "--steps 30");
    assert!(status == Some(0) && !source.is_empty() && weights.exists(), "{said}");
    let (status, said, _) = tune(&games, "--steps 30");
    assert!(status == Some(2) && said.contains("already exists"), "{said}");
}

#[test]
fn numbers_out_of_range_are_rejected() {
    for reluctance in ["nan", "inf", "1e308", "-1"] {
        let output = kawari(&format!("tune hasami --reluctance={reluctance}"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{reluctance}");
        assert!(error.contains("is out of range (0 to 1000000)"), "{error}");
    }
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune-one-game");
    let game = kawari("selfplay hasami --games 1 --nodes 100 --max-moves 40").stdout;
    fs::write(&log, game).expect("a log");
    let output = kawari(&format!("tune hasami {}", log.display()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("too few games"));
}

#[test]
fn games_of_another_variant_are_rejected() {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune-other-games");
    let _ = fs::remove_file(&log);
    let games = kawari(&format!("selfplay mak-yek --games 1 --nodes 50 --log {}", log.display()));
    assert!(games.status.success());
    let output = kawari(&format!("tune hasami {}", log.display()));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(complaint.contains("line 2: a game of mak-yek, not of hasami"), "{complaint}");
}

#[test]
fn weights_can_be_loaded_at_run_time() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [log, built_in, fitted, torn, other] =
        ["log", "built-in", "fitted", "torn", "other"].map(|name| {
            let path = folder.join(format!("tune-file-{name}"));
            let _ = fs::remove_file(&path);
            path.display().to_string()
        });
    let run = |words: &str| kawari(words).status.success();
    fs::write(&log, games_twice("yari --games 6 --nodes 100 --max-moves 80")).expect("a log");
    assert!(run(&format!("tune yari --eval-file {built_in}")));
    assert!(run(&format!("tune yari {log} --steps 20 --eval-file {fitted}")));
    assert!(run(&format!("tune hasami --eval-file {other}")));
    assert!(!run(&format!("tune yari --eval-file {fitted}")), "existing files are not overwritten");
    let text = fs::read_to_string(&fitted).expect("a file");
    assert!(text.lines().nth(2).is_some_and(|from| from.starts_with("from Fitted to 12 games")));
    fs::write(&torn, &text[..text.len() / 2]).expect("an incomplete file");

    let mut client = Client::start();
    client.send("setoption name USI_Variant value yari");
    client.send("position startpos moves 4g4f 4c4d 5i5h");
    let mut judged = |path: &str| {
        client.send(&format!("setoption name EvalFile value {path}"));
        let said = client.lines_after("eval", "eval cp");
        (said.iter().find(|line| line.contains("error")).cloned(), said.last().cloned())
    };
    let plain = judged("none");
    assert_eq!(judged(&built_in), plain);
    let (error, score) = judged(&fitted);
    assert!(error.is_none() && score != plain.1);
    for (path, complaint) in [
        (&torn, "damaged file"),
        (&other, r#"file for "hasami", expected "yari""#),
        (&log, "not an evaluation file"),
        (&"/nowhere/at/all".to_owned(), "cannot read `/nowhere/at/all`"),
    ] {
        let (error, kept) = judged(path);
        assert!(error.as_ref().is_some_and(|error| error.contains(complaint)), "{error:?}");
        assert_eq!(kept, score);
    }
    assert_eq!(judged("none"), plain);

    // A file named before its variant is selected is loaded later.
    let mut client = Client::start();
    let refusal = client.ask(&format!("setoption name EvalFile value {fitted}"));
    assert!(refusal.contains(r#"file for "yari", expected "hasami""#), "{refusal}");
    client.send("setoption name USI_Variant value yari");
    client.send("position startpos moves 4g4f 4c4d 5i5h");
    assert_eq!(client.lines_after("eval", "eval cp").last(), score.as_ref());
}
