//! Plays the sessions of `usi-scripts/` against the built program; see the
//! README there for their form.

mod client;

use std::fs;
use std::path::{Path, PathBuf};

use client::Client;

/// A line of a session.
#[derive(Debug)]
enum Step {
    Send(String),
    Expect(String),
    Skip,
}

fn read(script: &str) -> Result<Vec<(usize, Step)>, String> {
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(script.lines()) {
        let step = match line.split_at_checked(2) {
            _ if line.is_empty() || line.starts_with('#') => continue,
            Some(("> ", sent)) => Step::Send(sent.to_owned()),
            Some(("< ", "...")) => Step::Skip,
            Some(("< ", expected)) => Step::Expect(expected.to_owned()),
            _ => return Err(format!("line {number} is neither prose, `> ` nor `< `: {line}")),
        };
        steps.push((number, step));
    }
    Ok(steps)
}

/// True when the line is the pattern, `*` standing for any text.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((front, rest)) = pattern.split_once('*') else { return pattern == line };
    let Some(line) = line.strip_prefix(front) else { return false };
    (0..=line.len()).any(|at| line.is_char_boundary(at) && fits(rest, &line[at..]))
}

fn play(script: &str) -> Result<(), String> {
    let mut client = Client::start();
    let mut may_skip = false;
    let mut heard = Vec::new();
    for (number, step) in read(script)? {
        match step {
            Step::Send(line) => client.send(&line),
            Step::Skip => may_skip = true,
            Step::Expect(pattern) => loop {
                let Some(line) = client.next_line_if_any() else {
                    return Err(format!("line {number}: no `{pattern}` in {heard:#?}"));
                };
                heard.push(line.clone());
                if fits(&pattern, &line) {
                    may_skip = false;
                    heard.clear();
                    break;
                }
                if !may_skip {
                    return Err(format!("line {number}: expected `{pattern}`, heard `{line}`"));
                }
            },
        }
    }
    let (rest, errors, status) = client.finish();
    if !(may_skip || rest.is_empty()) {
        return Err(format!("said after the end: {rest:#?}"));
    }
    if !errors.is_empty() {
        return Err(format!("said on standard error: {errors:#?}"));
    }
    if status.success() { Ok(()) } else { Err(format!("ended with {status}")) }
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("usi-scripts");
    let entries = fs::read_dir(folder).expect("the folder of sessions");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "usi"));
    paths.sort();
    paths
}

#[test]
fn every_session_goes_as_it_says() {
    let scripts = scripts();
    assert!(scripts.len() >= 10, "sessions are missing: {scripts:?}");
    let mut failures = Vec::new();
    for path in &scripts {
        let script = fs::read_to_string(path).expect("a session");
        if let Err(failure) = play(&script) {
            failures.push(format!("{}: {failure}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_readme_names_every_session() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("usi-scripts/README.md");
    let readme = fs::read_to_string(readme).expect("a README");
    for path in scripts() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(readme.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn patterns() {
    assert!(fits("usiok", "usiok") && !fits("usiok", "usiok "));
    assert!(fits("a*c", "abc") && fits("a*c", "ac") && !fits("a*c", "abd"));
    assert!(fits("*", "") && fits("P*5e*", "P*5e+") && !fits("a*b*c", "acb"));
}
