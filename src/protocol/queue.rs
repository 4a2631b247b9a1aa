//! Commands that wait for their turn.

use std::collections::VecDeque;

use super::command::Command;
use super::error::CommandError;

/// A line, read; it waits here when it has to.
pub type Request = Result<Command, CommandError>;

/// Commands that wait for their turn, in order and in bounded memory.
///
/// A client may send a whole script at once, but not without end: a line for
/// which there is no room is refused. Whoever feeds the queue must go on
/// reading, or `stop` and `quit` would not be heard, so it cannot hold the
/// client up instead.
#[derive(Debug, Default)]
pub struct Queue {
    requests: VecDeque<(Request, usize)>,
    /// Length of the lines that wait, in bytes.
    bytes: usize,
}

impl Queue {
    /// Most lines that wait.
    pub const LINES: usize = 1 << 16;
    /// Most bytes that they have together.
    pub const BYTES: usize = 1 << 24;

    /// Adds a request that was a line of so many bytes.
    ///
    /// # Errors
    /// [`CommandError::QueueFull`] when there is no room for it. What is urgent
    /// has as much again for itself.
    pub fn push(&mut self, request: Request, length: usize) -> Result<(), CommandError> {
        let is_urgent = request.as_ref().is_ok_and(Command::is_urgent);
        let share = if is_urgent { 2 } else { 1 };
        let bytes = self.bytes.saturating_add(length);
        if self.requests.len() >= share * Self::LINES || bytes > share * Self::BYTES {
            return Err(CommandError::QueueFull);
        }
        self.bytes = bytes;
        self.requests.push_back((request, length));
        Ok(())
    }

    /// The request whose turn it is, if it may be served.
    pub fn pop_if(&mut self, may_be_served: impl FnOnce(&Request) -> bool) -> Option<Request> {
        self.requests.front().filter(|(request, _)| may_be_served(request))?;
        let (request, length) = self.requests.pop_front()?;
        self.bytes -= length;
        Some(request)
    }

    /// True when nothing waits.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wait_in_their_order() {
        let mut queue = Queue::default();
        for command in [Command::Usi, Command::IsReady] {
            queue.push(Ok(command), 3).expect("room");
        }
        assert_eq!(queue.pop_if(|_| false), None);
        assert_eq!(queue.pop_if(|_| true), Some(Ok(Command::Usi)));
        assert_eq!(queue.pop_if(|_| true), Some(Ok(Command::IsReady)));
        assert!(queue.is_empty());
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn there_is_room_for_so_many_lines_and_for_what_is_urgent() {
        let mut queue = Queue::default();
        for _ in 0..Queue::LINES {
            queue.push(Ok(Command::NewGame), 10).expect("room");
        }
        assert_eq!(queue.push(Ok(Command::NewGame), 10), Err(CommandError::QueueFull));
        queue.push(Ok(Command::Stop), 4).expect("room");
        queue.pop_if(|_| true);
        queue.pop_if(|_| true);
        queue.push(Ok(Command::NewGame), 10).expect("room again");
        for _ in 0..2 * Queue::LINES {
            let _ = queue.push(Ok(Command::Stop), 4);
        }
        assert_eq!(queue.requests.len(), 2 * Queue::LINES);
    }

    #[test]
    fn there_is_room_for_so_many_bytes() {
        let mut queue = Queue::default();
        queue.push(Ok(Command::NewGame), Queue::BYTES).expect("room");
        assert_eq!(queue.push(Ok(Command::NewGame), 1), Err(CommandError::QueueFull));
        queue.pop_if(|_| true);
        queue.push(Ok(Command::NewGame), 1).expect("room again");
    }
}
