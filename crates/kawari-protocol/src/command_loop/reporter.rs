//! Output of a running search, written from its own thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::dialect::RootInfo;
use crate::dialect_kind::DialectKind;
use crate::error::ProtocolError;
use crate::output::OutputSink;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};

/// The latest progress report, and whether reports are sent. Shared by all searches.
#[derive(Debug)]
pub struct LatestInfo {
    is_posting: AtomicBool,
    latest: Mutex<Option<SearchInfo>>,
}

impl Default for LatestInfo {
    fn default() -> Self {
        Self { is_posting: AtomicBool::new(true), latest: Mutex::default() }
    }
}

impl LatestInfo {
    /// Sets whether progress reports are sent to the client.
    pub fn set_posting(&self, is_posting: bool) {
        self.is_posting.store(is_posting, Ordering::Relaxed);
    }

    /// Returns the latest progress report of the current search.
    pub fn latest(&self) -> Option<SearchInfo> {
        // The lock only guards an assignment, so a poisoned value is complete.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, info: Option<&SearchInfo>) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = info.cloned();
    }

    fn is_posting(&self) -> bool {
        self.is_posting.load(Ordering::Relaxed)
    }
}

/// Options of a [`SearchReporter`].
#[derive(Clone, Debug)]
pub struct ReportOptions {
    /// The dialect of the output.
    pub dialect: DialectKind,
    /// More than one principal variation is reported.
    pub is_multi_pv: bool,
    /// The answer is sent to the client.
    pub sends_answer: bool,
    /// The line that started the search, for error messages.
    pub line: String,
}

/// Writes the events of one search as lines of the client's dialect.
pub struct SearchReporter<F: FnMut(Option<SearchAnswer>)> {
    sink: OutputSink,
    is_muted: Arc<AtomicBool>,
    latest_info: Arc<LatestInfo>,
    root: RootInfo,
    options: ReportOptions,
    on_end: F,
}

impl<F: FnMut(Option<SearchAnswer>)> SearchReporter<F> {
    /// Creates a reporter that writes to `sink` until `is_muted` is set. It calls `on_end`
    /// after the search's last event, with the answer if that was sent to the client.
    pub fn new(
        sink: OutputSink,
        is_muted: Arc<AtomicBool>,
        latest_info: Arc<LatestInfo>,
        root: RootInfo,
        options: ReportOptions,
        on_end: F,
    ) -> Self {
        latest_info.set(None);
        Self { sink, is_muted, latest_info, root, options, on_end }
    }

    /// Writes an event.
    pub fn report(&mut self, event: SearchEvent) {
        let is_muted = self.is_muted.load(Ordering::Relaxed);
        let dialect = self.options.dialect.implementation();
        match event {
            SearchEvent::Done(answer) => {
                let is_sent = self.options.sends_answer && !is_muted;
                if is_sent {
                    for line in dialect.answer(&answer, &self.root) {
                        self.sink.write_line(&line);
                    }
                }
                (self.on_end)(is_sent.then_some(answer));
            }
            _ if is_muted => {}
            SearchEvent::Info(info) => {
                self.latest_info.set(Some(&info));
                if self.latest_info.is_posting() {
                    let line = dialect.info(&info, self.options.is_multi_pv, &self.root);
                    self.sink.write_line(&line);
                }
            }
            SearchEvent::Spent(stats) => {
                if self.latest_info.is_posting()
                    && let Some(line) = dialect.stats(&stats)
                {
                    self.sink.write_line(&line);
                }
            }
            SearchEvent::Fault(fault) => {
                let error = ProtocolError::Fault { line: self.options.line.clone(), fault };
                self.sink.write_line(&dialect.error(&error.to_string()));
            }
        }
    }
}
