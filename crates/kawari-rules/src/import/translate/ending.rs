//! Ends of the game: mate, tries, checks and repetition.

use super::{Translator, outcome};
use crate::drop::{DropDefinition, TryWhen};
use crate::import::piece_types::PieceType;
use crate::import::royal::Goals;
use crate::import::squares::Region;
use crate::import::start::Start;
use crate::import::variant::Value;
use crate::model::{Outcome, Repetition, RepetitionResult};

impl Translator<'_> {
    pub(super) fn set_ending(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let ending = &mut rules.ending;
        let stalemate = self.variant.result("stalemateValue", Value::Draw);
        let mate = self.variant.result("checkmateValue", Value::Loss);
        ending.stalemate = outcome(stalemate).unwrap_or(Outcome::Drawn);
        ending.mate = outcome(mate).unwrap_or(Outcome::Lost);
        ending.check = goals.check;
        if goals.royal.is_some() && !goals.check {
            // Fairy-Stockfish has no checks in these games.
            ending.mate = ending.stalemate;
        }
        ending.capture_wins = goals.capture_wins.iter().map(|&kind| self.letter(kind)).collect();
        ending.pieces_left = goals.pieces_left;
    }

    pub(super) fn set_try(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let keys = ["flagRegionWhite", "flagRegionBlack"];
        let Some(key) = keys.into_iter().find(|key| self.variant.setting(key).is_some()) else {
            return;
        };
        let region = self.region("flagRegion", [Region::default(), Region::default()]);
        if region.is_empty() {
            return;
        }
        let is_royal = ["flagPieceWhite", "flagPieceBlack"].iter().all(|key| {
            let types = self.variant.types_of(key);
            !types.all && types.listed.last().copied() == goals.royal && goals.royal.is_some()
        });
        if !is_royal {
            self.note(key, "a goal that pieces other than the royal one reach", true);
            return;
        }
        if self.variant.int("flagPieceCount", 1) != 1 {
            self.note("flagPieceCount", "only one piece can reach the squares", true);
            return;
        }
        let is_safe = self.variant.bool("flagPieceSafe", false);
        let is_king = goals.royal == Some(PieceType::KING);
        rules.ending.try_squares = region.squares(self.size);
        rules.ending.try_when = match (is_safe, self.variant.bool("flagMove", false)) {
            (false, false) => TryWhen::Arrival,
            (true, false) => TryWhen::Safe,
            (_, true) => TryWhen::AfterReply,
        };
        if self.variant.bool("flagMove", false) && (is_safe || is_king) {
            self.note("flagMove", "the reply draws or is left out in some positions", true);
        }
        let moves = goals.royal.and_then(|royal| self.moves.get(&royal));
        let can_both = !region.is_far_ranks(self.size) || moves.is_none_or(|(text, _)| text != "K");
        if is_safe && !is_king && can_both {
            self.note("flagPieceSafe", "if both sides are safe there, the mover wins", true);
        }
    }

    pub(super) fn set_check_counting(
        &mut self,
        rules: &mut DropDefinition,
        start: &Start,
        goals: &Goals,
    ) {
        if !self.variant.bool("checkCounting", false) {
            return;
        }
        if goals.royal != Some(PieceType::KING) {
            self.note("checkCounting", "has no effect without a King", false);
            return;
        }
        rules.ending.check_wins = true;
        if start.checks.as_ref().is_some_and(|checks| checks != "1+1") {
            self.note("startFen", "only the first check can win", true);
        }
    }

    pub(super) fn set_repetition(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let occurrences = self.variant.int("nFoldRule", 3);
        if !(0..=9).contains(&occurrences) || occurrences == 1 {
            self.note("nFoldRule", "expected 0 or 2 to 9; the game has no repetition rule", true);
        }
        let value = self.variant.result("nFoldValue", Value::Draw);
        let is_absolute = self.variant.bool("nFoldValueAbsolute", false);
        let result = match (value, is_absolute) {
            (Value::Draw, _) => RepetitionResult::Draw,
            (Value::Win, false) => RepetitionResult::MoverLoses,
            (Value::Win, true) => RepetitionResult::WhiteLoses,
            (Value::Loss, true) => RepetitionResult::BlackLoses,
            (Value::Loss, false) | (Value::None, _) => {
                let message = "a win for the side that repeats cannot be expressed; it is a draw";
                self.note("nFoldValue", message, true);
                RepetitionResult::Draw
            }
        };
        let has_checks = goals.royal == Some(PieceType::KING);
        let perpetual_check_loses = self.variant.bool("perpetualCheckIllegal", false) && has_checks;
        rules.repetition = Repetition {
            occurrences: match occurrences {
                2..=9 => occurrences as u8,
                _ => 0,
            },
            result,
            perpetual_check_loses: perpetual_check_loses && (2..=9).contains(&occurrences),
        };
        if rules.repetition.perpetual_check_loses && result != RepetitionResult::Draw {
            let message = "a repetition in which both sides gave check with every move has the \
                           result of nFoldValue and is not a draw";
            self.note("perpetualCheckIllegal", message, true);
        }
    }
}
