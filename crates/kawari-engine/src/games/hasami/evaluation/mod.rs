//! The hand-crafted evaluation of the Hasami games: a sum of [weights].
//!
//! The terms of a file or a rank are looked up by its pattern. A man that is added or
//! removed changes two patterns, so that these terms are updated incrementally. All other
//! terms are computed for each evaluation.

mod features;
mod gaps;
pub mod lines;
mod terms;
pub mod weights;

use std::iter;

use self::terms::MAX_LINE_LENGTH;
use self::weights::Term;
use super::position::{HasamiPosition, NO_CAPTURE_LIMIT};
use super::rules::{HasamiRules, SquareOf};
use crate::core::bitboard::Direction;
use crate::core::color::Color;
use crate::core::evaluation::{Evaluation, StateStack};
use crate::core::geometry::{Geometry, MAX_SQUARES};
use crate::core::popcount::{self, PopcountTask};
use crate::core::position::{Observer, Position};
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::square::Square;
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::linear::{
    TermCounts, TermTrace, Tuning, WeightedSum, saturated, scaled,
};
use crate::games::evaluation::weights::WEIGHT_UNITS;
use crate::games::evaluation::weights::file::{self, EvalFileError};

/// Number of half-moves without a capture from which scores are scaled towards a draw.
const DRAW_SCALING_START: u16 = 30;
/// Number of patterns of a line of [`MAX_LINE_LENGTH`] squares.
const PATTERNS: usize = 3_usize.pow(MAX_LINE_LENGTH as u32);
/// Powers of three: the value of each digit of a pattern.
const DIGITS: [u16; MAX_LINE_LENGTH] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// A pair indexed by the side to move.
type BySideToMove<T> = [T; 2];

/// The hand-crafted evaluation (HCE) of a Hasami game.
#[derive(Clone, Debug)]
pub struct HasamiHce<R> {
    weights: Vec<i16>,
    /// All patterns, with Black's men as own: first for inner lines, then for outermost
    /// lines.
    patterns: Vec<LinePattern>,
    /// Value of a man for Black, by colour, then by square.
    man_values: [[i16; MAX_SQUARES]; 2],
    rules: R,
}

/// Precomputed values of a line.
#[derive(Clone, Copy, Debug)]
struct LinePattern {
    /// Value, by the side to move.
    values: BySideToMove<i16>,
    /// Squares of the line where a side closes a custodian capture.
    custody_closing: BySideToMove<u16>,
}

/// The incrementally updated sums of a position.
#[derive(Clone, Copy, Debug)]
pub struct HasamiHceState {
    /// Pattern of each file, then of each rank, with Black's men as own.
    patterns: [u16; 2 * MAX_LINE_LENGTH],
    /// Sum over lines and men, by the side to move.
    totals: BySideToMove<Score>,
    /// Lines in which a side can close a custodian capture, as bits.
    custody_closing: BySideToMove<u32>,
}

/// An observer that updates the sums while a move is made.
pub struct HasamiHceUpdater<'a, R> {
    hce: &'a HasamiHce<R>,
    sums: &'a mut HasamiHceState,
}

impl<R: HasamiRules> HasamiHce<R> {
    /// Creates the evaluation. The number of weights must match the game's terms.
    fn new(rules: R, weights: Vec<i16>) -> Self {
        let length = R::Geometry::FILES.max(R::Geometry::RANKS);
        let mut patterns = Vec::with_capacity(2 * PATTERNS);
        for outermost in [false, true] {
            let own = |pattern| {
                let cells = terms::cells_of(pattern);
                let mut sum = WeightedSum { weights: &weights, total: 0 };
                terms::line_value::<R>(&cells[..length], outermost, &mut sum);
                (saturated(sum.total), terms::custody_closing_squares(&cells[..length]))
            };
            let own: Vec<(i16, u16)> = (0..PATTERNS).map(own).collect();
            patterns.extend(own.iter().enumerate().map(|(pattern, ours)| {
                let theirs = own[terms::flipped(pattern)];
                LinePattern { values: [ours.0, theirs.0], custody_closing: [ours.1, theirs.1] }
            }));
        }
        let mut man_values = [[0; MAX_SQUARES]; 2];
        for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
            for square in Square::<R::Geometry>::all() {
                let mut sum = WeightedSum { weights: &weights, total: 0 };
                terms::man_value::<R>(color, square, sign, &mut sum);
                man_values[color.index()][square.index()] = saturated(sum.total);
            }
        }
        Self { weights, patterns, man_values, rules }
    }

    /// Returns the squares where a side closes a custodian capture, with the directions of
    /// their lines.
    #[inline(always)]
    fn custody_closing(
        &self,
        sums: &HasamiHceState,
        color: Color,
    ) -> impl Iterator<Item = (SquareOf<R>, Direction)> {
        let patterns = sums.patterns;
        bits(sums.custody_closing[color.index()]).flat_map(move |line| {
            let pattern = usize::from(patterns[line]);
            let squares = self.patterns[pattern].custody_closing[color.index()];
            bits(squares.into()).map(move |square| match line.checked_sub(MAX_LINE_LENGTH) {
                None => (Square::new(line, square), Direction::DOWN),
                Some(rank) => (Square::new(square, rank), Direction::LEFT),
            })
        })
    }

    /// Returns the factor from the sum of weights to centipawns, as a fraction.
    #[inline(always)]
    fn share(position: &HasamiPosition<R>) -> (Score, Score) {
        let (share, of) = draw_scale(position.clock());
        (share, of * WEIGHT_UNITS)
    }
}

impl<R: HasamiRules> HasamiHceUpdater<'_, R> {
    /// Updates the pattern of a line and the sums. `change` is added to the pattern.
    #[inline(always)]
    fn change_line(&mut self, line: usize, outermost: bool, change: u16) {
        let kind = if outermost { PATTERNS } else { 0 };
        let pattern = &mut self.sums.patterns[line];
        let before = self.hce.patterns[kind + usize::from(*pattern)];
        *pattern = pattern.wrapping_add(change);
        let after = self.hce.patterns[kind + usize::from(*pattern)];
        for side in 0..2 {
            self.sums.totals[side] +=
                Score::from(after.values[side]) - Score::from(before.values[side]);
            let lines = self.sums.custody_closing[side] & !(1 << line);
            self.sums.custody_closing[side] =
                lines | u32::from(after.custody_closing[side] != 0) << line;
        }
    }

    #[inline(always)]
    fn change(&mut self, color: Color, square: SquareOf<R>, sign: i16) {
        let (file, rank) = (square.file(), square.rank());
        let (last_file, last_rank) = (R::Geometry::FILES - 1, R::Geometry::RANKS - 1);
        let cell = sign * (1 + color.index() as i16);
        let digit = |square: usize| (cell * DIGITS[square] as i16) as u16;
        self.change_line(file, file == 0 || file == last_file, digit(rank));
        self.change_line(MAX_LINE_LENGTH + rank, rank == 0 || rank == last_rank, digit(file));
        let man_value = Score::from(self.hce.man_values[color.index()][square.index()]);
        self.sums.totals[0] += Score::from(sign) * man_value;
        self.sums.totals[1] -= Score::from(sign) * man_value;
    }
}

/// Returns the factor of a score after `clock` half-moves without a capture, as a fraction.
/// It falls linearly from 1 at [`DRAW_SCALING_START`] to 0 at [`NO_CAPTURE_LIMIT`].
#[inline(always)]
fn draw_scale(clock: u16) -> (Score, Score) {
    let left = Score::from(NO_CAPTURE_LIMIT.saturating_sub(clock));
    let span = Score::from(NO_CAPTURE_LIMIT - DRAW_SCALING_START);
    (left.min(span), span)
}

/// Returns the indices of the set bits.
#[inline(always)]
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

impl<R: HasamiRules> Observer<HasamiPosition<R>> for HasamiHceUpdater<'_, R> {
    #[inline(always)]
    fn put(&mut self, color: Color, (): (), square: SquareOf<R>) {
        self.change(color, square, 1);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, (): (), square: SquareOf<R>) {
        self.change(color, square, -1);
    }

    #[inline(always)]
    fn add_hand_piece(&mut self, _: Color, (): (), _: u16) {}
    #[inline(always)]
    fn remove_hand_piece(&mut self, _: Color, (): (), _: u16) {}
}

impl<R: HasamiRules> Evaluation<HasamiPosition<R>> for HasamiHce<R> {
    type State = StateStack<HasamiHceState>;
    type Updater<'a> = HasamiHceUpdater<'a, R>;

    fn new_state(&self, position: &HasamiPosition<R>) -> StateStack<HasamiHceState> {
        let mut sums = HasamiHceState {
            patterns: [0; 2 * MAX_LINE_LENGTH],
            totals: [0; 2],
            custody_closing: [0; 2],
        };
        position.visit_pieces(&mut HasamiHceUpdater { hce: self, sums: &mut sums });
        StateStack::new(sums)
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut StateStack<HasamiHceState>) -> HasamiHceUpdater<'a, R> {
        HasamiHceUpdater { hce: self, sums: state.push() }
    }

    #[inline]
    fn pop(&self, state: &mut StateStack<HasamiHceState>) {
        state.pop();
    }

    #[inline]
    fn evaluate(
        &self,
        state: &mut StateStack<HasamiHceState>,
        position: &HasamiPosition<R>,
    ) -> Score {
        popcount::run(HasamiHceTask { evaluation: self, sums: &state.top, position })
    }
}

/// The evaluation of a position as a task that uses the popcount instruction.
struct HasamiHceTask<'a, R: HasamiRules> {
    evaluation: &'a HasamiHce<R>,
    sums: &'a HasamiHceState,
    position: &'a HasamiPosition<R>,
}

impl<R: HasamiRules> PopcountTask for HasamiHceTask<'_, R> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Self { evaluation, sums, position } = self;
        let total = sums.totals[position.side_to_move().index()];
        let mut sum = WeightedSum { weights: &evaluation.weights, total };
        terms::non_incremental(position, |color| evaluation.custody_closing(sums, color), &mut sum);
        scaled(sum.total, HasamiHce::<R>::share(position)).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl<R: HasamiRules> GameEvaluation<R> for HasamiHce<R> {
    fn hand_crafted(rules: R) -> Self {
        Self::new(rules, weights::weights(rules))
    }

    fn read(rules: R, file: &[u8]) -> Result<Self, EvalFileError> {
        let weights = file::read(file, rules.info(), &Term::shapes::<R>())?;
        Ok(Self::new(rules, weights))
    }

    fn description(&self) -> String {
        "hand-crafted".to_owned()
    }

    fn checksum(&self) -> u64 {
        file::checksum(&self.weights)
    }

    fn tuning(self) -> Option<Tuning<HasamiPosition<R>>> {
        let (rules, weights) = (self.rules, self.weights.clone());
        let trace = move |position: &HasamiPosition<R>| {
            let sums = self.new_state(position).top;
            let mut counts = TermCounts(vec![0; self.weights.len()]);
            terms::incremental(position, &mut counts);
            terms::non_incremental(
                position,
                |color| self.custody_closing(&sums, color),
                &mut counts,
            );
            TermTrace { counts: counts.nonzero(), share: Self::share(position) }
        };
        Some(Tuning {
            weights,
            trace: Box::new(trace),
            file: Box::new(move |weights, provenance| {
                file::write(rules.info(), &Term::shapes::<R>(), weights, provenance)
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_shrink_before_a_draw() {
        let quiet = |clock| {
            let (share, of) = draw_scale(clock);
            f64::from(share) / f64::from(of)
        };
        let (last, limit) = (DRAW_SCALING_START, NO_CAPTURE_LIMIT);
        assert_eq!([0, last, limit, limit + 1].map(quiet), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!(quiet(last.midpoint(limit)), 0.5);
    }
}
