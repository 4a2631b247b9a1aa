//! Tests of [`BlunderGuard::Careful`] when the side to move is losing.

use std::sync::mpsc;

use fastrand::Rng;

use super::blunder_guard::{candidate_moves, loses_material};
use super::move_selection::LOSING_SCORE;
use super::*;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::engine::game_state::StartPosition;
use crate::engine::search_events::{SearchAnswer, SearchEvent};
use crate::engine::session::{self, SearchRequest, Settings};
use crate::games::drop::Yari;
use crate::games::hasami::DaiHasami;
use crate::games::variants::Playable;
use crate::notation::Notation;

/// Returns SFENs from random games in which the side to move is losing.
fn bad_positions<G: Playable>(game: G) -> Vec<String> {
    const WANTED: usize = 20;
    let mut random = Rng::with_seed(8);
    let mut session = session::open_game(game, Settings::default()).expect("room");
    let mut found = Vec::new();
    for _ in 0..200 {
        session.game_state_mut().set(StartPosition::Initial, &[]).expect("the start");
        for _ in 0..120 {
            let moves = session.game_state().legal_moves();
            let Some(&mv) = random.choice(&moves) else { break };
            session.game_state_mut().push_move(mv).expect("a legal move");
            let is_bad = session.game_state().ending().is_none()
                && session.evaluation() < LOSING_SCORE - 200;
            if is_bad && !session.game_state().legal_moves().is_empty() {
                found.push(session.game_state().sfen());
                break;
            }
        }
        if found.len() == WANTED {
            break;
        }
    }
    found
}

/// Returns whether the move loses material, and whether there is a move that does not.
fn throws<G: Playable>(game: G, sfen: &str, word: &str) -> (bool, bool) {
    let (position, _) = game.parse_sfen(sfen).expect("a position");
    let mut history = History::new();
    history.push(position.key(), position.in_check());
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let moves = candidate_moves(&position, &history, moves.to_vec(), BlunderGuard::Careful);
    let mv = position.parse_usi(word).expect("a legal move");
    let keeps = moves.iter().any(|&other| !loses_material(&position, other));
    (loses_material(&position, mv), keeps)
}

/// Returns the move and the score of a search at reduced strength.
fn choice<G: Playable>(
    game: G,
    sfen: &str,
    strength_reduction: StrengthReduction,
    seed: u64,
) -> (String, Score) {
    let strength = Strength::Weakened(strength_reduction);
    let settings = Settings { strength, seed, hash: 1, ..Settings::default() };
    let mut session = session::open_game(game, settings).expect("room");
    session.game_state_mut().set(StartPosition::Sfen(sfen), &[]).expect("a position");
    let (sender, events) = mpsc::channel();
    let report = move |event| drop(sender.send(event));
    session.go(&SearchRequest::default(), Box::new(report)).expect("a search");
    let mut score = 0;
    for event in events {
        match event {
            SearchEvent::Info(info) => score = info.score,
            SearchEvent::Spent(_) => {}
            SearchEvent::Done(SearchAnswer::Move { best, .. }) => return (best.to_string(), score),
            other => panic!("{other:?} in {sfen}"),
        }
    }
    panic!("no answer in {sfen}")
}

/// Returns the number of choices in losing positions, and the number of material losses with
/// [`BlunderGuard::Careless`].
fn gifts<G: Playable>(game: G) -> (u32, u32) {
    let (mut losing, mut careless_gifts) = (0, 0);
    for sfen in bad_positions(game) {
        for seed in 0..3 {
            let strength_reduction = StrengthReduction {
                nodes: 300,
                noise: 300,
                position_spread: 10,
                seed_spread: 0,
                blunder_guard: BlunderGuard::Careful,
                lead_noise: false,
            };
            let (word, score) = choice(game, &sfen, strength_reduction, seed);
            let (gives, could_keep) = throws(game, &sfen, &word);
            if score > LOSING_SCORE {
                continue;
            }
            losing += 1;
            assert!(!gives || !could_keep, "{}: {word} in {sfen}", game.info().name);
            let (word, _) = choice(
                game,
                &sfen,
                StrengthReduction { blunder_guard: BlunderGuard::Careless, ..strength_reduction },
                seed,
            );
            careless_gifts += u32::from(throws(game, &sfen, &word).0);
        }
    }
    (losing, careless_gifts)
}

/// Tests one game of each family.
#[test]
fn losing_side_does_not_give_away_material() {
    for (losing, careless_gifts) in [gifts(Yari), gifts(DaiHasami)] {
        assert!(losing > 12, "{losing} choices of a losing side, {careless_gifts} gifts");
        assert!(careless_gifts > 0, "a careless side gives as little: {careless_gifts}");
    }
}
