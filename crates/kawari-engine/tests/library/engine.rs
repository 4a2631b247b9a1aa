//! Sessions and perft as a program uses them: every search is answered, and perft can be
//! interrupted.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::mpsc;

use kawari_engine::engine::game_state;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent};
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, GoError, SearchRequest, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

fn order() -> SearchRequest {
    let limits = Limits { depth: Some(2), ..Limits::default() };
    SearchRequest { limits, ..SearchRequest::default() }
}

#[test]
fn no_thread_counts_as_one() {
    let settings = Settings { threads: 0, hash: 1, ..Settings::default() };
    let mut session = session::open(Variant::Hasami, settings).expect("room");
    session.prepare();
    let (sender, events) = mpsc::channel();
    let report = move |event| drop(sender.send(event));
    session.go(&order(), Box::new(report)).expect("a search");
    let last = events.iter().last();
    assert!(matches!(last, Some(SearchEvent::Done(SearchAnswer::Move { .. }))), "{last:?}");
}

/// A panic in the middle of a search that has a helper thread.
#[test]
fn a_panic_in_a_search_is_reported() {
    let settings = Settings { threads: 2, hash: 1, ..Settings::default() };
    let mut session = session::open(Variant::Yari, settings).expect("room");
    for _ in 0..2 {
        let (sender, events) = mpsc::channel();
        let report = move |event| {
            assert!(!matches!(event, SearchEvent::Info(_)), "a fault");
            drop(sender.send(event));
        };
        let order =
            SearchRequest { search_moves: vec!["4g4f".to_owned()], ..SearchRequest::default() };
        session.go(&order, Box::new(report)).expect("a search");
        let events: Vec<SearchEvent> = events.iter().collect();
        let best = "4g4f".parse().expect("a move");
        let done = SearchEvent::Done(SearchAnswer::Move { best, ponder: None });
        assert_eq!(events, [SearchEvent::Fault("a fault".to_owned()), done]);
    }
}

#[test]
fn search_blocking_returns_the_answer() {
    let settings = Settings { threads: 2, hash: 1, ..Settings::default() };
    let mut session = session::open(Variant::Hasami, settings).expect("room");
    let search_moves = vec!["1i1e".to_owned()];
    let answer = session.search_blocking(&SearchRequest { search_moves, ..order() });
    assert!(matches!(answer, Ok(SearchAnswer::Move { best, .. }) if best.to_string() == "1i1e"));
    let search_moves = vec!["1i1a".to_owned()];
    let refused = session.search_blocking(&SearchRequest { search_moves, ..order() });
    assert!(matches!(refused, Err(GoError::SearchMove(_))));
}

#[test]
fn perft_can_be_interrupted() {
    let game_state = game_state::open(Variant::Yari);
    let asked = Cell::new(0);
    let parts = |most| {
        asked.set(0);
        let is_wanted = || {
            asked.set(asked.get() + 1);
            asked.get() <= most
        };
        let mut parts = Vec::new();
        let nodes = game_state.divide_while(5, &is_wanted, &mut |_, part| parts.push(part));
        assert_eq!(nodes, parts.iter().sum::<u64>());
        parts
    };
    let whole = parts(usize::MAX);
    let mut expected = Vec::new();
    game_state.divide(5, None, &mut |_, part| {
        expected.push(part);
        ControlFlow::Continue(())
    });
    assert_eq!(whole, expected);
    let questions = asked.get();
    assert_eq!(parts(questions / 2), whole[..parts(questions / 2).len()]);
    assert!(parts(questions / 2).len() < whole.len());
    assert!(parts(0).is_empty() && asked.get() == 1);
}

/// With one thread a search visits exactly the node count it was given and reports it, at any
/// limit.
#[test]
fn the_node_limit_is_exact() {
    for &variant in Variant::ALL {
        for multi_pv in [1, 3] {
            let settings = Settings { hash: 1, multi_pv, ..Settings::default() };
            let mut session = session::open(variant, settings).expect("room");
            for nodes in [1, 2, 30, 441, 1_000, 3_001] {
                session.new_game();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let order = SearchRequest { limits, ..SearchRequest::default() };
                let findings = SearchSummary::of(&mut *session, &order).expect("a search");
                assert_eq!(findings.nodes, nodes, "{variant}");
                assert!(findings.lines.len() == multi_pv || nodes < 1_000, "{variant}");
            }
        }
    }
}

/// The correction history once followed its own corrections, so that these games were 112 to 129
/// centipawns from level for either side.
#[test]
fn start_positions_of_capture_games_are_about_level() {
    for game in ["hasami", "hasami-chess", "hasami-jsa", "hasami-brainking", "mak-yek"] {
        let mut session = session::open(game.parse().expect("a game"), Settings::default())
            .expect("room for the tables");
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let summary = SearchSummary::of(&mut *session, &request).expect("a search");
        let score = summary.score().expect("a score");
        assert!(score.abs() < 100, "{game}: {score}");
    }
}
