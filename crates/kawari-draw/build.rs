//! Lists the pictures of the pieces, `pictures/GAME/STYLE/COLOUR-ROLE-FACING.svg`, as an array of
//! `Picture`s in `OUT_DIR`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Start and end of each file.
const HEAD: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 240">"#;
const TAIL: &str = "</svg>\n";

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let pictures = Path::new(&root).join("pictures");
    println!("cargo::rerun-if-changed={}", pictures.display());
    let mut entries = String::new();
    // Many pieces look the same for both sides. Each content is stored once.
    let mut contents: Vec<String> = Vec::new();
    for game in entries_of(&pictures) {
        for style in entries_of(&game).into_iter().filter(|path| path.is_dir()) {
            for file in entries_of(&style) {
                let content = content(&file);
                let (game, style) = (name(&game), name(&style));
                let stem = name(&file).strip_suffix(".svg").expect("an SVG file");
                let [color, role, facing] = stem.split('-').collect::<Vec<_>>()[..] else {
                    panic!("{}: expected COLOUR-ROLE-FACING.svg", file.display());
                };
                let (is_black, is_up) = (color == "black", facing == "up");
                let known = contents.iter().position(|known| *known == content);
                let number = known.unwrap_or(contents.len());
                if known.is_none() {
                    contents.push(content);
                }
                // Writing to a string cannot fail.
                let _ = writeln!(
                    entries,
                    "    Picture {{ game: {game:?}, style: {style:?}, role: {role:?}, \
                     is_black: {is_black}, is_up: {is_up}, content: P{number} }},"
                );
            }
        }
    }
    let mut source = String::from("{\n");
    for (number, content) in contents.iter().enumerate() {
        let _ = writeln!(source, "const P{number}: &str = {content:?};");
    }
    source += &format!("&[\n{entries}]\n}}\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("pictures.rs"), source).expect("OUT_DIR is writable");
}

/// Returns the elements of a picture, without the root element.
fn content(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let inner = text.strip_prefix(HEAD).and_then(|rest| rest.strip_suffix(TAIL));
    inner.unwrap_or_else(|| panic!("{}: expected {HEAD}…{TAIL}", file.display())).to_owned()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("an ASCII name")
}

fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    paths
}
