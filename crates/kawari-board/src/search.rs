//! One search: an answer that comes line by line, and ends when nobody listens.

use std::time::{Duration, Instant};

use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::engine_pool::{EnginePool, Lease, Permit, Resources};
use super::failure::Failure;
use super::jobs::{InfoJson, RecordWriter, follow_search, milliseconds_since, run_blocking};
use super::json::{MoveJson, MoveSequence, OutcomeJson, PositionJson};
use super::limits as most;
use super::stream::{LineSender, lines};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{MAX_EVALUATION, Score};
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::{SearchRequest, Session, Settings};
use kawari_engine::engine::strength::Level;
use kawari_engine::search::limits::{Clock, Limits};

/// What a request for a search says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchBody {
    game: String,
    start: Option<String>,
    moves: Option<Vec<String>>,
    limits: Option<LimitsRequest>,
    level: Option<u8>,
    seed: Option<u64>,
    multipv: Option<usize>,
    searchmoves: Option<Vec<String>>,
    hash: Option<usize>,
    threads: Option<usize>,
    resign: Option<Score>,
}

/// What bounds it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsRequest {
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    infinite: Option<bool>,
    clock: Option<ClockRequest>,
}

/// A clock of two sides, in milliseconds, Black's first.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockRequest {
    remaining: [u64; 2],
    increment: Option<[u64; 2]>,
    byoyomi: Option<[u64; 2]>,
}

/// No clock runs longer.
const LONGEST: u64 = 7 * 24 * 60 * 60 * 1000;

impl ClockRequest {
    fn check(&self) -> Result<(), Failure> {
        let times =
            [self.remaining, self.increment.unwrap_or([0; 2]), self.byoyomi.unwrap_or([0; 2])];
        if times.iter().flatten().all(|&time| time <= LONGEST) {
            Ok(())
        } else {
            Err(Failure::bad_request(format!("a clock of more than {LONGEST} ms")))
        }
    }

    /// The clock of a side, and what is left of it for the search.
    fn of(&self, color: Color) -> SideClock {
        let side = color.index();
        let part = |times: Option<[u64; 2]>| times.map_or(0, |times| times[side]);
        SideClock {
            remaining: self.remaining[side],
            increment: part(self.increment),
            byoyomi: part(self.byoyomi),
        }
    }

    /// The clock for the search of a side that has lost some time already.
    fn for_search(&self, color: Color, lost: u64) -> Clock {
        let own = self.of(color);
        let milliseconds = Duration::from_millis;
        let mut remaining = self.remaining;
        // What the main time does not cover is missing from the byoyomi.
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

/// The clock of one side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideClock {
    remaining: u64,
    increment: u64,
    byoyomi: u64,
}

/// A clock after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct RemainingClockJson {
    remaining: u64,
    byoyomi: bool,
    flagged: bool,
}

impl SideClock {
    /// What a move that took so long leaves.
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
    /// True when something ends the search.
    pub fn has_limit(&self) -> bool {
        let has_limit = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        (has_limit || self.clock.is_some()) && self.infinite != Some(true)
    }

    /// True when a clock or an endless search is asked for.
    pub fn is_game_search(&self) -> bool {
        self.clock.is_some() || self.infinite == Some(true)
    }

    /// The limits for the search of a side that has lost some time already.
    pub fn for_search(&self, color: Color, lost: u64) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            clock: self.clock.map(|clock| clock.for_search(color, lost)),
        }
    }
}

/// The last line of a search.
#[derive(Debug, Serialize)]
struct BestMoveJson {
    #[serde(rename = "type")]
    kind: &'static str,
    answer: &'static str,
    #[serde(rename = "move")]
    best: Option<MoveJson>,
    ponder: Option<MoveJson>,
    outcome: Option<OutcomeJson>,
    position: Option<PositionJson>,
    elapsed: u64,
    clock: Option<RemainingClockJson>,
}

/// The first line of a search: what was granted.
#[derive(Debug, Serialize)]
struct StartedJson {
    #[serde(rename = "type")]
    kind: &'static str,
    hash: usize,
    threads: usize,
    multipv: usize,
    level: u8,
}

/// A search that may begin.
struct PreparedSearch {
    limits: LimitsRequest,
    level: Level,
    seed: u64,
    search_moves: Vec<String>,
    resign: Score,
    arrived: Instant,
}

/// The share that a request asks for, with the usual one where it is silent.
pub fn resources(hash: Option<usize>, threads: Option<usize>, lines: Option<usize>) -> Resources {
    Resources {
        hash: hash.unwrap_or(most::USUAL_HASH),
        threads: threads.unwrap_or(1),
        lines: lines.unwrap_or(1),
    }
}

/// The level that a request asks for: full strength where it is silent.
///
/// # Errors
/// When there is no such level.
pub fn level(level: Option<u8>) -> Result<Level, Failure> {
    let full = Level::FULL;
    level
        .map_or(Some(full), Level::new)
        .ok_or_else(|| Failure::bad_request(format!("a level is from {} to {full}", Level::LOWEST)))
}

/// Answers a request for a search that arrived at a moment.
///
/// # Errors
/// When the request makes no sense, or the search cannot begin.
pub async fn run(
    request: SearchBody,
    engine_pool: &EnginePool,
    arrived: Instant,
) -> Result<Response, Failure> {
    let limits = request.limits.unwrap_or_default();
    if let Some(clock) = limits.clock {
        clock.check()?;
    }
    let level = level(request.level)?;
    if !(1..=most::LINES).contains(&request.multipv.unwrap_or(1)) {
        return Err(Failure::bad_request(format!("`multipv` is from 1 to {}", most::LINES)));
    }
    let resign = request.resign.unwrap_or(0);
    if !(0..=MAX_EVALUATION).contains(&resign) {
        return Err(Failure::bad_request(format!("`resign` is from 0 to {MAX_EVALUATION}")));
    }
    let played = MoveSequence::new(&request.game, request.start, request.moves)?;
    let search_moves = request.searchmoves.unwrap_or_default();
    let permit = engine_pool.acquire(resources(request.hash, request.threads, request.multipv))?;
    let seed = request.seed.unwrap_or(0);
    let search = PreparedSearch { limits, level, seed, search_moves, resign, arrived };
    let (mut lease, order) = run_blocking(move || search.prepare(&played, permit)).await?;
    let (lines, response) = lines();
    lines.send(&StartedJson {
        kind: "started",
        hash: lease.resources().hash,
        threads: lease.resources().threads,
        multipv: lease.resources().lines,
        level: level.number(),
    });
    let color = lease.session().game_state().side_to_move();
    let clock = limits.clock.map(|clock| clock.of(color));
    tokio::spawn(async move {
        let mut writer = RecordWriter::new(lease.variant(), lease.session().game_state());
        let on_info = |info| lines.send(&InfoJson::new(info, &mut writer));
        let answer = follow_search(&mut lease, &order, &lines, on_info).await;
        // The search is stopped, and the answer written, where nobody waits for it.
        tokio::task::spawn_blocking(move || match answer {
            Ok(Some(answer)) => finish(lease, &answer, clock, arrived, &lines),
            Ok(None) => drop(lease),
            // The system has no thread left: a little is searched on this one.
            Err(error) => match lease.session().search_blocking(&order) {
                Ok(answer) => finish(lease, &answer, clock, arrived, &lines),
                Err(_) => log::error!("a search: {error}"),
            },
        });
    });
    Ok(response)
}

impl PreparedSearch {
    /// Sets a session to the position, and says what it is to search.
    fn prepare(
        self,
        played: &MoveSequence,
        permit: Permit,
    ) -> Result<(Lease, SearchRequest), Failure> {
        // Nothing is made ready for a position that there is not.
        let game_state = played.game_state()?;
        for word in &self.search_moves {
            game_state.describe_move(word).map_err(|error| Failure::of_move(0, &error))?;
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
        // Nothing is left to search once the board has decided the game.
        let is_decided = session.game_state().legal_moves().is_empty();
        let order = SearchRequest {
            limits,
            search_moves: self.search_moves,
            ponder: false,
            infinite: (is_infinite || is_limitless) && !is_decided,
            plays_on: false,
        };
        Ok((lease, order))
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

/// Writes the answer of a search and gives its place back before anybody reads it.
fn finish(
    mut lease: Lease,
    answer: &SearchAnswer,
    clock: Option<SideClock>,
    arrived: Instant,
    lines: &LineSender,
) {
    let game_state = lease.session().game_state_mut();
    let mut last = BestMoveJson {
        kind: "bestmove",
        answer: "move",
        best: None,
        ponder: None,
        outcome: None,
        position: None,
        elapsed: 0,
        clock: None,
    };
    match answer {
        SearchAnswer::Move { best, ponder } => {
            let best_move: Option<MoveJson> = game_state.describe_move(best).ok().map(Into::into);
            if game_state.push(best).is_ok() {
                let reply =
                    ponder.as_deref().and_then(|reply| game_state.describe_move(reply).ok());
                last.ponder = reply.map(Into::into);
                last.position = Some(PositionJson::of(game_state, best_move.clone()));
            }
            last.best = best_move;
        }
        SearchAnswer::Resign => {
            last.answer = "resign";
            last.outcome = game_state.status().map(Into::into);
        }
        SearchAnswer::Win => {
            last.answer = "win";
            last.outcome = game_state.ending().map(Into::into);
        }
    }
    drop(lease);
    last.elapsed = milliseconds_since(arrived);
    last.clock = clock.map(|clock| clock.after(last.elapsed));
    lines.send(&last);
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: SideClock = SideClock { remaining: 5_000, increment: 100, byoyomi: 0 };

    fn after(remaining: u64, byoyomi: bool, flagged: bool) -> RemainingClockJson {
        RemainingClockJson { remaining, byoyomi, flagged }
    }

    #[test]
    fn a_move_takes_its_time_and_brings_the_increment() {
        assert_eq!(CLOCK.after(1_500), after(3_600, false, false));
        assert_eq!(CLOCK.after(5_000), after(100, false, false));
        assert_eq!(CLOCK.after(5_001), after(0, false, true));
    }

    #[test]
    fn byoyomi_begins_where_the_main_time_ends() {
        let clock = SideClock { increment: 0, byoyomi: 1_000, ..CLOCK };
        assert_eq!(clock.after(4_999), after(1, false, false));
        assert_eq!(clock.after(5_400), after(0, true, false));
        assert_eq!(clock.after(6_000), after(0, true, false));
        assert_eq!(clock.after(6_001), after(0, true, true));
        let alone = SideClock { remaining: 0, ..clock };
        assert_eq!(alone.after(900), after(0, true, false));
    }

    #[test]
    fn time_lost_before_the_search_is_the_movers() {
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
