//! What a search says for itself, on its own thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::report::Event;
use crate::protocol::dialect::{Dialect, Root};
use crate::protocol::error::ProtocolError;
use crate::protocol::sink::Sink;
use crate::protocol::wire;

/// The voice of one search; it goes when the search has gone.
pub struct Voice<F: FnMut()> {
    sink: Sink,
    muted: Arc<AtomicBool>,
    dialect: Dialect,
    root: Root,
    several: bool,
    /// The line that asked for the search.
    line: String,
    on_end: F,
}

impl<F: FnMut()> Voice<F> {
    /// Speaks of the search of a position to `sink` until `muted` is set, and calls `on_end` when it goes.
    /// `several` says whether more than one principal variation is reported.
    pub fn new(
        sink: Sink,
        muted: Arc<AtomicBool>,
        dialect: Dialect,
        root: Root,
        several: bool,
        line: String,
        on_end: F,
    ) -> Self {
        Self { sink, muted, dialect, root, several, line, on_end }
    }

    /// Says what the search has to say.
    pub fn report(&mut self, event: &Event) {
        if self.is_muted() {
            return;
        }
        let words = self.dialect.words();
        match event {
            Event::Info(info) => self.sink.say(&words.info(info, self.several, &self.root)),
            Event::Fault(fault) => {
                let (line, fault) = (self.line.clone(), fault.clone());
                self.sink.say(&wire::error(ProtocolError::Fault { line, fault }));
            }
            Event::Done(answer) => {
                for line in words.answer(answer, &self.root) {
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
