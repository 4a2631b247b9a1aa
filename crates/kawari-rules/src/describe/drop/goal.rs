//! The goals of a drop game.

use super::super::Topic;
use super::super::words::number;
use super::super::writer::Writer;
use super::Context;
use crate::drop::TryWhen;
use crate::model::Outcome;

/// Writes the section.
pub(super) fn describe(writer: &mut Writer, context: &Context<'_>) {
    writer.start_section(Topic::Goal);
    let ending = &context.rules.ending;
    if let Some(royal) = context.royal() {
        write_royal_goal(writer, context, &royal);
    }
    write_capture_goal(writer, context);
    if let Some(royal) = context.royal()
        && !ending.try_squares.is_empty()
    {
        write_try_goal(writer, context, &royal);
    }
}

fn write_royal_goal(writer: &mut Writer, context: &Context<'_>, royal: &str) {
    let ending = &context.rules.ending;
    if ending.check_wins {
        writer.add_sentence(
            format!("The first check wins: attack the enemy {royal} with a move of yours."),
            format!("先に王手をかけた側の勝ちです。王手とは、次に相手の{royal}を取れる状態にすることです。"),
        );
    }
    if !ending.check {
        writer.add_sentence(
            format!("Capture the enemy {royal}."),
            format!("相手の{royal}を取れば勝ちです。"),
        );
        return;
    }
    match ending.mate {
        Outcome::Lost if ending.check_wins => {}
        Outcome::Lost => writer.add_sentence(
            format!(
                "Checkmate the enemy {royal}: attack it so that no move can save it from being \
                 captured."
            ),
            format!(
                "相手の{royal}を詰ませれば勝ちです。詰みとは、どう指しても次に{royal}を取られる\
                 状態です。"
            ),
        ),
        Outcome::Won => writer.add_sentence(
            format!("Do not checkmate the enemy {royal}: a side that is checkmated wins."),
            format!("相手の{royal}を詰ませてはいけません。詰まされた側の勝ちです。"),
        ),
        Outcome::Drawn => writer.add_sentence(
            format!("If a {royal} is checkmated, the game is a draw."),
            format!("{royal}が詰むと引き分けです。"),
        ),
    }
}

fn write_capture_goal(writer: &mut Writer, context: &Context<'_>) {
    let ending = &context.rules.ending;
    if ending.capture_wins.is_empty() {
        return;
    }
    let letters: Vec<&str> = ending.capture_wins.iter().map(String::as_str).collect();
    let left = ending.pieces_left;
    let (pieces, pieces_ja) = if let [letter] = letters[..] {
        let name = context.name(letter);
        let pieces = match left {
            0 => format!("no {name} left"),
            1 => format!("at most one {name} left"),
            _ => format!("at most {} pieces of the kind {name} left", number(left)),
        };
        (pieces, name)
    } else {
        let names = context.names(&letters);
        writer.add_sentence(
            format!("The pieces that count for the goal are {names}."),
            format!("勝敗に関わる駒は{names}です。"),
        );
        let pieces = match left {
            0 => "none of these pieces left".to_owned(),
            _ => format!("at most {} of these pieces left", number(left)),
        };
        (pieces, "それらの駒".to_owned())
    };
    let also = if context.royal().is_some() { "also " } else { "" };
    let left_ja = if left == 0 {
        "1枚もなくなれば".to_owned()
    } else {
        format!("{left}枚以下になれば")
    };
    writer.add_sentence(
        format!("You {also}win when your opponent has {pieces}, on the board and in hand."),
        format!("相手の{pieces_ja}が、盤上と持ち駒を合わせて{left_ja}勝ちです。"),
    );
}

fn write_try_goal(writer: &mut Writer, context: &Context<'_>, royal: &str) {
    let squares = context.noun(&context.rules.ending.try_squares);
    let (english, japanese) = match context.rules.ending.try_when {
        TryWhen::Arrival => (
            format!(
                "You also win when your {royal} stands on {squares} after your move, attacked or not."
            ),
            format!(
                "自分の手の後に自分の{royal}が{squares}にいれば、取られる状態でも勝ちです（トライ）。"
            ),
        ),
        TryWhen::Safe => (
            format!(
                "You also win when your {royal} stands on {squares} and the enemy cannot capture \
                 it there, after a move of either side. If this holds for both sides, the side \
                 that has moved wins."
            ),
            format!(
                "どちらかが指した後、自分の{royal}が{squares}にいて取られない状態なら、これも勝ち\
                 です（トライ）。双方がそうなったときは、いま指した側の勝ちです。"
            ),
        ),
        TryWhen::AfterReply => (
            format!(
                "You also win when your {royal} stands on {squares} at the start of your turn, \
                 after a reply of your opponent."
            ),
            format!(
                "自分の{royal}が{squares}に入り、相手の応手の後、自分の手番が始まったときにまだ\
                 そこにいれば、これも勝ちです（トライ）。"
            ),
        ),
    };
    writer.add_sentence(english, japanese);
}
