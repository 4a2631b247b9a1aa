//! `kawari play` through a pipe and on a terminal.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn program(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("play").args(arguments.split_whitespace());
    command.env_remove("RUST_LOG").env_remove("NO_COLOR").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the program with these input lines.
pub(super) fn run(arguments: &str, lines: &[&str]) -> Output {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    for line in lines {
        writeln!(input, "{line}").expect("the program reads");
    }
    drop(input);
    child.wait_with_output().expect("the program ends")
}

/// Same, for a run that must succeed; returns its output.
pub(super) fn said(arguments: &str, lines: &[&str]) -> String {
    let output = run(arguments, lines);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns a path in the temporary folder where no file exists.
fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_file(&path));
    path
}

/// Asserts that the texts occur in this order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no `{part}` in order in:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn captures_are_shown() {
    let moves = ["9i9e", "1a-1e", "5i5e", "6a6d", "1i1g", "6d6e", "7i7e"];
    let text = said("hasami --side both", &moves);
    assert_in_order(
        &text,
        &[
            "Hasami Shogi",
            "Black to move",
            "You play 9i-9e (9i9e).",
            "(.)",
            "White to move",
            "You play 1a-1e (1a1e).",
            "You play 7ix7e(6e) (7i7e), which captures on 6e.",
            " e  P  . [P] x  P  .  .  .  p\n",
            "White to move",
            "hasami startpos moves 9i9e 1a1e 5i5e 6a6d 1i1g 6d6e 7i7e",
        ],
    );
}

#[test]
fn the_engine_replies_deterministically() {
    let play = |seed: &str| said(&format!("yari --level 2 --seed {seed}"), &["P-4f", "6g6f"]);
    let text = play("5");
    assert_eq!(text.matches("You play ").count(), 2, "{text}");
    assert_eq!(text.matches("Kawari plays ").count(), 2, "{text}");
    assert_eq!(text, play("5"));
    assert!((6..20).any(|seed| play(&seed.to_string()) != text));
    // White's board is rotated, and Black moves first.
    let white = said("hasami --side white --level 1 --seed 1", &["side both"]);
    assert_in_order(&white, &["Kawari plays ", "    1  2  3", "White to move"]);
}

#[test]
fn all_commands_work() {
    let text = said(
        "hasami --level 1 --seed 3",
        &[
            "",
            "help",
            "level",
            "level 2",
            "moves 9i",
            "hint",
            "9i9e",
            "record",
            "undo",
            "sfen",
            "go",
            "undo",
            "side both",
            "rules",
            "kanji",
            "letters",
            "board",
            "resign",
            "9h9g",
            "undo",
            "new",
            "quit",
            "level 5",
        ],
    );
    assert_in_order(
        &text,
        &[
            "undo             take back your last move",
            "Kawari plays at level 1 (beginner).",
            "Kawari plays at level 2 (novice).",
            "\n9i9b 9i9c 9i9d 9i9e 9i9f 9i9g 9i9h\n",
            "Kawari would play ",
            "You play 9i-9e (9i9e).",
            "Kawari plays ",
            "  1. 9i-9e ",
            "2. ",
            "Taken back: 9i9e ",
            "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1\n",
            // The engine now has Black.
            "You are White",
            "Kawari plays ",
            "There is no move of yours to take back.",
            "You play both sides.",
            "You win if your opponent has at most one man left",
            " i  歩  歩",
            " i  P  P",
            "White resigns: Black wins.",
            "The game is over: `undo`, `new` or `quit`.",
            "White to move",
            "hasami startpos moves ",
            "Black to move",
        ],
    );
    assert!(!text.contains("level 5"), "{text}");
}

#[test]
fn bad_input_gets_a_helpful_message() {
    let text = said(
        "yari --side both --handicap rook",
        &[
            "udno",
            "4g4f",
            "4c4f",
            "4c4d",
            "4c4d",
            "level 9",
            "load no-such-file",
            "save",
            "declare",
            "moves 5e",
        ],
    );
    assert_in_order(
        &text,
        &[
            "Did you mean `undo`?",
            "`4g4f`: the piece on 4g is Black's, but White is to move.",
            "`4c4f`: the piece on 4c cannot move to 4f: the Pawn does not move that way. Its only legal move is 4c4d.",
            "You play P-4d",
            "`4c4d`: there is nothing on 4c.",
            "`9` is not a level: they go from 1 to 8",
            "cannot read no-such-file",
            "`save` needs a file name",
            "There is nothing to declare in this position.",
            "`5e` has no legal move.",
        ],
    );
    let output = run("yari --handicap nine-pieces", &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("rook, two-pieces"), "{error}");
}

#[test]
fn games_are_saved_and_loaded() {
    let path = new_file("play saved.json");
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let save = format!("save {name}");
    let text = said("hajiku --side both", &["4g4f", "4c4d", &save, "resign", &save]);
    assert_in_order(&text, &["Saved in play saved.json.", "already exists", "To load it later"]);
    let saved = fs::read_to_string(&path).expect("a file");
    assert!(saved.contains(r#""moves":["4g4f","4c4d"],"result":"void","reason":"unfinished""#));

    // Another game is in progress: its moves are printed, and the rules change.
    let load = format!("load {name}");
    let text = said("hasami --side both", &["9i9e", &load, "sfen", "undo", "4c4d", "new"]);
    assert_in_order(
        &text,
        &[
            "hasami startpos moves 9i9e\n",
            "Loaded: Hajiku Shogi, 2 moves.",
            " b - 3\n",
            "Taken back: 4c4d",
            "You play P-4d (4c4d).",
            "hajiku startpos moves 4g4f 4c4d\n",
        ],
    );

    // The other tools read what `save` and the end of the game write.
    let analysed = Command::new(env!("CARGO_BIN_EXE_kawari"))
        .args(["analyse", "--depth", "1"])
        .arg(&path)
        .output()
        .expect("the program starts");
    assert!(analysed.status.success());
    assert!(String::from_utf8_lossy(&analysed.stdout).contains(" b - 3"));

    let path = new_file("play-resigned.json");
    said("hajiku --side black --level 1", &["resign", "save play-resigned.json"]);
    let saved = fs::read_to_string(path).expect("a file");
    assert!(saved.contains(r#""white":"Kawari level 1""#), "{saved}");
    assert!(saved.contains(r#""result":"white","reason":"resignation""#), "{saved}");

    let several = new_file("play-several.txt");
    fs::write(&several, "startpos moves 9i9e\n# a comment\nyari startpos moves 4g4f\n")
        .expect("room");
    let text = said(
        "hasami --side both",
        &["load play-several.txt", "load play-several.txt 2", "load play-several.txt 3"],
    );
    assert_in_order(
        &text,
        &[
            "contains 2 games: choose one, as in `load play-several.txt 1`",
            "Loaded: Yari Shogi",
            "has no game 3: it contains 2 games",
        ],
    );
}

#[test]
fn records_are_loaded() {
    let path = new_file("play-records.txt");
    let record = "[Variant \"yari\"]\n[Black \"A\"]\n[Result \"black\"]\n[Reason \"resignation\"]\n\n\
        {before}\n\n   1. P-4f {good\n\nmove}   2. P-4d (2. P-3d)\n";
    fs::write(&path, record).expect("room");
    let text = said("hasami --side both", &["load play-records.txt", "moves"]);
    assert_in_order(&text, &["Loaded: Yari Shogi, 2 moves."]);

    // The second record is of the current variant; the third has an illegal move.
    let more = format!("{record}\n[Black \"A\"]\n\n1. 9i-9e\n\n[Variant \"yari\"]\n\n1. P-1a\n");
    fs::write(&path, more).expect("room");
    let load = ["", " 2", " 3", " 4"].map(|number| format!("load play-records.txt{number}"));
    let text = said("hasami --side both", &load.each_ref().map(String::as_str));
    assert_in_order(
        &text,
        &[
            "contains 3 games: choose one, as in `load play-records.txt 1`",
            "Loaded: Hasami Shogi, 1 moves.",
            "line 16: move 1: `P-1a` is not legal here",
            "has no game 4: it contains 3 games",
        ],
    );
}

/// The engine plays itself to the end of the game.
#[test]
fn the_engine_plays_itself() {
    let text = said("minishogi --side none --level 4 --seed 1", &["undo", "go", "moves"]);
    let over = text.matches("The game is over: ").count();
    // Once at the end, and again after the last move was repeated.
    assert!(over >= 2, "{text}");
    assert!(text.contains("Kawari is paused") || text.contains("Taken back: "), "{text}");
}

#[test]
fn colours_are_optional() {
    let coloured = |arguments: &str| said(arguments, &["9i9e"]).contains('\u{1b}');
    assert!(!coloured("hasami --side both"));
    assert!(coloured("hasami --side both --color always"));
    assert!(!coloured("hasami --side both --color never"));
}

/// On a terminal: completion, history, colours, Ctrl-C and Ctrl-D.
#[cfg(target_os = "linux")]
#[test]
fn the_terminal_has_a_line_editor() {
    use crate::terminal::Terminal;

    let mut terminal = Terminal::start(program("hasami --side both"));
    terminal.wait_for("1. Black> ");
    assert!(terminal.matched().contains('\u{1b}'), "colours: {}", terminal.matched());
    terminal.send("9i9e\n");
    terminal.wait_for("2. White> ");
    // Recalls the previous line, which is now illegal; then completes a word.
    terminal.send("\u{1b}[A\n");
    terminal.wait_for("there is nothing on 9i");
    terminal.wait_for("2. White> ");
    terminal.send("und\t\n");
    terminal.wait_for("Taken back: 9i9e");
    terminal.wait_for("1. Black> ");
    terminal.send("\u{3}");
    terminal.wait_for("press Ctrl-D to quit");
    terminal.wait_for("1. Black> ");
    terminal.send("\u{4}");
    assert!(terminal.end().success());

    let mut command = program("hasami --side both");
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::start(command);
    terminal.wait_for("1. Black> ");
    assert!(!terminal.matched().contains("\u{1b}[1m"), "{}", terminal.matched());
    terminal.send("quit\n");
    assert!(terminal.end().success());
}

/// Ctrl-C interrupts a search of an hour.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_search_only() {
    use crate::terminal::Terminal;

    let mut terminal = Terminal::start(program("hasami --side white --level 8 --time 3600"));
    terminal.wait_for("Kawari is thinking");
    terminal.send("\u{3}");
    terminal.wait_for("Kawari plays ");
    terminal.wait_for("2. White> ");
    terminal.send("resign\n");
    terminal.wait_for("White resigns");
    // Ctrl-D pressed before the line editor is active would be lost.
    terminal.wait_for("game over> ");
    terminal.send("\u{4}");
    assert!(terminal.end().success());

    let mut terminal = Terminal::start(program("hasami --side none --level 8 --time 3600"));
    terminal.wait_for("Kawari is thinking");
    terminal.send("\u{3}");
    terminal.wait_for("Type `go` to continue");
    terminal.wait_for("2. White> ");
    terminal.send("go\n");
    terminal.wait_for("Kawari is thinking");
    terminal.send("\u{3}");
    terminal.wait_for("3. Black> ");
    terminal.send("quit\n");
    assert!(terminal.end().success());
}
