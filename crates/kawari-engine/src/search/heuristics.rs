//! What a thread learns while it searches: killers, histories of moves, and how
//! far the evaluation was off.
//!
//! History scores grow and shrink with gravity, so that they stay within
//! [`HISTORY_LIMIT`] and forget
//! (<https://www.chessprogramming.org/History_Heuristic>).

use crate::core::color::Color;
use crate::core::position::MoveLike;
use crate::core::score::{MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// Bound of a history score, either way.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Bound of a correction, either way, and its units in a hundredth of a pawn or man.
const CORRECTION_LIMIT: i32 = 1024;
/// See [`CORRECTION_LIMIT`].
const CORRECTION_UNITS_PER_CENTIPAWN: i32 = 16;

/// The piece-to of the last move before a node and of the one before that, as
/// [`Tactics::piece_to_index`] numbers them; `None` where there is none or a null move.
pub type PreviousMoves = [Option<usize>; 2];

/// What one thread has learned.
pub struct Heuristics<P: Tactics> {
    killers: Vec<[Option<P::Move>; 2]>,
    /// By side and move.
    quiet_history: [Vec<i16>; 2],
    /// By side and move, for noisy moves.
    noisy_history: [Vec<i16>; 2],
    /// By the piece-to of a move before and the piece-to of the move: for the last move
    /// before, and for the one before that.
    continuation_history: [Vec<i16>; 2],
    /// How far the evaluation was off, by side to move and the piece-to of a move
    /// before: of the last one, and of the one before that.
    correction_history: [[Vec<i16>; 2]; 2],
}

impl<P: Tactics> Heuristics<P> {
    /// Nothing learned yet.
    pub fn new() -> Self {
        let by_piece_tos = || vec![0; P::PIECE_TO_COUNT * P::PIECE_TO_COUNT];
        let by_move = || vec![0; P::Move::SLOTS];
        Self {
            killers: vec![[None; 2]; MAX_PLY + 2],
            quiet_history: [by_move(), by_move()],
            noisy_history: [by_move(), by_move()],
            continuation_history: [by_piece_tos(), by_piece_tos()],
            correction_history: [0; 2].map(|_| [0; 2].map(|_| vec![0; P::PIECE_TO_COUNT])),
        }
    }

    /// Forgets everything.
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

    /// Prepares for a new search of the same game: killers belong to a ply of
    /// the last one.
    pub fn clear_killers(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The two quiet moves that last refuted something at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<P::Move>; 2] {
        self.killers[ply]
    }

    /// Forgets the killers two plies on: they come from another part of the tree.
    #[inline]
    pub fn clear_grandchild_killers(&mut self, ply: usize) {
        self.killers[ply + 2] = [None; 2];
    }

    /// How well the quiet moves of the side to move have done, after these moves.
    #[inline]
    pub fn quiet_history(&self, position: &P, previous_moves: PreviousMoves) -> QuietHistory<'_> {
        let row = |number: usize| {
            let row = |piece_to_index| {
                &self.continuation_history[number][piece_to_index * P::PIECE_TO_COUNT..]
                    [..P::PIECE_TO_COUNT]
            };
            previous_moves[number].map_or(&[][..], row)
        };
        QuietHistory {
            main: &self.quiet_history[position.side_to_move().index()],
            continuation_history: [row(0), row(1)],
        }
    }

    /// How well a noisy move has done.
    #[inline]
    pub fn noisy_history(&self, color: Color, mv: P::Move) -> i32 {
        i32::from(self.noisy_history[color.index()][mv.slot()])
    }

    /// A quiet move has refuted a node of `depth` after `tried` others had not.
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
        for (continuation, before) in self.continuation_history.iter_mut().zip(previous_moves) {
            if let Some(before) = before {
                let score =
                    &mut continuation[before * P::PIECE_TO_COUNT + position.piece_to_index(mv)];
                apply_gravity(score, bonus, HISTORY_LIMIT);
            }
        }
    }

    /// What the evaluation of a position behind these moves has been
    /// too low by, as far as searches have told
    /// (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>).
    #[inline]
    pub fn correction_value(&self, color: Color, previous_moves: PreviousMoves) -> Score {
        let rows = self.correction_history[color.index()].iter().zip(previous_moves);
        let sum: i32 =
            rows.filter_map(|(row, piece_to_index)| Some(i32::from(row[piece_to_index?]))).sum();
        sum / CORRECTION_UNITS_PER_CENTIPAWN
    }

    /// A search of `depth` has found a score that differs from the evaluation.
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

    /// A noisy move has refuted a node of `depth` or, with `good` false, has not.
    pub fn update_noisy_history(&mut self, color: Color, mv: P::Move, depth: i32, good: bool) {
        let bonus = if good { history_bonus(depth) } else { -history_bonus(depth) };
        apply_gravity(&mut self.noisy_history[color.index()][mv.slot()], bonus, HISTORY_LIMIT);
    }
}

/// The histories that apply to the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub struct QuietHistory<'a> {
    main: &'a [i16],
    /// Empty after a null move.
    continuation_history: [&'a [i16]; 2],
}

impl QuietHistory<'_> {
    /// How well a move has done.
    #[inline]
    pub fn score<P: Tactics>(&self, position: &P, mv: P::Move) -> i32 {
        let piece_to_index = position.piece_to_index(mv);
        let after = |row: &[i16]| row.get(piece_to_index).map_or(0, |&score| i32::from(score));
        let [last, before] = self.continuation_history;
        i32::from(self.main[mv.slot()]) + after(last) + after(before)
    }
}

impl<P: Tactics> Default for Heuristics<P> {
    fn default() -> Self {
        Self::new()
    }
}

fn history_bonus(depth: i32) -> i32 {
    (140 * depth - 60).clamp(40, 1800)
}

/// Moves a score by `bonus`, less the nearer it is to its bound.
fn apply_gravity(score: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / limit) as i16;
}
