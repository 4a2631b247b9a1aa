//! Quiescence: below the leaves, noisy moves alone, until the static evaluation
//! can be trusted.

use super::control::Control;
use super::node::{Best, Node};
use super::params as p;
use super::picker::{Picked, Picker};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::core::evaluation::Evaluation;
use crate::core::position::MoveLike;
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

impl<P: Tactics, E: Evaluation<P>> Worker<P, E> {
    /// The score of a leaf once the dust has settled; `depth` is 0 at the leaf and
    /// falls from there.
    ///
    /// A side in check may not stand still: all its moves are searched. So are
    /// those of a side in danger of another kind, but at the leaf alone: such
    /// dangers have many answers, and the answers to them too many.
    pub(super) fn quiescence(
        &mut self,
        control: &Control<'_, E>,
        node: &Node<P>,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if let Some(score) = self.arrive(control, node, ply) {
            return score;
        }
        let position = &node.position;
        let is_open = beta - alpha > 1;
        let known = control.table.probe(self.table_key(position), ply);
        if !is_open && let Some(score) = self.settled(known, position, alpha, beta, ply) {
            return score;
        }
        if position.wins_at_once() {
            return score::mate_in(ply + 1);
        }

        let evading = position.in_check() || node.danger && depth == 0;
        let (raw, evaluation) = if evading {
            (score::NONE, -score::INFINITE)
        } else {
            let raw = self.evaluate(control, node, known);
            (raw, self.corrected(position, raw, ply))
        };
        if evaluation >= beta {
            return evaluation;
        }
        let mut best = Best::new(evaluation, alpha.max(evaluation), beta);

        let table_move = node.table_move(known).filter(|&mv| evading || position.is_noisy(mv));
        let mut picker = if evading {
            Picker::new(
                &self.moves,
                table_move,
                [None; 2],
                self.previous(ply),
                self.can_skip_losing(node),
            )
        } else {
            Picker::noisy(&self.moves, table_move)
        };
        let mut searched = 0;
        while let Some(Picked { mv, noisy }) =
            picker.next(position, &mut self.moves, &self.heuristics)
        {
            searched += 1;
            if evading {
                // One way out that holds is enough; quiet ones are many.
                let holds = best.score > -score::MAX_EVALUATION;
                if holds && searched > p::quiescence_evasions() {
                    picker.skip_quiet();
                    if !noisy {
                        continue;
                    }
                }
            } else if searched > p::quiescence_moves(depth) {
                break;
            } else if evaluation + position.gain(mv) + p::delta_margin() <= best.alpha {
                continue;
            }
            let child = self.enter(control, node, mv, ply);
            let score = -self.quiescence(control, &child, -beta, -best.alpha, depth - 1, ply + 1);
            self.leave(control);
            if control.is_stopped() {
                break;
            }
            if best.update(mv, score) {
                if is_open {
                    self.pv.extend(ply, mv);
                }
                if best.fails_high() {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);

        if control.is_stopped() {
            return score::DRAW;
        }
        if evading && searched == 0 {
            return node.lost(ply);
        }
        let bound = Bound::of(best.score, alpha, beta);
        control.table.store(
            self.table_key(position),
            ply,
            Entry {
                best: best.mv.map_or(0, MoveLike::bits),
                score: best.score,
                evaluation: raw,
                depth: 0,
                bound,
                on_pv: known.is_some_and(|entry| entry.on_pv),
            },
        );
        best.score
    }
}
