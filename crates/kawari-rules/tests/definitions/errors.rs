//! Errors of names, types and positions: line, column, key, what was found and what is expected.

use super::{errors, read_ok};

/// A correct game, whose lines the tests replace.
pub(crate) const GAME: &str = "\
family = \"drop\"
name = \"mine\"
title = \"Mine\"
files = 5
ranks = 5
start = \"rsk1p/5/5/5/P1KSR b - 1\"

[pieces.P]
moves = \"fW\"
must-promote = 1
no-drop = 1
promoted = { moves = \"WfF\" }

[pieces.S]
moves = \"FfW\"

[pieces.R]
moves = \"R\"

[pieces.K]
moves = \"K\"
royal = true

[promotion]
zone = 1
";

/// A correct game of the Hasami family.
pub(crate) const HASAMI: &str = "\
family = \"hasami\"
name = \"mine\"
title = \"Mine\"
files = 5
ranks = 5
start = \"ppppp/5/5/5/PPPPP b - 1\"

[goals]
men-left = 1
";

/// Checks the first error after a replacement in a text.
pub(crate) fn assert_error(text: &str, old: &str, new: &str, expected: &str) {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    let text = text.replace(old, new);
    assert_eq!(errors(&text)[0].to_string(), expected, "{text}");
}

#[test]
fn the_games_of_these_tests_are_correct() {
    read_ok(GAME);
    read_ok(HASAMI);
}

#[test]
fn errors_have_places_and_suggestions() {
    let text = "base = \"yari\"\nname = \"mine\"\ntitle = \"Mine\"\ntitel = 1\nfiles = \"7\"\n\
                [pieces.N]\nmove = \"N\"\n[promotion]\nchange = \"onec\"\n";
    let errors: Vec<String> = errors(text).iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "line 4, column 1: titel: unknown key \"titel\" (did you mean \"title\"?)",
            "line 5, column 9: files: found text \"7\", expected a number from 0 to 255",
            "line 7, column 1: pieces.N.move: unknown key \"move\" (did you mean \"moves\"?)",
            "line 9, column 10: promotion.change: unknown value \"onec\" (did you mean \"once\"?)",
        ]
    );
}

#[test]
fn types_are_named_in_plain_words() {
    for (old, new, expected) in [
        (
            "files = 5",
            "files = 300",
            "line 4, column 9: files: found 300, expected a number from 0 to 255",
        ),
        (
            "files = 5",
            "files = -5",
            "line 4, column 9: files: found -5, expected a number from 0 to 255",
        ),
        (
            "files = 5",
            "files = 5.5",
            "line 4, column 9: files: found 5.5, expected a number from 0 to 255",
        ),
        (
            "royal = true",
            "royal = 1",
            "line 22, column 9: pieces.K.royal: found 1, expected true or false",
        ),
        (
            "moves = \"R\"",
            "moves = [\"R\"]",
            "line 18, column 9: pieces.R.moves: found a list, expected a text in quotes",
        ),
        (
            "moves = \"R\"",
            "moves = \"R\"\nvalues = [1]",
            "line 19, column 10: pieces.R.values: found length 1, expected a list of two numbers",
        ),
        (
            "zone = 1",
            "change = 1",
            "line 25, column 10: promotion.change: expected a text in quotes",
        ),
        (
            "zone = 1",
            "zone = \"5a\"",
            "line 25, column 8: promotion.zone: expected a number of farthest ranks or a list of squares such as [\"5a\", \"4a\"]",
        ),
    ] {
        assert_error(GAME, old, new, expected);
    }
}

#[test]
fn names_and_boards_are_checked() {
    for (old, new, expected) in [
        ("name = \"mine\"\n", "", "line 1, column 1: missing key \"name\""),
        (
            "family = \"drop\"\n",
            "",
            "line 1, column 1: missing key \"family\", expected \"drop\" or \"hasami\"",
        ),
        (
            "family = \"drop\"",
            "family = \"chess\"",
            "line 1, column 10: family: found \"chess\", expected \"drop\" or \"hasami\"",
        ),
        (
            "name = \"mine\"",
            "name = \"My Game\"",
            "line 2, column 8: name: found \"My Game\", expected 1 to 40 of a-z, 0-9 and -",
        ),
        (
            "name = \"mine\"",
            "name = \"mine\"\naliases = [\"a\", \"a\"]",
            "line 3, column 11: aliases: \"a\" appears twice",
        ),
        (
            "name = \"mine\"",
            "name = \"mine\"\naliases = [\"mine\"]",
            "line 3, column 11: aliases: \"mine\" is the name of the game",
        ),
        (
            "title = \"Mine\"",
            "title = \"\"",
            "line 3, column 9: title: found 0 characters, expected 1 to 100",
        ),
        (
            "title = \"Mine\"",
            "title = \"Mine\"\nweights = \"../w\"",
            "line 4, column 11: weights: found \"../w\", expected the name of a file beside this one",
        ),
        ("files = 5", "files = 12", "line 4, column 9: files: found 12, expected 3 to 11"),
        ("ranks = 5", "ranks = 2", "line 5, column 9: ranks: found 2, expected 3 to 11"),
    ] {
        assert_error(GAME, old, new, expected);
    }
}

#[test]
fn start_positions_are_checked() {
    for (sfen, message) in [
        ("rsk1p/5/5/5/P1KSR b -", "found 3 fields, expected 4 such as \"… b - 1\""),
        ("rsk1p/5/5/P1KSR b - 1", "found 4 ranks, expected 5"),
        ("rsk1p/5/5/6/P1KSR b - 1", "found a run of 6 empty squares, expected 1 to 5"),
        ("rsk1p/5/5/4/P1KSR b - 1", "found 4 squares on rank d, expected 5"),
        ("rsk1pp/5/5/5/P1KSR b - 1", "found 6 squares on rank a, expected 5"),
        ("rsk1p/5/5/5/P1KSX b - 1", "found \"X\", expected a letter of a piece or a number"),
        ("rsk1p/5/5/5/P1KS+R b - 1", "found \"+R\", but R has no promoted side"),
        ("rsk1p/5/5/5/P1KS+ b - 1", "expected a letter at the end"),
        ("rsk1p/5/5/5/P1KSR x - 1", "found side \"x\", expected \"b\" or \"w\""),
        ("rsk1p/5/5/5/P1KSR b 2 1", "expected a letter at the end"),
        (
            "rsk1p/5/5/5/P1KSR b 0P 1",
            "found hands \"0P\", expected \"-\" or pieces such as \"2Pr\"",
        ),
        ("rsk1p/5/5/5/P1KSR b K 1", "found the royal piece \"K\" in hand"),
        ("rsk1p/5/5/5/P1KSR b +P 1", "found \"+P\" in hand, where pieces are unpromoted"),
        ("rsk1p/5/5/5/P1KSR b 30P 1", "found 38 pieces, expected at most 25"),
        ("rsk1p/5/5/5/P1KSR b - 0", "found move number \"0\", expected 1 to 65535"),
        ("rs2p/5/5/5/P1KSR b - 1", "White has 0 royal pieces \"K\", expected 1"),
        ("rsk1p/5/5/5/PKKSR b - 1", "Black has 2 royal pieces \"K\", expected 1"),
        ("rsk1p/5/2R2/5/P1KS1 b - 1", "the side to move could capture the royal piece"),
    ] {
        let (old, new) = ("rsk1p/5/5/5/P1KSR b - 1", sfen);
        assert_error(GAME, old, new, &format!("line 6, column 9: start: {message}"));
    }
}
