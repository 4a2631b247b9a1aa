//! The root: iterative deepening, aspiration windows, several principal
//! variations.

use std::time::Duration;

use super::alpha_beta::{Depths, Frame};
use super::control::Control;
use super::node::{Best, Node, Pv};
use super::params as p;
use super::table::Bound;
use super::worker::{Ply, Worker};
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::score::{self, MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct SearchTask<P: Tactics> {
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
    /// What it is compared by: see [`rank`].
    rank: Score,
    /// The line that begins with this move; never empty.
    pub pv: Vec<M>,
    /// The deepest line searched, in plies.
    pub seldepth: usize,
    /// Rank in the iteration before: the order of moves that are not the best.
    previous: Score,
}

impl<M: Copy> RootMove<M> {
    /// A move that nothing is known of yet.
    pub fn new(mv: M, noise: Option<Score>) -> Self {
        let none = -score::INFINITE;
        Self { score: none, noise, rank: none, pv: vec![mv], seldepth: 0, previous: none }
    }

    /// The move itself.
    pub fn mv(&self) -> M {
        self.pv[0]
    }
}

/// With noise, what a score has beyond this counts for little: so much of it.
const CLEAR: Score = 3_000;
/// See [`CLEAR`].
const BEYOND: Score = 16;
/// With noise, a win here and now counts as this, more than any other score, and as so
/// much less with every ply.
const WON: Score = 6_200;
/// See [`WON`].
const DELAY: Score = 10;

/// What a score is compared by. With noise a proven end of the game is no more than a
/// very good or bad score, so that it can be missed, too.
fn rank(score: Score, noise: Option<Score>) -> Score {
    let Some(noise) = noise else { return score };
    /// No line is longer, though the numbers of the scores go on.
    const LONGEST: i32 = score::MAX_PLY as i32;
    let worth = match score::mate_distance(score) {
        _ if score.abs() >= score::INFINITE => return score,
        None => {
            let clear = score.clamp(-CLEAR, CLEAR);
            clear + (score - clear) / BEYOND
        }
        Some(plies) if score > 0 => WON - DELAY * plies.min(LONGEST),
        Some(plies) => -WON - DELAY * plies.max(-LONGEST),
    };
    (worth + noise).clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION)
}

/// The highest score with at most this rank.
fn score_within(limit: Score, noise: Option<Score>) -> Score {
    let Some(noise) = noise.filter(|_| limit.abs() < score::INFINITE) else { return limit };
    let (mut low, mut high) = (-score::INFINITE, score::MATE);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if rank(middle, Some(noise)) <= limit { low = middle } else { high = middle - 1 }
    }
    low
}

/// One principal variation, as it is reported.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Which principal variation this is, from 0.
    pub index: usize,
    /// The move, its score and its line.
    pub line: &'a RootMove<M>,
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
        let worth = |result: &Self| {
            (result.depth, result.moves.first().map_or(-score::INFINITE, |best| best.score))
        };
        worth(self) > worth(other)
    }
}

/// How far the best move can be trusted already, iteration by iteration.
#[derive(Clone, Copy, Debug)]
struct Trust<M> {
    best: Option<M>,
    /// Iterations that have found the same move as the one before.
    agreeing: usize,
    score: Score,
    /// By how much the last iteration has found less than the one before.
    drop: Score,
}

impl<M> Default for Trust<M> {
    fn default() -> Self {
        Self { best: None, agreeing: 0, score: 0, drop: 0 }
    }
}

impl<M: Copy + PartialEq> Trust<M> {
    /// An iteration has found this.
    fn hear(&mut self, best: M, score: Score) {
        self.agreeing = if self.best == Some(best) { self.agreeing + 1 } else { 0 };
        self.drop = if self.best.is_some() { (self.score - score).max(0) } else { 0 };
        (self.best, self.score) = (Some(best), score);
    }

    /// What more time is worth, in hundredths of the usual time: the less, the
    /// longer the same move has been best, and the more, the worse it turns out.
    fn worth(&self) -> u32 {
        let worth = p::TIME_BY_AGREEMENT[self.agreeing.min(p::TIME_BY_AGREEMENT.len() - 1)];
        worth * (100 + self.drop.min(p::TIME_DROP) as u32) / 100
    }
}

impl<P: Tactics, E: Evaluation<P>> Worker<P, E> {
    /// Searches deeper and deeper until the control or a limit ends it, and
    /// reports each principal variation.
    ///
    /// The first worker watches the limits and ends the search of all; the
    /// others search until then.
    pub fn run(
        &mut self,
        control: &Control<'_, E>,
        task: &SearchTask<P>,
        report: &mut dyn FnMut(Progress<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        self.history = task.history.clone();
        self.root_length = self.history.len();
        self.barred_key = self.history.barred_key(&P::REPETITION);
        self.draw_ply = task.draw_ply.unwrap_or(usize::MAX);
        self.nodes = 0;
        self.heuristics.begin_search();
        self.plies.fill(Ply::NEW);

        self.consult(control, &task.position);
        let root = Node::root(task.position.clone());
        self.state = control.evaluation.begin(&root.position);
        if !root.danger {
            self.plies[0].evaluation = self.evaluate(control, &root, None);
        }
        let noise = |number: usize| task.noise.as_ref()?.get(number).copied().or(Some(0));
        let moves = task.moves.iter().enumerate();
        let mut moves: Vec<_> =
            moves.map(|(number, &mv)| RootMove::new(mv, noise(number))).collect();
        let lines = task.multi_pv.clamp(1, moves.len());
        let deepest = control.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1);
        let mut finished = 0;
        let mut trust = Trust::default();
        for depth in 1..=deepest {
            self.root_depth = depth as usize;
            for line in &mut moves {
                line.previous = line.rank;
            }
            for index in 0..lines {
                let mut alone = |progress: Progress<'_, P::Move>| {
                    if lines == 1 {
                        report(progress);
                    }
                };
                self.search_line(control, &root, &mut moves, index, depth, &mut alone);
                if control.is_stopped() {
                    break;
                }
            }
            if control.is_stopped() {
                break;
            }
            if lines > 1 {
                // A later line can turn out better than an earlier one: they are
                // reported together, best first.
                moves[..lines].sort_by_key(|line| std::cmp::Reverse(line.rank));
                for (index, line) in moves[..lines].iter().enumerate() {
                    report(Progress { depth, index, line, bound: Bound::Exact });
                }
            }
            finished = depth;
            trust.hear(moves[0].mv(), moves[0].score);
            if moves[..lines].iter().all(|line| self.is_settled(line.score)) {
                break;
            }
            if self.thread == 0 && self.is_enough(control, &moves, lines, depth, &trust) {
                break;
            }
        }
        if self.thread == 0 {
            control.count(self.thread, self.nodes);
        }
        SearchResult { depth: finished, moves }
    }

    /// True when another iteration would be a waste or would not be finished in
    /// time. A search without a time is never enough.
    fn is_enough(
        &self,
        control: &Control<'_, E>,
        moves: &[RootMove<P::Move>],
        lines: usize,
        depth: u32,
        trust: &Trust<P::Move>,
    ) -> bool {
        let proven = || {
            let distance = score::mate_distance(moves[0].score);
            lines == 1 && distance.is_some_and(|distance| distance.unsigned_abs() <= depth)
        };
        control.budget.is_some() && (control.is_late(trust.worth()) || moves.len() == 1 || proven())
    }

    /// Finds the best of `moves[index..]` and puts it at `index`, with a window
    /// around its last score that grows until the score lies inside.
    fn search_line(
        &mut self,
        control: &Control<'_, E>,
        root: &Node<P>,
        moves: &mut [RootMove<P::Move>],
        index: usize,
        depth: u32,
        report: &mut dyn FnMut(Progress<'_, P::Move>),
    ) {
        /// Below this much time on a search its bounds are not reported.
        const PATIENCE: Duration = Duration::from_secs(1);
        let last = moves[index].previous;
        let mut width = p::aspiration_window();
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        if depth as i32 >= p::aspiration_depth() {
            alpha = (last - width).max(-score::INFINITE);
            beta = (last + width).min(score::INFINITE);
        }
        loop {
            self.seldepth = 0;
            let score =
                self.search_root(control, root, &mut moves[index..], alpha, beta, depth as i32);
            // Stable, so that moves without a new score keep their order.
            moves[index..].sort_by_key(|line| std::cmp::Reverse((line.rank, line.previous)));
            if control.is_stopped() {
                return;
            }
            let bound = Bound::of(score, alpha, beta);
            let line = &moves[index];
            if bound == Bound::Exact || control.timer.elapsed() > PATIENCE {
                report(Progress { depth, index, line, bound });
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
        control: &Control<'_, E>,
        root: &Node<P>,
        moves: &mut [RootMove<P::Move>],
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        if self.visit(control, 0) {
            return score::DRAW;
        }
        self.plies[2].cutoffs = 0;
        let mut best = Best::new(-score::INFINITE, alpha, beta);
        for number in 1..=moves.len() {
            let (mv, noise) = (moves[number - 1].mv(), moves[number - 1].noise);
            let child = self.enter(control, root, mv, 0);
            let next_depth = depth - 1 + self.extension(&child, 0);
            let reducible = number >= p::late_move()
                && depth >= p::late_move_reduction_depth()
                && !root.danger
                && !child.danger
                && !root.position.is_noisy(mv);
            let reduced = reducible.then(|| next_depth - p::root_reduction(depth, number));
            // What the move has to beat, as far as its own score goes.
            let alpha = score_within(best.alpha, noise);
            let beta = score_within(beta - 1, noise) + 1;
            let parent = Frame { alpha, beta, depth, ply: 0, cut: false };
            let depths = Depths { full: next_depth, reduced };
            let score = self.search_child::<Pv>(control, &child, &parent, depths, number == 1);
            self.leave(control);
            if control.is_stopped() {
                return best.score;
            }
            let line = &mut moves[number - 1];
            let rank = rank(score, noise);
            let raises = best.update(mv, rank);
            if number == 1 || raises {
                (line.score, line.rank) = (score, rank);
                line.seldepth = self.seldepth;
                line.pv.truncate(1);
                line.pv.extend_from_slice(self.pv.line(1));
            } else {
                (line.score, line.rank) = (-score::INFINITE, -score::INFINITE);
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
            assert_eq!(rank(score, None), score);
            assert_eq!(score_within(score, None), score);
        }
    }

    /// A better score never has a lower rank, and of two wins the shorter is better.
    #[test]
    fn ranks_rise_with_the_scores() {
        for noise in [-4_000, -7, 0, 350, 9_000] {
            let ranks = SCORES.map(|score| rank(score, Some(noise)));
            assert!(ranks.is_sorted(), "{ranks:?}");
            assert!(ranks.iter().all(|rank| !score::is_decisive(*rank)), "{ranks:?}");
            assert!(ranks[10] > ranks[9] && ranks[9] > ranks[8] && ranks[8] > ranks[7]);
        }
        assert!(rank(0, Some(50)) > rank(40, Some(0)));
    }

    /// A move beats a limit just where its score beats what the limit means for it.
    #[test]
    fn a_limit_is_carried_over_to_the_scores() {
        for noise in [-4_000, -7, 0, 350, 9_000].map(Some) {
            for limit in SCORES.map(|score| rank(score, Some(12))) {
                let within = score_within(limit, noise);
                for score in SCORES.into_iter().chain(SCORES.map(|score| score + 1)) {
                    let beats = rank(score, noise) > limit;
                    assert_eq!(beats, score > within, "{score} {noise:?} {limit}");
                }
            }
            assert_eq!(score_within(-score::INFINITE, noise), -score::INFINITE);
            assert_eq!(score_within(score::INFINITE, noise), score::INFINITE);
        }
    }
}
