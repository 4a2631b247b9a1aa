//! A search at work: its events as they come, and its end as soon as nobody listens.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time;

use super::desk::Seat;
use super::failure::Failure;
use super::limits;
use super::stream::{First, Lines, first};
use crate::engine::line::{self, Line, Start};
use crate::engine::report::{Answer, Event, Info};
use crate::engine::session::{GoError, Order};
use crate::games::variants::Variant;
use crate::search::table::Bound;
use crate::tools::game_log::LoggedScore;
use serde::Serialize;
use serde_json::json;

/// Begins a search and follows it to its answer. `None` when nobody listens any more; it
/// is for the seat to stop it then.
///
/// # Errors
/// When it cannot begin.
pub async fn follow(
    seat: &mut Seat,
    order: &Order,
    lines: &Lines,
    mut heard: impl FnMut(Info),
) -> Result<Option<Answer>, GoError> {
    let (sender, mut events) = mpsc::unbounded_channel();
    // The search never waits for whoever hears of it.
    seat.session().go(order, Box::new(move |event| drop(sender.send(event))))?;
    loop {
        let event = first(lines.closed(), time::timeout(limits::SILENCE, events.recv())).await;
        match event {
            First::One(()) => return Ok(None),
            First::Other(Err(_)) => lines.sign_of_life(),
            First::Other(Ok(Some(Event::Info(info)))) => heard(info),
            // It ended before there was anything to tell.
            First::Other(Ok(Some(Event::Spent(_)))) => {}
            First::Other(Ok(Some(Event::Fault(message)))) => {
                log::error!("a fault in the search: {message}");
                lines.send(&json!({ "type": "fault", "message": message }));
            }
            First::Other(Ok(Some(Event::Done(answer)))) => return Ok(Some(answer)),
            // The search always says that it is done.
            First::Other(Ok(None)) => return Ok(None),
        }
    }
}

/// Does on another thread what may take longer than a moment.
///
/// # Errors
/// What it says, or a [fault](Failure::fault) when it breaks down.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Failure::fault()))
}

/// Puts principal variations into the written notation of a position.
pub struct Writer {
    line: Box<dyn Line>,
    sfen: String,
}

impl Writer {
    /// For the latest position of a line.
    pub fn new(variant: Variant, line: &dyn Line) -> Self {
        Self { line: line::open(variant), sfen: line.sfen() }
    }

    /// The moves as records write them, as far as they are legal.
    pub fn record(&mut self, moves: &[String]) -> Vec<String> {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        match self.line.set(Start::Sfen(&self.sfen), &words) {
            Ok(()) => self.line.record(),
            Err(error) => {
                log::error!("a principal variation: {error}");
                Vec::new()
            }
        }
    }
}

/// A line of progress.
#[derive(Debug, Serialize)]
pub struct InfoJson {
    #[serde(rename = "type")]
    kind: &'static str,
    multipv: usize,
    depth: u32,
    seldepth: u32,
    score: LoggedScore,
    bound: &'static str,
    nodes: u64,
    nps: u64,
    time: u128,
    hashfull: u32,
    pv: Vec<String>,
    record: Vec<String>,
}

impl InfoJson {
    /// What a search says, with its moves in writing.
    pub fn new(info: Info, writer: &mut Writer) -> Self {
        Self {
            kind: "info",
            multipv: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.score.into(),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            nodes: info.nodes,
            nps: info.nodes_per_second(),
            time: info.time.as_millis(),
            hashfull: info.hashfull,
            record: writer.record(&info.pv),
            pv: info.pv,
        }
    }
}

/// Whole milliseconds since a moment, begun ones included.
pub fn milliseconds_since(moment: Instant) -> u64 {
    let elapsed = moment.elapsed() + Duration::from_micros(999);
    u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
}
