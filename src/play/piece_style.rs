//! Names of the pieces on the terminal's board: SFEN letters or kanji.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::DrawnPiece;
use kawari_engine::core::color::Color;
use kawari_engine::games::GameInfo;

/// Style of the piece names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceStyle {
    /// SFEN letters: upper case for Black, `+` before a promoted piece.
    #[default]
    Letters,
    /// Kanji; `v` before White's pieces if both sides have the same kanji.
    Kanji,
}

impl fmt::Display for PieceStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Letters => "letters",
            Self::Kanji => "kanji",
        })
    }
}

/// An unknown piece style.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown piece style \"{0}\", expected letters or kanji")]
pub struct UnknownPieceStyle(String);

impl FromStr for PieceStyle {
    type Err = UnknownPieceStyle;

    fn from_str(word: &str) -> Result<Self, UnknownPieceStyle> {
        match word {
            "letters" => Ok(Self::Letters),
            "kanji" => Ok(Self::Kanji),
            _ => Err(UnknownPieceStyle(word.to_owned())),
        }
    }
}

/// The names of a game's pieces in a style.
#[derive(Clone, Copy, Debug)]
pub struct PieceNames {
    game: &'static GameInfo,
    style: PieceStyle,
}

impl PieceNames {
    /// Creates the names of a game's pieces.
    pub const fn new(game: &'static GameInfo, style: PieceStyle) -> Self {
        Self { game, style }
    }

    /// Returns the name of a piece on the board.
    pub fn on_board(&self, piece: &DrawnPiece) -> String {
        let suffix = if piece.is_marked { "!" } else { "" };
        let is_same_for_both = self.kanji(piece).is_some_and(|[black, white]| black == white);
        let prefix = if is_same_for_both && piece.color == Color::White { "v" } else { "" };
        format!("{prefix}{}{suffix}", self.name(piece))
    }

    /// Returns the name of a piece in hand, which does not show its side.
    pub fn in_hand(&self, piece: &DrawnPiece) -> String {
        self.name(&DrawnPiece { color: Color::Black, is_marked: false, ..piece.clone() })
    }

    fn name(&self, piece: &DrawnPiece) -> String {
        match (self.kanji(piece), piece.color) {
            (Some(kanji), color) => kanji[color.index()].to_owned(),
            (None, Color::Black) => piece.name.clone(),
            (None, Color::White) => piece.name.to_ascii_lowercase(),
        }
    }

    /// Returns the kanji of Black's and White's piece; `None` if pieces are shown as letters.
    fn kanji(&self, piece: &DrawnPiece) -> Option<[&'static str; 2]> {
        match self.style {
            PieceStyle::Letters => None,
            PieceStyle::Kanji => Some(self.game.piece_name(&piece.name)?.board_kanji),
        }
    }
}

/// Returns the number of terminal columns of a text: kanji and kana take two.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::board::DrawnBoard;
    use kawari_engine::games::variants::Variant;

    #[test]
    fn pieces_of_the_start_positions_have_kanji() {
        for variant in Variant::ALL {
            let info = variant.info();
            let names = PieceNames::new(info, PieceStyle::Kanji);
            let board = DrawnBoard::read(info.startpos);
            for piece in board.squares().filter_map(|place| board.piece(place)) {
                let shown = names.on_board(piece);
                let kanji = shown.trim_start_matches('v');
                assert!(width(kanji) == 2 * kanji.chars().count(), "{variant}: {piece:?}");
            }
        }
    }

    #[test]
    fn names_differ_between_the_sides() {
        let men = PieceNames::new(Variant::Hasami.info(), PieceStyle::Kanji);
        let yari = PieceNames::new(Variant::Yari.info(), PieceStyle::Kanji);
        let letters = PieceNames::new(Variant::Yari.info(), PieceStyle::Letters);
        let piece =
            |color, name: &str| DrawnPiece { color, name: name.to_owned(), is_marked: false };
        assert_eq!(men.on_board(&piece(Color::White, "P")), "と");
        assert_eq!(yari.on_board(&piece(Color::White, "R")), "v香飛");
        assert_eq!(yari.in_hand(&piece(Color::White, "R")), "香飛");
        assert_eq!(letters.on_board(&piece(Color::White, "+B")), "+b");
        assert_eq!(letters.in_hand(&piece(Color::White, "B")), "B");
        assert_eq!((width("v香飛"), width("+b")), (5, 2));
    }
}
