//! Output of a running search, written from its own thread.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::activity::EndSender;
use crate::dialect::{Dialect, RootInfo};
use crate::error::ProtocolError;
use crate::output::OutputSink;
use kawari_engine::engine::search_events::{self, SearchAnswer, SearchEvent, SearchInfo};

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
pub(super) struct ReportOptions {
    /// The dialect of the output.
    pub dialect: &'static dyn Dialect,
    /// More than one principal variation is reported.
    pub is_multi_pv: bool,
    /// The answer is sent to the client.
    pub sends_answer: bool,
    /// The line that started the search, for error messages.
    pub line: String,
}

/// Writes the events of one search as lines of the client's dialect.
pub(super) struct SearchReporter {
    sink: OutputSink,
    is_muted: Arc<AtomicBool>,
    latest_info: Arc<LatestInfo>,
    root: RootInfo,
    options: ReportOptions,
    end: EndSender,
}

impl SearchReporter {
    /// Creates a reporter that writes to `sink` until `is_muted` is set. After the search's
    /// last event, `end` sends the answer if the client has got it.
    pub fn new(
        sink: OutputSink,
        is_muted: Arc<AtomicBool>,
        latest_info: Arc<LatestInfo>,
        root: RootInfo,
        options: ReportOptions,
        end: EndSender,
    ) -> Self {
        latest_info.set(None);
        Self { sink, is_muted, latest_info, root, options, end }
    }

    /// Writes an event.
    pub fn report(&mut self, event: SearchEvent) {
        let is_muted = self.is_muted.load(Ordering::Relaxed);
        let dialect = self.options.dialect;
        match event {
            SearchEvent::Done(answer) => {
                let is_sent = self.options.sends_answer && !is_muted;
                let sent = is_sent.then(|| self.send_answer(answer));
                self.end.send(sent);
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

    /// Writes the answer and returns it. If the dialect panics while formatting it, writes and
    /// returns a resignation, because the client waits for an answer.
    fn send_answer(&self, answer: SearchAnswer) -> SearchAnswer {
        let ReportOptions { dialect, line, .. } = &self.options;
        let format = |answer: &SearchAnswer| {
            let format = AssertUnwindSafe(|| dialect.answer(answer, &self.root));
            panic::catch_unwind(format).map_err(|payload| search_events::panic_message(&*payload))
        };
        let (lines, sent) = match format(&answer) {
            Ok(lines) => (lines, answer),
            Err(fault) => {
                let error = ProtocolError::Fault { line: line.clone(), fault };
                self.sink.write_line(&dialect.error(&error.to_string()));
                (format(&SearchAnswer::Resign).unwrap_or_default(), SearchAnswer::Resign)
            }
        };
        for line in lines {
            self.sink.write_line(&line);
        }
        sent
    }
}
