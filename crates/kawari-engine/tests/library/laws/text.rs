//! Laws of the written forms: what is written can be read, and nothing that is
//! read does harm.

use kawari_engine::core::position::{All, Position};
use kawari_engine::games::Game;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseResult;

use super::walk::{Law, RandomGame, generated, golden_sfens, read, try_everywhere, try_on, words};

/// A position can be written and read.
struct Sfen;

impl Law for Sfen {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for (ply, position) in game.positions.iter().enumerate() {
            let number = ply as u32 + 1;
            let sfen = position.sfen(number);
            let (fresh, read_number) = G::Position::from_sfen(&sfen)
                .map_err(|error| TestCaseError::fail(format!("{sfen}: {error}")))?;
            prop_assert_eq!(read_number, number);
            prop_assert_eq!(fresh.sfen(number), sfen.clone());
            prop_assert_eq!(fresh.in_check(), position.in_check(), "{}", &sfen);
            prop_assert_eq!(fresh.outcome(), position.outcome(), "{}", &sfen);
            prop_assert_eq!(words::<G>(&fresh), words::<G>(position), "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn a_position_is_read_as_it_was_written() {
    try_everywhere::<Sfen>();
}

/// A move can be written and read in USI, and no two moves are written alike.
struct Usi;

impl Law for Usi {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let mut words = words::<G>(position);
            let listed = words.len();
            words.dedup();
            prop_assert_eq!(words.len(), listed, "{}", position.sfen(1));
            for &mv in &generated::<G, All>(position) {
                let word = G::Position::usi(mv);
                prop_assert_eq!(position.parse_usi(&word), Ok(mv), "{}", position.sfen(1));
            }
        }
        Ok(())
    }
}

#[test]
fn a_usi_move_is_read_as_it_was_written() {
    try_everywhere::<Usi>();
}

/// A move can be written and read in the notation of records.
struct Record;

impl Law for Record {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(20) {
            for &mv in &generated::<G, All>(position) {
                let word = position.move_record(mv);
                prop_assert_eq!(position.parse_move_record(&word), Ok(mv), "{}", position.sfen(1));
            }
        }
        Ok(())
    }
}

#[test]
fn a_record_is_read_as_it_was_written() {
    try_everywhere::<Record>();
}

/// A drawing has a line for each rank at least, and no control characters.
struct Diagram;

impl Law for Diagram {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(4) {
            let diagram = position.diagram();
            prop_assert!(diagram.lines().count() >= G::INFO.ranks, "{}", position.sfen(1));
            prop_assert!(diagram.chars().all(|c| c == '\n' || !c.is_control()));
        }
        Ok(())
    }
}

#[test]
fn a_diagram_shows_every_rank() {
    try_everywhere::<Diagram>();
}

/// What is written by people who err: an SFEN or a move, changed here and there.
const ALPHABET: &str = "pnbrgscfkPNBRGSCFK+-!*x=/()0123456789abcdefghi bw,\té馬";

/// Where a text is changed, how, and by what.
type Edit = (Index, u8, char);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    vec((any::<Index>(), 0..4_u8, select(alphabet)), 1..6)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, kind, letter) in edits {
        let at = place.index(text.len() + 1);
        match kind {
            0 => text.insert(at, *letter),
            1 if at < text.len() => text[at] = *letter,
            2 if at < text.len() => drop(text.remove(at)),
            3 if at < text.len() => text.truncate(at),
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// Reads a wrong text as whatever it may be; what is accepted has to be sound.
fn read_boldly<G: Game>(position: &G::Position, text: &str) -> TestCaseResult {
    if let Ok((accepted, number)) = G::Position::from_sfen(text) {
        let sfen = accepted.sfen(number);
        let again = read::<G>(&sfen);
        prop_assert_eq!(again.key(), accepted.key(), "{} as {}", text, &sfen);
        prop_assert_eq!(again.sfen(number), sfen);
        for &mv in &generated::<G, All>(&accepted) {
            let mut next = accepted.clone();
            next.play(mv, &mut ());
            prop_assert_eq!(next.key(), read::<G>(&next.sfen(1)).key(), "{}", text);
        }
    }
    if let Ok(mv) = position.parse_usi(text) {
        prop_assert!(position.is_legal(mv), "{}", text);
    }
    if let Ok(mv) = position.parse_move_record(text) {
        prop_assert!(position.is_legal(mv), "{}", text);
    }
    Ok(())
}

/// Reads texts near those that are right: an SFEN, or a move in either notation.
struct NearMisses;

impl Visitor for NearMisses {
    type Output = ();

    fn visit<G: Playable>(self) {
        let right: Vec<(G::Position, Vec<String>)> =
            golden_sfens(G::INFO.name).iter().map(|sfen| right_texts::<G>(sfen)).collect();
        let texts = (any::<Index>(), any::<Index>(), edits());
        try_on(G::INFO.name, 5000, &texts, &|(at, which, edits)| {
            let (position, texts) = at.get(&right);
            read_boldly::<G>(position, &edited(&texts[0], &edits))?;
            read_boldly::<G>(position, &edited(&texts[which.index(texts.len())], &edits))
        });
    }
}

/// A position, its SFEN, and its moves in both notations.
fn right_texts<G: Game>(sfen: &str) -> (G::Position, Vec<String>) {
    let position = read::<G>(sfen);
    let mut texts = vec![sfen.to_owned()];
    for &mv in &generated::<G, All>(&position) {
        texts.extend([G::Position::usi(mv), position.move_record(mv)]);
    }
    (position, texts)
}

#[test]
fn a_near_miss_does_no_harm() {
    for &variant in Variant::ALL {
        variant.visit(NearMisses);
    }
}

/// Reads texts of any kind.
struct Garbage;

impl Visitor for Garbage {
    type Output = ();

    fn visit<G: Playable>(self) {
        try_on(G::INFO.name, 2000, &any::<String>(), &|text| {
            read_boldly::<G>(&G::Position::startpos(), &text)
        });
    }
}

#[test]
fn garbage_does_no_harm() {
    for &variant in Variant::ALL {
        variant.visit(Garbage);
    }
}
