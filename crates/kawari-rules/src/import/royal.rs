//! The goals of a game: royal pieces and pieces whose loss is the loss of the game.

use super::piece_types::PieceType;
use super::start::Start;
use super::translate::Translator;
use super::variant::{Types, Value};

/// The goals of a game.
#[derive(Default)]
pub(super) struct Goals {
    /// The royal piece.
    pub(super) royal: Option<PieceType>,
    /// True if no move may leave the royal piece attacked.
    pub(super) check: bool,
    /// Pieces whose loss is the loss of the game.
    pub(super) capture_wins: Vec<PieceType>,
    /// Largest number of these pieces with which a side loses.
    pub(super) pieces_left: u8,
}

impl Goals {
    /// Reads the goals of a game.
    pub(super) fn read(translator: &mut Translator<'_>, start: &Start) -> Self {
        let mut goals = Self { check: true, ..Self::default() };
        if translator.kinds.contains(&PieceType::KING) {
            goals.royal = Some(PieceType::KING);
        }
        let variant = translator.variant;
        match variant.result("extinctionValue", Value::None) {
            Value::None => return goals,
            Value::Loss => {}
            Value::Win | Value::Draw => {
                let message = "only the loss of the game by extinction can be expressed";
                translator.note("extinctionValue", message, true);
                return goals;
            }
        }
        let types = variant.types_of("extinctionPieceTypes");
        let count = variant.int("extinctionPieceCount", 0);
        if types.is_empty() {
            return goals;
        }
        if variant.bool("extinctionPseudoRoyal", false) {
            goals.set_pseudo_royal(translator, start, &types, count);
        } else {
            goals.set_extinction(translator, start, &types, count);
        }
        goals
    }

    /// Sets a piece that is royal as long as it is the last one of its type.
    fn set_pseudo_royal(
        &mut self,
        translator: &mut Translator<'_>,
        start: &Start,
        types: &Types,
        count: i32,
    ) {
        let candidates: Vec<PieceType> =
            types.listed.iter().copied().filter(|&kind| translator.is_used(kind)).collect();
        let unpromoted: Vec<PieceType> =
            candidates.iter().copied().filter(|kind| translator.kinds.contains(kind)).collect();
        let &[royal] = unpromoted.as_slice() else {
            let message = "several royal pieces, or none, cannot be expressed";
            translator.note("extinctionPieceTypes", message, true);
            return;
        };
        let promoted = translator.promoted(royal);
        let is_single = [true, false].iter().all(|&side| start.total(royal, side) == 1);
        let is_gained = (translator.kinds.iter()).any(|&kind| {
            kind != royal
                && translator.promoted(kind).is_some_and(|promoted| candidates.contains(&promoted))
        });
        let keeps_royalty = promoted.is_none_or(|promoted| candidates.contains(&promoted));
        if types.all || self.royal.is_some() || count != 0 || !is_single || is_gained {
            let message = "several royal pieces cannot be expressed";
            translator.note("extinctionPieceTypes", message, true);
        } else if !keeps_royalty {
            let message = "a royal piece that loses its royalty by promotion cannot be expressed";
            translator.note("extinctionPieceTypes", message, true);
        }
        self.royal = self.royal.or(Some(royal));
    }

    /// Sets pieces whose loss is the loss of the game.
    fn set_extinction(
        &mut self,
        translator: &mut Translator<'_>,
        start: &Start,
        types: &Types,
        count: i32,
    ) {
        let Ok(pieces_left) = u8::try_from(count) else {
            translator.note("extinctionPieceCount", "expected 0 to 255", true);
            return;
        };
        if types.all {
            self.capture_wins = translator.kinds.iter().copied().collect();
            self.pieces_left = pieces_left;
            if !types.listed.is_empty() {
                let message = "each listed type has a count of its own";
                translator.note("extinctionPieceTypes", message, true);
            }
            return;
        }
        let &[kind] = types.listed.as_slice() else {
            let message = "the loss of any one of several types cannot be expressed";
            translator.note("extinctionPieceTypes", message, true);
            return;
        };
        if !translator.kinds.contains(&kind) {
            let message = "the piece is not in the start position";
            translator.note("extinctionPieceTypes", message, true);
            return;
        }
        let is_gained =
            translator.kinds.iter().any(|&other| translator.promoted(other) == Some(kind));
        let is_stable = translator.promoted(kind).is_none() && !is_gained;
        if !is_stable {
            let message = "a promotion that changes the number of these pieces is not counted";
            translator.note("extinctionPieceTypes", message, true);
        }
        let is_single = [true, false].iter().all(|&is_first| {
            start.total(kind, is_first) == 1
                && !start.hands[usize::from(!is_first)].contains_key(&kind)
        });
        if self.royal.is_none() && pieces_left == 0 && is_single && is_stable {
            self.royal = Some(kind);
            self.check = false;
        } else {
            self.capture_wins = vec![kind];
            self.pieces_left = pieces_left;
        }
    }
}
