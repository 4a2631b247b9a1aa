//! Lists the files of the page, `page`, as an array of `Asset`s in `OUT_DIR`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let dist = Path::new(&root).join("page");
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    let mut source = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&dist).expect("a file of the folder");
        let path = format!("/{}", name.to_string_lossy().replace('\\', "/"));
        // Writing to a string cannot fail.
        let _ =
            writeln!(source, "    Asset {{ path: {path:?}, bytes: include_bytes!({file:?}) }},");
    }
    source.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("assets.rs"), source).expect("OUT_DIR is writable");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
