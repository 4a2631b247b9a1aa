//! Where the client's lines come from and ours go: one place through which
//! every thread speaks, so that lines stay whole.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::wire;

/// The way out, shared by all threads. Each line is sent at once and, where a
/// debug log is kept, recorded as `< line`; what was heard is recorded there as
/// `> line`.
#[derive(Clone)]
pub struct Sink(Arc<Mutex<State>>);

struct State {
    output: Box<dyn Write + Send>,
    /// Called once, when the client no longer listens.
    on_close: Option<Box<dyn FnOnce() + Send>>,
    log: Option<File>,
}

impl Sink {
    /// Speaks to `output`, until that fails: then it calls `on_close` and is
    /// silent from there on.
    pub fn new(
        output: impl Write + Send + 'static,
        on_close: impl FnOnce() + Send + 'static,
    ) -> Self {
        let output = Box::new(output);
        Self(Arc::new(Mutex::new(State { output, on_close: Some(Box::new(on_close)), log: None })))
    }

    /// Sends one line, in ASCII.
    pub fn say(&self, line: &str) {
        let line = wire::ascii(line);
        log::trace!("< {line}");
        let mut state = self.lock();
        state.record('<', &line);
        // One write for the whole line: a client may read before the flush.
        let sent = state.output.write_all(format!("{line}\n").as_bytes());
        if sent.and_then(|()| state.output.flush()).is_err()
            && let Some(on_close) = state.on_close.take()
        {
            on_close();
        }
    }

    /// Records a line that was heard.
    pub fn hear(&self, line: &str) {
        log::trace!("> {line}");
        self.lock().record('>', line);
    }

    /// Records both directions at the end of this file from now on, or no
    /// longer.
    ///
    /// # Errors
    /// What the system says when the file cannot be written; an earlier log
    /// goes on then.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let log = match path {
            Some(path) => Some(OpenOptions::new().append(true).create(true).open(path)?),
            None => None,
        };
        self.lock().log = log;
        Ok(())
    }

    /// A thread that panicked while it spoke has left nothing half done here.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn record(&mut self, direction: char, line: &str) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = log.write_all(format!("{direction} {line}\n").as_bytes()) {
            log::warn!("the debug log has ended: {error}");
            self.log = None;
        }
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink").finish_non_exhaustive()
    }
}
