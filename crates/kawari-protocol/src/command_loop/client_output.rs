//! Output of the command loop, in the client's dialect.

use std::fmt::Display;

use crate::dialect::Dialect;
use crate::dialect_kind::DialectKind;
use crate::error::ProtocolError;
use crate::output::OutputSink;

/// The output sink, and the dialect in which lines are written.
pub(super) struct ClientOutput {
    sink: OutputSink,
    kind: DialectKind,
}

impl ClientOutput {
    /// Creates an output in USI.
    pub fn new(sink: OutputSink) -> Self {
        Self { sink, kind: DialectKind::default() }
    }

    /// Sets the dialect.
    pub fn set_dialect(&mut self, kind: DialectKind) {
        self.kind = kind;
    }

    /// Returns which dialect is set.
    pub fn dialect_kind(&self) -> DialectKind {
        self.kind
    }

    /// Returns the dialect.
    pub fn dialect(&self) -> &'static dyn Dialect {
        self.kind.implementation()
    }

    /// Returns the output sink.
    pub fn sink(&self) -> &OutputSink {
        &self.sink
    }

    /// Writes a line.
    pub fn write_line(&self, line: &str) {
        self.sink.write_line(line);
    }

    /// Writes several lines.
    pub fn write_lines(&self, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        for line in lines {
            self.sink.write_line(line.as_ref());
        }
    }

    /// Writes a note, in USI an `info string`.
    pub fn write_note(&self, text: &str) {
        self.write_line(&self.dialect().note(text));
    }

    /// Writes an error message.
    pub fn write_error(&self, error: &impl Display) {
        self.write_line(&self.dialect().error(&error.to_string()));
    }

    /// Writes the error message for a rejected line.
    pub fn write_rejection(&self, line: &str, error: &ProtocolError) {
        self.write_line(&self.dialect().rejection(line, error));
    }
}
