//! A player of self-play games.

use std::iter;

use anyhow::Context;
use serde::Serialize;

use super::{SelfplayConfig, reason_text};
use crate::openings::varied::VariedOpenings;
use crate::openings::{Opening, RandomOpenings};
use kawari_engine::core::outcome::{Outcome, Reason};
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_records::game_log::{GameResult, LoggedScore};
use kawari_records::packed::PackedGame;

/// A game as a line of the log.
#[derive(Debug, Serialize)]
struct SelfplayGame {
    game: u64,
    variant: &'static str,
    start: String,
    opening: usize,
    moves: Vec<String>,
    scores: Vec<Option<LoggedScore>>,
    result: GameResult,
    reason: String,
}

/// A finished game, encoded for the output.
pub(crate) struct FinishedGame {
    /// Line of the log, or packed game.
    pub(crate) bytes: Vec<u8>,
    /// Result of the game.
    pub(crate) result: GameResult,
    /// Reason of its end.
    pub(crate) reason: String,
    /// Number of half-moves, including the opening.
    pub(crate) plies: usize,
    /// Number of searched positions.
    pub(super) scored: usize,
}

/// Source of openings.
enum SelfplayOpenings {
    Random(RandomOpenings),
    Varied(VariedOpenings),
}

impl SelfplayOpenings {
    fn new(config: &SelfplayConfig) -> Self {
        let &SelfplayConfig { variant, plies, seed, .. } = config;
        match (&config.data, config.bound()) {
            (Some(_), Some(bound)) => Self::Varied(VariedOpenings { variant, plies, seed, bound }),
            (_, bound) => {
                // Self-play does not compare players, so a short search is enough. A long
                // one would take as much time as a fast game.
                let nodes = RandomOpenings::SHORT_SEARCH;
                let lead_range = bound.map(|bound| 0..=bound);
                Self::Random(RandomOpenings { variant, plies, seed, lead_range, nodes })
            }
        }
    }
}

/// A player of self-play games; each thread has one.
pub(crate) struct SelfPlayer {
    variant: Variant,
    openings: SelfplayOpenings,
    is_packing: bool,
    settings: Settings,
    request: SearchRequest,
    max_moves: usize,
    session: Option<Box<dyn Session>>,
}

impl SelfPlayer {
    /// Creates a player. It opens its session with the first game.
    pub(crate) fn new(config: &SelfplayConfig) -> Self {
        Self {
            variant: config.variant,
            openings: SelfplayOpenings::new(config),
            is_packing: config.data.is_some(),
            settings: Settings { hash: config.hash, ..Settings::default() },
            request: SearchRequest {
                limits: Limits { nodes: Some(config.nodes), ..Limits::default() },
                ..SearchRequest::default()
            },
            max_moves: config.max_moves,
            session: None,
        }
    }

    /// Plays the game with a number, starting with empty tables and histories.
    pub(crate) fn play(&mut self, game: u64) -> anyhow::Result<FinishedGame> {
        let mut session = self.new_session()?;
        let opening = match &self.openings {
            SelfplayOpenings::Random(openings) => openings.nth(game)?,
            SelfplayOpenings::Varied(openings) => openings.nth(game, &mut *session)?,
        };
        let played = self.play_from(game, &opening, &mut *session)?;
        self.session = Some(session);
        Ok(played)
    }

    /// Returns a session with empty tables and histories.
    fn new_session(&mut self) -> anyhow::Result<Box<dyn Session>> {
        match self.session.take() {
            Some(mut session) => {
                session.new_game();
                Ok(session)
            }
            None => Ok(session::open(self.variant, self.settings)?),
        }
    }

    /// Searches the positions of a game, starting with empty tables and histories. Moves and
    /// result stay.
    pub(super) fn rescore(&mut self, game: &PackedGame) -> anyhow::Result<FinishedGame> {
        let mut session = self.new_session()?;
        let start = match game.start.as_str() {
            "" => StartPosition::Initial,
            sfen => StartPosition::Sfen(sfen),
        };
        session.game_state_mut().set(start, &[])?;
        let (opening, searched) = game.moves.split_at(game.moves.len() - game.scores.len());
        for &bits in opening {
            session.game_state_mut().push_bits(bits)?;
        }
        let mut scores = Vec::new();
        for &bits in searched {
            scores.push(SearchSummary::of(&mut *session, &self.request)?.score());
            session.game_state_mut().push_bits(bits)?;
        }
        self.session = Some(session);
        Ok(FinishedGame {
            bytes: PackedGame { scores, ..game.clone() }.record()?,
            result: game.result,
            reason: reason_text(game.reason),
            plies: game.moves.len(),
            scored: game.scores.len(),
        })
    }

    fn play_from(
        &self,
        game: u64,
        opening: &Opening,
        session: &mut dyn Session,
    ) -> anyhow::Result<FinishedGame> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        session.game_state_mut().set(StartPosition::Sfen(&opening.start), &moves)?;
        let mut scores = Vec::new();
        while session.game_state().ending().is_none() && moves.len() + scores.len() < self.max_moves
        {
            let summary = SearchSummary::of(session, &self.request)?;
            let best = summary.best().context("the engine resigned a game that is not over")?;
            session.game_state_mut().push_move(best)?;
            scores.push(summary.score());
        }
        let game_state = session.game_state();
        let ending = game_state.ending();
        let result = ending.map_or(GameResult::Draw, GameResult::from);
        let reason = ending.map(Outcome::reason);
        let (plies, scored) = (moves.len() + scores.len(), scores.len());
        let bytes = if self.is_packing {
            self.encode_packed(game_state, scores, result, reason)?
        } else {
            self.encode_json(game, game_state, &scores, result, reason)?
        };
        Ok(FinishedGame { bytes, result, reason: reason_text(reason), plies, scored })
    }

    fn encode_packed(
        &self,
        game_state: &dyn GameState,
        scores: Vec<Option<Score>>,
        result: GameResult,
        reason: Option<Reason>,
    ) -> anyhow::Result<Vec<u8>> {
        let mut start = game_state.start_sfen();
        if start == self.variant.info().startpos {
            start.clear();
        }
        Ok(PackedGame { start, moves: game_state.move_bits(), scores, result, reason }.record()?)
    }

    fn encode_json(
        &self,
        game: u64,
        game_state: &dyn GameState,
        scores: &[Option<Score>],
        result: GameResult,
        reason: Option<Reason>,
    ) -> anyhow::Result<Vec<u8>> {
        let moves = game_state.moves_in_usi();
        let opening = moves.len() - scores.len();
        let scores = scores.iter().map(|score| score.map(LoggedScore::from));
        let mut json = serde_json::to_vec(&SelfplayGame {
            game,
            variant: self.variant.info().name,
            start: game_state.start_sfen(),
            opening,
            scores: iter::repeat_n(None, opening).chain(scores).collect(),
            moves,
            result,
            reason: reason_text(reason),
        })?;
        json.push(b'\n');
        Ok(json)
    }
}
