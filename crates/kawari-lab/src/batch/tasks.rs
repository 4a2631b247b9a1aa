//! Batch tasks: one task per position of an input line.

use std::sync::Arc;

use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;
use kawari_protocol::position_command::PositionCommand;
use kawari_records::position_line::PositionLine;
use kawari_records::records::any_format::read_position;
use kawari_records::records::lines::RecordFormat;

use super::input::{NumberedLine, NumberedLines};

/// A task: one position to be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchTask {
    /// File name, if there are several files.
    pub file: Option<Arc<str>>,
    /// Line number, from 1, plus the offset.
    pub line: u64,
    /// The position, or the error message of an invalid line.
    pub target: Result<BatchPosition, String>,
}

/// A position to be searched. Its moves are not checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchPosition {
    /// `id` of the line, as JSON.
    pub id: Option<String>,
    /// Number of the game in its log.
    pub game: Option<u64>,
    /// Game variant.
    pub variant: Variant,
    /// Start position and all moves of the line.
    pub command: Arc<PositionCommand>,
    /// Number of moves before the position.
    pub ply: usize,
}

/// An iterator over the tasks of all inputs, in order. Lines without content are skipped.
pub struct Tasks {
    lines: NumberedLines,
    offset: u64,
    variant: Option<Variant>,
    each_position: bool,
    /// Next task of the current line.
    next_on_line: Option<BatchTask>,
}

impl Tasks {
    /// Creates an iterator over the tasks of `lines`. `offset` is added to the line numbers.
    /// `variant` is the game of lines that name none. With `each_position`, a line has one
    /// task for every position of its game, otherwise one for the last.
    pub fn new(
        lines: NumberedLines,
        offset: u64,
        variant: Option<Variant>,
        each_position: bool,
    ) -> Self {
        Self { lines, offset, variant, each_position, next_on_line: None }
    }

    /// Returns the first task of a line, or `None` if the line has no content.
    fn first(&self, line: NumberedLine) -> Option<BatchTask> {
        let NumberedLine { file, text } = line;
        let target = match text.text.and_then(|text| self.position(&text)).transpose()? {
            Ok(written) => self.target(written),
            Err(error) => Err(error),
        };
        Some(BatchTask { file, line: text.number + self.offset, target })
    }

    /// Parses a line or a record. Returns `None` if it has no content.
    fn position(&self, text: &str) -> Result<Option<PositionLine>, String> {
        if RecordFormat::of_first_line(text).is_some() {
            return read_position(text, self.variant).map(Some);
        }
        PositionLine::parse(text).map_err(|error| format!("{error:#}"))
    }

    fn target(&self, written: PositionLine) -> Result<BatchPosition, String> {
        let variant = written.variant_or(self.variant).map_err(|error| error.to_string())?;
        let mut ply = written.position.moves.len();
        if self.each_position {
            // Check the whole line, so that an invalid one gets a single error.
            written.set(&mut *game_state::open(variant)).map_err(|error| error.to_string())?;
            ply = 0;
        }
        let PositionLine { id, game, position, .. } = written;
        Ok(BatchPosition { id, game, variant, command: Arc::new(position), ply })
    }
}

/// Returns the next task of the same line.
fn next_on_line(task: &BatchTask) -> Option<BatchTask> {
    let target = task.target.as_ref().ok()?;
    let is_last = target.ply >= target.command.moves.len();
    let next = || BatchTask {
        target: Ok(BatchPosition { ply: target.ply + 1, ..target.clone() }),
        ..task.clone()
    };
    (!is_last).then(next)
}

impl Iterator for Tasks {
    type Item = BatchTask;

    fn next(&mut self) -> Option<BatchTask> {
        let task = match self.next_on_line.take() {
            Some(task) => task,
            None => loop {
                let line = self.lines.next()?;
                if let Some(task) = self.first(line) {
                    break task;
                }
            },
        };
        self.next_on_line = next_on_line(&task);
        Some(task)
    }
}
