//! Conversions of definitions that both families share.

use kawari_rules::{Repetition, RepetitionResult};

use crate::core::color::Color;
use crate::core::history::{RepetitionLoser, RepetitionRule};

/// Returns the repetition rule of a definition.
pub(super) const fn repetition_rule(repetition: &Repetition) -> RepetitionRule {
    RepetitionRule {
        occurrences: match repetition.occurrences {
            0 => u32::MAX,
            occurrences => occurrences as u32,
        },
        perpetual_check_loses: repetition.perpetual_check_loses,
        loser: match repetition.result {
            RepetitionResult::Draw => None,
            RepetitionResult::BlackLoses => Some(RepetitionLoser::Side(Color::Black)),
            RepetitionResult::WhiteLoses => Some(RepetitionLoser::Side(Color::White)),
            RepetitionResult::MoverLoses => Some(RepetitionLoser::Mover),
        },
    }
}
