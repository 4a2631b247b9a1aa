//! The pieces that a hand can hold.

use std::collections::BTreeSet;

use crate::drop::CapturedSide;
use crate::model::{Family, GameDefinition};

impl GameDefinition {
    /// Returns the number of kinds of piece that a hand can hold, where the two sides of a piece
    /// are two kinds.
    pub fn hand_kinds(&self) -> usize {
        let Family::Drop(rules) = &self.family else { return 0 };
        let mut kinds = BTreeSet::new();
        for (letter, piece) in rules.pieces.iter().filter(|(_, piece)| !piece.royal) {
            let letter = piece.captured.as_ref().unwrap_or(letter);
            match rules.captured_side(piece) {
                CapturedSide::Removed => {}
                CapturedSide::Unpromoted | CapturedSide::EitherSide => {
                    kinds.insert((letter, false));
                }
                CapturedSide::SameSide => {
                    kinds.insert((letter, false));
                    if piece.promoted.is_some() {
                        kinds.insert((letter, true));
                    }
                }
            }
        }
        if rules.drops.allowed { kinds.len() } else { 0 }
    }
}
