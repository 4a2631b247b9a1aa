//! Lists the games: every folder of a family in `src/games` with a file `game.rs`. Writes
//! their module declarations, the registry's entries, and the data and rules of their
//! definitions to `OUT_DIR`.
//!
//! The environment variable `KAWARI_GAMES` can limit the games that the program can play to a
//! list of names, separated by commas. In it, `loaded` stands for the games from files. Without
//! the variable, all games are playable.

mod game_info;
mod rules;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use kawari_rules::GameDefinition;

/// The rule families, and the evaluation of their games.
const FAMILIES: [(&str, &str); 2] =
    [("drop", "drop::evaluation::DropHce"), ("hasami", "hasami::evaluation::HasamiHce")];

/// Environment variable with the names of the playable games, separated by commas.
const GAMES: &str = "KAWARI_GAMES";
/// Name that stands for the games from files.
const LOADED: &str = "loaded";

fn main() {
    println!("cargo::rerun-if-env-changed={GAMES}");
    println!("cargo::rustc-check-cfg=cfg(loaded_games)");
    let playable = env::var(GAMES).ok();
    let playable: Option<Vec<&str>> = playable.as_deref().map(|names| names.split(',').collect());
    let is_in_list = |name: &str| playable.as_ref().is_none_or(|names| names.contains(&name));
    let has_loaded = is_in_list(LOADED);
    if has_loaded {
        println!("cargo::rustc-cfg=loaded_games");
    }
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let games = Path::new(&root).join("src/games");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let texts = definition_texts(&games);
    let mut variants = String::from("variants! {\n");
    let mut constants = String::new();
    let mut found = usize::from(has_loaded);
    for (family, evaluation) in FAMILIES {
        let folder = games.join(family);
        println!("cargo::rerun-if-changed={}", folder.display());
        let folders = game_folders(&folder);
        let mut source = modules(&folder, &folders);
        for name in folders {
            let type_name = type_name(&name);
            let path = folder.join(&name).join("game.toml");
            let definition = definition(&path, &texts);
            let is_playable = is_in_list(&definition.general.name);
            found += usize::from(is_playable);
            // Definitions of loaded games can refer to all games.
            if is_playable || has_loaded {
                let condition = if is_playable { "all()" } else { "any()" };
                // Writing to a string cannot fail.
                let _ = writeln!(
                    variants,
                    "    #[cfg({condition})] {family} {type_name} {path:?} {evaluation},"
                );
            }
            constants += &game_info::constant(&name, &definition);
            source += &rules::implementation(&type_name, &definition);
        }
        write(&out, family, &source);
    }
    if let Some(names) = playable {
        assert_eq!(found, names.len(), "{GAMES} has an unknown name: {}", names.join(","));
    }
    variants.push_str("}\n");
    write(&out, "variants", &variants);
    write(&out, "definitions", &constants);
}

/// Returns the texts of all definitions by the names of their games.
fn definition_texts(games: &Path) -> BTreeMap<String, String> {
    let folders = |family: &str| {
        let family = games.join(family);
        let names = game_folders(&family);
        names.into_iter().map(move |name| (name.replace('_', "-"), family.join(name)))
    };
    let all = FAMILIES.iter().flat_map(|(family, _)| folders(family));
    all.map(|(name, folder)| (name, read(&folder.join("game.toml")))).collect()
}

/// Returns the definition in a file. Its `base` is one of `texts`.
fn definition(path: &Path, texts: &BTreeMap<String, String>) -> GameDefinition {
    kawari_rules::read(&read(path), &|base| texts.get(base).cloned())
        .unwrap_or_else(|errors| panic!("{}: {}", path.display(), errors[0]))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(out: &str, name: &str, source: &str) {
    let path = Path::new(out).join(name).with_extension("rs");
    fs::write(&path, source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Returns the names of the folders with a `game.rs`, sorted.
fn game_folders(family: &Path) -> Vec<String> {
    let entries = fs::read_dir(family).unwrap_or_else(|e| panic!("{}: {e}", family.display()));
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let games = paths.filter(|path| path.join("game.rs").is_file());
    let mut names: Vec<String> = games
        .filter_map(|path| Some(path.file_name()?.to_str().expect("an ASCII name").to_owned()))
        .collect();
    names.sort();
    names
}

/// Returns the module declarations of a family's games, and the macro `in_every_game!`,
/// which makes a test of a generic check for each game.
fn modules(family: &Path, names: &[String]) -> String {
    let mut source = String::new();
    let mut calls = String::new();
    for name in names {
        let (path, type_name) = (family.join(name).join("game.rs"), type_name(name));
        let _ = write!(
            source,
            "#[path = {path:?}]\n#[allow(clippy::module_inception)]\nmod {name};\n\
             pub use {name}::{type_name};\n"
        );
        let _ = writeln!(calls, "        $check::<crate::games::{}::{type_name}>();", stem(family));
    }
    let _ = write!(
        source,
        "#[cfg(test)]\nmacro_rules! in_every_game {{\n\
         ($($test:ident => $check:ident),* $(,)?) => {{$(\n    #[test]\n    fn $test() {{\n\
         {calls}    }}\n)*}};\n}}\n"
    );
    source
}

fn stem(family: &Path) -> &str {
    family.file_name().and_then(|name| name.to_str()).expect("an ASCII name")
}

/// Returns the name of a game's type: `DaiHasami` for the folder `dai_hasami`.
fn type_name(folder: &str) -> String {
    let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
    folder.split('_').map(capitalised).collect()
}
