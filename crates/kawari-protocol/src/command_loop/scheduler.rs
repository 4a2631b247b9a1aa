//! The main loop: decides when each command runs.

use std::ops::ControlFlow;
use std::sync::mpsc::Receiver;

use super::Message;
use super::backlog::Backlog;
use super::handlers::Handlers;
use super::priority::{QueuePriority, is_urgent};
use super::queue::Queue;
use super::reader::{self, LineParser, ParsedLine};
use crate::command::Command;
use crate::dialect_kind::DialectKind;
use crate::error::CommandError;

/// The state of the main loop.
pub(super) struct Scheduler {
    parser: LineParser,
    queue: Queue,
    pub handlers: Handlers,
    input_has_ended: bool,
    /// `quit` was received. The commands before it still run.
    is_quitting: bool,
}

impl Scheduler {
    /// Creates a scheduler with an empty queue.
    pub fn new(handlers: Handlers) -> Self {
        Self {
            parser: LineParser::default(),
            queue: Queue::default(),
            handlers,
            input_has_ended: false,
            is_quitting: false,
        }
    }

    /// Handles messages until the session ends.
    pub fn run(&mut self, inbox: &Receiver<Message>, backlog: &Backlog) {
        for message in inbox {
            match message {
                Message::Line(line) => {
                    backlog.remove(reader::length(&line));
                    if self.receive_line(line).is_break() {
                        break;
                    }
                }
                Message::EndOfInput => self.input_has_ended = true,
                Message::Finished(id, answer) => self.handlers.end_search(id, answer),
                Message::OutputClosed | Message::Interrupted => break,
            }
            self.process_queue();
            if self.is_ending() && self.handlers.activities.current.is_none() {
                break;
            }
        }
        self.handlers.stop();
    }

    fn is_ending(&self) -> bool {
        self.input_has_ended || self.is_quitting
    }

    /// Parses a line, and runs or queues its command. Breaks if the session has to end
    /// without waiting for the queue.
    pub fn receive_line(&mut self, line: Result<String, CommandError>) -> ControlFlow<()> {
        if let Ok(text) = &line {
            self.handlers.output.sink().log_input(text);
        }
        let Some(line) = self.parser.parse(line) else { return ControlFlow::Continue(()) };
        if self.is_quitting {
            // Commands after `quit` do not run, but these end the wait for the queue.
            let is_end =
                matches!(line.command, Ok(Command::Stop | Command::GameOver | Command::Quit));
            return if is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        match &line.command {
            Ok(Command::Quit) => self.is_quitting = true,
            Ok(command) if is_urgent(command) => {
                self.handlers.execute_urgent_line(&line.text, command);
                // It also applies to the searches before it that have not started.
                if !self.queue.is_empty() {
                    self.enqueue(line);
                }
            }
            _ => self.enqueue(line),
        }
        ControlFlow::Continue(())
    }

    fn enqueue(&mut self, line: ParsedLine) {
        let is_position = line.is_position;
        let dialect = match line.command {
            Ok(Command::Usi) => Some(DialectKind::Usi),
            Ok(Command::Uci) => Some(DialectKind::Uci),
            Ok(Command::Xboard) => Some(DialectKind::Cecp),
            _ => None,
        };
        let mut result = self.queue.push(line);
        if let (Ok(()), Some(dialect)) = (&result, dialect) {
            self.parser.set_dialect(dialect);
        }
        if is_position && let Err(error) = result {
            // Queue the error instead: the next `go` must not search the previous position.
            let (text, command) = (String::new(), Err(error));
            let rejected = ParsedLine { text, length: 0, command, is_position };
            result = self.queue.push_with_priority(rejected, QueuePriority::Urgent);
        }
        if let Err(error) = result {
            self.handlers.output.write_rejection("", &error.into());
        }
    }

    /// Runs the commands of the queue, as far as they may run.
    pub fn process_queue(&mut self) {
        loop {
            while let Some(line) = self.next_line() {
                self.handlers.execute_line(line);
            }
            let Some(activity) = &self.handlers.activities.current else {
                if !self.is_ending() {
                    self.handlers.on_idle();
                }
                return;
            };
            let is_awaited = self.is_ending() || !self.queue.is_empty();
            if is_awaited && activity.is_infinite()
                || self.is_quitting && activity.ends_at_quit()
                || self.queue.has_stop()
            {
                self.handlers.stop();
            }
            if self.queue.has_abandon() {
                self.handlers.abandon();
            }
            // A stopped search sends a message when it has ended.
            if self.handlers.activities.current.is_some() {
                return;
            }
        }
    }

    /// Removes and returns the first line of the queue if it may run now.
    fn next_line(&mut self) -> Option<ParsedLine> {
        let (activity, game_is_over) =
            (&self.handlers.activities.current, self.handlers.game_is_over);
        self.queue.pop_if(|priority| match (activity, priority) {
            (None, _)
            | (_, QueuePriority::Stop | QueuePriority::Urgent | QueuePriority::Immediate) => true,
            (Some(activity), QueuePriority::Query) => activity.is_infinite(),
            (_, QueuePriority::Ready) => !game_is_over,
            (_, QueuePriority::Abandon | QueuePriority::Idle) => false,
        })
    }
}
