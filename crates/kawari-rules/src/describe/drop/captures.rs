//! Captures and drops.

use super::super::Topic;
use super::super::words::{capital, with_article};
use super::super::writer::Writer;
use super::{Context, Groups, as_strs, promotion};
use crate::drop::{CapturedSide, Change, Piece};

/// Returns the side of a captured piece in hand. A piece without a promoted side has no choice.
fn captured_side(context: &Context<'_>, letter: &str) -> CapturedSide {
    let piece = &context.rules.pieces[letter];
    let side = context.rules.captured_side(piece);
    match side {
        CapturedSide::Removed => side,
        _ if piece.promoted.is_none() => CapturedSide::Unpromoted,
        side => side,
    }
}

/// Returns the pieces that can be captured without an end of the game.
fn capturable<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    context.letters(|letter| !context.rules.pieces[letter].royal)
}

/// Writes the section.
pub(super) fn describe(writer: &mut Writer, context: &Context<'_>) {
    writer.start_section(Topic::Captures);
    let letters = capturable(context);
    let game_side = context.rules.promotion.captured;
    let has_sides = !context.two_sided().is_empty();
    if !context.rules.drops.allowed && !counts_hands(context) {
        writer.add_sentence(
            "There are no drops: a captured piece leaves the game.",
            "取られた駒は盤から除かれ、もう使えません。",
        );
        return;
    }
    let (english, japanese) = match game_side {
        CapturedSide::Removed => {
            ("A captured piece leaves the game.", "取られた駒は盤から除かれ、もう使えません。")
        }
        CapturedSide::Unpromoted if has_sides => (
            "A captured piece loses its promotion and goes to the capturing side's hand.",
            "取った駒は自分の持ち駒になり、成っていた駒も表に戻ります。",
        ),
        CapturedSide::SameSide if has_sides => (
            "A captured piece keeps the side that was up and goes to the capturing side's hand.",
            "取った駒は、取ったときの面のまま自分の持ち駒になります。",
        ),
        _ => (
            "A captured piece goes to the capturing side's hand.",
            "取った駒は自分の持ち駒になります。",
        ),
    };
    writer.add_sentence(english, japanese);
    let is_exception = |letter: &&&str| {
        let side = captured_side(context, letter);
        let is_plain = context.rules.pieces[**letter].promoted.is_none();
        side != game_side
            && !(is_plain && game_side != CapturedSide::Removed && side != CapturedSide::Removed)
    };
    let exceptions: Vec<&str> = letters.iter().filter(is_exception).copied().collect();
    let groups = context.groups(&exceptions, |letter| captured_side(context, letter));
    // Exceptions to the side of a drop follow the sentence about drops.
    let is_late = |side: CapturedSide| {
        side != CapturedSide::Removed
            && (side == CapturedSide::EitherSide || game_side == CapturedSide::EitherSide)
    };
    let (late, early): (Groups<_>, Groups<_>) =
        groups.into_iter().partition(|&(side, _)| is_late(side));
    write_exceptions(writer, context, &early);
    for letter in &letters {
        write_captured_letter(writer, context, letter, &context.rules.pieces[*letter]);
    }
    write_drops(writer, context, &letters);
    if context.rules.drops.allowed {
        write_exceptions(writer, context, &late);
    }
}

fn write_exceptions(writer: &mut Writer, context: &Context<'_>, groups: &Groups<CapturedSide>) {
    let mut but = ("But ", "ただし、");
    for (side, group) in groups {
        for (english, japanese) in exception(context, *side, &as_strs(group)) {
            let sentence = format!("{}{english}", but.0);
            writer.add_sentence(capital(&sentence), format!("{}{japanese}", but.1));
            but = ("", "");
        }
    }
}

/// Returns true if pieces in hand count for an end of the game.
fn counts_hands(context: &Context<'_>) -> bool {
    let rules = context.rules;
    let has_points = |points: u32| points > 0;
    !rules.ending.capture_wins.is_empty()
        || rules.impasse.half_moves > 0 && has_points(rules.impasse.points)
        || rules.declaration.pieces > 0 && rules.declaration.points.into_iter().any(has_points)
}

/// Returns sentences about pieces whose captured side differs from the game's.
fn exception(context: &Context<'_>, side: CapturedSide, letters: &[&str]) -> Vec<(String, String)> {
    let fronts = context.names(letters);
    let sentence = match side {
        CapturedSide::Unpromoted
            if context.rules.promotion.captured == CapturedSide::EitherSide =>
        {
            (
                format!("{fronts} is always dropped unpromoted."),
                format!("{fronts}は必ず表で打ちます。"),
            )
        }
        CapturedSide::Unpromoted => {
            return letters.iter().map(|letter| unpromoted(context, letter)).collect();
        }
        CapturedSide::SameSide => (
            format!("{fronts} keeps the side that was up when captured, and is dropped so."),
            format!("{fronts}は取ったときの面のまま持ち駒になり、その面で打ちます。"),
        ),
        CapturedSide::EitherSide => (
            format!("{fronts} may be dropped with either side up."),
            format!("{fronts}は表裏どちらの面でも打てます。"),
        ),
        CapturedSide::Removed => (
            format!("{fronts} leaves the game when captured."),
            format!("取られた{fronts}は盤から除かれ、もう使えません。"),
        ),
    };
    vec![sentence]
}

fn unpromoted(context: &Context<'_>, letter: &str) -> (String, String) {
    let front = context.name(letter);
    if context.rules.pieces[letter].promoted.is_none() {
        return (
            format!("the {front} goes to the capturing side's hand."),
            format!("取った{front}は持ち駒になります。"),
        );
    }
    let back = context.promoted_name(letter);
    (
        format!("{} becomes {} in hand.", with_article(&back), with_article(&front)),
        format!("取った{back}は{front}に戻ります。"),
    )
}

fn write_captured_letter(writer: &mut Writer, context: &Context<'_>, letter: &str, piece: &Piece) {
    if let Some(other) = &piece.captured
        && other != letter
        && captured_side(context, letter) != CapturedSide::Removed
    {
        let (name, other) = (context.name(letter), context.name(other));
        writer.add_sentence(
            format!("A captured {name} becomes {} in hand.", with_article(&other)),
            format!("取った{name}は、持ち駒では{other}になります。"),
        );
    }
}

fn write_drops(writer: &mut Writer, context: &Context<'_>, letters: &[&str]) {
    let rules = context.rules;
    if !rules.drops.allowed {
        writer.add_sentence(
            "There are no drops: captured pieces never return to the board.",
            "取った駒を打つことはできません。",
        );
        return;
    }
    if letters.iter().all(|letter| captured_side(context, letter) == CapturedSide::Removed) {
        return;
    }
    let (side, side_ja) = match rules.promotion.captured {
        CapturedSide::EitherSide => {
            (", with either side up", "表裏どちらの面で打っても構いません。")
        }
        CapturedSide::SameSide => (", with the same side up", "面は取ったときのままで打ちます。"),
        _ => ("", ""),
    };
    writer.add_sentence(
        format!(
            "Instead of moving a piece on the board, a side may drop one from its hand on an \
             empty square{side}."
        ),
        format!("自分の手番に、盤上の駒を動かす代わりに、持ち駒を空いたマスに打てます。{side_ja}"),
    );
    let zone = rules.drops.zone.as_ref().map(|zone| context.area(zone));
    if let Some(zone) = zone.filter(|zone| !zone.is_board()) {
        let squares = zone.noun(context.language);
        writer.add_sentence(
            format!("Drops are allowed only on {squares}."),
            format!("打てるのは{squares}だけです。"),
        );
    }
    match promotion::change_in_zone(context) {
        Some(Change::Once) => writer.add_sentence(
            "A piece cannot promote in the move that drops it.",
            "打つ手で同時に成ることはできません。",
        ),
        Some(Change::InZone) => writer.add_sentence(
            "A piece cannot turn over in the move that drops it.",
            "打つ手で同時に裏返すことはできません。",
        ),
        _ => {}
    }
}

/// Returns the pieces that a side can have in hand.
pub(super) fn droppable<'a>(context: &'a Context<'_>) -> Vec<&'a str> {
    let letters = capturable(context).into_iter();
    letters.filter(|letter| captured_side(context, letter) != CapturedSide::Removed).collect()
}
