//! Games in requests.

use super::failure::Failure;
use super::position::{PositionJson, StepsJson};
use super::request_limits;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;

/// A game from a request: its start position and its moves.
#[derive(Clone, Debug)]
pub struct MoveSequence {
    /// The game.
    pub variant: Variant,
    start: Option<String>,
    moves: Vec<String>,
}

impl MoveSequence {
    /// Creates a game from the fields of a request.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game is unknown or has more than [`request_limits::MOVES`] moves.
    pub fn new(
        game: &str,
        start: Option<String>,
        moves: Option<Vec<String>>,
    ) -> Result<Self, Failure> {
        let moves = moves.unwrap_or_default();
        if moves.len() > request_limits::MOVES {
            let (count, limit) = (moves.len(), request_limits::MOVES);
            return Err(Failure::bad_request(format!("game has {count} moves, more than {limit}")));
        }
        Ok(Self { variant: game.parse()?, start, moves })
    }

    /// Returns the number of moves.
    #[expect(clippy::len_without_is_empty, reason = "a game is not a collection")]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Sets a game state to the position after `ply` moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the start position or a move is invalid.
    pub fn set_to(&self, game_state: &mut dyn GameState, ply: usize) -> Result<(), Failure> {
        let start = self.start.as_deref().map_or(StartPosition::Initial, StartPosition::Sfen);
        let moves: Vec<&str> = self.moves[..ply].iter().map(String::as_str).collect();
        Ok(game_state.set(start, &moves)?)
    }

    /// Describes the position after all moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the start position or a move is invalid.
    pub fn position(&self) -> Result<PositionJson, Failure> {
        let mut game_state = game_state::open(self.variant);
        let Some((latest, earlier)) = self.moves.split_last() else {
            self.set_to(&mut *game_state, 0)?;
            return Ok(PositionJson::of(&*game_state, None));
        };
        self.set_to(&mut *game_state, earlier.len())?;
        let last = game_state.describe_move(latest).ok().map(Into::into);
        game_state.push(latest)?;
        Ok(PositionJson::of(&*game_state, last))
    }

    /// Plays the game through and describes each position.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the start position or a move is invalid.
    pub fn steps(&self) -> Result<StepsJson, Failure> {
        let mut game_state = game_state::open(self.variant);
        self.set_to(&mut *game_state, 0)?;
        Ok(StepsJson::through(&mut *game_state, &self.moves)?)
    }

    /// Returns the game state after all moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the start position or a move is invalid.
    pub fn game_state(&self) -> Result<Box<dyn GameState>, Failure> {
        let mut game_state = game_state::open(self.variant);
        self.set_to(&mut *game_state, self.moves.len())?;
        Ok(game_state)
    }
}
