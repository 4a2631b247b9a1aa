//! What positions of the family are worth.
//!
//! What can be seen along one file or one rank is looked up by the pattern of
//! the line, in a table that is made of the [weights](super::weights) at first
//! use: a man that comes or goes changes two patterns. The rest is counted
//! afresh.

use std::iter;
use std::marker::PhantomData;

use super::position::{HasamiPosition, NO_CAPTURE_LIMIT};
use super::rules::HasamiRules;
use super::terms::{self, LONGEST};
use super::weights;
use crate::core::bitboard::Direction;
use crate::core::color::Color;
use crate::core::geometry::{Geometry, MAX_SQUARES};
use crate::core::position::{Evaluator, Observer, Position};
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::square::Square;
use crate::games::Game;
use crate::games::tuning::{Counts, Sum, Trace, Tuning};
use crate::games::weights::GRAIN;

/// Half-moves without a capture from which on a draw comes into sight.
const DRAW_IN_SIGHT: u16 = 30;
/// Number of patterns of the longest line.
const PATTERNS: usize = 3_usize.pow(LONGEST as u32);
/// The value of each digit of a pattern.
const DIGITS: [u16; LONGEST] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// Something for each side to move.
type BySide<T> = [T; 2];

/// The weights of a rule set, made ready for the search.
#[derive(Debug)]
pub struct Tables {
    weights: Vec<i16>,
    /// Each pattern, Black's men being own: of lines inside, then of outermost
    /// ones.
    lines: Vec<Line>,
    /// The value of a man of each side on each square, to Black.
    places: [[i16; MAX_SQUARES]; 2],
}

/// What is known of a line by its pattern.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its value, by the side to move.
    values: BySide<i16>,
    /// The squares of the line where a side shuts in a run.
    shutting: BySide<u16>,
}

impl Tables {
    /// The tables of a rule set.
    pub fn of<R: HasamiRules>() -> Self {
        let weights = R::WEIGHTS.all();
        let mut tables =
            Self { lines: Vec::new(), places: [[0; MAX_SQUARES]; 2], weights: weights.clone() };
        let length = R::Board::FILES.max(R::Board::RANKS);
        let mut sum = Sum { weights: &weights, total: 0 };
        for outermost in [false, true] {
            let own = |pattern| {
                let cells = terms::cells_of(pattern);
                let mut sum = Sum { weights: &weights, total: 0 };
                terms::line::<R>(&cells[..length], outermost, &mut sum);
                (sum.total as i16, terms::shutting(&cells[..length]))
            };
            let own: Vec<(i16, u16)> = (0..PATTERNS).map(own).collect();
            tables.lines.extend(own.iter().enumerate().map(|(pattern, ours)| {
                let theirs = own[terms::flipped(pattern)];
                Line { values: [ours.0, theirs.0], shutting: [ours.1, theirs.1] }
            }));
        }
        for color in Color::ALL {
            for square in Square::<R::Board>::all() {
                sum.total = 0;
                let sign = if color == Color::Black { 1 } else { -1 };
                terms::place::<R>(color, square, sign, &mut sum);
                tables.places[color.index()][square.index()] = sum.total as i16;
            }
        }
        tables
    }
}

/// The evaluation of one rule set.
#[derive(Clone, Debug)]
pub struct HasamiEval<R: HasamiRules> {
    /// The pattern of each file, then of each rank, Black's men being own.
    patterns: [u16; 2 * LONGEST],
    /// The sum over lines and places, for either side to move.
    standing: BySide<Score>,
    /// The lines in which a side shuts in a run somewhere, as bits.
    shutting: BySide<u32>,
    tables: &'static Tables,
    rules: PhantomData<R>,
}

impl<R: HasamiRules> HasamiEval<R> {
    /// How a man that comes or, with `sign` -1, goes changes a line.
    #[inline(always)]
    fn change_line(&mut self, line: usize, outermost: bool, change: u16) {
        let kind = if outermost { PATTERNS } else { 0 };
        let pattern = &mut self.patterns[line];
        let before = self.tables.lines[kind + usize::from(*pattern)];
        *pattern = pattern.wrapping_add(change);
        let after = self.tables.lines[kind + usize::from(*pattern)];
        for side in 0..2 {
            self.standing[side] +=
                Score::from(after.values[side]) - Score::from(before.values[side]);
            let lines = self.shutting[side] & !(1 << line);
            self.shutting[side] = lines | u32::from(after.shutting[side] != 0) << line;
        }
    }

    /// The squares where a side shuts in a run, with the directions of their lines.
    #[inline(always)]
    fn shut_in(&self, color: Color) -> impl Iterator<Item = (Square<R::Board>, Direction)> {
        bits(self.shutting[color.index()]).flat_map(move |line| {
            let pattern = usize::from(self.patterns[line]);
            let squares = self.tables.lines[pattern].shutting[color.index()];
            bits(squares.into()).map(move |place| match line.checked_sub(LONGEST) {
                None => (Square::new(line, place), Direction::DOWN),
                Some(rank) => (Square::new(place, rank), Direction::LEFT),
            })
        })
    }

    #[inline(always)]
    fn change(&mut self, color: Color, square: Square<R::Board>, sign: i16) {
        let (file, rank) = (square.file(), square.rank());
        let (last_file, last_rank) = (R::Board::FILES - 1, R::Board::RANKS - 1);
        let cell = sign * (1 + color.index() as i16);
        let digit = |place: usize| (cell * DIGITS[place] as i16) as u16;
        self.change_line(file, file == 0 || file == last_file, digit(rank));
        self.change_line(LONGEST + rank, rank == 0 || rank == last_rank, digit(file));
        let place = Score::from(sign * self.tables.places[color.index()][square.index()]);
        self.standing[0] += place;
        self.standing[1] -= place;
    }

    /// The share of the sum of weights that a position is worth in hundredths:
    /// less and less when a draw comes into sight.
    #[inline(always)]
    fn share(position: &HasamiPosition<R>) -> (Score, Score) {
        let left = Score::from(NO_CAPTURE_LIMIT.saturating_sub(position.clock()));
        let span = Score::from(NO_CAPTURE_LIMIT - DRAW_IN_SIGHT);
        (left.min(span), span * GRAIN)
    }
}

/// The numbers of the bits that are set.
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

impl<R: HasamiRules + Game> HasamiEval<R> {
    /// See [`Tuning`].
    pub const TUNING: Tuning<HasamiPosition<R>> = Tuning {
        weights: || R::WEIGHTS.all(),
        trace: |position| {
            let eval = Self::new(position);
            let mut counts = Counts(vec![0; R::WEIGHTS.all().len()]);
            terms::standing(position, &mut counts);
            terms::passing(position, |color| eval.shut_in(color), &mut counts);
            Trace { counts: counts.named(), share: Self::share(position) }
        },
        source: weights::source::<R>,
    };
}

impl<R: HasamiRules> Evaluator<HasamiPosition<R>> for HasamiEval<R> {
    fn new(position: &HasamiPosition<R>) -> Self {
        let mut eval = Self {
            patterns: [0; 2 * LONGEST],
            standing: [0; 2],
            shutting: [0; 2],
            tables: R::tables(),
            rules: PhantomData,
        };
        for color in Color::ALL {
            position.men(color).into_iter().for_each(|man| eval.put(color, (), man));
        }
        eval
    }

    #[inline]
    fn evaluate(&self, position: &HasamiPosition<R>) -> Score {
        let standing = self.standing[position.side_to_move().index()];
        let mut sum = Sum { weights: &self.tables.weights, total: standing };
        terms::passing(position, |color| self.shut_in(color), &mut sum);
        let (share, of) = Self::share(position);
        (sum.total * share / of).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

impl<R: HasamiRules> Observer<HasamiPosition<R>> for HasamiEval<R> {
    #[inline(always)]
    fn put(&mut self, color: Color, (): (), square: Square<R::Board>) {
        self.change(color, square, 1);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, (): (), square: Square<R::Board>) {
        self.change(color, square, -1);
    }

    #[inline(always)]
    fn gain_in_hand(&mut self, _: Color, (): ()) {}
    #[inline(always)]
    fn lose_from_hand(&mut self, _: Color, (): ()) {}
}
