//! What a careful side does when it is losing.

use std::sync::mpsc;

use fastrand::Rng;

use super::*;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::engine::line::Start;
use crate::engine::report::{Answer, Event};
use crate::engine::session::{self, Order, Settings};
use crate::games::drop::Yari;
use crate::games::hasami::DaiHasami;
use crate::games::variants::Playable;
use crate::notation::Notation;

/// SFENs of random games in which the side to move stands badly, not in all lost.
fn bad_positions<G: Playable>() -> Vec<String> {
    const WANTED: usize = 20;
    let mut random = Rng::with_seed(8);
    let mut session = session::open_game::<G>(Settings::default()).expect("room");
    let mut found = Vec::new();
    for _ in 0..200 {
        session.line_mut().set(Start::Initial, &[]).expect("the start");
        for _ in 0..120 {
            let moves = session.line().legal_moves();
            let Some(word) = random.choice(&moves) else { break };
            session.line_mut().push(word).expect("a legal move");
            let is_bad = session.line().ending().is_none() && session.evaluation() < LOSING - 200;
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
fn throws<G: Playable>(sfen: &str, word: &str) -> (bool, bool) {
    let (position, _) = G::Position::from_sfen(sfen).expect("a position");
    let mut history = History::new();
    history.push(position.key(), position.in_check());
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let moves = candidates(&position, &history, moves.to_vec(), Care::Careful);
    let mv = position.parse_usi(word).expect("a legal move");
    let keeps = moves.iter().any(|&other| !gives_men_away(&position, other));
    (gives_men_away(&position, mv), keeps)
}

/// The move of a weakened search, and the score that it found last.
fn choice<G: Playable>(sfen: &str, weakening: Weakening, seed: u64) -> (String, Score) {
    let strength = Strength::Weakened(weakening);
    let settings = Settings { strength, seed, hash: 1, ..Settings::default() };
    let mut session = session::open_game::<G>(settings).expect("room");
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

/// Choices of a losing side, and among those of a careless one how many give men away.
fn gifts<G: Playable>() -> (u32, u32) {
    let (mut losing, mut careless_gifts) = (0, 0);
    for sfen in bad_positions::<G>() {
        for seed in 0..3 {
            let weakening =
                Weakening { nodes: 300, noise: 300, uneven: 10, form: 0, care: Care::Careful };
            let (word, score) = choice::<G>(&sfen, weakening, seed);
            let (gives, could_keep) = throws::<G>(&sfen, &word);
            if score > LOSING {
                continue;
            }
            losing += 1;
            assert!(!gives || !could_keep, "{}: {word} in {sfen}", G::INFO.name);
            let (word, _) =
                choice::<G>(&sfen, Weakening { care: Care::Careless, ..weakening }, seed);
            careless_gifts += u32::from(throws::<G>(&sfen, &word).0);
        }
    }
    (losing, careless_gifts)
}

/// The rule is the same for every game; here is one of each family.
#[test]
fn a_losing_side_does_not_give_men_away() {
    for (losing, careless_gifts) in [gifts::<Yari>(), gifts::<DaiHasami>()] {
        assert!(losing > 12, "{losing} choices of a losing side, {careless_gifts} gifts");
        assert!(careless_gifts > 0, "a careless side gives as little: {careless_gifts}");
    }
}
