//! The state of a search thread, and the node functions shared by main search and
//! quiescence search.
use super::heuristics::{Heuristics, PreviousMoves};
use super::move_picker::MoveStack;
use super::node::Node;
use super::pv_table::PvTable;
use super::shared::SharedContext;
use super::tablebase_probe::TablebaseUse;
use super::transposition_table::TtEntry;
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::key::Key;
use crate::core::outcome::Outcome;
use crate::core::position::Position;
use crate::core::score::{self, MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// The search stack entry of one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackEntry<M> {
    /// Static evaluation without correction, as stored in the TT; [`score::NONE`] in danger.
    pub(super) raw_eval: Score,
    /// Static evaluation with correction history; [`score::NONE`] in danger.
    pub(super) static_eval: Score,
    /// [`Tactics::piece_to_index`] of the move made at this ply; `None` for a null move.
    pub(super) piece_to_index: Option<usize>,
    /// TT move excluded from the singular search.
    pub(super) excluded: Option<M>,
    /// Beta cutoffs at this ply since the node two plies above was entered.
    pub(super) cutoffs: u32,
}

impl<M> StackEntry<M> {
    /// The entry before a search.
    pub(super) const NEW: Self = Self {
        raw_eval: score::NONE,
        static_eval: score::NONE,
        piece_to_index: None,
        excluded: None,
        cutoffs: 0,
    };
}

/// A search thread: heuristics tables, search stack and the state of the current line.
///
/// It is reused for the searches of a game; [`SearchThread::new_game`] resets it.
pub struct SearchThread<P: Tactics, E: Evaluation<P>> {
    /// Thread number, from 0.
    pub(super) thread: usize,
    pub(super) heuristics: Heuristics<P>,
    pub(super) moves: MoveStack<P::Move>,
    pub(super) pv: PvTable<P::Move>,
    /// Search stack, indexed by ply.
    pub(super) stack: Vec<StackEntry<P::Move>>,
    /// Positions of the game and of the current line.
    pub(super) history: History,
    /// Number of positions in `history` up to and including the root.
    pub(super) root_length: usize,
    /// Hash of the positions whose next occurrence ends the game; 0 if there are none.
    pub(super) repetition_ban_key: Key,
    /// Ply at which the game is drawn by the move limit.
    pub(super) draw_ply: usize,
    /// Depth of the current iteration, in plies.
    pub(super) root_depth: usize,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Minimum ply for null moves, set by a verification search; 0 outside of one.
    pub(super) min_null_move_ply: usize,
    /// Evaluation state of the current line: the NNUE accumulators.
    pub(super) state: E::State,
    /// Settings of tablebase probes in this search.
    pub(super) tablebase_use: TablebaseUse,
    /// [`Tactics::margin_percent`] of the game.
    margin_percent: Score,
    /// The same for futility margins: [`Tactics::futility_percent`] of `margin_percent`.
    futility_percent: Score,
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Creates a search thread with empty tables, for the game of `position`. `thread` is its
    /// number, from 0.
    pub fn new(thread: usize, evaluation: &E, position: &P) -> Self {
        Self {
            thread,
            heuristics: Heuristics::new(position.game()),
            moves: MoveStack::new(),
            pv: PvTable::new(),
            stack: vec![StackEntry::NEW; MAX_PLY + 2],
            history: History::new(),
            root_length: 0,
            repetition_ban_key: 0,
            draw_ply: usize::MAX,
            root_depth: 0,
            nodes: 0,
            seldepth: 0,
            min_null_move_ply: 0,
            state: evaluation.new_state(position),
            tablebase_use: TablebaseUse::default(),
            margin_percent: P::margin_percent(position.game()),
            futility_percent: P::margin_percent(position.game())
                * P::futility_percent(position.game())
                / 100,
        }
    }

    /// Clears the heuristics tables for a new game.
    pub fn new_game(&mut self) {
        self.heuristics.clear();
    }

    /// Returns a margin of the search parameters in the scores of the game.
    #[inline]
    pub(super) fn margin(&self, usual: Score) -> Score {
        usual * self.margin_percent / 100
    }

    /// Returns a margin of futility pruning or reverse futility pruning in the scores of the game.
    #[inline]
    pub(super) fn futility_margin(&self, usual: Score) -> Score {
        usual * self.futility_percent / 100
    }

    /// Returns the margin of the search parameters that has this size in the game: the inverse of
    /// [`SearchThread::margin`].
    #[inline]
    pub(super) fn usual_margin(&self, margin: Score) -> Score {
        margin * 100 / self.margin_percent
    }

    /// Returns the TT key of a position. It depends on the positions whose repetition would
    /// end the game, because scores are valid for these only.
    #[inline]
    pub(super) fn tt_key(&self, position: &P) -> Key {
        position.key() ^ self.repetition_ban_key
    }

    /// Returns the score of a TT entry if it causes a cutoff. There is no cutoff if the move
    /// counter or the move limit can end the game within the entry's depth or before its mate.
    #[inline]
    pub(super) fn tt_cutoff(
        &self,
        entry: Option<TtEntry>,
        position: &P,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Option<Score> {
        let entry = entry.filter(|entry| entry.is_cutoff(alpha, beta))?;
        let left = position.half_moves_left().map_or(usize::MAX, |left| left as usize);
        let end =
            score::mate_distance(entry.score).map_or(0, |plies| plies.unsigned_abs() as usize);
        let is_in_time =
            left > entry.depth as usize && end <= self.draw_ply.min(ply.saturating_add(left));
        is_in_time.then_some(entry.score)
    }

    /// Returns true if moves that allow an immediate win can be skipped: the node is in
    /// danger, and neither repetition nor the move counter can end the game before that win.
    #[inline]
    pub(super) fn can_skip_losing_moves(&self, node: &Node<P>) -> bool {
        node.in_danger
            && self.repetition_ban_key == 0
            && node.position.half_moves_left().is_none_or(|left| left > 1)
    }

    /// Counts a node and checks the limits. Returns true if the search must end.
    #[inline]
    pub(super) fn count_node(&mut self, shared: &SharedContext<'_, E>, ply: usize) -> bool {
        /// Nodes between two checks of the clock, well below a millisecond.
        const STOP_CHECK_INTERVAL: u64 = 256;
        if shared.is_stopped() {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        shared.count(self.thread, self.nodes);
        if self.thread == 0 {
            let is_check_due = self.nodes.is_multiple_of(STOP_CHECK_INTERVAL);
            if is_check_due {
                shared.check_host_signal();
            }
            let total = if is_check_due { shared.nodes() } else { self.nodes };
            if shared.limits.nodes.is_some_and(|limit| total >= limit)
                || is_check_due && shared.is_past_hard_limit()
            {
                shared.stop();
                return true;
            }
        }
        false
    }

    /// Returns the score of a node below the root if the game is over there, or if the
    /// position repeats one of the current line. Does not check for a missing legal move,
    /// except where the move counter or the move limit ends the game.
    #[inline]
    pub(super) fn terminal_score(&self, position: &P, ply: usize) -> Option<Score> {
        let scored = |outcome| outcome_score(position, outcome, ply);
        if let Some(outcome) = position.goal_outcome() {
            return Some(scored(outcome));
        }
        if let Some(repetition) = self.history.repetition() {
            let score = scored(position.repetition_outcome(repetition, &self.history));
            let is_over = repetition.occurrences >= position.repetition_rule().occurrences;
            if is_over && ply == 1 {
                return Some(score);
            }
            // A repetition inside the search tree gets the score of the final repetition, but
            // not as a proof: either side can deviate. Neither is a loss by perpetual check
            // deeper in the tree: another path to the position may interrupt the checks.
            if is_over || repetition.previous + 1 >= self.root_length {
                return Some(score.clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION));
            }
        }
        let clock = position.clock_outcome();
        if clock.is_some() || ply >= self.draw_ply {
            let outcome =
                if position.has_move() { clock } else { Some(position.no_move_outcome()) };
            return Some(outcome.map_or(score::DRAW, scored));
        }
        None
    }

    /// Counts a node below the root. Returns its score if it is terminal: end of the search,
    /// end of the game, tablebase hit or maximum ply.
    #[inline]
    pub(super) fn check_terminal(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        ply: usize,
    ) -> Option<Score> {
        self.pv.clear(ply);
        if self.count_node(shared, ply) {
            return Some(score::DRAW);
        }
        if let Some(score) = self.terminal_score(&node.position, ply) {
            return Some(score);
        }
        if let Some(score) = self.tablebase_score(shared, &node.position, ply) {
            return Some(score);
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate(shared, node, None))
    }

    /// Returns the raw static evaluation, from the TT entry if it has one.
    #[inline]
    pub(super) fn evaluate(
        &mut self,
        shared: &SharedContext<'_, E>,
        node: &Node<P>,
        entry: Option<TtEntry>,
    ) -> Score {
        let stored = entry.map(|entry| entry.evaluation).filter(|&stored| stored != score::NONE);
        stored.unwrap_or_else(|| shared.evaluation.evaluate(&mut self.state, &node.position))
    }

    /// Returns a static evaluation with the correction history applied.
    #[inline]
    pub(super) fn correct_eval(&self, position: &P, evaluation: Score, ply: usize) -> Score {
        let correction =
            self.heuristics.correction_value(position.side_to_move(), self.previous_moves(ply));
        (evaluation + correction).clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION)
    }

    /// Returns the piece-to indices of the two moves before `ply`, the last one first.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let piece_to_index =
            |back| ply.checked_sub(back).and_then(|ply| self.stack[ply].piece_to_index);
        [piece_to_index(1), piece_to_index(2)]
    }
}

/// Returns the score of a game outcome at `ply`, from the side to move's view.
pub(super) fn outcome_score<P: Position>(position: &P, outcome: Outcome, ply: usize) -> Score {
    match outcome.winner() {
        Some(winner) if winner == position.side_to_move() => score::mate_in(ply),
        Some(_) => score::mated_in(ply),
        None => score::DRAW,
    }
}
