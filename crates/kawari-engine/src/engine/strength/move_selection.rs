//! Which root moves a weakened search compares, and by how much it misjudges them.

use super::{BlunderGuard, StrengthReduction};
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::outcome::Outcome;
use crate::core::position::{All, MoveLike, Position};
use crate::core::score::Score;
use crate::core::tactics::Tactics;

/// A side that stands no better than this is losing, in hundredths of a pawn or man. Less
/// than that is no reason to hold on to every man: where men decide, level players would
/// never beat each other.
pub const LOSING_SCORE: Score = -900;

/// Positions searched at least, for each legal move: none shall go unseen.
pub const MIN_NODES_PER_MOVE: u64 = 2;

/// The most noise that there is, as a standard deviation: nothing is told apart by its
/// score then, not even a win that the search has seen.
const MAX_NOISE: i64 = 100_000;

/// What the score of a move is off: normally distributed, and a function of the
/// position, the move, the weakening and the seed. How much it is differs from position
/// to position, by a log-normal factor that all moves of one have in common, and from
/// seed to seed, by another.
pub fn move_noise<P: Position>(
    position: &P,
    mv: P::Move,
    strength_reduction: &StrengthReduction,
    seed: u64,
) -> Score {
    let StrengthReduction { nodes, noise, position_spread, seed_spread, blunder_guard } =
        *strength_reduction;
    let mut draws = NoiseRng(position.key());
    for part in [
        seed,
        nodes,
        noise as u64,
        position_spread.into(),
        seed_spread.into(),
        blunder_guard as u64,
    ] {
        draws.0 = draws.next() ^ part;
    }
    let day = if seed == 0 { 0 } else { NoiseRng(!seed).normal() * i64::from(seed_spread) / 10 };
    let exponent = draws.normal() * i64::from(position_spread) / 10 + day;
    let deviation = (i64::from(noise) * power_of_two(exponent) / UNIT).min(MAX_NOISE);
    draws.0 = draws.next() ^ u64::from(mv.bits());
    (draws.normal() * deviation / UNIT) as Score
}

/// One, where fractions are in 65536ths.
const UNIT: i64 = 1 << 16;

/// Two to the power of a number, both in [`UNIT`]s: exact for whole numbers, straight
/// lines between.
fn power_of_two(exponent: i64) -> i64 {
    /// More has no use here, and less is nothing.
    const MAX_EXPONENT: i64 = 20;
    let whole = exponent.div_euclid(UNIT).clamp(-MAX_EXPONENT, MAX_EXPONENT);
    let part = UNIT + exponent.rem_euclid(UNIT);
    if whole < 0 { part >> -whole } else { part << whole }
}

/// Whole numbers only, so that every machine draws the same: splitmix64
/// (<https://prng.di.unimi.it/splitmix64.c>).
struct NoiseRng(u64);

impl NoiseRng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A normal number nearly, in [`UNIT`]s: the sum of twelve draws from an interval of
    /// length one has a variance of one.
    fn normal(&mut self) -> i64 {
        const DRAWS: i64 = 12;
        let sum: i64 = (0..DRAWS).map(|_| (self.next() >> 48) as i64).sum();
        sum - DRAWS * UNIT / 2
    }
}

/// The moves among which a side chooses that takes care: those that win at once; else,
/// where it is careful, those after which the opponent has no such move; else all of them.
pub fn candidate_moves<P: Position>(
    position: &P,
    history: &History,
    moves: Vec<P::Move>,
    blunder_guard: BlunderGuard,
) -> Vec<P::Move> {
    if blunder_guard == BlunderGuard::Careless {
        return moves;
    }
    let mut history = history.clone();
    let wins = |mv: &P::Move| has_immediate_win(position, *mv, &mut history);
    let winning: Vec<_> = moves.iter().copied().filter(wins).collect();
    if !winning.is_empty() {
        return winning;
    }
    if blunder_guard < BlunderGuard::Careful {
        return moves;
    }
    let safe: Vec<_> = moves
        .iter()
        .copied()
        .filter(|&mv| !allows_immediate_win(position, mv, &mut history))
        .collect();
    if safe.is_empty() { moves } else { safe }
}

/// True when a legal move ends the game in favour of the side that makes it.
fn has_immediate_win<P: Position>(position: &P, mv: P::Move, history: &mut History) -> bool {
    let mover = position.side_to_move();
    after_move(position, mv, history, |next, history| {
        let end = next.outcome().or_else(|| next.adjudicate(history));
        end.and_then(Outcome::winner) == Some(mover)
    })
}

/// True when the opponent can win at once after a legal move, or has won by it.
fn allows_immediate_win<P: Position>(position: &P, mv: P::Move, history: &mut History) -> bool {
    let mover = position.side_to_move();
    after_move(position, mv, history, |next, history| {
        if let Some(end) = next.outcome().or_else(|| next.adjudicate(history)) {
            return end.winner() == Some(!mover);
        }
        let mut replies = MoveList::new();
        next.generate::<All>(&mut replies);
        next.can_declare() || replies.iter().any(|&reply| has_immediate_win(next, reply, history))
    })
}

/// Asks something of the position behind a move.
fn after_move<P: Position, T>(
    position: &P,
    mv: P::Move,
    history: &mut History,
    ask: impl FnOnce(&P, &mut History) -> T,
) -> T {
    let mut next = position.clone();
    next.play(mv, &mut ());
    history.push(next.key(), next.in_check());
    let answer = ask(&next, history);
    history.pop();
    answer
}

/// True when a legal move loses men or pieces in the exchange that it starts.
pub fn loses_material<P: Tactics>(position: &P, mv: P::Move) -> bool {
    !position.see_ge(mv, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::hasami::Hasami;

    type HasamiPosition = <Hasami as Game>::Position;

    #[test]
    fn powers_of_two() {
        let power =
            |exponent: f64| power_of_two((exponent * UNIT as f64) as i64) as f64 / UNIT as f64;
        for (exponent, expected) in [(0.0, 1.0), (3.0, 8.0), (-2.0, 0.25), (0.5, 1.5), (-0.5, 0.75)]
        {
            assert!((power(exponent) - expected).abs() < 0.01, "{exponent}");
        }
        assert!(
            power_of_two(i64::from(i32::MIN)) < UNIT && power_of_two(i64::from(i32::MAX)) > UNIT
        );
    }

    /// Mean and spread are what they are said to be, and so is the cap.
    #[test]
    fn noise_is_as_large_as_it_is_said_to_be() {
        let position = HasamiPosition::startpos();
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let drawn = |strength_reduction: StrengthReduction| {
            let mut drawn = Vec::new();
            for seed in 0..200 {
                let noise = |&mv| f64::from(move_noise(&position, mv, &strength_reduction, seed));
                drawn.extend(moves.iter().map(noise));
            }
            drawn
        };
        let deviation = |drawn: &[f64]| {
            let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
            let squares = drawn.iter().map(|noise| (noise - mean).powi(2));
            let deviation = (squares.sum::<f64>() / drawn.len() as f64).sqrt();
            assert!(mean.abs() < deviation / 10.0, "{mean} +- {deviation}");
            deviation
        };
        let plain = StrengthReduction {
            nodes: 100,
            noise: 400,
            position_spread: 0,
            seed_spread: 0,
            blunder_guard: BlunderGuard::Careful,
        };
        let even = deviation(&drawn(plain));
        assert!((380.0..420.0).contains(&even), "{even}");
        let position_spread = drawn(StrengthReduction { position_spread: 20, ..plain });
        let small = position_spread.iter().filter(|noise| noise.abs() < 40.0).count();
        let large = position_spread.iter().filter(|noise| noise.abs() > 1_600.0).count();
        let tenth = position_spread.len() / 10;
        assert!(
            small > tenth && large > tenth / 2,
            "{small} and {large} of {}",
            position_spread.len()
        );
        let most = drawn(StrengthReduction { noise: 10_000_000, ..plain });
        assert!(deviation(&most) < 105_000.0);
    }
}
