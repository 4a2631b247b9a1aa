//! What has no translation.

use super::*;

#[test]
fn start_positions_become_sfens() {
    let start = |fen: &str| {
        let imported = small(&format!("startFen = {fen}"));
        imported
            .definition
            .map(|game| game.general.start)
            .map_err(|errors| errors[0].message.clone())
    };
    assert_eq!(start("sk1g/3p/4/P3/G1KS b"), Ok("sk1g/3p/4/P3/G1KS w - 1".to_owned()));
    assert_eq!(
        start("sk1g/3p/4/P3/G1KS[PSpPgs] w - - 3 7"),
        Ok("sk1g/3p/4/P3/G1KS b S2Pgsp 1".to_owned())
    );
    assert_eq!(start("sk1g/2+s//P/G1KS"), Ok("sk1g/2+s1/4/P3/G1KS b - 1".to_owned()));
    let fails = [
        ("sk1g/3p/4/P3/G1K*", "startFen: walls on the board are not supported"),
        ("sk1g/3p~/4/P3/G1KS", "startFen: promoted pieces with \"~\" are not supported"),
        ("sk1g/3x/4/P3/G1KS", "startFen: found \"x\", expected a piece"),
        ("sk1g/+g3/4/P3/G1KS", "startFen: found \"+g\", but the piece has no promoted type"),
        ("sk1g/5/4/P3/G1KS", "startFen: found rank \"5\", expected 4 squares"),
        ("k3/4/4/4/4/K3", "startFen: found 6 ranks, expected 5"),
        ("sk1g/3p/4/P3/G1KS[x]", "startFen: found \"x\" in hand, expected a piece"),
        ("", "startFen: found no pieces"),
        ("k3/4/4/4/3k", "start: Black has 0 royal pieces \"K\", expected 1"),
    ];
    for (fen, message) in fails {
        assert_eq!(start(fen), Err(message.to_owned()), "{fen}");
    }
    let wide = import("[wide:okisakishogi]\nstartFen = 4k5/10/10/10/10/10/10/10/10/4K5 w 0 1");
    assert_eq!(wide.definition.unwrap().general.start, "4k5/10/10/10/10/10/10/10/10/4K5 b - 1");
}

#[test]
fn castling_rights_are_reported_and_other_keys_of_castling_have_no_effect() {
    assert_eq!(changing("startFen = sk1g/3p/4/P3/G1KS w KQ - 0 1"), ["startFen"]);
    assert_eq!(changing("castling = false\nstartFen = sk1g/3p/4/P3/G1KS w KQ - 0 1"), [""; 0]);
    let imported = small("castlingKingFile = c");
    assert!(imported.is_complete());
    assert_eq!(imported.untranslated.last().unwrap().reason, "has no effect in this game");
}

#[test]
fn boards_outside_the_limits_are_errors() {
    for (key, value) in [("maxRank", "2"), ("maxFile", "l"), ("maxRank", "x"), ("maxFile", "999")] {
        let imported = small(&format!("{key} = {value}"));
        let expected = format!("line 16: {key}: found \"{value}\", expected 3 to 11");
        assert_eq!(errors(&imported), [expected]);
    }
}

/// A value that means that a game has the rule of a key.
const ON: &str = "true";

#[test]
fn every_rule_without_a_counterpart_is_reported() {
    for rule in &keys::RULES {
        let sides = ["White", "Black"];
        let stem = sides.iter().find_map(|side| rule.key.strip_suffix(side));
        let combined = stem.filter(|stem| keys::targets(stem).is_some());
        for key in [Some(rule.key), combined].into_iter().flatten() {
            let imported = small(&format!("{key} = {ON}"));
            let notes: Vec<_> =
                imported.untranslated.iter().filter(|note| note.key == key).collect();
            // `checking` is the only rule that is on by default.
            if rule.is_neutral(ON) {
                assert_eq!((key, notes.len()), ("checking", 0));
                continue;
            }
            assert_eq!(notes.len(), 1, "{key}: {:?}", imported.untranslated);
            assert_eq!((notes[0].line, notes[0].value.as_str()), (16, ON), "{key}");
            assert_eq!(notes[0].changes_play, rule.needs.is_empty(), "{key}");
        }
    }
    assert_eq!(changing("checking = false"), ["checking"]);
    let off = "mustCapture = false\nwallingRule = none\nconnectN = 0\npass = false\n\
               mutuallyImmuneTypes = -\ndropOnTop = false";
    assert!(small(off).untranslated.len() == small("").untranslated.len());
}

#[test]
fn details_of_a_rule_are_reported_with_the_rule() {
    let keys = ["connectN", "connectDiagonal"];
    assert_eq!(changing("connectN = 3\nconnectDiagonal = false"), keys);
    assert_eq!(changing("gating = true\nseirawanGating = true"), ["gating", "seirawanGating"]);
    assert_eq!(changing("dropOnTop = true"), ["dropOnTop"]);
    assert_eq!(
        changing("soldier = p\npromotedPieceType = p:g\nsoldierPromotionRank = 3"),
        ["soldierPromotionRank"]
    );
    assert_eq!(changing("mobilityRegionWhiteKing = *1 *2"), ["mobilityRegionWhiteKing"]);
    assert_eq!(changing("mobilityRegionBlackShogiPawn = *1"), ["mobilityRegionBlackShogiPawn"]);
    assert_eq!(changing("mobilityRegionBlackRook = *1"), [""; 0]);
    assert_eq!(
        changing("promotionPawnTypes = p\npromotionPieceTypes = sg"),
        ["promotionPieceTypes"]
    );
}

#[test]
fn unknown_keys_and_wrong_values_are_reported() {
    let imported = small(
        "maxRanks = 5\nmobilityRegionWhiteDragon = *1\npieceDrops = yes\nnoequals\nnFoldValue = lost\ndropNoDoubled = x\nnFoldRule = four\npocketSize = 3\nchess960 = true",
    );
    let notes: Vec<String> = imported.untranslated[1..].iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "line 13: pieceDrops = true: line 18 overrides the value",
            "line 16: maxRanks = 5: Fairy-Stockfish has no such key",
            "line 17: mobilityRegionWhiteDragon = *1: Fairy-Stockfish has no such key",
            "line 18: pieceDrops = yes: expected true or false; Fairy-Stockfish reads false",
            "line 19: noequals = : the line has no \"=\"; Fairy-Stockfish skips it",
            "line 20: nFoldValue = lost: expected \"win\", \"loss\", \"draw\" or \"none\"; \
             Fairy-Stockfish reads none",
            "line 20: nFoldValue = lost: a win for the side that repeats cannot be expressed; it \
             is a draw",
            "line 21: dropNoDoubled = x: expected letters of pieces; Fairy-Stockfish reads only \
             the pieces before",
            "line 22: nFoldRule = four: expected a number; Fairy-Stockfish reads 0",
            "line 23: pocketSize = 3: used by XBoard only; hands have any size here",
            "line 24: chess960 = true: has no effect in this game",
        ]
    );
}

#[test]
fn inherited_keys_are_reported_on_the_line_of_the_section() {
    let imported = variants_ini("[a:minishogi]\nmustDrop = true\n[b:a]\npocketSize = 2");
    let notes: Vec<String> = imported[1].untranslated.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes[0],
        "line 2: mustDrop = true: drops that a side must make cannot be expressed"
    );
    assert!(notes[1].starts_with("line 3: perpetualCheckIllegal = true: "), "{}", notes[1]);
    assert!(notes[1].ends_with(" (inherited)"), "{}", notes[1]);
    assert_eq!(notes.len(), 3);
}

#[test]
fn sections_that_cannot_be_read_have_reasons() {
    let text = "; a comment\nkey = value\n[a:b]\n[c:minishogi]\r\n# comment\r\nnFoldValue = draw\r\n\
                [c]\n[open\n[minishogi:minishogi] rest\n[Ünder_score:c]\n[d:d]\n[:c]\n";
    let imported = variants_ini(text);
    let lines: Vec<(usize, &str)> = imported.iter().map(|i| (i.line, i.name.as_str())).collect();
    let expected = [
        (0, ""),
        (3, "a"),
        (4, "c"),
        (7, "c"),
        (8, "open"),
        (9, "minishogi"),
        (10, "Ünder_score"),
        (11, "d"),
        (12, ""),
    ];
    assert_eq!(lines, expected);
    let message = |index: usize| errors(&imported[index])[0].clone();
    assert!(message(0).contains("before the first section"));
    assert!(message(1).contains("unknown base \"b\""));
    assert_eq!(message(3), "line 7: \"c\" is defined on line 4");
    assert_eq!(message(4), "line 8: found \"[open\" without \"]\"");
    assert!(message(7).contains("unknown base \"d\""));
    assert!(message(8).contains("name: found \"\""));
    assert!(imported[2].is_complete());
    let skipped = &imported[5].untranslated[0];
    assert_eq!((skipped.line, skipped.key.as_str()), (9, "section"));
    let renamed = imported[6].definition.as_ref().unwrap();
    assert_eq!(
        (renamed.general.name.as_str(), renamed.general.title.as_str()),
        ("-nder-score", "Ünder_score")
    );
    assert_eq!(imported[6].untranslated[0].reason, "the name of the game is \"-nder-score\" here");
}
