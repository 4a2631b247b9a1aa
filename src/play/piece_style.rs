//! How a piece is written: in the letters of SFEN, or in kanji.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::DrawnPiece;
use kawari_engine::core::color::Color;
use kawari_engine::games::GameInfo;

/// How pieces are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceStyle {
    /// The letters of SFEN: capitals are Black's, `+` stands before a promoted piece.
    #[default]
    Letters,
    /// Kanji, where they are known of the game; `v` stands before White's.
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

/// Neither `letters` nor `kanji`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("pieces are shown in `letters` or in `kanji`, not in `{0}`")]
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

/// Kanji by the name of a piece.
type Names = &'static [(&'static str, &'static str)];

/// The men of Hasami: Black's are Pawns, White's have the other side up.
const MEN: [&str; 2] = ["歩", "と"];

const SHOGI: Names = &[
    ("P", "歩"),
    ("L", "香"),
    ("N", "桂"),
    ("S", "銀"),
    ("G", "金"),
    ("B", "角"),
    ("R", "飛"),
    ("K", "玉"),
    ("+P", "と"),
    ("+L", "杏"),
    ("+N", "圭"),
    ("+S", "全"),
    ("+B", "馬"),
    ("+R", "龍"),
];

/// Most are a spear (香) and another piece in one.
const YARI: Names = &[
    ("P", "歩"),
    ("N", "香桂"),
    ("B", "香角"),
    ("R", "香飛"),
    ("K", "玉"),
    ("+P", "香銀"),
    ("+N", "香金"),
    ("+B", "香金"),
    ("+R", "飛"),
];

const HAJIKU: Names = &[
    ("P", "歩"),
    ("F", "豹"),
    ("C", "銅"),
    ("S", "銀"),
    ("G", "金"),
    ("K", "玉"),
    ("+P", "と"),
    ("+F", "角"),
    ("+C", "横"),
    ("+S", "竪"),
    ("+G", "飛"),
];

/// By the name of the game.
const DROP_GAMES: [(&str, Names); 4] =
    [("shogi", SHOGI), ("minishogi", SHOGI), ("yari", YARI), ("hajiku", HAJIKU)];

/// The pieces of a game as a set shows them.
#[derive(Clone, Copy, Debug)]
pub struct PieceNames {
    kanji: Option<Kanji>,
}

#[derive(Clone, Copy, Debug)]
enum Kanji {
    Men,
    Names(Names),
}

impl PieceNames {
    /// The pieces of a game. One whose kanji are not known has letters.
    pub fn new(game: &GameInfo, set: PieceStyle) -> Self {
        let kanji = match set {
            PieceStyle::Letters => None,
            PieceStyle::Kanji if game.pocket == 0 => Some(Kanji::Men),
            PieceStyle::Kanji => {
                let names = DROP_GAMES.iter().find(|(name, _)| *name == game.name);
                names.map(|(_, names)| Kanji::Names(names))
            }
        };
        Self { kanji }
    }

    /// A piece on the board.
    pub fn on_board(&self, piece: &DrawnPiece) -> String {
        let mark = if piece.is_marked { "!" } else { "" };
        let front = match self.kanji {
            Some(Kanji::Names(_)) if piece.color == Color::White => "v",
            _ => "",
        };
        format!("{front}{}{mark}", self.name(piece))
    }

    /// A piece in hand, where it is clear whose it is.
    pub fn in_hand(&self, piece: &DrawnPiece) -> String {
        let capital = DrawnPiece { color: Color::Black, is_marked: false, ..piece.clone() };
        self.name(&capital)
    }

    fn name(&self, piece: &DrawnPiece) -> String {
        let kanji = match self.kanji {
            Some(Kanji::Men) => Some(MEN[piece.color.index()]),
            Some(Kanji::Names(names)) => {
                let known = names.iter().find(|(name, _)| *name == piece.name);
                known.map(|(_, kanji)| *kanji)
            }
            None => None,
        };
        match (kanji, piece.color) {
            (Some(kanji), _) => kanji.to_owned(),
            (None, Color::Black) => piece.name.clone(),
            (None, Color::White) => piece.name.to_ascii_lowercase(),
        }
    }
}

/// Columns of a terminal that a text takes: kanji and kana take two.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::board::DrawnBoard;
    use kawari_engine::games::variants::Variant;

    /// Every piece that stands on a start board or in a handicap, and what it becomes.
    #[test]
    fn every_piece_has_its_kanji() {
        for variant in Variant::ALL {
            let info = variant.info();
            let lettering = PieceNames::new(info, PieceStyle::Kanji);
            let board = DrawnBoard::read(info.startpos);
            for piece in board.squares().filter_map(|place| board.piece(place)) {
                let shown = lettering.on_board(piece);
                let kanji = shown.trim_start_matches('v');
                assert!(width(kanji) == 2 * kanji.chars().count(), "{variant}: {piece:?}");
            }
        }
        for (game, names) in DROP_GAMES {
            for (name, _) in names.iter().filter(|(name, _)| name.starts_with('+')) {
                assert!(names.iter().any(|(down, _)| *down == &name[1..]), "{game}: {name}");
            }
        }
    }

    #[test]
    fn sides_can_be_told_apart_without_colours() {
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
