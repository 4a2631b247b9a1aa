//! `kawari draw`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

fn draw(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("draw").args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

/// Returns the picture of a run, which must succeed.
fn picture(arguments: &[&str]) -> String {
    let output = draw(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the exit status and the first line of the errors of a run, which must fail.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = draw(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code(), errors.lines().next().unwrap_or_default().to_owned())
}

/// Returns an empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("draw-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a writable folder");
    folder
}

#[test]
fn a_picture_goes_to_standard_output_or_a_file() {
    let svg = picture(&["yari"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(picture(&["yari", "--output", "-"]), svg);
    let file = scratch("file").join("board.svg");
    let path = file.to_str().expect("a UTF-8 path");
    assert_eq!(picture(&["yari", "--output", path]), "");
    assert_eq!(fs::read_to_string(&file).expect("the picture"), svg);
    // An existing picture is replaced.
    assert_eq!(picture(&["yari", "-o", path, "--moves", "4g4f"]), "");
    assert_eq!(
        fs::read_to_string(&file).expect("the picture"),
        picture(&["yari", "--moves", "4g4f"])
    );
}

#[test]
fn positions_are_starts_handicaps_and_sfens_with_moves() {
    let sfen = "6k/7/6+B/7/5R1/7/7/7/K6 b P 1";
    let words: Vec<&str> = ["yari"].into_iter().chain(sfen.split(' ')).collect();
    let described = |arguments: &[&str], text: &str| {
        let svg = picture(arguments);
        assert!(svg.contains(&format!("<desc>SFEN {text}</desc>")), "{arguments:?}: {svg}");
    };
    described(&["yari", sfen], sfen);
    described(&words, sfen);
    described(
        &["yari", sfen, "--moves", "P*1b"],
        "6k/6P/6+B/7/5R1/7/7/7/K6 w - 2; last move P*1b; White is in check",
    );
    described(
        &["shogi", "--handicap", "rook"],
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    );
    described(
        &["minishogi", "--moves", "1e1b", "1a1b"],
        "rbsg1/4k/5/P4/KGSB1 b Pr 3; last move 1a1b",
    );
}

#[test]
fn options_reach_the_picture() {
    let options = [
        &["--pieces", "western"][..],
        &["--bottom", "white"],
        &["--coordinates", "japanese"],
        &["--theme", "dark"],
        &["--width", "300"],
        &["--no-last-move"],
        &["--arrow", "3c3d:hint", "--arrow", "8h7g"],
        &["--mark", "5e:ring", "--mark", "4e"],
    ];
    let mut pictures = vec![picture(&["shogi", "--moves", "7g7f"])];
    for option in options {
        let arguments = [&["shogi", "--moves", "7g7f"][..], option].concat();
        let svg = picture(&arguments);
        assert!(!pictures.contains(&svg), "{option:?}");
        pictures.push(svg);
    }
}

#[test]
fn games_from_files_can_be_drawn() {
    let file = scratch("loaded").join("mine.toml");
    let text = "base = \"minishogi\"\nname = \"mine\"\ntitle = \"My <Game>\"\n\
                [pieces.S]\nmoves = \"FfD\"\n";
    fs::write(&file, text).expect("a writable file");
    let svg = picture(&["mine", "--variants", file.to_str().expect("a UTF-8 path")]);
    assert!(svg.contains("<title>My &lt;Game&gt;: Black to move</title>"), "{svg}");
    assert!(picture(&["torishogi", "--pieces", "kanji"]).contains(">燕</text>"));
}

#[test]
fn errors_name_the_argument() {
    let missing = scratch("missing").join("folder/board.svg");
    let missing = missing.to_str().expect("a UTF-8 path");
    for (arguments, status, message) in [
        (&["shogi", "--pieces", "disc"][..], 2, "kawari: unknown piece style \"disc\""),
        (&["shogi", "9/9 b - 1"], 2, "kawari: bad SFEN `9/9 b - 1`"),
        (&["shogi", "--handicap", "pawn"], 2, "kawari: shogi has no handicap `pawn`"),
        (&["shogi", "--moves", "7g7f", "7g7f"], 2, "kawari: move 2: `7g7f` is not legal"),
        (&["shogi", "--arrow", "P*5e"], 2, "kawari: Black has no P in hand"),
        (&["shogi", "--arrow", "7g7x"], 2, "error: invalid value '7g7x' for '--arrow"),
        (&["shogi", "--mark", "5e:star"], 2, "error: invalid value '5e:star' for '--mark"),
        (&["minishogi", "--mark", "6a"], 2, "kawari: `6a` is not on the board of 5 files"),
        (&["shogi", "--width", "0"], 2, "error: invalid value '0' for '--width"),
        (&["shogi", "--theme", "blue"], 2, "error: invalid value 'blue' for '--theme"),
        (&["shogi", "--output", "board.png"], 2, "kawari: cannot write board.png: expected a name"),
        (&["shogi", "--output", missing], 3, "kawari: cannot write "),
    ] {
        let (code, error) = refused(arguments);
        assert!(error.starts_with(message), "{arguments:?}: {error}");
        assert_eq!(code, Some(status), "{arguments:?}");
        assert_eq!(error.matches("is not legal").count().max(1), 1, "{error}");
    }
}

/// The picture in `docs/how-to/pictures.md`. `KAWARI_WRITE_PICTURES=1` writes it.
#[test]
fn the_documented_picture_is_that_of_its_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/how-to/pictures.md")).expect("the page");
    let command =
        page.lines().find_map(|line| line.strip_prefix("kawari draw ")).expect("a command");
    let words = command.strip_suffix(" --output board.svg").expect("a file").split(' ');
    let svg = picture(&words.collect::<Vec<_>>());
    let file = root.join("docs/picture-yari.svg");
    if env::var_os("KAWARI_WRITE_PICTURES").is_some() {
        fs::write(&file, &svg).expect("the picture");
    }
    let documented = fs::read_to_string(&file).expect("the picture");
    assert!(documented == svg, "docs/picture-yari.svg has changed; write it with {command}");
}
