//! `kawari tables`: rejected arguments, and missing, damaged and unfinished files. The examples
//! of `docs/` cover the rest.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

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
fn games_and_classes_without_tablebases_are_rejected() {
    let folder = format!("{}/no-tables", env!("CARGO_TARGET_TMPDIR"));
    let make = |words: &str| complaint(&format!("make {words} --folder {folder} --quiet"));
    assert!(make("yari").contains("yari has no tablebases"));
    assert!(make("hasami-jsa --men 4").contains("hasami-jsa has no tablebases"));
    assert!(
        make("hasami --men 1v3")
            .contains("each side of a class in hasami must have from 2 to 6 men")
    );
    assert!(make("dai-hasami --men 5v2").contains("from 2 to 4 men"));
    assert!(make("hasami --men three").contains("or a class, such as 3v2"));
    assert!(make("checkers").contains(r#"unknown variant "checkers""#));
}

#[test]
fn errors_name_missing_and_damaged_files() {
    let folder = format!("{}/bad-tables", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).expect("a folder");
    let path = format!("{folder}/mak-yek-2v2.table");
    let _ = fs::remove_file(&path);
    let show = || complaint(&format!("show mak-yek --men 4 --folder {folder}"));
    assert!(show().contains("mak-yek-2v2.table"));
    fs::write(&path, "no table").expect("a file");
    assert!(show().contains(&format!("cannot read {path}")));
    // An existing file is neither made again nor trusted.
    let made = complaint(&format!("make mak-yek --men 4 --folder {folder} --quiet"));
    assert!(made.contains(&path), "{made}");
}

/// Killed twice while it works on a class, the command ends with the same files.
#[test]
fn an_unfinished_class_is_resumed() {
    let folder = |name: &str| format!("{}/{name}-tables", env!("CARGO_TARGET_TMPDIR"));
    let (whole, killed) = (folder("whole"), folder("killed"));
    for folder in [&whole, &killed] {
        let _ = fs::remove_dir_all(folder);
    }
    assert!(
        tables(&format!("make hasami-chess --men 4 --folder {whole} --quiet")).status.success()
    );
    let words = format!("make hasami-chess --men 4 --folder {killed} --save 0 --jobs 1");
    let path = |name: &str| Path::new(&killed).join(name);
    let part = |metric: &str| path(&format!("hasami-chess-2v2.{metric}.part"));
    let table = path("hasami-chess-2v2.table");
    for metric in ["end", "capture"] {
        loop {
            let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
            command.arg("tables").args(words.split_whitespace());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("it starts");
            while !part(metric).exists() && child.try_wait().expect("its status").is_none() {
                thread::sleep(Duration::from_millis(2));
            }
            child.kill().expect("it runs, or has ended");
            child.wait().expect("it has ended");
            if !table.exists() {
                break;
            }
            // The class was finished before the kill.
            fs::remove_file(&table).expect("it was there");
        }
    }
    let rest = tables(&words);
    assert!(rest.status.success());
    let whole = fs::read(Path::new(&whole).join("hasami-chess-2v2.table")).expect("a table");
    assert!(whole == fs::read(&table).expect("a table"));
    let said = String::from_utf8(rest.stderr).expect("text");
    assert!(said.contains("resuming "), "{said}");
    assert!(!part("end").exists() && !part("capture").exists());
}
