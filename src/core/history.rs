//! The positions a game has gone through, for repetition and perpetual check.

use super::color::Color;
use super::key::Key;

/// When a repetition ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionLaw {
    /// The occurrence that ends the game; the start position is its own first.
    pub occurrences: u32,
    /// True when a side that gave check with every move in between loses.
    pub perpetual_check_loses: bool,
}

/// The latest position, seen as a return to an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// How often the position has occurred, the latest time included: 2 or more.
    pub occurrences: u32,
    /// The number of the first occurrence, from 0 at the start of the history.
    pub first: usize,
    /// The number of the last occurrence before the latest.
    pub previous: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// The side to move stands in check.
    check: bool,
    /// Reached by a null move: nothing before it can be repeated.
    after_pass: bool,
}

/// The line of positions from the start of a game to the latest, both included.
///
/// The search pushes and pops its own moves at the end, so the question "has
/// this been here before?" is answered at every node; a small counting filter
/// says no in nearly all of them without looking back.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    filter: Box<[u32; Self::FILTER]>,
}

impl History {
    /// Slots of the filter: 4 KiB, and few games have more than 300 positions.
    const FILTER: usize = 1024;

    /// No position yet.
    pub fn new() -> Self {
        Self { entries: Vec::with_capacity(512), filter: Box::new([0; Self::FILTER]) }
    }

    #[inline]
    const fn slot(key: Key) -> usize {
        key as usize % Self::FILTER
    }

    /// Adds the position just reached: its key, and whether its side to move is
    /// in check.
    #[inline]
    pub fn push(&mut self, key: Key, check: bool) {
        self.add(Entry { key, check, after_pass: false });
    }

    /// Adds a position reached by a null move.
    pub fn push_pass(&mut self, key: Key) {
        self.add(Entry { key, check: false, after_pass: true });
    }

    #[inline]
    fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
        self.filter[Self::slot(entry.key)] += 1;
    }

    /// Takes the latest position back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            self.filter[Self::slot(entry.key)] -= 1;
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True when there is no position yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How the latest position repeats earlier ones, if it does.
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        let latest = self.entries.last()?;
        if self.filter[Self::slot(latest.key)] < 2 {
            return None;
        }
        self.look_back(latest.key)
    }

    #[cold]
    fn look_back(&self, key: Key) -> Option<Repetition> {
        let latest = self.entries.len() - 1;
        let line = self.entries.iter().rposition(|entry| entry.after_pass).unwrap_or(0);
        let mut found: Option<Repetition> = None;
        for number in (line..latest).rev() {
            if self.entries[number].key == key {
                let later =
                    found.unwrap_or(Repetition { occurrences: 1, first: number, previous: number });
                found = Some(Repetition {
                    occurrences: later.occurrences + 1,
                    first: number,
                    previous: later.previous,
                });
            }
        }
        found
    }

    /// The one side that gave check with every move played after position
    /// `first`, if there is just one; `to_move` is the side to move now.
    pub fn perpetual_checker(&self, first: usize, to_move: Color) -> Option<Color> {
        let latest = self.entries.len().checked_sub(1)?;
        let always = |parity: usize| {
            (first + 1..=latest).rev().skip(parity).step_by(2).all(|n| self.entries[n].check)
        };
        // The latest position was reached by the opponent's move, the one
        // before it by the side to move's.
        match (always(0), always(1)) {
            (true, false) => Some(!to_move),
            (false, true) => Some(to_move),
            _ => None,
        }
    }
}

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(line: &[(Key, bool)]) -> History {
        let mut history = History::new();
        for &(key, check) in line {
            history.push(key, check);
        }
        history
    }

    #[test]
    fn counts_occurrences_from_the_first() {
        let quiet = |key| (key, false);
        let line = [1, 2, 3, 4, 1, 2, 3, 4, 1].map(quiet);
        let repetition = history(&line).repetition().expect("position 1 came back");
        assert_eq!(repetition, Repetition { occurrences: 3, first: 0, previous: 4 });
        assert_eq!(history(&line[..4]).repetition(), None);
    }

    #[test]
    fn a_filter_hit_is_not_a_repetition() {
        let line = [(5, false), (5 + History::FILTER as Key, false)];
        assert_eq!(history(&line).repetition(), None);
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut history = history(&[(1, false), (2, false)]);
        history.push_pass(3);
        history.push(1, false);
        assert_eq!(history.repetition(), None);
        history.pop();
        history.pop();
        history.push(1, false);
        assert!(history.repetition().is_some());
    }

    #[test]
    fn the_side_that_always_checks_is_named() {
        // Black moves from 1 to 2 with check, White answers, and so on.
        let line = [(1, false), (2, true), (3, false), (4, true), (1, false)];
        assert_eq!(history(&line).perpetual_checker(0, Color::Black), Some(Color::Black));
        let both = [(1, true), (2, true), (3, true), (4, true), (1, true)];
        assert_eq!(history(&both).perpetual_checker(0, Color::Black), None);
        let once_not = [(1, false), (2, true), (3, false), (4, false), (1, false)];
        assert_eq!(history(&once_not).perpetual_checker(0, Color::Black), None);
    }
}
