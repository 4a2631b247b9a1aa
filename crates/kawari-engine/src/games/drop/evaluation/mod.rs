//! The hand-crafted evaluation of the drop games: a sum of [weights].
//!
//! Piece-square terms, absolute and relative to both Generals or Kings, are looked up in a
//! table and updated incrementally. All other terms are computed for each evaluation.

mod default_weights;
pub(super) mod features;
mod terms;
pub mod weights;

use self::weights::Term;
use super::kind::Kind;
use super::position::DropPosition;
use super::rules::{DropRules, SquareOf, kind_indices};
use crate::core::color::Color;
use crate::core::evaluation::{Evaluation, StateStack};
use crate::core::geometry::Geometry;
use crate::core::popcount::{self, PopcountTask};
use crate::core::position::{Observer, Position};
use crate::core::score::{MAX_EVALUATION, Score};
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::linear::{TermCounts, TermTrace, Tuning, WeightedSum, saturated};
use crate::games::evaluation::weights::WEIGHT_UNITS;
use crate::games::evaluation::weights::file::{self, EvalFileError};

/// The hand-crafted evaluation (HCE) of a drop game.
#[derive(Clone, Debug)]
pub struct DropHce<R> {
    weights: Vec<i16>,
    /// Value of a piece for Black, by the square of Black's General or King, then by colour,
    /// kind and square.
    piece_values: Vec<i16>,
    rules: R,
}

/// The incrementally updated sums of a position.
#[derive(Clone, Copy, Debug)]
pub struct DropHceState {
    /// Sum over all pieces from each side's view.
    piece_values: [Score; 2],
    /// Offset in `piece_values` for the square of each side's General or King.
    views: [usize; 2],
}

/// An observer that updates the sums while a move is made.
pub struct DropHceUpdater<'a, R> {
    hce: &'a DropHce<R>,
    sums: &'a mut DropHceState,
}

/// Returns the offset of the values for a square of the General or King.
#[inline(always)]
fn king_view_offset<R: DropRules>(rules: R, king: SquareOf<R>) -> usize {
    king.index() * 2 * kind_indices(rules) * R::Geometry::SQUARES
}

/// Returns the offset of a piece among these values.
#[inline(always)]
fn piece_offset<R: DropRules>(rules: R, color: Color, kind: Kind, square: SquareOf<R>) -> usize {
    (color.index() * kind_indices(rules) + kind.index()) * R::Geometry::SQUARES + square.index()
}

impl<R: DropRules> DropHce<R> {
    /// Creates the evaluation. The number of weights must match the game's terms.
    fn new(rules: R, weights: Vec<i16>) -> Self {
        let squares = R::Geometry::SQUARES;
        let board = || rules.table().shape.squares().into_iter();
        let mut piece_values = vec![0; squares * 2 * kind_indices(rules) * squares];
        for king in board() {
            let kinds = || Kind::all().filter(|&kind| rules.table().exists(kind));
            for (color, kind) in Color::ALL.into_iter().flat_map(|c| kinds().map(move |k| (c, k))) {
                for square in board() {
                    let mut sum = WeightedSum { weights: &weights, total: 0 };
                    terms::king_relative_value(rules, king, color, kind, square, 1, &mut sum);
                    let view = king_view_offset(rules, king);
                    piece_values[view + piece_offset(rules, color, kind, square)] =
                        saturated(sum.total);
                }
            }
        }
        Self { weights, piece_values, rules }
    }

    /// Returns the value of a piece from a side's view.
    #[inline(always)]
    fn value(
        &self,
        views: [usize; 2],
        perspective: Color,
        color: Color,
        kind: Kind,
        square: SquareOf<R>,
    ) -> Score {
        let rules = self.rules;
        // The table is from Black's view.
        let place = match perspective {
            Color::Black => piece_offset(rules, color, kind, square),
            Color::White => piece_offset(rules, !color, kind, rules.table().rotated(square)),
        };
        Score::from(self.piece_values[views[perspective.index()] + place])
    }

    /// Recomputes the sum from a side's view after its General or King has moved.
    fn refresh(&self, sums: &mut DropHceState, position: &DropPosition<R>, perspective: Color) {
        let king = position.king(perspective);
        let as_seen = match perspective {
            Color::Black => king,
            Color::White => self.rules.table().rotated(king),
        };
        sums.views[perspective.index()] = king_view_offset(self.rules, as_seen);
        let views = sums.views;
        let sum = |color| {
            let value =
                |square| self.value(views, perspective, color, position.kind_on(square), square);
            position.pieces(color).into_iter().map(value).sum::<Score>()
        };
        sums.piece_values[perspective.index()] = sum(Color::Black) + sum(Color::White);
    }
}

impl<R: DropRules> DropHceUpdater<'_, R> {
    /// Adds (`sign` 1) or subtracts (`sign` -1) a piece.
    #[inline(always)]
    fn change(&mut self, color: Color, kind: Kind, square: SquareOf<R>, sign: Score) {
        let views = self.sums.views;
        for perspective in Color::ALL {
            let value = self.hce.value(views, perspective, color, kind, square);
            self.sums.piece_values[perspective.index()] += sign * value;
        }
    }
}

impl<R: DropRules> Observer<DropPosition<R>> for DropHceUpdater<'_, R> {
    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: SquareOf<R>) {
        self.change(color, kind, square, 1);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, kind: Kind, square: SquareOf<R>) {
        self.change(color, kind, square, -1);
    }

    #[inline(always)]
    fn add_hand_piece(&mut self, _: Color, _: Kind, _: u16) {}
    #[inline(always)]
    fn remove_hand_piece(&mut self, _: Color, _: Kind, _: u16) {}

    #[inline]
    fn move_king(&mut self, position: &DropPosition<R>, color: Color) {
        self.hce.refresh(self.sums, position, color);
    }
}

impl<R: DropRules> Evaluation<DropPosition<R>> for DropHce<R> {
    type State = StateStack<DropHceState>;
    type Updater<'a> = DropHceUpdater<'a, R>;

    fn new_state(&self, position: &DropPosition<R>) -> StateStack<DropHceState> {
        let mut sums = DropHceState { piece_values: [0; 2], views: [0; 2] };
        Color::ALL.into_iter().for_each(|color| self.refresh(&mut sums, position, color));
        StateStack::new(sums)
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut StateStack<DropHceState>) -> DropHceUpdater<'a, R> {
        DropHceUpdater { hce: self, sums: state.push() }
    }

    #[inline]
    fn pop(&self, state: &mut StateStack<DropHceState>) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, state: &mut StateStack<DropHceState>, position: &DropPosition<R>) -> Score {
        popcount::run(DropHceTask { evaluation: self, sums: &state.top, position })
    }
}

/// The evaluation of a position as a task that uses the popcount instruction.
struct DropHceTask<'a, R: DropRules> {
    evaluation: &'a DropHce<R>,
    sums: &'a DropHceState,
    position: &'a DropPosition<R>,
}

impl<R: DropRules> PopcountTask for DropHceTask<'_, R> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Self { evaluation, sums, position } = self;
        let us = position.side_to_move();
        let piece_values = sums.piece_values;
        let total = piece_values[us.index()] - piece_values[(!us).index()];
        let mut sum = WeightedSum { weights: &evaluation.weights, total };
        terms::non_incremental(position, &mut sum);
        (sum.total / WEIGHT_UNITS).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl<R: DropRules> GameEvaluation<R> for DropHce<R> {
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

    fn default_tuning(game: R) -> Option<Tuning<DropPosition<R>>> {
        Some(default_weights::tuning(game))
    }

    fn tuning(self) -> Option<Tuning<DropPosition<R>>> {
        let (rules, length) = (self.rules, self.weights.len());
        let trace = move |position: &DropPosition<R>| {
            let mut counts = TermCounts(vec![0; length]);
            terms::incremental(position, &mut counts);
            terms::non_incremental(position, &mut counts);
            TermTrace { counts: counts.nonzero(), share: (1, WEIGHT_UNITS) }
        };
        Some(Tuning {
            weights: self.weights,
            trace: Box::new(trace),
            file: Box::new(move |weights, provenance| {
                file::write(rules.info(), &Term::shapes::<R>(), weights, provenance)
            }),
        })
    }
}
