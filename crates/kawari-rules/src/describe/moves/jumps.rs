//! Jumps in words.

use super::super::Language;
use super::super::diagram::Jump;
use super::super::words::number;
use super::{alternatives, directions};
use crate::betza::Offset;

/// The lengths of a jump: the shorter and the longer part.
type Shape = (i8, i8);

/// Returns one clause for each kind of jumps.
pub(super) fn clauses(jumps: &[Jump], language: Language) -> Vec<String> {
    let mut kinds: Vec<(Shape, bool)> = Vec::new();
    for jump in jumps {
        let kind = (shape(jump.to), jump.blocker.is_some());
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let clause = |(shape, is_lame): (Shape, bool)| {
        let targets: Vec<Offset> = jumps
            .iter()
            .filter(|jump| (self::shape(jump.to), jump.blocker.is_some()) == (shape, is_lame))
            .map(|jump| jump.to)
            .collect();
        let is_straight = shape.0 == 0 || shape.0 == shape.1;
        let target = if is_straight {
            straight(shape.1, &targets, language)
        } else {
            oblique(shape, &targets, language)
        };
        match (language, is_lame) {
            (Language::English, false) => format!("jumps {target}"),
            (Language::English, true) if is_straight => {
                format!("moves {target}, but not over a piece")
            }
            (Language::English, true) => format!(
                "moves {target}, but not if a piece stands next to it in the longer direction"
            ),
            (Language::Japanese, false) => format!("{target}へ跳ぶ"),
            (Language::Japanese, true) if is_straight => {
                format!("{target}へ動く（間に駒があると動けない）")
            }
            (Language::Japanese, true) => {
                format!("{target}へ動く（長く進む方向のすぐ隣に駒があると動けない）")
            }
        }
    };
    kinds.into_iter().map(clause).collect()
}

fn shape((x, y): Offset) -> Shape {
    (x.abs().min(y.abs()), x.abs().max(y.abs()))
}

/// Returns orthogonal or diagonal targets: "two squares forward".
fn straight(distance: i8, targets: &[Offset], language: Language) -> String {
    let directions = directions::text(targets, language);
    match language {
        Language::English => {
            format!("{} squares {directions}", number(distance.unsigned_abs()))
        }
        Language::Japanese => format!("{directions}の{distance}マス先"),
    }
}

/// Returns targets such as those of a Knight: "two forward and one sideways".
fn oblique((short, long): Shape, targets: &[Offset], language: Language) -> String {
    let numbers = [short, long].map(|length| number(length.unsigned_abs()));
    if targets.len() == 8 {
        return match language {
            Language::English => {
                let squares = if short == 1 { "square" } else { "squares" };
                let like = if (short, long) == (1, 2) { ", like a Knight in chess" } else { "" };
                format!(
                    "{} squares along a rank or a file and {} {squares} to the side{like}",
                    numbers[1], numbers[0]
                )
            }
            Language::Japanese => {
                format!("縦か横に{long}マス、そこから直角に{short}マスの所")
            }
        };
    }
    let mut items = Vec::new();
    for (across, along) in [(short, long), (long, short)] {
        // The signs of the sideways parts of the targets forward and backward.
        let [forward, backward] = [1, -1].map(|sign| {
            [-1, 1].into_iter().filter(move |x| targets.contains(&(x * across, sign * along)))
        });
        let [forward, backward]: [Vec<i8>; 2] = [forward.collect(), backward.collect()];
        let mut push = |english: &str, japanese: &str, sides: &[i8]| {
            let (to, side) = match sides {
                [] => return,
                [-1] => ("to the left", "左"),
                [1] => ("to the right", "右"),
                _ => ("sideways", "左右"),
            };
            let [along_en, across_en] = [along, across].map(|length| number(length.unsigned_abs()));
            items.push(match language {
                Language::English => format!("{along_en} {english} and {across_en} {to}"),
                Language::Japanese => {
                    format!("{japanese}へ{along}マス・{side}へ{across}マスの所")
                }
            });
        };
        if forward == backward {
            push("forward or backward", "前後", &forward);
        } else {
            push("forward", "前", &forward);
            push("backward", "後ろ", &backward);
        }
    }
    alternatives(&items, language)
}
