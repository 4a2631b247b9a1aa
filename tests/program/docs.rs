//! The README, its companions and `docs/`: their commands are run and their conversations had
//! with the built program, their tables compared with what it knows.
//!
//! What a block is, stands behind its fence:
//!
//! - `sh`: pasted into a shell. No command in it may fail. The blocks of a file
//!   are run in turn in one folder of their own. One that needs jq, or pandas or DuckDB
//!   for Python, is left out where that is missing, and the test says so.
//! - `sh,ignore`: not run; the text says why.
//! - `output`: all that the `sh` block above it says, as a pattern: see
//!   `usi-scripts/README.md`.
//! - `usi`: a conversation of that form.
//!
//! A comment before such a block, which no reader sees, lists what may differ from the
//! printed output: `<!-- varies: nodes time; after pv -->` masks the numbers that follow
//! the words `nodes` and `time`, and all of a line that follows `pv`.
//!
//! - `rust`: a doctest, see `src/lib.rs`.
//! - `text`, `toml`, `python`: for the reader.

use std::fs;
use std::path::{Path, PathBuf};

use crate::conversation::{self, Updater};
use kawari_engine::games::variants::Variant;

/// The program's sources.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A file of the documentation.
struct Page {
    /// Its path from the root.
    name: String,
    text: String,
}

/// Lines between two fences.
struct Block<'a> {
    /// The number of its first line.
    line: usize,
    kind: &'a str,
    text: String,
    /// The comment before it, without its marks; empty if there is none.
    varies: &'a str,
}

impl Block<'_> {
    /// The text with what may vary as a pattern.
    fn pattern(&self) -> String {
        let (numbers, rest) = self.varies.split_once("; after ").unwrap_or((self.varies, ""));
        let (numbers, rest) = match numbers.strip_prefix("after ") {
            Some(rest) => ("", rest),
            None => (numbers, rest),
        };
        let numbers: Vec<&str> = numbers.split_whitespace().collect();
        let rest: Vec<&str> = rest.split_whitespace().collect();
        let line = |line: &str| {
            let mut words = Vec::new();
            for word in line.split(' ') {
                let before = words.last().map(String::as_str).unwrap_or_default();
                if rest.contains(&before) {
                    words.push("*".to_owned());
                    break;
                }
                let mask = if numbers.contains(&before) { "~" } else { "" };
                words.push(format!("{mask}{word}"));
            }
            words.join(" ") + "\n"
        };
        self.text.lines().map(line).collect()
    }
}

fn pages() -> Vec<Page> {
    let docs = fs::read_dir(Path::new(ROOT).join("docs")).expect("the folder");
    let mut names: Vec<String> = docs
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    names.sort();
    names.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(str::to_owned));
    let read = |name: String| Page { text: read(&name), name };
    names.into_iter().map(read).collect()
}

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).expect(name)
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut varies = "";
    for (number, line) in (1..).zip(text.lines()) {
        assert!(!line.trim_start().starts_with("```") || line.starts_with("```"), "{line}");
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => {
                let varies = std::mem::take(&mut varies);
                open = Some(Block { line: number + 1, kind, text: String::new(), varies });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text += &format!("{line}\n"),
            (None, None) if line.is_empty() => {}
            (None, None) => {
                let comment = line.strip_prefix("<!-- varies: ");
                varies = comment.and_then(|list| list.strip_suffix(" -->")).unwrap_or_default();
            }
        }
    }
    assert!(open.is_none(), "a fence is left open");
    blocks
}

/// Runs the check on each page and gathers what it finds.
fn check_pages(check: impl Fn(&Page) -> Vec<String>) {
    let pages = pages();
    let faults: Vec<String> = pages
        .iter()
        .flat_map(|page| check(page).into_iter().map(|fault| format!("{}: {fault}", page.name)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// No example stands where nothing looks at it.
#[test]
fn every_block_is_of_a_kind() {
    const KINDS: [&str; 8] = ["sh", "sh,ignore", "output", "usi", "rust", "text", "toml", "python"];
    let lib = read("crates/kawari-engine/src/lib.rs");
    check_pages(|page| {
        let is_included = lib.contains(&format!("include_str!(\"../../../{}\")", page.name));
        let is_good = |block: &Block| match block.kind {
            "rust" => is_included,
            "text" => !block.text.starts_with(['>', '<', '$']),
            kind => KINDS.contains(&kind),
        };
        let bad = blocks(&page.text).into_iter().filter(|block| !is_good(block));
        bad.map(|block| format!("line {}: a block of `{}`", block.line, block.kind)).collect()
    });
}

#[test]
fn conversations_go_as_they_say() {
    check_pages(|page| {
        let had = blocks(&page.text).into_iter().filter(|block| block.kind == "usi");
        let fault = |block: Block| {
            let fault = conversation::play(&block.pattern()).err()?;
            Some(format!("the block at line {}: {fault}", block.line))
        };
        had.filter_map(fault).collect()
    });
}

/// The commands, where there is a shell.
#[cfg(unix)]
mod commands {
    use std::fs::File;
    use std::os::unix::fs::symlink;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    /// Longer than any example takes but one that hangs.
    const PATIENCE: Duration = Duration::from_secs(1200);

    const PROGRAM: &str = env!("CARGO_BIN_EXE_kawari");

    /// A folder in which the commands of a page find what they name.
    struct Scratch {
        folder: PathBuf,
        path: String,
    }

    impl Scratch {
        fn new(page: &Page) -> Self {
            let name = page.name.replace('/', "-");
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name);
            drop(fs::remove_dir_all(&folder));
            for place in ["bin", "new", "old", "target/release"] {
                fs::create_dir_all(folder.join(place)).expect("a folder");
                symlink(PROGRAM, folder.join(place).join("kawari")).expect("a link");
            }
            for name in ["books", "usi-scripts"] {
                symlink(Path::new(ROOT).join(name), folder.join(name)).expect("a link");
            }
            let path = std::env::var("PATH").expect("a path");
            Self { path: format!("{}:{path}", folder.join("bin").display()), folder }
        }

        /// What the commands say on both of their outputs.
        fn run(&self, commands: &str) -> Result<String, String> {
            let said = self.folder.join("said");
            let output = File::create(&said).expect("a file");
            let mut shell = Command::new("sh")
                .args(["-e", "-c", commands])
                .env("PATH", &self.path)
                .env_remove("RUST_LOG")
                .current_dir(&self.folder)
                .stdin(Stdio::null())
                .stdout(output.try_clone().expect("a file"))
                .stderr(output)
                .spawn()
                .expect("a shell");
            let begin = Instant::now();
            let status = loop {
                if let Some(status) = shell.try_wait().expect("a child to wait for") {
                    break status;
                }
                if begin.elapsed() > PATIENCE {
                    drop(shell.kill());
                    drop(shell.wait());
                    return Err(format!("not done after {PATIENCE:?}"));
                }
                thread::sleep(Duration::from_millis(2));
            };
            let said = fs::read_to_string(said).expect("text");
            let lines = said.lines().filter(|line| !is_progress(line));
            let said: String = lines.map(|line| format!("{line}\n")).collect();
            if status.success() { Ok(said) } else { Err(format!("{status}, and said\n{said}")) }
        }
    }

    /// True for what a tool says every ten seconds: how many lines there are of it tells
    /// of the machine.
    fn is_progress(line: &str) -> bool {
        let words: Vec<&str> = line.split(' ').collect();
        let is_number = |word: &str| word.parse::<u64>().is_ok();
        let noun = match words.as_slice() {
            [done, "of", total, noun, ..] if is_number(done) && is_number(total) => noun,
            [done, noun] if is_number(done) => noun,
            _ => return false,
        };
        ["games", "lines", "openings"].contains(&noun.trim_end_matches(':'))
    }

    /// What a block of this text needs that is not part of the program, and a command
    /// that succeeds where it is there.
    const NEEDS: [(&str, &str); 3] = [
        ("jq ", "jq --version"),
        ("import pandas", "python3 -c 'import pandas'"),
        ("import duckdb", "python3 -c 'import duckdb'"),
    ];

    /// What is not there of it.
    fn missing() -> Vec<&'static str> {
        let is_there = |check: &str| {
            let mut test = Command::new("sh");
            test.args(["-c", check]).stdout(Stdio::null()).stderr(Stdio::null());
            test.status().is_ok_and(|status| status.success())
        };
        NEEDS.iter().filter(|(_, check)| !is_there(check)).map(|(need, _)| *need).collect()
    }

    fn compare(expected: &str, said: &str) -> Result<(), String> {
        let mut listener = Updater::default();
        let mut lines = said.lines().map(|line| line.trim_end().to_owned());
        for pattern in expected.lines() {
            listener.expect(pattern, || lines.next())?;
        }
        listener.end(&lines.collect::<Vec<_>>())
    }

    fn check(page: &Page, missing: &[&str]) -> Vec<String> {
        let scratch = Scratch::new(page);
        let mut is_left_out = false;
        let mut faults = Vec::new();
        // What the commands above have said, until it is compared.
        let mut said: Option<String> = None;
        for block in blocks(&page.text) {
            let need = missing.iter().find(|need| block.text.contains(**need));
            let result = match (block.kind, need) {
                ("sh", Some(need)) => {
                    eprintln!("{}:{}: left out without `{need}`", page.name, block.line);
                    (said, is_left_out) = (None, true);
                    Ok(())
                }
                ("sh", None) => {
                    is_left_out = false;
                    scratch.run(&block.text).map(|text| said = Some(text))
                }
                ("output", _) if !is_left_out => match said.take() {
                    Some(said) => compare(&block.pattern(), &said),
                    None => Err("no commands say this".to_owned()),
                },
                _ => Ok(()),
            };
            if let Err(fault) = result {
                faults.push(format!("the block at line {}: {fault}", block.line));
            }
        }
        faults
    }

    #[test]
    fn they_say_what_stands_behind_them() {
        let missing = missing();
        check_pages(|page| check(page, &missing));
    }
}

/// The first cells of the rows of the table behind the heading, without marks.
fn rows(text: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, rest) = text.split_once(&format!("\n{heading}\n")).expect(heading);
    let table = rest.lines().skip_while(|line| !line.starts_with("|---"));
    let row = |line: &str| -> Vec<String> {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.replace('`', "").trim().to_owned()).collect()
    };
    table.skip(1).take_while(|line| line.starts_with('|')).map(row).collect()
}

#[test]
fn the_readme_has_a_row_for_every_game() {
    let readme = read("README.md");
    let rows = rows(&readme, "## The games");
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let expected: Vec<&str> = Variant::ALL.iter().map(|variant| variant.info().name).collect();
    assert_eq!(names, expected);
    for (row, variant) in rows.iter().zip(Variant::ALL) {
        let info = variant.info();
        assert_eq!(row[1], format!("{}x{}", info.files, info.ranks), "{}", info.name);
    }
}

/// The options, with their default and their bounds.
#[test]
fn the_options_are_those_of_the_program() {
    let mut client = crate::client::Client::start();
    let answer = client.lines_after("usi", "usiok");
    let said: Vec<Vec<&str>> = answer
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
        .map(|line| line.split(' ').collect())
        .collect();
    let page = read("docs/protocol.md");
    let rows = rows(&page, "## Options");
    assert_eq!(rows.len(), said.len());
    for (row, words) in rows.iter().zip(said) {
        assert_eq!(row[0], words[0]);
        if let [_, "type", "spin", "default", default, "min", min, "max", max] = words[..] {
            assert_eq!((row[1].as_str(), row[2].clone()), (default, format!("{min} to {max}")));
        } else if let [_, "type", _, "default", default, ..] = words[..] {
            assert_eq!(row[1], default);
        } else {
            assert_eq!(row[2], words[2]);
        }
    }
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 150, "{lines} lines");
}

/// What a heading is called in a link, as Git servers do it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    check_pages(|page| {
        let folder = Path::new(&page.name).parent().expect("a folder");
        let targets = page.text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let lead_range = |target: &str| {
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let path = Path::new(ROOT).join(if file.is_empty() {
                PathBuf::from(&page.name)
            } else {
                folder.join(file)
            });
            // A folder or a picture has no headings.
            let Ok(text) = fs::read_to_string(&path) else { return path.exists() };
            let headings = text.lines().filter(|line| line.starts_with('#'));
            let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
            place.is_empty() || anchors.any(|anchor| anchor == place)
        };
        let lost = targets.filter(|target| !target.starts_with("http") && !lead_range(target));
        lost.map(|target| format!("`{target}` leads nowhere")).collect()
    });
}

#[test]
fn a_comment_masks_what_may_vary() {
    let page = "<!-- varies: nodes time; after pv -->\n\n```output\ndepth 2 nodes 53 time 1 pv a b\n```\n\
                ```output\nnodes 53\n```\n<!-- varies: after ponder -->\n```output\nx ponder y z\n```\n";
    let patterns: Vec<String> = blocks(page).iter().map(Block::pattern).collect();
    assert_eq!(patterns, ["depth 2 nodes ~53 time ~1 pv *\n", "nodes 53\n", "x ponder *\n"]);
}
