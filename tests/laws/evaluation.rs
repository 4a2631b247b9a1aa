//! Laws of the evaluations.

use kawari::core::position::{Evaluator, Position};
use kawari::core::score::MAX_EVALUATION;
use kawari::games::Game;
use kawari::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::walk::{Law, RandomGame, try_everywhere};

/// An evaluator that has heard of every move says what a fresh one says.
struct Incremental;

impl Law for Incremental {
    fn check<G: Game>(game: &RandomGame<G>) -> TestCaseResult {
        let mut position = game.positions[0].clone();
        let mut evaluator = G::Eval::new(&position);
        for &mv in &game.moves {
            position.play(mv, &mut evaluator);
            let fresh = G::Eval::new(&position).evaluate(&position);
            prop_assert_eq!(evaluator.evaluate(&position), fresh, "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn an_evaluator_keeps_up_with_the_moves() {
    try_everywhere::<Incremental>();
}

/// What a tuner is told of a position adds up to its evaluation.
struct Traced;

impl Law for Traced {
    fn check<G: Game>(game: &RandomGame<G>) -> TestCaseResult {
        let weights = (G::TUNING.weights)();
        for position in game.sample(20) {
            let value = (G::TUNING.trace)(position).value(&weights);
            let value = value.clamp(-MAX_EVALUATION, MAX_EVALUATION);
            let score = G::Eval::new(position).evaluate(position);
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
    fn check<G: Game>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let score = G::Eval::new(position).evaluate(position);
            prop_assert!(score.abs() <= MAX_EVALUATION, "{} in {}", score, position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn an_evaluation_is_no_mate_score() {
    try_everywhere::<Bounded>();
}
