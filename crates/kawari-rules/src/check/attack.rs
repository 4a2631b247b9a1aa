//! Attacks in the start positions.

use super::sfen::{Placed, Start};
use crate::betza::{self, Moves, Offset};
use crate::drop::DropDefinition;

/// Returns true if a side could capture the royal piece of the other side with its next move.
pub(super) fn is_royal_capturable(
    white_moves: bool,
    start: &Start,
    rules: &DropDefinition,
    (files, ranks): (u8, u8),
) -> bool {
    let board = &start.board;
    let is_target = |placed: &&Placed| {
        placed.is_white != white_moves
            && rules.pieces.get(&placed.letter).is_some_and(|piece| piece.royal)
    };
    let Some(target) = board.iter().find(is_target) else { return false };
    let index = |file: u8, rank: u8| usize::from(file - 1) * usize::from(ranks) + usize::from(rank);
    let mut occupied = vec![false; usize::from(files) * usize::from(ranks)];
    for placed in board {
        occupied[index(placed.file, placed.rank)] = true;
    }
    board.iter().filter(|placed| placed.is_white == white_moves).any(|placed| {
        let Some(piece) = rules.pieces.get(&placed.letter) else { return false };
        let promoted = piece.promoted.as_ref().filter(|_| placed.is_promoted);
        let text = promoted.map_or(&piece.moves, |side| &side.moves);
        let forward = if placed.is_white { -1 } else { 1 };
        // File numbers grow to the left and rank numbers backward, as Black sees the board.
        let square =
            |(x, y): Offset| (placed.file as i8 - x * forward, placed.rank as i8 - y * forward);
        let is_empty = |to: Offset| {
            let (file, rank) = square(to);
            (1..=files as i8).contains(&file)
                && (0..ranks as i8).contains(&rank)
                && (square(to) == square((0, 0)) || !occupied[index(file as u8, rank as u8)])
        };
        let files_away = placed.file as i8 - target.file as i8;
        let ranks_away = placed.rank as i8 - target.rank as i8;
        let target = (files_away * forward, ranks_away * forward);
        betza::parse(text).is_ok_and(|moves| reaches(&moves, target, is_empty))
    })
}

/// Returns true if a piece can capture on an offset.
fn reaches(moves: &Moves, target: Offset, is_empty: impl Fn(Offset) -> bool) -> bool {
    let leaps = |leap: &betza::Leap| leap.to == target && leap.blocker.is_none_or(&is_empty);
    let slides = |slide: &betza::Slide| {
        let (dx, dy) = slide.direction;
        let mut squares = (1..=slide.limit.unwrap_or(10) as i8).map(|n| (dx * n, dy * n));
        squares.find(|&to| to == target || !is_empty(to)) == Some(target)
    };
    moves.leaps.iter().any(leaps)
        || moves.slides.iter().any(slides)
        || moves.areas.iter().any(|area| walks(area, (0, 0), None, area.count, target, &is_empty))
}

/// Returns true if the last `count` steps of an area move can end on the target.
fn walks(
    area: &betza::Area,
    from: Offset,
    last: Option<Offset>,
    count: u8,
    target: Offset,
    is_empty: &impl Fn(Offset) -> bool,
) -> bool {
    area.steps.iter().any(|&(dx, dy)| {
        let to = (from.0 + dx, from.1 + dy);
        last != Some((-dx, -dy))
            && match count {
                1 => to == target,
                _ => is_empty(to) && walks(area, to, Some((dx, dy)), count - 1, target, is_empty),
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_capture_as_they_move() {
        for (text, target, occupied, expected) in [
            ("fW", (0, 1), &[][..], true),
            ("fW", (0, -1), &[], false),
            ("R", (0, 4), &[], true),
            ("R", (0, 4), &[(0, 2)], false),
            ("R3", (0, 4), &[], false),
            ("nN", (1, 2), &[], true),
            ("nN", (1, 2), &[(0, 1)], false),
            ("aW", (1, 1), &[(1, 0)], true),
            ("aW", (1, 1), &[(1, 0), (0, 1)], false),
        ] {
            let is_empty = |to: Offset| to != target && !occupied.contains(&to);
            let moves = betza::parse(text).unwrap();
            assert_eq!(reaches(&moves, target, is_empty), expected, "{text} {occupied:?}");
        }
    }
}
