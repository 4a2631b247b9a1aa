//! Properties of the data for user interfaces: move details, position defects, clocks,
//! declarations.

use std::collections::BTreeMap;

use kawari_engine::core::color::Color;
use kawari_engine::core::position::{All, Position};
use kawari_engine::games::variants::Playable;
use kawari_engine::notation::Notation;
use kawari_engine::notation::move_details::MoveDetails;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::walk::{Property, RandomGame, check_all_variants, generated};

/// The contents of an SFEN: pieces by square, and the hands.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SfenContents {
    board: BTreeMap<String, String>,
    hands: BTreeMap<String, u32>,
}

impl SfenContents {
    fn read(sfen: &str, files: u32) -> Self {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let mut board = BTreeMap::new();
        for (rank, text) in ('a'..).zip(fields[0].split('/')) {
            let (mut file, mut sign) = (files, "");
            for letter in text.chars() {
                match letter {
                    '+' => sign = "+",
                    // A right that lasts for one move only.
                    '!' => {}
                    '1'..='9' => file -= letter as u32 - '0' as u32,
                    _ => {
                        board.insert(format!("{file}{rank}"), format!("{sign}{letter}"));
                        (file, sign) = (file - 1, "");
                    }
                }
            }
        }
        let (mut hands, mut count, mut sign) = (BTreeMap::new(), 0, "");
        for letter in fields[2].trim_matches('-').chars() {
            match letter {
                '+' => sign = "+",
                '0'..='9' => count = 10 * count + letter as u32 - '0' as u32,
                _ => {
                    hands.insert(format!("{sign}{letter}"), count.max(1));
                    (count, sign) = (0, "");
                }
            }
        }
        Self { board, hands }
    }

    /// Applies the described effects of a move. Returns `None` if they do not fit the board.
    fn play(&mut self, parts: &MoveDetails, side: Color) -> Option<()> {
        let of = |symbol: &str, color| match color {
            Color::Black => symbol.to_owned(),
            Color::White => symbol.to_lowercase(),
        };
        let piece = of(&parts.piece, side);
        match &parts.from {
            Some(from) => (self.board.remove(from)? == piece).then_some(())?,
            None => {
                let held = self.hands.get_mut(&piece)?;
                *held -= 1;
                self.hands.retain(|_, held| *held > 0);
            }
        }
        for captured in &parts.captures {
            let victim = of(&captured.piece, !side);
            (self.board.remove(&captured.square)? == victim).then_some(())?;
            if let Some(hand) = &captured.hand {
                *self.hands.entry(of(hand, side)).or_default() += 1;
            }
        }
        let is_free = self.board.insert(parts.to.clone(), of(&parts.becomes, side)).is_none();
        is_free.then_some(())
    }
}

/// The details of a move describe all its effects on board and hands.
struct Parts;

impl Property for Parts {
    const GAMES: u32 = 12;

    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let files = game.rules.info().files as u32;
        for position in game.sample(5) {
            let (sfen, side) = (position.sfen(1), position.side_to_move());
            let shown = SfenContents::read(&sfen, files);
            for &mv in &generated::<G, All>(position) {
                let (parts, word) = (position.move_details(mv), position.usi(mv).to_string());
                let (mut said, mut next) = (shown.clone(), position.clone());
                prop_assert!(said.play(&parts, side).is_some(), "{sfen} {word}: {parts:?}");
                next.play(mv, &mut ());
                prop_assert_eq!(
                    said,
                    SfenContents::read(&next.sfen(1), files),
                    "{} {}",
                    &sfen,
                    &word
                );
                prop_assert_eq!(parts.turn.is_some(), parts.piece != parts.becomes, "{}", &word);
                prop_assert_eq!(parts.counter_flip, word.ends_with('!'), "{}", &word);
            }
        }
        Ok(())
    }
}

#[test]
fn move_details_describe_all_effects() {
    check_all_variants::<Parts>();
}

/// No game reaches a position that the board editor rejects.
struct Defects;

impl Property for Defects {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        // Some golden positions have more pieces than the start position.
        if game.positions[0].position_defect().is_some() {
            return Ok(());
        }
        for position in &game.positions {
            prop_assert_eq!(position.position_defect(), None, "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn games_reach_no_defective_position() {
    check_all_variants::<Defects>();
}

/// The reported distance to a draw by a counter is correct, and so is the reported result.
struct Clock;

impl Property for Clock {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let count = position.clock_count();
            let left = count.map(|count| count.limit.saturating_sub(count.played));
            prop_assert_eq!(left, position.half_moves_left(), "{}", position.sfen(1));
            let end = count.filter(|count| count.played >= count.limit);
            let end = end.map(|count| count.verdict);
            prop_assert_eq!(end, position.clock_outcome(), "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn reported_counters_are_correct() {
    check_all_variants::<Clock>();
}

/// A declaration is possible if and only if its reported conditions hold.
struct Declarations;

impl Property for Declarations {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let side = position.side_to_move();
            let count = position.declaration_counts().map(|counts| counts[side.index()]);
            let has_all = count.is_some_and(|count| {
                count.king
                    && count.pieces >= count.pieces_needed
                    && count.points >= count.points_needed
            });
            let may = has_all && !position.in_check();
            prop_assert_eq!(may, position.can_declare(), "{}", position.sfen(1));
        }
        Ok(())
    }
}

#[test]
fn reported_declarations_are_correct() {
    check_all_variants::<Declarations>();
}
