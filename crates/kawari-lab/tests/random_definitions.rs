//! Random definitions: each is loaded, compared with the reference implementation in a random
//! game, and searched. Loaded games are never freed, so these tests have a process of their own.

use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Settings};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_lab::rules_check::{self, CheckConfig};

/// Loads a random definition from its text.
fn load(seed: u64) -> (Variant, String) {
    let mut random = fastrand::Rng::with_seed(seed);
    let definition = kawari_rules::random::definition(&mut |end| random.usize(0..end));
    let text = kawari_rules::write(&definition);
    match loaded::load(&text) {
        Ok(variant) => (variant, text),
        Err(error) => panic!("seed {seed}: {error}\n{text}"),
    }
}

/// Searches the start position and the one after the best move.
fn search(variant: Variant, text: &str) {
    let mut session =
        session::open(variant, Settings { hash: 1, mate_hash: 1, ..Settings::default() })
            .expect("memory for a small table");
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    for _ in 0..2 {
        if session.game_state().status().is_some() {
            return;
        }
        let summary = SearchSummary::of(&mut *session, &request).expect("a search");
        let Some(best) = summary.best() else { return };
        session.game_state_mut().push_move(best).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

fn check(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let (variant, text) = load(seed);
        let config =
            CheckConfig { variant, games: 1, max_moves: 40, engine_games: 0, nodes: 1, seed };
        if let Err(error) = rules_check::run(&config, &mut Vec::new()) {
            panic!("seed {seed}: {error:#}\n{text}");
        }
        search(variant, &text);
    }
}

#[test]
fn random_definitions_agree_with_the_reference() {
    check(0..60);
}

#[test]
#[ignore = "it takes minutes"]
fn a_thousand_random_definitions_agree_with_the_reference() {
    check(1000..2000);
}
