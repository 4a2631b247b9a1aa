//! Lists the games: every folder of a family in `src/games` with a file `game.rs`. Writes
//! their module declarations, the registry's entries, and what their definitions state to
//! `OUT_DIR`.

mod game_info;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The rule families, and the evaluation of their games.
const FAMILIES: [(&str, &str); 2] =
    [("drop", "drop::evaluation::DropHce"), ("hasami", "hasami::evaluation::HasamiHce")];

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let games = Path::new(&root).join("src/games");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let mut variants = String::from("variants! {\n");
    let mut definitions = Vec::new();
    for (family, evaluation) in FAMILIES {
        let folder = games.join(family);
        println!("cargo::rerun-if-changed={}", folder.display());
        let folders = game_folders(&folder);
        write(&out, family, &modules(&folder, &folders));
        for name in folders {
            let definition = folder.join(&name).join("game.toml");
            definitions.push((name.clone(), definition.clone()));
            // Writing to a string cannot fail.
            let _ = writeln!(
                variants,
                "    {family} {} {definition:?} {evaluation},",
                type_name(&name)
            );
        }
    }
    variants.push_str("}\n");
    write(&out, "variants", &variants);
    write(&out, "definitions", &game_info::constants(&definitions));
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
