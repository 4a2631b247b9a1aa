//! Sets the version and the commit that `kawari --version` prints.

#[path = "build/commit.rs"]
mod commit;

use std::env;
use std::path::Path;

use commit::Commit;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/commit.rs");
    println!("cargo::rustc-env=KAWARI_VERSION={}", version());
}

/// Returns `0.1.0`, or `0.1.0 (bafb35e123)` in a release build. Other builds are for tests and
/// need not be rebuilt for every commit.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let is_release = env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(commit) = Commit::of(sources).filter(|_| is_release) else {
        return version.to_owned();
    };
    for file in &commit.watched {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    format!("{version} ({})", commit.short())
}
