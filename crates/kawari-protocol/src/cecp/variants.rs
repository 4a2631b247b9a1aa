//! Games that xboard can display, and the conversion of their piece letters.

use crate::chess;
use kawari_engine::games::variants::Variant;
use kawari_engine::games::{GameInfo, XboardInfo};

/// A game that xboard can display.
#[derive(Clone, Copy, Debug)]
pub struct XboardVariant {
    /// Description for xboard, from the game's declaration.
    pub info: XboardInfo,
}

/// Returns the games that xboard can display.
pub fn xboard_variants() -> impl Iterator<Item = (Variant, XboardVariant)> {
    let games = chess::games().into_iter();
    games.filter_map(|game| Some((game, XboardVariant::of(game.info())?)))
}

impl XboardVariant {
    /// Returns the description of a game; `None` if xboard cannot display it.
    pub fn of(game: &GameInfo) -> Option<Self> {
        game.xboard.map(|info| Self { info })
    }

    /// Returns the letter of a piece's flipped side, if xboard has a separate letter for it.
    pub fn flipped(&self, letter: char) -> Option<char> {
        let find = |&&(one, _): &&(char, char)| one == letter.to_ascii_uppercase();
        let (_, other) = self.info.piece_letters.iter().find(find)?;
        Some(if letter.is_ascii_lowercase() { other.to_ascii_lowercase() } else { *other })
    }

    /// Returns the letter of the piece whose flipped side has this letter.
    pub fn unflipped(&self, letter: char) -> Option<char> {
        let find = |&&(_, other): &&(char, char)| other == letter.to_ascii_uppercase();
        let (one, _) = self.info.piece_letters.iter().find(find)?;
        Some(if letter.is_ascii_lowercase() { one.to_ascii_lowercase() } else { *one })
    }

    /// Converts the pieces of a board or of hands to xboard's letters. Drops the mark of a
    /// counter-flip, which xboard does not support.
    pub fn write(&self, text: &str) -> String {
        let mut written = String::new();
        let mut letters = text.chars().filter(|&letter| letter != '!').peekable();
        while let Some(letter) = letters.next() {
            let flipped = letters.peek().and_then(|&next| self.flipped(next));
            match flipped.filter(|_| letter == '+') {
                Some(flipped) => {
                    letters.next();
                    written.push(flipped);
                }
                None => written.push(letter),
            }
        }
        written
    }

    /// Converts xboard's letters back.
    pub fn read(&self, text: &str) -> String {
        let piece_letter = |letter| match self.unflipped(letter) {
            Some(piece) => format!("+{piece}"),
            None => letter.to_string(),
        };
        text.chars().map(piece_letter).collect()
    }
}
