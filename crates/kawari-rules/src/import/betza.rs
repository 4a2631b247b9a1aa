//! Fairy-Stockfish's dialect of Betza's notation.
//!
//! Fairy-Stockfish skips letters that it does not support, reads one digit only, and keeps
//! one slide and one leap per direction: the last one. The moves are read by these rules and
//! compared with the moves that this crate reads from the same text. If they differ, the text
//! is written again, direction by direction.

use std::collections::BTreeMap;

use crate::betza::{Leap, MAX_LENGTH, Moves, Offset, Slide, parse};

/// Lengths of an atom's move, the longer one first.
const ATOMS: [(char, &[(i8, i8)]); 15] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('L', &[(3, 1)]),
    ('C', &[(3, 1)]),
    ('J', &[(3, 2)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
    ('R', &[(1, 0)]),
    ('B', &[(1, 1)]),
    ('Q', &[(1, 0), (1, 1)]),
];

/// Modifiers and the atom that they belong to.
#[derive(Default)]
struct Modifiers {
    directions: Vec<(char, char)>,
    moves: bool,
    captures: bool,
    is_lame: bool,
}

/// The moves of a piece as Fairy-Stockfish stores them.
#[derive(Default, PartialEq, Debug)]
struct Directions {
    /// Leaps; true if lame.
    leaps: BTreeMap<Offset, bool>,
    /// Slides with their limits; 0 is unlimited.
    slides: BTreeMap<Offset, u8>,
}

/// Returns a text in this crate's notation with the moves that Fairy-Stockfish reads, or a
/// sentence why there is none.
pub(super) fn translate(text: &str) -> Result<String, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("the moves have more than {MAX_LENGTH} characters"));
    }
    let directions = read(text)?;
    let wanted = directions.moves();
    if wanted.leaps.is_empty() && wanted.slides.is_empty() {
        return Err("the piece has no moves".to_owned());
    }
    let is_wanted = |text: &str| parse(text).is_ok_and(|moves| is_equal(&moves, &wanted));
    if is_wanted(text) {
        return Ok(text.to_owned());
    }
    let written = directions.write();
    for text in [without_unknown_letters(text), written.clone()] {
        if is_wanted(&text) {
            return Ok(text);
        }
    }
    Err(match parse(&written) {
        Err(error) => format!("the moves \"{text}\" cannot be expressed: {error}"),
        Ok(_) => format!("the moves \"{text}\" cannot be expressed"),
    })
}

/// Removes the letters that Fairy-Stockfish skips, and renames atoms with two names.
fn without_unknown_letters(text: &str) -> String {
    let is_known = |letter: &char| {
        "fbvhrlsn0123456789".contains(*letter) || ATOMS.iter().any(|(atom, _)| atom == letter)
    };
    let renamed = |letter| match letter {
        'L' => 'C',
        'J' => 'Z',
        _ => letter,
    };
    text.chars().filter(is_known).map(renamed).collect()
}

/// Returns true if two pieces have the same moves.
fn is_equal(one: &Moves, other: &Moves) -> bool {
    let covers = |one: &Moves, other: &Moves| {
        one.leaps.iter().all(|leap| other.leaps.contains(leap))
            && one.slides.iter().all(|slide| other.slides.contains(slide))
    };
    one.areas.is_empty() && other.areas.is_empty() && covers(one, other) && covers(other, one)
}

fn read(text: &str) -> Result<Directions, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut result = Directions::default();
    let mut modifiers = Modifiers::default();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let next = letters.get(at + 1).copied();
        at += 1;
        match letter {
            'm' => modifiers.moves = true,
            'c' => modifiers.captures = true,
            'p' | 'g' => return Err(format!("hoppers such as \"{text}\" are not supported")),
            'i' => return Err("moves from the first square only are not supported".to_owned()),
            'n' => modifiers.is_lame = true,
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let second = next.filter(|&second| is_pair(letter, second));
                modifiers.directions.push((letter, second.unwrap_or(letter)));
                at += usize::from(second.is_some());
            }
            _ => {
                let Some((_, shapes)) = ATOMS.iter().find(|(atom, _)| *atom == letter) else {
                    continue;
                };
                if modifiers.moves != modifiers.captures {
                    let message = "moves and captures that differ are not supported";
                    return Err(message.to_owned());
                }
                let digit = next.and_then(|next| next.to_digit(10));
                let is_doubled = next == Some(letter);
                at += usize::from(digit.is_some() || is_doubled);
                let slides = matches!(letter, 'R' | 'B' | 'Q') || digit.is_some() || is_doubled;
                let limit = slides.then_some(digit.unwrap_or(0) as u8);
                for &shape in *shapes {
                    result.add(shape, &modifiers, shapes.len() == 1, limit);
                }
                modifiers = Modifiers::default();
            }
        }
    }
    Ok(result)
}

/// Returns true if two letters in a row are one direction.
fn is_pair(first: char, second: char) -> bool {
    let is_vertical = |letter| "fbvh".contains(letter);
    let is_horizontal = |letter| "rlsh".contains(letter);
    first == second
        || is_vertical(first) && is_horizontal(second)
        || is_horizontal(first) && is_vertical(second)
}

impl Directions {
    /// Adds the moves of one shape of an atom. `limit` is absent for leaps.
    fn add(
        &mut self,
        (long, short): (i8, i8),
        modifiers: &Modifiers,
        is_only_shape: bool,
        limit: Option<u8>,
    ) {
        let mut chosen = Vec::new();
        for &(first, second) in &modifiers.directions {
            if is_only_shape && short == 0 && first != second {
                chosen.extend([[first, first], [second, second]]);
            } else {
                chosen.push([first, second]);
            }
        }
        // The eight moves of a shape, with the directions that select each.
        let moves = [
            ((short, long), ["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
            ((-short, -long), ["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
            ((long, -short), ["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
            ((-long, short), ["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
            ((long, short), ["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
            ((-long, -short), ["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
            ((short, -long), ["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
            ((-short, long), ["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
        ];
        for (to, names) in moves {
            let is_chosen = |pair: &[char; 2]| names.iter().any(|name| name.chars().eq(*pair));
            if !chosen.is_empty() && !chosen.iter().any(is_chosen) {
                continue;
            }
            match limit {
                Some(limit) => {
                    self.slides.insert(to, limit);
                }
                None => {
                    self.leaps.insert(to, modifiers.is_lame);
                }
            }
        }
    }

    /// Returns the moves as this crate stores them.
    fn moves(&self) -> Moves {
        let mut moves = Moves::default();
        for (&to, &is_lame) in &self.leaps {
            let blocker = is_lame.then_some((to.0 / 2, to.1 / 2));
            moves.leaps.push(Leap { to, blocker });
        }
        for (&direction, &limit) in &self.slides {
            if limit == 1 {
                moves.leaps.push(Leap { to: direction, blocker: None });
            } else {
                let limit = Some(limit).filter(|&limit| limit > 0);
                moves.slides.push(Slide { direction, limit });
            }
        }
        moves
    }

    /// Writes the moves, with one pair of letters for each direction.
    fn write(&self) -> String {
        let mut atoms: BTreeMap<(String, String, String), String> = BTreeMap::new();
        let mut add = |prefix: &str, to: Offset, suffix: String| {
            let (x, y) = (to.0.abs(), to.1.abs());
            let long = (x.max(y), x.min(y));
            let atom = ATOMS.iter().rev().find(|(atom, shapes)| {
                !matches!(atom, 'K' | 'Q' | 'R' | 'B') && *shapes == [long].as_slice()
            });
            let letter = atom.map_or(String::new(), |(atom, _)| atom.to_string());
            let key = (letter, prefix.to_owned(), suffix);
            atoms.entry(key).or_default().push_str(&direction(to));
        };
        for (&to, &is_lame) in &self.leaps {
            add(if is_lame { "n" } else { "" }, to, String::new());
        }
        for (&to, &limit) in &self.slides {
            let (x, y) = (to.0.abs(), to.1.abs());
            let suffix = match limit {
                // An unlimited slide of a step is "WW" or "FF".
                0 if x + y == 1 => "W".to_owned(),
                0 if x == 1 && y == 1 => "F".to_owned(),
                0 => "0".to_owned(),
                limit => limit.to_string(),
            };
            add("", to, suffix);
        }
        let text =
            |((letter, prefix, suffix), directions): (&(String, String, String), &String)| {
                format!("{prefix}{directions}{letter}{suffix}")
            };
        atoms.iter().map(text).collect()
    }
}

/// Returns the letters of one direction; the second one names the longer part.
fn direction((x, y): Offset) -> String {
    let vertical = match y {
        0 => "",
        1.. => "f",
        _ => "b",
    };
    let horizontal = match x {
        0 => "",
        1.. => "r",
        _ => "l",
    };
    let is_vertical = y.abs() > x.abs();
    let (first, second) = if is_vertical { (horizontal, vertical) } else { (vertical, horizontal) };
    format!("{first}{second}")
}
