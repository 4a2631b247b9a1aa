//! Mate searches.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::move_sequence::MoveSequence;
use super::search::RecordWriter;
use kawari_engine::engine::mate::{MateAnswer, MateEvent, MateRequest};
use kawari_engine::engine::session::Session;
use kawari_engine::mate::solver::MateKind;
use kawari_engine::notation::usi::UsiMove;

/// A request for a mate search.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MateBody {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// Time limit in milliseconds. Default: none.
    time: Option<u64>,
    /// Node limit. Default: none.
    nodes: Option<u64>,
    /// Maximum length of a mate, in plies. Default: none.
    plies: Option<u16>,
}

impl MateBody {
    /// Checks the name of the game and the number of moves.
    ///
    /// # Errors
    /// Returns a [`Failure`] if one of them is invalid.
    pub fn played(&self) -> Result<MoveSequence, Failure> {
        MoveSequence::new(&self.game, self.start.clone(), self.moves.clone())
    }
}

/// Answer of a mate search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MateJson {
    /// Result of the search.
    verdict: MateVerdictJson,
    /// The mating line in USI notation, with verdict `mate`.
    moves: Vec<String>,
    /// The mating line in written notation.
    record: Vec<String>,
    /// Whether the mate is the shortest one.
    shortest: bool,
    /// Whether the mate has quiet moves.
    quiet: bool,
    /// Nodes searched.
    nodes: u64,
    /// Time of the search, in milliseconds.
    time: u128,
}

/// Result of a mate search.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum MateVerdictJson {
    /// The side to move mates.
    Mate,
    /// There is no mate by the threats of the game and by quiet moves that threaten such a mate,
    /// or none within the maximum length.
    NoMate,
    /// The search ended without a result.
    Unknown,
    /// The game has neither Kings nor rows of five.
    NotImplemented,
}

impl MateJson {
    /// Searches the current position of a session and waits for the end.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the search cannot start.
    pub fn of(session: &mut dyn Session, body: &MateBody) -> Result<Self, Failure> {
        let time = body.time.map(Duration::from_millis);
        let request = MateRequest {
            time,
            nodes: body.nodes,
            plies: body.plies,
            allows_quiet: true,
            ..MateRequest::default()
        };
        let last = Arc::new(Mutex::new(None));
        let found = Arc::clone(&last);
        let report = move |event| match event {
            MateEvent::Done(answer, stats) => {
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Some((answer, stats));
            }
            MateEvent::Fault(message) => log::error!("mate search fault: {message}"),
            MateEvent::Progress(..) | MateEvent::Found(..) | MateEvent::NoThreatMate(_) => {}
        };
        session.go_mate(&request, Box::new(report))?;
        session.wait();
        let done = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (answer, stats) = done.ok_or_else(Failure::fault)?;
        let verdict = match &answer {
            MateAnswer::Mate(_) => MateVerdictJson::Mate,
            MateAnswer::NoMate(_) => MateVerdictJson::NoMate,
            MateAnswer::Unknown => MateVerdictJson::Unknown,
            MateAnswer::NotImplemented => MateVerdictJson::NotImplemented,
        };
        let mate = if let MateAnswer::Mate(mate) = answer { Some(mate) } else { None };
        let shortest = mate.as_ref().is_some_and(|mate| mate.is_shortest);
        let quiet = mate.as_ref().is_some_and(|mate| mate.kind != MateKind::Threats);
        let moves = mate.map(|mate| mate.moves).unwrap_or_default();
        Ok(Self {
            verdict,
            record: RecordWriter::new(session.game_state()).record(&moves),
            moves: moves.iter().map(UsiMove::to_string).collect(),
            shortest,
            quiet,
            nodes: stats.nodes,
            time: stats.time.as_millis(),
        })
    }
}
