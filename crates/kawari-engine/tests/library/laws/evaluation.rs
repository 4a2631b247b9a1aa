//! Laws of the evaluations.

use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::position::Position;
use kawari_engine::core::score::MAX_EVALUATION;
use kawari_engine::games::evaluation::material::Material;
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Law, RandomGame, try_everywhere};

/// An evaluation that has heard of every move says what it says of the position alone.
struct Incremental;

impl Law for Incremental {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        incremental_is_fresh::<G, _>(&*game.evaluation, game)?;
        incremental_is_fresh::<G, _>(&Material, game)
    }
}

/// Follows a game to its end and back to its start.
fn incremental_is_fresh<G: Playable, E: Evaluation<G::Position>>(
    evaluation: &E,
    game: &RandomGame<G>,
) -> TestCaseResult {
    let mut position = game.positions[0].clone();
    let mut state = evaluation.new_state(&position);
    for &mv in &game.moves {
        position.play(mv, &mut evaluation.push(&mut state));
        let score = evaluation.evaluate(&mut state, &position);
        prop_assert_eq!(score, evaluation.evaluate_from_scratch(&position), "{}", position.sfen(1));
    }
    for position in game.positions.iter().rev() {
        let score = evaluation.evaluate(&mut state, position);
        prop_assert_eq!(score, evaluation.evaluate_from_scratch(position), "{}", position.sfen(1));
        evaluation.pop(&mut state);
    }
    Ok(())
}

#[test]
fn an_evaluation_keeps_up_with_the_moves() {
    try_everywhere::<Incremental>();
}

/// What a tuner is told of a position adds up to its hand-written evaluation.
struct Traced;

impl Law for Traced {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let Some(tuning) = &*game.tuning else { return Ok(()) };
        for position in game.sample(20) {
            let value = (tuning.trace)(position).value(&tuning.weights);
            let value = value.clamp(-MAX_EVALUATION, MAX_EVALUATION);
            let score = G::hand_crafted().evaluate_from_scratch(position);
            prop_assert_eq!(value, score, "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn a_trace_adds_up_to_the_evaluation() {
    try_everywhere::<Traced>();
}

/// No evaluation looks like a proven end of the game.
struct Bounded;

impl Law for Bounded {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let score = game.evaluation.evaluate_from_scratch(position);
            prop_assert!(score.abs() <= MAX_EVALUATION, "{} in {}", score, position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn an_evaluation_is_no_mate_score() {
    try_everywhere::<Bounded>();
}
