//! Sets of the eight directions in words.

use super::super::Language;
use super::alternatives;
use crate::betza::Offset;

/// Names of direction sets, larger sets first: the set, English, Japanese.
type Names = [(&'static [Offset], &'static str, &'static str)];

const ORTHOGONAL: &Names = &[
    (&[(0, 1), (0, -1), (-1, 0), (1, 0)], "orthogonally", "縦横"),
    (&[(0, 1), (0, -1)], "vertically", "前後"),
    (&[(0, 1)], "forward", "前"),
    (&[(0, -1)], "backward", "後ろ"),
    (&[(-1, 0), (1, 0)], "sideways", "左右"),
    (&[(-1, 0)], "to the left", "左"),
    (&[(1, 0)], "to the right", "右"),
];

const DIAGONAL: &Names = &[
    (&[(-1, 1), (1, 1), (-1, -1), (1, -1)], "diagonally", "斜め"),
    (&[(-1, 1), (1, 1)], "diagonally forward", "斜め前"),
    (&[(-1, -1), (1, -1)], "diagonally backward", "斜め後ろ"),
    (&[(-1, 1), (-1, -1)], "diagonally to the left", "左斜め前後"),
    (&[(1, 1), (1, -1)], "diagonally to the right", "右斜め前後"),
    (&[(-1, 1)], "diagonally forward to the left", "左斜め前"),
    (&[(1, 1)], "diagonally forward to the right", "右斜め前"),
    (&[(-1, -1)], "diagonally backward to the left", "左斜め後ろ"),
    (&[(1, -1)], "diagonally backward to the right", "右斜め後ろ"),
];

/// Returns a set of directions in words.
pub(super) fn text(directions: &[Offset], language: Language) -> String {
    let sign = |&(x, y): &Offset| (x.signum(), y.signum());
    let mut rest: Vec<Offset> = directions.iter().map(sign).collect();
    if rest.len() == 8 {
        return match language {
            Language::English => "in all directions".to_owned(),
            Language::Japanese => "周りの8方向".to_owned(),
        };
    }
    let mut items = Vec::new();
    for &(set, english, japanese) in ORTHOGONAL.iter().chain(DIAGONAL) {
        if set.iter().all(|direction| rest.contains(direction)) {
            rest.retain(|direction| !set.contains(direction));
            items.push(match language {
                Language::English => english.to_owned(),
                Language::Japanese => japanese.to_owned(),
            });
        }
    }
    alternatives(&items, language)
}
