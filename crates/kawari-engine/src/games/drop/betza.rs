//! Piece movement. The notation of built-in games is parsed at compile time.
//!
//! Ralph Betza's notation of 1996, limited to what the drop games need:
//!
//! - Atoms: `W F D A N` leap, `R B Q` slide, `K` is `WF`.
//! - Directions before an atom: `f b l r`, with `s` for `lr` and `v` for `fb`.
//! - `ff` and `fs` before `N` select the narrow and the wide forward leaps.
//!
//! <https://www.gnu.org/software/xboard/Betza.html>

use crate::core::board_shape::BoardShape;
use crate::core::geometry::Geometry;
use crate::core::square::Square;

/// Longest leap along a file or a rank, in squares.
const LEAP: isize = 3;
/// Length of one step of a slide, in squares.
const SLIDE: isize = 1;

/// Number of leap cells: the 7×7 squares around a piece, including its own.
pub(crate) const LEAP_CELLS: usize = 49;
/// Number of slide cells: the 3×3 squares around a piece, including its own.
pub(crate) const SLIDE_CELLS: usize = 9;

/// The leaps and slides of a piece from Black's point of view: a bit for each leap
/// cell and each slide cell, row by row from the upper right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BetzaMoves {
    leaps: u64,
    slides: u16,
    /// Largest number of steps of each slide; 0 if unlimited.
    limits: [u8; SLIDE_CELLS],
}

/// Files to the left and ranks down, from Black's point of view.
pub(crate) type Offset = (isize, isize);

/// Returns the offset of a leap cell.
pub(crate) const fn leap(cell: usize) -> Offset {
    step(cell, LEAP)
}

/// Returns the offset of a slide cell.
pub(crate) const fn slide(cell: usize) -> Offset {
    step(cell, SLIDE)
}

const fn step(cell: usize, half: isize) -> Offset {
    let width = 2 * half + 1;
    (cell as isize % width - half, cell as isize / width - half)
}

/// Returns the leap cell at an offset.
pub(crate) const fn leap_cell(offset: Offset) -> usize {
    cell(offset, LEAP)
}

/// Returns the slide cell at an offset.
pub(crate) const fn slide_cell(offset: Offset) -> usize {
    cell(offset, SLIDE)
}

const fn cell((files, ranks): Offset, half: isize) -> usize {
    let width = 2 * half + 1;
    ((ranks + half) * width + files + half) as usize
}

impl BetzaMoves {
    /// A piece that cannot move.
    pub(crate) const NONE: Self = Self { leaps: 0, slides: 0, limits: [0; SLIDE_CELLS] };

    /// Parses a movement such as `fRffN`.
    ///
    /// # Panics
    /// Panics on any other notation. In a constant this is a compile error.
    pub(crate) const fn parse(betza: &str) -> Self {
        let text = betza.as_bytes();
        let mut moves = Self::NONE;
        let mut start = 0;
        while start < text.len() {
            let mut end = start;
            while end < text.len() && text[end].is_ascii_lowercase() {
                end += 1;
            }
            assert!(end < text.len(), "directions without an atom");
            moves = moves.with(text[end], DirectionFilter::parse(text, start, end));
            start = end + 1;
        }
        moves
    }

    /// Adds a leap. Its files and ranks are at most three.
    pub(super) const fn add_leap(&mut self, offset: Offset) {
        self.leaps |= 1 << leap_cell(offset);
    }

    /// Adds a slide of at most `limit` steps; unlimited if 0. A direction has the larger of two
    /// limits.
    pub(super) const fn add_slide(&mut self, direction: Offset, limit: u8) {
        let cell = slide_cell(direction);
        let (known, old) = (self.slides >> cell & 1 != 0, self.limits[cell]);
        let is_longer = !known || limit == 0 || (old != 0 && limit > old);
        self.slides |= 1 << cell;
        if is_longer {
            self.limits[cell] = limit;
        }
    }

    /// Returns the average number of moves of a piece on a square, if each square is empty with
    /// a probability.
    pub(super) fn mobility<G: Geometry>(
        &self,
        shape: BoardShape<G>,
        from: Square<G>,
        empty: f32,
    ) -> f32 {
        let mut mobility = 0.0;
        for (files, ranks) in (0..LEAP_CELLS).filter(|&cell| self.leaps_to(cell)).map(leap) {
            mobility += f32::from(u8::from(shape.offset(from, files, ranks).is_some()));
        }
        for cell in (0..SLIDE_CELLS).filter(|&cell| self.slides_to(cell)) {
            let (files, ranks) = slide(cell);
            let (mut reached, mut steps, mut at) = (1.0, 0, from);
            while let Some(to) = shape.offset(at, files, ranks)
                && (self.limits[cell] == 0 || steps < self.limits[cell])
            {
                mobility += reached;
                (reached, steps, at) = (reached * empty, steps + 1, to);
            }
        }
        mobility
    }

    /// Returns the largest number of steps of the slide of a cell; 0 if unlimited.
    pub(super) const fn limit(&self, cell: usize) -> u8 {
        self.limits[cell]
    }

    const fn with(self, atom: u8, choice: DirectionFilter) -> Self {
        match atom {
            b'W' => self.stepping((1, 0), choice),
            b'F' => self.stepping((1, 1), choice),
            b'D' => self.stepping((2, 0), choice),
            b'A' => self.stepping((2, 2), choice),
            b'N' => self.stepping((2, 1), choice),
            b'K' => self.with(b'W', choice).with(b'F', choice),
            b'R' => self.sliding((1, 0), choice),
            b'B' => self.sliding((1, 1), choice),
            b'Q' => self.with(b'R', choice).with(b'B', choice),
            _ => panic!("unknown atom in Betza notation"),
        }
    }

    const fn stepping(mut self, shape: Offset, choice: DirectionFilter) -> Self {
        let mut at = 0;
        while at < LEAP_CELLS {
            if has_shape(leap(at), shape) && choice.picks(leap(at)) {
                self.leaps |= 1 << at;
            }
            at += 1;
        }
        self
    }

    const fn sliding(mut self, shape: Offset, choice: DirectionFilter) -> Self {
        let mut at = 0;
        while at < SLIDE_CELLS {
            if has_shape(slide(at), shape) && choice.picks(slide(at)) {
                self.slides |= 1 << at;
            }
            at += 1;
        }
        self
    }

    /// Returns the union of two movements. Its slides are unlimited.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            leaps: self.leaps | other.leaps,
            slides: self.slides | other.slides,
            limits: [0; SLIDE_CELLS],
        }
    }

    /// Returns true if the piece leaps to a leap cell.
    pub(crate) const fn leaps_to(self, cell: usize) -> bool {
        self.leaps >> cell & 1 != 0
    }

    /// Returns true if the piece slides in the direction of a slide cell.
    pub(crate) const fn slides_to(self, cell: usize) -> bool {
        self.slides >> cell & 1 != 0
    }

    /// Returns true if the piece has a leap.
    pub(crate) const fn leaps(self) -> bool {
        self.leaps != 0
    }

    /// Returns true if the piece has a slide.
    pub(crate) const fn slides(self) -> bool {
        self.slides != 0
    }

    /// Returns true if the piece slides forward or backward.
    pub(crate) const fn slides_on_file(self) -> bool {
        self.slides & 0b010_000_010 != 0
    }

    /// Returns true if the piece slides sideways.
    pub(crate) const fn slides_on_rank(self) -> bool {
        self.slides & 0b000_101_000 != 0
    }

    /// Returns true if the piece slides diagonally.
    pub(crate) const fn slides_on_diagonal(self) -> bool {
        self.slides & 0b101_000_101 != 0
    }
}

/// Returns true if the offset equals the shape after rotation or reflection.
const fn has_shape((files, ranks): Offset, (long, short): Offset) -> bool {
    let (files, ranks) = (files.abs(), ranks.abs());
    (files == long && ranks == short) || (files == short && ranks == long)
}

/// The directions selected by the letters before an atom.
#[derive(Clone, Copy)]
struct DirectionFilter {
    forward: bool,
    backward: bool,
    left: bool,
    right: bool,
    narrow: bool,
    wide: bool,
}

impl DirectionFilter {
    const fn parse(text: &[u8], start: usize, end: usize) -> Self {
        let mut choice = Self {
            forward: false,
            backward: false,
            left: false,
            right: false,
            narrow: false,
            wide: false,
        };
        let oblique = text[end] == b'N';
        let mut at = start;
        while at < end {
            if oblique && at > start {
                choice.narrow |= text[at] == text[at - 1];
                choice.wide |= text[at] == b's';
            }
            match text[at] {
                b'f' => choice.forward = true,
                b'b' => choice.backward = true,
                b'v' => (choice.forward, choice.backward) = (true, true),
                b'l' => choice.left = true,
                b'r' => choice.right = true,
                b's' => (choice.left, choice.right) = (true, true),
                _ => panic!("unknown direction in Betza notation"),
            }
            at += 1;
        }
        choice
    }

    const fn picks(self, (files, ranks): Offset) -> bool {
        let vertical = self.forward || self.backward;
        let sideways = self.left || self.right;
        let fits_vertically = (self.forward && ranks < 0) || (self.backward && ranks > 0);
        let fits_sideways = (self.left && files > 0) || (self.right && files < 0);
        if files == 0 || ranks == 0 {
            // Orthogonal directions: letters add up (`fs` is forward, left and right).
            return !(vertical || sideways) || fits_vertically || fits_sideways;
        }
        // Other directions: each letter restricts (`fl` is forward left only).
        (!vertical || fits_vertically)
            && (!sideways || fits_sideways)
            && (!self.narrow || ranks.abs() > files.abs())
            && (!self.wide || files.abs() > ranks.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(betza: &str) -> Vec<Offset> {
        let moves = BetzaMoves::parse(betza);
        (0..LEAP_CELLS).filter(|&cell| moves.leaps_to(cell)).map(leap).collect()
    }

    fn slides(betza: &str) -> Vec<Offset> {
        let moves = BetzaMoves::parse(betza);
        (0..SLIDE_CELLS).filter(|&cell| moves.slides_to(cell)).map(slide).collect()
    }

    #[test]
    fn cells_and_offsets_are_inverse() {
        assert!((0..LEAP_CELLS).all(|cell| leap_cell(leap(cell)) == cell));
        assert!((0..SLIDE_CELLS).all(|cell| slide_cell(slide(cell)) == cell));
    }

    #[test]
    fn yari_knight_leaps_narrow_and_slides_forward() {
        assert_eq!(leaps("fRffN"), [(-1, -2), (1, -2)]);
        assert_eq!(slides("fRffN"), [(0, -1)]);
        assert_eq!(leaps("fsN"), [(-2, -1), (2, -1)]);
    }

    #[test]
    fn letters_add_up_for_orthogonals_and_restrict_diagonals() {
        assert_eq!(slides("fsR"), [(0, -1), (-1, 0), (1, 0)]);
        assert_eq!(leaps("WfF"), [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
        assert_eq!(leaps("flF"), [(1, -1)]);
        assert_eq!(leaps("vW"), [(0, -1), (0, 1)]);
        assert_eq!(slides("B").len(), 4);
    }

    #[test]
    fn atoms_have_their_shapes() {
        let near = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        assert_eq!(leaps("K"), near);
        assert_eq!(slides("Q"), near);
        assert_eq!(leaps("W"), [(0, -1), (-1, 0), (1, 0), (0, 1)]);
        assert_eq!(leaps("F"), [(-1, -1), (1, -1), (-1, 1), (1, 1)]);
        assert_eq!(leaps("D"), [(0, -2), (-2, 0), (2, 0), (0, 2)]);
        assert_eq!(leaps("A"), [(-2, -2), (2, -2), (-2, 2), (2, 2)]);
        assert_eq!(leaps("N").len(), 8);
        assert_eq!(BetzaMoves::parse("K"), BetzaMoves::parse("WF"));
        assert_eq!(BetzaMoves::parse("fsR"), BetzaMoves::parse("flrR"));
    }

    #[test]
    fn or_is_the_union_of_two_movements() {
        let [one, other] = ["WfR", "fWvRbB"].map(BetzaMoves::parse);
        assert_eq!(one.or(other), BetzaMoves::parse("WvRbB"));
        assert_eq!(one.or(BetzaMoves::NONE), one);
        for (betza, leaps, slides) in [("", false, false), ("N", true, false), ("R", false, true)] {
            let moves = BetzaMoves::parse(betza);
            assert_eq!((moves.leaps(), moves.slides()), (leaps, slides), "{betza}");
        }
    }

    #[test]
    fn slide_directions_are_classified_by_line() {
        let lines = |betza: &str| {
            let moves = BetzaMoves::parse(betza);
            (moves.slides_on_file(), moves.slides_on_rank(), moves.slides_on_diagonal())
        };
        assert_eq!(lines("R"), (true, true, false));
        for file in ["fR", "bR", "vR"] {
            assert_eq!(lines(file), (true, false, false), "{file}");
        }
        for rank in ["lR", "rR", "sR"] {
            assert_eq!(lines(rank), (false, true, false), "{rank}");
        }
        for diagonal in ["flB", "frB", "blB", "brB", "B"] {
            assert_eq!(lines(diagonal), (false, false, true), "{diagonal}");
        }
        assert_eq!(lines("KN"), (false, false, false));
    }
}
