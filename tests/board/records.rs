//! Import and export of games.

use serde_json::{Value, json};

use crate::client::Board;

fn import(board: &Board, text: &str) -> Value {
    board.request("/api/import", json!({ "text": text }))
}

/// A tree with comments and variations survives export and import.
#[test]
fn a_record_survives_export_and_import() {
    let board = Board::start();
    let played = |usi: &str, record: &str, comment: Value, variations: Value| json!({ "usi": usi, "record": record, "comment": comment, "variations": variations });
    let none = || json!([]);
    let record = json!({
        "game": "yari",
        "start": null,
        "black": "A \"name\" \\",
        "white": "槍",
        "event": null,
        "date": "2026-11-22",
        "result": "black",
        "reason": "resignation",
        "comment": "before {the} first\nmove",
        "moves": [
            played("4g4f", "P-4f", json!("good (1. it is)"), none()),
            played("4c4d", "P-4d", Value::Null, json!([
                [
                    played("3c3d", "P-3d", json!("[this]\ninstead"), none()),
                    played("3g3f", "P-3f", Value::Null, json!([
                        [played("2g2f", "P-2f", Value::Null, none())],
                    ])),
                    played("4c4d", "P-4d", Value::Null, none()),
                ],
                [played("7c7d", "P-7d", Value::Null, none())],
            ])),
            played("3g3f", "P-3f", Value::Null, none()),
            played("3c3d", "P-3d", Value::Null, none()),
            played("2g2f", "P-2f", Value::Null, none()),
            played("2c2d", "P-2d", Value::Null, none()),
            played("1g1f", "P-1f", json!("\\}"), none()),
        ],
    });
    let saved = board.request("/api/export", json!({ "format": "record", "record": record }));
    assert_eq!(saved["name"], "yari-2026-11-22.txt");
    let loaded = import(&board, saved["text"].as_str().expect("a text"));
    assert_eq!((&loaded["total"], &loaded["failures"]), (&json!(1), &json!([])));
    let mut game = loaded["games"][0].clone();
    assert_eq!(game["plies"], 7);
    let fields = game.as_object_mut().expect("an object");
    fields.remove("plies");
    fields.remove("final");
    assert_eq!(game, record);
}

#[test]
fn every_format_survives_export_and_import() {
    let board = Board::start();
    let start = "rnnkb1r/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1";
    let moves = json!([{ "usi": "4c4d" }, { "usi": "4g4f" }]);
    let record = json!({ "game": "yari", "start": start, "result": "draw", "reason": "agreement", "moves": moves });
    let text = |format: &str| {
        let written = board.request("/api/export", json!({ "format": format, "record": record }));
        written["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(text("usi"), format!("yari sfen {start} moves 4c4d 4g4f\n"));
    let log: Value = serde_json::from_str(&text("log")).expect("JSON");
    assert_eq!((&log["variant"], &log["moves"]), (&json!("yari"), &json!(["4c4d", "4g4f"])));
    let usi = |read: &Value| -> Vec<String> {
        let moves = read["games"][0]["moves"].as_array().expect("moves").iter();
        moves.map(|played| played["usi"].as_str().expect("a move").to_owned()).collect()
    };
    for format in ["usi", "log", "record"] {
        let read = import(&board, &text(format));
        assert_eq!(read["games"][0]["start"], start, "{format}");
        assert_eq!(usi(&read), ["4c4d", "4g4f"], "{format}");
    }
    let sfen = text("sfen");
    let read = board.request("/api/import", json!({ "text": sfen, "game": "yari" }));
    assert_eq!(read["games"][0]["final"], sfen.trim());
    let earlier = json!({ "format": "sfen", "record": record, "ply": 0 });
    assert_eq!(board.request("/api/export", earlier)["text"], format!("{start}\n"));
    let illegal = json!({ "game": "yari", "moves": [{ "usi": "4g4d" }] });
    let rejected = board.rejection("/api/export", json!({ "format": "usi", "record": illegal }));
    assert_eq!(rejected.1, "move/illegal");
}

/// Invalid games are listed as failures, and the other games are returned.
#[test]
fn match_logs_and_match_records_are_imported() {
    let board = Board::start();
    let log = "{\"log\":\"match\",\"version\":\"0.1.0\",\"variant\":\"hasami\"}\n\
        {\"game\":0,\"variant\":\"hasami\",\"black\":\"A\",\"white\":\"B\",\
         \"start\":\"ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1\",\"opening\":1,\
         \"moves\":[\"9i9e\",\"1a1e\"],\"result\":\"black\",\"reason\":\"men captured\"}\n\
        {\"game\":1,\"variant\":\"hasami\",\"moves\":[\"9i9a\"]}\n\
        yari startpos moves 4g4f\n";
    let read = import(&board, log);
    assert_eq!(read["total"], 3);
    assert_eq!(read["failures"][0]["line"], 3);
    assert!(read["failures"][0]["message"].as_str().is_some_and(|text| text.contains("9i9a")));
    let games = read["games"].as_array().expect("games");
    assert_eq!(games.len(), 2);
    assert_eq!((&games[0]["black"], &games[0]["result"]), (&json!("A"), &json!("black")));
    assert_eq!((&games[1]["game"], &games[1]["plies"]), (&json!("yari"), &json!(1)));

    let records = "[Game \"0\"]\n[Variant \"hasami\"]\n[Black \"A\"]\n[White \"B\"]\n\
        [Start \"7pp/9/9/9/Ppp6/9/9/9/3P4P b - 1\"]\n[Result \"black\"]\n[Reason \"men captured\"]\n\
        \n   1. 6ix6e(7e,8e)\n\n[Game \"1\"]\n[Variant \"hasami\"]\n\n   1. 9i-9a\n\n\
        [Game \"2\"]\n[Variant \"yari\"]\n\n   1. P-4f      2. P-4d\n";
    let read = import(&board, records);
    assert_eq!(read["total"], 3);
    assert_eq!(read["failures"][0]["line"], 11);
    assert_eq!(read["games"][0]["moves"][0]["usi"], "6i6e");
    assert_eq!(read["games"][1]["moves"][1]["usi"], "4c4d");

    for text in ["", "# a comment\n", "hello", "{\"moves\":", "[Variant \"go\"]\n\n1. P-4f"] {
        let rejected = board.rejection("/api/import", json!({ "text": text }));
        assert_eq!((rejected.0, rejected.1.as_str()), (422, "text"), "{text}");
    }
}

/// Variations may be nested 16 deep.
#[test]
fn nesting_of_variations_is_limited() {
    let board = Board::start();
    let nested = |depth: usize| {
        format!("[Variant \"yari\"]\n\n1. P-4f {}{}", "(1. P-4f ".repeat(depth), ")".repeat(depth))
    };
    import(&board, &nested(16));
    let rejected = board.rejection("/api/import", json!({ "text": nested(17) }));
    assert_eq!(rejected.1, "text");
    let rejected = board.rejection("/api/import", json!({ "text": nested(100_000) }));
    assert_eq!(rejected.1, "text");
}

/// An import in quadratic time would take minutes here and exceed the client's time limit.
#[test]
fn import_takes_linear_time() {
    let board = Board::start();
    let to_and_fro = ["9i-9h", "9a-9b", "9h-9i", "9b-9a"].into_iter().cycle();
    let moves: Vec<&str> = to_and_fro.take(100_000).collect();
    let record = format!("[Variant \"hasami\"]\n\n{}", moves.join(" "));
    assert_eq!(import(&board, &record)["games"][0]["plies"], 100_000);

    let open_comment = format!("[Variant \"yari\"]\n{{{}\n\n", "x".repeat(170));
    let open_comments = open_comment.repeat(20_000);
    let rejected = board.rejection("/api/import", json!({ "text": open_comments }));
    assert_eq!((rejected.0, rejected.1.as_str()), (422, "text"));
}
