//! The definitions of the built-in and the shipped games, errors, damaged files, and random
//! definitions.

mod errors;
mod games;
mod robustness;
mod rule_errors;

use std::fs;
use std::path::Path;

use kawari_rules::{Family, GameDefinition, ReadError, read, write};

/// Returns the files of the built-in and the shipped games, with their paths.
fn known() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        |path: &str| fs::read_dir(root.join(path)).unwrap().map(|file| file.unwrap().path());
    let built_in = folders("../kawari-engine/src/games/drop")
        .chain(folders("../kawari-engine/src/games/hasami"))
        .map(|folder| folder.join("game.toml"));
    let mut files: Vec<(String, String)> = built_in
        .chain(folders("games"))
        .filter_map(|path| Some((path.display().to_string(), fs::read_to_string(path).ok()?)))
        .collect();
    files.sort();
    files
}

/// Returns the text of a known game.
fn lookup(name: &str) -> Option<String> {
    let quoted = format!("\nname = \"{name}\"\n");
    known().into_iter().map(|(_, text)| text).find(|text| text.contains(&quoted))
}

fn game(name: &str) -> GameDefinition {
    read_ok(&lookup(name).unwrap_or_else(|| panic!("no game {name}")))
}

fn read_ok(text: &str) -> GameDefinition {
    read(text, &lookup).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

fn errors(text: &str) -> Vec<ReadError> {
    read(text, &lookup).expect_err("an error")
}

/// Checks that a definition is the same after writing and reading.
fn assert_round_trip(game: &GameDefinition) {
    let written = write(game);
    let again = read_ok(&written);
    assert_eq!(again, *game, "{written}");
    if let (Family::Drop(one), Family::Drop(other)) = (&game.family, &again.family) {
        // The comparison of maps ignores their order.
        assert!(one.pieces.keys().eq(other.pieces.keys()), "{written}");
    }
    assert!(game.general.handicaps.keys().eq(again.general.handicaps.keys()), "{written}");
}
