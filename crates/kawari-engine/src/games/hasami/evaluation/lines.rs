//! Patterns of files and ranks, and their features in the evaluation.
//!
//! A pattern is a number in base three with a digit for each square, the first square
//! lowest: empty, own man, enemy. The value of a line is the sum over
//!
//! - its *runs*: all windows of [`RUN`] squares. A run and its reverse have the same
//!   *class*.
//! - its two *ends*: the [`RUN`] - 1 squares at each edge, read from the edge inwards.
//! - the squares that its men can slide to.

/// Length of a run in squares.
pub const RUN: usize = 5;
/// Number of patterns of a run.
const RUN_PATTERNS: usize = 3_usize.pow(RUN as u32);
/// Number of classes of runs.
pub const CLASSES: usize = (RUN_PATTERNS + 3_usize.pow(RUN.div_ceil(2) as u32)) / 2;
/// Number of patterns of an end.
pub const EDGE_PATTERNS: usize = RUN_PATTERNS / 3;

/// Class of each pattern of a run. Classes are numbered in the order of their smallest
/// patterns.
const CLASS_OF: [u8; RUN_PATTERNS] = {
    let mut class_of = [0; RUN_PATTERNS];
    let mut classes = 0;
    let mut pattern = 0;
    while pattern < RUN_PATTERNS {
        let mirrored = backwards(pattern);
        if mirrored < pattern {
            class_of[pattern] = class_of[mirrored];
        } else {
            class_of[pattern] = classes;
            classes += 1;
        }
        pattern += 1;
    }
    assert!(classes as usize == CLASSES);
    class_of
};

/// Returns the reversed pattern of a run.
const fn backwards(mut pattern: usize) -> usize {
    let mut mirrored = 0;
    let mut square = 0;
    while square < RUN {
        mirrored = mirrored * 3 + pattern % 3;
        pattern /= 3;
        square += 1;
    }
    mirrored
}

/// Content of a square from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No man.
    Empty,
    /// A man of the side.
    Own,
    /// A man of the other side.
    Enemy,
}

impl Cell {
    /// Returns the cell for a digit of a pattern.
    pub fn of_digit(digit: usize) -> Self {
        match digit {
            0 => Self::Empty,
            1 => Self::Own,
            _ => Self::Enemy,
        }
    }

    /// Returns the cell from the other side's view.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Own => Self::Enemy,
            Self::Enemy => Self::Own,
        }
    }
}

/// A feature of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineFeature {
    /// A run, by its class.
    Run(usize),
    /// An end, by its pattern.
    End(usize),
    /// A square that an own man slides to.
    OwnSlide,
    /// A square that an enemy slides to.
    EnemySlide,
}

/// Calls `visit` with each feature of a line, except empty runs and ends.
pub fn line_features(cells: &[Cell], mut visit: impl FnMut(LineFeature)) {
    for run in cells.windows(RUN) {
        let pattern = pattern(run.iter());
        if pattern != 0 {
            visit(LineFeature::Run(usize::from(CLASS_OF[pattern])));
        }
    }
    let ends = [pattern(cells.iter().take(RUN - 1)), pattern(cells.iter().rev().take(RUN - 1))];
    ends.into_iter().filter(|&end| end != 0).for_each(|end| visit(LineFeature::End(end)));
    slides(cells.iter(), &mut visit);
    slides(cells.iter().rev(), &mut visit);
}

/// Returns the pattern of cells.
fn pattern<'a>(cells: impl DoubleEndedIterator<Item = &'a Cell>) -> usize {
    cells.rev().fold(0, |pattern, &cell| pattern * 3 + cell as usize)
}

/// Reports the slides in one direction along a line.
fn slides<'a>(cells: impl Iterator<Item = &'a Cell>, visit: &mut impl FnMut(LineFeature)) {
    let mut slider = Cell::Empty;
    for &cell in cells {
        match (cell, slider) {
            (Cell::Empty, Cell::Own) => visit(LineFeature::OwnSlide),
            (Cell::Empty, Cell::Enemy) => visit(LineFeature::EnemySlide),
            _ => slider = cell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(picture: &str) -> Vec<Cell> {
        let digit = |c| ".OX".find(c).expect("a cell");
        picture.chars().map(|c| Cell::of_digit(digit(c))).collect()
    }

    fn features(picture: &str) -> Vec<LineFeature> {
        let mut found = Vec::new();
        line_features(&cells(picture), |feature| found.push(feature));
        found.sort_by_key(|feature| format!("{feature:?}"));
        found
    }

    #[test]
    fn reversed_lines_have_the_same_features() {
        for picture in ["O...X..OX", ".OX......", "OOOXXXOOO", "....O....", "X.O.OX.X"] {
            let backwards: String = picture.chars().rev().collect();
            assert_eq!(features(picture), features(&backwards), "{picture}");
        }
    }

    #[test]
    fn slides_end_at_men_and_edges() {
        let slides =
            |picture, feature| features(picture).iter().filter(|&&other| other == feature).count();
        assert_eq!(slides("..O...X..", LineFeature::OwnSlide), 5);
        assert_eq!(slides("..O...X..", LineFeature::EnemySlide), 5);
        assert_eq!(slides("OXO", LineFeature::OwnSlide), 0);
        assert_eq!(slides("OOXX.....", LineFeature::EnemySlide), 5);
    }
}
