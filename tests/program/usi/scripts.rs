//! Runs the sessions of `usi-scripts/` against the built program.

use std::fs;
use std::path::{Path, PathBuf};

use crate::conversation::{fits, play};

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("usi-scripts");
    let entries = fs::read_dir(folder).expect("the folder of sessions");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "usi"));
    paths.sort();
    paths
}

#[test]
fn all_sessions_match_their_script() {
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
fn the_readme_lists_every_session() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("usi-scripts/README.md");
    let readme = fs::read_to_string(readme).expect("a README");
    for path in scripts() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(readme.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn patterns_match_lines() {
    assert!(fits("usiok", "usiok") && !fits("usiok", "usiok "));
    assert!(fits("a*c", "abc") && fits("a*c", "ac") && !fits("a*c", "abd"));
    assert!(fits("*", "") && fits("P*5e*", "P*5e+") && !fits("a*b*c", "acb"));
    assert!(fits("cp ~23", "cp -7") && !fits("cp ~23", "cp x") && !fits("cp ~23", "cp 5 pv"));
    assert!(fits("~1.5 s, ~2,000 (~+3.1 %)", "12 s, 1,234,567 (-0.1 %)"));
    assert!(fits("~/a", "~/a") && !fits("~/a", "1/a"));
}
