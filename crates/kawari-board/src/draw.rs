//! Whether the engine takes a draw that it is offered.

use serde::{Deserialize, Serialize};

use super::desk::Desk;
use super::failure::Failure;
use super::json::{Played, Side};
use super::search::{level, share};
use super::work::aside;
use kawari_engine::core::color::Color;
use kawari_engine::core::score::Score;
use kawari_engine::engine::findings::Findings;
use kawari_engine::engine::line::Line;
use kawari_engine::engine::session::Order;
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
pub async fn run(request: DrawRequest, desk: &Desk) -> Result<DrawJson, Failure> {
    let played = Played::new(&request.game, request.start, request.moves)?;
    let engine = Color::from(request.engine);
    // All levels judge alike: a weak one that took every draw would be a poor opponent.
    level(request.level)?;
    let place = desk.place(share(None, None, None))?;
    aside(move || {
        played.line()?;
        let mut seat = place.seat(played.variant)?;
        let session = seat.session();
        played.set_to(session.line_mut(), played.len())?;
        if session.line().ending().is_some() {
            return Ok(DrawJson { accepts: false, score: None });
        }
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let order = Order { limits, ..Order::default() };
        let findings = Findings::of(session, &order).map_err(|_| Failure::fault())?;
        let is_engines_turn = session.line().side_to_move() == engine;
        let score = findings.score().map(|score| if is_engines_turn { score } else { -score });
        let accepts = score.is_some_and(|score| accepts(session.line(), score));
        Ok(DrawJson { accepts, score: score.map(Into::into) })
    })
    .await
}

/// The engine takes a draw when it is worse; when it is no better in a game that has been
/// going on for a while; and when next to nothing separates the sides in a game that its
/// rules are about to call a draw.
fn accepts(line: &dyn Line, score: Score) -> bool {
    const WORSE: Score = -100;
    const LEVEL: Score = 50;
    const A_WHILE: usize = 40;
    let is_running_out = line.counts().clock.is_some_and(|clock| 2 * clock.played >= clock.limit);
    score <= WORSE
        || score <= 0 && line.moves().len() >= A_WHILE
        || score <= LEVEL && is_running_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::line::{self, Start};
    use kawari_engine::games::variants::Variant;

    #[test]
    fn a_draw_is_taken_by_the_score() {
        let start = line::open(Variant::Hasami);
        assert!(!accepts(&*start, 0), "there is a game to play");
        assert!(accepts(&*start, -100) && !accepts(&*start, -99));
        let mut long = line::open(Variant::Hasami);
        let to_and_fro = ["9i9h", "9a9b", "9h9i", "9b9a"];
        let moves: Vec<&str> = to_and_fro.into_iter().cycle().take(40).collect();
        long.set(Start::Initial, &moves).expect("legal moves");
        assert!(accepts(&*long, 0) && !accepts(&*long, 1));
        let moves: Vec<&str> = to_and_fro.into_iter().cycle().take(50).collect();
        long.set(Start::Initial, &moves).expect("legal moves");
        assert!(accepts(&*long, 50) && !accepts(&*long, 51));
    }
}
