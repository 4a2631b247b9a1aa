//! Forbidden moves.

use super::super::Topic;
use super::super::words::{capital, join, number, with_article};
use super::super::writer::Writer;
use super::captures::droppable;
use super::{Context, as_strs};

/// Writes the section.
pub(super) fn describe(writer: &mut Writer, context: &Context<'_>) {
    writer.start_section(Topic::Restrictions);
    let ending = &context.rules.ending;
    if let Some(royal) = context.royal() {
        if ending.check {
            writer.add_sentence(
                format!(
                    "No move may leave your own {royal} in check, where the enemy can capture it."
                ),
                format!("自分の{royal}が次に取られる状態（王手）になる手は指せません。"),
            );
        } else {
            writer.add_sentence(
                format!("A move may leave your own {royal} where the enemy can capture it."),
                format!("自分の{royal}が次に取られる手も、反則ではありません。"),
            );
        }
    }
    let has_drops = context.rules.drops.allowed;
    if has_drops {
        write_drop_squares(writer, context);
        write_drop_files(writer, context);
        write_drop_checks(writer, context);
    }
    if context.rules.promotion.stuck_pieces {
        let (english, japanese) = if has_drops {
            ("moved or dropped", "動かしても打っても")
        } else {
            ("moved", "動かしても")
        };
        writer.add_sentence(
            format!("A piece may be {english} to a square from which it can never move again."),
            format!("駒は、先に進めなくなるマスへ{japanese}構いません。"),
        );
    }
}

fn write_drop_squares(writer: &mut Writer, context: &Context<'_>) {
    let mut letters = droppable(context);
    letters.retain(|letter| !context.area(&context.rules.pieces[*letter].no_drop).is_empty());
    for (squares, group) in
        context.groups(&letters, |letter| context.noun(&context.rules.pieces[letter].no_drop))
    {
        let names = context.names(&as_strs(&group));
        writer.add_sentence(
            format!("{} cannot be dropped on {squares}.", capital(&names)),
            format!("{names}は{squares}には打てません。"),
        );
    }
}

fn write_drop_files(writer: &mut Writer, context: &Context<'_>) {
    let mut letters = droppable(context);
    letters.retain(|letter| context.rules.pieces[*letter].max_per_file > 0);
    for letter in letters {
        let piece = &context.rules.pieces[letter];
        let name = context.name(letter);
        let max = piece.max_per_file;
        let has_back = piece.promoted.is_some();
        let own = match (max, has_back) {
            (1, true) => format!("an unpromoted {name} of its own side"),
            (1, false) => format!("{} of its own side", with_article(&name)),
            (_, true) => format!("{} unpromoted pieces of this kind and side", number(max)),
            (_, false) => format!("{} pieces of this kind and side", number(max)),
        };
        let kind_ja = if has_back { "成っていない" } else { "" };
        let own_ja = if max == 1 {
            format!("自分の{kind_ja}{name}がある筋には、もう1枚")
        } else {
            format!("自分の{kind_ja}{name}が{max}枚ある筋には、さらに")
        };
        // The usual word for a second Pawn on a file.
        let term =
            if max == 1 && piece.kanji.as_deref() == Some("歩") { "（二歩）" } else { "" };
        writer.add_sentence(
            format!("The {name} cannot be dropped on a file that already has {own}."),
            format!("{own_ja}{name}を打つことはできません{term}。"),
        );
    }
}

fn write_drop_checks(writer: &mut Writer, context: &Context<'_>) {
    if context.royal().is_none() {
        return;
    }
    if !context.rules.drops.may_check {
        writer
            .add_sentence("A drop may not give check.", "駒を打って王手をかけることはできません。");
        return;
    }
    let mut letters = droppable(context);
    letters.retain(|letter| !context.rules.pieces[*letter].drop_mates);
    if letters.is_empty() {
        return;
    }
    let list: Vec<String> = letters.iter().map(|letter| context.name(letter)).collect();
    let is_pawn =
        letters.iter().all(|letter| context.rules.pieces[*letter].kanji.as_deref() == Some("歩"));
    let term = if is_pawn { "（打ち歩詰め）" } else { "" };
    let any: Vec<String> = list.iter().map(|name| format!("the {name}")).collect();
    let (pieces, pieces_ja) = (join(&any, "or"), list.join("・"));
    writer.add_sentence(
        format!("A drop of {pieces} may not give checkmate."),
        format!("{pieces_ja}を打って詰ませることはできません{term}。"),
    );
}
