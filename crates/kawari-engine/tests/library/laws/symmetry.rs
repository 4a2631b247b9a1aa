//! The games are the same for both sides, and from the left as from the right.

use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::position::Position;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Law, RandomGame, read, try_everywhere, words};

/// The same text with upper and lower case, Black and White, swapped.
fn other_side(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}

/// A rank of an SFEN from its other end.
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

/// The position with the board turned by 180 degrees and the sides swapped.
pub fn rotated(sfen: &str) -> String {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let ranks: Vec<String> = fields[0].rsplit('/').map(reversed).collect();
    let side = if fields[1] == "b" { "w" } else { "b" };
    format!("{} {side} {} 1", other_side(&ranks.join("/")), other_side(fields[2]))
}

/// The position with left and right swapped.
pub fn mirrored(sfen: &str) -> String {
    let (board, rest) = sfen.split_once(' ').expect("four fields");
    let ranks: Vec<String> = board.split('/').map(reversed).collect();
    format!("{} {rest}", ranks.join("/"))
}

/// A USI word with each of its squares changed; `file` and `rank` count from 0.
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

/// Black and White play by the same rules.
struct Colours;

impl Law for Colours {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let (last_file, last_rank) = (G::INFO.files as u8 - 1, G::INFO.ranks as u8 - 1);
        for position in game.sample(20) {
            let sfen = position.sfen(1);
            let turned = read::<G>(&rotated(&sfen));
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
fn both_sides_play_by_the_same_rules() {
    try_everywhere::<Colours>();
}

/// Left and right are alike: no piece and no rule of any game tells them apart.
struct Sides;

impl Law for Sides {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let last_file = G::INFO.files as u8 - 1;
        for position in game.sample(20) {
            let sfen = position.sfen(1);
            let mirror = read::<G>(&mirrored(&sfen));
            let swap = |word: &String| mapped(word, |file, rank| (last_file - file, rank));
            let moves: Vec<String> = words::<G>(position).iter().map(swap).collect();
            prop_assert_eq!(sorted(moves), words::<G>(&mirror), "{}", &sfen);
            prop_assert_eq!(position.outcome(), mirror.outcome(), "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn left_and_right_are_alike() {
    try_everywhere::<Sides>();
}

/// A position is worth to Black what the turned one is worth to White, both read
/// afresh: an evaluation may look at the clocks, which SFEN does not tell.
struct Evaluations;

impl Law for Evaluations {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let sfen = position.sfen(1);
            let [ours, theirs] = [read::<G>(&sfen), read::<G>(&rotated(&sfen))]
                .map(|position| game.evaluation.evaluate_from_scratch(&position));
            prop_assert_eq!(ours, theirs, "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn an_evaluation_is_the_same_for_both_sides() {
    try_everywhere::<Evaluations>();
}

#[test]
fn the_turns_themselves_are_right() {
    let sfen = "3k2+r/7/7/2g!4/7/7/7/7/K6 b 2Pr 7";
    assert_eq!(rotated(sfen), "6k/7/7/7/7/4G!2/7/7/+R2K3 w 2pR 1");
    assert_eq!(mirrored(sfen), "+r2k3/7/7/4g!2/7/7/7/7/6K b 2Pr 7");
    let turn = |word| mapped(word, |file, rank| (6 - file, 8 - rank));
    assert_eq!(turn("7g7f"), "1c1d");
    assert_eq!(turn("+G*5e"), "+G*3e");
    assert_eq!(turn("1i1a+!"), "7a7i+!");
}
