//! Properties of moves: generation, packing and effects.

use std::collections::BTreeSet;

use kawari_engine::core::color::Color;
use kawari_engine::core::history::History;
use kawari_engine::core::position::{All, MoveLike, Noisy, Position, Quiet};
use kawari_engine::core::score::INFINITE;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::engine::game_state::{GameState, StartPosition, VariantGameState};
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Property, RandomGame, check_all_variants, generated, read};

/// Noisy and quiet moves are disjoint, together make up all moves, and agree with `is_noisy`.
struct NoisyAndQuiet;

impl Property for NoisyAndQuiet {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let [all, noisy, quiet] = [
                generated::<G, All>(position),
                generated::<G, Noisy>(position),
                generated::<G, Quiet>(position),
            ];
            let sfen = position.sfen(1);
            let set: BTreeSet<_> = all.iter().copied().collect();
            prop_assert_eq!(set.len(), all.len(), "a move twice: {}", sfen);
            let parts: BTreeSet<_> = noisy.iter().chain(&quiet).copied().collect();
            prop_assert_eq!(noisy.len() + quiet.len(), all.len(), "{}", &sfen);
            prop_assert_eq!(parts, set, "{}", &sfen);
            prop_assert!(noisy.iter().all(|&mv| position.is_noisy(mv)), "{}", &sfen);
            prop_assert!(!quiet.iter().any(|&mv| position.is_noisy(mv)), "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    check_all_variants::<NoisyAndQuiet>();
}

/// The move count equals the length of the list, and is 0 in a decided position.
struct MoveCount;

impl Property for MoveCount {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let moves = generated::<G, All>(position);
            prop_assert_eq!(position.count_moves(), moves.len() as u64, "{}", position.sfen(1));
            prop_assert_eq!(position.has_move(), !moves.is_empty(), "{}", position.sfen(1));
            prop_assert_eq!(position.outcome().is_some(), moves.is_empty(), "{}", position.sfen(1));
            prop_assert!(
                position.goal_outcome().is_none() || moves.is_empty(),
                "{}",
                position.sfen(1)
            );
        }
        Ok(())
    }
}

#[test]
fn move_count_equals_the_list_length() {
    check_all_variants::<MoveCount>();
}

/// For every 16-bit value, the move is legal if and only if it is in the list.
struct Legality;

impl Property for Legality {
    const GAMES: u32 = 32;

    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(3) {
            let listed: BTreeSet<_> = generated::<G, All>(position).iter().copied().collect();
            for bits in 0..=u16::MAX {
                let Some(mv) = <G::Position as Position>::Move::from_bits(bits) else { continue };
                prop_assert_eq!(
                    position.is_legal(mv),
                    listed.contains(&mv),
                    "bits {:#06x}, {:?} in {}",
                    bits,
                    mv,
                    position.sfen(1)
                );
            }
        }
        Ok(())
    }
}

#[test]
fn legality_agrees_with_the_move_list() {
    check_all_variants::<Legality>();
}

/// A move survives packing into 16 bits, and its history indices are in range.
struct Packing;

impl Property for Packing {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            for &mv in &generated::<G, All>(position) {
                prop_assert_ne!(mv.bits(), 0);
                prop_assert_eq!(<G::Position as Position>::Move::from_bits(mv.bits()), Some(mv));
                prop_assert!(mv.slot() < <G::Position as Position>::Move::SLOTS, "{:?}", mv);
                let count = G::Position::piece_to_count(position.game());
                prop_assert!(position.piece_to_index(mv) < count, "{:?}", mv);
            }
        }
        Ok(())
    }
}

#[test]
fn packing_a_move_is_lossless() {
    check_all_variants::<Packing>();
}

/// The incrementally updated key equals the key of the position read from SFEN.
struct Keys;

impl Property for Keys {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let fresh = read(game.rules, &position.sfen(1));
            prop_assert_eq!(position.key(), fresh.key(), "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn incremental_key_equals_a_fresh_one() {
    check_all_variants::<Keys>();
}

/// Different positions after the legal moves of a position have different keys.
struct DifferentKeys;

impl Property for DifferentKeys {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(20) {
            let (mut keys, mut sfens) = (BTreeSet::new(), BTreeSet::new());
            for &mv in &generated::<G, All>(position) {
                let mut next = position.clone();
                next.play(mv, &mut ());
                keys.insert(next.key());
                sfens.insert(next.sfen(1));
            }
            prop_assert_eq!(keys.len(), sfens.len(), "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn different_positions_have_different_keys() {
    check_all_variants::<DifferentKeys>();
}

/// A null move changes the side to move, drops rights that last one move, and nothing else.
struct NullMove;

impl Property for NullMove {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            if position.in_check() {
                prop_assert!(position.in_danger(), "{}", position.sfen(1));
            }
            let Some(passed) = position.null_move() else { continue };
            prop_assert!(!position.in_danger(), "{}", position.sfen(1));
            prop_assert_eq!(passed.side_to_move(), !position.side_to_move());
            let sfen = position.sfen(1).replace('!', "");
            // The side is replaced first: a hand can be a single `b`, too.
            let turned = match position.side_to_move() {
                Color::Black => sfen.replacen(" b ", " w ", 1),
                Color::White => sfen.replacen(" w ", " b ", 1),
            };
            prop_assert_eq!(passed.sfen(1), turned);
            prop_assert_eq!(passed.key(), read(game.rules, &passed.sfen(1)).key());
        }
        Ok(())
    }
}

#[test]
fn a_null_move_changes_only_the_side_to_move() {
    check_all_variants::<NullMove>();
}

/// If an immediate win is claimed in an unfinished game, some move wins or no move is needed.
struct ImmediateWins;

impl Property for ImmediateWins {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let claims = |position: &&G::Position| {
            position.goal_outcome().is_none() && position.has_immediate_win()
        };
        for position in game.positions.iter().filter(claims) {
            let won = generated::<G, All>(position).iter().any(|&mv| {
                let mut next = position.clone();
                next.play(mv, &mut ());
                let winner = next.outcome().and_then(|outcome| outcome.winner());
                winner == Some(position.side_to_move())
            });
            prop_assert!(won || position.can_declare(), "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn claimed_immediate_wins_exist() {
    check_all_variants::<ImmediateWins>();
}

/// SEE is monotonic: a higher threshold is harder to reach. Some threshold is reached by every
/// move and another by none.
struct Exchanges;

impl Property for Exchanges {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(20) {
            for &mv in &generated::<G, All>(position) {
                let reached: Vec<bool> = [-INFINITE, -800, -200, 0, 100, 500, 1500, INFINITE]
                    .map(|threshold| position.see_ge(mv, threshold))
                    .to_vec();
                let place = || format!("{} in {}", position.usi(mv), position.sfen(1));
                prop_assert!(reached[0] && !reached[reached.len() - 1], "{}", place());
                prop_assert!(reached.is_sorted_by(|less, more| less >= more), "{}", place());
            }
        }
        Ok(())
    }
}

#[test]
fn see_is_monotonic_in_the_threshold() {
    check_all_variants::<Exchanges>();
}

/// A game is adjudicated as repeated only if a position has recurred.
struct Adjudication;

impl Property for Adjudication {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let mut history = History::new();
        let mut sfens = Vec::new();
        for position in &game.positions {
            history.push(position.key(), position.in_check());
            sfens.push(position.sfen(1));
            let last = sfens.last();
            let occurrences = sfens.iter().filter(|&sfen| Some(sfen) == last).count();
            let counted = history.repetition().map_or(1, |repetition| repetition.occurrences);
            prop_assert_eq!(counted as usize, occurrences, "{}", position.sfen(1));
            let ended = position.adjudicate(&history).is_some();
            let may_end = occurrences >= position.repetition_rule().occurrences as usize
                || position.clock_outcome().is_some();
            prop_assert_eq!(ended, may_end, "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn repetitions_are_recurring_positions() {
    check_all_variants::<Adjudication>();
}

/// Taking back a move restores the game state and its history.
struct PushAndPop;

impl Property for PushAndPop {
    const GAMES: u32 = 16;

    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let sfen = game.positions[0].sfen(1);
        let mut state = VariantGameState::new(game.rules);
        state.set(StartPosition::Sfen(&sfen), &[]).expect("a valid SFEN");
        let mut copies: Vec<Box<dyn GameState>> = Vec::new();
        for (position, &mv) in game.positions.iter().zip(&game.moves) {
            copies.push(state.boxed_clone());
            state.push_move(position.usi(mv)).expect("a legal move");
        }
        for (copy, &mv) in copies.iter().zip(&game.moves).rev() {
            let taken_back = state.pop();
            prop_assert_eq!(taken_back, Some(state.position().usi(mv)));
            prop_assert_eq!(state.sfen(), copy.sfen());
            prop_assert_eq!(state.start_sfen(), copy.start_sfen());
            prop_assert_eq!(state.key(), copy.key());
            prop_assert_eq!(state.status(), copy.status());
            prop_assert_eq!(state.rule_counts(), copy.rule_counts());
            prop_assert_eq!(state.moves(), copy.moves());
            prop_assert_eq!(state.record(), copy.record());
        }
        prop_assert_eq!(state.pop(), None);
        prop_assert_eq!(state.sfen(), sfen);
        Ok(())
    }
}

#[test]
fn pop_takes_back_push() {
    check_all_variants::<PushAndPop>();
}
