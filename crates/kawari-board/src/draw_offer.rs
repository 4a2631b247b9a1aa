//! The engine's answer to a draw offer.

use serde::Deserialize;

use super::engine_pool::EnginePool;
use super::jobs::run_blocking;
use super::move_sequence::MoveSequence;
use super::search::resources;
use kawari_api::draw_offer::DrawAnswerJson;
use kawari_api::failure::Failure;
use kawari_api::limits::level;
use kawari_api::position::Side;
use kawari_engine::core::color::Color;

/// A draw offer to the engine.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// Name of the game.
    game: String,
    /// SFEN of the start position. Default: the game's own start position.
    start: Option<String>,
    /// Moves from the start in USI notation, at most 2000. Default: none.
    moves: Option<Vec<String>>,
    /// Side of the engine.
    engine: Side,
    /// Level of the engine. Checked, but all levels answer alike.
    level: Option<u8>,
}

/// Answers a draw offer.
///
/// # Errors
/// Returns a [`Failure`] if the request is invalid or too many searches are running.
pub async fn run(offer: DrawRequest, engine_pool: &EnginePool) -> Result<DrawAnswerJson, Failure> {
    let played = MoveSequence::new(&offer.game, offer.start, offer.moves)?;
    let engine = Color::from(offer.engine);
    // All levels answer alike: a weak level that accepts every draw is a poor opponent.
    level(offer.level)?;
    let permit = engine_pool.acquire(resources(None, None, None))?;
    run_blocking(move || {
        played.game_state()?;
        let mut lease = permit.lease(played.variant)?;
        let session = lease.session();
        played.set_to(session.game_state_mut(), played.len())?;
        DrawAnswerJson::of(session, engine)
    })
    .await
}
