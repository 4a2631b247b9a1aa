//! The playing levels in the library: deterministic move choice, and no level above 2 misses or
//! allows a win in one move.

use std::sync::mpsc;

use fastrand::Rng;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::engine::strength::{self, Level, Strength};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn open(variant: Variant, settings: Settings) -> Box<dyn Session> {
    session::open(variant, settings).expect("room")
}

fn weak(level: Level, seed: u64) -> Settings {
    Settings { strength: level.into(), seed, hash: 1, ..Settings::default() }
}

/// Searches the position after the moves.
fn answer(
    session: &mut dyn Session,
    moves: &[String],
    order: &SearchRequest,
) -> (Option<SearchInfo>, SearchAnswer) {
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    session.game_state_mut().set(StartPosition::Initial, &words).expect("legal moves");
    let (sender, events) = mpsc::channel();
    session.go(order, Box::new(move |event| drop(sender.send(event)))).expect("a search");
    let mut last = None;
    for event in events {
        match event {
            SearchEvent::Info(info) => last = Some(info),
            SearchEvent::Spent(_) => {}
            SearchEvent::Fault(fault) => panic!("{fault}"),
            SearchEvent::Done(answer) => return (last, answer),
        }
    }
    panic!("no answer")
}

fn chosen(session: &mut dyn Session, moves: &[String]) -> String {
    match answer(session, moves, &SearchRequest::default()).1 {
        SearchAnswer::Move { best, .. } => best.to_string(),
        other => panic!("{other:?} after {moves:?}"),
    }
}

/// Plays a random game to its end, or to the maximum length.
fn random_game(variant: Variant, random: &mut Rng) -> Box<dyn GameState> {
    const LONGEST: usize = 600;
    let mut game_state = game_state::open(variant);
    while game_state.ending().is_none() && game_state.ply() < LONGEST {
        let moves = game_state.legal_moves_in_usi();
        let word = random.choice(&moves).expect("the game goes on");
        game_state.push(word).expect("a legal move");
    }
    game_state
}

fn after(variant: Variant, moves: &[String], last: &str) -> Box<dyn GameState> {
    let mut game_state = game_state::open(variant);
    let words: Vec<&str> = moves.iter().map(String::as_str).chain([last]).collect();
    game_state.set(StartPosition::Initial, &words).expect("legal moves");
    game_state
}

fn is_won_by(game_state: &dyn GameState, side: Color) -> bool {
    game_state.ending().and_then(Outcome::winner) == Some(side)
}

/// Returns true if the side to move can win with its next move.
fn can_win(variant: Variant, game_state: &dyn GameState) -> bool {
    let side = game_state.side_to_move();
    let moves = game_state.moves_in_usi();
    let wins = |word: &String| is_won_by(&*after(variant, &moves, word), side);
    is_won_by(game_state, side) || game_state.legal_moves_in_usi().iter().any(wins)
}

/// For each decisive move of a random game, two positions are tested: the one before it, and
/// the opponent's turn before that.
#[test]
fn levels_above_two_see_wins_in_one() {
    const GAMES: usize = 2;
    let (mut won, mut avoided) = (0, 0);
    for &variant in Variant::ALL {
        let mut random = Rng::with_seed(5);
        let mut decided = 0;
        for _ in 0..100 {
            let line = random_game(variant, &mut random);
            let moves = line.moves_in_usi();
            let Some(winner) = line.status().and_then(Outcome::winner) else { continue };
            if winner == line.side_to_move() || moves.len() < 2 {
                continue;
            }
            decided += 1;
            let (winning, before) = (&moves[..moves.len() - 1], &moves[..moves.len() - 2]);
            let escapes = {
                let word = &moves[moves.len() - 2];
                let mut line = game_state::open(variant);
                let words: Vec<&str> = before.iter().map(String::as_str).collect();
                line.set(StartPosition::Initial, &words).expect("legal moves");
                let is_safe = |reply: &String| {
                    let next = after(variant, before, reply);
                    next.ending().is_none() && !can_win(variant, &*next)
                };
                line.legal_moves_in_usi().iter().filter(|reply| *reply != word).any(is_safe)
            };
            for level in [3, 5, 7].map(level) {
                let mut session = open(variant, weak(level, 9));
                let best = chosen(&mut *session, winning);
                let end = after(variant, winning, &best);
                assert!(is_won_by(&*end, winner), "{variant} {level}: {best} after {winning:?}");
                won += 1;
                // A side with few men left does not see every threat: see `lead_noise`.
                if escapes && !variant.info().levels.lead_noise {
                    let best = chosen(&mut *session, before);
                    let end = after(variant, before, &best);
                    assert!(
                        !can_win(variant, &*end),
                        "{variant} {level}: {best} after {before:?} can be answered by a win"
                    );
                    avoided += 1;
                }
            }
            if decided == GAMES {
                break;
            }
        }
    }
    assert!(won > 50 && avoided > 30, "{won} wins, {avoided} escapes");
}

/// Hash size, threads, earlier searches and clocks do not change the move of a level. The seed
/// does.
#[test]
fn a_level_is_deterministic() {
    let mut differ_by_seed = false;
    for &variant in Variant::ALL {
        let line = random_game(variant, &mut Rng::with_seed(3));
        let moves = line.moves_in_usi();
        let moves = &moves[..8.min(moves.len() - 1)];
        for level in [1, 4, 7].map(level) {
            let fresh = chosen(&mut *open(variant, weak(level, 1)), moves);
            let large = Settings { hash: 4, threads: 2, multi_pv: 3, ..weak(level, 1) };
            let mut other = open(variant, large);
            let shallow = Limits { depth: Some(3), ..Limits::default() };
            other.set_settings(Settings { strength: Strength::default(), ..large }).expect("room");
            answer(
                &mut *other,
                &moves[..4],
                &SearchRequest { limits: shallow, ..SearchRequest::default() },
            );
            other.set_settings(large).expect("room");
            chosen(&mut *other, &moves[..2]);
            let hurry = Limits { move_time: Some(std::time::Duration::ZERO), ..Limits::default() };
            let order = SearchRequest { limits: hurry, ..SearchRequest::default() };
            let again = answer(&mut *other, moves, &order).1;
            assert!(
                matches!(&again, SearchAnswer::Move { best, .. } if best.to_string() == fresh),
                "{variant} {level}: {fresh} and {again:?}"
            );
            differ_by_seed |= chosen(&mut *open(variant, weak(level, 2)), moves) != fresh;
        }
    }
    assert!(differ_by_seed);
}

#[test]
fn a_level_obeys_its_node_limit() {
    for &variant in Variant::ALL {
        for level in Level::all() {
            let Some(strength_reduction) = strength::strength_reduction(variant.info(), level)
            else {
                continue;
            };
            let mut session = open(variant, weak(level, 1));
            let (info, _) = answer(&mut *session, &[], &SearchRequest::default());
            let nodes = info.expect("a line").nodes;
            let least = 2 * session.game_state().legal_moves().len() as u64;
            assert!(nodes <= strength_reduction.nodes.max(least), "{variant} {level}: {nodes}");
        }
    }
}

#[test]
fn the_highest_level_is_full_strength() {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let order = SearchRequest { limits, ..SearchRequest::default() };
    for &variant in Variant::ALL {
        let info = |settings| {
            let mut session = open(variant, settings);
            answer(&mut *session, &[], &order).0.map(|info| (info.nodes, info.score, info.pv))
        };
        let plain = info(Settings { hash: 1, ..Settings::default() });
        assert_eq!(info(weak(Level::FULL, 77)), plain, "{variant}");
        let moves_of = |session: &mut dyn Session| answer(session, &[], &order).1;
        // The lowest level differs from it in some positions, but not necessarily here.
        moves_of(&mut *open(variant, weak(Level::LOWEST, 1)));
    }
}

/// Infinite analysis is not limited by the level.
#[test]
fn analysis_ignores_the_level() {
    let mut session = open(Variant::Yari, weak(Level::LOWEST, 1));
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let order = SearchRequest { limits, infinite: true, ..SearchRequest::default() };
    let (sender, events) = mpsc::channel();
    session.go(&order, Box::new(move |event| drop(sender.send(event)))).expect("a search");
    let deep =
        events.iter().find(|event| matches!(event, SearchEvent::Info(info) if info.depth == 6));
    let Some(SearchEvent::Info(deep)) = deep else { panic!("depth 6 is not reached") };
    session.stop();
    let allowed =
        strength::strength_reduction(Variant::Yari.info(), Level::LOWEST).expect("a weak level");
    assert!(deep.nodes > allowed.nodes, "{} nodes", deep.nodes);
}

#[test]
fn levels_go_from_one_to_eight() {
    let numbers: Vec<u8> = Level::all().map(Level::number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!("4".parse(), Ok(level(4)));
    for word in ["", "0", "9", "-1", "256", "one"] {
        let error = word.parse::<Level>().expect_err("no level");
        assert_eq!(error.to_string(), format!("`{word}` is not a level: they go from 1 to 8"));
    }
}
