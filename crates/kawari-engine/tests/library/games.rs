//! All registered variants and their data files, so that a new variant needs files but no test
//! code.

use std::fs;
use std::path::Path;
use std::thread;

use kawari_engine::games::variants::Variant;

/// Runs a check on each variant, in parallel. A failure is reported as a panic of the thread
/// named after the variant.
pub fn check_each(check: fn(Variant)) {
    thread::scope(|scope| {
        for &variant in Variant::ALL {
            let thread = thread::Builder::new().name(variant.to_string());
            thread.spawn_scoped(scope, move || check(variant)).expect("a thread");
        }
    });
}

/// Returns the text of a variant's file in a folder of `tests`.
pub fn data(folder: &str, game: &str, extension: &str) -> String {
    let name = format!("tests/{folder}/{game}.{extension}");
    match fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name)) {
        Ok(text) if text.trim().is_empty() => panic!("the data of {game} is empty: {name}"),
        Ok(text) => text,
        Err(error) => panic!("the data of {game} is missing: {name}: {error}"),
    }
}
