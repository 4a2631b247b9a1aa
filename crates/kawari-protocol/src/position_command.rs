//! The words of `position`, which the tools read too.

use super::command::unexpected;
use super::error::CommandError;
use kawari_engine::engine::game_state::{GameState, PositionError, StartPosition};

/// A position in words: where its game starts, and the moves since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// Where the game starts.
    pub start: StartSpec,
    /// The moves played since then, in USI notation.
    pub moves: Vec<String>,
}

/// Where a game starts, as `position` says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartSpec {
    /// `startpos` or `sfen startpos`.
    Initial,
    /// `handicap NAME`.
    Handicap(String),
    /// `sfen SFEN`.
    Sfen(String),
    /// `fen FEN`; for whoever does not speak chess the same as `sfen`.
    Fen(String),
}

impl PositionCommand {
    /// Reads `startpos`, `sfen SFEN` or `handicap NAME`, and `moves MOVE…` behind
    /// it, if it is there. The first word stands at this place of its line,
    /// counted from 1. Whether the position and its moves are legal shows when
    /// they are played.
    ///
    /// # Errors
    /// A [`CommandError`] that names what is wrong.
    pub fn parse(words: &[&str], word_index: usize) -> Result<Self, CommandError> {
        const STARTS: &str = "`startpos`, `sfen` or `handicap`";
        const NAME: &str = "the name of a handicap";
        const MOVES: &str = "`moves`";
        let missing = |expected| CommandError::Missing { command: "position", expected };
        let (start, rest_of_words) = match words {
            [] => return Err(missing(STARTS)),
            ["startpos", rest_of_words @ ..] | ["sfen" | "fen", "startpos", rest_of_words @ ..] => {
                (StartSpec::Initial, rest_of_words)
            }
            [form @ ("sfen" | "fen"), rest_of_words @ ..] => {
                // Only the game knows how long its SFENs are; whatever stands
                // before `moves` is meant as one.
                let end = rest_of_words
                    .iter()
                    .position(|&word| word == "moves")
                    .unwrap_or(rest_of_words.len());
                let text = rest_of_words[..end].join(" ");
                let is_fen = *form == "fen";
                let start = if is_fen { StartSpec::Fen(text) } else { StartSpec::Sfen(text) };
                (start, &rest_of_words[end..])
            }
            ["handicap"] => return Err(missing(NAME)),
            ["handicap", name, rest_of_words @ ..] => {
                (StartSpec::Handicap((*name).to_owned()), rest_of_words)
            }
            [word, ..] => return Err(unexpected("position", word, word_index, STARTS)),
        };
        let moves = match rest_of_words {
            [] => &[],
            ["moves", moves @ ..] => moves,
            [word, ..] => {
                let word_index = word_index + words.len() - rest_of_words.len();
                return Err(unexpected("position", word, word_index, MOVES));
            }
        };
        Ok(Self { start, moves: moves.iter().map(|&word| word.to_owned()).collect() })
    }

    /// Sets a line of play to this position; after an error it is as it was.
    ///
    /// # Errors
    /// For a bad SFEN, an unknown handicap, an illegal move, a move after the end.
    pub fn set(&self, game_state: &mut dyn GameState) -> Result<(), PositionError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game_state.set(self.start.start(), &moves)
    }
}

impl StartSpec {
    /// The same for the engine.
    pub fn start(&self) -> StartPosition<'_> {
        match self {
            Self::Initial => StartPosition::Initial,
            Self::Handicap(name) => StartPosition::Handicap(name),
            Self::Sfen(sfen) | Self::Fen(sfen) => StartPosition::Sfen(sfen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<PositionCommand, CommandError> {
        PositionCommand::parse(&words.split(' ').collect::<Vec<_>>(), 2)
    }

    fn refused(words: &str) -> String {
        parse(words).expect_err("bad words").to_string()
    }

    #[test]
    fn positions_in_all_their_forms() {
        let read = |words| {
            let position = parse(words).expect("good words");
            (position.start, position.moves.len())
        };
        let sfen = StartSpec::Sfen("9/9 b - 1".to_owned());
        assert_eq!(read("startpos"), (StartSpec::Initial, 0));
        assert_eq!(read("startpos moves"), (StartSpec::Initial, 0));
        assert_eq!(read("sfen startpos moves 1a1b 2a2b"), (StartSpec::Initial, 2));
        assert_eq!(read("sfen 9/9 b - 1"), (sfen, 0));
        let fen = StartSpec::Fen("9/9 b - 1".to_owned());
        assert_eq!(read("fen 9/9 b - 1 moves 1a1b"), (fen, 1));
        assert_eq!(read("sfen 9/9 moves 1a1b"), (StartSpec::Sfen("9/9".to_owned()), 1));
        assert_eq!(read("handicap rook"), (StartSpec::Handicap("rook".to_owned()), 0));
    }

    #[test]
    fn a_wrong_word_is_named_with_its_place() {
        assert_eq!(
            refused("startpos 9i9e"),
            "position: word 3 is `9i9e` where `moves` is expected"
        );
        assert_eq!(
            refused("handicap rook 9i9e"),
            "position: word 4 is `9i9e` where `moves` is expected"
        );
        assert_eq!(
            refused("hello"),
            "position: word 2 is `hello` where `startpos`, `sfen` or `handicap` is expected"
        );
        assert_eq!(
            PositionCommand::parse(&[], 2).expect_err("no words").to_string(),
            "position: the line ends where `startpos`, `sfen` or `handicap` is expected"
        );
        assert_eq!(
            refused("handicap"),
            "position: the line ends where the name of a handicap is expected"
        );
    }
}
