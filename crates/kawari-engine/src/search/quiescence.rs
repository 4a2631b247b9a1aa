//! Quiescence search: noisy moves only, until the position is quiet enough for the static
//! evaluation.
//!
//! <https://www.chessprogramming.org/Quiescence_Search>

use super::move_picker::{MovePicker, PickedMove};
use super::node::{BestSoFar, Node};
use super::params as p;
use super::search_thread::SearchThread;
use super::shared::SharedContext;
use super::transposition_table::{Bound, TtEntry};
use crate::core::evaluation::Evaluation;
use crate::core::position::MoveLike;
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Returns the quiescence score. `depth` is 0 at the leaf and negative below.
    ///
    /// A side in check has no stand pat: all its evasions are searched. In other kinds of
    /// danger ([`Tactics::in_danger`]) the same is done at the leaf only, because these have
    /// many answers.
    pub(super) fn quiescence(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if let Some(score) = self.check_terminal(shared, node, ply) {
            return score;
        }
        let position = &node.position;
        let is_pv = beta - alpha > 1;
        let tt_entry = shared.tt.probe(self.tt_key(position), ply);
        if !is_pv && let Some(score) = self.tt_cutoff(tt_entry, position, alpha, beta, ply) {
            return score;
        }
        if position.has_immediate_win() {
            return score::mate_in(ply + 1);
        }

        let evading = position.in_check() || node.in_danger && depth == 0;
        let (raw_eval, static_eval) = if evading {
            (score::NONE, -score::INFINITE)
        } else {
            let raw_eval = self.evaluate(shared, node, tt_entry);
            (raw_eval, self.correct_eval(position, raw_eval, ply))
        };
        // Stand pat.
        if static_eval >= beta {
            return static_eval;
        }
        let mut best = BestSoFar::new(static_eval, alpha.max(static_eval), beta);

        let tt_move = node.tt_move(tt_entry).filter(|&mv| evading || position.is_noisy(mv));
        let mut picker = if evading {
            MovePicker::new(
                &self.moves,
                tt_move,
                [None; 2],
                self.previous_moves(ply),
                self.can_skip_losing_moves(node),
            )
        } else {
            MovePicker::noisy_moves(&self.moves, tt_move)
        };
        let mut searched = 0;
        while let Some(PickedMove { mv, noisy }) =
            picker.next(position, &mut self.moves, &self.heuristics)
        {
            searched += 1;
            if evading {
                // Once an evasion avoids the mate, the quiet evasions are skipped after a few.
                let has_answer = best.score > -score::MAX_EVALUATION;
                if has_answer && searched > p::quiescence_evasions() {
                    picker.skip_quiets();
                    if !noisy {
                        continue;
                    }
                }
            } else if searched > p::quiescence_moves(depth) {
                break;
            } else if static_eval + position.capture_gain(mv) + self.margin(p::delta_margin())
                <= best.alpha
            {
                // Delta pruning.
                continue;
            }
            let child = self.make_move(shared, node, mv, ply);
            let score = -self.quiescence(shared, &child, -beta, -best.alpha, depth - 1, ply + 1);
            self.unmake_move(shared);
            if shared.is_stopped() {
                break;
            }
            if best.update(mv, score) {
                if is_pv {
                    self.pv.extend(ply, mv);
                }
                if best.fails_high() {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);

        if shared.is_stopped() {
            return score::DRAW;
        }
        if evading && searched == 0 {
            return node.no_move_score(ply);
        }
        let bound = Bound::of(best.score, alpha, beta);
        shared.tt.store(
            self.tt_key(position),
            ply,
            TtEntry {
                best: best.mv.map_or(0, MoveLike::bits),
                score: best.score,
                evaluation: raw_eval,
                depth: 0,
                bound,
                on_pv: tt_entry.is_some_and(|entry| entry.on_pv),
            },
        );
        best.score
    }
}
