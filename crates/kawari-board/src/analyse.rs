//! Analysis of a game. The response is a stream of lines.

use std::time::Instant;

use axum::response::Response;

use super::engine_pool::{EnginePool, Lease};
use super::jobs::{follow_search, run_blocking};
use super::search::resources;
use super::stream::{LineSender, lines};
use kawari_api::analysis::{
    AnalyseDoneJson, AnalyseLineJson, AnalyseRequest, AnalyseStartedJson, AnalysedPositionJson,
    PositionAnalysis, PreparedAnalysis,
};
use kawari_api::failure::Failure;
use kawari_engine::engine::session::GoError;

/// Analyses a game and streams the results.
///
/// # Errors
/// Returns a [`Failure`] if the request is invalid or too many searches are running.
pub async fn run(request: AnalyseRequest, engine_pool: &EnginePool) -> Result<Response, Failure> {
    let analysis = request.check()?;
    let permit =
        engine_pool.acquire(resources(Some(analysis.hash), Some(analysis.threads), None))?;
    let (lease, analysis) = run_blocking(move || {
        analysis.played.game_state()?;
        Ok((permit.lease(analysis.played.variant)?, analysis))
    })
    .await?;
    let (lines, response) = lines();
    lines.send(AnalyseLineJson::Started(AnalyseStartedJson {
        hash: lease.resources().hash,
        threads: lease.resources().threads,
        positions: analysis.positions(),
    }));
    tokio::spawn(async move {
        let mut run = AnalysisRun { lease, analysis, lines };
        if let Err(error) = run.run_all().await {
            log::error!("cannot start a search of an analysis: {error}");
        }
        tokio::task::spawn_blocking(move || drop(run));
    });
    Ok(response)
}

struct AnalysisRun {
    lease: Lease,
    analysis: PreparedAnalysis,
    lines: LineSender<AnalyseLineJson>,
}

impl AnalysisRun {
    async fn run_all(&mut self) -> Result<(), GoError> {
        let start = Instant::now();
        for step in self.analysis.order() {
            // `run` has checked all moves, so that this does not fail.
            let game_state = self.lease.session().game_state_mut();
            if self.analysis.played.set_to(game_state, step.0).is_err() {
                return Ok(());
            }
            let Some(analysed) = self.search_position(step).await? else { return Ok(()) };
            self.lines.send(AnalyseLineJson::Position(Box::new(analysed)));
        }
        let (positions, time) = (self.analysis.positions(), start.elapsed().as_millis());
        self.lines.send(AnalyseLineJson::Done(AnalyseDoneJson { positions, time }));
        Ok(())
    }

    /// Searches the session's current position. Returns `None` if the client disconnects.
    async fn search_position(
        &mut self,
        step: (usize, usize),
    ) -> Result<Option<AnalysedPositionJson>, GoError> {
        let mut position = PositionAnalysis::new(self.lease.session().game_state(), step);
        let Some(request) = position.request(&self.analysis) else {
            return Ok(Some(position.finish(self.lease.session().game_state(), None)));
        };
        let on_info = |info| position.on_info(info);
        let Some(answer) = follow_search(&mut self.lease, &request, &self.lines, on_info).await?
        else {
            return Ok(None);
        };
        Ok(Some(position.finish(self.lease.session().game_state(), Some(answer))))
    }
}
