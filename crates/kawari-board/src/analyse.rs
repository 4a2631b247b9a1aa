//! Analysis of a game: a search of each position, from the last to the first. Results of
//! later positions in the transposition table help in earlier ones.

use std::time::Instant;

use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::engine_pool::{EnginePool, Lease};
use super::jobs::{follow_search, run_blocking};
use super::move_sequence::MoveSequence;
use super::search::resources;
use super::stream::{LineSender, lines};
use kawari_api::failure::Failure;
use kawari_api::limits::LimitsRequest;
use kawari_api::position::{MoveJson, OutcomeJson};
use kawari_api::score::LoggedScore;
use kawari_api::search::{FaultJson, RecordWriter};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::engine::session::{GoError, SearchRequest};
use kawari_engine::notation::usi::UsiMove;

/// A request for the analysis of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// Limits of each search: `depth`, `nodes` or `movetime`.
    limits: LimitsRequest,
    /// Transposition table, in MiB. Default: 16.
    hash: Option<usize>,
    /// Number of threads. Default: 1.
    threads: Option<usize>,
}

/// A line of the response to an analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum AnalyseLineJson {
    /// First line.
    Started(AnalyseStartedJson),
    /// Result of a position.
    Position(Box<AnalysedPositionJson>),
    /// An internal error.
    Fault(FaultJson),
    /// Last line.
    Done(AnalyseDoneJson),
}

/// Granted resources and the number of positions.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalyseStartedJson {
    /// Transposition table, in MiB.
    hash: usize,
    /// Number of threads.
    threads: usize,
    /// Number of positions: one more than moves.
    positions: usize,
}

/// Result of the search of one position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysedPositionJson {
    /// Number of moves before the position; 0 is the start.
    ply: usize,
    /// Number of finished positions, this one included.
    done: usize,
    /// Score from Black's view; `null` where the game is over.
    score: Option<LoggedScore>,
    /// Best move.
    best: Option<MoveJson>,
    /// Principal variation in USI notation.
    pv: Vec<String>,
    /// Principal variation in written notation.
    record: Vec<String>,
    /// Depth in plies.
    depth: u32,
    /// Nodes searched.
    nodes: u64,
    /// Time of the search, in milliseconds.
    time: u128,
    /// Result of the game, if it has ended in this position.
    outcome: Option<OutcomeJson>,
}

/// End of an analysis.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalyseDoneJson {
    /// Number of positions.
    positions: usize,
    /// Time of the analysis, in milliseconds.
    time: u128,
}

impl From<FaultJson> for AnalyseLineJson {
    fn from(fault: FaultJson) -> Self {
        Self::Fault(fault)
    }
}

/// Analyses a game and streams the results.
///
/// # Errors
/// Returns a [`Failure`] if the request is invalid or too many searches are running.
pub async fn run(request: AnalyseRequest, engine_pool: &EnginePool) -> Result<Response, Failure> {
    let limits = request.limits;
    if !limits.has_limit() || limits.is_game_search() {
        let message = "`limits` must have a `depth`, `nodes` or `movetime`, and neither a `clock` nor `infinite`";
        return Err(Failure::bad_request(message));
    }
    let played = MoveSequence::new(&request.game, request.start, request.moves)?;
    let permit = engine_pool.acquire(resources(request.hash, request.threads, None))?;
    let (lease, played) = run_blocking(move || {
        played.game_state()?;
        Ok((permit.lease(played.variant)?, played))
    })
    .await?;
    let (lines, response) = lines();
    lines.send(AnalyseLineJson::Started(AnalyseStartedJson {
        hash: lease.resources().hash,
        threads: lease.resources().threads,
        positions: played.len() + 1,
    }));
    tokio::spawn(async move {
        let mut analysis = AnalysisRun { lease, played, limits, lines };
        if let Err(error) = analysis.run_all().await {
            log::error!("cannot start a search of an analysis: {error}");
        }
        tokio::task::spawn_blocking(move || drop(analysis));
    });
    Ok(response)
}

struct AnalysisRun {
    lease: Lease,
    played: MoveSequence,
    limits: LimitsRequest,
    lines: LineSender<AnalyseLineJson>,
}

impl AnalysisRun {
    async fn run_all(&mut self) -> Result<(), GoError> {
        let start = Instant::now();
        let positions = self.played.len() + 1;
        for (done, ply) in (1..).zip((0..positions).rev()) {
            // `run` has checked all moves, so that this does not fail.
            if self.played.set_to(self.lease.session().game_state_mut(), ply).is_err() {
                return Ok(());
            }
            let Some(analysed) = self.search_position(ply, done).await? else { return Ok(()) };
            self.lines.send(AnalyseLineJson::Position(Box::new(analysed)));
        }
        let time = start.elapsed().as_millis();
        self.lines.send(AnalyseLineJson::Done(AnalyseDoneJson { positions, time }));
        Ok(())
    }

    /// Searches the session's current position. Returns `None` if the client disconnects.
    async fn search_position(
        &mut self,
        ply: usize,
        done: usize,
    ) -> Result<Option<AnalysedPositionJson>, GoError> {
        let game_state = self.lease.session().game_state();
        let (color, outcome) = (game_state.side_to_move(), game_state.status());
        let mut writer = RecordWriter::new(game_state);
        let mut analysed = AnalysedPositionJson {
            ply,
            done,
            score: None,
            best: None,
            pv: Vec::new(),
            record: Vec::new(),
            depth: 0,
            nodes: 0,
            time: 0,
            outcome: outcome.map(Into::into),
        };
        if outcome.is_some() {
            return Ok(Some(analysed));
        }
        let limits = self.limits.for_search(color, 0);
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let mut last: Option<SearchInfo> = None;
        let on_info = |info| last = Some(info);
        let Some(answer) = follow_search(&mut self.lease, &request, &self.lines, on_info).await?
        else {
            return Ok(None);
        };
        match answer {
            SearchAnswer::Move { best, .. } => {
                let best = self.lease.session().game_state().describe_move(&best.to_string());
                analysed.best = best.ok().map(Into::into);
            }
            // The side to move can declare a win.
            SearchAnswer::Win => analysed.score = Some(for_black(score::mate_in(1), color).into()),
            SearchAnswer::Resign => {}
        }
        if let Some(info) = last {
            analysed.score = Some(for_black(info.score, color).into());
            analysed.record = writer.record(&info.pv);
            analysed.pv = info.pv.iter().map(UsiMove::to_string).collect();
            (analysed.depth, analysed.nodes) = (info.depth, info.nodes);
            analysed.time = info.time.as_millis();
        }
        Ok(Some(analysed))
    }
}

/// Converts a score from the side to move's view to Black's view.
fn for_black(score: Score, to_move: Color) -> Score {
    match to_move {
        Color::Black => score,
        Color::White => -score,
    }
}
