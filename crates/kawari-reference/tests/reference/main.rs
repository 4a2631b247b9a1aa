//! Tests of the reference implementation of the rules.

mod drop;
mod golden;
mod hasami;
mod kochi;
mod perft;
mod random;

use std::fs;
use std::path::{Path, PathBuf};

use kawari_reference::{Game, History};
use kawari_rules::{GameDefinition, read};

fn engine() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawari-engine")
}

/// Returns the file of a built-in or a shipped game.
fn file(name: &str) -> Option<String> {
    let folder = name.replace('-', "_");
    let games = engine().join("src/games");
    let built_in =
        ["drop", "hasami"].map(|family| games.join(family).join(&folder).join("game.toml"));
    let shipped =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../kawari-rules/games/{name}.toml"));
    built_in.iter().chain([&shipped]).find_map(|path| fs::read_to_string(path).ok())
}

fn definition(name: &str) -> GameDefinition {
    let text = file(name).unwrap_or_else(|| panic!("no game {name}"));
    read(&text, &file).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]))
}

fn game(name: &str) -> Game {
    Game::new(&definition(name))
}

/// Returns the game of a definition that inherits from another one.
fn variant(base: &str, keys: &str) -> Game {
    let text = format!("base = \"{base}\"\nname = \"test\"\ntitle = \"Test\"\n{keys}");
    Game::new(&read(&text, &file).unwrap_or_else(|errors| panic!("{keys}: {}", errors[0])))
}

/// Returns the position after moves, and the end of the game if it has ended.
fn play(game: &Game, sfen: &str, moves: &str) -> (String, Option<String>) {
    let mut history = History::new(game.position(sfen).unwrap());
    for mv in moves.split_whitespace() {
        history.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
    (history.position().sfen(), history.end().map(|end| end.to_string()))
}

/// Returns the position after moves.
fn after(game: &Game, sfen: &str, moves: &str) -> String {
    play(game, sfen, moves).0
}

/// Returns the end of the game after moves, or `ongoing`.
fn end(game: &Game, sfen: &str, moves: &str) -> String {
    play(game, sfen, moves).1.unwrap_or_else(|| "ongoing".to_owned())
}

/// Returns the legal moves from a square or with a dropped piece, such as `5i` or `P*`.
fn moves(game: &Game, sfen: &str, from: &str) -> Vec<String> {
    let mut moves = game.position(sfen).unwrap().legal_moves();
    moves.retain(|mv| mv.starts_with(from));
    moves
}
