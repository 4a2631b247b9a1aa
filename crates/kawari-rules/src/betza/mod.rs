//! Piece moves in Betza's notation, parsed at run time.
//!
//! A move string is a list of atoms. An atom is a capital letter with direction letters
//! before it and, for slides, a limit after it. A piece has the moves of all its atoms.
//!
//! | atom | move |
//! |---|---|
//! | `W F` | step to a neighbour: orthogonally, diagonally |
//! | `K` | `WF`, the moves of a King |
//! | `D A H G` | leap of two (`D`, `A`) or three (`H`, `G`) squares, orthogonally or diagonally |
//! | `N C Z` | leap of 1 by 2 (a Knight), 1 by 3, 2 by 3 squares |
//! | `R B Q` | slide orthogonally, diagonally, both; also `WW` and `FF` for `R` and `B` |
//! | `R3`, `W3` | slide of at most three squares; likewise `B F Q K` |
//! | `nN nD nA` | lame leap: blocked by a piece on the first square of the way |
//! | `aW aF aK` | area move: two steps over empty squares, turning freely; `aaK` three |
//!
//! Directions are those of the piece's owner: `f` forward, `b` backward, `l` left, `r`
//! right, `v` for `fb`, `s` for `lr`. Without a direction letter, an atom moves in all its
//! directions. Letters are read from left to right, and two letters can be one direction:
//!
//! - orthogonal moves (`W D H R`): each letter adds a direction; `fsW` is forward, left
//!   and right.
//! - diagonal moves (`F A G B`): a letter alone adds two directions; a vertical and a
//!   sideways letter, in either order, name one: `flB`, `lfB`. `fs` is the same as `f`.
//! - leaps of a Knight and the like (`N C Z`): `f`, or `ff`, is the two narrow forward
//!   leaps of a shogi Knight, `fs` the two wide ones, `fh` all four. In a pair, the second
//!   letter is the direction of the longer part: `frN` goes one forward and two to the right,
//!   `rfN` two forward and one to the right. `vN` is the four narrow leaps, `sN` the four
//!   wide ones.
//! - `K` and `Q`: both rules, each for its moves; `fK` is the three forward steps.
//!
//! These are the conventions of XBoard and Fairy-Stockfish. Other letters are errors:
//! moves that only capture (`c`) or only move (`m`), hoppers (`p`, `g`), first moves (`i`),
//! and riders such as `NN`.

mod directions;
#[cfg(test)]
mod tests;

use thiserror::Error;

/// The moves of a piece, seen from Black's side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Leaps and single steps.
    pub leaps: Vec<Leap>,
    /// Slides over empty squares.
    pub slides: Vec<Slide>,
    /// Area moves.
    pub areas: Vec<Area>,
}

/// A difference between two squares: files to the right and ranks forward.
pub type Offset = (i8, i8);

/// A leap to one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// Target square.
    pub to: Offset,
    /// Square that must be empty, for a lame leaper.
    pub blocker: Option<Offset>,
}

/// A slide in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// Direction of one step.
    pub direction: Offset,
    /// Largest number of steps; `None` if unlimited.
    pub limit: Option<u8>,
}

/// A walk of a fixed number of steps. All squares before the last one must be empty. A step
/// never goes straight back, and the walk does not end where it began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Possible steps, each of one square.
    pub steps: Vec<Offset>,
    /// Number of steps, 2 or 3.
    pub count: u8,
}

/// An error in a move string.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message} at character {position}")]
pub struct BetzaError {
    /// Number of the character, from 1.
    pub position: usize,
    /// Description of the error.
    pub message: String,
}

/// Longest accepted move string, in characters.
pub const MAX_LENGTH: usize = 64;
/// Largest limit of a slide.
const MAX_LIMIT: u8 = 10;
/// Largest number of `a` before an atom.
const MAX_AGAIN: usize = 2;

/// Parses a move string.
///
/// # Errors
/// Returns [`BetzaError`] at the first character that is not supported.
pub fn parse(text: &str) -> Result<Moves, BetzaError> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() > MAX_LENGTH {
        return fail(MAX_LENGTH, format!("more than {MAX_LENGTH} characters"));
    }
    let mut moves = Moves::default();
    let mut at = 0;
    while at < letters.len() {
        at = parse_atom(&letters, at, &mut moves)?;
    }
    Ok(moves)
}

/// Parses an atom with its modifiers and its limit. Returns the index after it.
fn parse_atom(letters: &[char], start: usize, moves: &mut Moves) -> Result<usize, BetzaError> {
    let mut at = start + count(&letters[start..], char::is_ascii_lowercase);
    let modifiers = &letters[start..at];
    if let Some(index) = modifiers.iter().position(|&letter| !"fblrsvhna".contains(letter)) {
        return fail(start + index, format!("unsupported modifier \"{}\"", modifiers[index]));
    }
    let Some(&atom) = letters.get(at) else {
        return fail(at, "expected a piece letter such as W, F, N, R or B".to_owned());
    };
    let Some(shapes) = shapes(atom) else {
        return fail(at, format!("unsupported letter \"{atom}\""));
    };
    let is_lame = modifiers.contains(&'n');
    if is_lame && !matches!(atom, 'N' | 'D' | 'A') {
        return fail(at, format!("\"n\" is supported before N, D and A, not before {atom}"));
    }
    if let Some(index) = modifiers.iter().position(|&letter| letter == 'h')
        && (!matches!(atom, 'N' | 'C' | 'Z') || index == 0)
    {
        return fail(
            start + index,
            "\"h\" is supported after f, b, l or r before N, C and Z".into(),
        );
    }
    at += 1;
    if modifiers.contains(&'a') {
        push_new(&mut moves.areas, parse_area(modifiers, atom, &shapes, start)?);
        return Ok(at);
    }
    let digits = count(&letters[at..], char::is_ascii_digit);
    let limit = parse_limit(&letters[at..at + digits], atom, at)?;
    at += digits;
    let mut slides = limit.is_some() || matches!(atom, 'R' | 'B' | 'Q');
    if digits == 0 && letters.get(at) == Some(&atom) {
        if !matches!(atom, 'W' | 'F') {
            return fail(at, format!("riders such as \"{atom}{atom}\" are not supported"));
        }
        slides = true;
        at += 1;
    }
    let directions: Vec<char> = modifiers.iter().copied().filter(|&c| c != 'n').collect();
    for shape in shapes {
        for to in symmetric(shape).into_iter().filter(|&to| directions::select(&directions, to)) {
            // A slide of one step is a leap.
            if slides && limit != Some(1) {
                push_new(&mut moves.slides, Slide { direction: to, limit });
            } else {
                // A lame Knight is blocked one orthogonal step along its long side.
                let blocker = is_lame.then_some((to.0 / 2, to.1 / 2));
                push_new(&mut moves.leaps, Leap { to, blocker });
            }
        }
    }
    Ok(at)
}

fn fail<T>(index: usize, message: String) -> Result<T, BetzaError> {
    Err(BetzaError { position: index + 1, message })
}

/// Returns the number of characters at the start that have a property.
fn count(letters: &[char], property: fn(&char) -> bool) -> usize {
    letters.iter().take_while(|&letter| property(letter)).count()
}

/// Returns the steps of an atom, up to rotation and reflection, or `None` if it is not
/// supported.
fn shapes(atom: char) -> Option<Vec<Offset>> {
    Some(match atom {
        'W' | 'R' => vec![(0, 1)],
        'F' | 'B' => vec![(1, 1)],
        'K' | 'Q' => vec![(0, 1), (1, 1)],
        'D' => vec![(0, 2)],
        'A' => vec![(2, 2)],
        'N' => vec![(1, 2)],
        'C' => vec![(1, 3)],
        'Z' => vec![(2, 3)],
        'H' => vec![(0, 3)],
        'G' => vec![(3, 3)],
        _ => return None,
    })
}

/// Returns the area move of an atom. `start` is the index of the first modifier.
fn parse_area(
    modifiers: &[char],
    atom: char,
    shapes: &[Offset],
    start: usize,
) -> Result<Area, BetzaError> {
    if !matches!(atom, 'W' | 'F' | 'K') || modifiers.iter().any(|&letter| letter != 'a') {
        return fail(start, "area moves are aW, aF and aK, without directions".to_owned());
    }
    if modifiers.len() > MAX_AGAIN {
        return fail(start, format!("more than {MAX_AGAIN} letters \"a\""));
    }
    let steps = shapes.iter().flat_map(|&shape| symmetric(shape)).collect();
    Ok(Area { steps, count: modifiers.len() as u8 + 1 })
}

/// Parses the number after an atom: the limit of its slides. `at` is the index of the first
/// digit.
fn parse_limit(digits: &[char], atom: char, at: usize) -> Result<Option<u8>, BetzaError> {
    if digits.is_empty() {
        return Ok(None);
    }
    let number: String = digits.iter().collect();
    let limit = number.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
    if limit.is_none() || !matches!(atom, 'R' | 'B' | 'Q' | 'W' | 'F' | 'K') {
        let message =
            format!("number \"{number}\"; only R, B, Q, W, F and K take one, 1 to {MAX_LIMIT}");
        return fail(at, message);
    }
    Ok(limit)
}

/// Appends an item that the list does not have yet.
fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Returns the rotations and reflections of an offset.
fn symmetric((short, long): Offset) -> Vec<Offset> {
    let mut offsets = Vec::new();
    for (x, y) in [(short, long), (long, short)] {
        for to in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            push_new(&mut offsets, to);
        }
    }
    offsets
}

impl Moves {
    /// Returns true if a piece on an empty board could move by an offset in one step or leap,
    /// given a test for squares on the board.
    pub(crate) fn can_move(&self, on_board: impl Fn(Offset) -> bool) -> bool {
        let two_steps = |area: &Area| {
            area.steps.iter().any(|&(x, y)| {
                on_board((x, y))
                    && area
                        .steps
                        .iter()
                        .any(|&(dx, dy)| (dx, dy) != (-x, -y) && on_board((x + dx, y + dy)))
            })
        };
        self.leaps.iter().any(|leap| on_board(leap.to))
            || self.slides.iter().any(|slide| on_board(slide.direction))
            || self.areas.iter().any(two_steps)
    }

    /// Returns true if the piece has no move on any board.
    pub(crate) fn is_empty(&self) -> bool {
        self.leaps.is_empty() && self.slides.is_empty() && self.areas.is_empty()
    }
}
