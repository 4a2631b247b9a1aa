//! Lines that wait for their turn.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::command::QueuePriority;
use crate::error::CommandError;

/// Lines that wait for their turn, in order and in bounded memory: as they were
/// sent, for a command takes many times as much.
///
/// A client may send a whole script at once, but not without end: a line for
/// which there is no room is refused. Whoever feeds the queue must go on
/// reading, or `stop` and `quit` would not be heard, so it cannot hold the
/// client up instead.
#[derive(Debug, Default)]
pub struct Queue {
    lines: VecDeque<QueuedLine>,
    /// Length of the lines, in bytes.
    bytes: usize,
    /// How many of them are a stop.
    stops: usize,
    /// How many of them abandon what runs.
    abandons: usize,
}

#[derive(Debug)]
struct QueuedLine {
    /// The line; an error if there is none to keep.
    line: Result<Box<str>, CommandError>,
    turn: QueuePriority,
}

impl QueuedLine {
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
        turn: QueuePriority,
    ) -> Result<(), CommandError> {
        let queue = QueuedLine { line: line.map(String::into_boxed_str), turn };
        let share = if matches!(turn, QueuePriority::Stop | QueuePriority::Urgent) { 2 } else { 1 };
        let bytes = self.bytes.saturating_add(queue.bytes());
        if self.lines.len() >= share * Self::LINES || bytes > share * Self::BYTES {
            return Err(CommandError::QueueFull);
        }
        self.bytes = bytes;
        self.stops += usize::from(turn == QueuePriority::Stop);
        self.abandons += usize::from(turn == QueuePriority::Abandon);
        self.lines.push_back(queue);
        Ok(())
    }

    /// The line whose turn it is, if it may be served.
    pub fn pop_if(
        &mut self,
        may_be_served: impl FnOnce(QueuePriority) -> bool,
    ) -> Option<Result<String, CommandError>> {
        self.lines.front().filter(|queue| may_be_served(queue.turn))?;
        let queue = self.lines.pop_front()?;
        self.bytes -= queue.bytes();
        self.stops -= usize::from(queue.turn == QueuePriority::Stop);
        self.abandons -= usize::from(queue.turn == QueuePriority::Abandon);
        Some(queue.line.map(String::from))
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

/// How much has been read and not yet been looked at. While whoever looks is
/// busy, with a large table or a client that does not read, lines are read ahead,
/// for one of them may be `quit`; but no more than may wait in a [`Queue`]. Then
/// the client is held up.
#[derive(Debug, Default)]
pub struct Backlog {
    unheard: Mutex<BacklogState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct BacklogState {
    lines: usize,
    bytes: usize,
    /// Nobody looks at lines any more.
    is_closed: bool,
}

impl Backlog {
    /// Counts a line of so many bytes, as soon as there is room for it or nobody
    /// will look at it.
    pub fn add(&self, bytes: usize) {
        let is_full = |unheard: &mut BacklogState| {
            let is_long = unheard.bytes.saturating_add(bytes) > Queue::BYTES;
            let is_full = unheard.lines >= Queue::LINES || unheard.lines > 0 && is_long;
            is_full && !unheard.is_closed
        };
        let wait = self.changed.wait_while(self.lock(), is_full);
        let mut unheard = wait.unwrap_or_else(PoisonError::into_inner);
        unheard.lines += 1;
        unheard.bytes += bytes;
    }

    /// A line that was counted has been looked at.
    pub fn remove(&self, bytes: usize) {
        let mut unheard = self.lock();
        unheard.lines -= 1;
        unheard.bytes -= bytes;
        drop(unheard);
        self.changed.notify_one();
    }

    /// Nobody will look at any more lines.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Whoever panicked with it has left nothing half done here.
    fn lock(&self) -> MutexGuard<'_, BacklogState> {
        self.unheard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    fn game_state(length: usize) -> Result<String, CommandError> {
        Ok("x".repeat(length))
    }

    #[test]
    fn lines_wait_in_their_order() {
        let mut queue = Queue::default();
        queue.push(Ok("usi".to_owned()), QueuePriority::Immediate).expect("room");
        queue.push(Err(CommandError::TooLong), QueuePriority::Immediate).expect("room");
        assert_eq!(queue.pop_if(|_| false), None);
        assert_eq!(
            queue.pop_if(|turn| turn == QueuePriority::Immediate),
            Some(Ok("usi".to_owned()))
        );
        assert_eq!(queue.pop_if(|_| true), Some(Err(CommandError::TooLong)));
        assert!(queue.is_empty());
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn there_is_room_for_so_many_lines_and_for_what_is_urgent() {
        let mut queue = Queue::default();
        for _ in 0..Queue::LINES {
            queue.push(game_state(10), QueuePriority::Idle).expect("room");
        }
        assert_eq!(queue.push(game_state(10), QueuePriority::Idle), Err(CommandError::QueueFull));
        queue.push(game_state(4), QueuePriority::Urgent).expect("room");
        queue.pop_if(|_| true);
        queue.pop_if(|_| true);
        queue.push(game_state(10), QueuePriority::Idle).expect("room again");
        for _ in 0..2 * Queue::LINES {
            let _ = queue.push(game_state(4), QueuePriority::Urgent);
        }
        assert_eq!(queue.lines.len(), 2 * Queue::LINES);
    }

    #[test]
    fn there_is_room_for_so_many_bytes() {
        let mut queue = Queue::default();
        queue.push(game_state(Queue::BYTES), QueuePriority::Idle).expect("room");
        assert_eq!(queue.push(game_state(1), QueuePriority::Idle), Err(CommandError::QueueFull));
        queue.pop_if(|_| true);
        queue.push(game_state(1), QueuePriority::Idle).expect("room again");
    }

    /// A line that waits takes its own length and so much more at most.
    #[test]
    fn what_waits_takes_little_more_than_it_is() {
        assert!(size_of::<QueuedLine>() <= 128, "{}", size_of::<QueuedLine>());
    }

    /// One thread reads ahead, never further than there is room.
    #[test]
    fn so_much_is_read_ahead_and_no_more() {
        const LENGTH: usize = 1 << 20;
        const LINES: usize = 3 * Queue::BYTES / LENGTH;
        let (backlog, read) = (Arc::new(Backlog::default()), Arc::new(AtomicUsize::new(0)));
        let (room, count) = (Arc::clone(&backlog), Arc::clone(&read));
        let reader = thread::spawn(move || {
            for _ in 0..LINES {
                room.add(LENGTH);
                count.fetch_add(1, Ordering::SeqCst);
            }
        });
        for heard in 0..LINES {
            while read.load(Ordering::SeqCst) <= heard {
                thread::yield_now();
            }
            assert!(read.load(Ordering::SeqCst) <= heard + Queue::BYTES / LENGTH);
            backlog.remove(LENGTH);
        }
        reader.join().expect("no panic");
    }

    #[test]
    fn there_is_always_room_for_one_line_and_in_the_end_for_all() {
        let backlog = Backlog::default();
        backlog.add(2 * Queue::BYTES);
        backlog.remove(2 * Queue::BYTES);
        backlog.add(2 * Queue::BYTES);
        backlog.close();
        backlog.add(2 * Queue::BYTES);
    }
}
