//! One thread's search of the tree.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::control::Control;
use super::heuristics::Heuristics;
use super::params as p;
use super::picker::{MoveStack, Picked, Picker};
use super::pv::PvTable;
use super::table::{Bound, Entry};
use crate::core::history::History;
use crate::core::outcome::Outcome;
use crate::core::position::{Evaluator, MoveLike, Position};
use crate::core::score::{self, MAX_PLY, Score};

/// What a node is searched for, as a type.
pub trait NodeType {
    /// True where the window is open and the line is wanted.
    const PV: bool;
}

/// A node of the principal variation: an open window.
#[derive(Clone, Copy, Debug)]
pub struct Pv;

/// Any other node: a null window.
#[derive(Clone, Copy, Debug)]
pub struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

/// A position in the tree with what the search needs to know of it again and
/// again.
#[derive(Clone)]
pub struct Node<P: Position, E> {
    /// The position.
    pub position: P,
    /// The evaluator that has seen the moves up to it.
    pub evaluator: E,
    /// See [`Position::in_danger`].
    pub danger: bool,
}

impl<P: Position, E: Evaluator<P>> Node<P, E> {
    /// The root of a tree.
    pub fn root(position: P) -> Self {
        let evaluator = E::new(&position);
        let danger = position.in_danger();
        Self { position, evaluator, danger }
    }

    /// The node after a legal move.
    #[inline]
    pub fn child(&self, mv: P::Move) -> Self {
        let mut position = self.position.clone();
        let mut evaluator = self.evaluator.clone();
        position.play(mv, &mut evaluator);
        let danger = position.in_danger();
        Self { position, evaluator, danger }
    }

    /// The node after a null move, where there is one.
    pub fn pass(&self) -> Option<Self> {
        let position = self.position.pass()?;
        let danger = position.in_danger();
        Some(Self { position, evaluator: self.evaluator.clone(), danger })
    }
}

/// What the search keeps of each ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// Static evaluation; [`score::NONE`] in danger.
    evaluation: Score,
    /// Trail of the move that led away from here; `None` for a null move.
    pub(super) trail: Option<usize>,
}

/// One thread's search: what it has learned and the line it stands on.
///
/// It outlives single searches; [`Worker::new_game`] makes it forget.
pub struct Worker<P: Position, E> {
    pub(super) thread: usize,
    pub(super) heuristics: Heuristics<P>,
    pub(super) moves: MoveStack<P::Move>,
    pub(super) pv: PvTable<P::Move>,
    pub(super) plies: Vec<Ply>,
    pub(super) history: History,
    /// Positions in `history` up to the root, the root included.
    pub(super) root_length: usize,
    /// Plies from the root at which the game is a draw by its length.
    pub(super) draw_ply: usize,
    /// The iteration, in plies.
    pub(super) root_depth: usize,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// No null move before this ply: a fail-high is being verified.
    null_move_from: usize,
    evaluator: PhantomData<E>,
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
    /// A worker that has learned nothing; `thread` is its number from 0.
    pub fn new(thread: usize) -> Self {
        Self {
            thread,
            heuristics: Heuristics::new(),
            moves: MoveStack::new(),
            pv: PvTable::new(),
            plies: vec![Ply::default(); MAX_PLY + 1],
            history: History::new(),
            root_length: 0,
            draw_ply: usize::MAX,
            root_depth: 0,
            nodes: 0,
            seldepth: 0,
            null_move_from: 0,
            evaluator: PhantomData,
        }
    }

    /// Forgets what earlier games have taught.
    pub fn new_game(&mut self) {
        self.heuristics = Heuristics::new();
    }

    /// Counts a node; true when the search is to end.
    #[inline]
    pub(super) fn visit(&mut self, control: &Control<'_>, ply: usize) -> bool {
        /// Nodes between two looks at the clock: well below a millisecond.
        const CLOCK_INTERVAL: u64 = 256;
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        control.count(self.thread, self.nodes);
        if self.thread == 0 {
            let look = self.nodes.is_multiple_of(CLOCK_INTERVAL);
            let others = if look { control.nodes() } else { self.nodes };
            if control.limits.nodes.is_some_and(|limit| others >= limit)
                || look && control.is_out_of_time()
            {
                control.stop();
            }
        }
        control.is_stopped()
    }

    /// The score of a node below the root that the rules have ended or that
    /// goes round in circles; `None` where the game goes on. Whether there is a
    /// legal move is left to the caller, except where a clock has run out.
    #[inline]
    pub(super) fn ended(&self, position: &P, ply: usize) -> Option<Score> {
        let scored = |outcome| outcome_score(position, outcome, ply);
        if let Some(outcome) = position.goal() {
            return Some(scored(outcome));
        }
        if let Some(repetition) = self.history.repetition() {
            let outcome = position.repeated(repetition, &self.history);
            if repetition.occurrences >= P::REPETITION.occurrences {
                return Some(scored(outcome));
            }
            // Back where the search has been: both sides can go round until the
            // rules end it, so it is worth what that end is, but is no proof.
            if repetition.previous + 1 >= self.root_length {
                let proofless =
                    |score: Score| score.clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION);
                return Some(proofless(scored(outcome)));
            }
        }
        let clock = position.clock_outcome();
        if clock.is_some() || ply >= self.draw_ply {
            let outcome = if position.has_move() { clock } else { Some(position.stuck()) };
            return Some(outcome.map_or(score::DRAW, scored));
        }
        None
    }

    /// Searches a node below the root and returns its score, exact within the
    /// window and a bound outside of it.
    pub(super) fn search<N: NodeType>(
        &mut self,
        control: &Control<'_>,
        node: &Node<P, E>,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence(control, node, alpha, beta, 0, ply);
        }
        self.pv.clear(ply);
        if self.visit(control, ply) {
            return score::DRAW;
        }
        let position = &node.position;
        if let Some(score) = self.ended(position, ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return node.evaluator.evaluate(position);
        }
        // A shorter win or loss than the best one known cannot come any more.
        alpha = alpha.max(score::mated_in(ply));
        beta = beta.min(score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        if !N::PV && position.wins_at_once() {
            return score::mate_in(ply + 1);
        }
        let known = control.table.probe(position.key(), ply);
        if let Some(entry) = known
            && !N::PV
            && entry.depth >= depth
            && entry.settles(alpha, beta)
            && position.clock_left().is_none_or(|left| left as i32 > entry.depth)
        {
            return entry.score;
        }
        let table_move = known
            .and_then(|entry| P::Move::from_bits(entry.best))
            .filter(|&mv| position.is_legal(mv));

        let evaluation = if node.danger {
            score::NONE
        } else {
            known
                .map(|entry| entry.evaluation)
                .filter(|&evaluation| evaluation != score::NONE)
                .unwrap_or_else(|| node.evaluator.evaluate(position))
        };
        self.plies[ply].evaluation = evaluation;
        let improving = !node.danger && self.is_improving(ply, evaluation);

        if !N::PV
            && !node.danger
            && let Some(score) = self.prune(control, node, beta, depth, ply, evaluation)
        {
            return score;
        }

        let mut depth = depth;
        if table_move.is_none() && depth >= p::INTERNAL_REDUCTION_DEPTH {
            depth -= 1;
        }
        self.search_moves::<N>(
            control,
            node,
            Window { alpha, beta, depth, ply, improving },
            table_move,
        )
    }

    /// True when the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize, evaluation: Score) -> bool {
        ply >= 2 && {
            let before = self.plies[ply - 2].evaluation;
            before == score::NONE || evaluation > before
        }
    }

    /// The score of a node whose side to move is so well off that it need not
    /// be searched.
    fn prune(
        &mut self,
        control: &Control<'_>,
        node: &Node<P, E>,
        beta: Score,
        depth: i32,
        ply: usize,
        evaluation: Score,
    ) -> Option<Score> {
        if score::is_decisive(beta) || evaluation < beta {
            return None;
        }
        if depth <= p::REVERSE_FUTILITY_DEPTH
            && evaluation - p::REVERSE_FUTILITY_MARGIN * depth >= beta
        {
            return Some(evaluation);
        }
        let after_pass = self.plies[ply - 1].trail.is_none();
        if depth < p::NULL_MOVE_DEPTH || ply < self.null_move_from || after_pass {
            return None;
        }
        let passed = node.pass()?;
        let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
        self.plies[ply].trail = None;
        self.history.push_pass(passed.position.key());
        let score =
            -self.search::<NonPv>(control, &passed, -beta, 1 - beta, depth - reduction, ply + 1);
        self.history.pop();
        if control.is_stopped() || score < beta {
            return None;
        }
        // A win found after passing is no proof.
        let score = if score::is_decisive(score) { beta } else { score };
        if depth < p::NULL_MOVE_VERIFICATION_DEPTH || self.null_move_from > 0 {
            return Some(score);
        }
        self.null_move_from = ply + (depth - reduction) as usize * 3 / 4;
        let verified = self.search::<NonPv>(control, node, beta - 1, beta, depth - reduction, ply);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    fn search_moves<N: NodeType>(
        &mut self,
        control: &Control<'_>,
        node: &Node<P, E>,
        window: Window,
        table_move: Option<P::Move>,
    ) -> Score {
        let Window { mut alpha, beta, depth, ply, improving } = window;
        let position = &node.position;
        let previous = self.plies[ply - 1].trail;
        let killers = self.heuristics.killers(ply);
        self.heuristics.clear_grandchildren(ply);

        let mut picker = Picker::new(&self.moves, table_move, killers, previous);
        let mut tried = Tried::new();
        let mut best_score = -score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        loop {
            let prunable = best_score > -score::MAX_EVALUATION && !node.danger;
            if prunable && self.quiet_is_futile(&window, alpha, number + 1) {
                picker.skip_quiet();
            }
            let Some(Picked { mv, noisy }) =
                picker.next(position, &mut self.moves, &self.heuristics)
            else {
                break;
            };
            number += 1;
            if prunable
                && depth <= p::EXCHANGE_DEPTH
                && !position.exchange_at_least(mv, -p::EXCHANGE_MARGIN * depth)
            {
                continue;
            }

            let child = node.child(mv);
            control.table.prefetch(child.position.key());
            self.plies[ply].trail = Some(position.trail(mv));
            self.history.push(child.position.key(), child.position.in_check());

            // A threat to win is answered at full depth, so that lines of checks
            // and single replies do not hide behind the horizon.
            let next_depth = depth - 1 + self.extension(&child, ply);
            let mut score = -score::INFINITE;
            let reduction = p::reduction(depth, number);
            let late = number >= p::LATE_MOVE
                && depth >= p::LATE_MOVE_REDUCTION_DEPTH
                && !noisy
                && !node.danger;
            let reduced_depth = if late {
                let history = self.heuristics.quiet_history(position, previous).of(position, mv);
                let reduction = reduction - i32::from(N::PV) + i32::from(!improving)
                    - i32::from(child.danger)
                    - history / p::HISTORY_PER_PLY;
                (next_depth - reduction.max(0)).max(1)
            } else {
                next_depth
            };
            if !N::PV || number > 1 {
                score = -self.search::<NonPv>(
                    control,
                    &child,
                    -alpha - 1,
                    -alpha,
                    reduced_depth,
                    ply + 1,
                );
                if score > alpha && reduced_depth < next_depth {
                    score = -self.search::<NonPv>(
                        control,
                        &child,
                        -alpha - 1,
                        -alpha,
                        next_depth,
                        ply + 1,
                    );
                }
            }
            if N::PV && (number == 1 || score > alpha) {
                score = -self.search::<Pv>(control, &child, -beta, -alpha, next_depth, ply + 1);
            }
            self.history.pop();
            if control.is_stopped() {
                break;
            }

            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.pv.extend(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            tried.push(mv, noisy);
        }
        picker.finish(&mut self.moves);

        if control.is_stopped() {
            return score::DRAW;
        }
        if number == 0 {
            return outcome_score(position, position.stuck(), ply);
        }
        if let Some(mv) = best_move.filter(|_| best_score >= beta) {
            self.learn(position, mv, &tried, previous, ply, depth);
        }
        let bound = if best_score >= beta {
            Bound::Lower
        } else if best_score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        control.table.store(
            position.key(),
            ply,
            Entry {
                best: best_move.map_or(0, MoveLike::bits),
                score: best_score,
                evaluation: self.plies[ply].evaluation,
                depth,
                bound,
            },
        );
        best_score
    }

    /// True when quiet moves from the `number`th move of the node on are not
    /// worth a search: so many have failed, or the node stands so far below alpha.
    fn quiet_is_futile(&self, window: &Window, alpha: Score, number: usize) -> bool {
        let Window { depth, ply, improving, .. } = *window;
        if depth <= p::LATE_MOVE_PRUNING_DEPTH && number > p::late_move_count(depth, improving) {
            return true;
        }
        let left = (depth - p::reduction(depth, number)).max(0);
        let [base, each] = p::FUTILITY_MARGIN;
        left <= p::FUTILITY_DEPTH && self.plies[ply].evaluation + base + each * left <= alpha
    }

    /// Plies by which a child that `ply` leads to is searched deeper: one in
    /// danger, unless the line is long enough already.
    pub(super) fn extension(&self, child: &Node<P, E>, ply: usize) -> i32 {
        i32::from(child.danger && ply < 2 * self.root_depth)
    }

    /// Remembers which move refuted a node and which did not.
    fn learn(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: &Tried<P::Move>,
        previous: Option<usize>,
        ply: usize,
        depth: i32,
    ) {
        let color = position.side_to_move();
        if position.is_noisy(mv) {
            self.heuristics.judge_noisy(color, mv, depth, true);
        } else {
            self.heuristics.reward_quiet(position, mv, &tried.quiet, previous, ply, depth);
        }
        for &other in &tried.noisy {
            self.heuristics.judge_noisy(color, other, depth, false);
        }
    }
}

/// The window and depth that the moves of a node are searched with.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    improving: bool,
}

/// The moves of a node that were searched and did not refute it; the first of
/// them, as many as there is room for.
struct Tried<M> {
    quiet: ArrayVec<M, 64>,
    noisy: ArrayVec<M, 32>,
}

impl<M: Copy> Tried<M> {
    fn new() -> Self {
        Self { quiet: ArrayVec::new(), noisy: ArrayVec::new() }
    }

    fn push(&mut self, mv: M, noisy: bool) {
        // A move too many is just not learned from.
        let _ =
            if noisy { self.noisy.try_push(mv).is_ok() } else { self.quiet.try_push(mv).is_ok() };
    }
}

/// What an ending is worth to the side to move of a position at `ply`.
pub(super) fn outcome_score<P: Position>(position: &P, outcome: Outcome, ply: usize) -> Score {
    match outcome.winner() {
        Some(winner) if winner == position.side_to_move() => score::mate_in(ply),
        Some(_) => score::mated_in(ply),
        None => score::DRAW,
    }
}
