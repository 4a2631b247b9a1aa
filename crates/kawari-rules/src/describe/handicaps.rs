//! Handicap positions.

use super::pieces::{piece_name, promoted_name};
use super::squares::square_name;
use super::writer::Writer;
use super::{Block, Language, Topic};
use crate::check::sfen::{Placed, Start, read_sfen};
use crate::model::{Family, GameDefinition};

/// Writes the section if the game has handicaps.
pub(super) fn describe(writer: &mut Writer, game: &GameDefinition) {
    let general = &game.general;
    let Some(start) = read_sfen(game, &general.start) else { return };
    let language = writer.language;
    let items: Vec<String> = general
        .handicaps
        .iter()
        .filter_map(|(name, sfen)| {
            let handicap = read_sfen(game, sfen)?;
            let first = match (handicap.white_to_move, language) {
                (true, _) => "",
                (false, Language::English) => " (Black moves first)",
                (false, Language::Japanese) => "（先手から指す）",
            };
            Some(match (removed(&start, &handicap), language) {
                (Some(removed), Language::English) => {
                    let pieces: Vec<String> =
                        removed.iter().map(|placed| piece(game, placed, language)).collect();
                    format!("{name}: without {}{first}", pieces.join(", "))
                }
                (Some(removed), Language::Japanese) => {
                    let pieces: Vec<String> =
                        removed.iter().map(|placed| piece(game, placed, language)).collect();
                    format!("{name}：{}を落とす{first}", pieces.join("・"))
                }
                (None, Language::English) => format!("{name}: {sfen}"),
                (None, Language::Japanese) => format!("{name}：{sfen}"),
            })
        })
        .collect();
    if items.is_empty() {
        return;
    }
    writer.start_section(Topic::Handicaps);
    writer.add_sentence(
        "In a handicap game the stronger player takes White, plays without some pieces, and \
         moves first:",
        "駒落ちでは、強い方が後手（上手）を持ち、次の駒を落として、先に指します。",
    );
    writer.add_block(Block::List { items });
}

/// Returns White's pieces that a handicap position lacks. `None` if there is another difference.
fn removed<'a>(start: &'a Start, handicap: &Start) -> Option<Vec<&'a Placed>> {
    let is_same = |one: &Placed, other: &Placed| {
        (one.file, one.rank, one.is_white, one.is_promoted)
            == (other.file, other.rank, other.is_white, other.is_promoted)
            && one.letter == other.letter
    };
    let is_kept = |placed: &Placed| handicap.board.iter().any(|other| is_same(placed, other));
    let removed: Vec<&Placed> = start.board.iter().filter(|placed| !is_kept(placed)).collect();
    let is_subset = handicap.board.len() + removed.len() == start.board.len();
    let is_plain = is_subset
        && !removed.is_empty()
        && removed.iter().all(|placed| placed.is_white)
        && start.hands == handicap.hands;
    is_plain.then_some(removed)
}

/// Returns a piece with its square.
fn piece(game: &GameDefinition, placed: &Placed, language: Language) -> String {
    let square = square_name((placed.file, placed.rank), language);
    let name = match &game.family {
        Family::Drop(rules) if placed.is_promoted => promoted_name(rules, &placed.letter, language),
        Family::Drop(rules) => piece_name(rules, &placed.letter, language),
        Family::Hasami(_) => match language {
            Language::English => "the man".to_owned(),
            Language::Japanese => "駒".to_owned(),
        },
    };
    match language {
        Language::English => format!("{name} {square}"),
        Language::Japanese => format!("{square}{name}"),
    }
}
