//! Search heuristics of one thread: killer moves, history, continuation history, correction
//! history.
//!
//! History scores are updated with the gravity formula, which keeps them within
//! [`HISTORY_LIMIT`] and lets old updates fade
//! (<https://www.chessprogramming.org/History_Heuristic>).

use crate::core::color::Color;
use crate::core::position::MoveLike;
use crate::core::score::{MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// Maximum absolute value of a history score.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Maximum absolute value of a correction history entry.
const CORRECTION_LIMIT: i32 = 1024;
/// Correction history units per centipawn.
const CORRECTION_UNITS_PER_CENTIPAWN: i32 = 16;

/// [`Tactics::piece_to_index`] of the last move before a node and of the move before that;
/// `None` for a null move and before the root.
pub type PreviousMoves = [Option<usize>; 2];

/// The heuristics tables of one thread.
pub struct Heuristics<P: Tactics> {
    /// Killer moves, by ply.
    killers: Vec<[Option<P::Move>; 2]>,
    /// History of quiet moves, by side and move.
    quiet_history: [Vec<i16>; 2],
    /// History of noisy moves, by side and move.
    noisy_history: [Vec<i16>; 2],
    /// Continuation history 1 and 2 plies back, by piece-to of the earlier move and piece-to
    /// of the move.
    continuation_history: [Vec<i16>; 2],
    /// Correction history, by side to move, plies back (1 or 2) and piece-to of that move.
    correction_history: [[Vec<i16>; 2]; 2],
}

impl<P: Tactics> Heuristics<P> {
    /// Creates empty tables for a game.
    pub fn new(game: P::Game) -> Self {
        let count = P::piece_to_count(game);
        let by_piece_tos = || vec![0; count * count];
        let by_move = || vec![0; P::Move::SLOTS];
        Self {
            killers: vec![[None; 2]; MAX_PLY + 2],
            quiet_history: [by_move(), by_move()],
            noisy_history: [by_move(), by_move()],
            continuation_history: [by_piece_tos(), by_piece_tos()],
            correction_history: [0; 2].map(|_| [0; 2].map(|_| vec![0; count])),
        }
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        let Self {
            killers: _,
            quiet_history: quiet,
            noisy_history: noisy,
            continuation_history,
            correction_history,
        } = self;
        let correction_history = correction_history.iter_mut().flatten();
        for scores in
            quiet.iter_mut().chain(noisy).chain(continuation_history).chain(correction_history)
        {
            scores.fill(0);
        }
    }

    /// Clears the killer moves, before a new search of the same game.
    pub fn clear_killers(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// Returns the two quiet moves that last caused a beta cutoff at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<P::Move>; 2] {
        self.killers[ply]
    }

    /// Clears the killer moves of the grandchildren, which come from another subtree.
    #[inline]
    pub fn clear_grandchild_killers(&mut self, ply: usize) {
        self.killers[ply + 2] = [None; 2];
    }

    /// Returns the history of the quiet moves of the side to move, after `previous_moves`.
    #[inline]
    pub fn quiet_history(&self, position: &P, previous_moves: PreviousMoves) -> QuietHistory<'_> {
        let count = P::piece_to_count(position.game());
        let row = |number: usize| {
            let row = |index| &self.continuation_history[number][index * count..][..count];
            previous_moves[number].map_or(&[][..], row)
        };
        QuietHistory {
            main: &self.quiet_history[position.side_to_move().index()],
            continuation_history: [row(0), row(1)],
        }
    }

    /// Returns the history score of a noisy move.
    #[inline]
    pub fn noisy_history(&self, color: Color, mv: P::Move) -> i32 {
        i32::from(self.noisy_history[color.index()][mv.slot()])
    }

    /// Updates killers and histories after a beta cutoff by the quiet move `mv`: a bonus for
    /// `mv`, a malus for the quiet moves tried before.
    pub fn update_quiet_histories(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: &[P::Move],
        previous_moves: PreviousMoves,
        ply: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.update_quiet_history(position, mv, previous_moves, history_bonus(depth));
        for &other in tried {
            self.update_quiet_history(position, other, previous_moves, -history_bonus(depth));
        }
    }

    fn update_quiet_history(
        &mut self,
        position: &P,
        mv: P::Move,
        previous_moves: PreviousMoves,
        bonus: i32,
    ) {
        apply_gravity(
            &mut self.quiet_history[position.side_to_move().index()][mv.slot()],
            bonus,
            HISTORY_LIMIT,
        );
        let count = P::piece_to_count(position.game());
        for (continuation, before) in self.continuation_history.iter_mut().zip(previous_moves) {
            if let Some(before) = before {
                let score = &mut continuation[before * count + position.piece_to_index(mv)];
                apply_gravity(score, bonus, HISTORY_LIMIT);
            }
        }
    }

    /// Returns the correction of the static evaluation after `previous_moves`, in centipawns.
    ///
    /// <https://www.chessprogramming.org/Static_Evaluation_Correction_History>
    #[inline]
    pub fn correction_value(&self, color: Color, previous_moves: PreviousMoves) -> Score {
        let rows = self.correction_history[color.index()].iter().zip(previous_moves);
        let sum: i32 =
            rows.filter_map(|(row, piece_to_index)| Some(i32::from(row[piece_to_index?]))).sum();
        sum / CORRECTION_UNITS_PER_CENTIPAWN
    }

    /// Updates the correction history. `difference` is the search score minus the corrected
    /// evaluation: the search score has corrections too, and against the raw evaluation they would
    /// grow without an error.
    pub fn update_correction_history(
        &mut self,
        color: Color,
        previous_moves: PreviousMoves,
        difference: Score,
        depth: i32,
    ) {
        let bonus = (difference * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (row, piece_to_index) in
            self.correction_history[color.index()].iter_mut().zip(previous_moves)
        {
            if let Some(piece_to_index) = piece_to_index {
                apply_gravity(&mut row[piece_to_index], bonus, CORRECTION_LIMIT);
            }
        }
    }

    /// Updates the history of a noisy move: a bonus if it caused a beta cutoff, else a malus.
    pub fn update_noisy_history(&mut self, color: Color, mv: P::Move, depth: i32, cutoff: bool) {
        let bonus = if cutoff { history_bonus(depth) } else { -history_bonus(depth) };
        apply_gravity(&mut self.noisy_history[color.index()][mv.slot()], bonus, HISTORY_LIMIT);
    }
}

/// The history tables for the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub struct QuietHistory<'a> {
    main: &'a [i16],
    /// Rows of the continuation history; empty after a null move.
    continuation_history: [&'a [i16]; 2],
}

impl QuietHistory<'_> {
    /// Returns the history score of a quiet move.
    #[inline]
    pub fn score<P: Tactics>(&self, position: &P, mv: P::Move) -> i32 {
        let piece_to_index = position.piece_to_index(mv);
        let after = |row: &[i16]| row.get(piece_to_index).map_or(0, |&score| i32::from(score));
        let [last, before] = self.continuation_history;
        i32::from(self.main[mv.slot()]) + after(last) + after(before)
    }
}

fn history_bonus(depth: i32) -> i32 {
    (140 * depth - 60).clamp(40, 1800)
}

/// Adds `bonus` to a history score with gravity: less, the closer it is to `limit`.
fn apply_gravity(score: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / limit) as i16;
}
