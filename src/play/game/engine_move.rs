//! The engine's part in the game.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, bail};

use super::{EarlyEnd, TerminalGame};
use kawari_engine::core::score::Score;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent};
use kawari_engine::engine::session::{SearchRequest, Settings};
use kawari_engine::engine::strength::{Level, Strength};
use kawari_engine::search::limits::Limits;
use kawari_lab::interrupt;

/// What a search has come to.
pub(super) struct EngineReply {
    pub answer: SearchAnswer,
    pub score: Option<Score>,
    pub is_interrupted: bool,
}

impl TerminalGame<'_> {
    /// Has the engine move; may be stopped, after which it waits if `pauses`.
    pub(super) fn engine_moves(&mut self, pauses: bool) -> anyhow::Result<()> {
        let strength = Strength::Level(self.config.level);
        let limits = Limits { move_time: Some(self.config.time), ..Limits::default() };
        let is_slow = self.config.level == Level::FULL;
        let found = self.think(strength, self.config.seed, limits, is_slow)?;
        match found.answer {
            SearchAnswer::Move { best, .. } => self.push(&best, "Kawari plays")?,
            SearchAnswer::Win => {
                let outcome = self.game_state().declaration().context("nothing to declare")?;
                self.claim = Some(EarlyEnd::Declared(outcome));
                self.is_saved = false;
                self.show()?;
            }
            SearchAnswer::Resign => {
                self.claim = Some(EarlyEnd::Resigned(self.game_state().side_to_move()));
                self.is_saved = false;
                self.show()?;
            }
        }
        if found.is_interrupted && pauses {
            self.is_paused = true;
            self.print("Kawari waits. `go` lets it go on.")?;
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
    ) -> anyhow::Result<EngineReply> {
        /// Time between two looks for Ctrl-C.
        const POLL_INTERVAL: Duration = Duration::from_millis(20);
        let is_told = is_slow && self.console.is_terminal();
        if is_told {
            write!(self.output, "Kawari thinks; Ctrl-C has it move now.")?;
        }
        self.output.flush()?;
        let settings = Settings { strength, seed, ..*self.session.settings() };
        self.session.set_settings(settings)?;
        let (sender, events) = mpsc::channel();
        let report = move |event| drop(sender.send(event));
        self.session.go(&SearchRequest { limits, ..SearchRequest::default() }, Box::new(report))?;
        let mut found =
            EngineReply { answer: SearchAnswer::Resign, score: None, is_interrupted: false };
        loop {
            match events.recv_timeout(POLL_INTERVAL) {
                Ok(SearchEvent::Info(info)) => found.score = Some(info.score),
                Ok(SearchEvent::Spent(_)) => {}
                Ok(SearchEvent::Fault(fault)) => log::error!("a fault in the search: {fault}"),
                Ok(SearchEvent::Done(answer)) => {
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
