//! The layers of the crate, held in place: no module uses one above it.
//!
//! Every source file is read for its `crate::…`, `kawari::…` and `super::…`
//! paths; comments may name whatever they like.

use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, lowest first; each may use those before it.
const LAYERS: [&str; 9] =
    ["core", "notation", "games", "search", "engine", "protocol", "tools", "cli", "main"];

/// What the order alone would let pass: the two families know nothing of each
/// other, the registry knows them and not they the registry, and the search
/// never sees text.
const FORBIDDEN: [(&str, &str); 5] = [
    ("search", "notation"),
    ("games::hasami", "games::drop"),
    ("games::drop", "games::hasami"),
    ("games::hasami", "games::variants"),
    ("games::drop", "games::variants"),
];

/// The height of a module path such as `games::drop::hand`; `None` for what is
/// not a layer.
fn height(path: &str) -> Option<usize> {
    let layer = path.split("::").next()?;
    LAYERS.iter().position(|&known| known == layer)
}

/// True when `path` is `module` or lies in it.
fn lies_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// True when `user` may use `used`.
fn allowed(user: &str, used: &str) -> bool {
    let upwards = height(used) > height(user);
    let forbidden =
        FORBIDDEN.iter().any(|(inside, other)| lies_in(user, inside) && lies_in(used, other));
    !upwards && !forbidden
}

/// The source without its comment lines.
fn code(source: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    source.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The module paths that the source of module `user` names, counted from the
/// crate's root.
///
/// A `super` in a module inside the file counts as one of the file's own: it is
/// then taken for a path one step higher than it is, where only names that are
/// no layer can be met.
fn used_paths(user: &str, source: &str) -> Vec<String> {
    let code = code(source);
    let mut paths = Vec::new();
    for root in ["crate::", "kawari::"] {
        for (at, _) in code.match_indices(root) {
            let inside_a_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !inside_a_word {
                paths.extend(leaves("", &code[at + root.len()..]));
            }
        }
    }
    for (at, _) in code.match_indices("super::") {
        if code[..at].ends_with("super::") {
            continue;
        }
        let rest = code[at..].trim_start_matches("super::");
        let climbed = (code[at..].len() - rest.len()) / "super::".len();
        let mut parent: Vec<&str> = user.split("::").collect();
        parent.truncate(parent.len().saturating_sub(climbed));
        paths.extend(leaves(&parent.join("::"), rest));
    }
    paths
}

/// The paths that `text` begins with, under `prefix`: one, or several where it
/// opens a `{group}`.
fn leaves(prefix: &str, text: &str) -> Vec<String> {
    let name_end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(name_end);
    if let Some(group) = rest.strip_prefix('{').filter(|_| name.is_empty()) {
        return members(group).iter().flat_map(|member| leaves(prefix, member)).collect();
    }
    let path = [prefix, name].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>();
    let path = path.join("::");
    match rest.strip_prefix("::") {
        Some(deeper) if !name.is_empty() => leaves(&path, deeper),
        _ => vec![path],
    }
}

/// The members of a group whose opening brace has just been read.
fn members(group: &str) -> Vec<&str> {
    let mut members = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                members.push(group[start..at].trim());
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

/// The module path of a source file: `games/drop/mod.rs` is `games::drop`.
fn module(file: &Path) -> String {
    let name = file.with_extension("").to_string_lossy().replace(['/', '\\'], "::");
    name.strip_suffix("::mod").map_or(name.clone(), str::to_owned)
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

/// Every source file but the crate's root: its module path and its text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a readable source file");
        (module(file.strip_prefix(&root).expect("a file of the folder")), text)
    };
    rust_files(&root).into_iter().map(read).filter(|(module, _)| module != "lib").collect()
}

#[test]
fn no_module_uses_one_above_it() {
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
    let strays: Vec<String> =
        sources().into_iter().map(|(user, _)| user).filter(|user| height(user).is_none()).collect();
    assert!(strays.is_empty(), "not in LAYERS: {strays:?}");
}

#[test]
fn the_sources_are_really_read() {
    let uses_of = |module: &str| -> Vec<String> {
        let (user, source) =
            sources().into_iter().find(|(user, _)| user == module).expect("the module is there");
        used_paths(&user, &source)
    };
    assert!(uses_of("engine::line").contains(&"core::position::Position".to_owned()));
    assert!(uses_of("core::position").contains(&"core::color::Color".to_owned()));
}

#[test]
fn every_way_to_write_a_path_is_read() {
    let used = |source| used_paths("games::hasami::goal", source);
    assert_eq!(used("use crate::search::limits::Limits;"), ["search::limits::Limits"]);
    assert_eq!(used("let x = crate::engine::open();"), ["engine::open"]);
    assert_eq!(used("use super::rules::Rules;"), ["games::hasami::rules::Rules"]);
    assert_eq!(used("use super::super::drop::Hand;"), ["games::drop::Hand"]);
    assert_eq!(
        used("use crate::{core::{color, key::Key},\n    search::pv};"),
        ["core::color", "core::key::Key", "search::pv"]
    );
    assert!(used("/// See [`crate::engine`].\n// use crate::engine;").is_empty());
}

#[test]
fn what_points_upwards_or_across_is_refused() {
    assert!(allowed("games::hasami::goal", "core::square"));
    assert!(allowed("games::hasami::goal", "games::hasami::rules"));
    assert!(allowed("games::variants", "games::drop"));
    assert!(!allowed("games::hasami::goal", "games::drop::hand"));
    assert!(!allowed("games::drop::hand", "games::hasami"));
    assert!(!allowed("games::drop::hand", "games::variants"));
    assert!(!allowed("core::key", "notation::sfen"));
    assert!(!allowed("search::worker", "engine"));
    assert!(!allowed("search::worker", "notation::sfen"));
    assert!(!allowed("protocol::command", "tools::bench"));
    assert!(!allowed("tools::bench", "cli"));
}
