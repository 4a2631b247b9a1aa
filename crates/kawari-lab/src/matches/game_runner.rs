//! A runner that plays one game after another with the same engine processes.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use anyhow::{Context, Result};

use super::engine_player::EnginePlayer;
use super::game::{self, GameConditions};
use super::log::game_entry;
use super::player::Player;
use super::setup::{ScheduledGame, Setup};
use kawari_records::game_log::GameEntry;

/// All players of a match, for the games of one thread. Each engine starts when it is first
/// needed.
#[derive(Debug)]
pub struct GameRunner {
    setup: Arc<Setup>,
    engine_players: Vec<EnginePlayer>,
    stop: Arc<AtomicBool>,
    /// Dropped after the engines have quit: fields are dropped in order.
    _alive: mpsc::Sender<()>,
}

impl GameRunner {
    /// Returns a runner. Setting `stop` ends its game early. `alive` is dropped after the engines
    /// have quit.
    pub fn new(setup: Arc<Setup>, stop: Arc<AtomicBool>, alive: mpsc::Sender<()>) -> Self {
        let engine_player =
            |player: &Player| EnginePlayer::new(player.clone(), setup.variant, setup.timeouts);
        let engine_players = setup.players.iter().map(engine_player).collect();
        Self { setup, engine_players, stop, _alive: alive }
    }

    /// Plays a game. Returns `None` if `stop` was set before its end.
    ///
    /// # Errors
    /// Returns an error if the opening is illegal in this variant or a program cannot be started.
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
