//! Captures of men.

use super::super::Language;
use super::super::squares::square_name;
use super::super::words::join;
use super::super::writer::Writer;
use crate::hasami::{BetweenEnemies, Corners, Custody, Enclosure, HasamiDefinition};
use crate::model::GameDefinition;

/// Writes the section.
pub(super) fn describe(writer: &mut Writer, game: &GameDefinition, rules: &HasamiDefinition) {
    write_custody(writer, rules);
    write_intervention(writer, rules);
    writer.end_paragraph();
    write_corners(writer, game, rules);
    write_enclosure(writer, rules);
}

fn write_custody(writer: &mut Writer, rules: &HasamiDefinition) {
    let capture = &rules.capture;
    match capture.custody {
        Custody::None => {
            let other = capture.intervention
                || capture.corners != Corners::None
                || capture.enclosure != Enclosure::None;
            if other {
                writer.add_sentence(
                    "A man between two enemy men is not captured.",
                    "相手の駒にはさまれても取られません。",
                );
            } else {
                writer.add_sentence("There are no captures.", "駒を取ることはありません。");
            }
            return;
        }
        Custody::Single => writer.add_sentence(
            "After your move, a single enemy man between the moved man and another of your men, \
             along a rank or a file, is captured. Two or more men in a line are safe. One move \
             can capture several men.",
            "動かした駒ともう1枚の自分の駒とで、相手の駒1枚を縦か横にはさむと取れます。2枚以上並んだ\
             駒は、はさんでも取れません。一手で複数の方向を同時に取ることもできます。",
        ),
        Custody::Runs => writer.add_sentence(
            "After your move, an unbroken run of enemy men between the moved man and another of \
             your men, along a rank or a file, is captured. One move can capture several runs.",
            "動かした駒ともう1枚の自分の駒とで、相手の駒を縦か横にはさむと取れます。すき間なく並んだ\
             駒は、まとめて取れます。一手で複数の方向を同時に取ることもできます。",
        ),
    }
    if rules.men.between_enemies == BetweenEnemies::Allowed && !capture.intervention {
        writer.add_sentence(
            "Moving between two enemy men is safe.",
            "相手の2枚のあいだに自分から入っても取られません。",
        );
    }
}

fn write_intervention(writer: &mut Writer, rules: &HasamiDefinition) {
    if rules.capture.intervention {
        writer.add_sentence(
            "A man that moves between two enemy men that are next to it on opposite sides, along \
             a rank or a file, captures both.",
            "相手の駒2枚のちょうど間に縦か横に割り込むと、その両方を取れます。",
        );
        if rules.capture.custody != Custody::None {
            writer.add_sentence(
                "These captures of a move happen at the same time.",
                "これらの取りは同時に行います。",
            );
        }
    }
}

fn write_corners(writer: &mut Writer, game: &GameDefinition, rules: &HasamiDefinition) {
    match rules.capture.corners {
        Corners::None => {
            if rules.capture.enclosure == Enclosure::None && rules.capture.custody != Custody::None {
                writer.add_sentence(
                    "A man in a corner of the board cannot be captured.",
                    "盤の隅の駒は取れません。",
                );
            }
        }
        Corners::Board => writer.add_sentence(
            "An enemy man in a corner of the board is captured when you move a man to one of the \
             two squares next to it while another of your men stands on the other.",
            "盤の隅にいる相手の駒は、隣り合う2マスを両方押さえると取れます。ただし、いま動かした駒が\
             そのどちらかでなければなりません。",
        ),
        Corners::Battlefield => {
            let (files, ranks) = (game.general.files, game.general.ranks);
            let home = rules.men.home_ranks;
            let squares: Vec<String> = [home, ranks.saturating_sub(home + 1)]
                .into_iter()
                .flat_map(|rank| [(files, rank), (1, rank)])
                .map(|square| square_name(square, writer.language))
                .collect();
            let names = match writer.language {
                Language::English => join(&squares, "and"),
                Language::Japanese => squares.join("・"),
            };
            let (area, area_ja) = if rules.men.houses {
                ("The battlefield".to_owned(), "戦場".to_owned())
            } else {
                let (home, home_ja) = super::home(&rules.men);
                let home = if rules.men.home_ranks == 1 { "ranks" } else { &home };
                (
                    format!("The area between the sides' first {home}"),
                    format!("双方の手前{home_ja}を除いた部分"),
                )
            };
            writer.add_sentence(
                format!(
                    "{area} has the corners {names}. An enemy man there is captured when you \
                     move a man to one of the two squares next to it in that area while another \
                     of your men stands on the other."
                ),
                format!(
                    "{area_ja}の隅は{names}です。そこにいる相手の駒は、その中で隣り合う2マスを\
                     両方押さえると取れます。ただし、いま動かした駒がそのどちらかでなければなりません。"
                ),
            );
        }
    }
}

fn write_enclosure(writer: &mut Writer, rules: &HasamiDefinition) {
    writer.end_paragraph();
    match rules.capture.enclosure {
        Enclosure::None => return,
        Enclosure::Edge => writer.add_sentence(
            "A group of enemy men, connected along ranks and files, that touches the edge of the \
             board is captured when you move a man next to it and the group then has no empty \
             square next to it.",
            "縦横につながった相手の駒の一団が盤の端に接していて、その隣に駒を動かした結果、一団に\
             隣り合う空いたマスがなくなると、まとめて取れます。",
        ),
        Enclosure::Anywhere => writer.add_sentence(
            "After your move, every group of enemy men, connected along ranks and files, that \
             has no empty square next to it is captured, anywhere on the board.",
            "縦横につながった相手の駒の一団は、隣り合う空いたマスがなくなると、盤のどこにいても\
             まとめて取れます。",
        ),
    }
    let others = rules.capture.custody != Custody::None
        || rules.capture.intervention
        || rules.capture.corners != Corners::None;
    if rules.capture.enclosure_last && others {
        writer.add_sentence(
            "Such groups are looked for after all other captured men have been removed.",
            "この判定は、ほかの取り方で取った駒をすべて除いた後で行います。",
        );
    }
}
