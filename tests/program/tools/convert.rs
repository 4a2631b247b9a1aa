//! `kawari convert`.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

/// Runs the command with a text on standard input.
fn convert(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.arg("convert").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the program starts");
    process.stdin.take().expect("a pipe").write_all(input).expect("the program reads");
    process.wait_with_output().expect("the program ends")
}

/// Returns the output and the messages of a run, and whether it succeeded.
fn texts(output: Output) -> (String, String, bool) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.success())
}

fn converted(format: &str, input: &[u8]) -> String {
    let (text, errors, is_success) = texts(convert(&["--to", format], input));
    assert!(is_success && errors.is_empty(), "{format}: {errors}");
    text
}

const GAMES: &str = "\
shogi startpos moves 7g7f 3c3d 8h2b+

[Variant \"minishogi\"]
[Black \"B\"]

1. R-1d (1. P-5c) {better}
";

#[test]
fn every_format_is_written_and_read() {
    let moves = "shogi startpos moves 7g7f 3c3d 8h2b+\nminishogi startpos moves 1e1d\n";
    for format in ["record", "kif", "csa", "usi", "log"] {
        let text = converted(format, GAMES.as_bytes());
        assert_eq!(converted("usi", text.as_bytes()), moves, "{format}");
        assert_eq!(converted(format, text.as_bytes()), text, "{format}");
    }
    let sfens = converted("sfen", GAMES.as_bytes());
    assert!(sfens.starts_with("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/") && sfens.lines().count() == 2);
    let kif = converted("kif", GAMES.as_bytes());
    assert!(kif.contains("変化：1手\n   1 ５三歩(54)") && kif.contains("先手：B\n"), "{kif}");
}

#[test]
fn puzzles_start_from_their_position() {
    let puzzle = concat!(
        r#"{"id":"minishogi-m001","variant":"minishogi","position":"4k/5/4P/5/K4 b G 1","#,
        r#""theme":"mate","plies":1,"moves":["G*1b"],"difficulty":1}"#,
        "\n"
    );
    let usi = "minishogi sfen 4k/5/4P/5/K4 b G 1 moves G*1b\n";
    assert_eq!(converted("usi", puzzle.as_bytes()), usi);
    let kif = converted("kif", puzzle.as_bytes());
    assert_eq!(converted("usi", kif.as_bytes()), usi, "{kif}");
    let record = converted("record", puzzle.as_bytes());
    assert!(record.contains("[Event \"minishogi-m001\"]"), "{record}");
}

#[test]
fn files_are_read_and_written() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("convert");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a writable folder");
    let path = |name: &str| folder.join(name).to_str().expect("a UTF-8 path").to_owned();
    // 手合割：平手 and 1 ７六歩(77) in Shift_JIS.
    let bytes =
        b"\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\r\n1 \x82\x56\x98\x5a\x95\xe0(77)\r\n";
    fs::write(path("a.kif"), bytes).expect("a writable file");
    fs::write(path("b.usi"), "yari startpos moves 4g4f\n").expect("a writable file");
    let files = [path("a.kif"), path("b.usi")];
    let output = path("all.usi");
    let run = convert(&[&files[0], &files[1], "--to", "usi", "--output", &output], b"");
    assert_eq!(texts(run), (String::new(), String::new(), true));
    let text = fs::read_to_string(&output).expect("the output");
    assert_eq!(text, "shogi startpos moves 7g7f\nyari startpos moves 4g4f\n");
    let (_, errors, is_success) = texts(convert(&[&path("none.kif"), "--to", "usi"], b""));
    assert!(
        !is_success && errors.contains("cannot read") && errors.contains("none.kif"),
        "{errors}"
    );
}

#[test]
fn a_game_that_cannot_be_converted_is_reported() {
    let input = "yari startpos moves 4g4f\nshogi startpos moves 7g7f\nshogi 7g7e\n";
    let run = convert(&["--to", "csa"], input.as_bytes());
    assert_eq!(run.status.code(), Some(1));
    let (text, errors, _) = texts(run);
    assert!(text.contains("+7776FU") && text.matches("V2.2").count() == 1, "{text}");
    let expected = "\
-, line 1: CSA files have no yari (expected shogi or minishogi)
-, line 3: move 1: `7g7e` is not legal here: the Pawn does not move that way
";
    assert_eq!(errors, expected);
    let (text, errors, is_success) = texts(convert(&["--to", "usi", "--variant", "yari"], b"4g4f"));
    assert_eq!((text.as_str(), errors.as_str()), ("yari startpos moves 4g4f\n", ""));
    assert!(is_success);
}
