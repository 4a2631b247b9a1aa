//! The layers of the crate, held in place: no module uses one that it should not
//! know.
//!
//! ```text
//!          ┌ search, mate, tables ─┐
//! core ←───┤                       ├── engine ← protocol ← tools ← board, play ← cli ← main
//!          └ games ← evaluations ──┘
//!      ↑ notation: for games and above
//! ```
//!
//! Every source file is read for its `crate::…`, `kawari::…`, `self::…` and
//! `super::…` paths and what it `use`s of its own; comments may name whatever
//! they like.

use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules, each with those below it: those it may use.
const LAYERS: [(&str, &[&str]); 13] = [
    ("core", &[]),
    ("notation", &["core"]),
    ("search", &["core"]),
    ("mate", &["core"]),
    ("tables", &["core"]),
    ("games", &["core", "notation"]),
    ("engine", &["core", "notation", "search", "mate", "tables", "games"]),
    ("protocol", &["core", "notation", "search", "games", "engine"]),
    ("tools", &["core", "notation", "search", "tables", "games", "engine", "protocol"]),
    ("board", &["core", "notation", "search", "games", "engine", "protocol", "tools"]),
    ("play", &["core", "notation", "search", "games", "engine", "protocol", "tools"]),
    (
        "cli",
        &["core", "notation", "search", "games", "engine", "protocol", "tools", "board", "play"],
    ),
    (
        "main",
        &["core", "notation", "search", "games", "engine", "protocol", "tools", "play", "cli"],
    ),
];

/// The registry knows the families and their evaluations, and they not it.
const REGISTRY: &str = "games::variants";

/// What the layers alone would let pass.
const FORBIDDEN: [(&str, &str); 6] = [
    ("games::hasami", "games::drop"),
    ("games::drop", "games::hasami"),
    ("games::hasami", REGISTRY),
    ("games::drop", REGISTRY),
    // Who checks a proof trusts nobody.
    ("tools::mate::verify", "core::forcing"),
    ("tools::mate::verify", "engine::mate"),
];

/// What the modules of the layer of a path such as `games::drop::hand` may use
/// besides itself; `None` for what is not a layer.
fn below(path: &str) -> Option<&'static [&'static str]> {
    LAYERS.iter().find(|(layer, _)| *layer == top(path)).map(|(_, below)| *below)
}

/// The first name of a path.
fn top(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

/// True when `path` is `module` or lies in it.
fn lies_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// True for a module that judges positions, and what lies in it.
fn is_evaluation(path: &str) -> bool {
    lies_in(path, "games") && path.split("::").any(|name| name == "evaluation")
}

/// True when `user` may use `used`; what is no layer is nobody's secret.
fn allowed(user: &str, used: &str) -> bool {
    let is_within = top(user) == top(used)
        || below(used).is_none()
        || below(user).is_some_and(|layers| layers.contains(&top(used)));
    let forbidden =
        FORBIDDEN.iter().any(|(inside, other)| lies_in(user, inside) && lies_in(used, other));
    let is_rules = lies_in(user, "games") && !is_evaluation(user) && !lies_in(user, REGISTRY);
    is_within && !forbidden && !(is_rules && is_evaluation(used))
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
            if !code[..at].ends_with(is_part_of_a_word) {
                paths.extend(leaves("", &code[at + root.len()..]));
            }
        }
    }
    for (at, _) in code.match_indices("self::") {
        if !code[..at].ends_with(is_part_of_a_word) {
            paths.extend(leaves(user, &code[at + "self::".len()..]));
        }
    }
    for (at, word) in code.match_indices("use ") {
        let line = code[..at].rsplit('\n').next().unwrap_or_default().trim_start();
        let path = &code[at + word.len()..];
        if (line.is_empty() || line.starts_with("pub")) && !is_rooted(path) {
            paths.extend(leaves(user, path));
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

fn is_part_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// True for a path that says where it begins; any other begins with a name of
/// the module's own, or of a library, which then is taken for one.
fn is_rooted(path: &str) -> bool {
    ["crate::", "kawari::", "self::", "super::"].iter().any(|root| path.starts_with(root))
}

/// The paths that `text` begins with, under `prefix`: one, or several where it
/// opens a `{group}`.
fn leaves(prefix: &str, text: &str) -> Vec<String> {
    let name_end = text.find(|c| !is_part_of_a_word(c)).unwrap_or(text.len());
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
fn no_module_uses_one_that_it_should_not_know() {
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
        sources().into_iter().map(|(user, _)| user).filter(|user| below(user).is_none()).collect();
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
    assert_eq!(used("pub(super) use self::rules::Rules;"), ["games::hasami::goal::rules::Rules"]);
    assert_eq!(used_paths("games", "pub use drop::Hand;"), ["games::drop::Hand"]);
    assert_eq!(used_paths("games", "pub use {\n    drop::eval,\n};"), ["games::drop::eval"]);
    assert!(used("/// See [`crate::engine`].\n// use crate::engine;").is_empty());
}

#[test]
fn what_points_upwards_or_across_is_refused() {
    assert!(allowed("games::hasami::goal", "core::square"));
    assert!(allowed("games::hasami::goal", "games::hasami::rules"));
    assert!(allowed("games::variants", "games::drop"));
    assert!(allowed("engine::session", "search::worker"));
    assert!(allowed("engine::session", "games::drop::yari"));
    assert!(allowed("tools::bench", "protocol::wire"));
    assert!(!allowed("games::hasami::goal", "games::drop::hand"));
    assert!(!allowed("games::drop::hand", "games::hasami"));
    assert!(!allowed("games::drop::hand", "games::variants"));
    assert!(!allowed("games::drop::hand", "search::limits"));
    assert!(!allowed("core::key", "notation::sfen"));
    assert!(!allowed("notation::sfen", "games"));
    assert!(!allowed("search::worker", "engine"));
    assert!(!allowed("search::worker", "games::Game"));
    assert!(!allowed("search::worker", "notation::sfen"));
    assert!(!allowed("search::worker", "mate::solver"));
    assert!(!allowed("mate::search", "search::table"));
    assert!(!allowed("search::worker", "tables::probe"));
    assert!(!allowed("tables::solve", "games::hasami"));
    assert!(!allowed("mate::graph", "games::Game"));
    assert!(!allowed("tools::mate::verify", "mate::solver"));
    assert!(!allowed("protocol::command", "tools::bench"));
    assert!(!allowed("tools::bench", "cli"));
    assert!(allowed("board::json", "engine::line"));
    assert!(!allowed("tools::bench", "board"));
    assert!(!allowed("tools::bench", "play::game"));
}

#[test]
fn rules_know_no_evaluation() {
    assert!(allowed("games::drop::evaluation", "games::drop::position"));
    assert!(allowed("games::drop::evaluation::weights::yari", "games::drop::evaluation::Terms"));
    assert!(allowed("games::hasami::evaluation", "games::evaluation::linear"));
    assert!(allowed("games::variants", "games::drop::evaluation::Linear"));
    assert!(allowed("engine::session", "games::evaluation"));
    for rules in ["games", "games::drop", "games::drop::yari", "games::drop::rules"] {
        assert!(!allowed(rules, "games::drop::evaluation::Terms"), "{rules}");
        assert!(!allowed(rules, "games::evaluation"), "{rules}");
    }
    assert!(!allowed("games::hasami::notation", "games::hasami::evaluation"));
    assert!(!allowed("games::hasami::evaluation", "games::drop::evaluation"));
    assert!(!allowed("games::drop::evaluation", "games::variants::Variant"));
    assert!(!allowed("search::worker", "games::evaluation"));
}
