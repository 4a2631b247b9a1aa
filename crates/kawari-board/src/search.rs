//! Searches. The response is a stream of lines; the search stops when the client disconnects.

use std::fmt::Display;
use std::time::{Duration, Instant};

use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::engine_pool::{EnginePool, Lease, Permit, Resources};
use super::failure::Failure;
use super::jobs::{
    FaultJson, InfoJson, RecordWriter, follow_search, milliseconds_since, run_blocking,
};
use super::json::{MoveJson, MoveSequence, OutcomeJson, PositionJson};
use super::limits;
use super::stream::{LineSender, lines};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{MAX_EVALUATION, Score};
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::{SearchRequest, Session, Settings};
use kawari_engine::engine::strength::Level;
use kawari_engine::search::limits::{Clock, Limits};

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

/// Limits of a search. All that are given apply.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SearchLimits"))]
#[serde(deny_unknown_fields)]
pub struct LimitsRequest {
    /// Depth in plies.
    depth: Option<u32>,
    /// Number of nodes.
    nodes: Option<u64>,
    /// Time in milliseconds.
    movetime: Option<u64>,
    /// Search until the request is closed.
    infinite: Option<bool>,
    /// Game clock.
    clock: Option<ClockRequest>,
}

/// Game clock in milliseconds. Each field is a pair: Black's time and White's time.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "GameClock"))]
#[serde(deny_unknown_fields)]
struct ClockRequest {
    /// Remaining main time, at most 7 days.
    remaining: [u64; 2],
    /// Increment per move. Default: 0.
    increment: Option<[u64; 2]>,
    /// Byoyomi. Default: 0.
    byoyomi: Option<[u64; 2]>,
}

/// Maximum of a clock's times: 7 days, in milliseconds.
const MAX_TIME: u64 = 7 * 24 * 60 * 60 * 1000;

impl ClockRequest {
    fn check(&self) -> Result<(), Failure> {
        let times =
            [self.remaining, self.increment.unwrap_or([0; 2]), self.byoyomi.unwrap_or([0; 2])];
        if times.iter().flatten().all(|&time| time <= MAX_TIME) {
            Ok(())
        } else {
            Err(Failure::bad_request(format!("clock time is more than {MAX_TIME} ms")))
        }
    }

    /// Returns the clock of one side.
    fn of(&self, color: Color) -> SideClock {
        let side = color.index();
        let part = |times: Option<[u64; 2]>| times.map_or(0, |times| times[side]);
        SideClock {
            remaining: self.remaining[side],
            increment: part(self.increment),
            byoyomi: part(self.byoyomi),
        }
    }

    /// Returns the clock for a search. `lost` is the time in milliseconds that the side to
    /// move has used before the search.
    fn for_search(&self, color: Color, lost: u64) -> Clock {
        let own = self.of(color);
        let milliseconds = Duration::from_millis;
        let mut remaining = self.remaining;
        // The excess over the main time is subtracted from the byoyomi.
        let missing = lost.saturating_sub(remaining[color.index()]);
        remaining[color.index()] = remaining[color.index()].saturating_sub(lost);
        Clock {
            remaining: remaining.map(milliseconds),
            increment: self.increment.unwrap_or([0; 2]).map(milliseconds),
            byoyomi: milliseconds(own.byoyomi.saturating_sub(missing)),
            moves_to_go: None,
        }
    }
}

/// Clock of one side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideClock {
    remaining: u64,
    increment: u64,
    byoyomi: u64,
}

/// Clock of the engine after its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RemainingClockJson {
    /// Remaining main time in milliseconds, with the increment.
    remaining: u64,
    /// Whether the move used byoyomi.
    byoyomi: bool,
    /// Whether the engine has exceeded its time, which loses the game.
    flagged: bool,
}

impl SideClock {
    /// Returns the clock after a move that took `elapsed` milliseconds.
    fn after(self, elapsed: u64) -> RemainingClockJson {
        let main_time_is_over = elapsed >= self.remaining && self.byoyomi > 0;
        let flagged = elapsed > self.remaining + self.byoyomi;
        let remaining = self.remaining.saturating_sub(elapsed);
        RemainingClockJson {
            remaining: if flagged { 0 } else { remaining + self.increment },
            byoyomi: main_time_is_over,
            flagged,
        }
    }
}

impl LimitsRequest {
    /// Returns whether the search ends by itself.
    pub fn has_limit(&self) -> bool {
        let has_limit = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        (has_limit || self.clock.is_some()) && self.infinite != Some(true)
    }

    /// Returns whether the limits contain a clock or `infinite`.
    pub fn is_game_search(&self) -> bool {
        self.clock.is_some() || self.infinite == Some(true)
    }

    /// Returns the limits for a search. `lost` is the time in milliseconds that the side to
    /// move has used before the search.
    pub fn for_search(&self, color: Color, lost: u64) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            clock: self.clock.map(|clock| clock.for_search(color, lost)),
        }
    }
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

/// Answer of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BestMoveJson {
    /// Kind of the answer.
    answer: AnswerKindJson,
    /// Best move, with answer `move`.
    #[serde(rename = "move")]
    best: Option<MoveJson>,
    /// Expected reply.
    ponder: Option<MoveJson>,
    /// With `win`, the win, for example by declaration. With `resign`, the result if the game
    /// has already ended.
    outcome: Option<OutcomeJson>,
    /// Position after the move, with answer `move`.
    position: Option<PositionJson>,
    /// Time from the arrival of the request to this line, in milliseconds.
    elapsed: u64,
    /// Clock of the engine after the move, for a request with a clock.
    clock: Option<RemainingClockJson>,
}

/// Kind of a search's answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum AnswerKindJson {
    /// A move.
    Move,
    /// The engine resigns, or has lost.
    Resign,
    /// The engine has won, or declares a win.
    Win,
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

/// Returns the requested level. The default is full strength.
///
/// # Errors
/// Returns a [`Failure`] if the level does not exist.
pub fn level(level: Option<u8>) -> Result<Level, Failure> {
    let Some(number) = level else { return Ok(Level::FULL) };
    Level::new(number).ok_or_else(|| out_of_range("level", number, Level::LOWEST, Level::FULL))
}

/// Creates the error for a field that is out of range.
fn out_of_range(field: &str, value: impl Display, min: impl Display, max: impl Display) -> Failure {
    Failure::bad_request(format!("`{field}` is {value}; expected {min} to {max}"))
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
    if let Some(clock) = search_limits.clock {
        clock.check()?;
    }
    let level = level(request.level)?;
    let multipv = request.multipv.unwrap_or(1);
    if !(1..=limits::LINES).contains(&multipv) {
        return Err(out_of_range("multipv", multipv, 1, limits::LINES));
    }
    let resign = request.resign.unwrap_or(0);
    if !(0..=MAX_EVALUATION).contains(&resign) {
        return Err(out_of_range("resign", resign, 0, MAX_EVALUATION));
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
    let clock = search_limits.clock.map(|clock| clock.of(color));
    tokio::spawn(async move {
        let mut writer = RecordWriter::new(lease.variant(), lease.session().game_state());
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
        let is_infinite = self.limits.infinite == Some(true);
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
    let game_state = lease.session().game_state_mut();
    let mut last = BestMoveJson {
        answer: AnswerKindJson::Move,
        best: None,
        ponder: None,
        outcome: None,
        position: None,
        elapsed: 0,
        clock: None,
    };
    match answer {
        SearchAnswer::Move { best, ponder } => {
            let best_move: Option<MoveJson> =
                game_state.describe_move(&best.to_string()).ok().map(Into::into);
            if game_state.push_move(*best).is_ok() {
                let reply =
                    ponder.and_then(|reply| game_state.describe_move(&reply.to_string()).ok());
                last.ponder = reply.map(Into::into);
                last.position = Some(PositionJson::of(game_state, best_move.clone()));
            }
            last.best = best_move;
        }
        SearchAnswer::Resign => {
            last.answer = AnswerKindJson::Resign;
            last.outcome = game_state.status().map(Into::into);
        }
        SearchAnswer::Win => {
            last.answer = AnswerKindJson::Win;
            last.outcome = game_state.ending().map(Into::into);
        }
    }
    drop(lease);
    last.elapsed = milliseconds_since(arrived);
    last.clock = clock.map(|clock| clock.after(last.elapsed));
    lines.send(SearchLineJson::BestMove(Box::new(last)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: SideClock = SideClock { remaining: 5_000, increment: 100, byoyomi: 0 };

    fn after(remaining: u64, byoyomi: bool, flagged: bool) -> RemainingClockJson {
        RemainingClockJson { remaining, byoyomi, flagged }
    }

    #[test]
    fn a_move_uses_its_time_and_adds_the_increment() {
        assert_eq!(CLOCK.after(1_500), after(3_600, false, false));
        assert_eq!(CLOCK.after(5_000), after(100, false, false));
        assert_eq!(CLOCK.after(5_001), after(0, false, true));
    }

    #[test]
    fn byoyomi_starts_at_the_end_of_the_main_time() {
        let clock = SideClock { increment: 0, byoyomi: 1_000, ..CLOCK };
        assert_eq!(clock.after(4_999), after(1, false, false));
        assert_eq!(clock.after(5_400), after(0, true, false));
        assert_eq!(clock.after(6_000), after(0, true, false));
        assert_eq!(clock.after(6_001), after(0, true, true));
        let byoyomi_only = SideClock { remaining: 0, ..clock };
        assert_eq!(byoyomi_only.after(900), after(0, true, false));
    }

    #[test]
    fn time_lost_before_the_search_is_subtracted() {
        let request =
            ClockRequest { remaining: [1_000, 2_000], increment: None, byoyomi: Some([500, 700]) };
        let milliseconds = Duration::from_millis;
        let clock = request.for_search(Color::White, 300);
        assert_eq!(clock.remaining, [1_000, 1_700].map(milliseconds));
        assert_eq!(clock.byoyomi, milliseconds(700));
        let late = request.for_search(Color::Black, 1_200);
        assert_eq!(late.remaining, [0, 2_000].map(milliseconds));
        assert_eq!(late.byoyomi, milliseconds(300));
    }
}
