//! Moves in Betza's notation, as the paths that a piece can walk.
//!
//! This parser follows the description in [`kawari_rules::betza`] and shares no code with that
//! module. A test compares the two.

use super::Color;
use super::board::{Board, Square};

/// Files to the right and ranks forward, from the piece's side.
type Step = (i32, i32);

/// A way of a piece from its square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Path {
    /// A step that is repeated until the piece is blocked.
    Line {
        step: Step,
        /// Largest number of steps.
        limit: i32,
        /// True if the first square of the way to the target must be empty.
        is_lame: bool,
    },
    /// A walk of exactly this number of steps over empty squares.
    Area { steps: Vec<Step>, count: usize },
}

/// Direction names of two letters.
const PAIRS: [&str; 28] = [
    "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb", "fs", "bs", "sf", "sb", "lv", "rv", "vl", "vr",
    "ff", "bb", "ll", "rr", "vv", "ss", "fh", "bh", "lh", "rh", "vh", "sh",
];

/// Parses a move string.
///
/// # Panics
/// If the string is not valid, which the reader of definitions has checked.
pub(super) fn paths(text: &str) -> Vec<Path> {
    let mut paths = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.find(|c: char| c.is_ascii_uppercase()).expect("an atom");
        let (modifiers, atom_and_rest) = rest.split_at(start);
        let (atom, mut after) = atom_and_rest.split_at(1);
        let is_area = modifiers.contains('a');
        let is_rider = !is_area && matches!(atom, "W" | "F") && after.starts_with(atom);
        if is_rider {
            after = &after[1..];
        }
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let slides = is_rider || matches!(atom, "R" | "B" | "Q");
        let limit = after[..digits].parse().unwrap_or(if slides { i32::MAX } else { 1 });
        rest = &after[digits..];
        let steps = steps(atom);
        if is_area {
            paths.push(Path::Area { steps, count: modifiers.matches('a').count() + 1 });
            continue;
        }
        let is_lame = modifiers.contains('n');
        let directions = modifiers.replace('n', "");
        let chosen = steps.into_iter().filter(|&step| selects(&directions, step));
        paths.extend(chosen.map(|step| Path::Line { step, limit, is_lame }));
    }
    paths
}

/// Returns all steps of an atom.
fn steps(atom: &str) -> Vec<Step> {
    let lengths: &[(i32, i32)] = match atom {
        "W" | "R" => &[(0, 1)],
        "F" | "B" => &[(1, 1)],
        "K" | "Q" => &[(0, 1), (1, 1)],
        "D" => &[(0, 2)],
        "N" => &[(1, 2)],
        "A" => &[(2, 2)],
        "H" => &[(0, 3)],
        "C" => &[(1, 3)],
        "Z" => &[(2, 3)],
        "G" => &[(3, 3)],
        _ => panic!("unsupported atom {atom:?}"),
    };
    let all = (-3..=3_i32).flat_map(|x| (-3..=3_i32).map(move |y| (x, y)));
    let is_step = |&(x, y): &Step| lengths.contains(&(x.abs().min(y.abs()), x.abs().max(y.abs())));
    all.filter(is_step).collect()
}

/// Returns true if direction letters select a step.
fn selects(letters: &str, step: Step) -> bool {
    let names = names(step);
    let is_orthogonal = step.0 == 0 || step.1 == 0;
    let mut rest = letters;
    while !rest.is_empty() {
        let is_pair = !is_orthogonal && rest.get(..2).is_some_and(|pair| PAIRS.contains(&pair));
        let (name, after) = rest.split_at(if is_pair { 2 } else { 1 });
        if names.iter().any(|known| known == name) {
            return true;
        }
        rest = after;
    }
    letters.is_empty()
}

/// Returns the direction names that include a step.
fn names((x, y): Step) -> Vec<String> {
    let vertical = [if y > 0 { "f" } else { "b" }, "v"];
    let sideways = [if x > 0 { "r" } else { "l" }, "s"];
    let mut names = Vec::new();
    if y != 0 && y.abs() >= x.abs() {
        names.extend(vertical.map(str::to_owned));
    }
    if x != 0 && x.abs() >= y.abs() {
        names.extend(sideways.map(str::to_owned));
    }
    if x == 0 || y == 0 {
        return names;
    }
    // A doubled letter is the letter alone. In other pairs, the second letter is the
    // direction of the longer part.
    let doubled: Vec<String> = names.iter().map(|name| name.repeat(2)).collect();
    names.extend(doubled);
    for one in vertical {
        for other in sideways {
            if y.abs() >= x.abs() {
                names.push(format!("{other}{one}"));
            }
            if x.abs() >= y.abs() {
                names.push(format!("{one}{other}"));
            }
        }
    }
    if x.abs() != y.abs() {
        names.extend(vertical.iter().chain(&sideways).map(|letter| format!("{letter}h")));
    }
    names
}

impl Path {
    /// Returns the squares that a piece reaches along this path, empty or not.
    ///
    /// White's piece moves as Black's, rotated by 180 degrees.
    pub(super) fn reached<T: Copy>(
        &self,
        board: &Board<T>,
        from: Square,
        color: Color,
    ) -> Vec<Square> {
        // File numbers grow to the left and rank numbers backward, as Black sees the board.
        let on_board = |(right, forward): Step| match color {
            Color::Black => (-right, -forward),
            Color::White => (right, forward),
        };
        match self {
            Self::Line { step, limit, is_lame } => {
                line(board, from, on_board(*step), *limit, *is_lame)
            }
            Self::Area { steps, count } => {
                let steps: Vec<Step> = steps.iter().map(|&step| on_board(step)).collect();
                let mut reached = Vec::new();
                area(board, from, &steps, *count, None, &mut reached);
                reached.retain(|&to| to != from);
                reached
            }
        }
    }
}

/// Returns the squares of a line, up to the first occupied one.
fn line<T: Copy>(
    board: &Board<T>,
    from: Square,
    step: Step,
    limit: i32,
    is_lame: bool,
) -> Vec<Square> {
    let mut reached = Vec::new();
    let first = from.plus((step.0 / 2, step.1 / 2));
    if is_lame && !board.is_empty(first) {
        return reached;
    }
    let mut square = from.plus(step);
    while board.contains(square) && (reached.len() as i32) < limit {
        reached.push(square);
        if board.get(square).is_some() {
            break;
        }
        square = square.plus(step);
    }
    reached
}

/// Adds the ends of all walks of `count` steps over empty squares. No step goes straight
/// back.
fn area<T: Copy>(
    board: &Board<T>,
    from: Square,
    steps: &[Step],
    count: usize,
    last: Option<Step>,
    reached: &mut Vec<Square>,
) {
    for &(x, y) in steps {
        let to = from.plus((x, y));
        if last == Some((-x, -y)) || !board.contains(to) {
            continue;
        }
        if count == 1 {
            reached.push(to);
        } else if board.is_empty(to) {
            area(board, to, steps, count - 1, Some((x, y)), reached);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longest limit on a board of 11 squares.
    const UNLIMITED: i32 = 10;

    /// Returns the lines of a move string as the parser of the crate reads them.
    fn expected(text: &str) -> Vec<(Step, i32, bool)> {
        let wide = |(x, y): (i8, i8)| (i32::from(x), i32::from(y));
        let moves = kawari_rules::betza::parse(text).unwrap();
        let leaps = moves.leaps.iter().map(|leap| (wide(leap.to), 1, leap.blocker.is_some()));
        let limit = |limit: Option<u8>| limit.map_or(UNLIMITED, i32::from);
        let slides =
            moves.slides.iter().map(|slide| (wide(slide.direction), limit(slide.limit), false));
        leaps.chain(slides).collect()
    }

    #[test]
    fn paths_agree_with_the_parser_of_the_crate() {
        let letters = ["", "f", "b", "l", "r", "s", "v", "h"];
        let atoms = ["W", "F", "D", "A", "N", "C", "Z", "H", "G", "R", "B", "Q", "K"];
        let more = ["R3", "B2", "WW", "FF", "W4", "K2", "R1", "nN", "nD", "nA"];
        let mut compared = 0;
        for atom in atoms.iter().chain(&more) {
            for index in 0..letters.len().pow(3) {
                let letter = |power| letters[index / letters.len().pow(power) % letters.len()];
                let text = format!("{}{}{}{atom}", letter(0), letter(1), letter(2));
                if kawari_rules::betza::parse(&text).is_err() {
                    continue;
                }
                let mut lines: Vec<_> = paths(&text)
                    .iter()
                    .map(|path| match *path {
                        Path::Line { step, limit, is_lame } => {
                            (step, limit.min(UNLIMITED), is_lame)
                        }
                        Path::Area { .. } => panic!("{text}"),
                    })
                    .collect();
                let mut expected = expected(&text);
                lines.sort_unstable();
                expected.sort_unstable();
                assert_eq!(lines, expected, "{text}");
                compared += 1;
            }
        }
        assert!(compared > 5000, "{compared}");
    }

    #[test]
    fn area_moves_turn_around_pieces() {
        // Only the step to the right is free.
        let board = Board::parse("5/5/1PP2/1P3/1PP2", (5, 5), |_, _| Ok(())).unwrap();
        let from = Square { file: 3, rank: 4 };
        let reached = |text: &str| {
            let paths = paths(text);
            let squares = paths.iter().flat_map(|path| path.reached(&board, from, Color::Black));
            let mut names: Vec<String> = squares.map(|square| square.to_string()).collect();
            names.sort();
            names.dedup();
            names
        };
        assert_eq!(reached("W"), ["2d", "3c", "3e", "4d"]);
        assert_eq!(reached("aW"), ["1d", "2c", "2e"]);
        assert_eq!(reached("aaW"), ["1c", "1e", "2b", "3c", "3e"]);
        assert_eq!(
            reached("aK"),
            ["1b", "1c", "1d", "1e", "2b", "2c", "2d", "2e", "3b", "3c", "3e"]
        );
        // The second atom is a step.
        assert_eq!(reached("aWW"), ["1d", "2c", "2d", "2e", "3c", "3e", "4d"]);
    }
}
