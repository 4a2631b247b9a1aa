//! `kawari selfplay` from a script.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;

fn kawari(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(words.split_whitespace()).output().expect("it starts")
}

/// Returns a path for one test, where no file exists yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("selfplay-{name}"));
    let _ = fs::remove_file(&path);
    path
}

fn objects(text: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(text).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

/// Returns the lines on standard error that summarise the games.
fn summary(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).expect("words");
    let start = text.rfind("5 games: ").expect("a summary");
    text[start..].to_owned()
}

#[test]
fn games_are_legal_and_results_correct() {
    for variant in Variant::ALL {
        let output = kawari(&format!("selfplay {variant} --games 2 --nodes 150 --plies 4"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let games = objects(&output.stdout);
        assert_eq!(games.len(), 2);
        for (number, game) in games.iter().enumerate() {
            assert_eq!(game["game"], number);
            assert_eq!(game["variant"], variant.info().name);
            let start = game["start"].as_str().expect("an SFEN");
            let mut game_state = game_state::open(*variant);
            game_state
                .set(StartPosition::Sfen(start), &words(&game["moves"]))
                .expect("legal moves");
            let outcome = game_state.ending().expect("a finished game or a declared win");
            let winner = outcome.winner().map_or("draw".to_owned(), |color| color.to_string());
            assert_eq!(game["result"].as_str(), Some(winner.as_str()));
            assert_eq!(game["reason"], outcome.reason().to_string());
            let scores = game["scores"].as_array().expect("scores");
            assert_eq!(scores.len(), words(&game["moves"]).len());
            let unscored = scores.iter().take_while(|score| score.is_null()).count();
            assert_eq!(unscored, 4, "only opening moves have no score");
        }
    }
}

#[test]
fn the_same_options_give_the_same_games() {
    let play = |more: &str| {
        kawari(&format!("selfplay hasami-chess --games 6 --nodes 300 --max-moves 40 {more}")).stdout
    };
    let alone = play("--jobs 1");
    assert!(play("--jobs 3") == alone);
    assert!(play("--jobs 3 --seed 2") != alone);
    let games = objects(&alone);
    assert!(games.iter().any(|game| game["reason"] == "maximum moves" && game["result"] == "draw"));
}

/// Ctrl-C and SIGTERM end the run with a summary, and the log can be resumed.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_summary() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let path = scratch(signal);
        let words = format!("selfplay hasami --games 99999 --nodes 50 --log {}", path.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
        let child = command.args(words.split(' ')).stderr(std::process::Stdio::piped()).spawn();
        let child = child.expect("it starts");
        while !fs::read_to_string(&path).is_ok_and(|text| text.lines().count() > 2) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let sent =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(status));
        let games = objects(&fs::read(&path).expect("a log")).len() - 1;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(&format!("{games} games: ")), "{said}");
        assert!(said.ends_with(&format!("interrupted after {games} of 99999 games\n")), "{said}");
        let more = kawari(&format!(
            "selfplay hasami --games {} --nodes 50 --log {} --resume",
            games + 1,
            path.display()
        ));
        assert!(more.status.success());
        assert_eq!(objects(&fs::read(&path).expect("a log")).len(), games + 2);
    }
}

#[test]
fn a_log_is_resumed_where_it_was_cut() {
    let path = scratch("log");
    let play = |more: &str| {
        kawari(&format!(
            "selfplay hasami --games 5 --nodes 200 --max-moves 30 --log {} {more}",
            path.display()
        ))
    };
    let first = play("");
    assert!(first.status.success());
    assert!(summary(&first).starts_with("5 games: "));
    let whole = fs::read(&path).expect("a log");
    assert_eq!(objects(&whole).len(), 6, "a header and five games");
    assert!(!play("").status.success(), "a log is not overwritten");
    for length in [0, 20, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).expect("a cut log");
        let resumed = play("--resume");
        assert!(resumed.status.success());
        assert_eq!(summary(&resumed), summary(&first), "games from before the resumption count");
        assert!(fs::read(&path).expect("a log") == whole, "cut at {length}");
    }
    assert!(!play("--resume --seed 9").status.success(), "another configuration");
    assert!(fs::read(&path).expect("a log") == whole);

    let answers = kawari(&format!("analyse --depth 1 {}", path.display()));
    assert!(answers.status.success());
    let lines: Vec<_> = objects(&answers.stdout).iter().map(|o| o["line"].as_u64()).collect();
    assert_eq!(lines, [Some(2), Some(3), Some(4), Some(5), Some(6)], "the header is not a game");
}

#[test]
fn packed_games_are_resumed_where_they_were_cut() {
    let path = scratch("data");
    let play = |more: &str| {
        kawari(&format!(
            "selfplay yari --games 5 --nodes 40 --max-moves 60 --data {} {more}",
            path.display()
        ))
    };
    let first = play("--jobs 1");
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let whole = fs::read(&path).expect("packed games");
    let header = whole.split(|&byte| byte == b'\n').next().expect("a header");
    crate::formats::expect("selfplay-header", &objects(header)[0]);
    // A header, and at most 5 games of 60 moves with a few bytes of overhead each.
    assert!(whole.len() < header.len() + 5 * (60 * 4 + 100), "{} bytes", whole.len());
    assert!(!play("").status.success(), "data is not overwritten");
    fs::remove_file(&path).expect("it was there");
    assert!(play("--jobs 3 --resume").status.success());
    assert!(fs::read(&path).expect("packed games") == whole);
    let lengths = [0, 20, header.len() + 1, header.len() + 3, whole.len() / 2, whole.len() - 1];
    for length in lengths {
        fs::write(&path, &whole[..length]).expect("cut data");
        let resumed = play("--resume");
        assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
        assert_eq!(summary(&resumed), summary(&first), "games from before the resumption count");
        assert!(fs::read(&path).expect("packed games") == whole, "cut at {length}");
    }
    let other = play("--resume --seed 9");
    assert!(!other.status.success(), "another configuration");
    let mut damaged = whole.clone();
    damaged[header.len() + 30] ^= 1;
    fs::write(&path, &damaged).expect("damaged data");
    let refused = play("--resume");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is damaged"));
    assert!(fs::read(&path).expect("packed games") == damaged, "a rejected file is unchanged");
}

#[test]
fn games_are_rescored() {
    let (played, rescored) = (scratch("played"), scratch("rescored"));
    let words =
        format!("selfplay yari --games 5 --nodes 40 --max-moves 60 --data {}", played.display());
    let first = kawari(&words);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let rescore = |game: &str, more: &str| {
        let (from, to) = (played.display(), rescored.display());
        kawari(&format!("selfplay {game} --rescore {from} --data {to} {more}"))
    };
    // The same search gives the same scores.
    let same = rescore("yari", "--nodes 40");
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stderr));
    assert_eq!(summary(&same), summary(&first));
    let records = |path: &PathBuf| {
        let bytes = fs::read(path).expect("packed games");
        let end = bytes.iter().position(|&byte| byte == b'\n').expect("a header");
        let header = objects(&bytes[..end]).remove(0);
        crate::formats::expect("selfplay-header", &header);
        (header, bytes[end..].to_vec())
    };
    let ((header, games), (_, original)) = (records(&rescored), records(&played));
    assert!(header["rescored"].is_string() && header["seed"].is_null(), "{header}");
    assert!(games == original);

    // A cut file is resumed.
    let whole = fs::read(&rescored).expect("packed games");
    fs::write(&rescored, &whole[..whole.len() / 2]).expect("cut data");
    assert!(rescore("yari", "--nodes 40 --resume").status.success());
    assert!(fs::read(&rescored).expect("packed games") == whole);

    fs::remove_file(&rescored).expect("existing file");
    assert!(rescore("yari", "--nodes 80").status.success());
    let (_, other) = records(&rescored);
    assert_eq!(other.len(), original.len());
    assert!(other != original, "a longer search gives other scores");

    fs::remove_file(&rescored).expect("existing file");
    let refused = rescore("hajiku", "");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("games of yari, not of hajiku"), "{message}");
    assert!(!rescored.exists());
    assert_eq!(rescore("yari", "--seed 3").status.code(), Some(2), "no openings are played");
}

/// Resuming after a kill at any point gives the same games as an uninterrupted run.
#[cfg(unix)]
#[test]
fn packed_games_survive_a_kill() {
    let path = scratch("killed");
    let words = "selfplay hasami-five --games 30 --nodes 60 --max-moves 40 --jobs 2 --data";
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    let mut child =
        command.args(words.split(' ')).arg(&path).arg("--quiet").spawn().expect("it starts");
    while !fs::metadata(&path).is_ok_and(|file| file.len() > 1_000) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().expect("it runs, or has ended");
    child.wait().expect("it ends");
    assert!(kawari(&format!("{words} {} --resume", path.display())).status.success());
    let resumed = fs::read(&path).expect("packed games");
    fs::remove_file(&path).expect("it was there");
    assert!(kawari(&format!("{words} {}", path.display())).status.success());
    assert!(fs::read(&path).expect("packed games") == resumed);
}
