//! The engine's part in the game.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, bail};

use super::{Claim, Game};
use kawari_engine::core::score::Score;
use kawari_engine::engine::report::{Answer, Event};
use kawari_engine::engine::session::{Order, Settings};
use kawari_engine::engine::strength::{Level, Strength};
use kawari_engine::search::limits::Limits;
use kawari_lab::interrupt;

/// What a search has come to.
pub(super) struct Found {
    pub answer: Answer,
    pub score: Option<Score>,
    pub is_interrupted: bool,
}

impl Game<'_> {
    /// Has the engine move; may be stopped, after which it waits if `pauses`.
    pub(super) fn engine_moves(&mut self, pauses: bool) -> anyhow::Result<()> {
        let strength = Strength::Level(self.config.level);
        let limits = Limits { move_time: Some(self.config.time), ..Limits::default() };
        let is_slow = self.config.level == Level::FULL;
        let found = self.think(strength, self.config.seed, limits, is_slow)?;
        match found.answer {
            Answer::Move { best, .. } => self.push(&best, "Kawari plays")?,
            Answer::Win => {
                let outcome = self.line().declaration().context("nothing to declare")?;
                self.claim = Some(Claim::Declared(outcome));
                self.is_saved = false;
                self.show()?;
            }
            Answer::Resign => {
                self.claim = Some(Claim::Resigned(self.line().side_to_move()));
                self.is_saved = false;
                self.show()?;
            }
        }
        if found.is_interrupted && pauses {
            self.is_paused = true;
            self.say("Kawari waits. `go` lets it go on.")?;
        }
        Ok(())
    }

    /// Searches the position. Ctrl-C ends it.
    pub(super) fn think(
        &mut self,
        strength: Strength,
        seed: u64,
        limits: Limits,
        is_slow: bool,
    ) -> anyhow::Result<Found> {
        /// Time between two looks for Ctrl-C.
        const LOOK: Duration = Duration::from_millis(20);
        let is_told = is_slow && self.console.is_terminal();
        if is_told {
            write!(self.output, "Kawari thinks; Ctrl-C has it move now.")?;
        }
        self.output.flush()?;
        let settings = Settings { strength, seed, ..*self.session.settings() };
        self.session.set_settings(settings)?;
        let (sender, events) = mpsc::channel();
        let report = move |event| drop(sender.send(event));
        self.session.go(&Order { limits, ..Order::default() }, Box::new(report))?;
        let mut found = Found { answer: Answer::Resign, score: None, is_interrupted: false };
        loop {
            match events.recv_timeout(LOOK) {
                Ok(Event::Info(info)) => found.score = Some(info.score),
                Ok(Event::Spent(_)) => {}
                Ok(Event::Fault(fault)) => log::error!("a fault in the search: {fault}"),
                Ok(Event::Done(answer)) => {
                    found.answer = answer;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the search ended without an answer"),
            }
            if interrupt::take() {
                found.is_interrupted = true;
                self.session.stop();
            }
        }
        self.session.wait();
        if is_told {
            // Over the line that said so.
            write!(self.output, "\r{:40}\r", "")?;
        }
        // What came while the last move was made means the next one.
        found.is_interrupted |= interrupt::take();
        Ok(found)
    }
}
