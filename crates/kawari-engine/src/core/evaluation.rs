//! The static evaluation: a trait for hand-crafted evaluations and networks.

use super::position::{Observer, Position};
use super::score::Score;

/// A static evaluation of one game: hand-crafted, a network, or material only.
///
/// All search threads share the evaluation. Each thread has its own
/// [`State`](Evaluation::State), a stack with one entry for each position of the line that
/// it searches. [`push`](Evaluation::push) and [`pop`](Evaluation::pop) follow the moves of
/// the line. A state may update lazily: it can delay work until
/// [`evaluate`](Evaluation::evaluate) is called.
pub trait Evaluation<P: Position>: Send + Sync + 'static {
    /// Incremental data of the positions of one line, such as NNUE accumulators.
    type State: Send;

    /// Observer of the pieces that a move changes.
    type Updater<'a>: Observer<P>;

    /// Creates the state of a line with one position.
    fn new_state(&self, position: &P) -> Self::State;

    /// Adds a position to the line. The caller passes the returned observer to
    /// [`Position::play`]. A null move changes no pieces.
    fn push<'a>(&'a self, state: &'a mut Self::State) -> Self::Updater<'a>;

    /// Removes the last position of the line. The first position is never removed.
    fn pop(&self, state: &mut Self::State);

    /// Returns the score of the last position of the line from the side to move's view,
    /// within ±[`MAX_EVALUATION`](super::score::MAX_EVALUATION).
    fn evaluate(&self, state: &mut Self::State, position: &P) -> Score;

    /// Returns the score of a position without incremental updates.
    fn evaluate_from_scratch(&self, position: &P) -> Score {
        self.evaluate(&mut self.new_state(position), position)
    }
}

/// A stack with a small value for each position of a line: the state of most evaluations.
#[derive(Clone, Debug)]
pub struct StateStack<T> {
    /// Value of the last position.
    pub top: T,
    below: Vec<T>,
}

impl<T: Copy> StateStack<T> {
    /// Creates the stack of a line with one position.
    pub fn new(first: T) -> Self {
        Self { top: first, below: Vec::with_capacity(super::score::MAX_PLY + 1) }
    }

    /// Pushes a copy of the top value and returns it.
    #[inline]
    pub fn push(&mut self) -> &mut T {
        self.below.push(self.top);
        &mut self.top
    }

    /// Pops the top value. The first value stays.
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
    fn pop_undoes_push_and_keeps_the_first_value() {
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
