//! Piece moves in Betza's notation, parsed at run time.
//!
//! Supported are the leapers `W F D A N C Z H G`, the sliders `R B Q` and the King `K`,
//! the directions `f b l r s v`, a limit after a slider (`R2`), and `n` for lame
//! leapers (`nN`, `nD`, `nA`). All other letters are errors.

use thiserror::Error;

/// The moves of a piece, seen from Black's side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Leaps and single steps.
    pub leaps: Vec<Leap>,
    /// Slides over empty squares.
    pub slides: Vec<Slide>,
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
        let start = at;
        at += count(&letters[at..], char::is_ascii_lowercase);
        let modifiers = &letters[start..at];
        if let Some(index) = modifiers.iter().position(|&letter| !"fblrsvn".contains(letter)) {
            return fail(start + index, format!("unsupported modifier \"{}\"", modifiers[index]));
        }
        let Some(&atom) = letters.get(at) else {
            return fail(at, "expected a piece letter such as W, F, N, R or B".to_owned());
        };
        let Some(shapes) = shapes(atom) else {
            return fail(at, format!("unsupported letter \"{atom}\""));
        };
        let lame = modifiers.contains(&'n');
        if lame && !matches!(atom, 'N' | 'D' | 'A') {
            return fail(at, format!("\"n\" is supported before N, D and A, not before {atom}"));
        }
        at += 1;
        let digits = count(&letters[at..], char::is_ascii_digit);
        let limit = parse_limit(&letters[at..at + digits], shapes, at)?;
        at += digits;
        if digits == 0 && letters.get(at) == Some(&atom) {
            return fail(at, format!("riders such as \"{atom}{atom}\" are not supported"));
        }
        let directions: Vec<char> = modifiers.iter().copied().filter(|&c| c != 'n').collect();
        for &shape in shapes {
            moves.add(shape, &directions, limit, lame);
        }
    }
    Ok(moves)
}

fn fail<T>(index: usize, message: String) -> Result<T, BetzaError> {
    Err(BetzaError { position: index + 1, message })
}

/// Returns the number of characters at the start that have a property.
fn count(letters: &[char], property: fn(&char) -> bool) -> usize {
    letters.iter().take_while(|&letter| property(letter)).count()
}

/// One of the moves of an atom, up to rotation and reflection.
#[derive(Clone, Copy)]
struct Shape {
    /// Shorter and longer side of the step.
    step: (i8, i8),
    slides: bool,
}

/// Returns the shapes of an atom, or `None` if it is not supported.
const fn shapes(atom: char) -> Option<&'static [Shape]> {
    const fn leap(short: i8, long: i8) -> Shape {
        Shape { step: (short, long), slides: false }
    }
    const fn slide(short: i8, long: i8) -> Shape {
        Shape { step: (short, long), slides: true }
    }
    Some(match atom {
        'W' => const { &[leap(0, 1)] },
        'F' => const { &[leap(1, 1)] },
        'D' => const { &[leap(0, 2)] },
        'A' => const { &[leap(2, 2)] },
        'N' => const { &[leap(1, 2)] },
        'C' => const { &[leap(1, 3)] },
        'Z' => const { &[leap(2, 3)] },
        'H' => const { &[leap(0, 3)] },
        'G' => const { &[leap(3, 3)] },
        'R' => const { &[slide(0, 1)] },
        'B' => const { &[slide(1, 1)] },
        'Q' => const { &[slide(0, 1), slide(1, 1)] },
        'K' => const { &[leap(0, 1), leap(1, 1)] },
        _ => return None,
    })
}

/// Parses the number after an atom: the limit of its slides. `at` is the index of the first
/// digit.
fn parse_limit(digits: &[char], shapes: &[Shape], at: usize) -> Result<Option<u8>, BetzaError> {
    if digits.is_empty() {
        return Ok(None);
    }
    let number: String = digits.iter().collect();
    let limit = number.parse().ok().filter(|limit| (1..=10).contains(limit));
    if limit.is_none() || !shapes[0].slides {
        return fail(at, format!("number \"{number}\"; only R, B and Q take one, 1 to 10"));
    }
    Ok(limit)
}

impl Moves {
    /// Adds the moves of a shape in the selected directions. A slide of one step is a leap.
    fn add(&mut self, shape: Shape, directions: &[char], limit: Option<u8>, lame: bool) {
        for to in symmetric(shape.step).into_iter().filter(|&to| selected(directions, to)) {
            if shape.slides && limit != Some(1) {
                push_new(&mut self.slides, Slide { direction: to, limit });
            } else {
                // A lame Knight is blocked one orthogonal step along its long side.
                let blocker = lame.then_some((to.0 / 2, to.1 / 2));
                push_new(&mut self.leaps, Leap { to, blocker });
            }
        }
    }
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

/// Returns true if the direction letters select an offset. On diagonals, a vertical and
/// a horizontal letter in a row name one direction (`fl`); otherwise each letter adds
/// its directions. For Knights and the like, `ff` is the two narrow forward leaps and
/// `fs` the two wide ones.
fn selected(letters: &[char], (x, y): Offset) -> bool {
    if letters.is_empty() {
        return true;
    }
    let half = |letter: char| match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        _ => false,
    };
    let orthogonal = x == 0 || y == 0;
    let diagonal = x.abs() == y.abs();
    let (narrow, wide) = (y.abs() > x.abs(), x.abs() > y.abs());
    let mut at = 0;
    while at < letters.len() {
        let (letter, next) = (letters[at], letters.get(at + 1).copied());
        let vertical = |c: char| c == 'f' || c == 'b';
        let sideways = |c: char| c == 'l' || c == 'r';
        let pair = next.filter(|&next| {
            !orthogonal
                && (vertical(letter) && sideways(next)
                    || sideways(letter) && vertical(next)
                    || !diagonal && (letter == next || vertical(letter) && next == 's'))
        });
        let hit = match (letter, pair) {
            (_, Some('s')) => half(letter) && wide,
            (_, Some(next)) if next == letter => {
                half(letter) && if vertical(letter) { narrow } else { wide }
            }
            (_, Some(next)) => half(letter) && half(next),
            ('v', None) => diagonal || narrow,
            ('s', None) => diagonal || wide,
            (letter, None) => half(letter),
        };
        if hit {
            return true;
        }
        at += if pair.is_some() { 2 } else { 1 };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(text: &str) -> Vec<Offset> {
        let mut leaps: Vec<_> = parse(text).unwrap().leaps.iter().map(|leap| leap.to).collect();
        leaps.sort_unstable();
        leaps
    }

    #[test]
    fn directions_select_leaps() {
        assert_eq!(leaps("WfF"), [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]);
        assert_eq!(leaps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(leaps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(leaps("lbF"), [(-1, -1)]);
        assert_eq!(leaps("sfW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(leaps("vW"), [(0, -1), (0, 1)]);
        assert_eq!(leaps("K").len(), 8);
    }

    #[test]
    fn slides_have_directions_and_limits() {
        let slide = |direction, limit| Slide { direction, limit };
        assert_eq!(parse("fR").unwrap().slides, [slide((0, 1), None)]);
        assert_eq!(parse("rbB3").unwrap().slides, [slide((1, -1), Some(3))]);
        assert_eq!(parse("Q").unwrap().slides.len(), 8);
    }

    #[test]
    fn lame_leapers_have_blockers() {
        for leap in parse("nN").unwrap().leaps {
            let (x, y) = leap.blocker.unwrap();
            assert_eq!((x.abs() + y.abs(), leap.to.0.abs() + leap.to.1.abs()), (1, 3));
        }
        assert_eq!(parse("fnD").unwrap().leaps[0].blocker, Some((0, 1)));
    }

    #[test]
    fn errors_name_the_letter_and_its_position() {
        for (text, message) in [
            ("fX", "unsupported letter \"X\" at character 2"),
            ("mW", "unsupported modifier \"m\" at character 1"),
            ("WfF f", "unsupported letter \" \" at character 4"),
            ("f", "expected a piece letter such as W, F, N, R or B at character 2"),
            ("NN", "riders such as \"NN\" are not supported at character 2"),
            ("W2", "number \"2\"; only R, B and Q take one, 1 to 10 at character 2"),
            ("nR", "\"n\" is supported before N, D and A, not before R at character 2"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
    }
}
