//! Symmetry of the rules: between the sides, and between left and right.

use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::Position;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Property, RandomGame, check_all_variants, read, words};

/// Swaps upper and lower case: Black and White.
fn other_side(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}

/// Reverses a rank of an SFEN.
fn reversed(rank: &str) -> String {
    let mut squares: Vec<String> = Vec::new();
    let mut promoted = false;
    for c in rank.chars() {
        match (c, squares.last_mut()) {
            ('+', _) => promoted = true,
            ('!', Some(piece)) => piece.push('!'),
            _ => {
                let sign = if std::mem::take(&mut promoted) { "+" } else { "" };
                squares.push(format!("{sign}{c}"));
            }
        }
    }
    squares.reverse();
    squares.concat()
}

/// Rotates a position by 180 degrees and swaps the sides.
pub fn rotated(sfen: &str) -> String {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let ranks: Vec<String> = fields[0].rsplit('/').map(reversed).collect();
    let side = if fields[1] == "b" { "w" } else { "b" };
    format!("{} {side} {} 1", other_side(&ranks.join("/")), other_side(fields[2]))
}

/// Mirrors a position left to right.
pub fn mirrored(sfen: &str) -> String {
    let (board, rest) = sfen.split_once(' ').expect("four fields");
    let ranks: Vec<String> = board.split('/').map(reversed).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// Maps each square of a move in USI notation; `file` and `rank` count from 0.
fn mapped(word: &str, square: impl Fn(u8, u8) -> (u8, u8)) -> String {
    let mut bytes = word.as_bytes().to_vec();
    for at in 0..bytes.len().saturating_sub(1) {
        if bytes[at].is_ascii_digit() && bytes[at + 1].is_ascii_lowercase() {
            let (file, rank) = square(bytes[at] - b'1', bytes[at + 1] - b'a');
            (bytes[at], bytes[at + 1]) = (file + b'1', rank + b'a');
        }
    }
    String::from_utf8(bytes).expect("USI is ASCII")
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}

/// Both sides have the same moves in the rotated position.
struct Rotation;

impl Property for Rotation {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let info = game.rules.info();
        let (last_file, last_rank) = (info.files as u8 - 1, info.ranks as u8 - 1);
        for position in game.sample(20) {
            let sfen = position.sfen(1);
            let turned = read(game.rules, &rotated(&sfen));
            let turn =
                |word: &String| mapped(word, |file, rank| (last_file - file, last_rank - rank));
            let moves: Vec<String> = words::<G>(position).iter().map(turn).collect();
            prop_assert_eq!(sorted(moves), words::<G>(&turned), "{}", &sfen);
            let outcome = position.outcome().map(|outcome| match outcome {
                Outcome::Win(color, reason) => Outcome::Win(!color, reason),
                draw => draw,
            });
            prop_assert_eq!(outcome, turned.outcome(), "{}", &sfen);
            prop_assert_eq!(position.in_danger(), turned.in_danger(), "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn rules_are_the_same_for_both_sides() {
    check_all_variants::<Rotation>();
}

/// The mirrored position has the mirrored moves.
struct Mirroring;

impl Property for Mirroring {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let last_file = game.rules.info().files as u8 - 1;
        for position in game.sample(20) {
            let sfen = position.sfen(1);
            let mirror = read(game.rules, &mirrored(&sfen));
            let swap = |word: &String| mapped(word, |file, rank| (last_file - file, rank));
            let moves: Vec<String> = words::<G>(position).iter().map(swap).collect();
            prop_assert_eq!(sorted(moves), words::<G>(&mirror), "{}", &sfen);
            prop_assert_eq!(position.outcome(), mirror.outcome(), "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn rules_are_the_same_for_left_and_right() {
    check_all_variants::<Mirroring>();
}

/// The evaluation of a position equals that of the rotated one. Both are read from SFEN,
/// because an evaluation may use counters that SFEN lacks.
struct Evaluations;

impl Property for Evaluations {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let sfen = position.sfen(1);
            let [ours, theirs] = [read(game.rules, &sfen), read(game.rules, &rotated(&sfen))]
                .map(|position| game.evaluation.evaluate_from_scratch(&position));
            prop_assert_eq!(ours, theirs, "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn evaluation_is_the_same_for_both_sides() {
    check_all_variants::<Evaluations>();
}

#[test]
fn rotation_and_mirroring_are_correct() {
    let sfen = "3k2+r/7/7/2g!4/7/7/7/7/K6 b 2Pr 7";
    assert_eq!(rotated(sfen), "6k/7/7/7/7/4G!2/7/7/+R2K3 w 2pR 1");
    assert_eq!(mirrored(sfen), "+r2k3/7/7/4g!2/7/7/7/7/6K b 2Pr 7");
    let turn = |word| mapped(word, |file, rank| (6 - file, 8 - rank));
    assert_eq!(turn("7g7f"), "1c1d");
    assert_eq!(turn("+G*5e"), "+G*3e");
    assert_eq!(turn("1i1a+!"), "7a7i+!");
}
