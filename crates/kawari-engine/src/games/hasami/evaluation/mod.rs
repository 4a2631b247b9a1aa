//! The hand-crafted evaluation of the Hasami games: a sum of [weights].
//!
//! The terms of a file or a rank are looked up by its pattern. A man that is added or
//! removed changes two patterns, so that these terms are updated incrementally. All other
//! terms are computed for each evaluation.

mod features;
mod gaps;
pub mod lines;
#[cfg(test)]
mod loaded_tests;
mod terms;
pub mod weights;

use std::iter;

use kawari_rules::QuietResult;

use self::weights::Term;
use super::line_patterns::{DIGITS, HasamiBoard, LinePatterns};
use super::position::HasamiPosition;
use super::rules::{HasamiRules, SquareOf};
use crate::core::bitboard::Direction;
use crate::core::color::Color;
use crate::core::evaluation::{Evaluation, StateStack};
use crate::core::geometry::MAX_SQUARES;
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

/// Share of the half-moves without a capture that draw the game, in percent, from which scores
/// are scaled towards a draw.
const DRAW_SCALING_START: u16 = 30;
/// The patterns of a game's board.
type PatternsOf<R> = <<R as HasamiRules>::Geometry as HasamiBoard>::Patterns;

/// A pair indexed by the side to move.
type BySideToMove<T> = [T; 2];

/// The hand-crafted evaluation (HCE) of a Hasami game.
#[derive(Clone, Debug)]
pub struct HasamiHce<R> {
    weights: Vec<i16>,
    /// All patterns of the files, with Black's men as own: first for inner files, then for
    /// outermost files. Then the same for the ranks, unless they have the same length.
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
pub struct HasamiHceState<P> {
    /// Patterns of the files and ranks.
    patterns: P,
    /// Sum over lines and men, by the side to move.
    totals: BySideToMove<Score>,
    /// Lines in which a side can close a custodian capture, as bits.
    custody_closing: BySideToMove<u32>,
}

/// An observer that updates the sums while a move is made.
pub struct HasamiHceUpdater<'a, R: HasamiRules> {
    hce: &'a HasamiHce<R>,
    sums: &'a mut HasamiHceState<PatternsOf<R>>,
}

impl<R: HasamiRules> HasamiHce<R> {
    /// Creates the evaluation. The number of weights must match the game's terms.
    fn new(rules: R, weights: Vec<i16>) -> Self {
        let shape = rules.table().shape;
        let mut patterns = Vec::new();
        add_patterns::<R>(&weights, shape.ranks(), &mut patterns);
        if shape.files() != shape.ranks() {
            add_patterns::<R>(&weights, shape.files(), &mut patterns);
        }
        let mut man_values = [[0; MAX_SQUARES]; 2];
        for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
            for square in shape.squares() {
                let mut sum = WeightedSum { weights: &weights, total: 0 };
                terms::man_value(rules, color, square, sign, &mut sum);
                man_values[color.index()][square.index()] = saturated(sum.total);
            }
        }
        Self { weights, patterns, man_values, rules }
    }

    /// Returns the index of the first pattern of a kind of lines.
    #[inline(always)]
    fn first_pattern(&self, is_rank: bool, is_outermost: bool) -> usize {
        let shape = match R::BUILT_IN {
            Some(table) => table.shape,
            None => self.rules.table().shape,
        };
        let of_length = |length: usize| 3 * DIGITS[length - 1] as usize;
        let (of_file, of_rank) = (of_length(shape.ranks()), of_length(shape.files()));
        let is_shared = shape.files() == shape.ranks();
        let first = if is_rank && !is_shared { 2 * of_file } else { 0 };
        let outermost = if is_rank { of_rank } else { of_file };
        first + if is_outermost { outermost } else { 0 }
    }

    /// Returns the squares where a side closes a custodian capture, with the directions of
    /// their lines.
    #[inline(always)]
    fn custody_closing(
        &self,
        sums: &HasamiHceState<PatternsOf<R>>,
        color: Color,
    ) -> impl Iterator<Item = (SquareOf<R>, Direction)> {
        let patterns = sums.patterns;
        bits(sums.custody_closing[color.index()]).flat_map(move |line| {
            // The squares are the same for inner and outermost lines.
            let rank = line.checked_sub(PatternsOf::<R>::LENGTH);
            let first = self.first_pattern(rank.is_some(), false);
            let pattern = &self.patterns[first + patterns.get(line)];
            let squares = pattern.custody_closing[color.index()];
            bits(squares.into()).map(move |square| match rank {
                None => (Square::new(line, square), Direction::DOWN),
                Some(rank) => (Square::new(square, rank), Direction::LEFT),
            })
        })
    }

    /// Returns the factor from the sum of weights to centipawns, as a fraction.
    #[inline(always)]
    fn share(position: &HasamiPosition<R>) -> (Score, Score) {
        let (share, of) = draw_scale(position);
        (share, of * WEIGHT_UNITS)
    }
}

impl<R: HasamiRules> HasamiHceUpdater<'_, R> {
    /// Updates the pattern of a line and the sums. `first` is the index of the first pattern
    /// of such lines; `change` is added to the pattern.
    #[inline(always)]
    fn change_line(&mut self, line: usize, first: usize, change: i32) {
        let before = self.hce.patterns[first + self.sums.patterns.get(line)];
        self.sums.patterns.add(line, change);
        let after = self.hce.patterns[first + self.sums.patterns.get(line)];
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
        let shape = self.hce.rules.table().shape;
        let cell = i32::from(sign) * (1 + color.index() as i32);
        let digit = |square: usize| cell * DIGITS[square];
        let is_outermost = file == 0 || file == shape.files() - 1;
        let first = self.hce.first_pattern(false, is_outermost);
        self.change_line(file, first, digit(rank));
        let is_outermost = rank == 0 || rank == shape.ranks() - 1;
        let first = self.hce.first_pattern(true, is_outermost);
        self.change_line(PatternsOf::<R>::LENGTH + rank, first, digit(file));
        let man_value = Score::from(self.hce.man_values[color.index()][square.index()]);
        self.sums.totals[0] += Score::from(sign) * man_value;
        self.sums.totals[1] -= Score::from(sign) * man_value;
    }
}

/// Adds the patterns of inner lines of a length, then those of outermost lines.
fn add_patterns<R: HasamiRules>(weights: &[i16], length: usize, patterns: &mut Vec<LinePattern>) {
    let count = DIGITS[length - 1] as usize * 3;
    for outermost in [false, true] {
        let own = |pattern| {
            let cells = terms::cells_of(pattern, length);
            let mut sum = WeightedSum { weights, total: 0 };
            terms::line_value::<R>(&cells, outermost, &mut sum);
            (saturated(sum.total), terms::custody_closing_squares(&cells))
        };
        let own: Vec<(i16, u16)> = (0..count).map(own).collect();
        patterns.extend(own.iter().enumerate().map(|(pattern, ours)| {
            let theirs = own[terms::flipped(pattern, length)];
            LinePattern { values: [ours.0, theirs.0], custody_closing: [ours.1, theirs.1] }
        }));
    }
}

/// Returns the factor of a position's score before a draw by half-moves without a capture, as
/// a fraction.
#[inline(always)]
fn draw_scale<R: HasamiRules>(position: &HasamiPosition<R>) -> (Score, Score) {
    let rules = &position.table().rules;
    match rules.quiet_limit {
        Some(limit) if rules.quiet_result == QuietResult::Draw => {
            share_left(position.clock(), limit)
        }
        _ => (1, 1),
    }
}

/// Returns the factor of a score after `clock` half-moves of `limit`, as a fraction. It falls
/// linearly from 1 after [`DRAW_SCALING_START`] percent to 0 at the limit.
#[inline(always)]
fn share_left(clock: u16, limit: u16) -> (Score, Score) {
    let start = u32::from(limit) * u32::from(DRAW_SCALING_START) / 100;
    let left = Score::from(limit.saturating_sub(clock));
    let span = Score::from(limit) - start as Score;
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
    type State = StateStack<HasamiHceState<PatternsOf<R>>>;
    type Updater<'a> = HasamiHceUpdater<'a, R>;

    fn new_state(&self, position: &HasamiPosition<R>) -> Self::State {
        let mut sums = HasamiHceState {
            patterns: PatternsOf::<R>::EMPTY,
            totals: [0; 2],
            custody_closing: [0; 2],
        };
        position.visit_pieces(&mut HasamiHceUpdater { hce: self, sums: &mut sums });
        StateStack::new(sums)
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut Self::State) -> HasamiHceUpdater<'a, R> {
        HasamiHceUpdater { hce: self, sums: state.push() }
    }

    #[inline]
    fn pop(&self, state: &mut Self::State) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, state: &mut Self::State, position: &HasamiPosition<R>) -> Score {
        popcount::run(HasamiHceTask { evaluation: self, sums: &state.top, position })
    }
}

/// The evaluation of a position as a task that uses the popcount instruction.
struct HasamiHceTask<'a, R: HasamiRules> {
    evaluation: &'a HasamiHce<R>,
    sums: &'a HasamiHceState<PatternsOf<R>>,
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
            let (share, of) = share_left(clock, 100);
            f64::from(share) / f64::from(of)
        };
        let (last, limit) = (DRAW_SCALING_START, 100);
        assert_eq!([0, last, limit, limit + 1].map(quiet), [1.0, 1.0, 0.0, 0.0]);
        assert_eq!(quiet(last.midpoint(limit)), 0.5);
    }
}
