//! Where games are played, one after the other, always by the same programs.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use anyhow::{Context, Result};

use super::game::{self, Terms};
use super::log::game_entry;
use super::player::Player;
use super::seat::Seat;
use super::setup::{ScheduledGame, Setup};
use kawari_records::game_log::GameEntry;

/// All players of a match, on one thread. Their programs start when they are
/// first needed.
#[derive(Debug)]
pub struct PlayingTable {
    setup: Arc<Setup>,
    seats: Vec<Seat>,
    stop: Arc<AtomicBool>,
    /// Closed when the programs have left.
    _present: mpsc::Sender<()>,
}

impl PlayingTable {
    /// A table without a game. Its last one ends early once `stop` is set;
    /// `present` is dropped after the programs have left.
    pub fn new(setup: Arc<Setup>, stop: Arc<AtomicBool>, present: mpsc::Sender<()>) -> Self {
        let seat = |player: &Player| Seat::new(player.clone(), setup.variant, setup.patience);
        let seats = setup.players.iter().map(seat).collect();
        Self { setup, seats, stop, _present: present }
    }

    /// Plays a game; `None` when the match was over before it.
    ///
    /// # Errors
    /// When its opening is not one of this game, or a program could not be started.
    pub fn play(&mut self, game: ScheduledGame) -> Result<Option<GameEntry>> {
        let ScheduledGame { fixture, opening } = game;
        let Setup { variant, players, adjudication, tables, with_times, .. } = &*self.setup;
        let terms = Terms { adjudication, tables: tables.as_deref() };
        let seats = self.seats.get_disjoint_mut([fixture.black, fixture.white])?;
        let played = game::play(*variant, &opening, seats, terms, &self.stop)
            .with_context(|| format!("game {}", fixture.game))?;
        Ok(played
            .map(|played| game_entry(*variant, &fixture, players, opening, played, *with_times)))
    }
}
