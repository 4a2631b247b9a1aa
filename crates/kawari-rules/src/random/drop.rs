//! Random games of the drop family.

use indexmap::IndexMap;

use super::{Random, board_field, general};
use crate::drop::{
    CapturedSide, Change, Declaration, DropDefinition, Drops, Ending, Impasse, Piece, PromotedSide,
    Promotion, TryWhen,
};
use crate::model::{Family, GameDefinition, Outcome};
use crate::squares::Squares;

/// Letters of the pieces, without the royal piece.
const LETTERS: [&str; 10] = ["P", "L", "N", "S", "G", "B", "R", "C", "F", "X"];
const ROYAL: &str = "K";

/// Returns a random game, perhaps with defects.
pub(super) fn definition(random: &mut Random<'_>) -> GameDefinition {
    let size = random.board();
    let mut rules = DropDefinition {
        pieces: pieces(random, size),
        promotion: promotion(random, size),
        drops: Drops {
            allowed: random.chance(4, 5),
            zone: random.chance(1, 8).then(|| Squares::Ranks(random.number(1, size.1))),
            may_check: random.chance(7, 8),
        },
        ending: ending(random),
        repetition: random.repetition(),
        ..DropDefinition::default()
    };
    if rules.pieces.contains_key(ROYAL) {
        royal_rules(random, &mut rules);
    } else {
        let count = usize::from(random.number(1, 2)).min(rules.pieces.len());
        rules.ending.capture_wins = rules.pieces.keys().take(count).cloned().collect();
        rules.ending.pieces_left = random.sometimes(1, 1);
    }
    let start = start(random, size, &rules);
    GameDefinition { general: general(random, size, start), family: Family::Drop(Box::new(rules)) }
}

/// Removes the defects of pieces that cannot move on.
pub(super) fn allow_stuck_pieces(rules: &mut DropDefinition) {
    rules.promotion.stuck_pieces = true;
    for piece in rules.pieces.values_mut() {
        piece.must_promote = Squares::default();
    }
}

fn pieces(random: &mut Random<'_>, size: (u8, u8)) -> IndexMap<String, Piece> {
    let count = random.number(1, LETTERS.len() as u8);
    let mut pieces: IndexMap<String, Piece> = LETTERS[..usize::from(count)]
        .iter()
        .map(|&letter| (letter.to_owned(), piece(random, size)))
        .collect();
    if random.chance(4, 5) {
        let moves = if random.chance(3, 4) { "K".to_owned() } else { moves(random) };
        pieces.insert(ROYAL.to_owned(), Piece { moves, royal: true, ..Piece::default() });
    }
    pieces
}

fn piece(random: &mut Random<'_>, size: (u8, u8)) -> Piece {
    use CapturedSide::{EitherSide, Removed, SameSide, Unpromoted};
    let mut piece = Piece {
        moves: moves(random),
        name: random.chance(1, 8).then(|| "The \"piece\"".to_owned()),
        values: random.chance(1, 8).then_some([100, 0]),
        no_drop: if random.chance(1, 3) { random.squares(size) } else { Squares::default() },
        max_per_file: random.sometimes(1, 3),
        drop_mates: random.chance(3, 4),
        points: random.number(0, 5).into(),
        captured_side: random
            .chance(1, 8)
            .then(|| random.pick(&[Unpromoted, SameSide, EitherSide, Removed])),
        captured: random.chance(1, 10).then(|| LETTERS[0].to_owned()),
        ..Piece::default()
    };
    if random.chance(3, 5) {
        piece.promoted = Some(PromotedSide { moves: moves(random), ..PromotedSide::default() });
        piece.must_promote = Squares::Ranks(random.sometimes(1, 2));
        piece.zone = random.chance(1, 8).then(|| random.squares(size));
        piece.mandatory = random.chance(1, 8).then(|| random.chance(1, 2));
        piece.change = random.chance(1, 8).then(|| change(random));
    }
    piece
}

/// Returns one to three atoms with directions.
fn moves(random: &mut Random<'_>) -> String {
    let mut text = String::new();
    for _ in 0..random.number(1, 3) {
        let (directions, atom): (&[&str], &str) = match random.below(8) {
            0 => (&["", "ff", "fs", "b", "lf", "fh"], "N"),
            1 => (&["", "f", "v", "s"], random.pick(&["D", "A", "H", "G", "C", "Z"])),
            2 => (&["", "f", "v", "fs", "l"], random.pick(&["R", "R2", "Q3", "WW"])),
            3 => (&["", "f", "fl", "rb", "b"], random.pick(&["B", "B2", "F3"])),
            4 => (&["n", "fn", "vn"], random.pick(&["N", "D", "A"])),
            5 => (&["a", "aa"], random.pick(&["W", "F", "K"])),
            _ => (&["", "f", "fs", "v", "b", "rf"], random.pick(&["W", "F", "K"])),
        };
        text.push_str(random.pick(directions));
        text.push_str(atom);
    }
    text
}

fn change(random: &mut Random<'_>) -> Change {
    use Change::{EveryCapture, EveryMove, InZone, Never, Once};
    random.pick(&[Once, Once, InZone, EveryMove, EveryCapture, Never])
}

fn promotion(random: &mut Random<'_>, size: (u8, u8)) -> Promotion {
    use CapturedSide::{EitherSide, Removed, SameSide, Unpromoted};
    let change = change(random);
    Promotion {
        change,
        zone: random.squares(size),
        mandatory: random.chance(1, 4),
        stuck_pieces: random.chance(1, 2),
        captured: random.pick(&[Unpromoted, Unpromoted, SameSide, EitherSide, Removed]),
        counter_flip: change == Change::InZone && random.chance(1, 3),
        write_declined: random.chance(1, 2),
    }
}

fn ending(random: &mut Random<'_>) -> Ending {
    let outcomes = [Outcome::Lost, Outcome::Lost, Outcome::Won, Outcome::Drawn];
    Ending {
        mate: if random.chance(1, 10) { random.pick(&outcomes) } else { Outcome::Lost },
        stalemate: random.pick(&outcomes),
        check: random.chance(4, 5),
        ..Ending::default()
    }
}

/// Adds rules that need a royal piece.
fn royal_rules(random: &mut Random<'_>, rules: &mut DropDefinition) {
    rules.ending.check_wins = random.chance(1, 10);
    rules.ending.try_squares = Squares::Ranks(random.sometimes(1, 1));
    rules.ending.try_when = random.pick(&[TryWhen::Arrival, TryWhen::Safe, TryWhen::AfterReply]);
    rules.impasse = Impasse {
        half_moves: random.sometimes(1, 60).into(),
        capture_resets: random.chance(1, 2),
        points: random.sometimes(1, 30).into(),
    };
    rules.declaration.pieces = random.sometimes(1, 10).into();
    if rules.declaration.pieces > 0 {
        let points = random.number(1, 30).into();
        rules.declaration =
            Declaration { points: [points + 1, points], ..rules.declaration.clone() };
    }
}

/// Returns a start position with equal pieces for both sides.
fn start(random: &mut Random<'_>, size: (u8, u8), rules: &DropDefinition) -> String {
    let others: Vec<&String> = rules.pieces.keys().filter(|letter| *letter != ROYAL).collect();
    let piece = |random: &mut Random<'_>, part| {
        if !random.chance(part, 6) {
            return String::new();
        }
        let letter = random.pick(&others);
        let has_promoted = rules.pieces[letter].promoted.is_some();
        let plus = if has_promoted && random.chance(1, 8) { "+" } else { "" };
        format!("{plus}{letter}")
    };
    let mut half: Vec<Vec<String>> = Vec::new();
    half.push((0..size.0).map(|_| piece(random, 4)).collect());
    if size.1 >= 6 {
        half.push((0..size.0).map(|_| piece(random, 2)).collect());
    }
    if rules.pieces.contains_key(ROYAL) {
        let file = random.below(usize::from(size.0));
        half[0][file] = ROYAL.to_owned();
    }
    let mut hands = String::new();
    if rules.drops.allowed && random.chance(1, 4) {
        let letter = random.pick(&others);
        hands = format!("{letter}{}", letter.to_ascii_lowercase());
    }
    if hands.is_empty() {
        hands.push('-');
    }
    format!("{} {} {hands} 1", board_field(size, &half), random.pick(&["b", "w"]))
}
