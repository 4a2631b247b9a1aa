//! Repetition of positions.

use super::words::ordinal;
use super::writer::Writer;
use crate::model::{Repetition, RepetitionResult};

/// Writes the rule. `has_check` is true in games with check; `parts` names the parts of a
/// position in Japanese.
pub(super) fn describe(writer: &mut Writer, rule: &Repetition, has_check: bool, parts: &str) {
    let times = rule.occurrences;
    if times == 0 {
        writer.add_sentence(
            "A position may be repeated any number of times.",
            "同じ局面は何度現れても構いません。",
        );
        return;
    }
    let occurrence = ordinal(times);
    let (english, japanese) = match rule.result {
        RepetitionResult::Draw => {
            (format!("The {occurrence} occurrence of a position is a draw."), "引き分けです")
        }
        RepetitionResult::BlackLoses => (
            format!("At the {occurrence} occurrence of a position, Black loses."),
            "先手の負けです",
        ),
        RepetitionResult::WhiteLoses => (
            format!("At the {occurrence} occurrence of a position, White loses."),
            "後手の負けです",
        ),
        RepetitionResult::MoverLoses => (
            format!(
                "At the {occurrence} occurrence of a position, the side loses whose move led to it."
            ),
            "最後にその局面にした側の負けです",
        ),
    };
    writer.add_sentence(
        english,
        format!("同じ局面（{parts}）が{times}回現れると、{japanese}（千日手）。"),
    );
    if has_check && rule.perpetual_check_loses {
        let (side, side_ja) = match rule.result {
            // The other side loses anyway.
            RepetitionResult::BlackLoses => ("White", "後手"),
            RepetitionResult::WhiteLoses => ("Black", "先手"),
            RepetitionResult::Draw | RepetitionResult::MoverLoses => ("one side", "一方"),
        };
        let that = if side == "one side" { "that side" } else { side };
        writer.add_sentence(
            format!(
                "If only {side} gave check with every move since the first occurrence, {that} \
                 loses instead."
            ),
            format!(
                "ただし、最初にその局面が現れてから、{side_ja}だけがすべての手で王手をかけていた\
                 ときは、王手をかけ続けた側の負けです（連続王手）。"
            ),
        );
    }
}
