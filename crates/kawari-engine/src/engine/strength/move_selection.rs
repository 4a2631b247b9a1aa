//! Move choice of a weakened engine: noise is added to the scores of a MultiPV search.

use super::blunder_guard::{candidate_moves, loses_material};
use super::lead_noise::{guard_of_lead, lead_doublings};
use super::{BlunderGuard, StrengthReduction};
use crate::core::history::History;
use crate::core::position::{MoveLike, Position};
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;
use crate::games::Game;
use crate::search::root::{MultiPv, RootMove};

/// Score at which a side is losing, in centipawns. A higher limit would make both sides keep
/// every piece: in the games that are won by captures, equal players would only draw.
pub(super) const LOSING_SCORE: Score = -900;

/// Root moves of a weakened engine with the noise that is added to their scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoisyMoves<M> {
    moves: Vec<(M, Score)>,
    blunder_guard: BlunderGuard,
}

impl<M: MoveLike> NoisyMoves<M> {
    /// Draws the noise of the root moves. Leaves out the moves that
    /// [`StrengthReduction::blunder_guard`] excludes.
    pub fn new<P: Tactics<Move = M, Game: Game>>(
        position: &P,
        history: &History,
        moves: Vec<M>,
        strength_reduction: &StrengthReduction,
        seed: u64,
    ) -> Self {
        let doublings = lead_doublings(position, strength_reduction);
        let blunder_guard = guard_of_lead(strength_reduction, doublings);
        let moves = candidate_moves(position, history, moves, blunder_guard);
        let noise = |&mv: &M| (mv, move_noise(position, mv, strength_reduction, doublings, seed));
        Self { moves: moves.iter().map(noise).collect(), blunder_guard }
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the moves to search and the MultiPV setting that gives a score to each move
    /// that [`NoisyMoves::choose`] can return: moves with much less noise than another move
    /// are left out, and so are the scores far below the best.
    pub fn search_parameters(&self) -> (Vec<M>, MultiPv) {
        /// Difference of noise from which every move needs a score. Above
        /// [`FULL_WEIGHT_SCORE`] ranks are closer together than scores.
        const MAX_MARGIN: Score = FULL_WEIGHT_SCORE / 2;
        let possible = self.possible_moves();
        let noise = || possible.iter().map(|&(_, noise)| noise);
        let margin = noise().max().unwrap_or(0) - noise().min().unwrap_or(0);
        let margin = if margin > MAX_MARGIN { score::INFINITE } else { margin };
        (possible.iter().map(|&(mv, _)| mv).collect(), MultiPv::Within(margin))
    }

    /// Returns the moves that some scores make the best: of two moves with the same rank, the
    /// first is chosen.
    fn possible_moves(&self) -> Vec<(M, Score)> {
        let lowest_rank = |noise| rank(score::mated_in(0), noise);
        let highest_rank = |noise| rank(score::mate_in(0), noise);
        let mut floor = Score::MIN;
        let mut floor_index = 0;
        for (index, &(_, noise)) in self.moves.iter().enumerate() {
            if lowest_rank(noise) > floor {
                (floor, floor_index) = (lowest_rank(noise), index);
            }
        }
        let can_be_best = |index: usize, noise: Score| {
            let highest = highest_rank(noise);
            highest > floor || highest == floor && index <= floor_index
        };
        let moves = self.moves.iter().copied().enumerate();
        moves.filter(|&(index, (_, noise))| can_be_best(index, noise)).map(|(_, mv)| mv).collect()
    }

    /// Returns the line with the highest sum of score and noise; `None` without lines.
    pub fn choose<'a>(&self, lines: &'a [RootMove<M>]) -> Option<&'a RootMove<M>> {
        let mut best: Option<(Score, &RootMove<M>)> = None;
        for &(mv, noise) in &self.moves {
            let Some(line) = lines.iter().find(|line| line.mv() == mv) else { continue };
            let rank = rank(line.score, noise);
            if best.is_none_or(|(best_rank, _)| rank > best_rank) {
                best = Some((rank, line));
            }
        }
        best.map(|(_, line)| line)
    }

    /// Returns the moves without those that lose material, if the blunder guard forbids the
    /// chosen move: the side to move is losing, the move loses material and another does not.
    pub fn without_material_losses<P: Tactics<Move = M>>(
        &self,
        position: &P,
        chosen: &RootMove<M>,
    ) -> Option<Self> {
        if self.blunder_guard != BlunderGuard::Careful
            || chosen.score > LOSING_SCORE
            || !loses_material(position, chosen.mv())
        {
            return None;
        }
        let keeps_material = |&(mv, _): &(M, Score)| !loses_material(position, mv);
        let moves: Vec<_> = self.moves.iter().copied().filter(keeps_material).collect();
        (!moves.is_empty()).then_some(Self { moves, blunder_guard: self.blunder_guard })
    }
}

/// Score above which ranks rise slowly.
const FULL_WEIGHT_SCORE: Score = 3_000;
/// Increase of the score that raises the rank by 1, above [`FULL_WEIGHT_SCORE`].
const EXCESS_DIVISOR: Score = 16;
/// Rank of a mate in 0 plies, above the rank of every evaluation.
const MATE_RANK: Score = 6_200;
/// Decrease of a mate's rank with every ply.
const MATE_PLY_COST: Score = 10;

/// Returns the value that the moves are compared by. A mate ranks only as a very high or low
/// score, so that the noise can hide it.
fn rank(score: Score, noise: Score) -> Score {
    /// Largest mate distance that lowers the rank.
    const MAX_PLIES: i32 = score::MAX_PLY as i32;
    let rank = match score::mate_distance(score) {
        None => {
            let full = score.clamp(-FULL_WEIGHT_SCORE, FULL_WEIGHT_SCORE);
            full + (score - full) / EXCESS_DIVISOR
        }
        Some(plies) if score > 0 => MATE_RANK - MATE_PLY_COST * plies.min(MAX_PLIES),
        Some(plies) => -MATE_RANK - MATE_PLY_COST * plies.max(-MAX_PLIES),
    };
    (rank + noise).clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION)
}

/// Minimum number of nodes per candidate move.
pub const MIN_NODES_PER_MOVE: u64 = 2;

/// Maximum standard deviation of the noise. It outweighs every score, even a mate.
const MAX_NOISE: i64 = 100_000;

/// Returns the noise of a move: normally distributed, and a function of the position, the
/// move, the parameters and the seed. The standard deviation has a log-normal factor for the
/// position, common to all its moves, and another one for the seed.
fn move_noise<P: Position>(
    position: &P,
    mv: P::Move,
    strength_reduction: &StrengthReduction,
    doublings: i64,
    seed: u64,
) -> Score {
    let StrengthReduction { nodes, noise, position_spread, seed_spread, blunder_guard, .. } =
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
    let seed_exponent =
        if seed == 0 { 0 } else { NoiseRng(!seed).normal() * i64::from(seed_spread) / 10 };
    let exponent = draws.normal() * i64::from(position_spread) / 10 + seed_exponent + doublings;
    let deviation = (i64::from(noise) * power_of_two(exponent) / UNIT).min(MAX_NOISE);
    draws.0 = draws.next() ^ u64::from(mv.bits());
    (draws.normal() * deviation / UNIT) as Score
}

/// The value 1 in fixed-point numbers with 16 fractional bits.
pub(super) const UNIT: i64 = 1 << 16;

/// Returns two to the power of `exponent`, both in [`UNIT`]s: exact for integers, linearly
/// interpolated between.
pub(super) fn power_of_two(exponent: i64) -> i64 {
    /// Limit of the integer part of the exponent.
    const MAX_EXPONENT: i64 = 20;
    let whole = exponent.div_euclid(UNIT).clamp(-MAX_EXPONENT, MAX_EXPONENT);
    let part = UNIT + exponent.rem_euclid(UNIT);
    if whole < 0 { part >> -whole } else { part << whole }
}

/// A random number generator, splitmix64 (<https://prng.di.unimi.it/splitmix64.c>). Integer
/// arithmetic makes it the same on every machine.
struct NoiseRng(u64);

impl NoiseRng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns an approximately normal number in [`UNIT`]s: the sum of twelve uniform numbers
    /// from an interval of length 1 has variance 1.
    fn normal(&mut self) -> i64 {
        const DRAWS: i64 = 12;
        let sum: i64 = (0..DRAWS).map(|_| (self.next() >> 48) as i64).sum();
        sum - DRAWS * UNIT / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::movelist::MoveList;
    use crate::core::position::All;
    use crate::games::hasami::Hasami;

    type HasamiPosition = <Hasami as Game>::Position;
    type HasamiMove = <HasamiPosition as Position>::Move;

    /// Scores of every kind, in ascending order.
    const SCORES: [Score; 11] = [
        score::mated_in(0),
        score::mated_in(2),
        score::mated_in(127),
        -score::MAX_EVALUATION,
        -300,
        0,
        40,
        score::MAX_EVALUATION,
        score::mate_in(127),
        score::mate_in(3),
        score::mate_in(1),
    ];

    #[test]
    fn rank_is_monotonic_in_the_score() {
        for noise in [-4_000, -7, 0, 350, 9_000] {
            let ranks = SCORES.map(|score| rank(score, noise));
            assert!(ranks.is_sorted(), "{ranks:?}");
            assert!(ranks.iter().all(|rank| !score::is_decisive(*rank)), "{ranks:?}");
            assert!(ranks[10] > ranks[9] && ranks[9] > ranks[8] && ranks[8] > ranks[7]);
        }
        assert!(rank(0, 50) > rank(40, 0));
    }

    fn noisy_moves(noise: &[Score]) -> NoisyMoves<HasamiMove> {
        let mut moves = MoveList::new();
        Hasami.startpos().generate::<All>(&mut moves);
        let moves = moves.iter().copied().zip(noise.iter().copied()).collect();
        NoisyMoves { moves, blunder_guard: BlunderGuard::Careless }
    }

    #[test]
    fn only_moves_that_can_be_chosen_are_searched() {
        let count_and_multi_pv = |noise: &[Score]| {
            let (moves, multi_pv) = noisy_moves(noise).search_parameters();
            (moves.len(), multi_pv)
        };
        assert_eq!(count_and_multi_pv(&[0, 0, 0]), (3, MultiPv::Within(0)));
        assert_eq!(count_and_multi_pv(&[-20, 10, 5]), (3, MultiPv::Within(30)));
        assert_eq!(count_and_multi_pv(&[0, 5_000]), (2, MultiPv::Within(score::INFINITE)));
        assert_eq!(count_and_multi_pv(&[0, 15_000, 20]), (1, MultiPv::Within(0)));
        // Ranks are clamped: both moves have the highest rank, and the first is chosen.
        assert_eq!(count_and_multi_pv(&[50_000, 90_000]), (1, MultiPv::Within(0)));
    }

    #[test]
    fn noise_changes_the_chosen_move() {
        let chosen = |noise: &[Score], scores: &[Score]| {
            let noisy_moves = noisy_moves(noise);
            let line = |(&(mv, _), &score): (&(HasamiMove, Score), &Score)| {
                let mut line = RootMove::new(mv);
                line.score = score;
                line
            };
            let lines: Vec<_> = noisy_moves.moves.iter().zip(scores).map(line).collect();
            let chosen = noisy_moves.choose(&lines)?.mv();
            noisy_moves.moves.iter().position(|&(mv, _)| mv == chosen)
        };
        assert_eq!(chosen(&[0, 0, 0], &[10, 30, 20]), Some(1));
        assert_eq!(chosen(&[25, 0, 0], &[10, 30, 20]), Some(0));
        assert_eq!(chosen(&[0, 0, 0], &[20, 20, 20]), Some(0));
        assert_eq!(chosen(&[0, 900], &[10]), Some(0));
        assert_eq!(chosen(&[0, 0, 0], &[]), None);
    }

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

    /// Checks mean, standard deviation and maximum of the noise.
    #[test]
    fn noise_has_the_specified_distribution() {
        let position = Hasami.startpos();
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let drawn = |strength_reduction: StrengthReduction| {
            let mut drawn = Vec::new();
            for seed in 0..200 {
                let noise =
                    |&mv| f64::from(move_noise(&position, mv, &strength_reduction, 0, seed));
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
            lead_noise: false,
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
