//! The difficulty of a puzzle: the lowest playing level that finds its first move.

use anyhow::Context;

use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

/// Seeds of each level.
const SEEDS: u64 = 3;

/// Plays the first move of puzzles at each level.
pub struct DifficultyRating {
    session: Box<dyn Session>,
}

impl DifficultyRating {
    /// Opens a session of a game.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the transposition table.
    pub fn open(variant: Variant) -> anyhow::Result<Self> {
        let settings = Settings { hash: 1, ..Settings::default() };
        Ok(Self { session: session::open(variant, settings)? })
    }

    /// Returns the lowest level that plays `first_move` with most seeds. The highest level is
    /// not tried: it has the puzzles that no other level solves.
    ///
    /// # Errors
    /// Returns an error if the position is invalid or a search fails.
    pub fn of(&mut self, position: &str, first_move: &str) -> anyhow::Result<u8> {
        self.session.game_state_mut().set(StartPosition::Sfen(position), &[])?;
        for level in Level::all().filter(|&level| level != Level::FULL) {
            let mut solved = 0;
            for seed in 1..=SEEDS {
                let settings =
                    Settings { strength: level.into(), seed, ..*self.session.settings() };
                self.session.set_settings(settings)?;
                let request = SearchRequest { plays_on: true, ..SearchRequest::default() };
                let summary = SearchSummary::of(&mut *self.session, &request)?;
                let best = summary.best().context("the search has no move")?;
                solved += u64::from(best.to_string() == first_move);
            }
            if 2 * solved > SEEDS {
                return Ok(level.number());
            }
        }
        Ok(Level::FULL.number())
    }
}
