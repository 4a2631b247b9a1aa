//! The analysis of one position, and its JSON fields.

use std::time::Duration;

use serde::Serialize;

use crate::batch::BatchJob;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_events::SearchInfo;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{SearchRequest, Session, Settings};
use kawari_engine::notation::usi::UsiMove;
use kawari_engine::search::limits::{Clock, Limits};
use kawari_records::game_log::GameResult;

/// The search options of an analysis run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalyseBatchJob {
    /// Number of principal variations.
    pub multi_pv: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Limits of each search.
    pub limits: Limits,
}

/// Every option that an answer depends on besides its input line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoggedOptions {
    multipv: usize,
    hash: usize,
    limits: LoggedLimits,
}

impl BatchJob for AnalyseBatchJob {
    const LOG: &'static str = "analyse";
    type Options = LoggedOptions;
    type Answer = AnalysedPosition;

    fn options(&self) -> LoggedOptions {
        let limits = LoggedLimits::new(&self.limits);
        LoggedOptions { multipv: self.multi_pv, hash: self.hash, limits }
    }

    fn settings(&self) -> Settings {
        Settings { hash: self.hash, multi_pv: self.multi_pv, ..Settings::default() }
    }

    fn kept_sessions(&self) -> usize {
        /// Memory for the transposition tables of all sessions of a thread, in MiB. A
        /// single larger table is allowed.
        const MAX_MEMORY: usize = 256;
        (MAX_MEMORY / self.hash.max(1)).max(1)
    }

    fn answer(
        &self,
        session: &mut dyn Session,
        _: &mut Vec<u8>,
    ) -> anyhow::Result<AnalysedPosition> {
        let request = SearchRequest { limits: self.limits, ..SearchRequest::default() };
        let summary = SearchSummary::of(session, &request)?;
        let tablebase = session.verdict().map(|verdict| verdict.to_string());
        Ok(AnalysedPosition { tablebase, ..AnalysedPosition::new(session.game_state(), &summary) })
    }
}

/// Search limits in a log. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct LoggedLimits {
    nodes: Option<u64>,
    depth: Option<u32>,
    movetime: Option<u64>,
    clock: Option<LoggedClock>,
}

/// A clock in a log. Times are in milliseconds, Black's first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct LoggedClock {
    /// Remaining main time.
    remaining: [u64; 2],
    /// Increment per move.
    increment: [u64; 2],
    /// Byoyomi: time per move after the main time.
    byoyomi: u64,
    /// Moves to the next time control.
    movestogo: Option<u32>,
}

impl LoggedLimits {
    fn new(limits: &Limits) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let clock = |clock: Clock| LoggedClock {
            remaining: clock.remaining.map(milliseconds),
            increment: clock.increment.map(milliseconds),
            byoyomi: milliseconds(clock.byoyomi),
            movestogo: clock.moves_to_go,
        };
        Self {
            nodes: limits.nodes,
            depth: limits.depth,
            movetime: limits.move_time.map(milliseconds),
            clock: limits.clock.map(clock),
        }
    }
}

/// The result of an analysis, as JSON fields of an answer.
#[derive(Debug, Default, Serialize)]
pub struct AnalysedPosition {
    /// Depth of the last iteration, in plies; 0 without a search.
    depth: Option<u32>,
    /// Selective depth, in plies.
    seldepth: Option<u32>,
    score: Option<FavouredScore>,
    bestmove: Option<String>,
    /// Principal variations, best first.
    pvs: Vec<Variation>,
    /// Nodes searched.
    nodes: Option<u64>,
    /// Game result, if the game is over.
    result: Option<GameResult>,
    /// Reason of the result.
    reason: Option<String>,
    /// Tablebase verdict, such as `win in 5`.
    #[serde(rename = "table")]
    tablebase: Option<String>,
}

impl AnalysedPosition {
    fn new(game_state: &dyn GameState, summary: &SearchSummary) -> Self {
        let to_move = game_state.side_to_move();
        let best = summary.lines.first();
        let outcome = game_state.status();
        let score = match best {
            Some(best) => Some(FavouredScore::new(best.score, to_move)),
            None => game_state.ending().and_then(Outcome::winner).map(FavouredScore::of_winner),
        };
        Self {
            depth: Some(best.map_or(0, |best| best.depth)),
            seldepth: Some(best.map_or(0, |best| best.seldepth)),
            score,
            bestmove: summary.best().map(|mv| mv.to_string()),
            pvs: summary.lines.iter().map(|info| Variation::new(info, to_move)).collect(),
            nodes: Some(summary.nodes),
            result: outcome.map(GameResult::from),
            reason: outcome.map(|outcome| outcome.reason().to_string()),
            tablebase: None,
        }
    }
}

#[derive(Debug, Serialize)]
struct Variation {
    depth: u32,
    seldepth: u32,
    score: FavouredScore,
    moves: Vec<String>,
}

/// A score and the side that it favours.
#[derive(Debug, Serialize)]
struct FavouredScore {
    /// Score for the side to move in centipawns; `None` for a mate score.
    cp: Option<Score>,
    /// Plies to the end of the game for a mate score; negative if the side to move loses.
    mate: Option<i32>,
    favours: Favours,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Favours {
    Black,
    White,
    Neither,
}

impl From<Option<Color>> for Favours {
    fn from(color: Option<Color>) -> Self {
        match color {
            Some(Color::Black) => Self::Black,
            Some(Color::White) => Self::White,
            None => Self::Neither,
        }
    }
}

impl FavouredScore {
    fn new(score: Score, to_move: Color) -> Self {
        let favoured = match score {
            0 => None,
            1.. => Some(to_move),
            _ => Some(!to_move),
        };
        let mate = score::mate_distance(score);
        let cp = if mate.is_none() { Some(score) } else { None };
        Self { cp, mate, favours: favoured.into() }
    }

    /// Returns the score of a finished game: mate in 0 for the winner.
    fn of_winner(winner: Color) -> Self {
        Self { cp: None, mate: Some(0), favours: Some(winner).into() }
    }
}

impl Variation {
    fn new(info: &SearchInfo, to_move: Color) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            score: FavouredScore::new(info.score, to_move),
            moves: info.pv.iter().map(UsiMove::to_string).collect(),
        }
    }
}
