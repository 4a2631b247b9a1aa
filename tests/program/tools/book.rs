//! `kawari book` from a script, and the openings and books that come with the program.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_lab::openings;
use serde_json::Value;

use crate::client::Client;

fn kawari(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(words.split_whitespace()).output().expect("it starts")
}

/// Returns a path for one test, where no file exists yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_file(&path);
    path
}

/// Returns the number of different positions after a book's openings. Every opening must be
/// legal and unfinished.
fn positions(path: &Path, variant: Variant) -> usize {
    let mut keys = HashSet::new();
    for opening in openings::read_book(path, variant).expect("a good book") {
        let mut game_state = game_state::open(variant);
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        game_state.set(StartPosition::Sfen(&opening.start), &moves).expect("a legal opening");
        keys.insert(game_state.key());
    }
    keys.len()
}

/// Returns the score of each opening of a book by a search of `nodes` nodes. None may be a
/// mate.
fn scores(book: &Path, variant: &str, nodes: u64) -> Vec<i64> {
    let analysis =
        format!("analyse --variant {variant} --nodes {nodes} --hash 1 {}", book.display());
    serde_json::Deserializer::from_slice(&kawari(&analysis).stdout)
        .into_iter::<Value>()
        .map(|answer| answer.expect("JSON")["score"]["cp"].as_i64().expect("no mate"))
        .collect()
}

#[test]
fn every_game_has_a_book_of_five_hundred_openings() {
    for variant in Variant::ALL {
        let path = crate::games::file(variant, "openings.book");
        assert_eq!(positions(&path, *variant), 500, "{variant}");
    }
}

#[test]
fn openings_are_distinct() {
    for variant in Variant::ALL {
        let path = scratch(variant.info().name);
        let book = kawari(&format!("book make {variant} --count 3 --plies 4 --jobs 1"));
        assert!(book.status.success(), "{}", String::from_utf8_lossy(&book.stderr));
        fs::write(&path, &book.stdout).expect("a file");
        assert_eq!(positions(&path, *variant), 3, "{variant}");
    }
}

#[test]
fn a_book_is_the_same_in_all_formats() {
    let hasami = "hasami".parse().expect("a game");
    let path = scratch("forms");
    let make = |more: &str| kawari(&format!("book make hasami --count 12 --plies 4 {more}"));
    let book = make("--jobs 1");
    assert!(make("--jobs 3").stdout == book.stdout, "the number of jobs changes the book");
    fs::write(&path, &book.stdout).expect("a file");
    let to_file = format!("--form sfen --output {}", path.display());
    assert!(!make(&to_file).status.success(), "a file is not overwritten");
    assert!(fs::read(&path).expect("the book") == book.stdout);
    fs::remove_file(&path).expect("it is there");
    let written = make(&to_file);
    assert!(written.status.success() && written.stdout.is_empty());
    assert_eq!(positions(&path, hasami), 12);
}

/// In these variants a short search misses the winner of most openings.
#[test]
fn row_openings_are_level_by_a_longer_search() {
    let path = scratch("rows");
    let book = kawari("book make hasami-ludos --count 3 --bound 100");
    fs::write(&path, &book.stdout).expect("a file");
    let scores = scores(&path, "hasami-ludos", 20_000);
    assert_eq!(scores.len(), 3);
    assert!(scores.iter().all(|score| score.abs() <= 100), "{scores:?}");
}

#[test]
fn openings_may_favour_a_side() {
    let path = scratch("ahead");
    let ahead = "book make hasami-ludos --count 3 --ahead 100 --bound 250";
    let book = kawari(ahead).stdout;
    fs::write(&path, &book).expect("a file");
    assert!(String::from_utf8_lossy(&book).contains("a side ahead by 100 to 250\n"));
    let scores = scores(&path, "hasami-ludos", 20_000);
    assert_eq!(scores.len(), 3);
    assert!(scores.iter().all(|score| (100..=250).contains(&score.abs())), "{scores:?}");
    let impossible = kawari("book make hasami --ahead 300 --bound 250");
    let error = String::from_utf8_lossy(&impossible.stderr).into_owned();
    assert!(!impossible.status.success() && error.contains("300 ahead and at most 250"), "{error}");
}

#[test]
fn a_book_names_the_search_that_checked_it() {
    let make = |nodes: &str| kawari(&format!("book make hasami --count 3 --bound 30 {nodes}"));
    let [usual, longer] = ["", "--nodes 3000"].map(|nodes| make(nodes).stdout);
    let second = |book: &[u8]| {
        String::from_utf8_lossy(book).lines().nth(1).expect("a second line").to_owned()
    };
    assert!(second(&usual).ends_with("ahead by more than 30"));
    assert!(second(&longer).ends_with("ahead by more than 30 at 3000 nodes"));
}

#[test]
fn errors_in_a_book_name_the_line() {
    let path = scratch("bad-book");
    fs::write(&path, "# a comment\nstartpos\n9i9e 1a1e 9i9e\n").expect("a file");
    let hasami = "hasami".parse().expect("a game");
    let refusal = openings::read_book(&path, hasami).expect_err("an illegal move");
    let refusal = format!("{refusal:#}");
    assert!(refusal.contains("line 3") && refusal.contains("move 3"), "{refusal}");
    fs::write(&path, "9".repeat(1 << 21)).expect("a file");
    let refusal = openings::read_book(&path, hasami).expect_err("an endless line");
    assert!(format!("{refusal:#}").contains("line 1: line is longer"), "{refusal:#}");
    let few = kawari("book make hasami --plies 1 --count 500 --bound 10000");
    assert!(!few.status.success());
}

/// A grown book is the same for any number of jobs, can be continued, and the engine plays from
/// it.
#[test]
fn books_grow_and_are_played_from() {
    let [whole, parts, pruned, merged] = ["whole", "parts", "pruned", "merged"].map(scratch);
    let grow = |path: &Path, more: &str| {
        let path = path.display();
        let grown =
            kawari(&format!("book grow minishogi {path} --nodes 1500 --bound 5000 --quiet {more}"));
        assert!(grown.status.success(), "{}", String::from_utf8_lossy(&grown.stderr));
    };
    grow(&whole, "--positions 33 --jobs 2");
    grow(&parts, "--positions 17 --jobs 1");
    grow(&parts, "--positions 16 --jobs 1");
    let read = |path: &Path| fs::read_to_string(path).expect("a book");
    let text = read(&whole);
    let positions = |text: &str| -> HashSet<String> {
        text.lines().filter(|line| line.starts_with("sfen ")).map(str::to_owned).collect()
    };
    // Some searches add moves to a position that the book has.
    for grown in [&text, &read(&parts)] {
        let count = positions(grown).len();
        assert!((20..=33).contains(&count), "{count}");
    }
    fs::remove_file(&parts).expect("it is there");
    grow(&parts, "--positions 33 --jobs 1");
    assert_eq!(read(&parts), text);
    fs::remove_file(&parts).expect("it is there");
    grow(&parts, "--positions 9 --jobs 1 --moves 3e2d");

    let files = format!("{} {}", whole.display(), parts.display());
    let output = kawari(&format!("book merge minishogi {files} --output {}", merged.display()));
    assert!(output.status.success());
    let both: HashSet<_> = positions(&text).union(&positions(&read(&parts))).cloned().collect();
    assert_eq!(positions(&read(&merged)), both);
    let small = format!("{} --size 900 --output {}", whole.display(), pruned.display());
    assert!(kawari(&format!("book prune minishogi {small}")).status.success());
    assert!(read(&pruned).len() <= 900 && read(&pruned).contains("sfen rbsgk/4p/5/P4/KGSBR b - 1"));

    let shown = kawari(&format!("book show minishogi --book {}", whole.display())).stdout;
    let shown = String::from_utf8(shown).expect("text");
    let best = shown.lines().nth(1).and_then(|line| line.split(' ').next()).expect("a move");
    let mut client = Client::start();
    client.send("setoption name USI_Variant value minishogi");
    client.send("setoption name USI_OwnBook value true");
    client.send(&format!("setoption name BookFile value {}", whole.display()));
    client.send("setoption name BookVariety value 0");
    let lines = client.lines_after("go movetime 60000", "bestmove");
    assert!(lines.last().expect("an answer").starts_with(&format!("bestmove {best}")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" nodes 0 ")), "{lines:?}");
    client.send("setoption name BookFile value <default>");
    let lines = client.lines_after("go movetime 60000", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" nodes 0 ")), "{lines:?}");
    client.send("setoption name USI_OwnBook value false");
    let lines = client.lines_after("go movetime 50", "bestmove");
    assert!(!lines.iter().any(|line| line.contains(" nodes 0 ")), "{lines:?}");

    // A book that is set during another game replaces the one that was loaded before.
    client.send(&format!("setoption name BookFile value {}", whole.display()));
    client.send("setoption name USI_Variant value yari");
    client.send(&format!("setoption name BookFile value {}", merged.display()));
    client.send("setoption name USI_Variant value minishogi");
    let note = format!("book: {} positions", both.len());
    let lines = client.lines_after("isready", "readyok");
    assert!(lines.iter().any(|line| line.contains(&note)), "{lines:?}");
}

#[test]
fn damaged_books_and_those_of_other_games_are_rejected() {
    let path = scratch("damaged");
    let grow = format!("book grow minishogi {} --positions 1 --nodes 500 --quiet", path.display());
    assert!(kawari(&grow).status.success());
    let error = |words: &str| {
        let output = kawari(words);
        assert!(!output.status.success(), "{words}");
        String::from_utf8(output.stderr).expect("text")
    };
    let shown = error(&format!("book show shogi --book {}", path.display()));
    assert!(shown.contains("a book of minishogi"), "{shown}");
    let text = fs::read_to_string(&path).expect("a book");
    fs::write(&path, text.replace(" none ", " None ")).expect("a file");
    assert!(error(&grow).contains("the book is damaged"));
    fs::write(&path, "sfen rbsgk/4p/5/P4/KGSBR b - 1\n1a1b none 1 1 1\n").expect("a file");
    assert!(error(&grow).contains("`1a1b` is not legal"), "{}", error(&grow));
    assert!(error(&format!("book show minishogi 9a9b --book {}", path.display())).contains("9a9b"));
}
