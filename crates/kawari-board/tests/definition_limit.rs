//! The limit on the number of loaded games, which holds for a process.

mod server;

use serde_json::json;
use server::Board;

#[test]
fn the_number_of_loaded_games_is_limited() {
    /// The documented limit.
    const LIMIT: usize = 200;
    let board = Board::start();
    let text = |number: usize| {
        format!("base = \"hasami\"\nname = \"h{number}\"\ntitle = \"H {number}\"\n")
    };
    for number in 0..LIMIT {
        let (status, game) = board.post("load", &json!({ "text": text(number) }));
        assert_eq!(status, 200, "{number}: {game}");
    }
    let (status, failure) = board.post("load", &json!({ "text": text(LIMIT) }));
    assert_eq!((status, &failure["error"]["code"]), (409, &json!("too-many-games")), "{failure}");
    assert_eq!(failure["error"]["args"]["limit"], LIMIT);
    // Games that are loaded can be sent again.
    assert_eq!(board.post("load", &json!({ "text": text(7) })).0, 200);
    let (_, games) = board.post("games", &json!({}));
    let loaded =
        games["games"].as_array().expect("games").iter().filter(|game| game["loaded"] == true);
    assert_eq!(loaded.count(), LIMIT);
}
