//! The engine's answer to a draw offer.

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::limits::level;
use super::move_sequence::MoveSequence;
use super::position::Side;
use kawari_engine::core::color::Color;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{SearchRequest, Session};
use kawari_engine::search::limits::Limits;
use kawari_records::score::LoggedScore;

/// A draw offer to the engine.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// A checked draw offer.
#[derive(Debug)]
pub struct DrawOffer {
    /// The game.
    pub played: MoveSequence,
    engine: Color,
}

impl DrawRequest {
    /// Checks the request.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game, the level or a move is invalid.
    pub fn check(self) -> Result<DrawOffer, Failure> {
        // All levels answer alike: a weak level that accepts every draw is a poor opponent.
        level(self.level)?;
        let played = MoveSequence::new(&self.game, self.start, self.moves)?;
        Ok(DrawOffer { played, engine: self.engine.into() })
    }
}

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
    /// Searches the position of a draw offer and answers it.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the position is invalid or the search cannot start.
    pub fn of(session: &mut dyn Session, offer: &DrawOffer) -> Result<Self, Failure> {
        let engine = offer.engine;
        offer.played.set_to(session.game_state_mut(), offer.played.len())?;
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
