//! Pieces and their moves.

use super::*;

#[test]
fn letters_move_from_piece_to_piece() {
    let text = "[x:minishogi]\nshogiKnight = s\npromotedPieceType = s:g\n\
                startFen = 1bsgk/4p/5/P4/KGSB1 w 0 1\nrook = -";
    let imported = import(text);
    let rules = drop_rules(&imported);
    assert_eq!((rules.pieces["S"].moves.as_str(), rules.pieces.len()), ("fN", 5));
    // A Knight cannot move on from the two last ranks, but promotes on the last one only.
    assert!(imported.untranslated.iter().any(|key| key.key == "immobilityIllegal"));
    let error = errors(&import("[x:minishogi]\nbishop = -"));
    assert_eq!(error, ["line 1: startFen: found \"b\", expected a piece"]);
}

#[test]
fn custom_pieces_and_kings_have_moves_of_their_own() {
    let rules = complete(
        "customPiece3 = q:lfB3vNN\ncustomPiece3 = q:vRaW\nking = k:KN\nsilver = s:Q\n\
         startFen = sk1g/q2p/4/P2Q/G1KS[] w",
    );
    assert_eq!((rules.pieces["Q"].moves.as_str(), &rules.pieces["Q"].name), ("vRW", &None));
    assert_eq!((rules.pieces["K"].moves.as_str(), rules.pieces["K"].royal), ("KN", true));
    assert_eq!(rules.pieces["S"].moves, "FfW");
    let imported = small("silver = s:Q\ncustomPiece5 = x:W");
    let notes: Vec<String> = imported.untranslated.iter().map(ToString::to_string).collect();
    let expected = [
        "line 3: maxRank = e: line 4 overrides the value",
        "line 7: silver = s: line 16 overrides the value",
        "line 16: silver = s:Q: only the letter is used, since the piece has moves of its own",
        "line 17: customPiece5 = x:W: the piece is not in the start position and no piece \
         promotes to it",
    ];
    assert_eq!(notes, expected);
    assert!(imported.is_complete());
}

#[test]
fn betza_notation_is_read_as_fairy_stockfish_reads_it() {
    let cases = [
        ("FsfW", "FsfW"),
        ("KbRfBbF2", "KbRfBbF2"),
        ("fRlbBrbF", "fRlbBrbF"),
        ("nNnD", "nNnD"),
        ("mcW", "fblrW"),
        ("L", "C"),
        ("fsJ", "fsZ"),
        ("RR", "R"),
        ("KK", "Q"),
        // The last slide of a direction counts.
        ("RfW2", "fW2bRsR"),
        // A combined pair of K is one direction for both of its atoms.
        ("fsK", "sWfF"),
        // Letters without a meaning are skipped.
        ("eoW", "W"),
        ("aW", "W"),
    ];
    for (text, expected) in cases {
        let translated = betza::translate(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let sorted = |text: &str| {
            let mut moves = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            moves.leaps.sort_by_key(|leap| leap.to);
            moves.slides.sort_by_key(|slide| slide.direction);
            moves
        };
        assert_eq!(sorted(&translated), sorted(expected), "{text}: {translated}");
    }
    for text in ["mW", "cF", "mRcpR", "gB", "NN", "N2", "nZ", "nW", "fmWfceF", "ifmnD", "", "xyz"] {
        betza::translate(text).expect_err(text);
    }
}

#[test]
fn pieces_with_moves_out_of_reach_have_no_definition() {
    let imported = small("customPiece1 = p:mfWcfF\nsilver = -\ncannon = s");
    assert_eq!(
        errors(&imported),
        [
            "line 18: cannon: moves and captures that differ are not supported",
            "line 16: customPiece1: moves and captures that differ are not supported",
        ]
    );
    assert!(!imported.is_complete());
}
