//! What a careful side does when it is losing.

use std::sync::mpsc;

use fastrand::Rng;

use super::*;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::engine::line::Start;
use crate::engine::report::{Answer, Event};
use crate::engine::session::{self, Order, Settings};
use crate::games::variants::{Playable, Variant, Visitor};
use crate::notation::Notation;

/// SFENs of random games in which the side to move stands badly, not in all lost.
fn bad_positions(variant: Variant) -> Vec<String> {
    const WANTED: usize = 6;
    let mut random = Rng::with_seed(8);
    let mut session = session::open(variant, Settings::default()).expect("room");
    let mut found = Vec::new();
    for _ in 0..60 {
        session.line_mut().set(Start::Initial, &[]).expect("the start");
        for _ in 0..120 {
            let moves = session.line().legal_moves();
            let Some(word) = random.choice(&moves) else { break };
            session.line_mut().push(word).expect("a legal move");
            let is_bad = session.line().ending().is_none() && session.evaluation() < 2 * LOSING;
            if is_bad && !session.line().legal_moves().is_empty() {
                found.push(session.line().sfen());
                break;
            }
        }
        if found.len() == WANTED {
            break;
        }
    }
    found
}

/// Whether the move gives men away, and whether there is one that does not.
struct Throws<'a> {
    sfen: &'a str,
    word: &'a str,
}

impl Visitor for Throws<'_> {
    type Output = (bool, bool);
    fn visit<G: Playable>(self) -> (bool, bool) {
        let (position, _) = G::Position::from_sfen(self.sfen).expect("a position");
        let mut history = crate::core::history::History::new();
        history.push(position.key(), position.in_check());
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        let moves = candidates(&position, &history, moves.to_vec());
        let mv = position.parse_usi(self.word).expect("a legal move");
        let keeps = moves.iter().any(|&other| !gives_men_away(&position, other));
        (gives_men_away(&position, mv), keeps)
    }
}

/// The move of a weakened search, and the score that it found last.
fn choice(variant: Variant, sfen: &str, weakening: Weakening, seed: u64) -> (String, Score) {
    let strength = Strength::Weakened(weakening);
    let settings = Settings { strength, seed, hash: 1, ..Settings::default() };
    let mut session = session::open(variant, settings).expect("room");
    session.line_mut().set(Start::Sfen(sfen), &[]).expect("a position");
    let (sender, events) = mpsc::channel();
    let report = move |event| drop(sender.send(event));
    session.go(&Order::default(), Box::new(report)).expect("a search");
    let mut score = 0;
    for event in events {
        match event {
            Event::Info(info) => score = info.score,
            Event::Spent(_) => {}
            Event::Done(Answer::Move { best, .. }) => return (best, score),
            other => panic!("{other:?} in {sfen}"),
        }
    }
    panic!("no answer in {sfen}")
}

#[test]
fn a_losing_side_does_not_give_men_away() {
    let (mut losing, mut careless_gifts) = (0, 0);
    for &variant in Variant::ALL {
        for sfen in bad_positions(variant) {
            for seed in 0..3 {
                let weakening =
                    Weakening { nodes: 300, noise: 300, uneven: 10, form: 0, careful: true };
                let (word, score) = choice(variant, &sfen, weakening, seed);
                let (throws, could_keep) = variant.visit(Throws { sfen: &sfen, word: &word });
                if score > LOSING {
                    continue;
                }
                losing += 1;
                assert!(!throws || !could_keep, "{variant}: {word} in {sfen}");
                let careless = Weakening { careful: false, ..weakening };
                let (word, _) = choice(variant, &sfen, careless, seed);
                careless_gifts += u32::from(variant.visit(Throws { sfen: &sfen, word: &word }).0);
            }
        }
    }
    assert!(losing > 60, "{losing} choices of a losing side");
    assert!(careless_gifts > 3, "a careless side gives as little: {careless_gifts}");
}
