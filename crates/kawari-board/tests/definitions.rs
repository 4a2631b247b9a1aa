//! Games from definitions in requests: they are checked, loaded, described and played.

mod server;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use server::Board;

/// Returns the text of a definition in `kawari-rules/games`.
fn definition(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawari-rules/games");
    fs::read_to_string(folder.join(format!("{name}.toml"))).expect("a definition")
}

/// Returns the error code of a response.
fn code(response: &Value) -> &str {
    response["error"]["code"].as_str().expect("an error")
}

/// Returns the entry of a game in the list of games.
fn listed(board: &Board, name: &str) -> Option<Value> {
    let (_, games) = board.post("games", &json!({}));
    let games = games["games"].as_array().expect("games");
    games.iter().find(|game| game["name"] == name).cloned()
}

#[test]
fn loaded_games_are_listed_and_played() {
    let board = Board::start();
    assert_eq!(listed(&board, "kyotoshogi"), None);
    let text = definition("kyotoshogi");
    let (status, game) = board.post("load", &json!({ "text": text }));
    assert_eq!(status, 200, "{game}");
    assert_eq!((&game["family"], &game["loaded"]), (&json!("drop"), &json!(true)));
    assert_eq!(game["pictures"]["styles"], json!(["kanji", "western"]));
    assert_eq!(listed(&board, "kyotoshogi"), Some(game.clone()));
    // The same definition is the same game.
    assert_eq!(board.post("load", &json!({ "text": text })), (200, game));

    let (status, position) = board.post("position", &json!({ "game": "kyotoshogi" }));
    assert_eq!(status, 200, "{position}");
    let first = position["moves"][0]["usi"].as_str().expect("a move");
    let line = json!({ "game": "kyotoshogi", "moves": [first] });
    let (status, position) = board.post("position", &line);
    assert_eq!((status, &position["turn"]), (200, &json!("white")), "{position}");
}

#[test]
fn loaded_hasami_games_have_pictures() {
    let board = Board::start();
    let (status, game) = board.post("load", &json!({ "text": definition("hasami-kochi") }));
    assert_eq!(status, 200, "{game}");
    assert_eq!(game["family"], "hasami");
    assert_eq!(game["pictures"]["game"], "hasami");
}

#[test]
fn pieces_without_pictures_have_images() {
    let board = Board::start();
    let (status, _) = board.post("load", &json!({ "text": definition("judkins") }));
    assert_eq!(status, 200);
    let (_, rules) = board.post("rules", &json!({ "game": "judkins" }));
    let images = rules["images"].as_array().expect("images");
    let find = |kind: &str, color: &str, is_up: bool| {
        let wanted = json!([kind, color, is_up, "western"]);
        let key = |image: &&Value| {
            json!([image["kind"], image["color"], image["isUp"], image["style"]]) == wanted
        };
        images.iter().find(key).expect("an image")["svg"].as_str().expect("an SVG")
    };
    assert!(find("+R", "black", true).contains(">+</text>"));
    assert_ne!(find("R", "black", true), find("R", "black", false));
    assert_ne!(find("R", "black", true), find("R", "white", true));
    let (_, rules) = board.post("rules", &json!({ "game": "shogi" }));
    assert_eq!(rules["images"], json!([]));
}

#[test]
fn positions_are_drawn() {
    let board = Board::start();
    let options = json!({ "bottom": "white", "arrows": ["8h7g:hint"], "width": 300 });
    let request = json!({ "game": "shogi", "moves": ["7g7f"], "options": options });
    let (status, picture) = board.post("picture", &request);
    assert_eq!(status, 200, "{picture}");
    let svg = picture["svg"].as_str().expect("an SVG");
    assert!(svg.contains("<title>Shogi: White to move</title>") && svg.contains("width=\"300\""));
    let message = |options: Value| {
        let (status, failure) =
            board.post("picture", &json!({ "game": "shogi", "options": options }));
        assert_eq!((status, code(&failure)), (400, "bad-request"), "{failure}");
        failure["error"]["message"].as_str().expect("a message").to_owned()
    };
    assert!(message(json!({ "pieces": "disc" })).contains("unknown piece style"));
    assert!(message(json!({ "marks": ["5e:star"] })).contains("unknown kind of mark"));
    let arrows = vec!["7g7f"; 101];
    assert_eq!(message(json!({ "arrows": arrows })), "`arrows` is 101; expected 0 to 100");
}

#[test]
fn errors_of_a_definition_have_lines_and_load_nothing() {
    let board = Board::start();
    let text = definition("judkins")
        .replace("files = 6", "filez = 6")
        .replace("moves = \"ffN\"", "moves = \"ffX\"");
    let text = text.replace("name = \"judkins\"", "name = \"wrong-judkins\"");
    let (status, checked) = board.post("check", &json!({ "text": text }));
    assert_eq!((status, &checked["name"]), (200, &Value::Null));
    let errors = checked["errors"].as_array().expect("errors");
    let line_of = |part: &str| text.lines().position(|line| line.contains(part)).map(|at| at + 1);
    assert_eq!(errors[0]["line"], json!(line_of("filez")), "{checked}");
    assert_eq!(errors[0]["key"], "filez");
    assert!(
        errors[0]["message"].as_str().expect("a message").contains("did you mean"),
        "{checked}"
    );

    let (status, failure) = board.post("load", &json!({ "text": text }));
    assert_eq!((status, code(&failure)), (422, "definition"), "{failure}");
    assert_eq!(failure["error"]["args"]["line"], errors[0]["line"]);
    assert_eq!(failure["error"]["args"]["key"], "filez");
    assert_eq!(listed(&board, "wrong-judkins"), None);
}

#[test]
fn checking_loads_nothing() {
    let board = Board::start();
    let text = definition("micro");
    let (status, checked) = board.post("check", &json!({ "text": text }));
    assert_eq!((status, checked), (200, json!({ "errors": [], "name": "micro" })));
    assert_eq!(listed(&board, "micro"), None);
}

#[test]
fn names_of_built_in_games_are_refused() {
    let board = Board::start();
    let base = "base = \"shogi\"\ntitle = \"Chess?\"\n";
    for (keys, key, line) in [
        ("name = \"yari\"\n", "name", 3),
        ("aliases = [\"hajiku\"]\nname = \"own-yari\"\n", "aliases", 3),
    ] {
        let (_, checked) = board.post("check", &json!({ "text": format!("{base}{keys}") }));
        let error = &checked["errors"][0];
        assert_eq!((&error["line"], &error["key"]), (&json!(line), &json!(key)), "{checked}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains("built-in game")));
    }
}

#[test]
fn definitions_in_requests_cannot_name_files() {
    let board = Board::start();
    let text = "base = \"shogi\"\nname = \"with-file\"\ntitle = \"File\"\nweights = \"w.txt\"\n";
    let (_, checked) = board.post("check", &json!({ "text": text }));
    let error = &checked["errors"][0];
    assert_eq!((&error["line"], &error["key"]), (&json!(4), &json!("weights")), "{checked}");
    assert_eq!(board.post("load", &json!({ "text": text })).0, 422);
}

#[test]
fn texts_that_are_too_large_are_refused() {
    let board = Board::start();
    let (status, games) = board.post("games", &json!({}));
    let limit = games["limits"]["definition"].as_u64().expect("a limit") as usize;
    assert_eq!(status, 200);
    let comment = "#".repeat(limit + 1);
    let (_, checked) = board.post("check", &json!({ "text": comment }));
    assert_eq!(checked["errors"][0]["line"], 1, "{checked}");
    let (status, failure) = board.post("load", &json!({ "text": comment.repeat(5) }));
    assert_eq!((status, code(&failure)), (413, "too-large"));
}

#[test]
fn rules_of_loaded_and_built_in_games_are_described() {
    let board = Board::start();
    board.post("load", &json!({ "text": definition("torishogi") }));
    let (status, rules) = board.post("rules", &json!({ "game": "torishogi" }));
    assert_eq!(status, 200, "{rules}");
    for (language, quail) in [("en", "Left Quail"), ("ja", "左鶉")] {
        let sections = rules[language]["sections"].as_array().expect("sections");
        let blocks =
            sections.iter().flat_map(|section| section["blocks"].as_array().expect("blocks"));
        let sides = blocks.flat_map(|block| block["sides"].as_array().into_iter().flatten());
        let quails: Vec<&Value> = sides.filter(|side| side["name"] == quail).collect();
        assert_eq!(quails.len(), 1, "{language}: {rules}");
        assert_eq!(quails[0]["moves"]["slides"].as_array().map(Vec::len), Some(2));
    }
    let text = rules["definition"].as_str().expect("a text");
    assert!(text.contains("name = \"torishogi\""), "{text}");

    // The definition of a built-in game is the start of a game with another name.
    let (_, rules) = board.post("rules", &json!({ "game": "yari" }));
    let text = rules["definition"].as_str().expect("a text");
    assert!(text.contains("name = \"my-yari\""), "{text}");
    let (status, game) = board.post("load", &json!({ "text": text }));
    assert_eq!((status, &game["title"]["en"]), (200, &json!("My Yari Shogi")), "{game}");
    let (_, rules) = board.post("rules", &json!({ "game": "yari" }));
    assert!(rules["definition"].as_str().is_some_and(|text| text.contains("name = \"my-yari-2\"")));

    let (status, failure) = board.post("rules", &json!({ "game": "gomoku" }));
    assert_eq!((status, code(&failure)), (422, "game"));
}
