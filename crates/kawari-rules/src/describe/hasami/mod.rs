//! The rules of a game of the Hasami family.

mod captures;
mod goals;

use super::words::{kanji_number, number};
use super::writer::Writer;
use super::{Topic, board, repetition};
use crate::hasami::{BetweenEnemies, Custody, Enclosure, HasamiDefinition, Men, Side};
use crate::model::GameDefinition;

/// Writes all sections.
pub(super) fn describe(writer: &mut Writer, game: &GameDefinition, rules: &HasamiDefinition) {
    board::describe_hasami(writer, game);
    write_houses(writer, game, &rules.men);
    writer.start_section(Topic::Goal);
    goals::describe(writer, rules);
    writer.start_section(Topic::Pieces);
    write_movement(writer, &rules.men);
    write_house_moves(writer, &rules.men);
    writer.start_section(Topic::Captures);
    writer.set_title("Captures", "駒を取る");
    captures::describe(writer, game, rules);
    writer.start_section(Topic::Restrictions);
    write_between_enemies(writer, rules);
    writer.start_section(Topic::Ends);
    goals::describe_ends(writer, rules);
    repetition::describe(writer, &rules.repetition, false, "手番も同じ");
}

fn write_movement(writer: &mut Writer, men: &Men) {
    let straight = match men.slide {
        0 => "any number of empty squares along a rank or a file, like a Rook in chess".to_owned(),
        1 => "one square along a rank or a file, to an empty square".to_owned(),
        n => format!("up to {} empty squares along a rank or a file", number(n)),
    };
    let straight_ja = match men.slide {
        0 => "将棋の飛車のように、縦横に空いたマスを何マスでも".to_owned(),
        1 => "縦横の隣の空いたマスへ1マスだけ".to_owned(),
        n => format!("縦横に空いたマスを{n}マスまで"),
    };
    let diagonal = match men.diagonal {
        0 => String::new(),
        1 => ", or one square along a diagonal".to_owned(),
        n => format!(", or up to {} empty squares along a diagonal", number(n)),
    };
    let diagonal_ja = match men.diagonal {
        0 => "斜めには進めません。".to_owned(),
        n => format!("斜めにも、空いたマスを{n}マスまで進めます。"),
    };
    writer.add_sentence(
        format!("A man moves {straight}{diagonal}."),
        format!("駒は{straight_ja}進めます。{diagonal_ja}"),
    );
    write_jumps(writer, men);
    if men.pass {
        writer.add_sentence(
            "A side may pass instead of moving.",
            "駒を動かす代わりにパスしても構いません。",
        );
    }
}

fn write_jumps(writer: &mut Writer, men: &Men) {
    if men.jump == 0 {
        return;
    }
    let (whose, whose_ja) = match men.jump_over {
        Side::Own => (" of its own side", "味方の駒"),
        Side::Enemy => (" of the other side", "相手の駒"),
        Side::Either => (" of either side", "駒（敵味方どちらでも）"),
    };
    if men.jump == 1 {
        writer.add_sentence(
            format!(
                "It may instead jump along a rank or a file over one adjacent man{whose}, to the \
                 empty square right behind it."
            ),
            format!("また、縦横に隣り合った{whose_ja}を1枚だけ飛び越して、すぐ先の空いたマスへ動けます。"),
        );
    } else {
        let to = if men.jump == 2 { "or" } else { "to" };
        let most = number(men.jump);
        writer.add_sentence(
            format!(
                "It may instead jump along a rank or a file over a line of one {to} {most} \
                 adjacent men{whose}, to the empty square right behind them."
            ),
            format!(
                "また、縦横にすき間なく並んだ{whose_ja}を隣から{}枚まで飛び越して、すぐ先の空いた\
                 マスへ動けます。",
                men.jump
            ),
        );
    }
    let them = if men.jump == 1 { "man that was" } else { "men that were" };
    writer.add_sentence(
        format!("A jump does not capture the {them} jumped over."),
        "飛び越された駒は取られません。",
    );
}

/// Names the houses, which the goal may refer to.
fn write_houses(writer: &mut Writer, game: &GameDefinition, men: &Men) {
    if !men.houses {
        return;
    }
    let (home, home_ja) = home(men);
    let between = game.general.ranks.saturating_sub(2 * men.home_ranks);
    let is = if men.home_ranks == 1 { "is" } else { "are" };
    let between_en = if between == 1 {
        "the rank between the houses is".to_owned()
    } else {
        format!("the {} ranks between the houses are", number(between))
    };
    writer.end_paragraph();
    writer.add_sentence(
        format!("The {home} nearest to a side {is} its house, and {between_en} the battlefield."),
        format!("手前の{home_ja}がそれぞれの陣地、あいだの{}段が戦場です。", kanji_number(between)),
    );
}

fn write_house_moves(writer: &mut Writer, men: &Men) {
    if men.houses {
        writer.end_paragraph();
        writer.add_sentence(
            "A man may move inside its own house and out of it. Once outside, it cannot enter \
             either house. It can never enter the enemy house.",
            "自分の陣地の駒は、その中を動くことも外へ出ることもできます。一度外へ出た駒は、どちらの\
             陣地にも入れません。陣地から直接相手の陣地へ入ることもできません。",
        );
    }
}

/// Returns the ranks nearest to a side that are its home: "two ranks", "二段".
fn home(men: &Men) -> (String, String) {
    let english = if men.home_ranks == 1 {
        "rank".to_owned()
    } else {
        format!("{} ranks", number(men.home_ranks))
    };
    (english, format!("{}段", kanji_number(men.home_ranks)))
}

fn write_between_enemies(writer: &mut Writer, rules: &HasamiDefinition) {
    match rules.men.between_enemies {
        // Stated with the captures.
        BetweenEnemies::Allowed => {}
        BetweenEnemies::Suicidal => writer.add_sentence(
            "A man that moves between two enemy men next to it, left and right or above and \
             below, is lost: it is removed after the captures of its move.",
            "左右または上下に隣り合う相手の駒2枚のあいだに自分から入ると、その手で相手の駒を\
             取った後、入った駒も盤から除かれます。",
        ),
        BetweenEnemies::IllegalUnlessCapture => write_illegal_between(writer, rules),
    }
}

fn write_illegal_between(writer: &mut Writer, rules: &HasamiDefinition) {
    writer.add_sentence(
        "A man may not move between two enemy men next to it, left and right or above and below.",
        "左右または上下に隣り合う相手の駒2枚のあいだには入れません。",
    );
    if rules.capture.custody != Custody::None {
        writer.add_sentence(
            "But it may if the move captures men between the moved man and another of yours.",
            "ただし、その手で相手の駒をはさんで取れるときは入れます。",
        );
    }
    if rules.capture.enclosure != Enclosure::None {
        writer.add_sentence(
            "It also may if the move removes a group that has no empty square next to it even \
             while the moving man still stands on its old square and its new square counts as \
             empty.",
            "また、動かす駒がまだ元のマスにあり、行き先のマスは空いているとみなしても、隣り合う空いた\
             マスのない相手の一団があり、それを取り除く手なら入れます。",
        );
    }
}
