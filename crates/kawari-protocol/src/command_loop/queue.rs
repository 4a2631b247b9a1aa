//! The queue of commands that wait until they may run.

use std::collections::VecDeque;

use super::priority::{self, QueuePriority};
use super::reader::ParsedLine;
use crate::command::Command;
use crate::error::CommandError;
use crate::go::Go;

/// A bounded queue of parsed lines, in the order of the input.
///
/// The scheduler must go on receiving lines while the queue is full: a `stop` or a `quit`
/// may follow. It therefore rejects a line without room instead of waiting.
#[derive(Debug, Default)]
pub(super) struct Queue {
    entries: VecDeque<Entry>,
    /// Memory of the entries, in bytes.
    bytes: usize,
    /// Number of entries with [`QueuePriority::Stop`].
    stops: usize,
    /// Number of entries with [`QueuePriority::Abandon`].
    abandons: usize,
}

#[derive(Debug)]
struct Entry {
    line: ParsedLine,
    priority: QueuePriority,
    /// Approximate memory of the line and its command, in bytes.
    bytes: usize,
}

impl Queue {
    /// Maximum number of lines.
    pub const MAX_LINES: usize = 1 << 16;
    /// Maximum memory of the lines, in bytes.
    pub const MAX_BYTES: usize = 1 << 28;

    /// Adds a line. Errors run as soon as they are the first of the queue.
    ///
    /// # Errors
    /// Returns [`CommandError::QueueFull`] if there is no room. The limits are twice as high
    /// for urgent commands.
    pub fn push(&mut self, line: ParsedLine) -> Result<(), CommandError> {
        let priority = line.command.as_ref().map_or(QueuePriority::Immediate, priority::priority);
        self.push_with_priority(line, priority)
    }

    /// Adds a line with the given priority.
    ///
    /// # Errors
    /// As [`Queue::push`].
    pub fn push_with_priority(
        &mut self,
        line: ParsedLine,
        priority: QueuePriority,
    ) -> Result<(), CommandError> {
        let is_urgent = matches!(priority, QueuePriority::Stop | QueuePriority::Urgent);
        let share = if is_urgent { 2 } else { 1 };
        let entry_bytes = memory(&line);
        let bytes = self.bytes.saturating_add(entry_bytes);
        if self.entries.len() >= share * Self::MAX_LINES || bytes > share * Self::MAX_BYTES {
            return Err(CommandError::QueueFull);
        }
        self.bytes = bytes;
        self.stops += usize::from(priority == QueuePriority::Stop);
        self.abandons += usize::from(priority == QueuePriority::Abandon);
        self.entries.push_back(Entry { line, priority, bytes: entry_bytes });
        Ok(())
    }

    /// Removes and returns the first line if its priority satisfies `can_run`.
    pub fn pop_if(&mut self, can_run: impl FnOnce(QueuePriority) -> bool) -> Option<ParsedLine> {
        self.entries.front().filter(|entry| can_run(entry.priority))?;
        let Entry { line, priority, bytes } = self.entries.pop_front()?;
        self.bytes -= bytes;
        self.stops -= usize::from(priority == QueuePriority::Stop);
        self.abandons -= usize::from(priority == QueuePriority::Abandon);
        Some(line)
    }

    /// Returns true if a `stop` or `gameover` waits. It also ends the searches before it.
    pub fn has_stop(&self) -> bool {
        self.stops > 0
    }

    /// Returns true if a command waits that abandons the searches before it.
    pub fn has_abandon(&self) -> bool {
        self.abandons > 0
    }

    /// Returns true if the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Returns the approximate memory of a line and its command, in bytes.
fn memory(line: &ParsedLine) -> usize {
    /// A word with its allocation.
    const WORD: usize = size_of::<String>() + 24;
    let words = match &line.command {
        Ok(Command::Position(position)) => position.moves.len(),
        Ok(Command::Go(Go::Search(request) | Go::Mate { request, .. })) => {
            request.search_moves.len()
        }
        _ => 0,
    };
    line.length + words * WORD
}

#[cfg(test)]
mod tests {
    use super::super::reader::LineParser;
    use super::*;

    fn line(text: &str) -> ParsedLine {
        LineParser::default().parse(Ok(text.to_owned())).expect("not blank")
    }

    /// A rejected line that counts `length` bytes.
    fn line_of_length(length: usize) -> ParsedLine {
        let command = Err(CommandError::Unknown(String::new()));
        ParsedLine { text: String::new(), length, command, is_position: false }
    }

    fn push(queue: &mut Queue, length: usize, priority: QueuePriority) -> Result<(), CommandError> {
        queue.push_with_priority(line_of_length(length), priority)
    }

    #[test]
    fn lines_keep_their_order() {
        let mut queue = Queue::default();
        queue.push(line("usi")).expect("room");
        queue.push(line("position startpos moves 9i9e")).expect("room");
        assert!(queue.pop_if(|_| false).is_none());
        let first = queue.pop_if(|priority| priority == QueuePriority::Immediate);
        assert_eq!(first.expect("a line").command, Ok(Command::Usi));
        let second = queue.pop_if(|priority| priority == QueuePriority::Idle);
        assert!(second.expect("a line").is_position);
        assert!(queue.is_empty());
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn number_of_lines_is_bounded() {
        let mut queue = Queue::default();
        for _ in 0..Queue::MAX_LINES {
            push(&mut queue, 10, QueuePriority::Idle).expect("room");
        }
        assert_eq!(push(&mut queue, 10, QueuePriority::Idle), Err(CommandError::QueueFull));
        push(&mut queue, 4, QueuePriority::Urgent).expect("room for an urgent command");
        queue.pop_if(|_| true);
        queue.pop_if(|_| true);
        push(&mut queue, 10, QueuePriority::Idle).expect("room again");
        for _ in 0..2 * Queue::MAX_LINES {
            let _ = push(&mut queue, 4, QueuePriority::Urgent);
        }
        assert_eq!(queue.entries.len(), 2 * Queue::MAX_LINES);
    }

    #[test]
    fn memory_of_lines_is_bounded() {
        let mut queue = Queue::default();
        push(&mut queue, Queue::MAX_BYTES, QueuePriority::Idle).expect("room");
        assert_eq!(push(&mut queue, 1, QueuePriority::Idle), Err(CommandError::QueueFull));
        queue.pop_if(|_| true);
        push(&mut queue, 1, QueuePriority::Idle).expect("room again");
    }

    #[test]
    fn moves_count_with_their_allocations() {
        let (short, long) = (line("position startpos"), line("position startpos moves 1a1b 2a2b"));
        assert!(memory(&long) > memory(&short) + 2 * size_of::<String>());
        assert!(size_of::<Entry>() <= 384, "{}", size_of::<Entry>());
    }
}
