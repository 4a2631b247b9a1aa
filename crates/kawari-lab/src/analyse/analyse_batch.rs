//! What an analysis asks of a position, and what it finds.

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
use kawari_engine::search::limits::{Clock, Limits};
use kawari_records::game_log::GameResult;

/// What is asked of every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalyseBatchJob {
    /// Principal variations.
    pub multi_pv: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// How far each search goes.
    pub limits: Limits,
}

/// All that an analysis depends on besides its line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoggedOptions {
    multipv: usize,
    hash: usize,
    limits: LoggedLimits,
}

impl BatchJob for AnalyseBatchJob {
    const LOG: &'static str = "analyse";
    type Options = LoggedOptions;
    type Found = AnalysedPosition;

    fn options(&self) -> LoggedOptions {
        let limits = LoggedLimits::new(&self.limits);
        LoggedOptions { multipv: self.multi_pv, hash: self.hash, limits }
    }

    fn settings(&self) -> Settings {
        Settings { hash: self.hash, multi_pv: self.multi_pv, ..Settings::default() }
    }

    fn kept_sessions(&self) -> usize {
        /// What the tables of all may take, in MiB, if one alone does not take more.
        const MOST_MEMORY: usize = 256;
        (MOST_MEMORY / self.hash.max(1)).max(1)
    }

    fn answer(
        &self,
        session: &mut dyn Session,
        _: &mut Vec<u8>,
    ) -> anyhow::Result<AnalysedPosition> {
        let order = SearchRequest { limits: self.limits, ..SearchRequest::default() };
        let findings = SearchSummary::of(session, &order)?;
        let table = session.verdict().map(|verdict| verdict.to_string());
        Ok(AnalysedPosition { table, ..AnalysedPosition::new(session.game_state(), &findings) })
    }
}

/// The bounds of a search, times in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct LoggedLimits {
    nodes: Option<u64>,
    depth: Option<u32>,
    movetime: Option<u64>,
    clock: Option<LoggedClock>,
}

/// A clock in milliseconds, Black's times first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct LoggedClock {
    /// Main time left.
    remaining: [u64; 2],
    /// Added for each move.
    increment: [u64; 2],
    /// Time for each move once the main time is used up.
    byoyomi: u64,
    /// Moves until more main time comes.
    movestogo: Option<u32>,
}

impl LoggedLimits {
    /// Of a search with these limits.
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

/// What was found in a position.
#[derive(Debug, Default, Serialize)]
pub struct AnalysedPosition {
    /// Last iteration, in plies; 0 where nothing was searched.
    depth: Option<u32>,
    /// Deepest line, in plies.
    seldepth: Option<u32>,
    score: Option<FavouredScore>,
    bestmove: Option<String>,
    /// Principal variations, best first.
    pvs: Vec<Variation>,
    /// Positions searched.
    nodes: Option<u64>,
    /// Who has won, if the game is over.
    result: Option<GameResult>,
    /// Why it is over.
    reason: Option<String>,
    /// What tables of endgames tell of the position.
    table: Option<String>,
}

impl AnalysedPosition {
    fn new(game_state: &dyn GameState, findings: &SearchSummary) -> Self {
        let to_move = game_state.side_to_move();
        let best = findings.lines.first();
        let outcome = game_state.status();
        let score = match best {
            Some(best) => Some(FavouredScore::new(best.score, to_move)),
            None => game_state.ending().and_then(Outcome::winner).map(FavouredScore::of_winner),
        };
        Self {
            depth: Some(best.map_or(0, |best| best.depth)),
            seldepth: Some(best.map_or(0, |best| best.seldepth)),
            score,
            bestmove: findings.best().map(str::to_owned),
            pvs: findings.lines.iter().map(|info| Variation::new(info, to_move)).collect(),
            nodes: Some(findings.nodes),
            result: outcome.map(GameResult::from),
            reason: outcome.map(|outcome| outcome.reason().to_string()),
            table: None,
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

/// A score, and whom it favours.
#[derive(Debug, Serialize)]
struct FavouredScore {
    /// Hundredths of a pawn or man, from the side to move's view; no mate is seen then.
    cp: Option<Score>,
    /// Plies to the end of the game, negative when the side to move loses.
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

    /// The verdict of the rules themselves.
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
            moves: info.pv.clone(),
        }
    }
}
