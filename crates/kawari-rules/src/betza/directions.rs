//! The direction letters before an atom.

use super::Offset;

/// Returns true if the letters select an offset; see the module documentation of `betza`.
pub(super) fn select(letters: &[char], to: Offset) -> bool {
    if letters.is_empty() {
        return true;
    }
    let (x, y) = to;
    if x == 0 || y == 0 {
        return letters.iter().any(|&letter| is_towards(letter, to));
    }
    let mut rest = letters;
    while let [first, tail @ ..] = rest {
        let pair = tail.first().copied().filter(|&second| is_pair(*first, second));
        if selects_one(*first, pair, to) {
            return true;
        }
        rest = &tail[usize::from(pair.is_some())..];
    }
    false
}

/// Returns true if two letters in a row name one direction.
fn is_pair(first: char, second: char) -> bool {
    let is_single = "fblr".contains(first) || "fblr".contains(second);
    let crosses = is_vertical(first) != is_vertical(second);
    second == 'h' || first == second || is_single && crosses
}

/// Returns true if a letter, or a pair of letters, selects an offset that is not orthogonal.
fn selects_one(first: char, second: Option<char>, to: Offset) -> bool {
    let (x, y) = to;
    // The letter that names the longer part of a Knight's leap.
    let main = second.unwrap_or(first);
    let fits_main = x.abs() == y.abs() || is_vertical(main) == (y.abs() > x.abs());
    match second {
        Some('h') => is_towards(first, to),
        Some(second) => is_towards(first, to) && is_towards(second, to) && fits_main,
        None => is_towards(first, to) && fits_main,
    }
}

const fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

const fn is_towards(letter: char, (x, y): Offset) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0,
        's' => x != 0,
        _ => false,
    }
}
