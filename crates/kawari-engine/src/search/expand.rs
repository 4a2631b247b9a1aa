//! The moves of an inner node, one after the other.

use arrayvec::ArrayVec;

use super::alpha_beta::{Depths, Frame, Known};
use super::control::Control;
use super::heuristics::Previous;
use super::node::{Best, Node, NodeType, NonPv};
use super::params as p;
use super::picker::{Picked, Picker};
use super::table::{Bound, Entry};
use super::worker::{Ply, Worker};
use crate::core::evaluation::Evaluation;
use crate::core::position::MoveLike;
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

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

    fn push(&mut self, Picked { mv, noisy }: Picked<M>) {
        // A move too many is just not learned from.
        let _ =
            if noisy { self.noisy.try_push(mv).is_ok() } else { self.quiet.try_push(mv).is_ok() };
    }
}

/// What a test of the table's move for singularity has found.
enum Singularity {
    /// Search the move so many plies deeper, or less deep.
    Extend(i32),
    /// Another move is good enough too: the node fails high with this score.
    Cut(Score),
}

impl<P: Tactics, E: Evaluation<P>> Worker<P, E> {
    /// Tries the moves of a node and returns its score.
    pub(super) fn expand<N: NodeType>(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        frame: Frame,
        known: &Known<P::Move>,
    ) -> Score {
        let Frame { beta, depth, ply, cut, .. } = frame;
        let position = &node.position;
        let excluded = self.plies[ply].excluded;
        let previous = self.previous(ply);
        let killers = self.heuristics.killers(ply);
        self.heuristics.clear_grandchildren(ply);
        self.plies[ply + 2].cutoffs = 0;

        let mut picker = Picker::new(
            &self.moves,
            known.table_move,
            killers,
            previous,
            self.can_skip_losing(node),
        );
        let mut tried = Tried::new();
        let mut best = Best::new(-score::INFINITE, frame.alpha, beta);
        let mut number = 0;
        loop {
            let prunable = best.score > -score::MAX_EVALUATION && !node.danger;
            if prunable && self.quiet_is_futile(&frame, best.alpha, known, number + 1) {
                picker.skip_quiet();
            }
            let Some(picked) = picker.next(position, &mut self.moves, &self.heuristics) else {
                break;
            };
            let Picked { mv, noisy } = picked;
            if excluded == Some(mv) {
                continue;
            }
            number += 1;
            let history = if noisy {
                self.heuristics.noisy(position.side_to_move(), mv)
            } else {
                self.heuristics.quiet_history(position, previous).of(position, mv)
            };
            if prunable && self.is_hopeless(position, picked, depth, number, history) {
                continue;
            }
            let mut extension = 0;
            if known.table_move == Some(mv) && excluded.is_none() {
                match self.singularity(control, node, frame, known) {
                    Some(Singularity::Cut(score)) => {
                        picker.finish(&mut self.moves);
                        return score;
                    }
                    Some(Singularity::Extend(plies)) => extension = plies,
                    None => (),
                }
            }

            let child = self.enter(control, node, mv, ply);
            // A threat to win is answered at full depth, so that lines of checks
            // and single replies do not hide behind the horizon.
            let next_depth = depth - 1 + extension.max(self.extension(&child, ply));
            let late =
                number >= p::late_move() && depth >= p::late_move_reduction_depth() && !node.danger;
            let reduced = late.then(|| {
                let mut reduction =
                    p::reduction(depth, number) - history * 1024 / p::history_per_ply();
                reduction += 1024
                    * (i32::from(cut) + i32::from(!known.improving)
                        - i32::from(known.on_pv)
                        - i32::from(N::PV)
                        - i32::from(child.danger));
                if noisy {
                    reduction -= p::noisy_reduction();
                }
                if self.plies[ply + 1].cutoffs > 3 {
                    reduction += 1024;
                }
                (next_depth - (reduction / 1024).max(0)).max(1)
            });
            let parent = Frame { alpha: best.alpha, ..frame };
            let depths = Depths { full: next_depth, reduced };
            let score = self.search_child::<N>(control, &child, &parent, depths, number == 1);
            self.leave(control);
            if control.is_stopped() {
                break;
            }

            if best.update(picked, score) {
                if N::PV {
                    self.pv.extend(ply, mv);
                }
                if best.fails_high() {
                    self.plies[ply].cutoffs += 1;
                    break;
                }
            }
            tried.push(picked);
        }
        picker.finish(&mut self.moves);

        if control.is_stopped() {
            return score::DRAW;
        }
        if number == 0 {
            return if excluded.is_some() { frame.alpha } else { node.lost(ply) };
        }
        if let Some(refutation) = best.mv.filter(|_| best.fails_high()) {
            self.learn(position, refutation, &tried, previous, ply, depth);
        }
        if excluded.is_none() {
            let Ply { raw_evaluation, evaluation, .. } = self.plies[ply];
            let entry = Entry {
                best: best.mv.map_or(0, |best: Picked<P::Move>| best.mv.bits()),
                score: best.score,
                evaluation: raw_evaluation,
                depth,
                bound: Bound::of(best.score, frame.alpha, beta),
                on_pv: known.on_pv,
            };
            control.table.store(self.table_key(position), ply, entry);
            // What a capture changes is no fault of the evaluation.
            let is_calm = !node.danger && best.mv.is_none_or(|best| !best.noisy);
            if is_calm && entry.corrects(evaluation) && !score::is_decisive(best.score) {
                let error = best.score - raw_evaluation;
                self.heuristics.correct(position.side_to_move(), previous, error, depth);
            }
        }
        best.score
    }

    /// True when quiet moves from the `number`th move of the node on are not
    /// worth a search: so many have failed, or the node stands so far below alpha.
    fn quiet_is_futile(
        &self,
        frame: &Frame,
        alpha: Score,
        known: &Known<P::Move>,
        number: usize,
    ) -> bool {
        let Frame { depth, ply, .. } = *frame;
        if depth <= p::late_move_pruning_depth()
            && number > p::late_move_count(depth, known.improving)
        {
            return true;
        }
        let left = (depth - p::reduction(depth, number) / 1024).max(0);
        let (base, each) = (p::futility_base(), p::futility_margin());
        left <= p::futility_depth() && self.plies[ply].evaluation + base + each * left <= alpha
    }

    /// True when a move is not worth a search: it has mostly failed elsewhere, or
    /// it loses too much for the depth that is left.
    fn is_hopeless(
        &self,
        position: &P,
        Picked { mv, noisy }: Picked<P::Move>,
        depth: i32,
        number: usize,
        history: i32,
    ) -> bool {
        let margin = if noisy {
            p::exchange_margin() * depth
        } else {
            let left = (depth - p::reduction(depth, number) / 1024).max(1);
            if left <= p::history_pruning_depth() && history < -p::history_pruning_margin() * left {
                return true;
            }
            p::quiet_exchange_margin() * left
        };
        depth <= p::exchange_depth() && !position.exchange_at_least(mv, -margin)
    }

    /// Tests whether the table's move is the only good one: whether all others
    /// stay below its score by a margin at half the depth
    /// (<https://www.chessprogramming.org/Singular_Extensions>).
    fn singularity(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        frame: Frame,
        known: &Known<P::Move>,
    ) -> Option<Singularity> {
        let Frame { depth, ply, beta, cut, .. } = frame;
        let entry = known.entry?;
        if depth < p::singular_depth()
            || ply >= 2 * self.root_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || score::is_decisive(entry.score)
        {
            return None;
        }
        let bar = entry.score - p::singular_margin() * depth;
        self.plies[ply].excluded = known.table_move;
        let half = Frame { alpha: bar - 1, beta: bar, depth: (depth - 1) / 2, ply, cut };
        let score = self.search::<NonPv>(control, node, half);
        self.plies[ply].excluded = None;
        if control.is_stopped() {
            None
        } else if score < bar {
            Some(Singularity::Extend(1))
        } else if bar >= beta && !score::is_decisive(bar) {
            Some(Singularity::Cut(bar))
        } else if entry.score >= beta {
            Some(Singularity::Extend(-1))
        } else {
            None
        }
    }

    /// Plies by which a child that `ply` leads to is searched deeper: one in
    /// danger, unless the line is long enough already.
    pub(super) fn extension(&self, child: &Node<P>, ply: usize) -> i32 {
        i32::from(child.danger && ply < 2 * self.root_depth)
    }

    /// Remembers which move refuted a node and which did not.
    fn learn(
        &mut self,
        position: &P,
        Picked { mv, noisy }: Picked<P::Move>,
        tried: &Tried<P::Move>,
        previous: Previous,
        ply: usize,
        depth: i32,
    ) {
        let color = position.side_to_move();
        if noisy {
            self.heuristics.judge_noisy(color, mv, depth, true);
        } else {
            self.heuristics.reward_quiet(position, mv, &tried.quiet, previous, ply, depth);
        }
        for &other in &tried.noisy {
            self.heuristics.judge_noisy(color, other, depth, false);
        }
    }
}
