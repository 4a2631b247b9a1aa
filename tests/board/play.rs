//! Games, positions, moves and searches.

use serde_json::{Value, json};

use crate::client::Board;
use kawari_engine::games::variants::Variant;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not an array: {value}"))
}

/// Returns a legal move of a position by its USI notation.
#[track_caller]
fn legal_move<'a>(position: &'a Value, usi: &str) -> &'a Value {
    let mut moves = list(&position["moves"]).iter();
    moves.find(|legal| legal["usi"] == usi).unwrap_or_else(|| panic!("{usi} is not legal"))
}

#[test]
fn games_are_listed_with_their_pieces() {
    let board = Board::start();
    let response = board.request("/api/games", json!({}));
    let games = list(&response["games"]);
    assert_eq!(games.len(), Variant::ALL.len());
    for game in games {
        let name = text(&game["name"]);
        for title in ["en", "ja"] {
            assert!(!text(&game["title"][title]).is_empty(), "{name}");
        }
        assert!(!list(&game["rules"]).is_empty(), "{name}");
        let position = board.request("/api/position", json!({ "game": name }));
        assert_eq!(position["sfen"], game["start"], "{name}");
        let starts = list(&game["handicaps"]).iter().map(|handicap| &handicap["sfen"]);
        for start in starts {
            let body = json!({ "game": name, "start": start });
            assert_eq!(&board.request("/api/position", body)["sfen"], start, "{name}");
        }
        // Every piece of the start position is in the list.
        let field = text(&game["start"]).split(' ').next().expect("a board");
        let kinds: Vec<&str> =
            list(&game["pieces"]).iter().map(|kind| text(&kind["kind"])).collect();
        for letter in field.to_uppercase().chars().filter(char::is_ascii_alphabetic) {
            assert!(kinds.contains(&letter.to_string().as_str()), "{name}: {letter}");
        }
        for kind in list(&game["pieces"]) {
            let steps = list(&kind["leaps"]).len() + list(&kind["slides"]).len();
            assert!(steps > 0 && !text(&kind["moves"]).is_empty(), "{kind}");
        }
    }
    let hajiku = games.iter().find(|game| game["name"] == "hajiku").expect("Hajiku");
    assert_eq!(hajiku["hand"], json!(["+G", "G", "+S", "S", "+C", "C", "+F", "F", "P"]));
    let pawn = &hajiku["pieces"][0];
    assert_eq!((&pawn["turn"], &pawn["other"]), (&json!("promote"), &json!("+P")));
    assert_eq!(pawn["leaps"], json!([[0, -1]]));
}

/// Covers a run, a corner and an enclosed group.
#[test]
fn moves_list_their_captures() {
    let board = Board::start();
    let captured = |game: &str, start: &str, usi: &str| {
        let position = board.request("/api/position", json!({ "game": game, "start": start }));
        let captures = list(&legal_move(&position, usi)["captures"]).to_vec();
        captures.iter().map(|piece| text(&piece["square"]).to_owned()).collect::<Vec<_>>()
    };
    let run = "7pp/9/9/9/Ppp6/9/9/9/3P4P b - 1";
    assert_eq!(captured("hasami", run, "6i6e"), ["7e", "8e"]);
    assert!(captured("hasami", run, "6i6f").is_empty());
    assert_eq!(captured("hasami", "p8/PP7/9/9/9/9/9/9/6ppp b - 1", "8b8a"), ["9a"]);
    let group = "3PppP2/4P4/9/9/9/9/1PPP5/5P3/p1ppp3p b - 1";
    assert_eq!(captured("hasami-jsa", group, "4h4b"), ["4a", "5a"]);
}

#[test]
fn moves_describe_promotion_flip_and_hand() {
    let board = Board::start();
    let at = |game: &str, start: &str| {
        board.request("/api/position", json!({ "game": game, "start": start }))
    };
    let yari = at("yari", "k6/7/3P3/7/7/7/7/7/K6 b N 1");
    let promotion = legal_move(&yari, "4c4b+");
    assert_eq!((&promotion["piece"], &promotion["becomes"]), (&json!("P"), &json!("+P")));
    assert_eq!((&promotion["turn"], &promotion["record"]), (&json!("promote"), &json!("P-4b+")));
    assert_eq!(legal_move(&yari, "4c4b")["record"], "P-4b=");
    let drop = legal_move(&yari, "N*4e");
    assert_eq!(
        (&drop["from"], &drop["drop"], &drop["piece"]),
        (&Value::Null, &json!("N"), &json!("N"))
    );

    let hajiku = at("hajiku", "4k2/7/3p3/3g!3/3+G3/7/7/7/K6 b - 1");
    let taken = legal_move(&hajiku, "4e4d!");
    assert_eq!(taken["counterFlip"], true);
    assert_eq!(taken["captures"], json!([{ "square": "4d", "piece": "G", "hand": "+G" }]));
    assert_eq!(legal_move(&hajiku, "4e4d")["captures"][0]["hand"], "G");

    // Four captures in the zone: with or without flip, with or without counter-flip.
    let zone = at("hajiku", "4k2/3g!3/7/3+G3/7/7/7/7/K6 b - 1");
    for (usi, becomes, hand) in
        [("4d4b", "+G", "G"), ("4d4b+", "G", "G"), ("4d4b!", "+G", "+G"), ("4d4b+!", "G", "+G")]
    {
        let capture = legal_move(&zone, usi);
        assert_eq!(
            (&capture["becomes"], &capture["captures"][0]["hand"]),
            (&json!(becomes), &json!(hand))
        );
        assert_eq!(capture["turn"], if becomes == "G" { json!("flip") } else { Value::Null });
    }
}

#[test]
fn positions_have_the_counts_of_the_rules() {
    let board = Board::start();
    let after = |game: &str, start: Value, moves: Vec<&str>| {
        board.request("/api/position", json!({ "game": game, "start": start, "moves": moves }))
    };
    let round = ["9i9h", "9a9b", "9h9i", "9b9a"];
    let hasami = |moves: usize| {
        after("hasami", Value::Null, round.into_iter().cycle().take(moves).collect())
    };
    let counts = hasami(8)["counts"].clone();
    assert_eq!(counts["repetition"]["occurrences"], 3);
    assert_eq!(counts["repetition"]["limit"], 4);
    assert_eq!(counts["repetition"]["verdict"]["reason"], "repetition");
    assert_eq!((&counts["clock"]["played"], &counts["clock"]["limit"]), (&json!(8), &json!(100)));
    assert_eq!(counts["clock"]["reason"], "no-capture");
    assert_eq!(
        hasami(3)["counts"]["repetition"],
        json!({ "occurrences": 1, "limit": 4, "verdict": null })
    );
    let drawn = hasami(12);
    assert_eq!(drawn["outcome"]["reason"], "repetition");
    assert_eq!(drawn["outcome"]["winner"], Value::Null);
    assert_eq!(drawn["outcome"]["text"], "draw: repetition");

    // Both Generals are in their far zones: Yari counts points.
    let start = json!("3K3/7/7/7/7/7/7/7/3k3 b R 1");
    let impasse = after("yari", start, vec!["4a5a", "4i5i"]);
    let clock = &impasse["counts"]["clock"];
    assert_eq!((&clock["reason"], &clock["limit"]), (&json!("impasse"), &json!(50)));
    assert_eq!(clock["played"], 2);
    assert_eq!(clock["points"], json!({ "black": 5, "white": 0, "needed": 26 }));
    assert_eq!(clock["verdict"]["winner"], Value::Null);

    let start = json!("K8/GGGGSSSS1/RRBB5/9/9/9/9/9/4k4 b - 1");
    let declared = after("shogi", start, vec![]);
    assert_eq!(declared["declaration"]["reason"], "declaration");
    assert_eq!(declared["outcome"], Value::Null, "a declaration is optional");
    let black = &declared["counts"]["declaration"]["black"];
    assert_eq!(
        black,
        &json!({ "king": true, "pieces": 12, "piecesNeeded": 10, "points": 28, "pointsNeeded": 28 })
    );
}

#[test]
fn outcomes_list_the_winning_row() {
    let board = Board::start();
    // White completes two rows of five, which cross on 5c.
    let start = "9/9/pppp1p3/4p4/4p4/4p4/4p4/9/PPPP5 b - 1";
    let line = json!({ "game": "dai-hasami", "start": start, "moves": ["9i9h", "4c5c"] });
    let won = board.request("/api/position", line.clone());
    assert_eq!(won["outcome"]["reason"], "five-in-a-row");
    let mut row: Vec<&str> = list(&won["outcome"]["row"]).iter().map(text).collect();
    row.sort_unstable();
    assert_eq!(row, ["5c", "5d", "5e", "5f", "5g", "6c", "7c", "8c", "9c"]);
    let steps = board.request("/api/line", line);
    assert_eq!(steps["steps"][2]["outcome"], won["outcome"]);
    let start = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let mated = board.request("/api/position", json!({ "game": "shogi", "start": start }));
    assert_eq!(mated["outcome"]["reason"], "checkmate");
    assert_eq!(mated["outcome"].get("row"), None);
}

#[test]
fn line_returns_every_position() {
    let board = Board::start();
    let moves = ["9i9e", "1a1e", "5i5e", "6a6d", "1i1g", "6d6e", "7i7e"];
    let response = board.request("/api/line", json!({ "game": "hasami", "moves": moves }));
    let steps = list(&response["steps"]);
    assert_eq!(steps.len(), moves.len() + 1);
    assert_eq!(steps[0]["move"], Value::Null);
    for (ply, step) in steps.iter().enumerate() {
        let body = json!({ "game": "hasami", "moves": moves[..ply] });
        let position = board.request("/api/position", body);
        assert_eq!(step["sfen"], position["sfen"]);
        assert_eq!(step["move"], position["last"]);
    }
    assert_eq!(response["position"]["last"]["record"], "7ix7e(6e)");
    assert_eq!(response["position"]["ply"], 7);
}

#[test]
fn sfen_errors_have_codes_and_arguments() {
    let board = Board::start();
    let rejected = |game: &str, sfen: &str| {
        let (status, code, args) =
            board.rejection("/api/sfen", json!({ "game": game, "sfen": sfen }));
        assert_eq!(status, 422, "{sfen}");
        assert_eq!(args["sfen"], sfen);
        (code, args)
    };
    let code = |game, sfen| rejected(game, sfen).0;
    assert_eq!(code("hasami", "9/9 b"), "sfen/field-count");
    assert_eq!(code("hasami", "9/9 b - 1"), "sfen/rank-count");
    assert_eq!(code("hasami", "8/9/9/9/9/9/9/9/9 b - 1"), "sfen/rank-length");
    assert_eq!(code("hasami", "8k/9/9/9/9/9/9/9/9 b - 1"), "sfen/piece");
    assert_eq!(code("hasami", "9/9/9/9/9/9/9/9/9 x - 1"), "sfen/side");
    assert_eq!(code("hasami", "9/9/9/9/9/9/9/9/9 b P 1"), "sfen/hand");
    assert_eq!(code("hasami", "9/9/9/9/9/9/9/9/9 b - 0"), "sfen/move-number");
    assert_eq!(code("hasami", "PPPPPPPPP/P8/9/9/9/9/9/9/p8 b - 1"), "sfen/too-many");
    let (found, args) = rejected("yari", "7/7/7/7/7/7/7/7/K6 b - 1");
    assert_eq!(
        (found.as_str(), &args["color"], &args["count"]),
        ("sfen/royals", &json!("white"), &json!(0))
    );
    assert_eq!(code("yari", "k6/7/7/R6/7/7/7/7/K6 b - 1"), "sfen/opponent-in-check");
    let (found, args) = rejected("yari", "k2P3/7/7/7/7/7/7/7/K6 b - 1");
    assert_eq!((found.as_str(), &args["square"]), ("sfen/dead-piece", &json!("4a")));
    assert_eq!(code("shogi", "4k4/4N4/9/9/9/9/9/9/4K4 b - 1"), "sfen/dead-piece");
    // A Yari Knight slides forward, so it can stand on the second-last rank.
    board.request("/api/sfen", json!({ "game": "yari", "sfen": "k6/7/7/7/7/7/7/3n3/K6 b - 1" }));
    let (found, args) = rejected("yari", "k6/7/7/3P3/3P3/7/7/7/K6 b - 1");
    assert_eq!((found.as_str(), &args["file"]), ("sfen/two-pawns", &json!(4)));
    let (found, args) = rejected("hajiku", "k6/7/7/3+G3/3g3/7/7/7/K6 b 2G+g 1");
    assert_eq!(
        (found.as_str(), &args["count"], &args["most"]),
        ("sfen/too-many", &json!(5), &json!(4))
    );
    assert_eq!(code("hajiku", "k6/7/7/3G!3/7/7/7/7/K6 b - 1"), "sfen/mark");
    // A valid SFEN is returned in its normal form.
    let good =
        board.request("/api/sfen", json!({ "game": "yari", "sfen": "k6/7/7/7/7/7/7/7/K6 w PR 7" }));
    assert_eq!(good["sfen"], "k6/7/7/7/7/7/7/7/K6 w RP 7");
    for handicap in list(&board.request("/api/games", json!({}))["games"][9]["handicaps"]) {
        board.request("/api/sfen", json!({ "game": "yari", "sfen": handicap["sfen"] }));
    }
}

#[test]
fn invalid_requests_have_error_codes() {
    let board = Board::start();
    let rejected = |path: &str, body: Value| {
        let (status, code, args) = board.rejection(path, body);
        (status, code, args["ply"].as_u64())
    };
    let error = |status, code: &str, ply| (status, code.to_owned(), ply);
    let position = "/api/position";
    assert_eq!(rejected(position, json!({ "game": "go" })), error(422, "game", None));
    assert_eq!(rejected(position, json!({})), error(400, "bad-request", None));
    assert_eq!(
        rejected(position, json!({ "game": "yari", "Moves": [] })),
        error(400, "bad-request", None)
    );
    assert_eq!(rejected(position, json!(["yari", null, null])), error(400, "bad-request", None));
    let played = |moves: &[&str]| json!({ "game": "yari", "moves": moves });
    assert_eq!(rejected(position, played(&["4g4f", "4c4e"])), error(422, "move/illegal", Some(2)));
    assert_eq!(rejected("/api/line", played(&["hello"])), error(422, "move/syntax", Some(1)));
    assert_eq!(rejected("/api/search", played(&["4g4e"])), error(422, "move/illegal", Some(1)));
    let over = json!({
        "game": "hasami", "start": "PP7/9/9/9/9/9/9/9/p8 w - 1", "moves": ["9i9h"],
    });
    assert_eq!(rejected(position, over), error(422, "move/game-over", Some(1)));
    let word = |word: &str| json!({ "game": "yari", "word": word });
    assert_eq!(board.request("/api/word", word("p4f"))["usi"], "4g4f");
    assert_eq!(rejected("/api/word", word("P-4e")), error(422, "move/illegal", Some(1)));
    assert_eq!(rejected("/api/word", word("castle")), error(422, "move/syntax", Some(1)));
    assert_eq!(board.searches(), 0);
}

/// Each answer contains the position after the move.
#[test]
fn the_engine_plays_every_game() {
    let board = Board::start();
    for game in list(&board.request("/api/games", json!({}))["games"]) {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..4 {
            let body = json!({ "game": game["name"], "moves": moves, "limits": { "nodes": 300 } });
            let lines = board.lines("/api/search", body);
            assert_eq!(lines[0]["type"], "started");
            let infos = &lines[1..lines.len() - 1];
            assert!(!infos.is_empty());
            for info in infos {
                assert_eq!(info["type"], "info", "{info}");
                assert_eq!(list(&info["pv"]).len(), list(&info["record"]).len(), "{info}");
            }
            let last = lines.last().expect("an answer");
            assert_eq!((&last["type"], &last["answer"]), (&json!("bestmove"), &json!("move")));
            moves.push(text(&last["move"]["usi"]).to_owned());
            let played = json!({ "game": game["name"], "moves": moves });
            assert_eq!(last["position"], board.request("/api/position", played));
        }
    }
    assert_eq!(board.searches(), 0);
}

#[test]
fn searches_obey_their_parameters() {
    let board = Board::start();
    let search = |mut body: Value| {
        body["game"] = json!("yari");
        let lines = board.lines("/api/search", body);
        let (last, infos) = lines.split_last().expect("an answer");
        (infos[1..].to_vec(), last.clone())
    };
    let (infos, _) = search(json!({ "limits": { "depth": 4 }, "multipv": 5 }));
    for line in 1..=5 {
        let depths = infos.iter().filter(|info| info["multipv"] == line);
        assert_eq!(depths.map(|info| info["depth"].as_u64()).max(), Some(Some(4)), "line {line}");
    }
    let (_, only) = search(json!({ "limits": { "depth": 2 }, "searchmoves": ["4g4f"] }));
    assert_eq!(only["move"]["usi"], "4g4f");
    assert_eq!(only["clock"], Value::Null);
    let rejected = board.rejection(
        "/api/search",
        json!({ "game": "yari", "limits": { "depth": 2 }, "searchmoves": ["4g4e"] }),
    );
    assert_eq!(rejected.1, "move/illegal");
    for level in [0, 9] {
        let body = json!({ "game": "yari", "level": level, "limits": { "depth": 1 } });
        assert_eq!(board.rejection("/api/search", body).0, 400);
    }
    // A level has its own node limit.
    let (_, level) = search(json!({ "level": 1 }));
    assert_eq!(level["answer"], "move");
}

/// Even an infinite search ends if the game is decided.
#[test]
fn a_search_of_a_decided_position_ends() {
    let board = Board::start();
    for limits in
        [json!(null), json!({ "infinite": true }), json!({ "depth": 3, "infinite": true })]
    {
        let mut search = board.start_search(json!({
            "game": "yari",
            "start": "6k/7/6+B/7/5R1/7/7/7/K6 b P 1",
            "moves": ["P*1b"],
            "limits": limits,
        }));
        let answer = search.next_line();
        assert_eq!((&answer["type"], &answer["answer"]), (&json!("bestmove"), &json!("resign")));
        assert_eq!(answer["outcome"]["winner"], "black", "{answer}");
        board.wait_for_searches(0);
    }
}

/// The answer has the engine's clock after the move, with the increment.
#[test]
fn the_clock_is_updated() {
    let board = Board::start();
    let clock = json!({ "remaining": [60_000, 2_000], "increment": [0, 500], "byoyomi": [0, 0] });
    let body = json!({ "game": "hasami", "moves": ["9i9h"], "limits": { "clock": clock } });
    let lines = board.lines("/api/search", body);
    let last = lines.last().expect("an answer");
    let elapsed = last["elapsed"].as_u64().expect("a time");
    let left = last["clock"]["remaining"].as_u64().expect("a time");
    if last["clock"]["flagged"] == false {
        assert_eq!(left, 2_000 - elapsed + 500);
    } else {
        assert!(elapsed > 2_000, "flagged within its time");
    }
    let no_time = json!({ "remaining": [0, 0] });
    let body = json!({ "game": "hasami", "limits": { "clock": no_time } });
    let last = board.lines("/api/search", body).pop().expect("an answer");
    assert_eq!(last["clock"], json!({ "remaining": 0, "byoyomi": false, "flagged": true }));
    let long = json!({ "game": "hasami", "limits": { "clock": { "remaining": [u64::MAX, 0] } } });
    assert_eq!(board.rejection("/api/search", long).0, 400);
}

#[test]
fn the_engine_answers_with_win_or_resign() {
    let board = Board::start();
    let answer = |game: &str, start: &str| {
        let body = json!({ "game": game, "start": start, "limits": { "depth": 1 } });
        board.lines("/api/search", body).pop().expect("an answer")
    };
    let won = answer("shogi", "K8/GGGGSSSS1/RRBB5/9/9/9/9/9/4k4 b - 1");
    assert_eq!((&won["answer"], &won["outcome"]["reason"]), (&json!("win"), &json!("declaration")));
    let lost = answer("hasami", "PP7/9/9/9/9/9/9/9/p8 w - 1");
    assert_eq!((&lost["answer"], &lost["outcome"]["winner"]), (&json!("resign"), &json!("black")));
}

#[test]
fn analysis_goes_from_the_last_position_to_the_first() {
    let board = Board::start();
    // White's last move leaves a man where Black can capture it.
    let moves = ["9i9e", "1a1e", "5i5e", "6a6d", "1i1g", "6d6e"];
    let body = json!({ "game": "hasami", "moves": moves, "limits": { "depth": 3 } });
    let lines = board.lines("/api/analyse", body);
    assert_eq!(lines[0]["positions"], 7);
    let positions = &lines[1..lines.len() - 1];
    let plies: Vec<u64> = positions.iter().filter_map(|line| line["ply"].as_u64()).collect();
    assert_eq!(plies, [6, 5, 4, 3, 2, 1, 0]);
    let done: Vec<u64> = positions.iter().filter_map(|line| line["done"].as_u64()).collect();
    assert_eq!(done, [1, 2, 3, 4, 5, 6, 7]);
    let score = |ply: usize| positions[6 - ply]["score"]["cp"].as_i64().expect("a score");
    assert!(score(6) > 100, "Black wins a man");
    assert!(score(5) < score(6), "White's last move is a mistake");
    let best = positions[0]["best"]["usi"].as_str().expect("a move");
    assert!(best.ends_with("7e"), "{best} does not capture the man");
    assert_eq!(lines.last().expect("an end")["type"], "done");
    let infinite = json!({ "game": "hasami", "limits": { "infinite": true } });
    assert_eq!(board.rejection("/api/analyse", infinite).0, 400);
    assert_eq!(board.rejection("/api/analyse", json!({ "game": "hasami", "limits": {} })).0, 400);
    let ended = json!({ "game": "hasami", "start": "PP7/9/9/9/9/9/9/9/p8 w - 1", "limits": { "depth": 1 } });
    let lines = board.lines("/api/analyse", ended);
    assert_eq!(
        (&lines[1]["score"], &lines[1]["outcome"]["reason"]),
        (&Value::Null, &json!("men-captured"))
    );
    assert_eq!(board.searches(), 0);
}

#[test]
fn a_draw_is_accepted_only_by_the_side_behind() {
    let board = Board::start();
    // Black can capture a man.
    let moves = ["9i9e", "1a1e", "5i5e", "6a6d", "1i1g", "6d6e"];
    let offer = |engine: &str| {
        board.request("/api/draw", json!({ "game": "hasami", "moves": moves, "engine": engine }))
    };
    let (black, white) = (offer("black"), offer("white"));
    assert_eq!((&black["accepts"], &white["accepts"]), (&json!(false), &json!(true)));
    let score = |answer: &Value| answer["score"]["cp"].as_i64().expect("a score");
    assert!(score(&black) > 0 && score(&white) < 0, "scores are from the engine's view");
}
