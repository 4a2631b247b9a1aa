//! Analyses: searches whose progress is read while they run.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchStats};
use kawari_engine::engine::session::GoError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::engine::{SharedSession, next_event};
use crate::errors::raise;
use crate::results::{Info, SearchResult};

/// The events of a search, and what they have reported.
pub struct SearchEvents {
    receiver: Receiver<SearchEvent>,
    /// The last report of each first move.
    lines: Vec<Info>,
    /// Number of best moves that were reported.
    ranks: usize,
    spent: SearchStats,
    answer: Option<SearchAnswer>,
}

impl SearchEvents {
    /// Creates the events of a search that has started.
    pub fn new(receiver: Receiver<SearchEvent>) -> Self {
        let (lines, spent) = (Vec::new(), SearchStats::default());
        Self { receiver, lines, ranks: 0, spent, answer: None }
    }

    /// Waits for the next report; `None` after the last one. Must be called without the GIL.
    pub fn next(&mut self, shared: &SharedSession, number: u64) -> PyResult<Option<Info>> {
        while let Some(event) = next_event(&self.receiver, shared, number)? {
            match event {
                SearchEvent::Info(info) => {
                    let info = Info::from(info);
                    self.ranks = self.ranks.max(info.multipv);
                    self.lines.retain(|line| line.pv.first() != info.pv.first());
                    self.lines.push(info.clone());
                    return Ok(Some(info));
                }
                SearchEvent::Spent(stats) => self.spent = stats,
                SearchEvent::Fault(message) => return Err(PyRuntimeError::new_err(message)),
                SearchEvent::Done(answer) => self.answer = Some(answer),
            }
        }
        Ok(None)
    }

    /// Returns the result of a search that has ended.
    pub fn result(&self) -> PyResult<SearchResult> {
        let answer = self.answer.as_ref().ok_or_else(|| raise(GoError::NoAnswer))?;
        Ok(SearchResult::new(answer, self.lines.clone(), self.ranks, self.spent))
    }
}

/// A running analysis: an iterator of progress reports, also an asynchronous one.
///
/// It stops when it is deleted, and at the end of a with block.
#[pyclass(module = "kawari", frozen, weakref)]
pub struct Analysis {
    shared: Arc<SharedSession>,
    /// Number of the search.
    number: u64,
    events: Mutex<SearchEvents>,
}

impl Analysis {
    /// Creates an analysis for a search that has started.
    pub fn new(shared: Arc<SharedSession>, number: u64, receiver: Receiver<SearchEvent>) -> Self {
        Self { shared, number, events: Mutex::new(SearchEvents::new(receiver)) }
    }
}

#[pymethods]
impl Analysis {
    /// Waits for the next report and returns it; None after the last one.
    fn next_info(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        py.detach(|| {
            let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
            events.next(&self.shared, self.number)
        })
    }

    /// Stops the analysis. It answers with the best move so far.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.shared.stop(self.number));
    }

    /// Waits for the end of the analysis and returns its result. An analysis without limits ends
    /// after stop().
    fn result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        py.detach(|| {
            let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
            while events.next(&self.shared, self.number)?.is_some() {}
            events.result()
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        self.next_info(py)
    }

    fn __aiter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __anext__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let next_info = slf.py().import("kawari._asyncio")?.getattr("next_info")?;
        next_info.call1((slf,))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop(py);
    }

    fn __aenter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("kawari._asyncio")?.getattr("enter")?.call1((slf,))
    }

    #[pyo3(signature = (*_error))]
    fn __aexit__<'py>(
        slf: &Bound<'py, Self>,
        _error: &Bound<'py, pyo3::types::PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("kawari._asyncio")?.getattr("leave")?.call1((slf,))
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.shared.stop(self.number);
    }
}
