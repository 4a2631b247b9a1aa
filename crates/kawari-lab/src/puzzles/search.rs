//! Searches of one position, for finding and checking puzzles.

use anyhow::Context;

use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

/// Smallest lead of a puzzle's move over the second best one, in centipawns.
pub const MIN_MARGIN: Score = 100;

/// The best lines of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMoves {
    /// Score of the best move for the side to move.
    pub score: Score,
    /// Score of the second best move; `None` if there is only one legal move.
    pub second_score: Option<Score>,
    /// Principal variation, in USI notation.
    pub pv: Vec<String>,
}

impl BestMoves {
    /// Returns true if the best move has a clear margin. A forced move has none.
    pub fn has_margin(&self) -> bool {
        self.second_score.is_some_and(|second| self.score - second >= MIN_MARGIN)
    }
}

/// A session that searches unrelated positions.
pub struct PositionSearch {
    session: Box<dyn Session>,
}

impl PositionSearch {
    /// Opens a session of a game.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the transposition table.
    pub fn open(variant: Variant) -> anyhow::Result<Self> {
        let settings = Settings { hash: 4, multi_pv: 2, ..Settings::default() };
        Ok(Self { session: session::open(variant, settings)? })
    }

    /// Returns the session, at the last searched position.
    pub fn session(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// Sets the position after `moves`. The tables are cleared, so that a result depends on the
    /// position alone.
    ///
    /// # Errors
    /// Returns an error if the position or a move is invalid.
    pub fn set(&mut self, position: &str, moves: &[String]) -> anyhow::Result<()> {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.session.new_game();
        self.session.game_state_mut().set(StartPosition::Sfen(position), &words)?;
        Ok(())
    }

    /// Searches the position for its two best moves. Returns `None` if the game is over.
    ///
    /// # Errors
    /// Returns the error of the search.
    pub fn best_moves(&mut self, nodes: u64) -> anyhow::Result<Option<BestMoves>> {
        if self.session.game_state().ending().is_some() {
            return Ok(None);
        }
        let summary = SearchSummary::of(&mut *self.session, &Self::request(nodes))?;
        let Some(best) = summary.lines.first() else { return Ok(None) };
        Ok(Some(BestMoves {
            score: best.score,
            second_score: summary.lines.get(1).map(|line| line.score),
            pv: best.pv.iter().map(ToString::to_string).collect(),
        }))
    }

    /// Returns the score of the best legal move other than `excluded`, or `None` if there is no
    /// other one.
    ///
    /// # Errors
    /// Returns the error of the search.
    pub fn score_without(&mut self, excluded: &str, nodes: u64) -> anyhow::Result<Option<Score>> {
        let mut moves = self.session.game_state().legal_moves_in_usi();
        moves.retain(|mv| mv != excluded);
        if moves.is_empty() {
            return Ok(None);
        }
        self.score_of(moves, nodes).map(Some)
    }

    /// Returns the score of the best of some moves.
    ///
    /// # Errors
    /// Returns the error of the search.
    pub fn score_of(&mut self, moves: Vec<String>, nodes: u64) -> anyhow::Result<Score> {
        let request = SearchRequest { search_moves: moves, ..Self::request(nodes) };
        let summary = SearchSummary::of(&mut *self.session, &request)?;
        summary.score().context("the search has no score")
    }

    fn request(nodes: u64) -> SearchRequest {
        SearchRequest {
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            plays_on: true,
            ..SearchRequest::default()
        }
    }
}
