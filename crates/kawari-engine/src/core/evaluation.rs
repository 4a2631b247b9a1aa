//! What judges positions: values that a session owns and its workers borrow.

use super::position::{Observer, Position};
use super::score::Score;

/// A static evaluation of one game: weights, a network, material alone.
///
/// It is a value that any number of workers share. What it has to remember of the
/// line on which a worker stands is its [`State`](Evaluation::State): the line grows
/// by [`push`](Evaluation::push) and shrinks by [`pop`](Evaluation::pop), so that a
/// state may put work off until a score is asked for, and do it once for all the
/// lines that go on from there.
pub trait Evaluation<P: Position>: Send + Sync + 'static {
    /// What is known of the positions of one line.
    type State: Send;

    /// Hears what a move changes.
    type Updater<'a>: Observer<P>;

    /// The state of a line that consists of one position.
    fn new_state(&self, position: &P) -> Self::State;

    /// Lengthens the line by a position. What the move to it changes is to be told to
    /// the listener; a null move changes nothing.
    fn push<'a>(&'a self, state: &'a mut Self::State) -> Self::Updater<'a>;

    /// Takes the last position off the line; never the first one.
    fn pop(&self, state: &mut Self::State);

    /// What the last position of the line is worth to its side to move, within
    /// [`MAX_EVALUATION`](super::score::MAX_EVALUATION).
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score;

    /// What a position is worth that is on no line.
    fn evaluate_from_scratch(&self, position: &P) -> Score {
        self.evaluate(&mut self.new_state(position), position)
    }
}

/// Something small for each position of a line, the last one at hand: what most
/// evaluations keep as their state.
#[derive(Clone, Debug)]
pub struct StateStack<T> {
    /// Of the last position.
    pub top: T,
    below: Vec<T>,
}

impl<T: Copy> StateStack<T> {
    /// The stack of a line that consists of one position.
    pub fn new(first: T) -> Self {
        Self { top: first, below: Vec::with_capacity(super::score::MAX_PLY + 1) }
    }

    /// One position more, which begins as a copy of the last.
    #[inline]
    pub fn push(&mut self) -> &mut T {
        self.below.push(self.top);
        &mut self.top
    }

    /// One position fewer; the first one stays.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(top) = self.below.pop() {
            self.top = top;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_taken_back() {
        let mut stack = StateStack::new(1);
        *stack.push() += 1;
        *stack.push() = 5;
        assert_eq!(stack.top, 5);
        stack.pop();
        assert_eq!(stack.top, 2);
        stack.pop();
        stack.pop();
        assert_eq!(stack.top, 1);
    }
}
