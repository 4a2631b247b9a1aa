//! The command loop: reads commands, decides when each one runs, and runs it.
//!
//! Four parts:
//!
//! - `reader`: the input thread, which splits the input into lines, and the parser, which
//!   parses each line once.
//! - `scheduler`: the main loop. It runs a command now or puts it into the `queue`.
//! - `handlers`: what each command does. The handlers own the session (`settings`), start and
//!   end searches (`searches`, `mate`) and play the games of CECP (`engine_game`).
//! - Searches, `perft` and `bench` run on their own threads and write their own output
//!   (`reporter`, `background_job`).
//!
//! While a search or a count runs:
//!
//! - `stop`, `ponderhit` and `gameover` run immediately.
//! - `usi` and `isready` run immediately if the queue is empty. During an infinite or
//!   ponder search, so do the queries.
//! - All other commands wait, in order, until the engine is idle. They stop an infinite or
//!   ponder search; a search with limits finishes first.
//!
//! A script can therefore send all its lines in one write, read the answers in order and
//! end with `quit`: the commands before `quit` still run. Only infinite searches and
//! searches limited by a clock are cut short. A `stop` or a second `quit` ends the program
//! without waiting. The queue is bounded; when it is full, all commands except urgent ones
//! are rejected.
//!
//! In CECP the engine keeps the game, and the client does not ask for each search. The
//! engine searches when it is its turn, and ponders or analyses when it is idle. Commands
//! such as `force` abandon the running search without an answer.

mod activity;
mod background_job;
mod backlog;
mod book;
mod client_output;
mod engine_game;
mod handlers;
mod mate;
mod priority;
mod queue;
mod reader;
mod reporter;
mod scheduler;
mod searches;
mod settings;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use self::backlog::Backlog;
use self::handlers::Handlers;
use self::scheduler::Scheduler;
use super::error::CommandError;
use super::output::OutputSink;
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session;

/// Runs a session with a client until `quit`, the end of the input, or an error of the
/// output.
///
/// # Errors
/// Returns the I/O error if a thread cannot be spawned.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    run_until(input, output, drop)
}

/// As [`run`], with a handle that can end the session. The handle is passed to
/// `on_start` before the first command runs.
///
/// # Errors
/// As [`run`].
pub fn run_until(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    on_start: impl FnOnce(LoopInterrupt),
) -> io::Result<()> {
    let (messages, inbox) = mpsc::channel();
    let backlog = Arc::new(Backlog::default());
    let closed = messages.clone();
    let sink = OutputSink::new(output, move || drop(closed.send(Message::OutputClosed)))?;
    let (lines, reader_sink, reader_backlog) =
        (messages.clone(), sink.clone(), Arc::clone(&backlog));
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || reader::read_lines(input, &lines, &reader_backlog, &reader_sink))?;
    on_start(LoopInterrupt { messages: messages.clone(), sink: sink.clone() });
    let handlers = Handlers::new(sink.clone(), messages, session::open);
    Scheduler::new(handlers).run(&inbox, &backlog);
    backlog.close();
    sink.finish();
    Ok(())
}

/// A handle that ends a session from another thread. A running search still answers;
/// commands in the queue do not run.
#[derive(Clone, Debug)]
pub struct LoopInterrupt {
    messages: Sender<Message>,
    sink: OutputSink,
}

impl LoopInterrupt {
    /// Ends the session.
    pub fn raise(&self) {
        self.sink.stop_waiting();
        // Sending fails if the session has already ended.
        let _ = self.messages.send(Message::Interrupted);
    }
}

/// A message to the scheduler.
enum Message {
    /// A line of input, or the error for a line that is too long.
    Line(Result<String, CommandError>),
    /// The end of the input.
    EndOfInput,
    /// The end of the activity with this id, with the answer if it was sent to the client.
    Finished(u64, Option<SearchAnswer>),
    /// The output cannot be written any more.
    OutputClosed,
    /// [`LoopInterrupt::raise`] was called.
    Interrupted,
}

#[cfg(test)]
mod tests;
