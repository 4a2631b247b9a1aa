//! Lines that wait for their turn.

use std::collections::VecDeque;

use crate::protocol::command::Turn;
use crate::protocol::error::CommandError;

/// Lines that wait for their turn, in order and in bounded memory: as they were
/// sent, for a command takes many times as much.
///
/// A client may send a whole script at once, but not without end: a line for
/// which there is no room is refused. Whoever feeds the queue must go on
/// reading, or `stop` and `quit` would not be heard, so it cannot hold the
/// client up instead.
#[derive(Debug, Default)]
pub struct Queue {
    lines: VecDeque<Waiting>,
    /// Length of the lines, in bytes.
    bytes: usize,
    /// How many of them are a stop.
    stops: usize,
    /// How many of them abandon what runs.
    abandons: usize,
}

#[derive(Debug)]
struct Waiting {
    /// The line; an error if there is none to keep.
    line: Result<Box<str>, CommandError>,
    turn: Turn,
}

impl Waiting {
    fn bytes(&self) -> usize {
        self.line.as_ref().map_or(0, |line| line.len())
    }
}

impl Queue {
    /// Most lines that wait.
    pub const LINES: usize = 1 << 16;
    /// Most bytes that they have together.
    pub const BYTES: usize = 1 << 24;

    /// Adds a line, or what is to be said in its place.
    ///
    /// # Errors
    /// [`CommandError::QueueFull`] when there is no room for it. What is urgent
    /// has as much again for itself.
    pub fn push(
        &mut self,
        line: Result<String, CommandError>,
        turn: Turn,
    ) -> Result<(), CommandError> {
        let waiting = Waiting { line: line.map(String::into_boxed_str), turn };
        let share = if matches!(turn, Turn::Stop | Turn::Urgent) { 2 } else { 1 };
        let bytes = self.bytes.saturating_add(waiting.bytes());
        if self.lines.len() >= share * Self::LINES || bytes > share * Self::BYTES {
            return Err(CommandError::QueueFull);
        }
        self.bytes = bytes;
        self.stops += usize::from(turn == Turn::Stop);
        self.abandons += usize::from(turn == Turn::Abandon);
        self.lines.push_back(waiting);
        Ok(())
    }

    /// The line whose turn it is, if it may be served.
    pub fn pop_if(
        &mut self,
        may_be_served: impl FnOnce(Turn) -> bool,
    ) -> Option<Result<String, CommandError>> {
        self.lines.front().filter(|waiting| may_be_served(waiting.turn))?;
        let waiting = self.lines.pop_front()?;
        self.bytes -= waiting.bytes();
        self.stops -= usize::from(waiting.turn == Turn::Stop);
        self.abandons -= usize::from(waiting.turn == Turn::Abandon);
        Some(waiting.line.map(String::from))
    }

    /// True when a stop waits, which means what begins before it, too.
    pub fn has_stop(&self) -> bool {
        self.stops > 0
    }

    /// True when a line waits that abandons what begins before it.
    pub fn has_abandon(&self) -> bool {
        self.abandons > 0
    }

    /// True when nothing waits.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(length: usize) -> Result<String, CommandError> {
        Ok("x".repeat(length))
    }

    #[test]
    fn lines_wait_in_their_order() {
        let mut queue = Queue::default();
        queue.push(Ok("usi".to_owned()), Turn::AtOnce).expect("room");
        queue.push(Err(CommandError::TooLong), Turn::AtOnce).expect("room");
        assert_eq!(queue.pop_if(|_| false), None);
        assert_eq!(queue.pop_if(|turn| turn == Turn::AtOnce), Some(Ok("usi".to_owned())));
        assert_eq!(queue.pop_if(|_| true), Some(Err(CommandError::TooLong)));
        assert!(queue.is_empty());
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn there_is_room_for_so_many_lines_and_for_what_is_urgent() {
        let mut queue = Queue::default();
        for _ in 0..Queue::LINES {
            queue.push(line(10), Turn::Idle).expect("room");
        }
        assert_eq!(queue.push(line(10), Turn::Idle), Err(CommandError::QueueFull));
        queue.push(line(4), Turn::Urgent).expect("room");
        queue.pop_if(|_| true);
        queue.pop_if(|_| true);
        queue.push(line(10), Turn::Idle).expect("room again");
        for _ in 0..2 * Queue::LINES {
            let _ = queue.push(line(4), Turn::Urgent);
        }
        assert_eq!(queue.lines.len(), 2 * Queue::LINES);
    }

    #[test]
    fn there_is_room_for_so_many_bytes() {
        let mut queue = Queue::default();
        queue.push(line(Queue::BYTES), Turn::Idle).expect("room");
        assert_eq!(queue.push(line(1), Turn::Idle), Err(CommandError::QueueFull));
        queue.pop_if(|_| true);
        queue.push(line(1), Turn::Idle).expect("room again");
    }

    /// A line that waits takes its own length and so much more at most.
    #[test]
    fn what_waits_takes_little_more_than_it_is() {
        assert!(size_of::<Waiting>() <= 128, "{}", size_of::<Waiting>());
    }
}
