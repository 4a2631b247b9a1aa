//! The interface of a dialect: how commands are parsed and output is formatted. The command
//! loop is the same for all dialects.

use super::command::Command;
use super::error::{CommandError, ProtocolError};
use super::position_command::PositionCommand;
use super::wire;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo, SearchStats};
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::games::GameInfo;
use kawari_engine::search::limits::Clock;

/// The root position of a search.
#[derive(Clone, Debug)]
pub struct RootInfo {
    /// The game.
    pub game: &'static GameInfo,
    /// The position as SFEN.
    pub sfen: String,
    /// The side to move.
    pub side: Color,
    /// The outcome if the game has ended, or if the side to move can declare a win.
    pub ending: Option<Outcome>,
}

impl RootInfo {
    /// Returns the start position of a game.
    pub fn start(game: &'static GameInfo) -> Self {
        Self { game, sfen: game.startpos.to_owned(), side: Color::Black, ending: None }
    }

    /// Returns the current position of a game.
    pub fn of(game_state: &dyn GameState) -> Self {
        Self {
            game: game_state.info(),
            sfen: game_state.sfen(),
            side: game_state.side_to_move(),
            ending: game_state.ending(),
        }
    }
}

/// A dialect. The default methods implement USI.
pub trait Dialect: Sync {
    /// Parses a line; `None` if it needs no action.
    ///
    /// # Errors
    /// Returns a [`CommandError`] with the first wrong word and its place in the line.
    fn read(&self, line: &str) -> Result<Option<Command>, CommandError> {
        Command::parse(line)
    }

    /// Formats information for a person.
    fn note(&self, text: &str) -> String {
        wire::note(text)
    }

    /// Formats an error message.
    fn error(&self, error: &str) -> String {
        self.note(&format!("error: {}", wire::shortened(error)))
    }

    /// Formats the error message for a rejected line.
    fn rejection(&self, _line: &str, error: &ProtocolError) -> String {
        self.error(&error.to_string())
    }

    /// Formats the answer to the first command: name, author and options.
    fn greeting(&self) -> Vec<String>;

    /// Formats the list of games after games were loaded from files.
    fn games(&self) -> Vec<String> {
        Vec::new()
    }

    /// Formats the description of a game that was selected.
    fn variant(&self, game: &GameInfo) -> Vec<String>;

    /// Converts a position to USI.
    ///
    /// # Errors
    /// Returns a [`ProtocolError`] for an invalid FEN or a word that is not a move.
    fn position(
        &self,
        command: &PositionCommand,
        _game: &GameInfo,
    ) -> Result<PositionCommand, ProtocolError> {
        Ok(command.clone())
    }

    /// Converts the error of a position to the notation of the client's command.
    fn translate_error(&self, error: ProtocolError, _command: &PositionCommand) -> ProtocolError {
        error
    }

    /// Converts a move to USI; `None` if the word is not a move.
    fn usi_move(&self, word: &str, _game: &GameInfo) -> Option<String> {
        Some(word.to_owned())
    }

    /// Converts a move of the current position to USI; `None` if the word is not a move.
    fn usi_move_in_position(&self, word: &str, game_state: &dyn GameState) -> Option<String> {
        self.usi_move(word, game_state.info())
    }

    /// Converts moves of a position from USI to the dialect.
    fn moves(&self, moves: &[String], _game: &GameInfo, _sfen: &str) -> Vec<String> {
        moves.to_vec()
    }

    /// Assigns the times of a clock to the engine's colours, if the dialect's colours differ.
    fn orient_clock(&self, _clock: &mut Clock) {}

    /// Returns true if the engine can resign or claim a win instead of a move.
    fn has_resignation(&self) -> bool {
        true
    }

    /// Returns the normal search for `go mate`; `None` if it is a mate search.
    fn mate_search(&self, _number: Option<u64>, _request: SearchRequest) -> Option<SearchRequest> {
        None
    }

    /// Formats the progress of a search. `is_multi_pv` is set if several lines are reported.
    fn info(&self, info: &SearchInfo, is_multi_pv: bool, root: &RootInfo) -> String;

    /// Formats the cost of a search that ended without a principal variation; `None` if the
    /// dialect cannot express it.
    fn stats(&self, stats: &SearchStats) -> Option<String> {
        Some(wire::stats(stats))
    }

    /// Formats the answer of a search.
    fn answer(&self, answer: &SearchAnswer, root: &RootInfo) -> Vec<String>;

    /// Returns the name of a side.
    fn side(&self, color: Color) -> String {
        color.to_string()
    }

    /// Formats the outcome of a game.
    fn outcome(&self, outcome: Outcome) -> String {
        outcome.to_string()
    }

    /// Draws the board, with the position as a line of text below it.
    fn board_diagram(&self, game_state: &dyn GameState) -> Vec<String> {
        let mut lines = wire::diagram(game_state);
        lines.push(format!("sfen {}", game_state.sfen()));
        lines
    }
}
