//! The pieces, their names and their moves.

use super::diagram::MoveDiagram;
use super::moves;
use super::writer::Writer;
use super::{Block, Language, PieceSide, Topic};
use crate::betza;
use crate::drop::{DropDefinition, Piece};

/// The texts of both sides of a piece.
pub(super) trait PieceTexts {
    /// Returns the name of a side, if the definition has one.
    fn side_name(&self, is_promoted: bool, language: Language) -> Option<&str>;
    /// Returns the characters of a side on a board, if the definition has them.
    fn board_kanji(&self, is_promoted: bool) -> Option<&str>;
}

impl PieceTexts for Piece {
    fn side_name(&self, is_promoted: bool, language: Language) -> Option<&str> {
        let side = self.promoted.as_ref().filter(|_| is_promoted);
        let (english, japanese) = match side {
            Some(side) => (&side.name, &side.name_ja),
            None => (&self.name, &self.name_ja),
        };
        match language {
            Language::English => english.as_deref(),
            Language::Japanese => japanese.as_deref().or(english.as_deref()),
        }
    }

    fn board_kanji(&self, is_promoted: bool) -> Option<&str> {
        match &self.promoted {
            Some(side) if is_promoted => side.kanji_board.as_deref().or(side.kanji.as_deref()),
            _ => self.kanji.as_deref(),
        }
    }
}

/// Returns the name of an unpromoted piece, or its letter.
pub(super) fn piece_name(rules: &DropDefinition, letter: &str, language: Language) -> String {
    let name = rules.pieces.get(letter).and_then(|piece| piece.side_name(false, language));
    name.unwrap_or(letter).to_owned()
}

/// Returns the name of a promoted piece, or its letters.
pub(super) fn promoted_name(rules: &DropDefinition, letter: &str, language: Language) -> String {
    let piece = rules.pieces.get(letter);
    let name = piece.and_then(|piece| piece.side_name(true, language));
    name.map_or_else(|| format!("+{letter}"), str::to_owned)
}

/// Returns the name of the royal piece, if there is one.
pub(super) fn royal_name(rules: &DropDefinition, language: Language) -> Option<String> {
    let royal = rules.pieces.iter().find(|(_, piece)| piece.royal);
    royal.map(|(letter, _)| piece_name(rules, letter, language))
}

/// Writes the section.
pub(super) fn describe(writer: &mut Writer, rules: &DropDefinition) {
    writer.start_section(Topic::Pieces);
    let sides = sides(rules, writer.language);
    write_legend(writer, &sides);
    writer.add_block(Block::Pieces { sides });
}

/// Explains the words for moves that the pieces need.
fn write_legend(writer: &mut Writer, sides: &[PieceSide]) {
    let has = |property: fn(&MoveDiagram) -> bool| sides.iter().any(|side| property(&side.moves));
    writer.add_sentence(
        "A piece captures an enemy piece by moving to its square.",
        "相手の駒のあるマスに動くと、その駒を取れます。味方の駒のあるマスには動けません。",
    );
    if has(|moves| !moves.slides.is_empty()) {
        writer.add_sentence(
            "A step goes one square, a slide any number of empty squares in a straight line.",
            "「何マスでも」動ける駒も、途中の駒を飛び越すことはできません。",
        );
    }
    if has(|moves| moves.jumps.iter().any(|jump| jump.blocker.is_none())) {
        writer.add_sentence(
            "A jump passes over pieces of both sides.",
            "「跳ぶ」動きは、間に駒があっても飛び越せます。",
        );
    }
    if has(|moves| !moves.walks.is_empty()) {
        writer.add_sentence(
            "A walk may turn after each step, but not straight back. It ends on another square \
             than it began, and all squares before the last must be empty.",
            "「歩く」動きは、1マスごとに向きを変えられますが、すぐに後戻りしたり、元のマスで\
             終わったりはできません。途中のマスはすべて空いていなければなりません。",
        );
    }
}

/// Returns all sides: unpromoted pieces from the strongest to the weakest, then promoted ones.
fn sides(rules: &DropDefinition, language: Language) -> Vec<PieceSide> {
    let fronts = rules.pieces.iter().rev().map(|(letter, piece)| {
        let name = piece_name(rules, letter, language);
        (letter.clone(), name, piece.kanji.clone(), &piece.moves)
    });
    let backs = rules.pieces.iter().rev().filter_map(|(letter, piece)| {
        let side = piece.promoted.as_ref()?;
        let name = promoted_name(rules, letter, language);
        Some((format!("+{letter}"), name, side.kanji.clone(), &side.moves))
    });
    let mut sides: Vec<PieceSide> = Vec::new();
    for (letters, name, kanji, text) in fronts.chain(backs) {
        // A valid definition has only moves that can be parsed.
        let parsed = betza::parse(text).unwrap_or_default();
        let moves = MoveDiagram::new(&parsed);
        let same = sides
            .iter()
            .find(|side: &&PieceSide| side.moves.has_same_moves(&moves) && side.name != name);
        let text = moves::text(&moves, language);
        let text = match same {
            Some(same) if !moves::is_simple(&moves) => match language {
                Language::English => format!("moves like the {}", same.name),
                Language::Japanese => format!("{}と同じ動き", same.name),
            },
            _ => text,
        };
        sides.push(PieceSide { letters, name, kanji, text, moves });
    }
    sides
}
