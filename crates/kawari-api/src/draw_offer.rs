//! The engine's answer to a draw offer.

use serde::Serialize;

use super::failure::Failure;
use super::score::LoggedScore;
use kawari_engine::core::color::Color;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{SearchRequest, Session};
use kawari_engine::search::limits::Limits;

/// Answer to a draw offer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawAnswerJson {
    /// Whether the engine accepts the draw.
    accepts: bool,
    /// Score from the engine's view; `null` if the game is over.
    score: Option<LoggedScore>,
}

/// Nodes searched before the answer: a few tenths of a second at most.
const NODES: u64 = 50_000;

impl DrawAnswerJson {
    /// Searches the current position of a session and answers the draw offer for `engine`'s side.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the search cannot start.
    pub fn of(session: &mut dyn Session, engine: Color) -> Result<Self, Failure> {
        if session.game_state().ending().is_some() {
            return Ok(Self { accepts: false, score: None });
        }
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let summary = SearchSummary::of(session, &request).map_err(|_| Failure::fault())?;
        let is_engines_turn = session.game_state().side_to_move() == engine;
        let score = summary.score().map(|score| if is_engines_turn { score } else { -score });
        let accepts = score.is_some_and(|score| accepts(session.game_state(), score));
        Ok(Self { accepts, score: score.map(Into::into) })
    }
}

/// Returns whether the engine accepts a draw at a score from its view:
///
/// - if it is behind by a pawn or a man,
/// - if it is not ahead after 40 plies,
/// - if the game is about equal and half-way to a draw by a rule's count of half-moves.
fn accepts(game_state: &dyn GameState, score: Score) -> bool {
    const WORSE_SCORE: Score = -100;
    const LEVEL_SCORE: Score = 50;
    const MIN_PLIES: usize = 40;
    let is_running_out =
        game_state.rule_counts().clock.is_some_and(|clock| 2 * clock.played >= clock.limit);
    score <= WORSE_SCORE
        || score <= 0 && game_state.ply() >= MIN_PLIES
        || score <= LEVEL_SCORE && is_running_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;

    #[test]
    fn acceptance_depends_on_score_length_and_counts() {
        let start = game_state::open(Variant::Hasami);
        assert!(!accepts(&*start, 0), "an equal game that has just started");
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
