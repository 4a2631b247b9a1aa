//! Every game of the registry, and the files that hold its data: a new game
//! needs its files, and no line of a test.

use std::fs;
use std::path::Path;
use std::thread;

use kawari_engine::games::variants::Variant;

/// Checks the games side by side. A check that fails is reported as a panic of
/// the thread that is called like the game.
pub fn check_each(check: fn(Variant)) {
    thread::scope(|scope| {
        for &variant in Variant::ALL {
            let thread = thread::Builder::new().name(variant.to_string());
            thread.spawn_scoped(scope, move || check(variant)).expect("a thread");
        }
    });
}

/// What a game's file in a folder of `tests` says.
pub fn data(folder: &str, game: &str, extension: &str) -> String {
    let name = format!("tests/{folder}/{game}.{extension}");
    match fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name)) {
        Ok(text) if text.trim().is_empty() => panic!("{game} is in the registry, {name} is empty"),
        Ok(text) => text,
        Err(error) => panic!("{game} is in the registry, its data are missing: {name}: {error}"),
    }
}
