//! One thread's search: what it has learned and the line it stands on.

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

/// What the search keeps of each ply of the current line.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackEntry<M> {
    /// Static evaluation as the table keeps it; [`score::NONE`] in danger.
    pub(super) raw_eval: Score,
    /// The same, corrected by what searches nearby have found.
    pub(super) static_eval: Score,
    /// Piece-to of the move that led away from here; `None` for a null move.
    pub(super) piece_to_index: Option<usize>,
    /// The move that is left out while its singularity is tested.
    pub(super) excluded: Option<M>,
    /// Children of the parent's other moves that were cut off at this ply.
    pub(super) cutoffs: u32,
}

impl<M> StackEntry<M> {
    /// What is known of a ply before a search.
    pub(super) const NEW: Self = Self {
        raw_eval: score::NONE,
        static_eval: score::NONE,
        piece_to_index: None,
        excluded: None,
        cutoffs: 0,
    };
}

/// One thread's search: what it has learned and the line it stands on.
///
/// It outlives single searches; [`SearchThread::new_game`] makes it forget.
pub struct SearchThread<P: Tactics, E: Evaluation<P>> {
    pub(super) thread: usize,
    pub(super) heuristics: Heuristics<P>,
    pub(super) moves: MoveStack<P::Move>,
    pub(super) pv: PvTable<P::Move>,
    pub(super) stack: Vec<StackEntry<P::Move>>,
    pub(super) history: History,
    /// Positions in `history` up to the root, the root included.
    pub(super) root_length: usize,
    /// Hash of the positions whose next occurrence ends the game; 0 if there are none.
    pub(super) repetition_ban_key: Key,
    /// Plies from the root at which the game is a draw by its length.
    pub(super) draw_ply: usize,
    /// The iteration, in plies.
    pub(super) root_depth: usize,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// No null move before this ply: a fail-high is being verified.
    pub(super) min_null_move_ply: usize,
    /// What the evaluation knows of the line.
    pub(super) state: E::State,
    /// How far tables of endgames are asked.
    pub(super) tablebase_use: TablebaseUse,
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// A worker that has learned nothing; `thread` is its number from 0.
    pub fn new(thread: usize, evaluation: &E) -> Self {
        Self {
            thread,
            heuristics: Heuristics::new(),
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
            state: evaluation.new_state(&P::startpos()),
            tablebase_use: TablebaseUse::default(),
        }
    }

    /// Forgets what earlier games have taught.
    pub fn new_game(&mut self) {
        self.heuristics.clear();
    }

    /// The key of a position in the transposition table. What is proved while some
    /// positions are barred must not be used while others are.
    #[inline]
    pub(super) fn tt_key(&self, position: &P) -> Key {
        position.key() ^ self.repetition_ban_key
    }

    /// The score of a table entry, if it settles a search with this window: no counter of
    /// the rules may run out within its depth, or before the win or loss that it proves.
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
            score::mate_distance(entry.score).map_or(0, |stack| stack.unsigned_abs() as usize);
        let is_in_time =
            left > entry.depth as usize && end <= self.draw_ply.min(ply.saturating_add(left));
        is_in_time.then_some(entry.score)
    }

    /// True if moves after which the opponent wins at once may be skipped at a node in
    /// danger: neither repetition nor a counter can end the game before that win.
    #[inline]
    pub(super) fn can_skip_losing_moves(&self, node: &Node<P>) -> bool {
        node.in_danger
            && self.repetition_ban_key == 0
            && node.position.half_moves_left().is_none_or(|left| left > 1)
    }

    /// Counts a node; true when the search is to end. Nothing is searched behind that,
    /// and nothing counted.
    #[inline]
    pub(super) fn count_node(&mut self, shared: &SharedContext<'_, E>, ply: usize) -> bool {
        /// Nodes between two looks at the clock: well below a millisecond.
        const STOP_CHECK_INTERVAL: u64 = 256;
        if shared.is_stopped() {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        shared.count(self.thread, self.nodes);
        if self.thread == 0 {
            let is_check_due = self.nodes.is_multiple_of(STOP_CHECK_INTERVAL);
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

    /// The score of a node below the root that the rules have ended or that
    /// goes round in circles; `None` where the game goes on. Whether there is a
    /// legal move is left to the caller, except where a clock has run out.
    #[inline]
    pub(super) fn terminal_score(&self, position: &P, ply: usize) -> Option<Score> {
        let scored = |outcome| outcome_score(position, outcome, ply);
        if let Some(outcome) = position.goal_outcome() {
            return Some(scored(outcome));
        }
        if let Some(repetition) = self.history.repetition() {
            let score = scored(position.repetition_outcome(repetition, &self.history));
            let is_over = repetition.occurrences >= P::REPETITION.occurrences;
            if is_over && ply == 1 {
                return Some(score);
            }
            // Back where the search has been: both sides can go round until the rules
            // end it, so it is worth what that end is, but is no proof. Nor is a loss by
            // perpetual check deeper in the tree: on another way to the same position
            // the checks may be interrupted.
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

    /// Comes to a node below the root: its score, if nothing below it is to be
    /// searched.
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

    /// The static evaluation of the node on which the line ends, from the table where
    /// it is kept there.
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

    /// A static evaluation, corrected by what searches behind the same moves have
    /// found.
    #[inline]
    pub(super) fn correct_eval(&self, position: &P, evaluation: Score, ply: usize) -> Score {
        let correction =
            self.heuristics.correction_value(position.side_to_move(), self.previous_moves(ply));
        (evaluation + correction).clamp(-score::MAX_EVALUATION, score::MAX_EVALUATION)
    }

    /// Piece-tos of the last two moves before `ply`, the last one first.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let piece_to_index =
            |back| ply.checked_sub(back).and_then(|ply| self.stack[ply].piece_to_index);
        [piece_to_index(1), piece_to_index(2)]
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
