//! The terms of the evaluation, separate from their sum.
//!
//! The same code adds up weights for the search and counts for the tuner: it reports each
//! term to a [`TermSink`]. [`incremental`] reports the terms of lines and single men, which
//! the search updates incrementally; [`non_incremental`] reports all others.

use arrayvec::ArrayVec;
use kawari_rules::Enclosure;

use super::lines::{self, Cell, LineFeature};
use super::weights::{Term, max_men, pair};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::square::Square;
use crate::games::evaluation::linear::TermSink;
use crate::games::hasami::line_patterns::MAX_LINE_LENGTH;
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rules::{BitboardOf, HasamiRules, MayHave, SquareOf, line};

/// Reports the terms of a file or a rank.
pub fn line_value<R: HasamiRules>(cells: &[Cell], outermost: bool, sink: &mut impl TermSink) {
    let (run, end) = if outermost {
        (Term::OuterRun.start::<R>(), Term::OuterEnd.start::<R>())
    } else {
        (Term::InnerRun.start::<R>(), Term::InnerEnd.start::<R>())
    };
    let slide = Term::Slide.start::<R>();
    lines::line_features(cells, |feature| match feature {
        LineFeature::Run(class) => sink.add(run + class, 1),
        LineFeature::End(pattern) => sink.add(end + pattern, 1),
        LineFeature::OwnSlide => sink.add(slide, 1),
        LineFeature::EnemySlide => sink.add(slide + 1, 1),
    });
}

/// Reports the piece-square term of a man; `sign` is 1 for an own man and -1 for an enemy.
pub fn man_value<R: HasamiRules>(
    rules: R,
    color: Color,
    square: SquareOf<R>,
    sign: i32,
    sink: &mut impl TermSink,
) {
    let columns = R::Geometry::FILES.div_ceil(2);
    let shape = rules.table().shape;
    let file = square.file().min(shape.mirrored(square).file());
    let weight = shape.rank_from_far_side(square, color) * columns + file;
    sink.add(Term::Place.start::<R>() + weight, sign);
}

/// Reports the terms of lines and single men.
pub fn incremental<R: HasamiRules>(position: &HasamiPosition<R>, sink: &mut impl TermSink) {
    let side = position.side_to_move();
    let cell = |square| {
        if position.men(side).contains(square) {
            Cell::Own
        } else if position.men(!side).contains(square) {
            Cell::Enemy
        } else {
            Cell::Empty
        }
    };
    let shape = position.table().shape;
    let (files, ranks) = (shape.files(), shape.ranks());
    for file in 0..files {
        let cells: Vec<Cell> = (0..ranks).map(|rank| cell(Square::new(file, rank))).collect();
        line_value::<R>(&cells, file == 0 || file == files - 1, sink);
    }
    for rank in 0..ranks {
        let cells: Vec<Cell> = (0..files).map(|file| cell(Square::new(file, rank))).collect();
        line_value::<R>(&cells, rank == 0 || rank == ranks - 1, sink);
    }
    for (color, sign) in [(side, 1), (!side, -1)] {
        let rules = position.game();
        position.men(color).into_iter().for_each(|man| man_value(rules, color, man, sign, sink));
    }
}

/// Reports all other terms. `closing` returns the squares of [`custody_closing_squares`] for
/// a side, with the directions of their lines.
#[inline(always)]
pub fn non_incremental<R: HasamiRules, S: Iterator<Item = (SquareOf<R>, Direction)>>(
    position: &HasamiPosition<R>,
    closing: impl Fn(Color) -> S,
    sink: &mut impl TermSink,
) {
    sink.add(const { Term::Tempo.start::<R>() }, 1);
    material(position, sink);
    let side = position.side_to_move();
    for (number, color) in [side, !side].into_iter().enumerate() {
        let chain = const { Term::Chain.start::<R>() } + number;
        sink.add(chain, chains(position.men(color)) as i32);
        let men = capturable(position, color, closing(color));
        if men > 0 {
            let most = men.min(4) as usize - 1;
            sink.add(const { Term::Capturable.start::<R>() } + number * 4 + most, 1);
        }
        if position.has_rows() {
            rows_of_five(position, color, number, sink);
        }
    }
}

#[inline(always)]
fn material<R: HasamiRules>(position: &HasamiPosition<R>, sink: &mut impl TermSink) {
    let side = position.side_to_move();
    let count = |color| (position.men(color).count() as usize).min(max_men::<R>());
    let (own, enemy) = (count(side), count(!side));
    let men = const { Term::Men.start::<R>() };
    sink.add(men + own, 1);
    sink.add(men + enemy, -1);
    let lead = const { Term::Lead.start::<R>() };
    if own > enemy {
        sink.add(lead + pair(own, enemy), 1);
    } else if own < enemy {
        sink.add(lead + pair(enemy, own), -1);
    }
}

/// Returns the number of pairs of diagonally adjacent men.
#[inline(always)]
fn chains<G: Geometry>(men: Bitboard<G>) -> u32 {
    let pairs = |diagonal| (men & men.shifted(diagonal)).count();
    pairs(line::RISING) + pairs(line::FALLING)
}

/// Reports the windows with two, three or four men of a side and no enemy.
#[inline(always)]
fn rows_of_five<R: HasamiRules>(
    position: &HasamiPosition<R>,
    color: Color,
    number: usize,
    sink: &mut impl TermSink,
) {
    let men = position.counting_men(color);
    let open = position.open_squares(color);
    let row = const { Term::Row.start::<R>() } + number * 3;
    for &line in position.table().rules.rows {
        let windows = position.windows(men, open, line);
        for (more, set) in [windows.two, windows.three, windows.four].into_iter().enumerate() {
            sink.add(row + more, set.count() as i32);
        }
    }
}

/// Returns the squares of a line where an own man would enclose a run of enemies, as bits
/// from the line's first square.
pub fn custody_closing_squares(cells: &[Cell]) -> u16 {
    let mut squares = 0;
    for (square, _) in cells.iter().enumerate().filter(|&(_, &cell)| cell == Cell::Empty) {
        let before = cells[..square].iter().rev();
        let after = cells[square + 1..].iter();
        if has_run(before) || has_run(after) {
            squares |= 1 << square;
        }
    }
    squares
}

/// True if the cells start with enemies followed by an own man.
fn has_run<'a>(mut cells: impl Iterator<Item = &'a Cell>) -> bool {
    cells.next() == Some(&Cell::Enemy)
        && cells.find(|&&cell| cell != Cell::Enemy) == Some(&Cell::Own)
}

/// Returns an estimate of the number of men that a side could capture with single moves if
/// it had the move. `closing` has the squares of [`custody_closing_squares`], with the
/// directions of their lines.
#[inline(always)]
fn capturable<R: HasamiRules>(
    position: &HasamiPosition<R>,
    color: Color,
    closing: impl Iterator<Item = (SquareOf<R>, Direction)>,
) -> u32 {
    let mut capturable = Bitboard::EMPTY;
    for (end, direction) in closing {
        // A man at the other end of a run of one could jump over the run, but then it no
        // longer closes the other end.
        let jumping = if R::MAY_JUMP && position.table().rules.jump > 0 {
            let next = Bitboard::from(end).shifted(direction).shifted(direction);
            let back = direction.opposite();
            next | Bitboard::from(end).shifted(back).shifted(back)
        } else {
            Bitboard::EMPTY
        };
        if (position.sources(color, end) & !jumping).is_occupied() {
            capturable |= position.custody_from(color, end);
        }
    }
    let arrivals = |squares: BitboardOf<R>| {
        squares.into_iter().filter(|&to| position.sources(color, to).is_occupied()).count() as u32
    };
    let mut men = capturable.count() + arrivals(position.cornering_squares(color));
    if R::MAY_INTERVENE && position.table().rules.intervention {
        men += 2 * arrivals(position.intervention_squares(color));
    }
    if R::MAY_ENCLOSE && position.table().rules.enclosure != Enclosure::None {
        men += arrivals(position.enclosing_squares(color));
    }
    men
}

/// Returns the cells of the pattern of a line of this length.
pub fn cells_of(mut pattern: usize, length: usize) -> ArrayVec<Cell, MAX_LINE_LENGTH> {
    let digits = (0..length).map(|_| {
        let digit = pattern % 3;
        pattern /= 3;
        digit
    });
    digits.map(Cell::of_digit).collect()
}

/// Returns the pattern of a line from the other side's view.
pub fn flipped(pattern: usize, length: usize) -> usize {
    let cells = cells_of(pattern, length);
    cells.iter().rev().fold(0, |flipped, cell| flipped * 3 + cell.flipped() as usize)
}
