//! Games from files, through the same interface as built-in games.

use std::path::{Path, PathBuf};

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Settings};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

fn shipped() -> impl Iterator<Item = (&'static str, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawari-rules/games");
    let file = move |name: &str| folder.join(name).with_extension("toml");
    kawari_rules::SHIPPED.iter().map(move |&(name, _)| (name, file(name)))
}

#[test]
fn shipped_games_are_loaded_and_searched() {
    for (name, file) in shipped() {
        let variant = loaded::load_files(std::slice::from_ref(&file)).expect("a valid file")[0];
        assert_eq!((variant.info().name, name.parse()), (name, Ok(variant)));
        // The name stands for the same game.
        assert_eq!(loaded::load_files(&[name.into()]).expect("a shipped game"), [variant]);
        assert!(Variant::all().contains(&variant) && !variant.info().rules.is_empty());
        // The same definition is the same game.
        assert_eq!(
            loaded::load_files(std::slice::from_ref(&file)).expect("a valid file"),
            [variant]
        );
        assert_eq!(loaded::load(&loaded::definition_text(variant)).expect("a definition"), variant);

        let mut session = session::open(variant, Settings::default()).expect("memory");
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        for _ in 0..4 {
            let summary = SearchSummary::of(&mut *session, &request).expect("a search");
            let best = summary.best().expect("a move");
            session.game_state_mut().push_move(best).expect("a legal move");
        }
        assert_eq!(session.game_state().moves().len(), 4, "{name}");
    }
}

#[test]
fn goals_of_games_from_files_have_their_own_reasons() {
    let drop = |name: &str, ending: &str| {
        format!("base = \"minishogi\"\nname = \"{name}\"\ntitle = \"{name}\"\n[ending]\n{ending}")
    };
    for (definition, sfen, moves, outcome) in [
        (drop("try", "try-squares = 1"), "k4/4K/5/5/5 b - 1", "1b1a", "black wins: try"),
        (drop("check", "check-wins = true"), "4k/5/2R2/5/K4 b - 1", "3c1c", "black wins: check"),
        (
            drop("capture", "check = false"),
            "4k/5/4R/5/K4 w - 1",
            "1a1b 1c1b",
            "black wins: royal piece captured",
        ),
        (
            drop("gold-hunt", "capture-wins = [\"G\"]"),
            "k4/5/4g/4R/KG3 b - 1",
            "1d1c",
            "black wins: pieces captured",
        ),
    ] {
        let variant = loaded::load(&definition).expect("a valid definition");
        let mut game_state = game_state::open(variant);
        let moves: Vec<&str> = moves.split_whitespace().collect();
        game_state.set(StartPosition::Sfen(sfen), &moves).expect("legal moves");
        let status = game_state.status().map(|outcome| outcome.to_string());
        assert_eq!(status.as_deref().unwrap_or("ongoing"), outcome, "{definition}");
    }
}

#[test]
fn a_shipped_game_can_be_a_base() {
    let definition = "base = \"kyotoshogi\"\nname = \"my-kyoto\"\ntitle = \"My Kyoto\"";
    let game = loaded::load(definition).expect("a valid definition");
    let kyoto: Variant = "kyotoshogi".parse().expect("a shipped game");
    assert_eq!(game.info().startpos, kyoto.info().startpos);
}

/// xboard shows a game with the board and pieces of a built-in game as that game.
#[test]
fn xboard_shows_games_that_look_like_built_in_games() {
    let xboard = |name: &str| name.parse::<Variant>().expect("a game").info().xboard;
    assert_eq!(xboard("yarishogi"), xboard("yari"));
    assert_eq!(xboard("checkshogi"), xboard("shogi"));
    assert_eq!(xboard("torishogi"), None);
}

#[test]
fn a_wrong_definition_loads_no_game() {
    let before = Variant::all();
    let text = "base = \"shogi\"\nname = \"wrong-game\"\nfilez = 9\n";
    let error = loaded::load(text).expect_err("an unknown key");
    assert!(error.lines()[0].contains("line 3") && error.lines()[0].contains("filez"), "{error}");
    assert!("wrong-game".parse::<Variant>().is_err());
    assert!(before.iter().all(|game| Variant::all().contains(game)));
}
