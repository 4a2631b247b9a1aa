//! The output sink: all threads write whole lines through it.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::wire;

/// The output to the client, shared by all threads.
///
/// A separate thread writes the lines, so a client that does not read blocks nobody until
/// 1 MiB is pending. If a debug log is open, output is logged as `< line` and input as
/// `> line`.
#[derive(Clone)]
pub struct OutputSink(Arc<SinkShared>);

struct SinkShared {
    state: Mutex<SinkState>,
    changed: Condvar,
}

struct SinkState {
    /// Bytes that the output thread has not taken yet.
    outgoing: Vec<u8>,
    /// The output thread is writing.
    is_sending: bool,
    /// Chunks written so far.
    sent: u64,
    /// The session is ending: waiting for the client has a timeout.
    is_shutting_down: bool,
    /// The output cannot be written any more.
    is_closed: bool,
    /// Called once, when writing fails.
    on_close: Option<Box<dyn FnOnce() + Send>>,
    log: Option<DebugLog>,
}

struct DebugLog {
    path: String,
    file: File,
}

/// Maximum number of pending bytes before writers block.
const MAX_PENDING: usize = 1 << 20;
/// Bytes per write.
const CHUNK_SIZE: usize = 1 << 12;
/// Time without progress after which the output is closed, once the session is ending.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

impl OutputSink {
    /// Creates a sink that writes to `output`. The first write error closes the sink and calls
    /// `on_close`; later lines are discarded.
    ///
    /// # Errors
    /// Returns the I/O error if the output thread cannot be spawned.
    pub fn new(
        output: impl Write + Send + 'static,
        on_close: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let state = SinkState {
            outgoing: Vec::new(),
            is_sending: false,
            sent: 0,
            is_shutting_down: false,
            is_closed: false,
            on_close: Some(Box::new(on_close)),
            log: None,
        };
        let shared = Arc::new(SinkShared { state: Mutex::new(state), changed: Condvar::new() });
        let sender = Arc::clone(&shared);
        thread::Builder::new().name("output".to_owned()).spawn(move || sender.send_all(output))?;
        Ok(Self(shared))
    }

    /// Writes a line in ASCII; other characters are escaped.
    pub fn write_line(&self, line: &str) {
        let line = wire::line(line);
        log::trace!("< {line}");
        let mut state = self.0.wait_while(|state| state.outgoing.len() >= MAX_PENDING);
        state.record('<', &line);
        state.push(&line);
        self.0.changed.notify_all();
    }

    /// Writes a line of input to the debug log.
    pub fn log_input(&self, line: &str) {
        log::trace!("> {line}");
        self.0.lock().record('>', line);
        self.0.changed.notify_all();
    }

    /// Starts appending input and output to a debug log, or stops it.
    ///
    /// # Errors
    /// Returns the I/O error if the file cannot be opened, and an error for a named pipe,
    /// where a write would block until somebody reads. An earlier log stays open then.
    pub fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let log = match path {
            Some(path) if is_pipe(path) => return Err(io::Error::other("is a named pipe")),
            Some(path) => Some(DebugLog {
                path: path.display().to_string(),
                file: OpenOptions::new().append(true).create(true).open(path)?,
            }),
            None => None,
        };
        self.0.lock().log = log;
        Ok(())
    }

    /// Sets a timeout for a client that does not read: the session is ending.
    pub fn stop_waiting(&self) {
        self.0.lock().is_shutting_down = true;
        self.0.changed.notify_all();
    }

    /// Waits until all lines are written or the output is closed, and closes it.
    pub fn finish(&self) {
        let mut state = self.0.wait_while(|state| state.is_sending || !state.outgoing.is_empty());
        state.on_close = None;
        state.close();
        self.0.changed.notify_all();
    }
}

impl SinkShared {
    /// Locks the state. Each update is complete even if its thread panicked later.
    fn lock(&self) -> MutexGuard<'_, SinkState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `condition` is false or the output is closed.
    fn wait_while(&self, condition: impl Fn(&SinkState) -> bool) -> MutexGuard<'_, SinkState> {
        let mut state = self.lock();
        while !state.is_closed && condition(&state) {
            let (sent, was_shutting_down) = (state.sent, state.is_shutting_down);
            let (after, wait) = self
                .changed
                .wait_timeout_while(state, SHUTDOWN_TIMEOUT, |state| {
                    let has_changed =
                        state.sent != sent || state.is_shutting_down != was_shutting_down;
                    !has_changed && !state.is_closed && condition(state)
                })
                .unwrap_or_else(PoisonError::into_inner);
            state = after;
            if wait.timed_out() && was_shutting_down {
                state.close();
            }
        }
        state
    }

    /// Writes pending bytes until the output is closed. Runs on the output thread.
    fn send_all(&self, mut output: impl Write) {
        let mut state = self.lock();
        while !state.is_closed {
            if state.outgoing.is_empty() {
                state.is_sending = false;
                self.changed.notify_all();
                let wait = self
                    .changed
                    .wait_while(state, |state| state.outgoing.is_empty() && !state.is_closed);
                state = wait.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let lines = std::mem::take(&mut state.outgoing);
            state.is_sending = true;
            drop(state);
            let result = lines.chunks(CHUNK_SIZE).try_for_each(|chunk| {
                output.write_all(chunk)?;
                self.lock().sent += 1;
                self.changed.notify_all();
                Ok(())
            });
            let result = result.and_then(|()| output.flush());
            state = self.lock();
            if result.is_err() {
                state.close();
            }
        }
        drop(state);
        self.changed.notify_all();
    }
}

impl SinkState {
    fn push(&mut self, line: &str) {
        if !self.is_closed {
            self.outgoing.extend_from_slice(line.as_bytes());
            self.outgoing.push(b'\n');
        }
    }

    fn close(&mut self) {
        self.is_closed = true;
        self.outgoing = Vec::new();
        if let Some(on_close) = self.on_close.take() {
            on_close();
        }
    }

    fn record(&mut self, direction: char, line: &str) {
        let Some(log) = &mut self.log else { return };
        if let Err(error) = log.file.write_all(format!("{direction} {line}\n").as_bytes()) {
            let message = format!("option DebugLog: cannot write `{}`: {error}", log.path);
            self.log = None;
            self.push(&wire::error(message));
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

impl fmt::Debug for OutputSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputSink").finish_non_exhaustive()
    }
}
