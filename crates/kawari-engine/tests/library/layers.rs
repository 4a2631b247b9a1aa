//! The layers inside the engine crate. Crate boundaries enforce all others.
//!
//! ```text
//!          ┌ search, mate, tables ─┐
//! core ←───┤                       ├── engine
//!          └ games ← evaluations ──┘
//!      ↑ notation: for games and above
//! ```
//!
//! The test reads every source file for `crate::…` and `super::…` paths. Comments are
//! ignored.

use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, each with those below it, which it may use.
const LAYERS: [(&str, &[&str]); 7] = [
    ("core", &[]),
    ("notation", &["core"]),
    ("search", &["core"]),
    ("mate", &["core"]),
    ("tablebase", &["core"]),
    ("games", &["core", "notation"]),
    ("engine", &["core", "notation", "search", "mate", "tablebase", "games"]),
];

/// Modules that may not use others of the same layer.
const FORBIDDEN: [(&str, &str); 4] = [
    ("games::hasami", "games::drop"),
    ("games::drop", "games::hasami"),
    ("games::hasami", "games::variants"),
    ("games::drop", "games::variants"),
];

/// Modules of the games that may use evaluations. A loaded drop game stores the numbering of its
/// network features.
const WITH_EVALUATION: [&str; 3] = ["games::variants", "games::loaded", "games::drop::definition"];

/// Returns the modules below the layer of a path such as `games::drop::hand`.
fn below(path: &str) -> Option<&'static [&'static str]> {
    LAYERS.iter().find(|(layer, _)| *layer == top(path)).map(|(_, below)| *below)
}

/// Returns the first name of a path.
fn top(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

/// Returns true if `path` is `module` or lies in it.
fn lies_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn is_evaluation(path: &str) -> bool {
    lies_in(path, "games") && path.split("::").any(|name| name == "evaluation")
}

/// Returns true if the module `user` may use the path `used`.
fn allowed(user: &str, used: &str) -> bool {
    let is_below = top(user) == top(used)
        || below(used).is_none()
        || below(user).is_some_and(|layers| layers.contains(&top(used)));
    let is_forbidden =
        FORBIDDEN.iter().any(|(inside, other)| lies_in(user, inside) && lies_in(used, other));
    let is_rules = lies_in(user, "games")
        && !is_evaluation(user)
        && !WITH_EVALUATION.iter().any(|module| lies_in(user, module));
    is_below && !is_forbidden && !(is_rules && is_evaluation(used))
}

/// Returns the paths that the source of module `user` uses, counted from the crate root.
/// A `super` in a nested module counts as one of the file itself.
fn used_paths(user: &str, source: &str) -> Vec<String> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code: String = source.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect();
    let mut paths = Vec::new();
    for (at, root) in code.match_indices("crate::") {
        paths.extend(leaves("", &code[at + root.len()..]));
    }
    for (at, _) in code.match_indices("super::") {
        if code[..at].ends_with("super::") {
            continue;
        }
        let rest = code[at..].trim_start_matches("super::");
        let levels = (code[at..].len() - rest.len()) / "super::".len();
        let mut parent: Vec<&str> = user.split("::").collect();
        parent.truncate(parent.len().saturating_sub(levels));
        paths.extend(leaves(&parent.join("::"), rest));
    }
    paths
}

/// Returns the paths at the start of `text`, below `prefix`: one, or several for a
/// `{group}`.
fn leaves(prefix: &str, text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if let Some(group) = rest.strip_prefix('{').filter(|_| name.is_empty()) {
        return members(group).iter().flat_map(|member| leaves(prefix, member)).collect();
    }
    let parts = [prefix, name].into_iter().filter(|part| !part.is_empty());
    let path = parts.collect::<Vec<_>>().join("::");
    match rest.strip_prefix("::") {
        Some(deeper) if !name.is_empty() => leaves(&path, deeper),
        _ => vec![path],
    }
}

/// Returns the members of a group; `group` starts after its opening brace.
fn members(group: &str) -> Vec<&str> {
    let mut members = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                members.extend(Some(group[start..at].trim()).filter(|member| !member.is_empty()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    members
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the module path and the text of every source file except the crate root.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a readable source file");
        let name = file.strip_prefix(&root).expect("a file of the folder").with_extension("");
        let name = name.to_string_lossy().replace(['/', '\\'], "::");
        (name.strip_suffix("::mod").map_or(name.clone(), str::to_owned), text)
    };
    rust_files(&root).into_iter().map(read).filter(|(module, _)| module != "lib").collect()
}

#[test]
fn modules_use_only_lower_layers() {
    let mut wrong = Vec::new();
    for (user, source) in sources() {
        for used in used_paths(&user, &source) {
            if !allowed(&user, &used) {
                wrong.push(format!("{user} uses {used}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    let modules = sources().into_iter().map(|(module, _)| module);
    let unlisted: Vec<String> = modules.filter(|module| below(module).is_none()).collect();
    assert!(unlisted.is_empty(), "not in LAYERS: {unlisted:?}");
}

#[test]
fn paths_are_found_in_source_text() {
    let used = |source| used_paths("games::hasami::goal", source);
    assert_eq!(used("use crate::search::limits::Limits;"), ["search::limits::Limits"]);
    assert_eq!(used("use super::rules::Rules;"), ["games::hasami::rules::Rules"]);
    assert_eq!(used("use super::super::drop::Hand;"), ["games::drop::Hand"]);
    assert_eq!(
        used("use crate::{core::{color, key::Key},\n    search::pv};"),
        ["core::color", "core::key::Key", "search::pv"]
    );
    assert!(used("/// See [`crate::engine`].\n// use crate::engine;").is_empty());
    let (user, source) =
        sources().into_iter().find(|(module, _)| module == "core::position").expect("a module");
    assert!(used_paths(&user, &source).contains(&"core::color::Color".to_owned()));
}

#[test]
fn upward_and_sideways_paths_are_rejected() {
    for (user, used) in [
        ("games::hasami::goal", "core::square"),
        ("games::variants", "games::drop"),
        ("engine::session", "search::search_thread"),
        ("games::drop::evaluation", "games::drop::position"),
    ] {
        assert!(allowed(user, used), "{user} {used}");
    }
    for (user, used) in [
        ("games::hasami::goal", "games::drop::hand"),
        ("games::drop::hand", "games::variants"),
        ("games::drop::hand", "games::drop::evaluation::Terms"),
        ("games::drop::hand", "search::limits"),
        ("core::key", "notation::sfen"),
        ("search::search_thread", "engine"),
        ("search::search_thread", "games::Game"),
        ("mate::dfpn", "search::transposition_table"),
        ("tablebase::solve", "games::hasami"),
    ] {
        assert!(!allowed(user, used), "{user} {used}");
    }
}
