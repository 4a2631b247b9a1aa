//! What the page needs to play: games, positions, moves, searches.

use serde_json::{Value, json};

use crate::client::Board;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// The legal move of a position in USI.
#[track_caller]
fn choice<'a>(position: &'a Value, usi: &str) -> &'a Value {
    let mut moves = list(&position["moves"]).iter();
    moves.find(|choice| choice["usi"] == usi).unwrap_or_else(|| panic!("{usi} is not legal"))
}

#[test]
fn all_games_are_told_with_their_pieces() {
    let board = Board::start();
    let told = board.ask("/api/games", json!({}));
    let games = list(&told["games"]);
    assert_eq!(games.len(), 13);
    for game in games {
        let name = text(&game["name"]);
        for title in ["en", "ja"] {
            assert!(!text(&game["title"][title]).is_empty(), "{name}");
        }
        assert!(!list(&game["rules"]).is_empty(), "{name}");
        let position = board.ask("/api/position", json!({ "game": name }));
        assert_eq!(position["sfen"], game["start"], "{name}");
        let starts = list(&game["handicaps"]).iter().map(|handicap| &handicap["sfen"]);
        for start in starts {
            let body = json!({ "game": name, "start": start });
            assert_eq!(&board.ask("/api/position", body)["sfen"], start, "{name}");
        }
        // Every piece of the start is one of those that are told.
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

/// A run, a corner and an enclosure that would fall are told before the move is made.
#[test]
fn a_move_tells_what_it_captures() {
    let board = Board::start();
    let captured = |game: &str, start: &str, usi: &str| {
        let position = board.ask("/api/position", json!({ "game": game, "start": start }));
        let captures = list(&choice(&position, usi)["captures"]).to_vec();
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
fn a_move_tells_what_becomes_of_its_pieces() {
    let board = Board::start();
    let at = |game: &str, start: &str| {
        board.ask("/api/position", json!({ "game": game, "start": start }))
    };
    let yari = at("yari", "k6/7/3P3/7/7/7/7/7/K6 b N 1");
    let promotion = choice(&yari, "4c4b+");
    assert_eq!((&promotion["piece"], &promotion["becomes"]), (&json!("P"), &json!("+P")));
    assert_eq!((&promotion["turn"], &promotion["record"]), (&json!("promote"), &json!("P-4b+")));
    assert_eq!(choice(&yari, "4c4b")["record"], "P-4b=");
    let drop = choice(&yari, "N*4e");
    assert_eq!(
        (&drop["from"], &drop["drop"], &drop["piece"]),
        (&Value::Null, &json!("N"), &json!("N"))
    );

    let hajiku = at("hajiku", "4k2/7/3p3/3g!3/3+G3/7/7/7/K6 b - 1");
    let taken = choice(&hajiku, "4e4d!");
    assert_eq!(taken["counterFlip"], true);
    assert_eq!(taken["captures"], json!([{ "square": "4d", "piece": "G", "hand": "+G" }]));
    assert_eq!(choice(&hajiku, "4e4d")["captures"][0]["hand"], "G");

    // Four ways to take it in the zone: flip or not, counter-flip or not.
    let zone = at("hajiku", "4k2/3g!3/7/3+G3/7/7/7/7/K6 b - 1");
    for (usi, becomes, hand) in
        [("4d4b", "+G", "G"), ("4d4b+", "G", "G"), ("4d4b!", "+G", "+G"), ("4d4b+!", "G", "+G")]
    {
        let way = choice(&zone, usi);
        assert_eq!((&way["becomes"], &way["captures"][0]["hand"]), (&json!(becomes), &json!(hand)));
        assert_eq!(way["turn"], if becomes == "G" { json!("flip") } else { Value::Null });
    }
}

#[test]
fn counts_are_told_as_they_approach() {
    let board = Board::start();
    let after = |game: &str, start: Value, moves: Vec<&str>| {
        board.ask("/api/position", json!({ "game": game, "start": start, "moves": moves }))
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

    // Both Generals are far; Yari counts points.
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
    assert_eq!(declared["outcome"], Value::Null, "a right, not an end");
    let black = &declared["counts"]["declaration"]["black"];
    assert_eq!(
        black,
        &json!({ "king": true, "pieces": 12, "piecesNeeded": 10, "points": 28, "pointsNeeded": 28 })
    );
}

#[test]
fn the_men_of_a_winning_row_are_listed() {
    let board = Board::start();
    // White completes two rows of five that meet in 5c.
    let start = "9/9/pppp1p3/4p4/4p4/4p4/4p4/9/PPPP5 b - 1";
    let line = json!({ "game": "dai-hasami", "start": start, "moves": ["9i9h", "4c5c"] });
    let won = board.ask("/api/position", line.clone());
    assert_eq!(won["outcome"]["reason"], "five-in-a-row");
    let mut row: Vec<&str> = list(&won["outcome"]["row"]).iter().map(text).collect();
    row.sort_unstable();
    assert_eq!(row, ["5c", "5d", "5e", "5f", "5g", "6c", "7c", "8c", "9c"]);
    let walked = board.ask("/api/line", line);
    assert_eq!(walked["steps"][2]["outcome"], won["outcome"]);
    let start = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let mated = board.ask("/api/position", json!({ "game": "shogi", "start": start }));
    assert_eq!(mated["outcome"]["reason"], "checkmate");
    assert_eq!(mated["outcome"].get("row"), None);
}

#[test]
fn a_whole_game_can_be_walked() {
    let board = Board::start();
    let moves = ["9i9e", "1a1e", "5i5e", "6a6d", "1i1g", "6d6e", "7i7e"];
    let walk = board.ask("/api/line", json!({ "game": "hasami", "moves": moves }));
    let steps = list(&walk["steps"]);
    assert_eq!(steps.len(), moves.len() + 1);
    assert_eq!(steps[0]["move"], Value::Null);
    for (ply, step) in steps.iter().enumerate() {
        let body = json!({ "game": "hasami", "moves": moves[..ply] });
        let position = board.ask("/api/position", body);
        assert_eq!(step["sfen"], position["sfen"]);
        assert_eq!(step["move"], position["last"]);
    }
    assert_eq!(walk["position"]["last"]["record"], "7ix7e(6e)");
    assert_eq!(walk["position"]["ply"], 7);
}

#[test]
fn what_the_rules_refuse_is_named() {
    let board = Board::start();
    let refused = |game: &str, sfen: &str| {
        let (status, code, args) =
            board.refusal("/api/sfen", json!({ "game": game, "sfen": sfen }));
        assert_eq!(status, 422, "{sfen}");
        assert_eq!(args["sfen"], sfen);
        (code, args)
    };
    let code = |game, sfen| refused(game, sfen).0;
    assert_eq!(code("hasami", "9/9 b"), "sfen/field-count");
    assert_eq!(code("hasami", "9/9 b - 1"), "sfen/rank-count");
    assert_eq!(code("hasami", "8/9/9/9/9/9/9/9/9 b - 1"), "sfen/rank-length");
    assert_eq!(code("hasami", "8k/9/9/9/9/9/9/9/9 b - 1"), "sfen/piece");
    assert_eq!(code("hasami", "9/9/9/9/9/9/9/9/9 x - 1"), "sfen/side");
    assert_eq!(code("hasami", "9/9/9/9/9/9/9/9/9 b P 1"), "sfen/hand");
    assert_eq!(code("hasami", "9/9/9/9/9/9/9/9/9 b - 0"), "sfen/move-number");
    assert_eq!(code("hasami", "PPPPPPPPP/P8/9/9/9/9/9/9/p8 b - 1"), "sfen/too-many");
    let (code_, args) = refused("yari", "7/7/7/7/7/7/7/7/K6 b - 1");
    assert_eq!(
        (code_.as_str(), &args["color"], &args["count"]),
        ("sfen/royals", &json!("white"), &json!(0))
    );
    assert_eq!(code("yari", "k6/7/7/R6/7/7/7/7/K6 b - 1"), "sfen/opponent-in-check");
    let (code_, args) = refused("yari", "k2P3/7/7/7/7/7/7/7/K6 b - 1");
    assert_eq!((code_.as_str(), &args["square"]), ("sfen/dead-piece", &json!("4a")));
    assert_eq!(code("shogi", "4k4/4N4/9/9/9/9/9/9/4K4 b - 1"), "sfen/dead-piece");
    // A Yari Knight slides forward, and may be dropped on the last rank but one.
    board.ask("/api/sfen", json!({ "game": "yari", "sfen": "k6/7/7/7/7/7/7/3n3/K6 b - 1" }));
    let (code_, args) = refused("yari", "k6/7/7/3P3/3P3/7/7/7/K6 b - 1");
    assert_eq!((code_.as_str(), &args["file"]), ("sfen/two-pawns", &json!(4)));
    let (code_, args) = refused("hajiku", "k6/7/7/3+G3/3g3/7/7/7/K6 b 2G+g 1");
    assert_eq!(
        (code_.as_str(), &args["count"], &args["most"]),
        ("sfen/too-many", &json!(5), &json!(4))
    );
    assert_eq!(code("hajiku", "k6/7/7/3G!3/7/7/7/7/K6 b - 1"), "sfen/mark");
    // What may be is given back in its usual form.
    let good =
        board.ask("/api/sfen", json!({ "game": "yari", "sfen": "k6/7/7/7/7/7/7/7/K6 w PR 7" }));
    assert_eq!(good["sfen"], "k6/7/7/7/7/7/7/7/K6 w RP 7");
    for handicap in list(&board.ask("/api/games", json!({}))["games"][9]["handicaps"]) {
        board.ask("/api/sfen", json!({ "game": "yari", "sfen": handicap["sfen"] }));
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let board = Board::start();
    let refused = |path: &str, body: Value| {
        let (status, code, args) = board.refusal(path, body);
        (status, code, args["ply"].as_u64())
    };
    let named = |status, code: &str, ply| (status, code.to_owned(), ply);
    let position = "/api/position";
    assert_eq!(refused(position, json!({ "game": "go" })), named(422, "game", None));
    assert_eq!(refused(position, json!({})), named(400, "bad-request", None));
    assert_eq!(
        refused(position, json!({ "game": "yari", "Moves": [] })),
        named(400, "bad-request", None)
    );
    assert_eq!(refused(position, json!(["yari", null, null])), named(400, "bad-request", None));
    let played = |moves: &[&str]| json!({ "game": "yari", "moves": moves });
    assert_eq!(refused(position, played(&["4g4f", "4c4e"])), named(422, "move/illegal", Some(2)));
    assert_eq!(refused("/api/line", played(&["hello"])), named(422, "move/syntax", Some(1)));
    assert_eq!(refused("/api/search", played(&["4g4e"])), named(422, "move/illegal", Some(1)));
    let over = json!({
        "game": "hasami", "start": "PP7/9/9/9/9/9/9/9/p8 w - 1", "moves": ["9i9h"],
    });
    assert_eq!(refused(position, over), named(422, "move/game-over", Some(1)));
    let word = |word: &str| json!({ "game": "yari", "word": word });
    assert_eq!(board.ask("/api/word", word("p4f"))["usi"], "4g4f");
    assert_eq!(refused("/api/word", word("P-4e")), named(422, "move/illegal", Some(1)));
    assert_eq!(refused("/api/word", word("castle")), named(422, "move/syntax", Some(1)));
    assert_eq!(board.searches(), 0);
}

/// The engine plays every game, and each answer brings the position after it.
#[test]
fn every_game_can_be_played_against_the_engine() {
    let board = Board::start();
    for game in list(&board.ask("/api/games", json!({}))["games"]) {
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
            assert_eq!(last["position"], board.ask("/api/position", played));
        }
    }
    assert_eq!(board.searches(), 0);
}

#[test]
fn a_search_keeps_to_what_it_is_told() {
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
    let refused = board.refusal(
        "/api/search",
        json!({ "game": "yari", "limits": { "depth": 2 }, "searchmoves": ["4g4e"] }),
    );
    assert_eq!(refused.1, "move/illegal");
    for level in [0, 9] {
        let body = json!({ "game": "yari", "level": level, "limits": { "depth": 1 } });
        assert_eq!(board.refusal("/api/search", body).0, 400);
    }
    // A level ends its search by itself.
    let (_, level) = search(json!({ "level": 1 }));
    assert_eq!(level["answer"], "move");
}

/// A search without an end answers where there is nothing to search.
#[test]
fn a_decided_position_is_answered() {
    let board = Board::start();
    for limits in
        [json!(null), json!({ "infinite": true }), json!({ "depth": 3, "infinite": true })]
    {
        let mut search = board.new_state(json!({
            "game": "yari",
            "start": "6k/7/6+B/7/5R1/7/7/7/K6 b P 1",
            "moves": ["P*1b"],
            "limits": limits,
        }));
        let answer = search.game_state();
        assert_eq!((&answer["type"], &answer["answer"]), (&json!("bestmove"), &json!("resign")));
        assert_eq!(answer["outcome"]["winner"], "black", "{answer}");
        board.wait_for_searches(0);
    }
}

/// The engine's own clock: what the move took is taken off, and the increment added.
#[test]
fn the_clock_is_counted() {
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
        assert!(elapsed > 2_000, "the machine was very busy");
    }
    let nothing_left = json!({ "remaining": [0, 0] });
    let body = json!({ "game": "hasami", "limits": { "clock": nothing_left } });
    let last = board.lines("/api/search", body).pop().expect("an answer");
    assert_eq!(last["clock"], json!({ "remaining": 0, "byoyomi": false, "flagged": true }));
    let long = json!({ "game": "hasami", "limits": { "clock": { "remaining": [u64::MAX, 0] } } });
    assert_eq!(board.refusal("/api/search", long).0, 400);
}

#[test]
fn the_end_of_a_game_is_told_by_the_engine() {
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
fn a_whole_game_is_analysed_from_its_end() {
    let board = Board::start();
    // White's last move leaves its man between two.
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
    assert!(score(5) < score(6), "it was White's mistake");
    let best = positions[0]["best"]["usi"].as_str().expect("a move");
    assert!(best.ends_with("7e"), "{best} does not take it");
    assert_eq!(lines.last().expect("an end")["type"], "done");
    let endless = json!({ "game": "hasami", "limits": { "infinite": true } });
    assert_eq!(board.refusal("/api/analyse", endless).0, 400);
    assert_eq!(board.refusal("/api/analyse", json!({ "game": "hasami", "limits": {} })).0, 400);
    let ended = json!({ "game": "hasami", "start": "PP7/9/9/9/9/9/9/9/p8 w - 1", "limits": { "depth": 1 } });
    let lines = board.lines("/api/analyse", ended);
    assert_eq!(
        (&lines[1]["score"], &lines[1]["outcome"]["reason"]),
        (&Value::Null, &json!("men-captured"))
    );
    assert_eq!(board.searches(), 0);
}

#[test]
fn a_draw_is_taken_only_by_who_is_not_ahead() {
    let board = Board::start();
    // Black is about to win a man.
    let moves = ["9i9e", "1a1e", "5i5e", "6a6d", "1i1g", "6d6e"];
    let offer = |engine: &str| {
        board.ask("/api/draw", json!({ "game": "hasami", "moves": moves, "engine": engine }))
    };
    let (black, white) = (offer("black"), offer("white"));
    assert_eq!((&black["accepts"], &white["accepts"]), (&json!(false), &json!(true)));
    let score = |answer: &Value| answer["score"]["cp"].as_i64().expect("a score");
    assert!(score(&black) > 0 && score(&white) < 0, "each from the engine's view");
}
