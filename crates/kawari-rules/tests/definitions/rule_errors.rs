//! Errors of the rules of both families.

use super::errors::{GAME, HASAMI, assert_error};
use super::{errors, read_ok};

#[test]
fn pieces_are_checked() {
    for (old, new, expected) in [
        (
            "moves = \"R\"",
            "moves = \"Rx\"",
            "pieces.R.moves: unsupported modifier \"x\" at character 2",
        ),
        (
            "moves = \"R\"",
            "moves = \"\"",
            "pieces.R.moves: found no move, expected Betza's notation such as \"WfF\"",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nalias = \"S\"",
            "pieces.R.alias: found \"S\", expected an unused letter A to Z",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nrecord-name = \"S\"",
            "pieces.R.record-name: found \"S\", expected 1 to 3 letters of its own",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nkanji = \"飛車王\"",
            "pieces.R.kanji: found 3 characters, expected 1 to 2",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nvalues = [-1, 0]",
            "pieces.R.values: found -1, expected 0 to 10000 centipawns",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\npoints = 101",
            "pieces.R.points: found 101, expected 0 or 1 to 100",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\ncaptured = \"K\"",
            "pieces.R.captured: found \"K\", expected a letter of a piece, not royal",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nmust-promote = 1",
            "pieces.R.must-promote: piece has no promoted side",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nno-drop = [\"6a\"]",
            "pieces.R.no-drop: found \"6a\", expected a square from 1a to 5e",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nno-drop = [\"5a\", \"5a\"]",
            "pieces.R.no-drop: \"5a\" appears twice",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nno-drop = 6",
            "pieces.R.no-drop: found 6 ranks, expected 0 to 5",
        ),
        (
            "must-promote = 1",
            "must-promote = 2",
            "pieces.P.must-promote: 1b is outside the promotion zone",
        ),
        (
            "royal = true",
            "royal = false",
            "pieces: found no goal, expected a piece with royal = true, or ending.capture-wins",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nroyal = true",
            "pieces: found 2 royal pieces, expected one at most",
        ),
        ("[pieces.S]", "[pieces.SS]", "pieces.SS: found piece \"SS\", expected one letter A to Z"),
    ] {
        let text = GAME.replace(old, new);
        let found: Vec<String> =
            errors(&text).iter().map(|error| format!("{}: {}", error.key, error.message)).collect();
        assert!(found.iter().any(|error| error == expected), "{expected}\n{found:?}");
    }
}

#[test]
fn a_piece_that_cannot_move_on_must_promote() {
    let message = |key: &str, wanted: &str| {
        format!(
            "pieces.P.{key}: piece cannot move on from 1a; expected {wanted}, or \
             promotion.stuck-pieces = true"
        )
    };
    assert_error(
        GAME,
        "must-promote = 1\n",
        "",
        &format!("line 8, column 1: {}", message("must-promote", "must-promote = 1")),
    );
    assert_error(
        GAME,
        "no-drop = 1\n",
        "",
        &format!("line 8, column 1: {}", message("no-drop", "no-drop = 1")),
    );
    let knight = GAME.replace("moves = \"fW\"", "moves = \"fN\"").replace("zone = 1", "zone = 2");
    assert_error(
        &knight,
        "no-drop = 1",
        "no-drop = 1\n#",
        &format!("line 10, column 16: {}", message("must-promote", "must-promote = 2"))
            .replace("1a", "1b"),
    );
    read_ok(
        &GAME.replace("must-promote = 1\n", "").replace("zone = 1", "zone = 1\nmandatory = true"),
    );
    read_ok(
        &GAME
            .replace("must-promote = 1\nno-drop = 1\n", "")
            .replace("zone = 1", "stuck-pieces = true"),
    );
    read_ok(
        &GAME
            .replace(
                "no-drop = 1\n",
                "[drops]\nallowed = false\n[pieces.P.promoted]\nmoves = \"W\"\n#",
            )
            .replace("promoted = {", "#"),
    );
}

#[test]
fn goals_of_drop_games_are_checked() {
    let add = |ending: &str| format!("{GAME}[ending]\n{ending}\n");
    for (ending, expected) in [
        (
            "capture-wins = [\"X\"]",
            "ending.capture-wins: found \"X\", expected a letter of a piece",
        ),
        ("capture-wins = [\"S\", \"S\"]", "ending.capture-wins: \"S\" appears twice"),
        ("pieces-left = 1", "ending.pieces-left: expected ending.capture-wins too"),
        (
            "capture-wins = [\"S\"]\npieces-left = 1",
            "start: Black has 1 pieces of ending.capture-wins, expected more than 1",
        ),
        ("try-squares = 5", "start: a royal piece stands on a square of ending.try-squares"),
        (
            "[impasse]\nhalf-moves = 10001",
            "impasse.half-moves: found 10001, expected 0 or 1 to 10000",
        ),
        ("[repetition]\noccurrences = 1", "repetition.occurrences: found 1, expected 0 or 2 to 9"),
    ] {
        let error = &errors(&add(ending))[0];
        assert_eq!(format!("{}: {}", error.key, error.message), expected);
    }
    let kingless = GAME.replace("royal = true", "");
    let rules = "[ending]\ncapture-wins = [\"S\"]\ncheck-wins = true\n";
    let error = &errors(&format!("{kingless}{rules}"))[0];
    assert_eq!(
        error.to_string(),
        "line 28, column 14: ending.check-wins: this rule needs a piece with royal = true"
    );
}

#[test]
fn hasami_games_are_checked() {
    for (old, new, expected) in [
        (
            "men-left = 1",
            "men-left = 5",
            "line 6, column 9: start: Black has 5 men and has lost: goals.men-left = 5",
        ),
        (
            "men-left = 1",
            "men-captured = 6",
            "line 9, column 16: goals.men-captured: found 6, but Black has only 5 men at the start",
        ),
        ("men-left = 1", "row = 2", "line 9, column 7: goals.row: found 2, expected 0 or 3 to 9"),
        (
            "men-left = 1",
            "row = 6",
            "line 9, column 7: goals.row: found 6, but the area has only 5 files and 5 ranks",
        ),
        (
            "men-left = 1",
            "row = 3\nrow-directions = []",
            "line 10, column 18: goals.row-directions: found no direction, expected one at least",
        ),
        (
            "men-left = 1",
            "row = 3\nrow-directions = [\"vertical\", \"vertical\"]",
            "line 10, column 18: goals.row-directions: found a direction twice",
        ),
        (
            "men-left = 1",
            "row = 3\nrow-area = \"battlefield\"",
            "line 10, column 12: goals.row-area: this rule needs men.home-ranks",
        ),
        (
            "men-left = 1",
            "men-left = 1\n[capture]\ncustody = \"none\"",
            "line 9, column 12: goals.men-left: goal by men, but no way to capture",
        ),
        (
            "men-left = 1",
            "reach-ranks = 3",
            "line 9, column 15: goals.reach-ranks: found 3, expected 0 or 1 to 2",
        ),
        (
            "ppppp/5/5/5/PPPPP",
            "pppPp/5/5/5/PPPPP",
            "line 6, column 9: start: a man of Black has reached a rank of goals.reach-ranks",
        ),
        (
            "ppppp/5/5/5/PPPPP b -",
            "ppppp/5/5/5/PPPPP b P",
            "line 6, column 9: start: found hands \"P\", expected \"-\" or pieces such as \"2Pr\"",
        ),
        (
            "ppppp/5/5/5/PPPPP",
            "ppppp/5/5/5/PPPPK",
            "line 6, column 9: start: found \"K\", expected \"P\", \"p\" or a number",
        ),
    ] {
        let text = match new.contains("pppPp") {
            true => HASAMI.replace("men-left = 1", "reach-ranks = 1"),
            false => HASAMI.to_owned(),
        };
        assert_error(&text, old, new, expected);
    }
}
