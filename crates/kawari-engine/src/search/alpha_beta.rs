//! The inner nodes of the tree: what is known of one before its moves are tried.

use super::control::Control;
use super::node::{Node, NodeType, NonPv, Pv};
use super::params as p;
use super::picker::{Picked, Picker};
use super::table::Entry;
use super::worker::Worker;
use crate::core::evaluation::Evaluation;
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

/// The window, depth and place that a node is searched with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Scores at or below are no better than what is known already.
    pub alpha: Score,
    /// Scores at or above are too good to be let happen.
    pub beta: Score,
    /// Plies to search.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// The node is expected to fail high.
    pub cut: bool,
}

/// How deep a child is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    /// In plies, if it is to be trusted.
    pub full: i32,
    /// At first, if its move comes late.
    pub reduced: Option<i32>,
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<M> {
    /// What the table says, if it says something.
    pub entry: Option<Entry>,
    /// The table's move, if it is legal.
    pub table_move: Option<M>,
    /// The evaluation as the table's score corrects it.
    pub estimate: Score,
    /// The side to move stands better than at its last turn.
    pub improving: bool,
    /// The node is or was on a principal variation.
    pub on_pv: bool,
}

impl<P: Tactics, E: Evaluation<P>> Worker<P, E> {
    /// Searches a node below the root and returns its score, exact within the
    /// window and a bound outside of it.
    pub(super) fn search<N: NodeType>(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        mut frame: Frame,
    ) -> Score {
        let Frame { depth, ply, .. } = frame;
        if depth <= 0 {
            return self.quiescence(control, node, frame.alpha, frame.beta, 0, ply);
        }
        if let Some(score) = self.arrive(control, node, ply) {
            return score;
        }
        let position = &node.position;
        // A shorter win or loss than the best one known cannot come any more.
        frame.alpha = frame.alpha.max(score::mated_in(ply));
        frame.beta = frame.beta.min(score::mate_in(ply + 1));
        if frame.alpha >= frame.beta {
            return frame.alpha;
        }

        let excluded = self.plies[ply].excluded;
        let entry = control.table.probe(self.table_key(position), ply);
        let deep = entry.filter(|entry| entry.depth >= depth);
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.settled(deep, position, frame.alpha, frame.beta, ply)
        {
            return score;
        }
        // A declaration is no move, so that trying the moves would not find it.
        let wins = || if N::PV { position.may_declare() } else { position.wins_at_once() };
        if excluded.is_none() && wins() {
            return score::mate_in(ply + 1);
        }
        let known = self.know::<N>(control, node, entry, ply);
        if !N::PV
            && !node.danger
            && excluded.is_none()
            && let Some(score) = self.prune(control, node, frame, &known)
        {
            return score;
        }
        if known.table_move.is_none()
            && (N::PV || frame.cut)
            && depth >= p::internal_reduction_depth()
        {
            frame.depth -= 1;
        }
        self.expand::<N>(control, node, frame, &known)
    }

    /// Evaluates a node, by the table where that is enough.
    fn know<N: NodeType>(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        entry: Option<Entry>,
        ply: usize,
    ) -> Known<P::Move> {
        let table_move = node.table_move(entry);
        let on_pv = N::PV || entry.is_some_and(|entry| entry.on_pv);
        if node.danger {
            self.plies[ply].raw_evaluation = score::NONE;
            self.plies[ply].evaluation = score::NONE;
            let estimate = score::NONE;
            return Known { entry, table_move, estimate, improving: false, on_pv };
        }
        let raw = self.evaluate(control, node, entry);
        let evaluation = self.corrected(&node.position, raw, ply);
        self.plies[ply].raw_evaluation = raw;
        self.plies[ply].evaluation = evaluation;
        let estimate = entry
            .filter(|entry| !score::is_decisive(entry.score) && entry.corrects(evaluation))
            .map_or(evaluation, |entry| entry.score);
        let improving = self.is_improving(ply, evaluation);
        Known { entry, table_move, estimate, improving, on_pv }
    }

    /// True when the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize, evaluation: Score) -> bool {
        let before = |back| {
            let evaluation = ply.checked_sub(back).map(|ply: usize| self.plies[ply].evaluation);
            evaluation.filter(|&evaluation| evaluation != score::NONE)
        };
        before(2).or_else(|| before(4)).is_none_or(|before| evaluation > before)
    }

    /// The score of a node that need not be searched: its side to move is so well
    /// off, or so badly, that its moves cannot change it.
    fn prune(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        frame: Frame,
        known: &Known<P::Move>,
    ) -> Option<Score> {
        let Frame { alpha, beta, depth, ply, .. } = frame;
        if !score::is_decisive(alpha)
            && depth <= p::razoring_depth()
            && known.estimate + p::razoring_margin(depth) <= alpha
        {
            let score = self.quiescence(control, node, alpha, alpha + 1, 0, ply);
            if score <= alpha || control.is_stopped() {
                return Some(score);
            }
        }
        if score::is_decisive(beta) {
            return None;
        }
        let spare = depth - i32::from(known.improving);
        if depth <= p::reverse_futility_depth()
            && known.estimate - p::reverse_futility_margin() * spare >= beta
        {
            return Some((known.estimate + beta) / 2);
        }
        self.pass(control, node, frame, known)
            .or_else(|| self.cut_by_capture(control, node, frame, known))
    }

    /// Null move: the score of a node whose side to move could even pass.
    fn pass(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        frame: Frame,
        known: &Known<P::Move>,
    ) -> Option<Score> {
        let Frame { beta, depth, ply, .. } = frame;
        let after_pass = self.plies[ply - 1].piece_to.is_none();
        if depth < p::null_move_depth()
            || known.estimate < beta
            || ply < self.null_move_from
            || after_pass
        {
            return None;
        }
        let passed = node.pass()?;
        let reduction = p::null_move_reduction(depth, known.estimate - beta);
        self.plies[ply].piece_to = None;
        self.history.push_pass(passed.position.key());
        let reduced = Frame {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - reduction,
            ply: ply + 1,
            cut: !frame.cut,
        };
        let score = -self.search::<NonPv>(control, &passed, reduced);
        self.history.pop();
        if control.is_stopped() || score < beta {
            return None;
        }
        // A win found after passing is no proof.
        let score = if score::is_decisive(score) { beta } else { score };
        if depth < p::null_move_verification_depth() || self.null_move_from > 0 {
            return Some(score);
        }
        self.null_move_from = ply + (depth - reduction) as usize * 3 / 4;
        let again = Frame { alpha: beta - 1, beta, depth: depth - reduction, ply, cut: false };
        let verified = self.search::<NonPv>(control, node, again);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: the score of a node where a noisy move is so good at a low depth
    /// that it would hold at the full one
    /// (<https://www.chessprogramming.org/ProbCut>).
    fn cut_by_capture(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        frame: Frame,
        known: &Known<P::Move>,
    ) -> Option<Score> {
        let Frame { depth, ply, cut, .. } = frame;
        let beta = frame.beta + p::probcut_margin();
        let low = depth - p::probcut_reduction();
        if depth < p::probcut_depth()
            || score::is_decisive(beta)
            || known.entry.is_some_and(|entry| entry.depth >= low && entry.score < beta)
        {
            return None;
        }
        let position = &node.position;
        let table_move = known.table_move.filter(|&mv| position.is_noisy(mv));
        let mut picker = Picker::noisy(&self.moves, table_move);
        let mut result = None;
        while let Some(Picked { mv, .. }) = picker.next(position, &mut self.moves, &self.heuristics)
        {
            if !position.exchange_at_least(mv, beta - known.estimate) {
                continue;
            }
            let child = self.enter(control, node, mv, ply);
            let mut score = -self.quiescence(control, &child, -beta, 1 - beta, 0, ply + 1);
            if score >= beta && low > 0 {
                let reduced =
                    Frame { alpha: -beta, beta: 1 - beta, depth: low, ply: ply + 1, cut: !cut };
                score = -self.search::<NonPv>(control, &child, reduced);
            }
            self.leave(control);
            if control.is_stopped() {
                break;
            }
            if score >= beta {
                result = Some(score - p::probcut_margin());
                break;
            }
        }
        picker.finish(&mut self.moves);
        result.filter(|&score| !score::is_decisive(score))
    }

    /// The score of a child to its parent. All but the first child of an open window, and
    /// every child of a null window, are expected not to beat alpha: a null window
    /// shows that, at a reduced depth if the move comes late. What beats it is searched
    /// again, to its full depth and then with the window open.
    ///
    /// <https://www.chessprogramming.org/Principal_Variation_Search>
    pub(super) fn search_child<N: NodeType>(
        &mut self,
        control: &Control<'_, E>,
        child: &Node<P>,
        parent: &Frame,
        depths: Depths,
        is_first: bool,
    ) -> Score {
        let Frame { alpha, beta, cut, ply, .. } = *parent;
        let below = |alpha, beta, depth, cut| Frame { alpha, beta, depth, ply: ply + 1, cut };
        let mut score = alpha + 1;
        if !N::PV || !is_first {
            let first_depth = depths.reduced.unwrap_or(depths.full);
            let is_late = depths.reduced.is_some();
            let null = below(-alpha - 1, -alpha, first_depth, is_late || !cut);
            score = -self.search::<NonPv>(control, child, null);
            if score > alpha && first_depth < depths.full {
                let full = below(-alpha - 1, -alpha, depths.full, !cut);
                score = -self.search::<NonPv>(control, child, full);
            }
        }
        if N::PV && score > alpha {
            let open = below(-beta, -alpha, depths.full, false);
            score = -self.search::<Pv>(control, child, open);
        }
        score
    }

    /// The child behind a legal move, on whose ply the line now stands; to be
    /// left by [`Worker::leave`].
    #[inline]
    pub(super) fn enter(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        mv: P::Move,
        ply: usize,
    ) -> Node<P> {
        let child = node.child(mv, &mut control.evaluation.push(&mut self.state));
        control.table.prefetch(self.table_key(&child.position));
        self.plies[ply].piece_to = Some(node.position.piece_to(mv));
        self.history.push(child.position.key(), child.position.in_check());
        child
    }
    /// Takes the line back from a child to its parent.
    #[inline]
    pub(super) fn leave(&mut self, control: &Control<'_, E>) {
        self.history.pop();
        control.evaluation.pop(&mut self.state);
    }
}
