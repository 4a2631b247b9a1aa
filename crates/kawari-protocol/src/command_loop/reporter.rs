//! What a search says for itself, on its own thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::dialect::{DialectKind, RootInfo};
use crate::error::ProtocolError;
use crate::output::OutputSink;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};

/// What is told of a search while it runs, shared by all searches of a conversation.
#[derive(Debug)]
pub struct LatestInfo {
    /// The client wants to hear of it.
    is_posting: AtomicBool,
    /// The latest.
    latest: Mutex<Option<SearchInfo>>,
}

impl Default for LatestInfo {
    fn default() -> Self {
        Self { is_posting: AtomicBool::new(true), latest: Mutex::default() }
    }
}

impl LatestInfo {
    /// Whether the client wants to hear of it.
    pub fn set_posting(&self, is_posting: bool) {
        self.is_posting.store(is_posting, Ordering::Relaxed);
    }

    /// The latest that there was to tell.
    pub fn latest(&self) -> Option<SearchInfo> {
        // Nothing is done there that could panic half way.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, info: Option<&SearchInfo>) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = info.cloned();
    }
}

/// How a search is spoken of.
#[derive(Clone, Debug)]
pub struct ReportOptions {
    /// In whose words.
    pub dialect: DialectKind,
    /// More than one principal variation is reported.
    pub is_multi_pv: bool,
    /// Somebody waits for the answer.
    pub sends_answer: bool,
    /// The line that asked for the search.
    pub line: String,
}

/// The voice of one search; it goes when the search has gone.
pub struct SearchReporter<F: FnMut(Option<SearchAnswer>)> {
    sink: OutputSink,
    is_muted: Arc<AtomicBool>,
    progress: Arc<LatestInfo>,
    root: RootInfo,
    options: ReportOptions,
    /// The answer that was said.
    answer_sent: Option<SearchAnswer>,
    on_end: F,
}

impl<F: FnMut(Option<SearchAnswer>)> SearchReporter<F> {
    /// Speaks of the search of a position to `sink` until `is_muted` is set, and calls
    /// `on_end` when it goes, with the answer if it has said one.
    pub fn new(
        sink: OutputSink,
        is_muted: Arc<AtomicBool>,
        progress: Arc<LatestInfo>,
        root: RootInfo,
        options: ReportOptions,
        on_end: F,
    ) -> Self {
        progress.note(None);
        Self { sink, is_muted, progress, root, options, answer_sent: None, on_end }
    }

    /// Says what the search has to say.
    pub fn report(&mut self, event: &SearchEvent) {
        if self.is_muted() {
            return;
        }
        let ReportOptions { dialect, is_multi_pv, sends_answer, line } = &self.options;
        let dialect_impl = dialect.implementation();
        match event {
            SearchEvent::Info(info) => {
                self.progress.note(Some(info));
                if self.progress.is_posting.load(Ordering::Relaxed) {
                    self.sink.write_line(&dialect_impl.info(info, *is_multi_pv, &self.root));
                }
            }
            SearchEvent::Spent(stats) => {
                if self.progress.is_posting.load(Ordering::Relaxed)
                    && let Some(line) = dialect_impl.stats(stats)
                {
                    self.sink.write_line(&line);
                }
            }
            SearchEvent::Fault(fault) => {
                let (line, fault) = (line.clone(), fault.clone());
                let error = ProtocolError::Fault { line, fault };
                self.sink.write_line(&dialect_impl.error(&error.to_string()));
            }
            SearchEvent::Done(answer) => {
                if *sends_answer {
                    for line in dialect_impl.answer(answer, &self.root) {
                        self.sink.write_line(&line);
                    }
                    self.answer_sent = Some(answer.clone());
                }
            }
        }
    }

    fn is_muted(&self) -> bool {
        self.is_muted.load(Ordering::Relaxed)
    }
}

impl<F: FnMut(Option<SearchAnswer>)> Drop for SearchReporter<F> {
    /// The search has gone.
    fn drop(&mut self) {
        (self.on_end)(self.answer_sent.take());
    }
}
