//! What a dialect has words of its own for. The conversation is the same in all of
//! them: which line is obeyed when, and that each `go` has one answer.

use super::cecp::Cecp;
use super::command::Command;
use super::error::{CommandError, ProtocolError};
use super::position::PositionWords;
use super::uci::Uci;
use super::usi::Usi;
use super::wire;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::line::Line;
use kawari_engine::engine::report::{Answer, Info, Spent};
use kawari_engine::engine::session::Order;
use kawari_engine::games::GameInfo;
use kawari_engine::search::limits::Clock;

/// The language that a client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Shogi Interface.
    #[default]
    Usi,
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, that of xboard.
    Cecp,
}

impl Dialect {
    /// Its words.
    pub fn words(self) -> &'static dyn Words {
        match self {
            Self::Usi => &Usi,
            Self::Uci => &Uci,
            Self::Cecp => &Cecp,
        }
    }
}

/// The position that a search begins with.
#[derive(Clone, Debug)]
pub struct Root {
    /// What game it is.
    pub game: &'static GameInfo,
    /// The position.
    pub sfen: String,
    /// The side to move.
    pub side: Color,
    /// How the game has ended already, or ends if the side to move declares its win.
    pub ending: Option<Outcome>,
}

impl Root {
    /// The start of a game.
    pub fn start(game: &'static GameInfo) -> Self {
        Self { game, sfen: game.startpos.to_owned(), side: Color::Black, ending: None }
    }

    /// The latest position of a game.
    pub fn of(line: &dyn Line) -> Self {
        Self {
            game: line.info(),
            sfen: line.sfen(),
            side: line.side_to_move(),
            ending: line.ending(),
        }
    }
}

/// The words of a dialect. What is given here is as USI has it.
pub trait Words: Sync {
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
    fn refusal(&self, _line: &str, error: &ProtocolError) -> String {
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
        said: &PositionWords,
        _game: &GameInfo,
    ) -> Result<PositionWords, ProtocolError> {
        Ok(said.clone())
    }

    /// What is wrong with a position, for whoever has said it like this.
    fn explain(&self, error: ProtocolError, _said: &PositionWords) -> ProtocolError {
        error
    }

    /// A move as USI has it; `None` for a word that is none.
    fn meant(&self, word: &str, _game: &GameInfo) -> Option<String> {
        Some(word.to_owned())
    }

    /// A move that is played in the latest position, as USI has it; `None` for a word
    /// that is none.
    fn played(&self, word: &str, line: &dyn Line) -> Option<String> {
        self.meant(word, line.info())
    }

    /// Moves as the client writes them.
    fn moves(&self, moves: &[String], _game: &GameInfo) -> Vec<String> {
        moves.to_vec()
    }

    /// A clock whose sides are told by their colours as the client has them.
    fn orient(&self, _clock: &mut Clock) {}

    /// True where a game may be given up, or claimed as won, instead of a move.
    fn has_claims(&self) -> bool {
        true
    }

    /// The search that `go mate` asks for; `None` where it asks for a proof.
    fn mate_search(&self, _number: Option<u64>, _order: Order) -> Option<Order> {
        None
    }

    /// Progress of a search; `several` where it tells more than one line.
    fn info(&self, info: &Info, several: bool, root: &Root) -> String;

    /// What a search has cost that has found nothing to tell besides, where there are
    /// words for it.
    fn spent(&self, spent: &Spent) -> Option<String> {
        Some(wire::spent(spent))
    }

    /// The end of a search.
    fn answer(&self, answer: &Answer, root: &Root) -> Vec<String>;

    /// A side by its colour.
    fn side(&self, color: Color) -> String {
        color.to_string()
    }

    /// The end of a game.
    fn outcome(&self, outcome: Outcome) -> String {
        outcome.to_string()
    }

    /// The board for people, and the position in one line below it.
    fn drawing(&self, line: &dyn Line) -> Vec<String> {
        let mut lines = wire::diagram(line);
        lines.push(format!("sfen {}", line.sfen()));
        lines
    }
}
