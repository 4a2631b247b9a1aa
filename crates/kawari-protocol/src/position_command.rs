//! Parser of the arguments of `position`. The command-line tools read the same form.

use super::error::CommandError;
use kawari_engine::engine::game_state::{GameState, PositionError, StartPosition};

/// A position: the start of the game and the moves since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The start position.
    pub start: StartSpec,
    /// The moves since then, in the client's notation.
    pub moves: Vec<String>,
}

/// A start position as the client wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartSpec {
    /// `startpos` or `sfen startpos`.
    Initial,
    /// `handicap NAME`.
    Handicap(String),
    /// `sfen SFEN`.
    Sfen(String),
    /// `fen FEN`: in USI the same as `sfen`, in UCI a position in chess notation.
    Fen(String),
}

impl PositionCommand {
    /// Parses `startpos`, `sfen SFEN` or `handicap NAME`, and an optional `moves MOVE…`.
    /// `word_index` is the place of the first word in its line, counted from 1. The position
    /// and its moves are not checked; [`PositionCommand::set`] does that.
    ///
    /// # Errors
    /// Returns a [`CommandError`] with the first wrong word and its place in the line.
    pub fn parse(words: &[&str], word_index: usize) -> Result<Self, CommandError> {
        const STARTS: &str = "`startpos`, `sfen` or `handicap`";
        const NAME: &str = "the name of a handicap";
        const MOVES: &str = "`moves`";
        let missing = |expected| CommandError::Missing { command: "position", expected };
        let (start, rest) = match words {
            [] => return Err(missing(STARTS)),
            ["startpos", rest @ ..] | ["sfen" | "fen", "startpos", rest @ ..] => {
                (StartSpec::Initial, rest)
            }
            [form @ ("sfen" | "fen"), rest @ ..] => {
                // The number of fields depends on the game, so all words before `moves` belong
                // to the SFEN.
                let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
                let text = rest[..end].join(" ");
                let is_fen = *form == "fen";
                let start = if is_fen { StartSpec::Fen(text) } else { StartSpec::Sfen(text) };
                (start, &rest[end..])
            }
            ["handicap"] => return Err(missing(NAME)),
            ["handicap", name, rest @ ..] => (StartSpec::Handicap((*name).to_owned()), rest),
            [word, ..] => {
                return Err(CommandError::unexpected("position", word, word_index, STARTS));
            }
        };
        let moves = match rest {
            [] => &[],
            ["moves", moves @ ..] => moves,
            [word, ..] => {
                let word_index = word_index + words.len() - rest.len();
                return Err(CommandError::unexpected("position", word, word_index, MOVES));
            }
        };
        Ok(Self { start, moves: moves.iter().map(|&word| word.to_owned()).collect() })
    }

    /// Sets `game_state` to this position. An error leaves it unchanged.
    ///
    /// # Errors
    /// Returns a [`PositionError`] for an invalid SFEN, an unknown handicap, an illegal move or
    /// a move after the end of the game.
    pub fn set(&self, game_state: &mut dyn GameState) -> Result<(), PositionError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game_state.set(self.start.start(), &moves)
    }
}

impl StartSpec {
    /// Returns the start position for the engine.
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

    fn error(words: &str) -> String {
        parse(words).expect_err("invalid arguments").to_string()
    }

    #[test]
    fn every_form_of_position() {
        let read = |words| {
            let position = parse(words).expect("valid arguments");
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
    fn errors_name_the_word_and_its_place() {
        assert_eq!(error("startpos 9i9e"), "position: word 3 is `9i9e` where `moves` is expected");
        assert_eq!(
            error("handicap rook 9i9e"),
            "position: word 4 is `9i9e` where `moves` is expected"
        );
        assert_eq!(
            error("hello"),
            "position: word 2 is `hello` where `startpos`, `sfen` or `handicap` is expected"
        );
        assert_eq!(
            PositionCommand::parse(&[], 2).expect_err("no words").to_string(),
            "position: the line ends where `startpos`, `sfen` or `handicap` is expected"
        );
        assert_eq!(
            error("handicap"),
            "position: the line ends where the name of a handicap is expected"
        );
    }
}
