//! `kawari tables`: what it refuses, what it leaves alone, and what it says of a table that
//! is not what it should be. `docs/tables.md` shows the rest.

use std::fs;
use std::process::{Command, Output};

fn tables(words: &str) -> Output {
    let words = format!("tables {words}");
    Command::new(env!("CARGO_BIN_EXE_kawari"))
        .args(words.split_whitespace())
        .output()
        .expect("it starts")
}

fn complaint(words: &str) -> String {
    let output = tables(words);
    assert!(!output.status.success(), "{words}");
    assert!(output.stdout.is_empty(), "{words}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn games_and_classes_without_tables_are_refused() {
    let folder = format!("{}/no-tables", env!("CARGO_TARGET_TMPDIR"));
    let make = |words: &str| complaint(&format!("make {words} --folder {folder} --quiet"));
    assert!(make("yari").contains("yari has no endgames of few men"));
    assert!(make("hasami-jsa --men 4").contains("hasami-jsa has no endgames"));
    assert!(make("hasami --men 1v3").contains("each side of a class has from 2 to 6 men"));
    assert!(make("dai-hasami --men 5v2").contains("from 2 to 4 men"));
    assert!(make("hasami --men three").contains("a class, such as 3v2, is expected"));
    assert!(make("checkers").contains("no game is called `checkers`"));
}

#[test]
fn a_table_that_is_missing_or_damaged_is_named() {
    let folder = format!("{}/bad-tables", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).expect("a folder");
    let path = format!("{folder}/mak-yek-2v2.table");
    let _ = fs::remove_file(&path);
    let show = || complaint(&format!("show mak-yek --men 4 --folder {folder}"));
    assert!(show().contains("mak-yek-2v2.table"));
    fs::write(&path, "no table").expect("a file");
    assert!(show().contains(&format!("cannot read {path}")));
    // What is there is not made again, and is not believed either.
    let made = complaint(&format!("make mak-yek --men 4 --folder {folder} --quiet"));
    assert!(made.contains(&path), "{made}");
}
