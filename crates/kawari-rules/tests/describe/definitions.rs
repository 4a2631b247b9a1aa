//! The definitions of the built-in and the shipped games.

use std::fs;
use std::path::Path;

use kawari_rules::{GameDefinition, read};

/// Returns the text of the definition of a game.
fn text(name: &str) -> Option<String> {
    texts().into_iter().find(|text| text.contains(&format!("\nname = \"{name}\"\n")))
}

fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for family in ["drop", "hasami"] {
        let games = root.join("../kawari-engine/src/games").join(family);
        for folder in fs::read_dir(games).unwrap() {
            texts.extend(fs::read_to_string(folder.unwrap().path().join("game.toml")));
        }
    }
    for file in fs::read_dir(root.join("games")).unwrap() {
        texts.push(fs::read_to_string(file.unwrap().path()).unwrap());
    }
    texts
}

fn parse(text: &str) -> GameDefinition {
    read(text, &self::text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// Returns the definition of a game.
pub fn definition(name: &str) -> GameDefinition {
    parse(&text(name).unwrap())
}

/// Returns all definitions.
pub fn definitions() -> Vec<GameDefinition> {
    let definitions: Vec<GameDefinition> = texts().iter().map(|text| parse(text)).collect();
    assert!(definitions.len() >= 24, "{}", definitions.len());
    definitions
}

/// Returns the definition of a game based on another one.
pub fn based_on(base: &str, changes: &str) -> GameDefinition {
    parse(&format!(
        "base = \"{base}\"\nname = \"mine\"\ntitle = \"My Game\"\ntitle-ja = \"私の将棋\"\n{changes}"
    ))
}
