//! The examples of the documentation, its links, its tables and its length.
//!
//! The word after a fence is the kind of the block:
//!
//! - `sh`: commands for a shell. The blocks of a page run in order in one scratch folder, and no
//!   command may fail. A block that needs jq, pandas or DuckDB is skipped where that is missing.
//! - `sh,ignore`: commands that are not run.
//! - `output`: the complete output of the `sh` block above it. A line `...` stands for any lines.
//! - `usi`: a dialogue with the engine, in the form of `usi-scripts/README.md`.
//! - `rust`: a doctest of `kawari-engine`.
//! - `text`, `toml`, `python`: not run.
//!
//! A block shows output as the program prints it. An HTML comment before the block lists the
//! parts that a test does not compare, for example `<!-- varies: nodes time; after pv -->`.
//! `Masks` documents the form.

use std::fs;
use std::path::{Path, PathBuf};

use crate::conversation::{self, OutputMatcher};
use kawari_engine::games::variants::Variant;

/// The repository root.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Maximum number of lines of a page, or of all pages in a folder.
const LENGTHS: [(&str, usize); 3] =
    [("README.md", 150), ("docs/explanation/strength.md", 120), ("docs", 3500)];

/// A page of the documentation.
struct Page {
    /// Path from the repository root.
    name: String,
    text: String,
}

/// The lines between two fences.
struct Block<'a> {
    /// Number of the first line.
    line: usize,
    kind: &'a str,
    text: String,
    masks: Masks<'a>,
}

impl Block<'_> {
    /// Returns the text as a pattern for [`conversation::fits`].
    fn pattern(&self) -> String {
        if self.masks.everything {
            return "...\n".to_owned();
        }
        self.text.lines().map(|line| self.masks.pattern(line) + "\n").collect()
    }
}

/// The parts of an output that are not compared. Rules are separated by `;`:
///
/// - `nodes time`: the numbers after these words, with only punctuation between;
/// - `numbers`: every number;
/// - `after pv`: the rest of a line after this word;
/// - `everything`: the whole output.
#[derive(Default)]
struct Masks<'a> {
    keys: Vec<&'a str>,
    all_numbers: bool,
    after: Vec<&'a str>,
    everything: bool,
}

impl<'a> Masks<'a> {
    fn new(rules: &'a str) -> Self {
        let mut masks = Self::default();
        for rule in rules.split(';').map(str::trim) {
            match (rule, rule.strip_prefix("after ")) {
                ("everything", _) => masks.everything = true,
                ("numbers", _) => masks.all_numbers = true,
                (_, Some(words)) => masks.after.extend(words.split(' ')),
                (_, None) => masks.keys.extend(rule.split_whitespace()),
            }
        }
        masks
    }

    /// Returns the pattern of a line: `~` before a masked number, `*` for a masked rest.
    fn pattern(&self, line: &str) -> String {
        let is_input = line.starts_with("> ");
        if is_input || line == "..." || line == "< ..." {
            return line.to_owned();
        }
        let mut pattern = String::new();
        let mut word = "";
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
            let token = &rest[..end.max(first.len_utf8())];
            let number = &rest[..number_length(rest)];
            if !number.is_empty() {
                if self.all_numbers || self.keys.contains(&word) {
                    pattern.push('~');
                }
                pattern += number;
                (word, rest) = ("", &rest[number.len()..]);
                continue;
            }
            pattern += token;
            rest = &rest[token.len()..];
            if end > 0 {
                word = token;
                if self.after.contains(&word) {
                    return pattern + "*";
                }
            } else if !" :=\"([{".contains(token) {
                word = "";
            }
        }
        pattern
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of the number at the start of the text: a sign, digits, and commas and
/// points between digits. A word such as `9i9e` is not a number.
fn number_length(text: &str) -> usize {
    let sign = usize::from(text.starts_with(['+', '-']));
    let is_part = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    let digits = &text[sign..];
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    let end = digits.find(|c| !is_part(c)).unwrap_or(digits.len());
    let length = digits[..end].trim_end_matches([',', '.']).len();
    if digits[length..].starts_with(is_word_char) { 0 } else { sign + length }
}

/// Returns the Markdown files in a folder and its subfolders, as paths from the root.
fn pages_in(folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join(folder)).expect(folder) {
        let entry = entry.expect("an entry");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            names.extend(pages_in(&name));
        } else if name.ends_with(".md") {
            names.push(name);
        }
    }
    names.sort();
    names
}

fn pages() -> Vec<Page> {
    let mut names = pages_in("docs");
    names.extend(pages_in("notes"));
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
    let mut rules = "";
    for (number, line) in (1..).zip(text.lines()) {
        assert!(!line.trim_start().starts_with("```") || line.starts_with("```"), "{line}");
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => {
                let masks = Masks::new(std::mem::take(&mut rules));
                open = Some(Block { line: number + 1, kind, text: String::new(), masks });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text += &format!("{line}\n"),
            (None, None) if line.is_empty() => {}
            (None, None) => {
                let comment = line.strip_prefix("<!-- varies: ");
                rules = comment.and_then(|list| list.strip_suffix(" -->")).unwrap_or_default();
            }
        }
    }
    assert!(open.is_none(), "unclosed fence");
    blocks
}

/// Runs the check on each page and fails with all errors it returns.
fn check_pages(check: impl Fn(&Page) -> Vec<String>) {
    let pages = pages();
    let errors: Vec<String> = pages
        .iter()
        .flat_map(|page| check(page).into_iter().map(|error| format!("{}: {error}", page.name)))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_block_has_a_known_kind() {
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
        bad.map(|block| format!("line {}: a block of kind `{}`", block.line, block.kind)).collect()
    });
}

#[test]
fn blocks_show_no_masks() {
    let is_masked = |line: &str| line.contains('~') || matches!(line, "*" | "< *");
    check_pages(|page| {
        let shown = blocks(&page.text).into_iter();
        let shown = shown.filter(|block| ["output", "usi"].contains(&block.kind));
        let bad = shown.filter(|block| block.text.lines().any(is_masked));
        bad.map(|block| format!("the block at line {} shows a mask", block.line)).collect()
    });
}

#[test]
fn dialogues_match_the_engine() {
    check_pages(|page| {
        let dialogues = blocks(&page.text).into_iter().filter(|block| block.kind == "usi");
        let play = |block: Block| {
            let error = conversation::play(&block.pattern()).err()?;
            Some(format!("the block at line {}: {error}", block.line))
        };
        dialogues.filter_map(play).collect()
    });
}

/// The `sh` blocks, where there is a shell.
#[cfg(unix)]
mod commands {
    use std::fs::File;
    use std::os::unix::fs::symlink;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    /// Only a command that hangs takes longer.
    const TIMEOUT: Duration = Duration::from_secs(1200);

    const PROGRAM: &str = env!("CARGO_BIN_EXE_kawari");

    /// The folder in which the commands of a page run.
    struct Scratch {
        folder: PathBuf,
        path: String,
    }

    impl Scratch {
        fn new(page: &Page) -> Self {
            let name = page.name.replace('/', "-");
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name);
            drop(fs::remove_dir_all(&folder));
            for place in ["bin", "new", "old"] {
                fs::create_dir_all(folder.join(place)).expect("a folder");
                symlink(PROGRAM, folder.join(place).join("kawari")).expect("a link");
            }
            symlink(Path::new(ROOT).join("usi-scripts"), folder.join("usi-scripts"))
                .expect("a link");
            let path = std::env::var("PATH").expect("a path");
            Self { path: format!("{}:{path}", folder.join("bin").display()), folder }
        }

        /// Runs the commands and returns standard output and standard error together, or an
        /// error message if a command fails.
        fn run(&self, commands: &str) -> Result<String, String> {
            let printed = self.folder.join("printed");
            let output = File::create(&printed).expect("a file");
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
            let start = Instant::now();
            let status = loop {
                if let Some(status) = shell.try_wait().expect("a status") {
                    break status;
                }
                if start.elapsed() > TIMEOUT {
                    drop(shell.kill());
                    drop(shell.wait());
                    return Err(format!("not finished after {TIMEOUT:?}"));
                }
                thread::sleep(Duration::from_millis(2));
            };
            let printed = fs::read_to_string(printed).expect("text");
            let lines = printed.lines().filter(|line| !is_progress(line));
            let printed: String = lines.map(|line| format!("{line}\n")).collect();
            if status.success() { Ok(printed) } else { Err(format!("{status}:\n{printed}")) }
        }
    }

    /// Returns true for a progress line such as `3 of 10 games`. A tool prints one every ten
    /// seconds, so their number depends on the machine.
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

    /// Text of a block that needs another program, and a command that succeeds where that
    /// program is installed.
    const NEEDS: [(&str, &str); 3] = [
        ("jq ", "jq --version"),
        ("import pandas", "python3 -c 'import pandas'"),
        ("import duckdb", "python3 -c 'import duckdb'"),
    ];

    /// Returns the first items of `NEEDS` whose program is missing.
    fn missing() -> Vec<&'static str> {
        let is_installed = |check: &str| {
            let mut test = Command::new("sh");
            test.args(["-c", check]).stdout(Stdio::null()).stderr(Stdio::null());
            test.status().is_ok_and(|status| status.success())
        };
        NEEDS.iter().filter(|(_, check)| !is_installed(check)).map(|(need, _)| *need).collect()
    }

    fn compare(expected: &str, printed: &str) -> Result<(), String> {
        let mut matcher = OutputMatcher::default();
        let mut lines = printed.lines().map(|line| line.trim_end().to_owned());
        for pattern in expected.lines() {
            matcher
                .expect(pattern, || lines.next())
                .map_err(|error| format!("{error}\n{printed}"))?;
        }
        matcher.end(&lines.collect::<Vec<_>>())
    }

    fn check(page: &Page, missing: &[&str]) -> Vec<String> {
        let scratch = Scratch::new(page);
        let mut is_skipped = false;
        let mut errors = Vec::new();
        // Output of the block above, until it is compared.
        let mut printed: Option<String> = None;
        for block in blocks(&page.text) {
            let need = missing.iter().find(|need| block.text.contains(**need));
            let result = match (block.kind, need) {
                ("sh", Some(need)) => {
                    eprintln!("{}:{}: skipped without `{need}`", page.name, block.line);
                    (printed, is_skipped) = (None, true);
                    Ok(())
                }
                ("sh", None) => {
                    is_skipped = false;
                    scratch.run(&block.text).map(|text| printed = Some(text))
                }
                ("output", _) if !is_skipped => match printed.take() {
                    Some(printed) => compare(&block.pattern(), &printed),
                    None => Err("no commands before this output".to_owned()),
                },
                _ => Ok(()),
            };
            if let Err(error) = result {
                errors.push(format!("the block at line {}: {error}", block.line));
            }
        }
        errors
    }

    #[test]
    fn commands_print_the_output_shown() {
        let missing = missing();
        check_pages(|page| check(page, &missing));
    }
}

/// Returns the cells of the first table after the heading, row by row, without backquotes.
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
fn readme_lists_every_game() {
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

/// Compares names, defaults and bounds.
#[test]
fn option_table_matches_the_engine() {
    let mut client = crate::client::Client::start();
    let answer = client.lines_after("usi", "usiok");
    let announced: Vec<Vec<&str>> = answer
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
        .map(|line| line.split(' ').collect())
        .collect();
    let page = read("docs/reference/protocol.md");
    let rows = rows(&page, "## Options");
    assert_eq!(rows.len(), announced.len());
    for (row, words) in rows.iter().zip(announced) {
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
fn pages_are_short() {
    for (name, most) in LENGTHS {
        let names = if name.ends_with(".md") { vec![name.to_owned()] } else { pages_in(name) };
        let lines: usize = names.iter().map(|name| read(name).lines().count()).sum();
        assert!(lines <= most, "{name} has {lines} lines, at most {most} are allowed");
    }
}

#[test]
fn every_page_is_in_the_index_of_its_folder() {
    for folder in ["docs", "notes"] {
        let index = read(&format!("{folder}/README.md"));
        for name in pages_in(folder) {
            let link = format!("]({})", &name[folder.len() + 1..]);
            let is_index = name.ends_with("/README.md") || name.ends_with("/SUMMARY.md");
            assert!(is_index || index.contains(&link), "{name} is not linked");
        }
    }
}

/// Returns the targets of the links of a page.
fn link_targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// Compares the table of contents of the site with the index.
#[test]
fn site_has_every_page_in_the_order_of_the_index() {
    let (summary, index) = (read("docs/SUMMARY.md"), read("docs/README.md"));
    let pages: Vec<&str> = link_targets(&summary).filter(|target| *target != "README.md").collect();
    let linked: Vec<&str> =
        link_targets(&index).filter(|target| !target.starts_with("..")).collect();
    assert_eq!(pages, linked);
}

/// Returns the anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns an error for each relative link whose file or heading does not exist.
fn broken_links(page: &Page) -> Vec<String> {
    let folder = Path::new(&page.name).parent().expect("a folder");
    let leads_somewhere = |target: &str| {
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
    let broken = link_targets(&page.text)
        .filter(|target| !target.starts_with("http") && !leads_somewhere(target));
    broken.map(|target| format!("broken link `{target}`")).collect()
}

#[test]
fn links_lead_somewhere() {
    check_pages(broken_links);
    for name in ["cluster/README.md", "cluster/openbench/README.md", "usi-scripts/README.md"] {
        let page = Page { text: read(name), name: name.to_owned() };
        assert_eq!(broken_links(&page), [""; 0], "{name}");
    }
}

#[test]
fn comments_mask_parts_of_a_block() {
    let page = "<!-- varies: nodes time; after pv -->\n\n```output\ndepth 2 nodes 53 time 1 pv a b\n```\n\
                ```output\nnodes 53\n```\n<!-- varies: after ponder -->\n```output\nx ponder y z\n```\n\
                <!-- varies: cp; after bestmove -->\n```output\n{\"cp\":-13,\"n\":2,\"bestmove\":\"x\"}\n```\n\
                <!-- varies: numbers -->\n```output\nElo +5.5 in (-1, 9.0), 9i9e. 3%\n```\n\
                <!-- varies: everything -->\n```output\na\n```\n";
    let patterns: Vec<String> = blocks(page).iter().map(Block::pattern).collect();
    assert_eq!(
        patterns,
        [
            "depth 2 nodes ~53 time ~1 pv*\n",
            "nodes 53\n",
            "x ponder*\n",
            "{\"cp\":~-13,\"n\":2,\"bestmove*\n",
            "Elo ~+5.5 in (~-1, ~9.0), 9i9e. ~3%\n",
            "...\n",
        ]
    );
}
