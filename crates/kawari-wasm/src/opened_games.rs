//! Games that the host plays move by move.

use std::collections::BTreeMap;

use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;
use kawari_api::move_sequence::MoveSequence;
use kawari_api::position::{MoveJson, PositionJson};
use kawari_engine::engine::game_state::GameState;
use serde::{Deserialize, Serialize};

/// The number of an opened game.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedGame {
    id: u32,
}

/// A move of an opened game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMove {
    id: u32,
    /// The move in USI notation.
    usi: String,
}

/// Moves of an opened game.
#[derive(Serialize)]
pub struct MovesJson {
    /// The moves in USI notation.
    moves: Vec<String>,
}

/// The opened games.
#[derive(Default)]
pub struct OpenedGames {
    games: BTreeMap<u32, Box<dyn GameState>>,
    /// Number of the game that is opened next.
    next: u32,
}

impl OpenedGames {
    /// Opens a game after its moves.
    pub fn open(&mut self, played: &MoveSequence) -> Result<OpenedGame, Failure> {
        let id = self.next;
        self.games.insert(id, played.game_state()?);
        self.next += 1;
        Ok(OpenedGame { id })
    }

    /// Closes a game.
    pub fn close(&mut self, OpenedGame { id }: &OpenedGame) {
        self.games.remove(id);
    }

    fn game(&mut self, id: u32) -> Result<&mut Box<dyn GameState>, Failure> {
        let missing = || Failure::new(ErrorCode::BadRequest, format!("no opened game {id}"));
        self.games.get_mut(&id).ok_or_else(missing)
    }

    /// Plays a move and describes it.
    pub fn push(&mut self, PlayedMove { id, usi }: &PlayedMove) -> Result<MoveJson, Failure> {
        let game = self.game(*id)?;
        let described = game.describe_move(usi).ok();
        game.push(usi)?;
        described.map(Into::into).ok_or_else(Failure::fault)
    }

    /// Takes back the last move. Returns it, or nothing at the start.
    pub fn pop(&mut self, OpenedGame { id }: &OpenedGame) -> Result<MovesJson, Failure> {
        let last = self.game(*id)?.pop();
        Ok(MovesJson { moves: last.iter().map(ToString::to_string).collect() })
    }

    /// Returns the legal moves.
    pub fn legal_moves(&mut self, OpenedGame { id }: &OpenedGame) -> Result<MovesJson, Failure> {
        Ok(MovesJson { moves: self.game(*id)?.legal_moves_in_usi() })
    }

    /// Describes the current position.
    pub fn position(&mut self, OpenedGame { id }: &OpenedGame) -> Result<PositionJson, Failure> {
        Ok(PositionJson::of(&**self.game(*id)?, None))
    }
}
