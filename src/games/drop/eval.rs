//! What positions of the drop games are worth.
//!
//! Where the pieces stand, on the board and as both Generals or Kings see them,
//! is looked up in a table that is made of the [weights] at first
//! use, and kept up move by move. The rest is counted afresh.

use std::marker::PhantomData;

use super::kind::{KINDS, Kind};
use super::position::DropPosition;
use super::rules::{DropRules, Field, Lawful};
use super::terms;
use super::weights;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::{Evaluator, Observer, Position};
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::square::Square;
use crate::games::Game;
use crate::games::tuning::{Counts, Sum, Trace, Tuning};
use crate::games::weights::GRAIN;

/// The weights of a game, made ready for the search.
#[derive(Debug)]
pub struct Worths {
    weights: Vec<i16>,
    /// The value of a piece, by the square of Black's General or King, colour,
    /// kind and square, to Black.
    seen: Vec<i16>,
}

impl Worths {
    /// The tables of a game.
    pub fn of<R: DropRules>() -> Self {
        let weights = R::WEIGHTS.all();
        let squares = R::Geometry::SQUARES;
        let mut seen = vec![0; squares * 2 * KINDS * squares];
        for king in Square::<R::Geometry>::all() {
            for (color, kind) in
                Color::ALL.into_iter().flat_map(|c| Kind::all().map(move |k| (c, k)))
            {
                for square in Square::all().filter(|_| R::law(kind).exists) {
                    let mut sum = Sum { weights: &weights, total: 0 };
                    terms::seen::<R>(king, color, kind, square, 1, &mut sum);
                    seen[view::<R>(king) + place::<R>(color, kind, square)] = sum.total as i16;
                }
            }
        }
        Self { weights, seen }
    }
}

/// Where the values begin that a General or King sees.
#[inline(always)]
fn view<R: DropRules>(king: Field<R>) -> usize {
    king.index() * 2 * KINDS * R::Geometry::SQUARES
}

/// Where among them a piece is.
#[inline(always)]
fn place<R: DropRules>(color: Color, kind: Kind, square: Field<R>) -> usize {
    (color.index() * KINDS + kind.index()) * R::Geometry::SQUARES + square.index()
}

/// The evaluation of a drop game.
#[derive(Clone, Debug)]
pub struct DropEval<R: DropRules> {
    /// The sum over all pieces, as each side's General or King sees them.
    standing: [Score; 2],
    /// Where the values begin that they see.
    views: [usize; 2],
    worths: &'static Worths,
    rules: PhantomData<R>,
}

impl<R: DropRules> DropEval<R> {
    /// A piece that comes or, with `sign` -1, goes.
    #[inline(always)]
    fn change(&mut self, color: Color, kind: Kind, square: Field<R>, sign: Score) {
        for viewer in Color::ALL {
            self.standing[viewer.index()] += sign * self.value(viewer, color, kind, square);
        }
    }

    /// What the General or King of a side sees in a piece.
    #[inline(always)]
    fn value(&self, viewer: Color, color: Color, kind: Kind, square: Field<R>) -> Score {
        // Everybody looks at the board as Black does.
        let place = match viewer {
            Color::Black => place::<R>(color, kind, square),
            Color::White => place::<R>(!color, kind, square.rotated()),
        };
        Score::from(self.worths.seen[self.views[viewer.index()] + place])
    }

    /// Looks at the whole board anew from where the General or King of a side is.
    fn look(&mut self, position: &DropPosition<R>, viewer: Color) {
        let king = position.king(viewer);
        self.views[viewer.index()] =
            view::<R>(if viewer == Color::Black { king } else { king.rotated() });
        let sum = |color| {
            let value = |square| self.value(viewer, color, position.kind_on(square), square);
            position.pieces(color).into_iter().map(value).sum::<Score>()
        };
        self.standing[viewer.index()] = sum(Color::Black) + sum(Color::White);
    }
}

impl<R: DropRules + Game<Position = DropPosition<R>>> DropEval<R> {
    /// See [`Tuning`].
    pub const TUNING: Tuning<DropPosition<R>> = Tuning {
        weights: || R::WEIGHTS.all(),
        trace: |position| {
            let mut counts = Counts(vec![0; R::WEIGHTS.all().len()]);
            terms::standing(position, &mut counts);
            terms::passing(position, &mut counts);
            Trace { counts: counts.named(), share: (1, GRAIN) }
        },
        source: weights::source::<R>,
    };
}

impl<R: DropRules> Observer<DropPosition<R>> for DropEval<R> {
    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: Field<R>) {
        self.change(color, kind, square, 1);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, kind: Kind, square: Field<R>) {
        self.change(color, kind, square, -1);
    }

    #[inline(always)]
    fn gain_in_hand(&mut self, _: Color, _: Kind) {}
    #[inline(always)]
    fn lose_from_hand(&mut self, _: Color, _: Kind) {}

    #[inline]
    fn move_king(&mut self, position: &DropPosition<R>, color: Color) {
        self.look(position, color);
    }
}

impl<R: DropRules> Evaluator<DropPosition<R>> for DropEval<R> {
    fn new(position: &DropPosition<R>) -> Self {
        let mut eval =
            Self { standing: [0; 2], views: [0; 2], worths: R::worths(), rules: PhantomData };
        Color::ALL.into_iter().for_each(|color| eval.look(position, color));
        eval
    }

    #[inline]
    fn evaluate(&self, position: &DropPosition<R>) -> Score {
        let us = position.side_to_move();
        let standing = self.standing[us.index()] - self.standing[(!us).index()];
        let mut sum = Sum { weights: &self.worths.weights, total: standing };
        terms::passing(position, &mut sum);
        (sum.total / GRAIN).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
