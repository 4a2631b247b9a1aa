//! Positions without a legal move.

use super::super::words::outcome_verb;
use super::super::writer::Writer;
use super::Context;
use crate::model::Outcome;

/// Writes what happens to a side without a legal move.
pub(super) fn describe(writer: &mut Writer, context: &Context<'_>) {
    let ending = &context.rules.ending;
    let (stalemate, stalemate_ja) = outcome_verb(ending.stalemate);
    let royal = context.royal();
    let is_same = royal.is_none() || ending.mate == ending.stalemate;
    if is_same {
        writer.add_sentence(
            format!("A side without a legal move {stalemate}."),
            format!("自分の手番に指せる手が一つもなければ、{stalemate_ja}。"),
        );
        return;
    }
    writer.add_sentence(
        format!("A side that is not in check and has no legal move {stalemate}."),
        format!("王手をかけられていないのに指せる手が一つもなければ、{stalemate_ja}。"),
    );
    // With a ban on leaving the royal piece attacked, this is checkmate, and named as the goal.
    if !ending.check || ending.check_wins && ending.mate == Outcome::Lost {
        let (mate, mate_ja) = outcome_verb(ending.mate);
        writer.add_sentence(
            format!("A side in check without a legal move {mate}."),
            format!("王手をかけられていて指せる手が一つもなければ、{mate_ja}。"),
        );
    }
}
