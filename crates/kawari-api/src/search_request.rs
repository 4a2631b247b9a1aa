//! Requests for searches.

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::limits::{LimitsRequest, SideClock, level};
use super::move_sequence::MoveSequence;
use super::request_limits;
use super::search::{BestMoveJson, FaultJson, InfoJson};
use kawari_engine::core::score::{MAX_EVALUATION, Score};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::session::{SearchRequest, Session, Settings};
use kawari_engine::engine::strength::Level;

/// A request for a search.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SearchRequest"))]
#[serde(deny_unknown_fields)]
pub struct SearchBody {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// Limits of the search. Default: infinite at full strength; a lower level has its own
    /// node limit.
    limits: Option<LimitsRequest>,
    /// Playing strength, 1 to 8. Default: 8, full strength.
    level: Option<u8>,
    /// Seed of the random choices of a level below 8. Equal seeds and games give equal
    /// choices. Default: 0.
    seed: Option<u64>,
    /// Number of principal variations, 1 to 5. Default: 1.
    multipv: Option<usize>,
    /// Restriction of the root moves, in USI notation. Default: all legal moves.
    searchmoves: Option<Vec<String>>,
    /// Transposition table, in MiB. Default: 16.
    hash: Option<usize>,
    /// Number of threads. Default: 1.
    threads: Option<usize>,
    /// Resign if the score is at least this far below zero, in hundredths of a pawn or man;
    /// at most 31744. Default: 0, resign only in a lost position.
    resign: Option<Score>,
}

/// A line of the response to a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SearchLineJson {
    /// First line.
    Started(SearchStartedJson),
    /// Progress.
    Info(InfoJson),
    /// An internal error.
    Fault(FaultJson),
    /// Last line.
    BestMove(Box<BestMoveJson>),
}

impl From<FaultJson> for SearchLineJson {
    fn from(fault: FaultJson) -> Self {
        Self::Fault(fault)
    }
}

/// Resources granted to a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchStartedJson {
    /// Transposition table, in MiB.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
    /// Number of principal variations.
    pub multipv: usize,
    /// Playing strength.
    pub level: u8,
}

/// A checked request for a search.
#[derive(Debug)]
pub struct PreparedSearch {
    /// The game.
    pub played: MoveSequence,
    /// Requested size of the transposition table, in MiB.
    pub hash: usize,
    /// Requested number of threads.
    pub threads: usize,
    /// Requested number of principal variations.
    pub multipv: usize,
    /// Playing strength.
    pub level: Level,
    limits: LimitsRequest,
    seed: u64,
    search_moves: Vec<String>,
    resign: Score,
}

impl SearchBody {
    /// Checks the numbers of the request and the name of the game.
    ///
    /// # Errors
    /// Returns a [`Failure`] if one of them is invalid.
    pub fn check(self) -> Result<PreparedSearch, Failure> {
        let limits = self.limits.unwrap_or_default();
        limits.check()?;
        let level = level(self.level)?;
        let multipv = self.multipv.unwrap_or(1);
        if !(1..=request_limits::LINES).contains(&multipv) {
            return Err(Failure::out_of_range("multipv", multipv, 1, request_limits::LINES));
        }
        let resign = self.resign.unwrap_or(0);
        if !(0..=MAX_EVALUATION).contains(&resign) {
            return Err(Failure::out_of_range("resign", resign, 0, MAX_EVALUATION));
        }
        Ok(PreparedSearch {
            played: MoveSequence::new(&self.game, self.start, self.moves)?,
            hash: self.hash.unwrap_or(request_limits::DEFAULT_HASH),
            threads: self.threads.unwrap_or(1),
            multipv,
            level,
            limits,
            seed: self.seed.unwrap_or(0),
            search_moves: self.searchmoves.unwrap_or_default(),
            resign,
        })
    }
}

impl PreparedSearch {
    /// Checks the moves of the request.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a move is illegal.
    pub fn check_moves(&self) -> Result<(), Failure> {
        let game_state = self.played.game_state()?;
        for usi in &self.search_moves {
            game_state.describe_move(usi).map_err(|error| Failure::of_move(0, &error))?;
        }
        Ok(())
    }

    /// Sets a session to the position and the strength, and returns the request for its search.
    /// `lost` returns the time in milliseconds that the side to move has used already.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a move is illegal or there is not enough memory.
    pub fn set_session(
        &self,
        session: &mut dyn Session,
        lost: impl FnOnce() -> u64,
    ) -> Result<SearchRequest, Failure> {
        self.played.set_to(session.game_state_mut(), self.played.len())?;
        session.set_settings(Settings {
            resign_score: self.resign,
            strength: self.level.into(),
            seed: self.seed,
            ..*session.settings()
        })?;
        let game_state = session.game_state();
        let has_limit = self.limits.has_limit();
        let is_infinite = self.limits.is_infinite();
        let is_limitless = !has_limit && self.level == Level::FULL;
        // A decided position is answered immediately, even by an infinite search.
        let is_decided = game_state.legal_moves().is_empty();
        Ok(SearchRequest {
            limits: self.limits.for_search(game_state.side_to_move(), lost()),
            search_moves: self.search_moves.clone(),
            ponder: false,
            infinite: (is_infinite || is_limitless) && !is_decided,
            plays_on: false,
        })
    }

    /// Returns the clock of the side to move.
    pub fn clock(&self, game_state: &dyn GameState) -> Option<SideClock> {
        self.limits.side_clock(game_state.side_to_move())
    }
}
