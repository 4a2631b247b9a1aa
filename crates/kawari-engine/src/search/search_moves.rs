//! The move loop of an inner node: move pruning, singular extensions, late move reductions
//! (LMR), history updates.

use arrayvec::ArrayVec;

use super::alpha_beta::{ChildDepths, Frame, NodeContext};
use super::heuristics::PreviousMoves;
use super::move_picker::{MovePicker, PickedMove};
use super::node::{BestSoFar, Node, NodeType, NonPv};
use super::params as p;
use super::search_thread::{SearchThread, StackEntry};
use super::shared::SharedContext;
use super::transposition_table::{Bound, TtEntry};
use crate::core::evaluation::Evaluation;
use crate::core::position::MoveLike;
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

/// The searched moves of a node that did not cause a beta cutoff: the first 64 quiet and 32
/// noisy ones.
struct TriedMoves<M> {
    quiet: ArrayVec<M, 64>,
    noisy: ArrayVec<M, 32>,
}

impl<M: Copy> TriedMoves<M> {
    fn new() -> Self {
        Self { quiet: ArrayVec::new(), noisy: ArrayVec::new() }
    }

    fn push(&mut self, PickedMove { mv, noisy }: PickedMove<M>) {
        // Moves beyond the capacity get no history malus.
        let _ =
            if noisy { self.noisy.try_push(mv).is_ok() } else { self.quiet.try_push(mv).is_ok() };
    }
}

/// The result of the singular search.
enum SingularResult {
    /// Extension of the TT move in plies; negative for a reduction.
    Extend(i32),
    /// Multi-cut: another move fails high, too; the score of the node.
    MultiCut(Score),
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches the moves of a node. Updates the TT and the histories. Returns the score of
    /// the node (fail-soft).
    pub(super) fn search_moves<N: NodeType>(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Score {
        let Frame { beta, depth, ply, cut_node, .. } = frame;
        let position = &node.position;
        let excluded = self.stack[ply].excluded;
        let previous_moves = self.previous_moves(ply);
        let killers = self.heuristics.killers(ply);
        self.heuristics.clear_grandchild_killers(ply);
        self.stack[ply + 2].cutoffs = 0;

        let mut picker = MovePicker::new(
            &self.moves,
            context.tt_move,
            killers,
            previous_moves,
            self.can_skip_losing_moves(node),
        );
        let mut tried_moves = TriedMoves::new();
        let mut best = BestSoFar::new(-score::INFINITE, frame.alpha, beta);
        let mut move_number = 0;
        loop {
            let can_prune = best.score > -score::MAX_EVALUATION && !node.in_danger;
            if can_prune && self.can_skip_quiets(&frame, best.alpha, context, move_number + 1) {
                picker.skip_quiets();
            }
            let Some(picked) = picker.next(position, &mut self.moves, &self.heuristics) else {
                break;
            };
            let PickedMove { mv, noisy } = picked;
            if excluded == Some(mv) {
                continue;
            }
            move_number += 1;
            let history = if noisy {
                self.heuristics.noisy_history(position.side_to_move(), mv)
            } else {
                self.heuristics.quiet_history(position, previous_moves).score(position, mv)
            };
            if can_prune && self.should_prune_move(position, picked, depth, move_number, history) {
                continue;
            }
            let mut extension = 0;
            if context.tt_move == Some(mv) && excluded.is_none() {
                match self.singular_extension(shared, node, frame, context) {
                    Some(SingularResult::MultiCut(score)) => {
                        picker.finish(&mut self.moves);
                        return score;
                    }
                    Some(SingularResult::Extend(plies)) => extension = plies,
                    None => (),
                }
            }

            let child = self.make_move(shared, node, mv, ply);
            // Check extension: a child in danger is searched one ply deeper, which reduces
            // the horizon effect in forcing lines.
            let next_depth = depth - 1 + extension.max(self.danger_extension(&child, ply));
            // Late move reduction (LMR).
            let can_reduce =
                move_number >= p::lmr_first_move() && depth >= p::lmr_depth() && !node.in_danger;
            let reduced = can_reduce.then(|| {
                let mut reduction = p::lmr_reduction(depth, move_number)
                    - history * 1024 / p::lmr_history_divisor();
                reduction += 1024
                    * (i32::from(cut_node) + i32::from(!context.improving)
                        - i32::from(context.on_pv)
                        - i32::from(N::PV)
                        - i32::from(child.in_danger));
                if noisy {
                    reduction -= p::lmr_noisy_reduction();
                }
                if self.stack[ply + 1].cutoffs > 3 {
                    reduction += 1024;
                }
                (next_depth - (reduction / 1024).max(0)).max(1)
            });
            let parent = Frame { alpha: best.alpha, ..frame };
            let depths = ChildDepths { full: next_depth, reduced };
            let score = self.search_child::<N>(shared, &child, &parent, depths, move_number == 1);
            self.unmake_move(shared);
            if shared.is_stopped() {
                break;
            }

            if best.update(picked, score) {
                if N::PV {
                    self.pv.extend(ply, mv);
                }
                if best.fails_high() {
                    self.stack[ply].cutoffs += 1;
                    break;
                }
            }
            tried_moves.push(picked);
        }
        picker.finish(&mut self.moves);

        if shared.is_stopped() {
            return score::DRAW;
        }
        if move_number == 0 {
            return if excluded.is_some() { frame.alpha } else { node.no_move_score(ply) };
        }
        if let Some(cutoff_move) = best.mv.filter(|_| best.fails_high()) {
            self.update_histories(position, cutoff_move, &tried_moves, previous_moves, ply, depth);
        }
        if excluded.is_none() {
            let StackEntry { raw_eval, static_eval: evaluation, .. } = self.stack[ply];
            let entry = TtEntry {
                best: best.mv.map_or(0, |best: PickedMove<P::Move>| best.mv.bits()),
                score: best.score,
                evaluation: raw_eval,
                depth,
                bound: Bound::of(best.score, frame.alpha, beta),
                on_pv: context.on_pv,
            };
            shared.tt.store(self.tt_key(position), ply, entry);
            // A capture changes the evaluation for other reasons than an evaluation error.
            let is_quiet_result = !node.in_danger && best.mv.is_none_or(|best| !best.noisy);
            if is_quiet_result && entry.bounds_eval(evaluation) && !score::is_decisive(best.score) {
                let error = best.score - evaluation;
                self.heuristics.update_correction_history(
                    position.side_to_move(),
                    previous_moves,
                    error,
                    depth,
                );
            }
        }
        best.score
    }

    /// Returns true if the remaining quiet moves can be skipped, from the `move_number`th move
    /// on: late move pruning (LMP) or futility pruning.
    fn can_skip_quiets(
        &self,
        frame: &Frame,
        alpha: Score,
        context: &NodeContext<P::Move>,
        move_number: usize,
    ) -> bool {
        let Frame { depth, ply, .. } = *frame;
        if depth <= p::lmp_depth() && move_number > p::lmp_move_count(depth, context.improving) {
            return true;
        }
        let reduced_depth = (depth - p::lmr_reduction(depth, move_number) / 1024).max(0);
        let margin = p::futility_base() + p::futility_margin() * reduced_depth;
        let margin = self.futility_margin(margin);
        reduced_depth <= p::futility_depth() && self.stack[ply].static_eval + margin <= alpha
    }

    /// Returns true if a move can be pruned by its history score (history pruning) or by
    /// static exchange evaluation (SEE pruning).
    fn should_prune_move(
        &self,
        position: &P,
        PickedMove { mv, noisy }: PickedMove<P::Move>,
        depth: i32,
        move_number: usize,
        history: i32,
    ) -> bool {
        let margin = if noisy {
            p::see_noisy_margin() * depth
        } else {
            let reduced_depth = (depth - p::lmr_reduction(depth, move_number) / 1024).max(1);
            if reduced_depth <= p::history_pruning_depth()
                && history < -p::history_pruning_margin() * reduced_depth
            {
                return true;
            }
            p::see_quiet_margin() * reduced_depth
        };
        depth <= p::see_pruning_depth() && !position.see_ge(mv, -margin)
    }

    /// Singular extension: searches the node at half depth without the TT move. The TT move is
    /// singular if all other moves score lower than it by a margin.
    ///
    /// <https://www.chessprogramming.org/Singular_Extensions>
    fn singular_extension(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        frame: Frame,
        context: &NodeContext<P::Move>,
    ) -> Option<SingularResult> {
        let Frame { depth, ply, beta, cut_node, .. } = frame;
        let entry = context.tt_entry?;
        if depth < p::singular_depth()
            || ply >= 2 * self.root_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || score::is_decisive(entry.score)
        {
            return None;
        }
        let singular_beta = entry.score - self.margin(p::singular_margin() * depth);
        self.stack[ply].excluded = context.tt_move;
        let singular_frame = Frame {
            alpha: singular_beta - 1,
            beta: singular_beta,
            depth: (depth - 1) / 2,
            ply,
            cut_node,
        };
        let score = self.search::<NonPv>(shared, node, singular_frame);
        self.stack[ply].excluded = None;
        if shared.is_stopped() {
            None
        } else if score < singular_beta {
            Some(SingularResult::Extend(1))
        } else if singular_beta >= beta && !score::is_decisive(singular_beta) {
            Some(SingularResult::MultiCut(singular_beta))
        } else if entry.score >= beta {
            Some(SingularResult::Extend(-1))
        } else {
            None
        }
    }

    /// Check extension: returns 1 for a child in danger ([`Tactics::in_danger`]) while the
    /// line is shorter than twice the iteration depth, else 0.
    pub(super) fn danger_extension(&self, child: &Node<P>, ply: usize) -> i32 {
        i32::from(child.in_danger && ply < 2 * self.root_depth)
    }

    /// Updates the killers and histories after a beta cutoff by `mv`.
    fn update_histories(
        &mut self,
        position: &P,
        PickedMove { mv, noisy }: PickedMove<P::Move>,
        tried_moves: &TriedMoves<P::Move>,
        previous_moves: PreviousMoves,
        ply: usize,
        depth: i32,
    ) {
        let color = position.side_to_move();
        if noisy {
            self.heuristics.update_noisy_history(color, mv, depth, true);
        } else {
            self.heuristics.update_quiet_histories(
                position,
                mv,
                &tried_moves.quiet,
                previous_moves,
                ply,
                depth,
            );
        }
        for &other in &tried_moves.noisy {
            self.heuristics.update_noisy_history(color, other, depth, false);
        }
    }
}
