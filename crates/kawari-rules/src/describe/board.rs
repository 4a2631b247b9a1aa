//! The board and the start position.

use unicode_width::UnicodeWidthStr;

use super::pieces::{PieceTexts, piece_name};
use super::squares::square_name;
use super::words::{self, join, join_ja, kanji_number};
use super::writer::Writer;
use super::{Block, Language, Topic};
use crate::check::sfen::{Placed, Start, read_sfen};
use crate::model::{Family, GameDefinition};

/// Writes the section of a drop game.
pub(super) fn describe_drop(writer: &mut Writer, game: &GameDefinition) {
    writer.start_section(Topic::Board);
    write_size(writer, game);
    let Some(start) = read_sfen(game, &game.general.start) else { return };
    write_first_side(writer, &start);
    write_drawing(writer, game, &start);
    write_hands(writer, game, &start);
}

/// Writes the section of a Hasami game.
pub(super) fn describe_hasami(writer: &mut Writer, game: &GameDefinition) {
    writer.start_section(Topic::Board);
    write_size(writer, game);
    let Some(start) = read_sfen(game, &game.general.start) else { return };
    let ranks = full_ranks(game, &start);
    if let Some(ranks) = &ranks {
        let men = ranks.len() as u32 * u32::from(game.general.files);
        let (english, japanese) = rank_names(ranks);
        writer.add_sentence(
            format!("Each side has {} men on its {english}.", words::number(men)),
            format!("駒はすべて同じ種類で、双方が{men}枚ずつ、{japanese}に並べます。"),
        );
    }
    write_first_side(writer, &start);
    if ranks.is_none() {
        let [black, white] = [false, true].map(|is_white| start.count(is_white, "P"));
        let (count, is_equal) = (|n| words::count(n, "man", "men"), black == white);
        if is_equal {
            writer.add_sentence(
                format!("Each side has {}.", count(black)),
                format!("駒はすべて同じ種類で、双方が{black}枚ずつ持ちます。"),
            );
        } else {
            writer.add_sentence(
                format!("Black has {}, White has {}.", count(black), count(white)),
                format!("駒はすべて同じ種類で、先手が{black}枚、後手が{white}枚を持ちます。"),
            );
        }
        write_drawing(writer, game, &start);
    }
}

fn write_size(writer: &mut Writer, game: &GameDefinition) {
    let (files, ranks) = (game.general.files, game.general.ranks);
    writer.add_sentence(
        format!("The board has {files} files and {ranks} ranks."),
        format!("盤は{files}筋×{ranks}段です。"),
    );
}

fn write_first_side(writer: &mut Writer, start: &Start) {
    if start.white_to_move {
        writer.add_sentence("White, at the top, moves first.", "上側の後手から指し始めます。");
    } else {
        writer.add_sentence("Black, at the bottom, moves first.", "下側の先手から指し始めます。");
    }
}

/// Returns the ranks that each side fills with men, from 1 at its own side. `None` if the
/// start position is something else.
fn full_ranks(game: &GameDefinition, start: &Start) -> Option<Vec<u8>> {
    let (files, last) = (usize::from(game.general.files), game.general.ranks - 1);
    let sides = [false, true].map(|is_white| {
        let men = start.board.iter().filter(|man| man.is_white == is_white);
        let mut ranks: Vec<u8> =
            men.map(|man| 1 + if is_white { man.rank } else { last - man.rank }).collect();
        ranks.sort_unstable();
        let men = ranks.len();
        ranks.dedup();
        (ranks.len() * files == men && men > 0).then_some(ranks)
    });
    let [black, white] = sides;
    black.filter(|black| white.as_ref() == Some(black))
}

/// Returns the ranks in words: "first rank", "first two ranks", "first and third ranks".
fn rank_names(ranks: &[u8]) -> (String, String) {
    let count = ranks.len() as u8;
    let japanese: Vec<String> =
        ranks.iter().map(|&rank| format!("{}段目", kanji_number(rank))).collect();
    let is_start = ranks.iter().copied().eq(1..=count);
    if count == 1 {
        return (format!("{} rank", words::ordinal(ranks[0])), format!("手前から{}", japanese[0]));
    }
    if is_start {
        let japanese = format!("手前の{}段", kanji_number(count));
        return (format!("first {} ranks", words::number(count)), japanese);
    }
    let english: Vec<String> = ranks.iter().map(|&rank| words::ordinal(rank)).collect();
    (format!("{} ranks", join(&english, "and")), format!("手前から{}", join_ja(&japanese)))
}

fn write_hands(writer: &mut Writer, game: &GameDefinition, start: &Start) {
    let Family::Drop(rules) = &game.family else { return };
    for (hand, english, japanese) in
        [(&start.hands[0], "Black", "先手"), (&start.hands[1], "White", "後手")]
    {
        let held: Vec<(u32, String)> = hand
            .iter()
            .map(|(letter, &count)| (count, piece_name(rules, letter, writer.language)))
            .collect();
        if held.is_empty() {
            continue;
        }
        let items: Vec<String> = held
            .iter()
            .map(|(count, name)| match writer.language {
                Language::English => format!("{count} x {name}"),
                Language::Japanese => format!("{name}{count}枚"),
            })
            .collect();
        writer.add_sentence(
            format!("{english} starts with pieces in hand: {}.", join(&items, "and")),
            format!("{japanese}は初めから{}を持ち駒にしています。", join_ja(&items)),
        );
    }
}

/// Adds a drawing of the start position.
fn write_drawing(writer: &mut Writer, game: &GameDefinition, start: &Start) {
    let (files, ranks) = (game.general.files, game.general.ranks);
    let language = writer.language;
    let plus = if start.board.iter().any(|placed| placed.is_promoted) {
        " A + marks a promoted side."
    } else {
        ""
    };
    let is_letter = |placed: &Placed| cell(game, Some(placed), Language::Japanese).is_ascii();
    let white_ja = match game.family {
        Family::Drop(_) if start.board.iter().any(is_letter) => {
            "図の大文字は先手の駒、小文字やvは後手の駒です。"
        }
        Family::Drop(_) => "図のvは後手の駒です。",
        Family::Hasami(_) => "図の歩は先手、とは後手の駒です。",
    };
    let legend = match language {
        Language::English => {
            format!("Capital letters are Black's pieces, small letters are White's.{plus}")
        }
        Language::Japanese => white_ja.to_owned(),
    };
    let at =
        |file, rank| start.board.iter().find(|placed| (placed.file, placed.rank) == (file, rank));
    let cells: Vec<Vec<String>> = (0..ranks)
        .map(|rank| (1..=files).rev().map(|file| cell(game, at(file, rank), language)).collect())
        .collect();
    let widest = cells.iter().flatten().map(|cell| cell.width()).max().unwrap_or(1);
    let pad = |text: &str| format!("{}{text}", " ".repeat(1 + widest.max(2) - text.width()));
    let mut lines = vec![(1..=files).rev().map(|file| pad(&file.to_string())).collect::<String>()];
    for (row, rank) in cells.iter().zip(0..) {
        let row: String = row.iter().map(|cell| pad(cell)).collect();
        let name = square_name((1, rank), language);
        lines.push(format!("{row}  {}", &name[1..]));
    }
    writer.add_block(Block::Board { sfen: game.general.start.clone(), lines, legend });
}

/// Returns the characters of a square.
fn cell(game: &GameDefinition, placed: Option<&Placed>, language: Language) -> String {
    let Some(placed) = placed else {
        return match language {
            Language::English => ".".to_owned(),
            Language::Japanese => "・".to_owned(),
        };
    };
    let plus = if placed.is_promoted { "+" } else { "" };
    let letters = if placed.is_white {
        format!("{plus}{}", placed.letter.to_ascii_lowercase())
    } else {
        format!("{plus}{}", placed.letter)
    };
    match (&game.family, language) {
        (_, Language::English) => letters,
        // The traditional signs of the men.
        (Family::Hasami(_), Language::Japanese) => {
            if placed.is_white {
                "と".to_owned()
            } else {
                "歩".to_owned()
            }
        }
        (Family::Drop(rules), Language::Japanese) => {
            let kanji = rules
                .pieces
                .get(&placed.letter)
                .and_then(|piece| piece.board_kanji(placed.is_promoted));
            let side = if placed.is_white { "v" } else { "" };
            kanji.map_or(letters, |kanji| format!("{side}{kanji}"))
        }
    }
}
