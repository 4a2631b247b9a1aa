//! What a dialect has words of its own for. The conversation is the same in all of
//! them: which line is obeyed when, and that each `go` has one answer.

use super::cecp::Cecp;
use super::command::Command;
use super::error::{CommandError, ProtocolError};
use super::position_command::PositionCommand;
use super::uci::Uci;
use super::usi::Usi;
use super::wire;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo, SearchStats};
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::games::GameInfo;
use kawari_engine::search::limits::Clock;

/// The language that a client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DialectKind {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, that of xboard.
    Cecp,
}

impl DialectKind {
    /// Its words.
    pub fn implementation(self) -> &'static dyn Dialect {
        match self {
            Self::Usi => &Usi,
            Self::Uci => &Uci,
            Self::Cecp => &Cecp,
        }
    }
}

/// The position that a search begins with.
#[derive(Clone, Debug)]
pub struct RootInfo {
    /// What game it is.
    pub game: &'static GameInfo,
    /// The position.
    pub sfen: String,
    /// The side to move.
    pub side: Color,
    /// How the game has ended already, or ends if the side to move declares its win.
    pub ending: Option<Outcome>,
}

impl RootInfo {
    /// The start of a game.
    pub fn start(game: &'static GameInfo) -> Self {
        Self { game, sfen: game.startpos.to_owned(), side: Color::Black, ending: None }
    }

    /// The latest position of a game.
    pub fn of(game_state: &dyn GameState) -> Self {
        Self {
            game: game_state.info(),
            sfen: game_state.sfen(),
            side: game_state.side_to_move(),
            ending: game_state.ending(),
        }
    }
}

/// The words of a dialect. What is given here is as USI has it.
pub trait Dialect: Sync {
    /// Reads a line; `None` when it asks for nothing.
    ///
    /// # Errors
    /// A [`CommandError`] that names what is wrong.
    fn read(&self, line: &str) -> Result<Option<Command>, CommandError> {
        Command::parse(line)
    }

    /// Something that a person may want to know.
    fn note(&self, text: &str) -> String {
        wire::note(text)
    }

    /// Something that went wrong.
    fn error(&self, error: &str) -> String {
        self.note(&format!("error: {}", wire::shortened(error)))
    }

    /// Why a line is not obeyed.
    fn rejection(&self, _line: &str, error: &ProtocolError) -> String {
        self.error(&error.to_string())
    }

    /// The answer to the greeting: who we are and what can be set.
    fn greeting(&self) -> Vec<String>;

    /// What a client wants to know of a game that was chosen.
    fn variant(&self, game: &GameInfo) -> Vec<String>;

    /// A position as USI has it.
    ///
    /// # Errors
    /// For what is no position of any game, or no move of this one.
    fn position(
        &self,
        command: &PositionCommand,
        _game: &GameInfo,
    ) -> Result<PositionCommand, ProtocolError> {
        Ok(command.clone())
    }

    /// What is wrong with a position, for whoever has said it like this.
    fn translate_error(&self, error: ProtocolError, _said: &PositionCommand) -> ProtocolError {
        error
    }

    /// A move as USI has it; `None` for a word that is none.
    fn usi_move(&self, word: &str, _game: &GameInfo) -> Option<String> {
        Some(word.to_owned())
    }

    /// A move that is played in the latest position, as USI has it; `None` for a word
    /// that is none.
    fn usi_move_in_position(&self, word: &str, game_state: &dyn GameState) -> Option<String> {
        self.usi_move(word, game_state.info())
    }

    /// Moves as the client writes them.
    fn moves(&self, moves: &[String], _game: &GameInfo) -> Vec<String> {
        moves.to_vec()
    }

    /// A clock whose sides are told by their colours as the client has them.
    fn orient_clock(&self, _clock: &mut Clock) {}

    /// True where a game may be given up, or claimed as won, instead of a move.
    fn has_resignation(&self) -> bool {
        true
    }

    /// The search that `go mate` asks for; `None` where it asks for a proof.
    fn mate_search(&self, _number: Option<u64>, _order: SearchRequest) -> Option<SearchRequest> {
        None
    }

    /// Progress of a search; `several` where it tells more than one line.
    fn info(&self, info: &SearchInfo, several: bool, root: &RootInfo) -> String;

    /// What a search has cost that has found nothing to tell besides, where there are
    /// words for it.
    fn stats(&self, stats: &SearchStats) -> Option<String> {
        Some(wire::stats(stats))
    }

    /// The end of a search.
    fn answer(&self, answer: &SearchAnswer, root: &RootInfo) -> Vec<String>;

    /// A side by its colour.
    fn side(&self, color: Color) -> String {
        color.to_string()
    }

    /// The end of a game.
    fn outcome(&self, outcome: Outcome) -> String {
        outcome.to_string()
    }

    /// The board for people, and the position in one line below it.
    fn board_diagram(&self, game_state: &dyn GameState) -> Vec<String> {
        let mut lines = wire::diagram(game_state);
        lines.push(format!("sfen {}", game_state.sfen()));
        lines
    }
}
