//! What a search says for itself, on its own thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::dialect::{Dialect, Root};
use crate::error::ProtocolError;
use crate::sink::Sink;
use kawari_engine::engine::report::{Answer, Event, Info};

/// What is told of a search while it runs, shared by all searches of a conversation.
#[derive(Debug)]
pub struct Progress {
    /// The client wants to hear of it.
    posts: AtomicBool,
    /// The latest.
    latest: Mutex<Option<Info>>,
}

impl Default for Progress {
    fn default() -> Self {
        Self { posts: AtomicBool::new(true), latest: Mutex::default() }
    }
}

impl Progress {
    /// Whether the client wants to hear of it.
    pub fn post(&self, posts: bool) {
        self.posts.store(posts, Ordering::Relaxed);
    }

    /// The latest that there was to tell.
    pub fn latest(&self) -> Option<Info> {
        // Nothing is done there that could panic half way.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, info: Option<&Info>) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = info.cloned();
    }
}

/// How a search is spoken of.
#[derive(Clone, Debug)]
pub struct Manner {
    /// In whose words.
    pub dialect: Dialect,
    /// More than one principal variation is reported.
    pub several: bool,
    /// Somebody waits for the answer.
    pub answers: bool,
    /// The line that asked for the search.
    pub line: String,
}

/// The voice of one search; it goes when the search has gone.
pub struct Voice<F: FnMut(Option<Answer>)> {
    sink: Sink,
    muted: Arc<AtomicBool>,
    progress: Arc<Progress>,
    root: Root,
    manner: Manner,
    /// The answer that was said.
    said: Option<Answer>,
    on_end: F,
}

impl<F: FnMut(Option<Answer>)> Voice<F> {
    /// Speaks of the search of a position to `sink` until `muted` is set, and calls
    /// `on_end` when it goes, with the answer if it has said one.
    pub fn new(
        sink: Sink,
        muted: Arc<AtomicBool>,
        progress: Arc<Progress>,
        root: Root,
        manner: Manner,
        on_end: F,
    ) -> Self {
        progress.note(None);
        Self { sink, muted, progress, root, manner, said: None, on_end }
    }

    /// Says what the search has to say.
    pub fn report(&mut self, event: &Event) {
        if self.is_muted() {
            return;
        }
        let Manner { dialect, several, answers, line } = &self.manner;
        let words = dialect.words();
        match event {
            Event::Info(info) => {
                self.progress.note(Some(info));
                if self.progress.posts.load(Ordering::Relaxed) {
                    self.sink.say(&words.info(info, *several, &self.root));
                }
            }
            Event::Spent(spent) => {
                if self.progress.posts.load(Ordering::Relaxed)
                    && let Some(line) = words.spent(spent)
                {
                    self.sink.say(&line);
                }
            }
            Event::Fault(fault) => {
                let (line, fault) = (line.clone(), fault.clone());
                let error = ProtocolError::Fault { line, fault };
                self.sink.say(&words.error(&error.to_string()));
            }
            Event::Done(answer) => {
                if *answers {
                    for line in words.answer(answer, &self.root) {
                        self.sink.say(&line);
                    }
                    self.said = Some(answer.clone());
                }
            }
        }
    }

    fn is_muted(&self) -> bool {
        self.muted.load(Ordering::Relaxed)
    }
}

impl<F: FnMut(Option<Answer>)> Drop for Voice<F> {
    /// The search has gone.
    fn drop(&mut self) {
        (self.on_end)(self.said.take());
    }
}
