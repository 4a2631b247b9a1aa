//! The engine's answer to a draw offer.

use super::engine_pool::EnginePool;
use super::jobs::run_blocking;
use super::search::resources;
use kawari_api::draw_offer::{DrawAnswerJson, DrawRequest};
use kawari_api::failure::Failure;

/// Answers a draw offer.
///
/// # Errors
/// Returns a [`Failure`] if the request is invalid or too many searches are running.
pub async fn run(
    request: DrawRequest,
    engine_pool: &EnginePool,
) -> Result<DrawAnswerJson, Failure> {
    let offer = request.check()?;
    let permit = engine_pool.acquire(resources(None, None, None))?;
    run_blocking(move || {
        offer.played.game_state()?;
        let mut lease = permit.lease(offer.played.variant)?;
        DrawAnswerJson::of(lease.session(), &offer)
    })
    .await
}
