//! Alpha-beta search of inner nodes, up to the move loop: TT cutoff, static evaluation,
//! razoring, reverse futility pruning, null move pruning, ProbCut. [`search_moves`] has the
//! move loop.
//!
//! [`search_moves`]: super::search_moves

use super::move_picker::{MovePicker, PickedMove};
use super::node::{Node, NodeType, NonPv, Pv};
use super::params as p;
use super::search_thread::SearchThread;
use super::shared::SharedContext;
use super::transposition_table::TtEntry;
use crate::core::evaluation::Evaluation;
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

/// The parameters of a node's search: window, depth, ply, node type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Lower bound of the window.
    pub alpha: Score,
    /// Upper bound of the window.
    pub beta: Score,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Distance from the root, in plies.
    pub ply: usize,
    /// The node is an expected cut node.
    pub cut_node: bool,
}

/// The search depths of a child node.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildDepths {
    /// Full depth, in plies.
    pub full: i32,
    /// Depth of the first search after a late move reduction (LMR).
    pub reduced: Option<i32>,
}

/// The TT entry and evaluation of a node, before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext<M> {
    /// TT entry of the position.
    pub tt_entry: Option<TtEntry>,
    /// TT move, legal.
    pub tt_move: Option<M>,
    /// Static evaluation, replaced by the TT score where that is a tighter bound;
    /// [`score::NONE`] in danger.
    pub estimated_score: Score,
    /// The static evaluation is higher than at the side's previous turn.
    pub improving: bool,
    /// The node is or was on a PV.
    pub on_pv: bool,
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches a node below the root. Returns its score: exact inside the window, else a
    /// bound (fail-soft).
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
        // Mate distance pruning.
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
        // The move loop would not find a win by declaration.
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
        if context.tt_move.is_none() && (N::PV || frame.cut_node) && depth >= p::iir_depth() {
            // Internal iterative reduction.
            frame.depth -= 1;
        }
        self.search_moves::<N>(shared, node, frame, &context)
    }

    /// Returns the TT data and evaluation of a node. Stores the evaluation in the search
    /// stack.
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

    /// Returns true if the evaluation is higher than at the side's previous turn: 2 plies
    /// earlier, or 4 if it was in danger then.
    fn is_improving(&self, ply: usize, evaluation: Score) -> bool {
        let before = |back| {
            let evaluation = ply.checked_sub(back).map(|ply: usize| self.stack[ply].static_eval);
            evaluation.filter(|&evaluation| evaluation != score::NONE)
        };
        before(2).or_else(|| before(4)).is_none_or(|before| evaluation > before)
    }

    /// Tries to prune a node without searching all its moves: razoring, reverse futility
    /// pruning, null move pruning, ProbCut. Returns the score of a pruned node.
    fn prune_node(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Option<Score> {
        let Frame { alpha, beta, depth, ply, .. } = frame;
        // Razoring.
        if !score::is_decisive(alpha)
            && depth <= p::razoring_depth()
            && context.estimated_score + self.margin(p::razoring_margin(depth)) <= alpha
        {
            let score = self.quiescence(shared, node, alpha, alpha + 1, 0, ply);
            if score <= alpha || shared.is_stopped() {
                return Some(score);
            }
        }
        if score::is_decisive(beta) {
            return None;
        }
        // Reverse futility pruning (RFP), also called static null move pruning.
        let plies = depth - i32::from(context.improving);
        let margin = self.futility_margin(p::reverse_futility_margin() * plies);
        if depth <= p::reverse_futility_depth() && context.estimated_score - margin >= beta {
            return Some((context.estimated_score + beta) / 2);
        }
        self.null_move_pruning(shared, node, frame, context)
            .or_else(|| self.probcut(shared, node, frame, context))
    }

    /// Null move pruning: returns a score of at least beta if a search at reduced depth fails
    /// high after a null move. At high depth a verification search must fail high, too.
    ///
    /// <https://www.chessprogramming.org/Null_Move_Pruning>
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
        let reduction =
            p::null_move_reduction(depth, self.usual_margin(context.estimated_score - beta));
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
        // A mate found after a null move is not proven.
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

    /// ProbCut: returns a score if a noisy move beats beta by a margin at reduced depth, so
    /// that it would very likely fail high at full depth.
    ///
    /// <https://www.chessprogramming.org/ProbCut>
    fn probcut(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Option<Score> {
        let Frame { depth, ply, cut_node, .. } = frame;
        let margin = self.margin(p::probcut_margin());
        let beta = frame.beta + margin;
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
                result = Some(score - margin);
                break;
            }
        }
        picker.finish(&mut self.moves);
        result.filter(|&score| !score::is_decisive(score))
    }

    /// Principal variation search (PVS): returns the score of a child, from the parent's view.
    ///
    /// The first child of a PV node is searched with the open window. Every other child is
    /// searched with a null window, first at reduced depth if it has one (LMR). If it raises
    /// alpha, it is searched again at full depth, and in a PV node then with the open window.
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

    /// Makes a legal move and returns the child node. Updates the search stack, the game
    /// history and the accumulator; [`SearchThread::unmake_move`] restores the latter two.
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

    /// Unmakes the last move.
    #[inline]
    pub(super) fn unmake_move(&mut self, shared: &SharedContext<'_, E>) {
        self.history.pop();
        shared.evaluation.pop(&mut self.state);
    }
}
