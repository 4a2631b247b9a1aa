//! Whether the engine takes a draw that it is offered.

use serde::{Deserialize, Serialize};

use super::engine_pool::EnginePool;
use super::failure::Failure;
use super::jobs::run_blocking;
use super::json::{MoveSequence, Side};
use super::search::{level, resources};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::search::limits::Limits;
use kawari_records::game_log::LoggedScore;

/// An offer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    game: String,
    start: Option<String>,
    moves: Option<Vec<String>>,
    engine: Side,
    level: Option<u8>,
}

/// The answer to it.
#[derive(Debug, Serialize)]
pub struct DrawJson {
    accepts: bool,
    /// From the engine's view.
    score: Option<LoggedScore>,
}

/// Positions that the engine looks at before it answers: some tenths of a second at most.
const NODES: u64 = 50_000;

/// Answers an offer.
///
/// # Errors
/// When the request makes no sense, or there is no place for a search.
pub async fn run(request: DrawRequest, engine_pool: &EnginePool) -> Result<DrawJson, Failure> {
    let played = MoveSequence::new(&request.game, request.start, request.moves)?;
    let engine = Color::from(request.engine);
    // All levels judge alike: a weak one that took every draw would be a poor opponent.
    level(request.level)?;
    let permit = engine_pool.acquire(resources(None, None, None))?;
    run_blocking(move || {
        played.game_state()?;
        let mut lease = permit.lease(played.variant)?;
        let session = lease.session();
        played.set_to(session.game_state_mut(), played.len())?;
        if session.game_state().ending().is_some() {
            return Ok(DrawJson { accepts: false, score: None });
        }
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let order = SearchRequest { limits, ..SearchRequest::default() };
        let findings = SearchSummary::of(session, &order).map_err(|_| Failure::fault())?;
        let is_engines_turn = session.game_state().side_to_move() == engine;
        let score = findings.score().map(|score| if is_engines_turn { score } else { -score });
        let accepts = score.is_some_and(|score| accepts(session.game_state(), score));
        Ok(DrawJson { accepts, score: score.map(Into::into) })
    })
    .await
}

/// The engine takes a draw when it is worse; when it is no better in a game that has been
/// going on for a while; and when next to nothing separates the sides in a game that its
/// rules are about to call a draw.
fn accepts(game_state: &dyn GameState, score: Score) -> bool {
    const WORSE_SCORE: Score = -100;
    const LEVEL_SCORE: Score = 50;
    const MIN_PLIES: usize = 40;
    let is_running_out =
        game_state.rule_counts().clock.is_some_and(|clock| 2 * clock.played >= clock.limit);
    score <= WORSE_SCORE
        || score <= 0 && game_state.moves().len() >= MIN_PLIES
        || score <= LEVEL_SCORE && is_running_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;

    #[test]
    fn a_draw_is_taken_by_the_score() {
        let start = game_state::open(Variant::Hasami);
        assert!(!accepts(&*start, 0), "there is a game to play");
        assert!(accepts(&*start, -100) && !accepts(&*start, -99));
        let mut long = game_state::open(Variant::Hasami);
        let to_and_fro = ["9i9h", "9a9b", "9h9i", "9b9a"];
        let moves: Vec<&str> = to_and_fro.into_iter().cycle().take(40).collect();
        long.set(StartPosition::Initial, &moves).expect("legal moves");
        assert!(accepts(&*long, 0) && !accepts(&*long, 1));
        let moves: Vec<&str> = to_and_fro.into_iter().cycle().take(50).collect();
        long.set(StartPosition::Initial, &moves).expect("legal moves");
        assert!(accepts(&*long, 50) && !accepts(&*long, 51));
    }
}
