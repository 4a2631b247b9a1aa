//! Searches. The response is a stream of lines; the search stops when the client disconnects.

use std::time::Instant;

use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::engine_pool::{EnginePool, Lease, Permit, Resources};
use super::jobs::{follow_search, milliseconds_since, run_blocking};
use super::limits;
use super::move_sequence::MoveSequence;
use super::stream::{LineSender, lines};
use kawari_api::failure::Failure;
use kawari_api::limits::{LimitsRequest, SideClock, level};
use kawari_api::search::{BestMoveJson, FaultJson, InfoJson, RecordWriter};
use kawari_engine::core::score::{MAX_EVALUATION, Score};
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::{SearchRequest, Session, Settings};
use kawari_engine::engine::strength::Level;

/// A request for a search.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SearchRequest"))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchStartedJson {
    /// Transposition table, in MiB.
    hash: usize,
    /// Number of threads.
    threads: usize,
    /// Number of principal variations.
    multipv: usize,
    /// Playing strength.
    level: u8,
}

/// A validated request for a search.
struct PreparedSearch {
    limits: LimitsRequest,
    level: Level,
    seed: u64,
    search_moves: Vec<String>,
    resign: Score,
    arrived: Instant,
}

/// Returns the requested resources, with defaults for those that a request omits.
pub fn resources(hash: Option<usize>, threads: Option<usize>, lines: Option<usize>) -> Resources {
    Resources {
        hash: hash.unwrap_or(limits::DEFAULT_HASH),
        threads: threads.unwrap_or(1),
        lines: lines.unwrap_or(1),
    }
}

/// Runs a search and streams its progress and answer. `arrived` is the arrival time of the
/// request.
///
/// # Errors
/// Returns a [`Failure`] if the request is invalid or the search cannot start.
pub async fn run(
    request: SearchBody,
    engine_pool: &EnginePool,
    arrived: Instant,
) -> Result<Response, Failure> {
    let search_limits = request.limits.unwrap_or_default();
    search_limits.check()?;
    let level = level(request.level)?;
    let multipv = request.multipv.unwrap_or(1);
    if !(1..=limits::LINES).contains(&multipv) {
        return Err(Failure::out_of_range("multipv", multipv, 1, limits::LINES));
    }
    let resign = request.resign.unwrap_or(0);
    if !(0..=MAX_EVALUATION).contains(&resign) {
        return Err(Failure::out_of_range("resign", resign, 0, MAX_EVALUATION));
    }
    let played = MoveSequence::new(&request.game, request.start, request.moves)?;
    let search_moves = request.searchmoves.unwrap_or_default();
    let permit = engine_pool.acquire(resources(request.hash, request.threads, request.multipv))?;
    let seed = request.seed.unwrap_or(0);
    let search =
        PreparedSearch { limits: search_limits, level, seed, search_moves, resign, arrived };
    let (mut lease, request) = run_blocking(move || search.prepare(&played, permit)).await?;
    let (lines, response) = lines();
    lines.send(SearchLineJson::Started(SearchStartedJson {
        hash: lease.resources().hash,
        threads: lease.resources().threads,
        multipv: lease.resources().lines,
        level: level.number(),
    }));
    let color = lease.session().game_state().side_to_move();
    let clock = search_limits.side_clock(color);
    tokio::spawn(async move {
        let mut writer = RecordWriter::new(lease.session().game_state());
        let on_info = |info| lines.send(SearchLineJson::Info(InfoJson::new(info, &mut writer)));
        let answer = follow_search(&mut lease, &request, &lines, on_info).await;
        // Dropping the lease waits for the search's end, so it must not run on this thread.
        tokio::task::spawn_blocking(move || match answer {
            Ok(Some(answer)) => finish(lease, &answer, clock, arrived, &lines),
            Ok(None) => drop(lease),
            // No thread can be started: searches a little on this one.
            Err(error) => match lease.session().search_blocking(&request) {
                Ok(answer) => finish(lease, &answer, clock, arrived, &lines),
                Err(_) => log::error!("cannot start a search: {error}"),
            },
        });
    });
    Ok(response)
}

impl PreparedSearch {
    /// Sets a session to the position and builds the request for it.
    fn prepare(
        self,
        played: &MoveSequence,
        permit: Permit,
    ) -> Result<(Lease, SearchRequest), Failure> {
        // Validates the request before it takes a session.
        let game_state = played.game_state()?;
        for usi in &self.search_moves {
            game_state.describe_move(usi).map_err(|error| Failure::of_move(0, &error))?;
        }
        let mut lease = permit.lease(played.variant)?;
        let session = lease.session();
        played.set_to(session.game_state_mut(), played.len())?;
        self.set_strength(session)?;
        let color = session.game_state().side_to_move();
        let lost = milliseconds_since(self.arrived);
        let limits = self.limits.for_search(color, lost);
        let has_limit = self.limits.has_limit();
        let is_infinite = self.limits.is_infinite();
        let is_limitless = !has_limit && self.level == Level::FULL;
        // A decided position is answered immediately, even by an infinite search.
        let is_decided = session.game_state().legal_moves().is_empty();
        let request = SearchRequest {
            limits,
            search_moves: self.search_moves,
            ponder: false,
            infinite: (is_infinite || is_limitless) && !is_decided,
            plays_on: false,
        };
        Ok((lease, request))
    }

    fn set_strength(&self, session: &mut dyn Session) -> Result<(), Failure> {
        let settings = *session.settings();
        session.set_settings(Settings {
            resign_score: self.resign,
            strength: self.level.into(),
            seed: self.seed,
            ..settings
        })?;
        Ok(())
    }
}

/// Sends the answer of a search. Ends the lease first, so that a client that has read the
/// answer can start the next search.
fn finish(
    mut lease: Lease,
    answer: &SearchAnswer,
    clock: Option<SideClock>,
    arrived: Instant,
    lines: &LineSender<SearchLineJson>,
) {
    let mut last = BestMoveJson::new(lease.session().game_state_mut(), answer);
    drop(lease);
    last.elapsed = milliseconds_since(arrived);
    last.clock = clock.map(|clock| clock.after(last.elapsed));
    lines.send(SearchLineJson::BestMove(Box::new(last)));
}
