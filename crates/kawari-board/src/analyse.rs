//! A whole game, position by position, from the last one to the first: what was learned
//! at the end helps before it.

use std::time::Instant;

use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::engine_pool::{EnginePool, Lease};
use super::failure::Failure;
use super::jobs::{RecordWriter, follow_search, run_blocking};
use super::json::{MoveJson, MoveSequence, OutcomeJson};
use super::search::{LimitsRequest, resources};
use super::stream::{LineSender, lines};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::engine::session::{GoError, SearchRequest};
use kawari_records::game_log::LoggedScore;

/// What a request for an analysis says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    game: String,
    start: Option<String>,
    moves: Option<Vec<String>>,
    limits: LimitsRequest,
    hash: Option<usize>,
    threads: Option<usize>,
}

/// What was found in one position.
#[derive(Debug, Serialize)]
struct FoundJson {
    #[serde(rename = "type")]
    kind: &'static str,
    ply: usize,
    done: usize,
    score: Option<LoggedScore>,
    best: Option<MoveJson>,
    pv: Vec<String>,
    record: Vec<String>,
    depth: u32,
    nodes: u64,
    time: u128,
    outcome: Option<OutcomeJson>,
}

/// Answers a request for an analysis.
///
/// # Errors
/// When the request makes no sense, or there is no place for a search.
pub async fn run(request: AnalyseRequest, engine_pool: &EnginePool) -> Result<Response, Failure> {
    let limits = request.limits;
    if !limits.has_limit() || limits.is_game_search() {
        let wanted = "`limits` has to say how far each position is searched: by `depth`, `nodes` or `movetime`";
        return Err(Failure::bad_request(wanted));
    }
    let played = MoveSequence::new(&request.game, request.start, request.moves)?;
    let permit = engine_pool.acquire(resources(request.hash, request.threads, None))?;
    let (lease, played) = run_blocking(move || {
        played.game_state()?;
        Ok((permit.lease(played.variant)?, played))
    })
    .await?;
    let (lines, response) = lines();
    lines.send(&json!({
        "type": "started",
        "hash": lease.resources().hash,
        "threads": lease.resources().threads,
        "positions": played.len() + 1,
    }));
    tokio::spawn(async move {
        let mut analysis = AnalysisRun { lease, played, limits, lines };
        if let Err(error) = analysis.run_all().await {
            log::error!("an analysis: {error}");
        }
        tokio::task::spawn_blocking(move || drop(analysis));
    });
    Ok(response)
}

struct AnalysisRun {
    lease: Lease,
    played: MoveSequence,
    limits: LimitsRequest,
    lines: LineSender,
}

impl AnalysisRun {
    async fn run_all(&mut self) -> Result<(), GoError> {
        let start = Instant::now();
        let positions = self.played.len() + 1;
        for (done, ply) in (1..).zip((0..positions).rev()) {
            // It was played through before.
            if self.played.set_to(self.lease.session().game_state_mut(), ply).is_err() {
                return Ok(());
            }
            let Some(found) = self.search_position(ply, done).await? else { return Ok(()) };
            self.lines.send(&found);
        }
        let time = start.elapsed().as_millis();
        self.lines.send(&json!({ "type": "done", "positions": positions, "time": time }));
        Ok(())
    }

    /// Searches the session's position; `None` when nobody listens any more.
    async fn search_position(
        &mut self,
        ply: usize,
        done: usize,
    ) -> Result<Option<FoundJson>, GoError> {
        let variant = self.lease.variant();
        let game_state = self.lease.session().game_state();
        let (color, outcome) = (game_state.side_to_move(), game_state.status());
        let mut writer = RecordWriter::new(variant, game_state);
        let mut found = FoundJson {
            kind: "position",
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
            return Ok(Some(found));
        }
        let limits = self.limits.for_search(color, 0);
        let order = SearchRequest { limits, ..SearchRequest::default() };
        let mut last: Option<SearchInfo> = None;
        let on_info = |info| last = Some(info);
        let Some(answer) = follow_search(&mut self.lease, &order, &self.lines, on_info).await?
        else {
            return Ok(None);
        };
        match answer {
            SearchAnswer::Move { best, .. } => {
                let best = self.lease.session().game_state().describe_move(&best);
                found.best = best.ok().map(Into::into);
            }
            // It may be declared won here and now.
            SearchAnswer::Win => found.score = Some(for_black(score::mate_in(1), color).into()),
            SearchAnswer::Resign => {}
        }
        if let Some(info) = last {
            found.score = Some(for_black(info.score, color).into());
            found.record = writer.record(&info.pv);
            found.pv = info.pv;
            (found.depth, found.nodes) = (info.depth, info.nodes);
            found.time = info.time.as_millis();
        }
        Ok(Some(found))
    }
}

/// A score of the side to move as Black sees it.
fn for_black(score: Score, to_move: Color) -> Score {
    match to_move {
        Color::Black => score,
        Color::White => -score,
    }
}
