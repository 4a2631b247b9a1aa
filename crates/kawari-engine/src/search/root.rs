//! The root: iterative deepening, aspiration windows, several principal
//! variations.

use std::time::Duration;

use super::alpha_beta::{ChildDepths, Frame};
use super::node::{BestSoFar, Node, Pv};
use super::params as p;
use super::search_thread::{SearchThread, StackEntry};
use super::shared::SharedContext;
use super::transposition_table::Bound;
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::score::{self, MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct RootTask<P: Tactics> {
    /// The root.
    pub position: P,
    /// The positions up to the root, the root included.
    pub history: History,
    /// The moves to search at the root, legal all of them, at least one.
    pub moves: Vec<P::Move>,
    /// What is added to the score of each of them before they are compared, so that
    /// another one may seem best; or nothing at all, and the scores are compared as they
    /// are.
    pub noise: Option<Vec<Score>>,
    /// Number of principal variations wanted.
    pub multi_pv: usize,
    /// Plies from the root at which the game is a draw by its length.
    pub draw_ply: Option<usize>,
}

/// A root move with what has been found behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootMove<M> {
    /// Score from the last search that was not cut short.
    pub score: Score,
    noise: Option<Score>,
    /// What it is compared by: see [`ranking_score`].
    rank: Score,
    /// The line that begins with this move; never empty.
    pub pv: Vec<M>,
    /// The deepest line searched, in plies.
    pub seldepth: usize,
    /// Rank in the iteration before: the order of moves that are not the best.
    previous_rank: Score,
}

impl<M: Copy> RootMove<M> {
    /// A move that nothing is known of yet.
    pub fn new(mv: M, noise: Option<Score>) -> Self {
        let none = -score::INFINITE;
        Self { score: none, noise, rank: none, pv: vec![mv], seldepth: 0, previous_rank: none }
    }

    /// The move itself.
    pub fn mv(&self) -> M {
        self.pv[0]
    }
}

/// With noise, what a score has beyond this counts for little: so much of it.
const FULL_WEIGHT_SCORE: Score = 3_000;
/// See [`FULL_WEIGHT_SCORE`].
const EXCESS_DIVISOR: Score = 16;
/// With noise, a win here and now counts as this, more than any other score, and as so
/// much less with every ply.
const NOISY_MATE_SCORE: Score = 6_200;
/// See [`NOISY_MATE_SCORE`].
const NOISY_MATE_PLY_COST: Score = 10;

/// What a score is compared by. With noise a proven end of the game is no more than a
/// very good or bad score, so that it can be missed, too.
fn ranking_score(score: Score, noise: Option<Score>) -> Score {
    let Some(noise) = noise else { return score };
    /// No line is longer, though the numbers of the scores go on.
    const MAX_PLIES: i32 = score::MAX_PLY as i32;
    let noisy_score = match score::mate_distance(score) {
        _ if score.abs() >= score::INFINITE => return score,
        None => {
            let clear = score.clamp(-FULL_WEIGHT_SCORE, FULL_WEIGHT_SCORE);
            clear + (score - clear) / EXCESS_DIVISOR
        }
        Some(stack) if score > 0 => NOISY_MATE_SCORE - NOISY_MATE_PLY_COST * stack.min(MAX_PLIES),
        Some(stack) => -NOISY_MATE_SCORE - NOISY_MATE_PLY_COST * stack.max(-MAX_PLIES),
    };
    (noisy_score + noise).clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION)
}

/// The highest score with at most this rank.
fn max_score_with_rank(limit: Score, noise: Option<Score>) -> Score {
    let Some(noise) = noise.filter(|_| limit.abs() < score::INFINITE) else { return limit };
    let (mut low, mut high) = (-score::INFINITE, score::MATE);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if ranking_score(middle, Some(noise)) <= limit { low = middle } else { high = middle - 1 }
    }
    low
}

/// One principal variation, as it is reported.
#[derive(Clone, Copy, Debug)]
pub struct PvReport<'a, M> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Which principal variation this is, from 0.
    pub index: usize,
    /// The move, its score and its line.
    pub root_move: &'a RootMove<M>,
    /// What the score means.
    pub bound: Bound,
}

/// What a worker has come to.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The root moves, best first.
    pub moves: Vec<RootMove<M>>,
}

impl<M> SearchResult<M> {
    /// True when this result comes from a deeper search than the other, or from
    /// one as deep that has found more.
    pub fn is_better_than(&self, other: &Self) -> bool {
        let depth_and_score = |result: &Self| {
            (result.depth, result.moves.first().map_or(-score::INFINITE, |best| best.score))
        };
        depth_and_score(self) > depth_and_score(other)
    }
}

/// How far the best move can be trusted already, iteration by iteration.
#[derive(Clone, Copy, Debug)]
struct BestMoveStability<M> {
    best: Option<M>,
    /// Iterations that have found the same move as the one before.
    stable_iterations: usize,
    score: Score,
    /// By how much the last iteration has found less than the one before.
    score_drop: Score,
}

impl<M> Default for BestMoveStability<M> {
    fn default() -> Self {
        Self { best: None, stable_iterations: 0, score: 0, score_drop: 0 }
    }
}

impl<M: Copy + PartialEq> BestMoveStability<M> {
    /// An iteration has found this.
    fn update(&mut self, best: M, score: Score) {
        self.stable_iterations =
            if self.best == Some(best) { self.stable_iterations + 1 } else { 0 };
        self.score_drop = if self.best.is_some() { (self.score - score).max(0) } else { 0 };
        (self.best, self.score) = (Some(best), score);
    }

    /// What more time is worth, in hundredths of the usual time: the less, the
    /// longer the same move has been best, and the more, the worse it turns out.
    fn time_percent(&self) -> u32 {
        let time_percent = p::TIME_PERCENT_BY_STABILITY
            [self.stable_iterations.min(p::TIME_PERCENT_BY_STABILITY.len() - 1)];
        time_percent * (100 + self.score_drop.min(p::MAX_SCORE_DROP) as u32) / 100
    }
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches deeper and deeper until the control or a limit ends it, and
    /// reports each principal variation.
    ///
    /// The first worker watches the limits and ends the search of all; the
    /// others search until then.
    pub fn iterative_deepening(
        &mut self,
        shared: &SharedContext<'_, E>,
        task: &RootTask<P>,
        report: &mut dyn FnMut(PvReport<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        self.history = task.history.clone();
        self.root_length = self.history.len();
        self.repetition_ban_key = self.history.repetition_ban_key(&P::REPETITION);
        self.draw_ply = task.draw_ply.unwrap_or(usize::MAX);
        self.nodes = 0;
        self.heuristics.clear_killers();
        self.stack.fill(StackEntry::NEW);

        self.init_tablebase_use(shared, &task.position);
        let root = Node::root(task.position.clone());
        self.state = shared.evaluation.new_state(&root.position);
        if !root.in_danger {
            self.stack[0].static_eval = self.evaluate(shared, &root, None);
        }
        let noise = |number: usize| task.noise.as_ref()?.get(number).copied().or(Some(0));
        let moves = task.moves.iter().enumerate();
        let mut moves: Vec<_> =
            moves.map(|(number, &mv)| RootMove::new(mv, noise(number))).collect();
        let multi_pv = task.multi_pv.clamp(1, moves.len());
        let max_depth = shared.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1);
        let mut completed_depth = 0;
        let mut stability = BestMoveStability::default();
        for depth in 1..=max_depth {
            self.root_depth = depth as usize;
            for root_move in &mut moves {
                root_move.previous_rank = root_move.rank;
            }
            for index in 0..multi_pv {
                let mut alone = |progress: PvReport<'_, P::Move>| {
                    if multi_pv == 1 {
                        report(progress);
                    }
                };
                self.aspiration_search(shared, &root, &mut moves, index, depth, &mut alone);
                if shared.is_stopped() {
                    break;
                }
            }
            if shared.is_stopped() {
                break;
            }
            if multi_pv > 1 {
                // A later line can turn out better than an earlier one: they are
                // reported together, best first.
                moves[..multi_pv].sort_by_key(|root_move| std::cmp::Reverse(root_move.rank));
                for (index, root_move) in moves[..multi_pv].iter().enumerate() {
                    report(PvReport { depth, index, root_move, bound: Bound::Exact });
                }
            }
            completed_depth = depth;
            stability.update(moves[0].mv(), moves[0].score);
            if moves[..multi_pv]
                .iter()
                .all(|root_move| self.is_decided_by_tablebase(root_move.score))
            {
                break;
            }
            if self.thread == 0 && self.can_stop_early(shared, &moves, multi_pv, depth, &stability)
            {
                break;
            }
        }
        if self.thread == 0 {
            shared.count(self.thread, self.nodes);
        }
        SearchResult { depth: completed_depth, moves }
    }

    /// True when another iteration would be a waste or would not be finished in
    /// time. A search without a time is never enough.
    fn can_stop_early(
        &self,
        shared: &SharedContext<'_, E>,
        moves: &[RootMove<P::Move>],
        multi_pv: usize,
        depth: u32,
        stability: &BestMoveStability<P::Move>,
    ) -> bool {
        let proven = || {
            let distance = score::mate_distance(moves[0].score);
            multi_pv == 1 && distance.is_some_and(|distance| distance.unsigned_abs() <= depth)
        };
        shared.budget.is_some()
            && (shared.is_past_soft_limit(stability.time_percent()) || moves.len() == 1 || proven())
    }

    /// Finds the best of `moves[index..]` and puts it at `index`, with a window
    /// around its last score that grows until the score lies inside.
    fn aspiration_search(
        &mut self,
        shared: &SharedContext<'_, E>,
        root: &Node<P>,
        moves: &mut [RootMove<P::Move>],
        index: usize,
        depth: u32,
        report: &mut dyn FnMut(PvReport<'_, P::Move>),
    ) {
        /// Below this much time on a search its bounds are not reported.
        const MIN_BOUND_REPORT_TIME: Duration = Duration::from_secs(1);
        let previous_rank = moves[index].previous_rank;
        let mut width = p::aspiration_window();
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        if depth as i32 >= p::aspiration_depth() {
            alpha = (previous_rank - width).max(-score::INFINITE);
            beta = (previous_rank + width).min(score::INFINITE);
        }
        loop {
            self.seldepth = 0;
            let score =
                self.search_root(shared, root, &mut moves[index..], alpha, beta, depth as i32);
            // Stable, so that moves without a new score keep their order.
            moves[index..].sort_by_key(|root_move| {
                std::cmp::Reverse((root_move.rank, root_move.previous_rank))
            });
            if shared.is_stopped() {
                return;
            }
            let bound = Bound::of(score, alpha, beta);
            let root_move = &moves[index];
            if bound == Bound::Exact || shared.timer.elapsed() > MIN_BOUND_REPORT_TIME {
                report(PvReport { depth, index, root_move, bound });
            }
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = (score - width).max(-score::INFINITE);
                }
                Bound::Lower => beta = (score + width).min(score::INFINITE),
            }
            width = if score::is_decisive(score) { score::INFINITE } else { width * 2 };
        }
    }

    /// Searches all root moves. Moves that do not beat the best so far keep a
    /// score below every other; their order stays.
    fn search_root(
        &mut self,
        shared: &SharedContext<'_, E>,
        root: &Node<P>,
        moves: &mut [RootMove<P::Move>],
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        if self.count_node(shared, 0) {
            return score::DRAW;
        }
        self.stack[2].cutoffs = 0;
        let mut best = BestSoFar::new(-score::INFINITE, alpha, beta);
        for number in 1..=moves.len() {
            let (mv, noise) = (moves[number - 1].mv(), moves[number - 1].noise);
            let child = self.make_move(shared, root, mv, 0);
            let next_depth = depth - 1 + self.danger_extension(&child, 0);
            let can_reduce = number >= p::late_move()
                && depth >= p::late_move_reduction_depth()
                && !root.in_danger
                && !child.in_danger
                && !root.position.is_noisy(mv);
            let reduced = can_reduce.then(|| next_depth - p::root_reduction(depth, number));
            // What the move has to beat, as far as its own score goes.
            let alpha = max_score_with_rank(best.alpha, noise);
            let beta = max_score_with_rank(beta - 1, noise) + 1;
            let parent = Frame { alpha, beta, depth, ply: 0, cut_node: false };
            let depths = ChildDepths { full: next_depth, reduced };
            let score = self.search_child::<Pv>(shared, &child, &parent, depths, number == 1);
            self.unmake_move(shared);
            if shared.is_stopped() {
                return best.score;
            }
            let root_move = &mut moves[number - 1];
            let rank = ranking_score(score, noise);
            let raises_alpha = best.update(mv, rank);
            if number == 1 || raises_alpha {
                (root_move.score, root_move.rank) = (score, rank);
                root_move.seldepth = self.seldepth;
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(self.pv.moves(1));
            } else {
                (root_move.score, root_move.rank) = (-score::INFINITE, -score::INFINITE);
            }
            if best.fails_high() {
                break;
            }
        }
        best.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of every kind, the lowest first.
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
    fn without_noise_a_score_is_its_own_rank() {
        for score in SCORES.into_iter().chain([-score::INFINITE, score::INFINITE]) {
            assert_eq!(ranking_score(score, None), score);
            assert_eq!(max_score_with_rank(score, None), score);
        }
    }

    /// A better score never has a lower rank, and of two wins the shorter is better.
    #[test]
    fn ranks_rise_with_the_scores() {
        for noise in [-4_000, -7, 0, 350, 9_000] {
            let ranks = SCORES.map(|score| ranking_score(score, Some(noise)));
            assert!(ranks.is_sorted(), "{ranks:?}");
            assert!(ranks.iter().all(|rank| !score::is_decisive(*rank)), "{ranks:?}");
            assert!(ranks[10] > ranks[9] && ranks[9] > ranks[8] && ranks[8] > ranks[7]);
        }
        assert!(ranking_score(0, Some(50)) > ranking_score(40, Some(0)));
    }

    /// A move beats a limit just where its score beats what the limit means for it.
    #[test]
    fn a_limit_is_carried_over_to_the_scores() {
        for noise in [-4_000, -7, 0, 350, 9_000].map(Some) {
            for limit in SCORES.map(|score| ranking_score(score, Some(12))) {
                let within = max_score_with_rank(limit, noise);
                for score in SCORES.into_iter().chain(SCORES.map(|score| score + 1)) {
                    let beats = ranking_score(score, noise) > limit;
                    assert_eq!(beats, score > within, "{score} {noise:?} {limit}");
                }
            }
            assert_eq!(max_score_with_rank(-score::INFINITE, noise), -score::INFINITE);
            assert_eq!(max_score_with_rank(score::INFINITE, noise), score::INFINITE);
        }
    }
}
