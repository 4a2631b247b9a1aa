//! Requests about positions and moves.

use serde::Deserialize;

use super::failure::Failure;
use super::move_sequence::MoveSequence;
use super::position::{MoveJson, PositionJson, StepsJson};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_records::move_text;

/// A game: its start position and its moves.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
}

/// A move that a person has typed, and the game in which it is played.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveTextRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// The move in USI or written notation.
    word: String,
}

/// A position from the editor.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SfenRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the position.
    sfen: String,
}

/// An empty object.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EmptyRequest {}

impl GameRequest {
    /// Checks the name of the game and the number of moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if one of them is invalid.
    pub fn played(self) -> Result<MoveSequence, Failure> {
        MoveSequence::new(&self.game, self.start, self.moves)
    }

    /// Describes the position after all moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game or a move is invalid.
    pub fn position(self) -> Result<PositionJson, Failure> {
        self.played()?.position()
    }

    /// Plays the game through and describes each position.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game or a move is invalid.
    pub fn steps(self) -> Result<StepsJson, Failure> {
        self.played()?.steps()
    }
}

impl MoveTextRequest {
    /// Returns the legal move that the text means.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game is invalid or no move, or more than one, fits.
    pub fn find(self) -> Result<MoveJson, Failure> {
        let played = MoveSequence::new(&self.game, self.start, self.moves)?;
        let found = move_text::find(&*played.game_state()?, &self.word);
        let found = found.map_err(|error| Failure::of_move(played.len() + 1, &error))?;
        Ok(found.into())
    }
}

impl SfenRequest {
    /// Checks the position and describes it.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the position is invalid or cannot occur in a game.
    pub fn position(self) -> Result<PositionJson, Failure> {
        let variant: Variant = self.game.parse()?;
        let mut game_state = game_state::open(variant);
        game_state.set(StartPosition::Sfen(&self.sfen), &[])?;
        match game_state.position_defect() {
            Some(defect) => Err(Failure::from(defect).with("sfen", self.sfen)),
            None => Ok(PositionJson::of(&*game_state, None)),
        }
    }
}
