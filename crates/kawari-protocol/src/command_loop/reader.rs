//! The input thread, and the parser of its lines.

use std::io::{BufReader, Read};
use std::sync::mpsc::Sender;

use super::Message;
use super::backlog::Backlog;
use crate::command::Command;
use crate::dialect_kind::DialectKind;
use crate::error::CommandError;
use crate::input::{self, InputLine, LineReader, MAX_LINE};
use crate::output::OutputSink;
use crate::wire;

/// Sends the lines of `source` to the scheduler, as far ahead as `backlog` allows.
pub(super) fn read_lines(
    source: impl Read,
    messages: &Sender<Message>,
    backlog: &Backlog,
    sink: &OutputSink,
) {
    let mut lines = LineReader::new(BufReader::new(source), MAX_LINE);
    // A read error counts as the end of the input.
    while let Ok(Some(line)) = lines.read() {
        let line = match line {
            InputLine::Whole(line) | InputLine::Unended(line) => Ok(input::text(line)),
            InputLine::TooLong => Err(CommandError::TooLong),
        };
        // Done here because the scheduler may be blocked on a client that does not read.
        if line.as_ref().is_ok_and(|line| line.trim_ascii() == "quit") {
            sink.stop_waiting();
        }
        backlog.add(length(&line));
        if messages.send(Message::Line(line)).is_err() {
            return;
        }
    }
    drop(messages.send(Message::EndOfInput));
}

/// Returns the length of a line in the backlog, in bytes.
pub(super) fn length(line: &Result<String, CommandError>) -> usize {
    line.as_ref().map_or(0, String::len)
}

/// A line of input and its command.
#[derive(Debug)]
pub(super) struct ParsedLine {
    /// The line, shortened for error messages.
    pub text: String,
    /// The line's length before it was shortened, in bytes.
    pub length: usize,
    /// The command, or the parse error.
    pub command: Result<Command, CommandError>,
    /// True for a `position` command, valid or not, and for a line that is too long:
    /// only a position can be that long.
    pub is_position: bool,
}

/// The parser of the input. Each line is parsed in the dialect that is in force at its
/// place in the input, even if the command that switches to the dialect still waits.
#[derive(Debug, Default)]
pub(super) struct LineParser {
    dialect: DialectKind,
}

impl LineParser {
    /// Parses a line; `None` if it needs no action.
    pub fn parse(&self, line: Result<String, CommandError>) -> Option<ParsedLine> {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                return Some(ParsedLine {
                    text: String::new(),
                    length: 0,
                    command: Err(error),
                    is_position: true,
                });
            }
        };
        let command = self.dialect.implementation().read(&line).transpose()?;
        Some(ParsedLine {
            text: wire::shortened(&line),
            length: line.len(),
            command,
            is_position: line.split_ascii_whitespace().next() == Some("position"),
        })
    }

    /// Sets the dialect of the following lines.
    pub fn set_dialect(&mut self, dialect: DialectKind) {
        self.dialect = dialect;
    }
}
