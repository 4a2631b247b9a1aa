//! What positions of the drop games are worth: a sum of [weights].
//!
//! Where the pieces stand, on the board and as both Generals or Kings see them,
//! is looked up in a table that is made of the weights, and kept up move by move.
//! The rest is counted afresh.

mod inputs;
mod terms;
pub mod weights;

use std::marker::PhantomData;

use self::weights::{Term, Weighed};
use super::kind::{KINDS, Kind};
use super::position::DropPosition;
use super::rules::{DerivedRules, DropRules, SquareOf};
use crate::core::color::Color;
use crate::core::evaluation::{Evaluation, Stack};
use crate::core::geometry::Geometry;
use crate::core::popcount::{self, BitCount};
use crate::core::position::{Observer, Position};
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::square::Square;
use crate::games::GameInfo;
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::linear::{Counts, Sum, Trace, Tuning, saturated};
use crate::games::evaluation::weights::file::{self, EvalFileError};
use crate::games::evaluation::weights::{self as tables, GRAIN};

/// The evaluation of a drop game by weights.
#[derive(Clone, Debug)]
pub struct Linear<R> {
    weights: Vec<i16>,
    /// The value of a piece, by the square of Black's General or King, colour,
    /// kind and square, to Black.
    seen: Vec<i16>,
    rules: PhantomData<R>,
}

/// What is kept of a position.
#[derive(Clone, Copy, Debug)]
pub struct Sums {
    /// The sum over all pieces, as each side's General or King sees them.
    seen: [Score; 2],
    /// Where the values begin that they see.
    views: [usize; 2],
}

/// Keeps the sums of a position up to date while a move is made.
pub struct Listener<'a, R> {
    linear: &'a Linear<R>,
    sums: &'a mut Sums,
}

/// Where the values begin that a General or King sees.
#[inline(always)]
fn view<R: DropRules>(king: SquareOf<R>) -> usize {
    king.index() * 2 * KINDS * R::Geometry::SQUARES
}

/// Where among them a piece is.
#[inline(always)]
fn place<R: DropRules>(color: Color, kind: Kind, square: SquareOf<R>) -> usize {
    (color.index() * KINDS + kind.index()) * R::Geometry::SQUARES + square.index()
}

impl<R: DropRules> Linear<R> {
    /// The evaluation with these weights, as many as the terms of the game have.
    fn new(weights: Vec<i16>) -> Self {
        let squares = R::Geometry::SQUARES;
        let mut seen = vec![0; squares * 2 * KINDS * squares];
        for king in Square::<R::Geometry>::all() {
            for (color, kind) in
                Color::ALL.into_iter().flat_map(|c| Kind::all().map(move |k| (c, k)))
            {
                for square in Square::all().filter(|_| R::law(kind).exists) {
                    let mut sum = Sum { weights: &weights, total: 0 };
                    terms::seen::<R>(king, color, kind, square, 1, &mut sum);
                    let at = view::<R>(king) + place::<R>(color, kind, square);
                    seen[at] = saturated(sum.total);
                }
            }
        }
        Self { weights, seen, rules: PhantomData }
    }

    /// What the General or King of a side sees in a piece.
    #[inline(always)]
    fn value(
        &self,
        views: [usize; 2],
        viewer: Color,
        color: Color,
        kind: Kind,
        square: SquareOf<R>,
    ) -> Score {
        // Everybody looks at the board as Black does.
        let place = match viewer {
            Color::Black => place::<R>(color, kind, square),
            Color::White => place::<R>(!color, kind, square.rotated()),
        };
        Score::from(self.seen[views[viewer.index()] + place])
    }

    /// Looks at the whole board anew from where the General or King of a side is.
    fn look(&self, sums: &mut Sums, position: &DropPosition<R>, viewer: Color) {
        let king = position.king(viewer);
        sums.views[viewer.index()] =
            view::<R>(if viewer == Color::Black { king } else { king.rotated() });
        let views = sums.views;
        let sum = |color| {
            let value = |square| self.value(views, viewer, color, position.kind_on(square), square);
            position.pieces(color).into_iter().map(value).sum::<Score>()
        };
        sums.seen[viewer.index()] = sum(Color::Black) + sum(Color::White);
    }
}

impl<R: DropRules> Listener<'_, R> {
    /// A piece that comes or, with `sign` -1, goes.
    #[inline(always)]
    fn change(&mut self, color: Color, kind: Kind, square: SquareOf<R>, sign: Score) {
        let views = self.sums.views;
        for viewer in Color::ALL {
            let value = self.linear.value(views, viewer, color, kind, square);
            self.sums.seen[viewer.index()] += sign * value;
        }
    }
}

impl<R: DropRules> Observer<DropPosition<R>> for Listener<'_, R> {
    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: SquareOf<R>) {
        self.change(color, kind, square, 1);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, kind: Kind, square: SquareOf<R>) {
        self.change(color, kind, square, -1);
    }

    #[inline(always)]
    fn gain_in_hand(&mut self, _: Color, _: Kind, _: u16) {}
    #[inline(always)]
    fn lose_from_hand(&mut self, _: Color, _: Kind, _: u16) {}

    #[inline]
    fn move_king(&mut self, position: &DropPosition<R>, color: Color) {
        self.linear.look(self.sums, position, color);
    }
}

impl<R: DropRules> Evaluation<DropPosition<R>> for Linear<R> {
    type State = Stack<Sums>;
    type Listener<'a> = Listener<'a, R>;

    fn begin(&self, position: &DropPosition<R>) -> Stack<Sums> {
        let mut sums = Sums { seen: [0; 2], views: [0; 2] };
        Color::ALL.into_iter().for_each(|color| self.look(&mut sums, position, color));
        Stack::new(sums)
    }

    #[inline]
    fn push<'a>(&'a self, state: &'a mut Stack<Sums>) -> Listener<'a, R> {
        Listener { linear: self, sums: state.push() }
    }

    #[inline]
    fn pop(&self, state: &mut Stack<Sums>) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, state: &mut Stack<Sums>, position: &DropPosition<R>) -> Score {
        popcount::run(Judgement { evaluation: self, sums: &state.top, position })
    }
}

/// The judgement of one position, most of which is counting.
struct Judgement<'a, R: DropRules> {
    evaluation: &'a Linear<R>,
    sums: &'a Sums,
    position: &'a DropPosition<R>,
}

impl<R: DropRules> BitCount for Judgement<'_, R> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        let Self { evaluation, sums, position } = self;
        let us = position.side_to_move();
        let seen = sums.seen;
        let total = seen[us.index()] - seen[(!us).index()];
        let mut sum = Sum { weights: &evaluation.weights, total };
        terms::fresh(position, &mut sum);
        (sum.total / GRAIN).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl<R: Weighed> GameEvaluation<DropPosition<R>> for Linear<R> {
    fn hand_written() -> Self {
        Self::new(R::weights())
    }

    fn read(file: &[u8], info: &'static GameInfo) -> Result<Self, EvalFileError> {
        file::read(file, info, &Term::shapes::<R>()).map(Self::new)
    }

    fn description(&self) -> String {
        "hand-written".to_owned()
    }

    fn checksum(&self) -> u64 {
        file::checksum(&self.weights)
    }

    fn tuning(self) -> Option<Tuning<DropPosition<R>>> {
        let length = self.weights.len();
        let trace = move |position: &DropPosition<R>| {
            let mut counts = Counts(vec![0; length]);
            terms::incremental(position, &mut counts);
            terms::fresh(position, &mut counts);
            Trace { counts: counts.named(), share: (1, GRAIN) }
        };
        Some(Tuning {
            weights: self.weights,
            trace: Box::new(trace),
            source: |weights, provenance| {
                tables::source(&R::INFO, "drop", &Term::shapes::<R>(), weights, provenance)
            },
            file: |weights, provenance| {
                file::write(&R::INFO, &Term::shapes::<R>(), weights, provenance)
            },
        })
    }
}
