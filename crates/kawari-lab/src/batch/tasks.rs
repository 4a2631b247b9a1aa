//! What there is to answer: one position of one line of input.

use std::sync::Arc;

use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;
use kawari_protocol::position_command::PositionCommand;
use kawari_records::position_line::PositionLine;
use kawari_records::records::{self, lines};

use super::input::{NumberedLine, NumberedLines};

/// One answer that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchTask {
    /// The file's name, where there are several files.
    pub file: Option<Arc<str>>,
    /// The line's number, from 1, and what is to be added to it.
    pub line: u64,
    /// The position, or why there is none.
    pub target: Result<BatchPosition, String>,
}

/// A position to be analysed. Whether it is legal shows when it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchPosition {
    /// The line's id, as JSON.
    pub id: Option<String>,
    /// The number of the game in its log.
    pub game: Option<u64>,
    /// The game that is played.
    pub variant: Variant,
    /// Where it starts, and all moves of the line.
    pub words: Arc<PositionCommand>,
    /// How many of them are made.
    pub ply: usize,
}

/// The tasks of all inputs, in their order. Lines without content are none.
pub struct Tasks {
    lines: NumberedLines,
    offset: u64,
    variant: Option<Variant>,
    each_position: bool,
    /// Of the latest line, what has still to be asked.
    rest: Option<BatchTask>,
}

impl Tasks {
    /// The tasks of these lines. `offset` is added to their numbers, `variant` is the
    /// game of a line that names none. A line asks for its last position, or for each on
    /// the way.
    pub fn new(
        lines: NumberedLines,
        offset: u64,
        variant: Option<Variant>,
        each_position: bool,
    ) -> Self {
        Self { lines, offset, variant, each_position, rest: None }
    }

    /// The first task of a line; `None` where the line has no content.
    fn first(&self, line: NumberedLine) -> Option<BatchTask> {
        let NumberedLine { file, text } = line;
        let target = match text.text.and_then(|text| self.position(&text)).transpose()? {
            Ok(written) => self.target(written),
            Err(error) => Err(error),
        };
        Some(BatchTask { file, line: text.number + self.offset, target })
    }

    /// Reads a line or a record; `None` where there is no content.
    fn position(&self, text: &str) -> Result<Option<PositionLine>, String> {
        if lines::is_record(text) {
            return records::read_position(text, self.variant).map(Some);
        }
        PositionLine::parse(text).map_err(|error| format!("{error:#}"))
    }

    fn target(&self, written: PositionLine) -> Result<BatchPosition, String> {
        let variant = written.variant_or(self.variant).map_err(|error| error.to_string())?;
        let mut ply = written.position.moves.len();
        if self.each_position {
            // A line that is bad somewhere is one bad line.
            written.set(&mut *game_state::open(variant)).map_err(|error| error.to_string())?;
            ply = 0;
        }
        let PositionLine { id, game, position, .. } = written;
        Ok(BatchPosition { id, game, variant, words: Arc::new(position), ply })
    }
}

/// The task behind this one on the same line.
fn next_on_line(task: &BatchTask) -> Option<BatchTask> {
    let target = task.target.as_ref().ok()?;
    let is_last = target.ply >= target.words.moves.len();
    let next = || BatchTask {
        target: Ok(BatchPosition { ply: target.ply + 1, ..target.clone() }),
        ..task.clone()
    };
    (!is_last).then(next)
}

impl Iterator for Tasks {
    type Item = BatchTask;

    fn next(&mut self) -> Option<BatchTask> {
        let task = match self.rest.take() {
            Some(task) => task,
            None => loop {
                let line = self.lines.next()?;
                if let Some(task) = self.first(line) {
                    break task;
                }
            },
        };
        self.rest = next_on_line(&task);
        Some(task)
    }
}
