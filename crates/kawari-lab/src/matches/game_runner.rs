//! Where games are played, one after the other, always by the same programs.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use anyhow::{Context, Result};

use super::engine_player::EnginePlayer;
use super::game::{self, GameConditions};
use super::log::game_entry;
use super::player::Player;
use super::setup::{ScheduledGame, Setup};
use kawari_records::game_log::GameEntry;

/// All players of a match, on one thread. Their programs start when they are
/// first needed.
#[derive(Debug)]
pub struct GameRunner {
    setup: Arc<Setup>,
    engine_players: Vec<EnginePlayer>,
    stop: Arc<AtomicBool>,
    /// Closed when the programs have left.
    _present: mpsc::Sender<()>,
}

impl GameRunner {
    /// A table without a game. Its last one ends early once `stop` is set;
    /// `present` is dropped after the programs have left.
    pub fn new(setup: Arc<Setup>, stop: Arc<AtomicBool>, present: mpsc::Sender<()>) -> Self {
        let engine_player =
            |player: &Player| EnginePlayer::new(player.clone(), setup.variant, setup.patience);
        let engine_players = setup.players.iter().map(engine_player).collect();
        Self { setup, engine_players, stop, _present: present }
    }

    /// Plays a game; `None` when the match was over before it.
    ///
    /// # Errors
    /// When its opening is not one of this game, or a program could not be started.
    pub fn play(&mut self, game: ScheduledGame) -> Result<Option<GameEntry>> {
        let ScheduledGame { fixture, opening } = game;
        let Setup { variant, players, adjudication, tables, with_times, .. } = &*self.setup;
        let conditions = GameConditions { adjudication, tables: tables.as_deref() };
        let engine_players =
            self.engine_players.get_disjoint_mut([fixture.black, fixture.white])?;
        let played = game::play(*variant, &opening, engine_players, conditions, &self.stop)
            .with_context(|| format!("game {}", fixture.game))?;
        Ok(played
            .map(|played| game_entry(*variant, &fixture, players, opening, played, *with_times)))
    }
}
