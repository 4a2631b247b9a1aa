//! Laws of moves: which there are, how they are packed, what they lead to.

use std::collections::BTreeSet;

use kawari_engine::core::color::Color;
use kawari_engine::core::history::History;
use kawari_engine::core::position::{All, MoveLike, Noisy, Position, Quiet};
use kawari_engine::core::score::INFINITE;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Law, RandomGame, generated, read, try_everywhere};

/// Noisy and quiet moves are disjoint, make up all moves together, and are what
/// `is_noisy` says.
struct TwoParts;

impl Law for TwoParts {
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
    try_everywhere::<TwoParts>();
}

/// The number of moves is that of the list, and none when the board has decided.
struct Counting;

impl Law for Counting {
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
fn moves_are_counted_as_they_are_listed() {
    try_everywhere::<Counting>();
}

/// Whatever 16 bits mean, the move is legal exactly if it is in the list.
struct Legality;

impl Law for Legality {
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
fn a_move_is_legal_exactly_if_it_is_listed() {
    try_everywhere::<Legality>();
}

/// A move keeps its identity in 16 bits, and its places in the tables exist.
struct Packing;

impl Law for Packing {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            for &mv in &generated::<G, All>(position) {
                prop_assert_ne!(mv.bits(), 0);
                prop_assert_eq!(<G::Position as Position>::Move::from_bits(mv.bits()), Some(mv));
                prop_assert!(mv.slot() < <G::Position as Position>::Move::SLOTS, "{:?}", mv);
                prop_assert!(position.piece_to_index(mv) < G::Position::PIECE_TO_COUNT, "{:?}", mv);
            }
        }
        Ok(())
    }
}

#[test]
fn a_move_survives_being_packed() {
    try_everywhere::<Packing>();
}

/// The key kept move by move is the key of the same position read afresh.
struct Keys;

impl Law for Keys {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let fresh = read::<G>(&position.sfen(1));
            prop_assert_eq!(position.key(), fresh.key(), "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn the_key_is_that_of_the_position() {
    try_everywhere::<Keys>();
}

/// The answers to a position, all of them, lead to as many different keys as
/// there are different positions.
struct DifferentKeys;

impl Law for DifferentKeys {
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
    try_everywhere::<DifferentKeys>();
}

/// A null move changes the side to move, drops rights that last one move, and
/// nothing else.
struct Passing;

impl Law for Passing {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            if position.in_check() {
                prop_assert!(position.in_danger(), "{}", position.sfen(1));
            }
            let Some(passed) = position.null_move() else { continue };
            prop_assert!(!position.in_danger(), "{}", position.sfen(1));
            prop_assert_eq!(passed.side_to_move(), !position.side_to_move());
            let sfen = position.sfen(1).replace('!', "");
            // The side comes first: a hand can be a single `b`, too.
            let turned = match position.side_to_move() {
                Color::Black => sfen.replacen(" b ", " w ", 1),
                Color::White => sfen.replacen(" w ", " b ", 1),
            };
            prop_assert_eq!(passed.sfen(1), turned);
            prop_assert_eq!(passed.key(), read::<G>(&passed.sfen(1)).key());
        }
        Ok(())
    }
}

#[test]
fn a_null_move_changes_nothing_but_the_turn() {
    try_everywhere::<Passing>();
}

/// Where a win at once is claimed in a game that goes on, a move wins, or no move is
/// needed.
struct WinsAtOnce;

impl Law for WinsAtOnce {
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
fn a_win_at_once_is_one() {
    try_everywhere::<WinsAtOnce>();
}

/// Asked for more, an exchange does not become easier to win; there is a
/// threshold that every move reaches, and one that none does.
struct Exchanges;

impl Law for Exchanges {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(20) {
            for &mv in &generated::<G, All>(position) {
                let reached: Vec<bool> = [-INFINITE, -800, -200, 0, 100, 500, 1500, INFINITE]
                    .map(|threshold| position.see_ge(mv, threshold))
                    .to_vec();
                let place = || format!("{} in {}", G::Position::usi(mv), position.sfen(1));
                prop_assert!(reached[0] && !reached[reached.len() - 1], "{}", place());
                prop_assert!(reached.is_sorted_by(|less, more| less >= more), "{}", place());
            }
        }
        Ok(())
    }
}

#[test]
fn an_exchange_is_harder_to_win_by_more() {
    try_everywhere::<Exchanges>();
}

/// A game is adjudicated as repeated only where a position has come back.
struct Adjudication;

impl Law for Adjudication {
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
            let may_end = occurrences >= G::Position::REPETITION.occurrences as usize
                || position.clock_outcome().is_some();
            prop_assert_eq!(ended, may_end, "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn a_repetition_is_a_position_that_came_back() {
    try_everywhere::<Adjudication>();
}
