//! What a thread learns while it searches: killers, histories of moves, and how
//! far the evaluation was off.
//!
//! History scores grow and shrink with gravity, so that they stay within
//! [`LIMIT`] and forget
//! (<https://www.chessprogramming.org/History_Heuristic>).

use crate::core::color::Color;
use crate::core::position::MoveLike;
use crate::core::score::{MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// Bound of a history score, either way.
pub const LIMIT: i32 = 16_384;
/// Bound of a correction, either way, and its units in a hundredth of a pawn or man.
const CORRECTION_LIMIT: i32 = 1024;
/// See [`CORRECTION_LIMIT`].
const CORRECTION_GRAIN: i32 = 16;

/// The piece-to of the last move before a node and of the one before that, as
/// [`Tactics::piece_to`] numbers them; `None` where there is none or a null move.
pub type Previous = [Option<usize>; 2];

/// What one thread has learned.
pub struct Heuristics<P: Tactics> {
    killers: Vec<[Option<P::Move>; 2]>,
    /// By side and move.
    quiet: [Vec<i16>; 2],
    /// By side and move, for noisy moves.
    noisy: [Vec<i16>; 2],
    /// By the piece-to of a move before and the piece-to of the move: for the last move
    /// before, and for the one before that.
    continuations: [Vec<i16>; 2],
    /// How far the evaluation was off, by side to move and the piece-to of a move
    /// before: of the last one, and of the one before that.
    corrections: [[Vec<i16>; 2]; 2],
}

impl<P: Tactics> Heuristics<P> {
    /// Nothing learned yet.
    pub fn new() -> Self {
        let by_piece_tos = || vec![0; P::PIECE_TOS * P::PIECE_TOS];
        let by_move = || vec![0; P::Move::SLOTS];
        Self {
            killers: vec![[None; 2]; MAX_PLY + 2],
            quiet: [by_move(), by_move()],
            noisy: [by_move(), by_move()],
            continuations: [by_piece_tos(), by_piece_tos()],
            corrections: [0; 2].map(|_| [0; 2].map(|_| vec![0; P::PIECE_TOS])),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        let Self { killers: _, quiet, noisy, continuations, corrections } = self;
        let corrections = corrections.iter_mut().flatten();
        for scores in quiet.iter_mut().chain(noisy).chain(continuations).chain(corrections) {
            scores.fill(0);
        }
    }

    /// Prepares for a new search of the same game: killers belong to a ply of
    /// the last one.
    pub fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The two quiet moves that last refuted something at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<P::Move>; 2] {
        self.killers[ply]
    }

    /// Forgets the killers two plies on: they come from another part of the tree.
    #[inline]
    pub fn clear_grandchildren(&mut self, ply: usize) {
        self.killers[ply + 2] = [None; 2];
    }

    /// How well the quiet moves of the side to move have done, after these moves.
    #[inline]
    pub fn quiet_history(&self, position: &P, previous: Previous) -> QuietHistory<'_> {
        let row = |number: usize| {
            let row =
                |piece_to| &self.continuations[number][piece_to * P::PIECE_TOS..][..P::PIECE_TOS];
            previous[number].map_or(&[][..], row)
        };
        QuietHistory {
            main: &self.quiet[position.side_to_move().index()],
            continuations: [row(0), row(1)],
        }
    }

    /// How well a noisy move has done.
    #[inline]
    pub fn noisy(&self, color: Color, mv: P::Move) -> i32 {
        i32::from(self.noisy[color.index()][mv.slot()])
    }

    /// A quiet move has refuted a node of `depth` after `tried` others had not.
    pub fn reward_quiet(
        &mut self,
        position: &P,
        mv: P::Move,
        tried: &[P::Move],
        previous: Previous,
        ply: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.update_quiet(position, mv, previous, bonus(depth));
        for &other in tried {
            self.update_quiet(position, other, previous, -bonus(depth));
        }
    }

    fn update_quiet(&mut self, position: &P, mv: P::Move, previous: Previous, bonus: i32) {
        nudge(&mut self.quiet[position.side_to_move().index()][mv.slot()], bonus, LIMIT);
        for (continuation, before) in self.continuations.iter_mut().zip(previous) {
            if let Some(before) = before {
                let score = &mut continuation[before * P::PIECE_TOS + position.piece_to(mv)];
                nudge(score, bonus, LIMIT);
            }
        }
    }

    /// What the evaluation of a position behind these moves has been
    /// too low by, as far as searches have told
    /// (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>).
    #[inline]
    pub fn correction(&self, color: Color, previous: Previous) -> Score {
        let rows = self.corrections[color.index()].iter().zip(previous);
        let sum: i32 = rows.filter_map(|(row, piece_to)| Some(i32::from(row[piece_to?]))).sum();
        sum / CORRECTION_GRAIN
    }

    /// A search of `depth` has found a score that differs from the evaluation.
    pub fn correct(&mut self, color: Color, previous: Previous, difference: Score, depth: i32) {
        let bonus = (difference * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (row, piece_to) in self.corrections[color.index()].iter_mut().zip(previous) {
            if let Some(piece_to) = piece_to {
                nudge(&mut row[piece_to], bonus, CORRECTION_LIMIT);
            }
        }
    }

    /// A noisy move has refuted a node of `depth` or, with `good` false, has not.
    pub fn judge_noisy(&mut self, color: Color, mv: P::Move, depth: i32, good: bool) {
        let bonus = if good { bonus(depth) } else { -bonus(depth) };
        nudge(&mut self.noisy[color.index()][mv.slot()], bonus, LIMIT);
    }
}

/// The histories that apply to the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub struct QuietHistory<'a> {
    main: &'a [i16],
    /// Empty after a null move.
    continuations: [&'a [i16]; 2],
}

impl QuietHistory<'_> {
    /// How well a move has done.
    #[inline]
    pub fn of<P: Tactics>(&self, position: &P, mv: P::Move) -> i32 {
        let piece_to = position.piece_to(mv);
        let after = |row: &[i16]| row.get(piece_to).map_or(0, |&score| i32::from(score));
        let [last, before] = self.continuations;
        i32::from(self.main[mv.slot()]) + after(last) + after(before)
    }
}

impl<P: Tactics> Default for Heuristics<P> {
    fn default() -> Self {
        Self::new()
    }
}

fn bonus(depth: i32) -> i32 {
    (140 * depth - 60).clamp(40, 1800)
}

/// Moves a score by `bonus`, less the nearer it is to its bound.
fn nudge(score: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / limit) as i16;
}
