//! Tests that split work gives the same result as one run, as
//! `docs/how-to/many-machines.md` promises: an answer depends only on its line and a game
//! only on its number.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary folder, removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kawari-parts-{name}-{}", std::process::id()));
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

fn kawari(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(words.split_whitespace()).stdin(Stdio::null()).output().expect("it starts")
}

#[track_caller]
fn output(words: &str, status: i32) -> String {
    let output = kawari(words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{errors}");
    String::from_utf8(output.stdout).expect("words")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

/// Returns a file without its first line.
fn without_header(path: &Path) -> String {
    read(path).split_once('\n').expect("a header").1.to_owned()
}

/// Replaces the line numbers of a part's answers by those in the whole file.
fn renumbered(answers: &str, lines_before: usize) -> String {
    let renumber = |answer: &str| {
        let rest = answer.strip_prefix("{\"line\":").expect("a number comes first");
        let end = rest.find(',').expect("more fields");
        let number: usize = rest[..end].parse().expect("a number");
        format!("{{\"line\":{}{}\n", number + lines_before, &rest[end..])
    };
    answers.lines().map(renumber).collect()
}

/// Returns positions of several variants, some of them finished games, and some bad or empty
/// lines.
fn mixed_lines() -> Vec<String> {
    let mut lines = vec!["# a comment".to_owned(), String::new()];
    for moves in ["", " moves 9i9e", " moves 9i9e 1a1e", " moves 5i5e 5a5d", " moves 1i1i"] {
        for game in ["hasami", "mak-yek", "yari", "hajiku", "minishogi", "no-such-game"] {
            lines.push(format!("{game} startpos{moves}"));
        }
    }
    lines.push("hasami 9/9/4p4/9/4P4/9/9/9/4P4 w - 1".to_owned());
    lines
}

#[test]
fn split_analysis_equals_one_run() {
    let scratch = Scratch::new("analyse");
    let lines = mixed_lines();
    let whole = scratch.file("whole");
    fs::write(&whole, lines.join("\n")).expect("a file");
    let options = "analyse --nodes 400 --no-time --multipv 2";
    let at_once = output(&format!("{options} --jobs 2 {}", whole.display()), 1);
    for (length, jobs) in [(1, 1), (4, 3), (19, 2)] {
        let mut parts: Vec<(usize, String)> = Vec::new();
        // The last part is run first.
        for (place, part) in lines.chunks(length).enumerate().rev() {
            let file = scratch.file("part");
            fs::write(&file, part.join("\n")).expect("a file");
            let part = kawari(&format!("{options} --jobs {jobs} {}", file.display()));
            assert!(matches!(part.status.code(), Some(0 | 1)));
            let answers = String::from_utf8(part.stdout).expect("words");
            parts.push((place, renumbered(&answers, place * length)));
        }
        parts.sort();
        let together: String = parts.into_iter().map(|(_, answers)| answers).collect();
        assert_eq!(together, at_once, "parts of {length} lines");
    }
}

#[test]
fn split_selfplay_equals_one_run() {
    let scratch = Scratch::new("selfplay");
    let options = "selfplay yari --nodes 150 --plies 6 --max-moves 40 --seed 3";
    let at_once = output(&format!("{options} --games 7 --jobs 2"), 0);
    let part = |first: u64, games: u64, jobs: u64| {
        output(&format!("{options} --first-game {first} --games {games} --jobs {jobs}"), 0)
    };
    let last = part(5, 2, 1);
    assert_eq!(part(0, 1, 1) + &part(1, 4, 3) + &last, at_once);

    let log = |name: &str, words: &str| {
        let path = scratch.file(name);
        output(&format!("{options} {words} --log {}", path.display()), 0);
        path
    };
    let whole = read(&log("whole", "--games 7"));
    let first = log("first", "--games 5");
    let second = log("second", "--first-game 5 --games 2");
    assert_eq!(without_header(&second), last);
    assert_eq!(read(&first) + &last, whole, "logs can be concatenated without their headers");

    // A part is resumed like a whole run, and another part is rejected.
    let text = read(&second);
    fs::write(&second, &text[..text.len() - 10]).expect("a file");
    log("second", "--first-game 5 --games 2 --resume");
    assert_eq!(read(&second), text);
    let other =
        kawari(&format!("{options} --first-game 4 --games 3 --resume --log {}", second.display()));
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(
        !other.status.success() && error.contains("`first_game` is 5 in the log, not 4"),
        "{error}"
    );
    assert_eq!(read(&second), text);
}

#[test]
fn split_matches_equal_one_match() {
    let scratch = Scratch::new("match");
    let book = scratch.file("book");
    fs::write(&book, "9i9e\n8i8e\n7i7e\n6i6e\n5i5e\n").expect("a file");
    let program = env!("CARGO_BIN_EXE_kawari");
    let play = |name: &str, openings: &str, words: &str| {
        let log = scratch.file(name);
        let report = output(
            &format!(
                "match hasami --engine name=A cmd={program} nodes=30 --engine name=B \
                 cmd={program} nodes=20 --engine name=C cmd={program} nodes=10 \
                 --each option.USI_Hash=1 --tournament gauntlet --max-moves 20 {openings} {words} --log {}",
                log.display()
            ),
            0,
        );
        (log, report)
    };
    let book = format!("--openings {}", book.display());
    for (place, openings) in ["--plies 4 --seed 9", &book].into_iter().enumerate() {
        let part = |first: u64, pairs: u64| {
            let words = format!("--first-pair {first} --pairs {pairs} --concurrency 2");
            play(&format!("{place}-{first}"), openings, &words).0
        };
        let (whole, report) = play(&format!("{place}-whole"), openings, "--pairs 5");
        // The last part asks for more games than the book has.
        let parts = [part(3, if place == 1 { 9 } else { 2 }), part(0, 1), part(1, 2)];
        let [last, first, second] = &parts;
        let games: String = [first, second, last].map(|log| without_header(log)).concat();
        assert_eq!(games, without_header(&whole), "{openings}");

        // The order of the parts in a report does not matter.
        let logs = parts.each_ref().map(|log| log.display().to_string()).join(" ");
        assert_eq!(output(&format!("match report {logs}"), 0), report);
    }
}
