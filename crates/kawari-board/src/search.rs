//! Searches. The response is a stream of lines; the search stops when the client disconnects.

use std::time::Instant;

use axum::response::Response;

use super::engine_pool::{EnginePool, Lease, Resources};
use super::jobs::{follow_search, milliseconds_since, run_blocking};
use super::limits;
use super::stream::{LineSender, lines};
use kawari_api::failure::Failure;
use kawari_api::limits::SideClock;
use kawari_api::search::{BestMoveJson, InfoJson, RecordWriter};
use kawari_api::search_request::{SearchBody, SearchLineJson, SearchStartedJson};
use kawari_engine::engine::search_events::SearchAnswer;

/// Returns the requested resources, with defaults for those that a request omits.
pub fn resources(hash: Option<usize>, threads: Option<usize>, lines: Option<usize>) -> Resources {
    Resources {
        hash: hash.unwrap_or(limits::DEFAULT_HASH),
        threads: threads.unwrap_or(1),
        lines: lines.unwrap_or(1),
    }
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
    let search = request.check()?;
    let permit = engine_pool.acquire(Resources {
        hash: search.hash,
        threads: search.threads,
        lines: search.multipv,
    })?;
    let level = search.level;
    let (mut lease, request, clock) = run_blocking(move || {
        // Checks the request before it takes a session.
        search.check_moves()?;
        let mut lease = permit.lease(search.played.variant)?;
        let request = search.set_session(lease.session(), || milliseconds_since(arrived))?;
        let clock = search.clock(lease.session().game_state());
        Ok((lease, request, clock))
    })
    .await?;
    let (lines, response) = lines();
    lines.send(SearchLineJson::Started(SearchStartedJson {
        hash: lease.resources().hash,
        threads: lease.resources().threads,
        multipv: lease.resources().lines,
        level: level.number(),
    }));
    tokio::spawn(async move {
        let mut writer = RecordWriter::new(lease.session().game_state());
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

/// Sends the answer of a search. Ends the lease first, so that a client that has read the
/// answer can start the next search.
fn finish(
    mut lease: Lease,
    answer: &SearchAnswer,
    clock: Option<SideClock>,
    arrived: Instant,
    lines: &LineSender<SearchLineJson>,
) {
    let mut last = BestMoveJson::new(lease.session().game_state_mut(), answer);
    drop(lease);
    last.elapsed = milliseconds_since(arrived);
    last.clock = clock.map(|clock| clock.after(last.elapsed));
    lines.send(SearchLineJson::BestMove(Box::new(last)));
}
