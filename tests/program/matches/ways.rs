//! Tournaments, openings, adjudication, pondering and output of `kawari match`.

use std::fs;

use serde_json::Value;

use crate::formats;

use super::{Scratch, errors, fake, games, kawari, named, play, start};

/// Returns the opening of each pair, in the order of the games.
fn openings(games: &[Value]) -> Vec<String> {
    let opening = |game: &Value| {
        let count = game["opening"].as_u64().expect("a number") as usize;
        let moves = &game["moves"].as_array().expect("moves")[..count];
        moves.iter().map(|mv| mv.as_str().expect("a move")).collect::<Vec<_>>().join(" ")
    };
    games.iter().step_by(2).map(opening).collect()
}

#[test]
fn book_order_and_start_are_configurable() {
    let scratch = Scratch::new("book-order");
    let book = scratch.file("book");
    let all: Vec<String> = (1..9).map(|file| format!("{file}i{file}h")).collect();
    fs::write(&book, all.join("\n")).expect("a book");
    let engines = [fake("honest"), fake("resign")];
    let played = |words: &str, name: &str| {
        let words = format!("--pairs 8 --openings {} {words}", book.display());
        openings(&play("hasami", &engines, &words, &scratch.file(name)).1)
    };
    assert_eq!(played("", "plain"), all);
    assert_eq!(played("--book-start 6", "start"), [&all[5..], &all[..5]].concat());
    let shuffled = played("--book-order random --seed 3", "random");
    assert_ne!(shuffled, all);
    assert_eq!(played("--book-order random --seed 3", "again"), shuffled);
    assert_ne!(played("--book-order random --seed 4", "other"), shuffled);
    let later = played("--book-order random --seed 3 --book-start 3", "later");
    assert_eq!(later, [&shuffled[2..], &shuffled[..2]].concat());
    let mut sorted = shuffled;
    sorted.sort();
    assert_eq!(sorted, all, "each once");
    let words = format!("--pairs 1 --openings {} --book-start 9", book.display());
    let refused = start("hasami", &engines, &words).output().expect("a match");
    assert!(errors(&refused).contains("--book-start 9 is not in 1..=8"), "{}", errors(&refused));
}

/// A knockout plays extra pairs to break ties, ends with a winner and can be resumed.
#[test]
fn knockout_ends_with_a_winner() {
    let scratch = Scratch::new("knockout");
    let (log, json) = (scratch.file("log"), scratch.file("json"));
    // A, D and E always resign. B and C never do, and draw by the move limit.
    let engines = [
        named("A", "resign"),
        named("B", "honest"),
        named("C", "honest"),
        named("D", "resign"),
        named("E", "resign"),
    ];
    let words = format!(
        "--tournament knockout --pairs 1 --plies 3 --max-moves 12 --json {}",
        json.display()
    );
    let (report, played) = play("hasami", &engines, &words, &log);
    // In the first round, only D and E meet. They split every pair, so D advances as the first
    // named.
    let first = played.iter().take_while(|game| game["black"] != "A" && game["white"] != "A");
    let first: Vec<_> = first.collect();
    assert!(first.iter().all(|game| game["black"] != "B" && game["black"] != "C"));
    assert_eq!(first.len(), 2 * (1 + 10));
    assert!(report.contains("D against E: 22 games, 11 won, 0 drawn, 11 lost"), "{report}");
    assert!(report.contains("A against D: "), "{report}");
    assert!(report.contains("B against C: "), "{report}");
    assert!(report.ends_with("B won the knockout\n"), "{report}");
    let result: Value = serde_json::from_slice(&fs::read(&json).expect("JSON")).expect("JSON");
    formats::expect("match-result", &result);
    assert_eq!((&result["champion"], &result["games"]), (&"B".into(), &played.len().into()));
    // Resumed from any cut, the match has the same report and log.
    let whole = fs::read_to_string(&log).expect("a log");
    for cut in [whole.len() / 3, whole.len() * 2 / 3, whole.len()] {
        fs::write(&log, &whole[..cut]).expect("a log");
        let words = format!("{words} --resume --log {}", log.display());
        let output = start("hasami", &engines, &words).output().expect("a match");
        assert_eq!(String::from_utf8_lossy(&output.stdout), report);
        assert!(fs::read_to_string(&log).expect("a log") == whole);
    }
    let from_log = std::process::Command::new(env!("CARGO_BIN_EXE_kawari"))
        .args(["match", "report"])
        .arg(&log)
        .output()
        .expect("a report");
    assert_eq!(String::from_utf8_lossy(&from_log.stdout), report);
}

#[test]
fn gauntlet_pairs_seeds_with_others() {
    let scratch = Scratch::new("seeds");
    let engines =
        [named("A", "honest"), named("B", "honest"), named("C", "resign"), named("D", "resign")];
    let words = "--tournament gauntlet --seeds 2 --pairs 1 --plies 3 --max-moves 12";
    let (report, games) = play("hasami", &engines, words, &scratch.file("log"));
    assert_eq!(games.len(), 8);
    for met in ["A against C", "A against D", "B against C", "B against D"] {
        assert!(report.contains(&format!("{met}: 2 games, 2 won")), "{report}");
    }
    for (words, expected) in [
        ("--seeds 2", "--seeds needs --tournament gauntlet"),
        ("--tournament gauntlet --seeds 4", "less than the number of engines (4), got 4"),
        ("--tournament knockout --first-pair 2", "--first-pair does not work with a knockout"),
    ] {
        let refused = start("hasami", &engines, words).output().expect("a match");
        assert!(errors(&refused).contains(expected), "{}", errors(&refused));
    }
}

/// With `--surrender`, an engine loses by its own scores. `--resign` needs those of both.
#[test]
fn surrender_needs_scores_of_one_side() {
    let scratch = Scratch::new("surrender");
    let engines = [fake("honest"), fake("pessimist")];
    let words = "--pairs 1 --plies 2 --max-moves 40";
    let (_, games) =
        play("hasami", &engines, &format!("{words} --surrender 3 800"), &scratch.file("log"));
    for game in games {
        let winner = if game["black"] == "honest" { "black" } else { "white" };
        assert_eq!(
            (&game["result"], &game["reason"]),
            (&winner.into(), &"surrender by score".into())
        );
        let moves = game["moves"].as_array().expect("moves").len();
        assert_eq!(moves, if winner == "white" { 2 + 5 } else { 2 + 6 });
    }
    let (_, games) =
        play("hasami", &engines, &format!("{words} --resign 3 800"), &scratch.file("agreed"));
    assert!(games.iter().all(|game| game["reason"] != "agreed win"), "only one side is behind");
}

/// In this position, White wins after any move of Black.
#[test]
fn tablebase_ends_a_game() {
    let scratch = Scratch::new("adjudication-by-tables");
    let book = scratch.file("book");
    fs::write(&book, "sfen 6p2/6P2/9/9/9/9/9/6P2/6p2 b - 1\n").expect("a book");
    let engines = [kawari("A", "nodes=20"), kawari("B", "nodes=20")];
    let played = |words: &str, name: &str| {
        let words = format!("--pairs 1 --max-moves 6 --openings {} {words}", book.display());
        let games = play("hasami", &engines, &words, &scratch.file(name)).1;
        assert_eq!(games.len(), 2);
        games
    };
    for game in played("--tables", "tables") {
        assert_eq!((&game["result"], &game["reason"]), (&"white".into(), &"table win".into()));
        assert!(game["moves"].as_array().expect("moves").len() <= 1, "{game}");
    }
    for game in played("", "none") {
        assert_ne!(game["reason"], "table win");
    }
    let words = format!("--pairs 1 --openings {} --tables=no-such-folder", book.display());
    let refused = start("hasami", &engines, &words).output().expect("a match");
    assert!(errors(&refused).contains("no-such-folder"), "{}", errors(&refused));
    assert!(!refused.status.success());
    let refused = start("yari", &engines, "--pairs 1 --tables").output().expect("a match");
    assert!(errors(&refused).contains("no tablebase for yari"), "{}", errors(&refused));
}

/// `margin=` of an engine overrides `--margin`.
#[test]
fn margin_is_configurable_per_engine() {
    let scratch = Scratch::new("margins");
    let with = |words: &str, name: &str| {
        let mut engine = named(name, "dawdler");
        engine.extend(words.split(' ').map(str::to_owned));
        engine
    };
    let engines = [with("movetime=1 margin=60000", "A"), with("movetime=1", "B")];
    let words = "--pairs 1 --plies 2 --margin 20 --max-moves 4";
    let (report, games) = play("hasami", &engines, words, &scratch.file("log"));
    assert!(games.iter().all(|game| game["fault"]["player"] == "B"), "{report}");
    assert!(report.contains("B: time loss in 2 games"), "{report}");
}

/// Redirects the standard error of an engine to a file, and returns a function that counts the
/// lines equal to its argument.
fn notes(scratch: &Scratch, engine: &mut Vec<String>) -> impl Fn(&str) -> usize + use<> {
    let path = scratch.file(&format!("notes-{}", engine[1]));
    engine.push(format!("stderr={}", path.display()));
    move |note| {
        let text = fs::read_to_string(&path).expect("notes");
        text.lines().filter(|line| *line == note).count()
    }
}

#[test]
fn restart_starts_a_process_per_game() {
    let scratch = Scratch::new("restart");
    let mut engines = [named("A", "honest"), named("B", "honest")];
    engines[0].push("restart=on".to_owned());
    let notes = engines.each_mut().map(|engine| notes(&scratch, engine));
    play("hasami", &engines, "--pairs 2 --plies 3 --max-moves 9", &scratch.file("log"));
    // One more start each, for the handshake.
    assert_eq!(notes.map(|notes| notes("started")), [4 + 1, 1 + 1]);
}

/// A pondering engine gets ponder hits and misses and plays without faults.
#[test]
fn engine_ponders() {
    let scratch = Scratch::new("ponder");
    let mut ponderer = named("A", "ponderer");
    ponderer.push("ponder=on".to_owned());
    let notes = notes(&scratch, &mut ponderer);
    let words = "--pairs 2 --plies 3 --max-moves 30";
    let (report, games) =
        play("hasami", &[ponderer, named("B", "honest")], words, &scratch.file("log"));
    assert!(!report.contains("violation"), "{report}");
    assert!(games.iter().all(|game| game["fault"].is_null()));
    let [ponders, hits, misses] = ["ponders", "hit", "missed"].map(&notes);
    assert!(hits > 10 && misses > 4 && ponders == hits + misses, "{ponders} {hits} {misses}");
    let engines = [kawari("A", "tc=100+1 depth=2 ponder=on"), kawari("B", "depth=2")];
    let words = "--pairs 1 --plies 3 --max-moves 30";
    let (report, games) = play("yari", &engines, words, &scratch.file("kawari"));
    assert!(games.iter().all(|game| game["fault"].is_null()), "{report}");
    assert_eq!(games.len(), 2);
}

/// `--report-interval`, `--outcomes` and `--json` give interim reports, a line for each game and
/// the result as JSON.
#[test]
fn reports_outcomes_and_json_are_written() {
    let scratch = Scratch::new("output");
    let json = scratch.file("json");
    let engines = [fake("honest"), fake("resign")];
    let words =
        format!("--pairs 12 --plies 4 --report-interval 8 --outcomes --json {}", json.display());
    let output = start("hasami", &engines, &words).output().expect("a match");
    let (said, report) = (errors(&output), String::from_utf8_lossy(&output.stdout).into_owned());
    assert!(output.status.success(), "{said}");
    for line in [
        "game 0: honest 1-0 resign, resignation, 5 moves",
        "game 23: resign 0-1 honest, resignation, 4 moves",
        "honest against resign: 8 games, 8 won",
        "honest against resign: 16 games, 16 won",
    ] {
        assert!(said.lines().any(|said| said.starts_with(line)), "{said}");
    }
    assert!(
        report
            .contains("drawn: 0.0 % of the games, 0.0 % of the pairs; pairs won for each lost: -"),
        "{report}"
    );
    let text = fs::read_to_string(&json).expect("JSON");
    let result: Value = serde_json::from_str(&text).expect("JSON");
    formats::expect("match-result", &result);
    let encounter = &result["encounters"][0];
    assert_eq!(
        (&encounter["wins"], &encounter["losses"], &encounter["score"]),
        (&24.into(), &0.into(), &1.0.into())
    );
    assert_eq!(encounter["pairs"], serde_json::json!([0, 0, 0, 0, 12]));
    assert_eq!(
        (&encounter["elo"], &encounter["pair_ratio"]),
        (&Value::Null, &Value::Null),
        "no estimate from equal pairs"
    );
    assert_eq!(result["reasons"], serde_json::json!([{"reason": "resignation", "games": 24}]));
    let again = start("hasami", &engines, &words).output().expect("a match");
    assert_eq!(again.status.code(), Some(2), "the existing file is not overwritten");
    assert_eq!(fs::read_to_string(&json).expect("JSON"), text);

    let words = "--pairs 12 --plies 4 --json - --quiet --log";
    let log = scratch.file("log");
    let output = start("hasami", &engines, words).arg(&log).output().expect("a match");
    assert!(output.stderr.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stdout), text);
    assert_eq!(games(&log).len(), 24);
}
