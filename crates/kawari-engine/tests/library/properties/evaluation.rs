//! Properties of the evaluations.

use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::position::Position;
use kawari_engine::core::score::MAX_EVALUATION;
use kawari_engine::games::evaluation::material::Material;
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Property, RandomGame, check_all_variants};

/// An incrementally updated evaluation equals one computed from the position alone.
struct Incremental;

impl Property for Incremental {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        incremental_is_fresh::<G, _>(&*game.evaluation, game)?;
        incremental_is_fresh::<G, _>(&Material::new(game.rules), game)
    }
}

/// Plays through a game and takes all moves back.
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
fn incremental_evaluation_equals_a_fresh_one() {
    check_all_variants::<Incremental>();
}

/// The terms listed for tuning add up to the hand-crafted evaluation.
struct Traced;

impl Property for Traced {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let Some(tuning) = &*game.tuning else { return Ok(()) };
        for position in game.sample(20) {
            let value = (tuning.trace)(position).value(&tuning.weights);
            let value = value.clamp(-MAX_EVALUATION, MAX_EVALUATION);
            let score = game.rules.hand_crafted().evaluate_from_scratch(position);
            prop_assert_eq!(value, score, "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn tuning_terms_add_up_to_the_evaluation() {
    check_all_variants::<Traced>();
}

/// No evaluation lies in the range of mate scores.
struct Bounded;

impl Property for Bounded {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let score = game.evaluation.evaluate_from_scratch(position);
            prop_assert!(score.abs() <= MAX_EVALUATION, "{} in {}", score, position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn evaluations_are_below_mate_scores() {
    check_all_variants::<Bounded>();
}
