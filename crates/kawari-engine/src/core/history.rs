//! The positions of a game or search line, for repetition and perpetual check.

use super::color::Color;
use super::key::Key;

/// The repetition rule of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// Number of occurrences that ends the game. The first occurrence counts as 1.
    pub occurrences: u32,
    /// True if a side loses that gave check with every move between the occurrences.
    pub perpetual_check_loses: bool,
    /// Side that loses by any other repetition. `None` if it is a draw, as in most games.
    pub loser: Option<RepetitionLoser>,
}

/// The side that loses by a repetition without perpetual check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepetitionLoser {
    /// Always the same side.
    Side(Color),
    /// The side whose move completed the repetition.
    Mover,
}

/// A repetition of an earlier position by the latest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Occurrences including the latest: 2 or more.
    pub occurrences: u32,
    /// Index of the first occurrence. The first position of the history has index 0.
    pub first: usize,
    /// Index of the occurrence before the latest.
    pub previous: usize,
}

/// A position of the history.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: Key,
    /// Consecutive positions, including this one, in which its side to move was in check.
    /// Only positions with this side to move count.
    checks: u32,
    /// Index of the latest position that was reached by a null move. Earlier positions
    /// cannot be repeated.
    null_move: u32,
    /// Index of the previous visit in the same hash slot.
    next_in_chain: u32,
    /// Occurrences of the position so far.
    occurrences: u32,
    /// Index of the first occurrence.
    first: u32,
    /// Index of the occurrence before this one.
    previous: u32,
}

/// The positions from the start of a game to the latest, both included.
///
/// The search pushes and pops its own moves, and checks for a repetition at every node. A
/// chained hash table finds earlier visits of a position; it grows with the history. Each
/// visit stores what it repeats when it is pushed. Thus the cost of a query does not depend
/// on the length of the game.
#[derive(Clone, Debug)]
pub struct History {
    visits: Vec<Visit>,
    /// Index of the latest visit in each slot, or [`History::NONE`]. The number of slots is
    /// a power of two and at least the number of visits.
    slots: Vec<u32>,
}

impl History {
    /// Initial number of slots (4 KiB). Few games have more positions.
    const SLOTS: usize = 1024;
    /// Marks an empty slot or the end of a chain.
    const NONE: u32 = u32::MAX;

    /// Creates an empty history.
    pub fn new() -> Self {
        Self { visits: Vec::with_capacity(512), slots: vec![Self::NONE; Self::SLOTS] }
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// Adds a position: its key, and whether its side to move is in check.
    #[inline]
    pub fn push(&mut self, key: Key, check: bool) {
        let number = self.visits.len() as u32;
        let null_move = self.visits.last().map_or(0, |latest| latest.null_move);
        let two_plies_ago = self.visits.len().checked_sub(2).map(|number| &self.visits[number]);
        let checks = if check { 1 + two_plies_ago.map_or(0, |visit| visit.checks) } else { 0 };
        let visit = Visit {
            key,
            checks,
            null_move,
            next_in_chain: Self::NONE,
            occurrences: 1,
            first: number,
            previous: number,
        };
        self.add(visit);
    }

    /// Adds a position reached by a null move.
    pub(crate) fn push_null_move(&mut self, key: Key) {
        let number = self.visits.len() as u32;
        self.add(Visit {
            key,
            checks: 0,
            null_move: number,
            next_in_chain: Self::NONE,
            occurrences: 1,
            first: number,
            previous: number,
        });
    }

    #[inline]
    fn add(&mut self, mut visit: Visit) {
        if self.visits.len() == self.slots.len() {
            self.grow();
        }
        let slot = self.slot(visit.key);
        visit.next_in_chain = self.slots[slot];
        if let Some((number, earlier)) = self.find(visit.next_in_chain, &visit) {
            visit.occurrences = earlier.occurrences + 1;
            visit.first = earlier.first;
            visit.previous = number;
        }
        self.slots[slot] = self.visits.len() as u32;
        self.visits.push(visit);
    }

    /// Finds the latest visit of the same position since the last null move, in the chain
    /// that starts at index `number`.
    #[inline]
    fn find(&self, mut number: u32, visit: &Visit) -> Option<(u32, &Visit)> {
        while number != Self::NONE && number >= visit.null_move {
            let earlier = &self.visits[number as usize];
            if earlier.key == visit.key {
                return Some((number, earlier));
            }
            number = earlier.next_in_chain;
        }
        None
    }

    /// Doubles the number of slots.
    #[cold]
    fn grow(&mut self) {
        self.slots = vec![Self::NONE; 2 * self.slots.len()];
        for number in 0..self.visits.len() {
            let slot = self.slot(self.visits[number].key);
            self.visits[number].next_in_chain = self.slots[slot];
            self.slots[slot] = number as u32;
        }
    }

    /// Removes the latest position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(visit) = self.visits.pop() {
            let slot = self.slot(visit.key);
            self.slots[slot] = visit.next_in_chain;
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.visits.len()
    }

    /// Returns true if the history is empty.
    pub fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// Returns the number of occurrences of a position since the last null move.
    pub fn occurrences(&self, key: Key) -> u32 {
        let null_move = self.visits.last().map_or(0, |latest| latest.null_move);
        let mut number = self.slots[self.slot(key)];
        while number != Self::NONE && number >= null_move {
            let visit = &self.visits[number as usize];
            if visit.key == key {
                return visit.occurrences;
            }
            number = visit.next_in_chain;
        }
        0
    }

    /// Returns the highest number of occurrences among the latest position and the `plies`
    /// positions before it.
    pub(crate) fn max_occurrences_since(&self, plies: usize) -> u32 {
        let latest = self.visits.iter().rev().take(plies.saturating_add(1));
        latest.map(|visit| visit.occurrences).max().unwrap_or(0)
    }

    /// Returns true if one more occurrence of a position ends the game.
    pub(crate) fn is_barred(&self, key: Key, rule: &RepetitionRule) -> bool {
        self.occurrences(key) + 1 >= rule.occurrences
    }

    /// Returns a hash of the set of barred positions (see [`History::is_barred`]), or 0 if
    /// there are none.
    ///
    /// A score found with one set of barred positions may be wrong with another, so the
    /// transposition table mixes this number into its keys.
    pub(crate) fn repetition_ban_key(&self, rule: &RepetitionRule) -> Key {
        // Each barred position has exactly one visit with this number of occurrences.
        let barred = self.visits.iter().filter(|visit| visit.occurrences + 1 == rule.occurrences);
        barred.fold(0, |hash, visit| {
            hash ^ visit.key.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// Returns the repetition by the latest position, or `None` if it is new.
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        let latest = self.visits.last().filter(|latest| latest.occurrences > 1)?;
        Some(Repetition {
            occurrences: latest.occurrences,
            first: latest.first as usize,
            previous: latest.previous as usize,
        })
    }

    /// Returns the side that gave check with every move since position `first`, or `None`
    /// if neither or both did. `to_move` is the side to move now.
    pub fn perpetual_checking_side(&self, first: usize, to_move: Color) -> Option<Color> {
        let latest = self.visits.len().checked_sub(1)?;
        // The opponent made the move to the latest position (0 plies back), the side to move
        // the one to the position before it (1 ply back).
        let always_checked = |back: usize| {
            let played = (latest - first).saturating_sub(back).div_ceil(2);
            let number = latest.checked_sub(back);
            number.is_some_and(|number| self.visits[number].checks as usize >= played)
        };
        match (always_checked(0), always_checked(1)) {
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
    fn occurrences_include_the_first() {
        let quiet = |key| (key, false);
        let line = [1, 2, 3, 4, 1, 2, 3, 4, 1].map(quiet);
        let repetition = history(&line).repetition().expect("position 1 came back");
        assert_eq!(repetition, Repetition { occurrences: 3, first: 0, previous: 4 });
        assert_eq!(history(&line[..4]).repetition(), None);
    }

    #[test]
    fn keys_in_one_slot_are_distinguished() {
        let other = 5 + History::SLOTS as Key;
        let line = [(5, false), (other, false)];
        assert_eq!(history(&line).repetition(), None);
        let line = [(5, false), (other, false), (6, false), (7, false), (5, false)];
        let repetition = history(&line).repetition().expect("position 5 came back");
        assert_eq!(repetition, Repetition { occurrences: 2, first: 0, previous: 0 });
    }

    /// Finds a repetition by scanning all positions.
    fn scan(keys: &[Key]) -> Option<Repetition> {
        let (latest, earlier) = keys.split_last()?;
        let same: Vec<usize> = (0..earlier.len()).filter(|&n| earlier[n] == *latest).collect();
        let (&first, &previous) = (same.first()?, same.last()?);
        Some(Repetition { occurrences: same.len() as u32 + 1, first, previous })
    }

    #[test]
    fn every_repetition_is_found_after_the_table_grows() {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut history, mut keys) = (History::new(), Vec::new());
        for _ in 0..20_000 {
            if random.u8(..) < 100 && !keys.is_empty() {
                history.pop();
                keys.pop();
            } else {
                // The shift makes many keys share a few slots.
                let key = random.u64(..400) << random.u32(..12);
                history.push(key, false);
                keys.push(key);
            }
            assert_eq!(history.repetition(), scan(&keys));
            assert_eq!((history.len(), history.is_empty()), (keys.len(), keys.is_empty()));
        }
        assert!(keys.len() > 2 * History::SLOTS, "too short for the table to grow");
    }

    #[test]
    fn occurrences_match_a_scan() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut history, mut keys) = (History::new(), Vec::new());
        let of = |key, keys: &[Key]| keys.iter().filter(|&&other| other == key).count() as u32;
        for _ in 0..300 {
            // The last three keys share a slot.
            let key = *random.choice(&[1, 2, 3, 1024, 2048, 3072]).expect("a key");
            history.push(key, false);
            keys.push(key);
            for key in [1, 2, 1024, 3072, 4096] {
                assert_eq!(history.occurrences(key), of(key, &keys));
            }
            let most = |from: usize| {
                (from..keys.len()).map(|n| of(keys[n], &keys[..=n])).max().unwrap_or(0)
            };
            assert_eq!(history.max_occurrences_since(usize::MAX), most(0));
            for plies in [0, 1, 7] {
                let from = keys.len().saturating_sub(plies + 1);
                assert_eq!(history.max_occurrences_since(plies), most(from));
            }
        }
        history.push_null_move(9);
        assert_eq!((history.occurrences(9), history.occurrences(1)), (1, 0));
        assert_eq!(History::new().max_occurrences_since(usize::MAX), 0);
    }

    #[test]
    fn nothing_repeats_across_a_null_move() {
        let mut history = history(&[(1, false), (2, false)]);
        history.push_null_move(3);
        history.push(1, false);
        assert_eq!(history.repetition(), None);
        history.pop();
        history.pop();
        history.push(1, false);
        assert!(history.repetition().is_some());
    }

    #[test]
    fn the_perpetually_checking_side_is_found() {
        // Black checks with every move.
        let line = [(1, false), (2, true), (3, false), (4, true), (1, false)];
        assert_eq!(history(&line).perpetual_checking_side(0, Color::Black), Some(Color::Black));
        // White checks with every move from the second position on.
        let answered = [(0, false), (1, false), (2, true), (3, false), (4, true), (1, false)];
        assert_eq!(history(&answered).perpetual_checking_side(1, Color::White), Some(Color::White));
        // White checks with every reply, including the last move.
        let late = [(1, false), (2, false), (3, true), (4, false), (1, true)];
        assert_eq!(history(&late).perpetual_checking_side(0, Color::Black), Some(Color::White));
        let both = [(1, true), (2, true), (3, true), (4, true), (1, true)];
        assert_eq!(history(&both).perpetual_checking_side(0, Color::Black), None);
        let once_not = [(1, false), (2, true), (3, false), (4, false), (1, false)];
        assert_eq!(history(&once_not).perpetual_checking_side(0, Color::Black), None);
    }
}
