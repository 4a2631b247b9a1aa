//! The root of the search: iterative deepening, aspiration windows, MultiPV.

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

/// The input of a search: root position, game history, root moves and MultiPV.
#[derive(Clone, Debug)]
pub struct RootTask<P: Tactics> {
    /// Root position.
    pub position: P,
    /// Positions of the game up to and including the root.
    pub history: History,
    /// Root moves to search: legal, at least one.
    pub moves: Vec<P::Move>,
    /// Root moves that get an exact score and a principal variation.
    pub multi_pv: MultiPv,
    /// Ply, counted from the root, at which the game is drawn by the move limit.
    pub draw_ply: Option<usize>,
}

/// The root moves that get an exact score and a principal variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MultiPv {
    /// The best moves, up to this number; 0 counts as 1. The search is repeated for each of
    /// them, without the moves found before.
    Best(usize),
    /// The moves that score at most this much less than the best move, all of them with
    /// [`score::INFINITE`]. One search finds them: it lowers alpha by the margin at the root.
    Within(Score),
}

/// A root move with its score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootMove<M> {
    /// Score of the latest iteration; `-INFINITE` if the move failed low or was not searched.
    pub score: Score,
    /// Principal variation, starting with this move; never empty.
    pub pv: Vec<M>,
    /// Selective depth, in plies.
    pub seldepth: usize,
    /// Score of the iteration before, which orders the moves that fail low.
    previous_score: Score,
}

impl<M: Copy> RootMove<M> {
    /// Creates a root move that has not been searched.
    pub fn new(mv: M) -> Self {
        let none = -score::INFINITE;
        Self { score: none, pv: vec![mv], seldepth: 0, previous_score: none }
    }

    /// Returns the move itself.
    pub fn mv(&self) -> M {
        self.pv[0]
    }

    /// Returns true if the latest iteration gave the move an exact score.
    pub fn has_score(&self) -> bool {
        self.score > -score::INFINITE
    }
}

/// A principal variation passed to the report callback.
#[derive(Clone, Copy, Debug)]
pub struct PvReport<'a, M> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// MultiPV index, from 0.
    pub index: usize,
    /// Root move with score and PV.
    pub root_move: &'a RootMove<M>,
    /// Bound type of the score.
    pub bound: Bound,
}

/// The result of one search thread.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Root moves, best first.
    pub moves: Vec<RootMove<M>>,
}

impl<M> SearchResult<M> {
    /// Returns true if this result has a greater depth than `other`, or the same depth and
    /// a higher score.
    pub fn is_better_than(&self, other: &Self) -> bool {
        let depth_and_score = |result: &Self| {
            (result.depth, result.moves.first().map_or(-score::INFINITE, |best| best.score))
        };
        depth_and_score(self) > depth_and_score(other)
    }
}

/// The stability of the best move and its score over the iterations, for time management.
#[derive(Clone, Copy, Debug)]
struct BestMoveStability<M> {
    best: Option<M>,
    /// Consecutive iterations that kept the best move of the iteration before.
    stable_iterations: usize,
    score: Score,
    /// Score drop since the iteration before, at least 0. Scores are in the units of the search
    /// parameters.
    score_drop: Score,
}

impl<M> Default for BestMoveStability<M> {
    fn default() -> Self {
        Self { best: None, stable_iterations: 0, score: 0, score_drop: 0 }
    }
}

impl<M: Copy + PartialEq> BestMoveStability<M> {
    /// Adds the result of an iteration.
    fn update(&mut self, best: M, score: Score) {
        self.stable_iterations =
            if self.best == Some(best) { self.stable_iterations + 1 } else { 0 };
        self.score_drop = if self.best.is_some() { (self.score - score).max(0) } else { 0 };
        (self.best, self.score) = (Some(best), score);
    }

    /// Returns the share of the soft time limit to use, in percent: less while the best move
    /// is stable, more after a score drop.
    fn time_percent(&self) -> u32 {
        let time_percent = p::TIME_PERCENT_BY_STABILITY
            [self.stable_iterations.min(p::TIME_PERCENT_BY_STABILITY.len() - 1)];
        time_percent * (100 + self.score_drop.min(p::MAX_SCORE_DROP) as u32) / 100
    }
}

/// Sorts root moves stably by a key in descending order. The list is short and almost sorted,
/// so that an insertion sort suffices; the one of the standard library is large and would be
/// compiled for every variant.
fn sort_descending<M>(moves: &mut [RootMove<M>], key: impl Fn(&RootMove<M>) -> (Score, Score)) {
    for end in 1..moves.len() {
        let mut place = end;
        while place > 0 && key(&moves[place - 1]) < key(&moves[place]) {
            moves.swap(place - 1, place);
            place -= 1;
        }
    }
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches with iterative deepening until the search is stopped or a limit is reached,
    /// and reports each principal variation.
    ///
    /// Thread 0 checks the limits and stops all threads.
    ///
    /// <https://www.chessprogramming.org/Iterative_Deepening>
    pub fn iterative_deepening(
        &mut self,
        shared: &SharedContext<'_, E>,
        task: &RootTask<P>,
        report: &mut dyn FnMut(PvReport<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        self.history = task.history.clone();
        self.root_length = self.history.len();
        self.repetition_ban_key = self.history.repetition_ban_key(&task.position.repetition_rule());
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
        let mut moves: Vec<_> = task.moves.iter().map(|&mv| RootMove::new(mv)).collect();
        let (searches, margin) = match task.multi_pv {
            MultiPv::Best(count) => (count.clamp(1, moves.len()), 0),
            MultiPv::Within(margin) => (1, margin),
        };
        let is_single_pv = matches!(task.multi_pv, MultiPv::Best(_)) && searches == 1;
        let max_depth = shared.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1);
        let mut completed_depth = 0;
        let mut stability = BestMoveStability::default();
        for depth in 1..=max_depth {
            self.root_depth = depth as usize;
            for root_move in &mut moves {
                root_move.previous_score = root_move.score;
            }
            for index in 0..searches {
                let mut report_single_pv = |pv: PvReport<'_, P::Move>| {
                    if is_single_pv {
                        report(pv);
                    }
                };
                let window = RootWindow { index, depth, margin };
                self.aspiration_search(shared, &root, &mut moves, window, &mut report_single_pv);
                if shared.is_stopped() {
                    break;
                }
            }
            if shared.is_stopped() {
                break;
            }
            if !is_single_pv {
                // A later search can score higher than an earlier one, so the PVs are sorted
                // and reported together.
                let lines = match task.multi_pv {
                    MultiPv::Best(_) => &mut moves[..searches],
                    MultiPv::Within(_) => &mut moves[..],
                };
                sort_descending(lines, |root_move| (root_move.score, 0));
                let lines = lines.iter().filter(|root_move| root_move.has_score());
                for (index, root_move) in lines.enumerate() {
                    report(PvReport { depth, index, root_move, bound: Bound::Exact });
                }
            }
            completed_depth = depth;
            stability.update(moves[0].mv(), self.usual_margin(moves[0].score));
            if moves[..searches]
                .iter()
                .all(|root_move| self.is_decided_by_tablebase(root_move.score))
            {
                break;
            }
            if self.thread == 0
                && self.can_stop_early(shared, &moves, is_single_pv, depth, &stability)
            {
                break;
            }
        }
        if self.thread == 0 {
            shared.count(self.thread, self.nodes);
        }
        SearchResult { depth: completed_depth, moves }
    }

    /// Returns true if another iteration is unnecessary or cannot finish in time. Always
    /// false for a search without a time limit.
    fn can_stop_early(
        &self,
        shared: &SharedContext<'_, E>,
        moves: &[RootMove<P::Move>],
        is_single_pv: bool,
        depth: u32,
        stability: &BestMoveStability<P::Move>,
    ) -> bool {
        let proven = || {
            let distance = score::mate_distance(moves[0].score);
            is_single_pv && distance.is_some_and(|distance| distance.unsigned_abs() <= depth)
        };
        shared.budget.is_some()
            && (shared.is_past_soft_limit(stability.time_percent()) || moves.len() == 1 || proven())
    }

    /// Searches `moves[index..]` with an aspiration window around the previous score, and
    /// widens the window until the score lies inside. Sorts the moves by score, so that the
    /// best is at `index`.
    ///
    /// <https://www.chessprogramming.org/Aspiration_Windows>
    fn aspiration_search(
        &mut self,
        shared: &SharedContext<'_, E>,
        root: &Node<P>,
        moves: &mut [RootMove<P::Move>],
        window: RootWindow,
        report: &mut dyn FnMut(PvReport<'_, P::Move>),
    ) {
        /// Search time below which fail-highs and fail-lows are not reported.
        const MIN_BOUND_REPORT_TIME: Duration = Duration::from_secs(1);
        let RootWindow { index, depth, margin } = window;
        let previous_score = moves[index].previous_score;
        let mut width = self.margin(p::aspiration_window());
        let (mut alpha, mut beta) = (-score::INFINITE, score::INFINITE);
        if depth as i32 >= p::aspiration_depth() {
            alpha = (previous_score - width).max(-score::INFINITE);
            beta = (previous_score + width).min(score::INFINITE);
        }
        loop {
            self.seldepth = 0;
            let frame = Frame { alpha, beta, depth: depth as i32, ply: 0, cut_node: false };
            let score = self.search_root(shared, root, &mut moves[index..], frame, margin);
            // The sort is stable: moves that failed low keep their order.
            sort_descending(&mut moves[index..], |root_move| {
                (root_move.score, root_move.previous_score)
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

    /// Searches all root moves and returns the best score. A move that scores lower than the
    /// best by `margin` or more fails low: its score becomes `-INFINITE`.
    fn search_root(
        &mut self,
        shared: &SharedContext<'_, E>,
        root: &Node<P>,
        moves: &mut [RootMove<P::Move>],
        frame: Frame,
        margin: Score,
    ) -> Score {
        if self.count_node(shared, 0) {
            return score::DRAW;
        }
        self.stack[2].cutoffs = 0;
        let depth = frame.depth;
        let mut best = BestSoFar::new(-score::INFINITE, frame.alpha, frame.beta);
        for number in 1..=moves.len() {
            let mv = moves[number - 1].mv();
            let child = self.make_move(shared, root, mv, 0);
            let next_depth = depth - 1 + self.danger_extension(&child, 0);
            let can_reduce = number >= p::lmr_first_move()
                && depth >= p::lmr_depth()
                && !root.in_danger
                && !child.in_danger
                && !root.position.is_noisy(mv);
            let reduced = can_reduce.then(|| next_depth - p::lmr_root_reduction(depth, number));
            let alpha = (best.alpha - margin).max(-score::INFINITE);
            let parent = Frame { alpha, ..frame };
            let depths = ChildDepths { full: next_depth, reduced };
            let score = self.search_child::<Pv>(shared, &child, &parent, depths, number == 1);
            self.unmake_move(shared);
            if shared.is_stopped() {
                return best.score;
            }
            best.update(mv, score);
            let root_move = &mut moves[number - 1];
            if number == 1 || score > alpha {
                root_move.score = score;
                root_move.seldepth = self.seldepth;
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(self.pv.moves(1));
            } else {
                root_move.score = -score::INFINITE;
            }
            if best.fails_high() {
                break;
            }
        }
        best.score
    }
}

/// The parameters of one root search.
#[derive(Clone, Copy)]
struct RootWindow {
    /// MultiPV index: the root moves before it are left out.
    index: usize,
    /// Depth of the iteration, in plies.
    depth: u32,
    /// See [`MultiPv::Within`].
    margin: Score,
}
