//! Impasse and declaration: ends by points.

use super::super::Language;
use super::super::words::{join, join_ja, number};
use super::super::writer::Writer;
use super::{Context, as_strs};

/// Writes both rules.
pub(super) fn describe(writer: &mut Writer, context: &Context<'_>) {
    let Some(royal) = context.royal() else { return };
    if context.area(&context.rules.promotion.zone).is_empty() {
        return;
    }
    if context.rules.impasse.half_moves > 0 {
        write_impasse(writer, context, &royal);
    }
    if context.rules.declaration.pieces > 0 {
        write_declaration(writer, context, &royal);
    }
}

fn write_impasse(writer: &mut Writer, context: &Context<'_>, royal: &str) {
    writer.end_paragraph();
    let rule = &context.rules.impasse;
    let zone = context.zone_name();
    let half_moves = rule.half_moves;
    let (quiet, quiet_ja) = if rule.capture_resets {
        (" without a capture", "、駒を取らずに")
    } else {
        (", with or without captures", "、駒を取っても数え直さずに")
    };
    let (ends, ends_ja) = if rule.points == 0 {
        ("the game is a draw.", "進むと引き分けです。")
    } else {
        (
            "each side counts its points on the board and in hand:",
            "進むと、双方が盤上の駒と持ち駒の点数を数えます。",
        )
    };
    let opening = format!(
        "When each side's {royal} has stood in {zone} for {half_moves} half-moves in a \
         row{quiet}, {ends}"
    );
    let opening_ja = format!(
        "双方の{royal}がどちらも自分の{zone}にいるまま{quiet_ja}合わせて{half_moves}手{ends_ja}"
    );
    if rule.points == 0 {
        writer.add_sentence(opening, opening_ja);
        return;
    }
    let (points, points_ja) = values(context, royal);
    let needed = rule.points;
    writer.add_sentence(
        format!(
            "{opening} {points}. A side with fewer than {needed} points loses to a side with \
             {needed} or more. In all other cases the game is a draw."
        ),
        format!(
            "{opening_ja}{points_ja}。一方だけが{needed}点に満たなければその側の負け、それ以外は\
             引き分けです（持将棋）。"
        ),
    );
}

fn write_declaration(writer: &mut Writer, context: &Context<'_>, royal: &str) {
    writer.end_paragraph();
    let rule = &context.rules.declaration;
    let zone = context.zone_name();
    let pieces = number(rule.pieces);
    let others = if rule.pieces == 1 { "other piece" } else { "other pieces" };
    let stand = if rule.pieces == 1 { "stands" } else { "stand" };
    writer.add_sentence(
        format!(
            "A side to move may declare a win if its {royal} stands in {zone} and is not in \
             check, and at least {pieces} {others} of its own {stand} there too."
        ),
        format!(
            "自分の手番に、{royal}が{zone}にいて王手をかけられておらず、そこに{royal}以外の自分の\
             駒が{}枚以上あれば、勝ちを宣言できます（入玉宣言）。",
            rule.pieces
        ),
    );
    let [black, white] = rule.points;
    if (black, white) == (0, 0) {
        return;
    }
    let (points, points_ja) = values(context, royal);
    let (needed, needed_ja) = if black == white {
        (format!("{black} points"), format!("{black}点以上"))
    } else {
        (
            format!("{black} points for Black or {white} for White"),
            format!("先手は{black}点以上、後手は{white}点以上"),
        )
    };
    writer.add_sentence(
        format!("These pieces and those in hand must count at least {needed}: {points}."),
        format!("ただし、そこにある駒と持ち駒を合わせて{needed_ja}が必要です。{points_ja}。"),
    );
}

/// Returns the points of the pieces in words.
fn values(context: &Context<'_>, royal: &str) -> (String, String) {
    let letters = context.letters(|letter| !context.rules.pieces[letter].royal);
    let mut groups = context.groups(&letters, |letter| context.rules.pieces[letter].points);
    // Pieces of one point, or else the largest group, are "every other piece".
    let size = |index: &usize| (groups[*index].0 == 1, groups[*index].1.len());
    let Some(main) = (0..groups.len()).max_by_key(size) else {
        return (String::new(), String::new());
    };
    let (usual, _) = groups.remove(main);
    groups.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    let mut items: Vec<String> = groups
        .iter()
        .map(|(points, letters)| {
            let names: Vec<String> =
                as_strs(letters).iter().map(|letter| context.name(letter)).collect();
            let has_back =
                letters.iter().any(|letter| context.rules.pieces[letter].promoted.is_some());
            match context.language {
                Language::English => {
                    let sides = if has_back { ", promoted or not" } else { "" };
                    format!("{points} for each {}{sides}", join(&names, "and"))
                }
                Language::Japanese => {
                    let sides = if has_back { "（成り駒も）" } else { "" };
                    format!("{}{sides}は{points}点", join_ja(&names))
                }
            }
        })
        .collect();
    let other = if items.is_empty() { "" } else { "other " };
    items.push(match context.language {
        Language::English => format!("{usual} for every {other}piece except the {royal}"),
        Language::Japanese if items.is_empty() => format!("{royal}以外の駒は{usual}点です"),
        Language::Japanese => format!("{royal}以外の他の駒は{usual}点です"),
    });
    (items.join(", "), items.join("、"))
}
