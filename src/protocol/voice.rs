//! What a search says for itself, on its own thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::ProtocolError;
use super::sink::Sink;
use super::wire::{self, Dialect};
use crate::engine::report::Event;

/// The voice of one search; it goes when the search has gone.
pub struct Voice<F: FnMut()> {
    sink: Sink,
    muted: Arc<AtomicBool>,
    dialect: Dialect,
    several: bool,
    /// The line that asked for the search.
    line: String,
    on_end: F,
}

impl<F: FnMut()> Voice<F> {
    /// Speaks to `sink` until `muted` is set, and calls `on_end` when it goes.
    /// `several` says whether more than one principal variation is reported.
    pub fn new(
        sink: Sink,
        muted: Arc<AtomicBool>,
        dialect: Dialect,
        several: bool,
        line: String,
        on_end: F,
    ) -> Self {
        Self { sink, muted, dialect, several, line, on_end }
    }

    /// Says what the search has to say.
    pub fn report(&mut self, event: &Event) {
        if self.is_muted() {
            return;
        }
        match event {
            Event::Info(info) => self.sink.say(&wire::info(info, self.several, self.dialect)),
            Event::Fault(fault) => {
                let (line, fault) = (self.line.clone(), fault.clone());
                self.sink.say(&wire::error(ProtocolError::Fault { line, fault }));
            }
            Event::Done(answer) => {
                for line in wire::answer(answer, self.dialect) {
                    self.sink.say(&line);
                }
            }
        }
    }

    fn is_muted(&self) -> bool {
        self.muted.load(Ordering::Relaxed)
    }
}

impl<F: FnMut()> Drop for Voice<F> {
    /// The search has gone.
    fn drop(&mut self) {
        (self.on_end)();
    }
}
