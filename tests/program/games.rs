//! Data files in the games' folders.

use std::path::{Path, PathBuf};

const FAMILIES: [&str; 2] = ["drop", "hasami"];

/// Returns the path of a file in a game's folder.
pub fn file(game: impl ToString, name: &str) -> PathBuf {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/kawari-engine/src/games");
    let folder = game.to_string().replace('-', "_");
    let folders = FAMILIES.map(|family| games.join(family).join(&folder));
    folders.into_iter().find(|path| path.is_dir()).expect("a folder of the game").join(name)
}
