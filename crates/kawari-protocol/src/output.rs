//! Where the client's lines come from and ours go: one place through which
//! every thread speaks, so that lines stay whole.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::wire;

/// The way out, shared by all threads. Each line is sent at once, by a thread of
/// its own: a client that does not read holds up nobody, until so much waits for
/// it that whoever speaks has to wait, too. Where a debug log is kept, it is
/// recorded as `< line`; what was heard is recorded there as `> line`.
#[derive(Clone)]
pub struct OutputSink(Arc<SinkShared>);

struct SinkShared {
    state: Mutex<SinkState>,
    changed: Condvar,
}

struct SinkState {
    /// What is still to be sent.
    outgoing: Vec<u8>,
    /// Some of it is being sent.
    is_sending: bool,
    /// Pieces sent so far.
    sent: u64,
    /// The client goes: it is not waited for without end any more.
    is_shutting_down: bool,
    /// The client no longer listens.
    is_closed: bool,
    /// Called once, when the client no longer listens.
    on_close: Option<Box<dyn FnOnce() + Send>>,
    log: Option<DebugLog>,
}

struct DebugLog {
    path: String,
    file: File,
}

/// Most bytes that wait for the client.
const MAX_PENDING: usize = 1 << 20;
/// Bytes sent at a time.
const CHUNK_SIZE: usize = 1 << 12;
/// A client that is going and has read nothing for so long will not.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

impl OutputSink {
    /// Speaks to `output`, until that fails: then it calls `on_close` and is
    /// silent from there on.
    ///
    /// # Errors
    /// What the system says when it has no thread for it.
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

    /// Sends one line, in ASCII.
    pub fn write_line(&self, line: &str) {
        let line = wire::line(line);
        log::trace!("< {line}");
        let mut state = self.0.wait_while(|state| state.outgoing.len() >= MAX_PENDING);
        state.record('<', &line);
        state.push(&line);
        self.0.changed.notify_all();
    }

    /// Records a line that was heard.
    pub fn log_input(&self, line: &str) {
        log::trace!("> {line}");
        self.0.lock().record('>', line);
        self.0.changed.notify_all();
    }

    /// Records both directions at the end of this file from now on, or no
    /// longer.
    ///
    /// # Errors
    /// What the system says when the file cannot be written, and for a pipe, which
    /// holds up whoever writes until somebody reads; an earlier log goes on then.
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

    /// The client goes. What is said may still be read, but it is not waited for
    /// without end.
    pub fn stop_waiting(&self) {
        self.0.lock().is_shutting_down = true;
        self.0.changed.notify_all();
    }

    /// Waits until all that was said has been sent, or nobody listens, and says no
    /// more.
    pub fn finish(&self) {
        let mut state = self.0.wait_while(|state| state.is_sending || !state.outgoing.is_empty());
        state.on_close = None;
        state.close();
        self.0.changed.notify_all();
    }
}

impl SinkShared {
    /// A thread that panicked while it spoke has left nothing half done here.
    fn lock(&self) -> MutexGuard<'_, SinkState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits as long as this holds and the client listens, or may.
    fn wait_while(&self, condition: impl Fn(&SinkState) -> bool) -> MutexGuard<'_, SinkState> {
        let mut state = self.lock();
        while !state.is_closed && condition(&state) {
            let (sent, was_leaving) = (state.sent, state.is_shutting_down);
            let (after, wait) = self
                .changed
                .wait_timeout_while(state, SHUTDOWN_TIMEOUT, |state| {
                    let is_new = state.sent != sent || state.is_shutting_down != was_leaving;
                    !is_new && !state.is_closed && condition(state)
                })
                .unwrap_or_else(PoisonError::into_inner);
            state = after;
            if wait.timed_out() && was_leaving {
                state.close();
            }
        }
        state
    }

    /// Sends what is said, as long as somebody may say something.
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
            let result = lines.chunks(CHUNK_SIZE).try_for_each(|piece| {
                output.write_all(piece)?;
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
        f.debug_struct("Sink").finish_non_exhaustive()
    }
}
