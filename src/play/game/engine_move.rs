//! Engine moves and searches.

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

/// The result of a search.
pub(super) struct EngineReply {
    pub answer: SearchAnswer,
    pub score: Option<Score>,
    pub is_interrupted: bool,
}

impl TerminalGame<'_> {
    /// Plays a move of the engine. If Ctrl-C stopped the search and `pauses` is set, the
    /// engine pauses after the move.
    pub(super) fn play_engine_move(&mut self, pauses: bool) -> anyhow::Result<()> {
        let strength = Strength::Level(self.config.level);
        let limits = Limits { move_time: Some(self.config.time), ..Limits::default() };
        let is_slow = self.config.level == Level::FULL;
        let reply = self.search(strength, self.config.seed, limits, is_slow)?;
        match reply.answer {
            SearchAnswer::Move { best, .. } => self.push(&best.to_string(), "Kawari plays")?,
            SearchAnswer::Win => {
                let outcome = self.game_state().declaration().context("nothing to declare")?;
                self.early_end = Some(EarlyEnd::Declared(outcome));
                self.is_saved = false;
                self.show_board()?;
            }
            SearchAnswer::Resign => {
                self.early_end = Some(EarlyEnd::Resigned(self.game_state().side_to_move()));
                self.is_saved = false;
                self.show_board()?;
            }
        }
        if reply.is_interrupted && pauses {
            self.is_paused = true;
            self.print("Kawari is paused. Type `go` to continue.")?;
        }
        Ok(())
    }

    /// Searches the position. Ctrl-C stops the search. If `is_slow`, a terminal shows a
    /// notice during the search.
    pub(super) fn search(
        &mut self,
        strength: Strength,
        seed: u64,
        limits: Limits,
        is_slow: bool,
    ) -> anyhow::Result<EngineReply> {
        const POLL_INTERVAL: Duration = Duration::from_millis(20);
        const NOTICE: &str = "Kawari is thinking. Press Ctrl-C to make it move now.";
        let has_notice = is_slow && self.console.is_terminal();
        if has_notice {
            write!(self.output, "{NOTICE}")?;
        }
        self.output.flush()?;
        let settings = Settings { strength, seed, ..*self.session.settings() };
        self.session.set_settings(settings)?;
        let (sender, events) = mpsc::channel();
        let report = move |event| drop(sender.send(event));
        self.session.go(&SearchRequest { limits, ..SearchRequest::default() }, Box::new(report))?;
        let mut reply =
            EngineReply { answer: SearchAnswer::Resign, score: None, is_interrupted: false };
        loop {
            match events.recv_timeout(POLL_INTERVAL) {
                Ok(SearchEvent::Info(info)) => reply.score = Some(info.score),
                Ok(SearchEvent::Spent(_)) => {}
                Ok(SearchEvent::Fault(fault)) => log::error!("search fault: {fault}"),
                Ok(SearchEvent::Done(answer)) => {
                    reply.answer = answer;
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("the search ended without an answer"),
            }
            if interrupt::take() {
                reply.is_interrupted = true;
                self.session.stop();
            }
        }
        self.session.wait();
        if has_notice {
            // Erase the notice.
            write!(self.output, "\r{:1$}\r", "", NOTICE.len())?;
        }
        // Ctrl-C between the last poll and the end of the search also counts.
        reply.is_interrupted |= interrupt::take();
        Ok(reply)
    }
}
