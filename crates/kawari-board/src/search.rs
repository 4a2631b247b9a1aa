//! One search: an answer that comes line by line, and ends when nobody listens.

use std::time::{Duration, Instant};

use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::desk::{Desk, Place, Seat, Share};
use super::failure::Failure;
use super::json::{MoveJson, OutcomeJson, Played, PositionJson};
use super::limits as most;
use super::stream::{Lines, lines};
use super::work::{InfoJson, Writer, aside, follow, milliseconds_since};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{MAX_EVALUATION, Score};
use kawari_engine::engine::report::Answer;
use kawari_engine::engine::session::{Order, Session, Settings};
use kawari_engine::engine::strength::Level;
use kawari_engine::search::limits::{Clock, Limits};

/// What a request for a search says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
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
    fn of(&self, color: Color) -> OneClock {
        let side = color.index();
        let part = |times: Option<[u64; 2]>| times.map_or(0, |times| times[side]);
        OneClock {
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
struct OneClock {
    remaining: u64,
    increment: u64,
    byoyomi: u64,
}

/// A clock after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct ClockJson {
    remaining: u64,
    byoyomi: bool,
    flagged: bool,
}

impl OneClock {
    /// What a move that took so long leaves.
    fn after(self, elapsed: u64) -> ClockJson {
        let main_time_is_over = elapsed >= self.remaining && self.byoyomi > 0;
        let flagged = elapsed > self.remaining + self.byoyomi;
        let remaining = self.remaining.saturating_sub(elapsed);
        ClockJson {
            remaining: if flagged { 0 } else { remaining + self.increment },
            byoyomi: main_time_is_over,
            flagged,
        }
    }
}

impl LimitsRequest {
    /// True when something ends the search.
    pub fn is_bound(&self) -> bool {
        let has_limit = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        (has_limit || self.clock.is_some()) && self.infinite != Some(true)
    }

    /// True when a clock or an endless search is asked for.
    pub fn is_of_a_game(&self) -> bool {
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
    clock: Option<ClockJson>,
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
struct Search {
    limits: LimitsRequest,
    level: Level,
    seed: u64,
    search_moves: Vec<String>,
    resign: Score,
    arrived: Instant,
}

/// The share that a request asks for, with the usual one where it is silent.
pub fn share(hash: Option<usize>, threads: Option<usize>, lines: Option<usize>) -> Share {
    Share {
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
    request: SearchRequest,
    desk: &Desk,
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
    let played = Played::new(&request.game, request.start, request.moves)?;
    let search_moves = request.searchmoves.unwrap_or_default();
    let place = desk.place(share(request.hash, request.threads, request.multipv))?;
    let seed = request.seed.unwrap_or(0);
    let search = Search { limits, level, seed, search_moves, resign, arrived };
    let (mut seat, order) = aside(move || search.prepare(&played, place)).await?;
    let (lines, response) = lines();
    lines.send(&StartedJson {
        kind: "started",
        hash: seat.share().hash,
        threads: seat.share().threads,
        multipv: seat.share().lines,
        level: level.number(),
    });
    let color = seat.session().line().side_to_move();
    let clock = limits.clock.map(|clock| clock.of(color));
    tokio::spawn(async move {
        let mut writer = Writer::new(seat.variant(), seat.session().line());
        let heard = |info| lines.send(&InfoJson::new(info, &mut writer));
        let answer = follow(&mut seat, &order, &lines, heard).await;
        // The search is stopped, and the answer written, where nobody waits for it.
        tokio::task::spawn_blocking(move || match answer {
            Ok(Some(answer)) => finish(seat, &answer, clock, arrived, &lines),
            Ok(None) => drop(seat),
            // The system has no thread left: a little is searched on this one.
            Err(error) => match seat.session().answer_here(&order) {
                Ok(answer) => finish(seat, &answer, clock, arrived, &lines),
                Err(_) => log::error!("a search: {error}"),
            },
        });
    });
    Ok(response)
}

impl Search {
    /// Sets a session to the position, and says what it is to search.
    fn prepare(self, played: &Played, place: Place) -> Result<(Seat, Order), Failure> {
        // Nothing is made ready for a position that there is not.
        let line = played.line()?;
        for word in &self.search_moves {
            line.describe(word).map_err(|error| Failure::of_move(0, &error))?;
        }
        let mut seat = place.seat(played.variant)?;
        let session = seat.session();
        played.set_to(session.line_mut(), played.len())?;
        self.set_strength(session)?;
        let color = session.line().side_to_move();
        let lost = milliseconds_since(self.arrived);
        let limits = self.limits.for_search(color, lost);
        let is_bound = self.limits.is_bound();
        let is_endless = self.limits.infinite == Some(true);
        let is_limitless = !is_bound && self.level == Level::FULL;
        // Nothing is left to search once the board has decided the game.
        let is_decided = session.line().legal_moves().is_empty();
        let order = Order {
            limits,
            search_moves: self.search_moves,
            ponder: false,
            infinite: (is_endless || is_limitless) && !is_decided,
            plays_on: false,
        };
        Ok((seat, order))
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
    mut seat: Seat,
    answer: &Answer,
    clock: Option<OneClock>,
    arrived: Instant,
    lines: &Lines,
) {
    let line = seat.session().line_mut();
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
        Answer::Move { best, ponder } => {
            let best_move: Option<MoveJson> = line.describe(best).ok().map(Into::into);
            if line.push(best).is_ok() {
                let reply = ponder.as_deref().and_then(|reply| line.describe(reply).ok());
                last.ponder = reply.map(Into::into);
                last.position = Some(PositionJson::of(line, best_move.clone()));
            }
            last.best = best_move;
        }
        Answer::Resign => {
            last.answer = "resign";
            last.outcome = line.status().map(Into::into);
        }
        Answer::Win => {
            last.answer = "win";
            last.outcome = line.ending().map(Into::into);
        }
    }
    drop(seat);
    last.elapsed = milliseconds_since(arrived);
    last.clock = clock.map(|clock| clock.after(last.elapsed));
    lines.send(&last);
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: OneClock = OneClock { remaining: 5_000, increment: 100, byoyomi: 0 };

    fn after(remaining: u64, byoyomi: bool, flagged: bool) -> ClockJson {
        ClockJson { remaining, byoyomi, flagged }
    }

    #[test]
    fn a_move_takes_its_time_and_brings_the_increment() {
        assert_eq!(CLOCK.after(1_500), after(3_600, false, false));
        assert_eq!(CLOCK.after(5_000), after(100, false, false));
        assert_eq!(CLOCK.after(5_001), after(0, false, true));
    }

    #[test]
    fn byoyomi_begins_where_the_main_time_ends() {
        let clock = OneClock { increment: 0, byoyomi: 1_000, ..CLOCK };
        assert_eq!(clock.after(4_999), after(1, false, false));
        assert_eq!(clock.after(5_400), after(0, true, false));
        assert_eq!(clock.after(6_000), after(0, true, false));
        assert_eq!(clock.after(6_001), after(0, true, true));
        let alone = OneClock { remaining: 0, ..clock };
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
