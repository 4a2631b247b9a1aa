//! The inner nodes of the tree: what is known of one before its moves are tried.

use super::move_picker::{MovePicker, PickedMove};
use super::node::{Node, NodeType, NonPv, Pv};
use super::params as p;
use super::search_thread::SearchThread;
use super::shared::SharedContext;
use super::transposition_table::TtEntry;
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
    pub cut_node: bool,
}

/// How deep a child is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildDepths {
    /// In plies, if it is to be trusted.
    pub full: i32,
    /// At first, if its move comes late.
    pub reduced: Option<i32>,
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext<M> {
    /// What the table says, if it says something.
    pub tt_entry: Option<TtEntry>,
    /// The table's move, if it is legal.
    pub tt_move: Option<M>,
    /// The evaluation as the table's score corrects it.
    pub estimated_score: Score,
    /// The side to move stands better than at its last turn.
    pub improving: bool,
    /// The node is or was on a principal variation.
    pub on_pv: bool,
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches a node below the root and returns its score, exact within the
    /// window and a bound outside of it.
    pub(super) fn search<N: NodeType>(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        mut frame: Frame,
    ) -> Score {
        let Frame { depth, ply, .. } = frame;
        if depth <= 0 {
            return self.quiescence(shared, node, frame.alpha, frame.beta, 0, ply);
        }
        if let Some(score) = self.check_terminal(shared, node, ply) {
            return score;
        }
        let position = &node.position;
        // A shorter win or loss than the best one known cannot come any more.
        frame.alpha = frame.alpha.max(score::mated_in(ply));
        frame.beta = frame.beta.min(score::mate_in(ply + 1));
        if frame.alpha >= frame.beta {
            return frame.alpha;
        }

        let excluded = self.stack[ply].excluded;
        let tt_entry = shared.tt.probe(self.tt_key(position), ply);
        let deep = tt_entry.filter(|tt_entry| tt_entry.depth >= depth);
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.tt_cutoff(deep, position, frame.alpha, frame.beta, ply)
        {
            return score;
        }
        // A declaration is no move, so that trying the moves would not find it.
        let wins = || if N::PV { position.can_declare() } else { position.has_immediate_win() };
        if excluded.is_none() && wins() {
            return score::mate_in(ply + 1);
        }
        let context = self.node_context::<N>(shared, node, tt_entry, ply);
        if !N::PV
            && !node.in_danger
            && excluded.is_none()
            && let Some(score) = self.prune_node(shared, node, frame, &context)
        {
            return score;
        }
        if context.tt_move.is_none()
            && (N::PV || frame.cut_node)
            && depth >= p::internal_reduction_depth()
        {
            frame.depth -= 1;
        }
        self.search_moves::<N>(shared, node, frame, &context)
    }

    /// Evaluates a node, by the table where that is enough.
    fn node_context<N: NodeType>(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> NodeContext<P::Move> {
        let tt_move = node.tt_move(tt_entry);
        let on_pv = N::PV || tt_entry.is_some_and(|tt_entry| tt_entry.on_pv);
        if node.in_danger {
            self.stack[ply].raw_eval = score::NONE;
            self.stack[ply].static_eval = score::NONE;
            let estimated_score = score::NONE;
            return NodeContext { tt_entry, tt_move, estimated_score, improving: false, on_pv };
        }
        let raw = self.evaluate(shared, node, tt_entry);
        let evaluation = self.correct_eval(&node.position, raw, ply);
        self.stack[ply].raw_eval = raw;
        self.stack[ply].static_eval = evaluation;
        let estimated_score = tt_entry
            .filter(|tt_entry| {
                !score::is_decisive(tt_entry.score) && tt_entry.bounds_eval(evaluation)
            })
            .map_or(evaluation, |tt_entry| tt_entry.score);
        let improving = self.is_improving(ply, evaluation);
        NodeContext { tt_entry, tt_move, estimated_score, improving, on_pv }
    }

    /// True when the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize, evaluation: Score) -> bool {
        let before = |back| {
            let evaluation = ply.checked_sub(back).map(|ply: usize| self.stack[ply].static_eval);
            evaluation.filter(|&evaluation| evaluation != score::NONE)
        };
        before(2).or_else(|| before(4)).is_none_or(|before| evaluation > before)
    }

    /// The score of a node that need not be searched: its side to move is so well
    /// off, or so badly, that its moves cannot change it.
    fn prune_node(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Option<Score> {
        let Frame { alpha, beta, depth, ply, .. } = frame;
        if !score::is_decisive(alpha)
            && depth <= p::razoring_depth()
            && context.estimated_score + p::razoring_margin(depth) <= alpha
        {
            let score = self.quiescence(shared, node, alpha, alpha + 1, 0, ply);
            if score <= alpha || shared.is_stopped() {
                return Some(score);
            }
        }
        if score::is_decisive(beta) {
            return None;
        }
        let depth_margin = depth - i32::from(context.improving);
        if depth <= p::reverse_futility_depth()
            && context.estimated_score - p::reverse_futility_margin() * depth_margin >= beta
        {
            return Some((context.estimated_score + beta) / 2);
        }
        self.null_move_pruning(shared, node, frame, context)
            .or_else(|| self.probcut(shared, node, frame, context))
    }

    /// Null move: the score of a node whose side to move could even pass.
    fn null_move_pruning(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Option<Score> {
        let Frame { beta, depth, ply, .. } = frame;
        let after_null_move = self.stack[ply - 1].piece_to_index.is_none();
        if depth < p::null_move_depth()
            || context.estimated_score < beta
            || ply < self.min_null_move_ply
            || after_null_move
        {
            return None;
        }
        let null_move_child = node.null_move()?;
        let reduction = p::null_move_reduction(depth, context.estimated_score - beta);
        self.stack[ply].piece_to_index = None;
        self.history.push_null_move(null_move_child.position.key());
        let reduced = Frame {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - reduction,
            ply: ply + 1,
            cut_node: !frame.cut_node,
        };
        let score = -self.search::<NonPv>(shared, &null_move_child, reduced);
        self.history.pop();
        if shared.is_stopped() || score < beta {
            return None;
        }
        // A win found after passing is no proof.
        let score = if score::is_decisive(score) { beta } else { score };
        if depth < p::null_move_verification_depth() || self.min_null_move_ply > 0 {
            return Some(score);
        }
        self.min_null_move_ply = ply + (depth - reduction) as usize * 3 / 4;
        let verification =
            Frame { alpha: beta - 1, beta, depth: depth - reduction, ply, cut_node: false };
        let verified = self.search::<NonPv>(shared, node, verification);
        self.min_null_move_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: the score of a node where a noisy move is so good at a low depth
    /// that it would hold at the full one
    /// (<https://www.chessprogramming.org/ProbCut>).
    fn probcut(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Option<Score> {
        let Frame { depth, ply, cut_node, .. } = frame;
        let beta = frame.beta + p::probcut_margin();
        let reduced_depth = depth - p::probcut_reduction();
        if depth < p::probcut_depth()
            || score::is_decisive(beta)
            || context
                .tt_entry
                .is_some_and(|tt_entry| tt_entry.depth >= reduced_depth && tt_entry.score < beta)
        {
            return None;
        }
        let position = &node.position;
        let tt_move = context.tt_move.filter(|&mv| position.is_noisy(mv));
        let mut picker = MovePicker::noisy_moves(&self.moves, tt_move);
        let mut result = None;
        while let Some(PickedMove { mv, .. }) =
            picker.next(position, &mut self.moves, &self.heuristics)
        {
            if !position.see_ge(mv, beta - context.estimated_score) {
                continue;
            }
            let child = self.make_move(shared, node, mv, ply);
            let mut score = -self.quiescence(shared, &child, -beta, 1 - beta, 0, ply + 1);
            if score >= beta && reduced_depth > 0 {
                let reduced = Frame {
                    alpha: -beta,
                    beta: 1 - beta,
                    depth: reduced_depth,
                    ply: ply + 1,
                    cut_node: !cut_node,
                };
                score = -self.search::<NonPv>(shared, &child, reduced);
            }
            self.unmake_move(shared);
            if shared.is_stopped() {
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
        shared: &SharedContext<'_, E>,
        child: &Node<P>,
        parent: &Frame,
        depths: ChildDepths,
        is_first: bool,
    ) -> Score {
        let Frame { alpha, beta, cut_node, ply, .. } = *parent;
        let below =
            |alpha, beta, depth, cut_node| Frame { alpha, beta, depth, ply: ply + 1, cut_node };
        let mut score = alpha + 1;
        if !N::PV || !is_first {
            let first_depth = depths.reduced.unwrap_or(depths.full);
            let is_late = depths.reduced.is_some();
            let null = below(-alpha - 1, -alpha, first_depth, is_late || !cut_node);
            score = -self.search::<NonPv>(shared, child, null);
            if score > alpha && first_depth < depths.full {
                let full = below(-alpha - 1, -alpha, depths.full, !cut_node);
                score = -self.search::<NonPv>(shared, child, full);
            }
        }
        if N::PV && score > alpha {
            let open = below(-beta, -alpha, depths.full, false);
            score = -self.search::<Pv>(shared, child, open);
        }
        score
    }

    /// The child behind a legal move, on whose ply the line now stands; to be
    /// left by [`SearchThread::unmake_move`].
    #[inline]
    pub(super) fn make_move(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        mv: P::Move,
        ply: usize,
    ) -> Node<P> {
        let child = node.child(mv, &mut shared.evaluation.push(&mut self.state));
        shared.tt.prefetch(self.tt_key(&child.position));
        self.stack[ply].piece_to_index = Some(node.position.piece_to_index(mv));
        self.history.push(child.position.key(), child.position.in_check());
        child
    }
    /// Takes the line back from a child to its parent.
    #[inline]
    pub(super) fn unmake_move(&mut self, shared: &SharedContext<'_, E>) {
        self.history.pop();
        shared.evaluation.pop(&mut self.state);
    }
}
