//! What a search says for itself, on its own thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::sink::Sink;
use super::wire::{self, Dialect};
use crate::engine::report::{Answer, Event};

/// The voice of one search; it goes when the search has gone.
pub struct Voice<F: FnMut()> {
    sink: Sink,
    muted: Arc<AtomicBool>,
    dialect: Dialect,
    several: bool,
    on_end: F,
    has_answered: bool,
}

impl<F: FnMut()> Voice<F> {
    /// Speaks to `sink` until `muted` is set, and calls `on_end` when it goes.
    /// `several` says whether more than one principal variation is reported.
    pub fn new(
        sink: Sink,
        muted: Arc<AtomicBool>,
        dialect: Dialect,
        several: bool,
        on_end: F,
    ) -> Self {
        Self { sink, muted, dialect, several, on_end, has_answered: false }
    }

    /// Says what the search has to say.
    pub fn report(&mut self, event: &Event) {
        if self.is_muted() {
            return;
        }
        match event {
            Event::Info(info) => self.sink.say(&wire::info(info, self.several, self.dialect)),
            Event::Done(answer) => self.answer(answer),
        }
    }

    fn answer(&mut self, answer: &Answer) {
        self.has_answered = true;
        for line in wire::answer(answer, self.dialect) {
            self.sink.say(&line);
        }
    }

    fn is_muted(&self) -> bool {
        self.muted.load(Ordering::Relaxed)
    }
}

impl<F: FnMut()> Drop for Voice<F> {
    /// The search has gone. Should a fault have ended it, its client still waits
    /// for an answer.
    fn drop(&mut self) {
        if thread::panicking() && !self.has_answered && !self.is_muted() {
            self.answer(&Answer::Resign);
        }
        (self.on_end)();
    }
}
