//! `kawari rules` with definitions, and games from files in other commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::client::Client;

fn kawari(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(arguments).output().expect("it starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns an empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("rules-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a writable folder");
    folder
}

fn shipped(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/kawari-rules/games");
    folder.join(name).with_extension("toml").to_str().expect("a UTF-8 path").to_owned()
}

#[test]
fn a_printed_definition_is_a_game_of_its_own() {
    let definition = kawari(&["rules", "hasami", "--toml"]);
    let mine = text(&definition.stdout).replace("name = \"hasami\"", "name = \"my-hasami\"");
    let file = scratch("printed").join("my-hasami.toml");
    fs::write(&file, mine).expect("a writable file");
    let file = file.to_str().expect("a UTF-8 path");
    let counts = ["my-hasami", "hasami"].map(|name| {
        let perft = kawari(&["perft", name, "2", "--variants", file]);
        assert!(perft.status.success(), "{}", text(&perft.stderr));
        text(&perft.stdout).lines().find(|line| line.starts_with("nodes")).map(str::to_owned)
    });
    assert!(counts[0].is_some() && counts[0] == counts[1], "{counts:?}");
}

#[test]
fn a_wrong_definition_is_refused_with_its_place() {
    let file = scratch("wrong").join("wrong.toml");
    fs::write(&file, "base = \"yari\"\nname = \"wrong\"\nfilez = 7\n").expect("a writable file");
    let refused = kawari(&["variants", "--variants", file.to_str().expect("a UTF-8 path")]);
    assert_eq!(refused.status.code(), Some(2));
    let error = text(&refused.stderr);
    assert!(error.contains("wrong.toml: line 3, column 1: filez"), "{error}");
}

#[test]
fn games_are_checked_against_the_reference() {
    for game in [&*shipped("gorogoro"), "gorogoro"] {
        let check = kawari(&["rules", "check", game, "--games", "2"]);
        assert!(check.status.success(), "{}", text(&check.stderr));
        assert!(text(&check.stdout).contains("2 random games agree with the reference"));
    }
}

#[test]
fn shipped_games_have_names() {
    assert!(text(&kawari(&["rules"]).stdout).contains("\nMore variants: checkshogi, "));
    assert!(text(&kawari(&["rules", "yarishogi"]).stdout).starts_with("Yari Shogi, server rules"));
    let definition = kawari(&["rules", "yarishogi", "--toml"]);
    assert!(text(&definition.stdout).contains("name = \"yarishogi\""));
    // A file of this name comes first.
    let folder = scratch("named-like-shipped");
    fs::write(folder.join("micro"), "base = \"micro\"\nname = \"my-micro\"\ntitle = \"Mine\"\n")
        .expect("a writable file");
    let list = |folder: &Path| {
        let list = Command::new(env!("CARGO_BIN_EXE_kawari"))
            .args(["variants", "--variants", "micro"])
            .current_dir(folder)
            .output()
            .expect("the program");
        text(&list.stdout).to_owned()
    };
    assert!(list(&folder).contains("\nmy-micro "));
    assert!(list(folder.parent().expect("a folder")).contains("\nmicro "));
}

#[test]
fn imported_games_stay_in_their_folder() {
    let folder = scratch("import");
    let ini = folder.join("variants.ini");
    fs::write(&ini, "[../outside:shogi]\nmyKey = 1\n").expect("a writable file");
    let (ini, out) = (ini.to_str().expect("a UTF-8 path"), folder.join("games"));
    let import = kawari(&["rules", "import", ini, "--folder", out.to_str().expect("a UTF-8 path")]);
    assert!(text(&import.stderr).contains("myKey = 1"), "{}", text(&import.stderr));
    let written = fs::read_dir(&out).expect("the folder").map(|entry| entry.expect("a file"));
    let names: Vec<_> = written.map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["---outside.toml"]);
    assert!(!folder.join("outside.toml").exists());
}

#[test]
fn a_report_has_a_row_for_each_game() {
    let report = kawari(&[
        "rules",
        "report",
        "minishogi",
        "hasami-five",
        "--games",
        "4",
        "--nodes",
        "50",
        "--max-moves",
        "40",
        "--quiet",
    ]);
    let rows: Vec<&str> = text(&report.stdout).lines().collect();
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows[1].starts_with("minishogi ") && rows[2].starts_with("hasami-five "), "{rows:?}");
}

#[test]
fn usi_plays_a_game_from_a_file() {
    let mut client = Client::start();
    let path = format!("setoption name VariantPath value {}", shipped("kyotoshogi"));
    let games = client.ask(&path);
    assert!(games.starts_with("option name USI_Variant") && games.contains("var kyotoshogi"));
    let game = client.ask("setoption name USI_Variant value kyotoshogi");
    assert!(game.contains("variant kyotoshogi files 5 ranks 5"), "{game}");
    let lines = client.lines_after("go depth 3", "bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
}
