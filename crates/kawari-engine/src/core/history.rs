//! The positions a game has gone through, for repetition and perpetual check.

use super::color::Color;
use super::key::Key;

/// When a repetition ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// The occurrence that ends the game; the start position is its own first.
    pub occurrences: u32,
    /// True when a side that gave check with every move in between loses.
    pub perpetual_check_loses: bool,
    /// The side that loses by any other repetition; nobody, in most games.
    pub loser: Option<Color>,
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

/// A position of the line, with what is asked of it when it comes back.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: Key,
    /// Positions in a row in which its side to move, this one included, stood in check.
    checks: u32,
    /// The latest position that was reached by a null move: nothing before it can be
    /// repeated.
    pass: u32,
    /// The visit before this one whose key falls into the same slot.
    before: u32,
    /// How often the position has occurred so far.
    occurrences: u32,
    /// Its first occurrence, and the last one before this.
    first: u32,
    previous: u32,
}

/// The line of positions from the start of a game to the latest, both included.
///
/// The search pushes and pops its own moves at the end, and asks at every node whether
/// the position has been here before. Keys are found by a hash table of visits with
/// chains, which grows with the line; what a visit repeats is known once it is pushed.
/// So no question takes longer in a long game than in a short one.
#[derive(Clone, Debug)]
pub struct History {
    visits: Vec<Visit>,
    /// The latest visit in each slot, [`History::NONE`] for none; the number of slots
    /// is a power of two and no less than the number of visits.
    slots: Vec<u32>,
}

impl History {
    /// Slots at first: 4 KiB, and few games have more positions.
    const SLOTS: usize = 1024;
    /// No visit.
    const NONE: u32 = u32::MAX;

    /// No position yet.
    pub fn new() -> Self {
        Self { visits: Vec::with_capacity(512), slots: vec![Self::NONE; Self::SLOTS] }
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// Adds the position just reached: its key, and whether its side to move is
    /// in check.
    #[inline]
    pub fn push(&mut self, key: Key, check: bool) {
        let number = self.visits.len() as u32;
        let pass = self.visits.last().map_or(0, |latest| latest.pass);
        let its_last = self.visits.len().checked_sub(2).map(|number| &self.visits[number]);
        let checks = if check { 1 + its_last.map_or(0, |visit| visit.checks) } else { 0 };
        let visit =
            Visit { key, checks, pass, before: 0, occurrences: 1, first: number, previous: number };
        self.add(visit);
    }

    /// Adds a position reached by a null move.
    pub fn push_null_move(&mut self, key: Key) {
        let number = self.visits.len() as u32;
        self.add(Visit {
            key,
            checks: 0,
            pass: number,
            before: 0,
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
        visit.before = self.slots[slot];
        if let Some((number, earlier)) = self.find(visit.before, &visit) {
            visit.occurrences = earlier.occurrences + 1;
            visit.first = earlier.first;
            visit.previous = number;
        }
        self.slots[slot] = self.visits.len() as u32;
        self.visits.push(visit);
    }

    /// The latest visit of the same position since the last null move, in the chain
    /// that begins with a visit.
    #[inline]
    fn find(&self, mut number: u32, visit: &Visit) -> Option<(u32, &Visit)> {
        while number != Self::NONE && number >= visit.pass {
            let earlier = &self.visits[number as usize];
            if earlier.key == visit.key {
                return Some((number, earlier));
            }
            number = earlier.before;
        }
        None
    }

    /// Doubles the number of slots.
    #[cold]
    fn grow(&mut self) {
        self.slots = vec![Self::NONE; 2 * self.slots.len()];
        for number in 0..self.visits.len() {
            let slot = self.slot(self.visits[number].key);
            self.visits[number].before = self.slots[slot];
            self.slots[slot] = number as u32;
        }
    }

    /// Takes the latest position back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(visit) = self.visits.pop() {
            let slot = self.slot(visit.key);
            self.slots[slot] = visit.before;
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.visits.len()
    }

    /// True when there is no position yet.
    pub fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// How often a position has occurred since the last null move.
    pub fn occurrences(&self, key: Key) -> u32 {
        let pass = self.visits.last().map_or(0, |latest| latest.pass);
        let mut number = self.slots[self.slot(key)];
        while number != Self::NONE && number >= pass {
            let visit = &self.visits[number as usize];
            if visit.key == key {
                return visit.occurrences;
            }
            number = visit.before;
        }
        0
    }

    /// The most often that one position has occurred.
    pub fn max_occurrences(&self) -> u32 {
        self.max_occurrences_since(usize::MAX)
    }

    /// The most often that one of the latest position and the `plies` before it has
    /// occurred.
    pub fn max_occurrences_since(&self, plies: usize) -> u32 {
        let latest = self.visits.iter().rev().take(plies.saturating_add(1));
        latest.map(|visit| visit.occurrences).max().unwrap_or(0)
    }

    /// True when one more occurrence of a position ends the game by this law.
    pub fn is_barred(&self, key: Key, law: &RepetitionRule) -> bool {
        self.occurrences(key) + 1 >= law.occurrences
    }

    /// A hash of the set of barred positions; 0 if there are none.
    ///
    /// What a search proves with one set of barred positions need not hold with another:
    /// the transposition table mixes this number into its keys.
    pub fn repetition_ban_key(&self, law: &RepetitionRule) -> Key {
        // Each barred position has one visit that was the last before the limit.
        let barred = self.visits.iter().filter(|visit| visit.occurrences + 1 == law.occurrences);
        barred.fold(0, |hash, visit| {
            hash ^ visit.key.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// How the latest position repeats earlier ones, if it does.
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        let latest = self.visits.last().filter(|latest| latest.occurrences > 1)?;
        Some(Repetition {
            occurrences: latest.occurrences,
            first: latest.first as usize,
            previous: latest.previous as usize,
        })
    }

    /// The one side that gave check with every move played after position
    /// `first`, if there is just one; `to_move` is the side to move now.
    pub fn perpetual_checking_side(&self, first: usize, to_move: Color) -> Option<Color> {
        let latest = self.visits.len().checked_sub(1)?;
        // The latest position was reached by the opponent's move, the one before it by
        // the side to move's.
        let always = |back: usize| {
            let played = (latest - first).saturating_sub(back).div_ceil(2);
            let number = latest.checked_sub(back);
            number.is_some_and(|number| self.visits[number].checks as usize >= played)
        };
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
    fn keys_of_one_slot_are_told_apart() {
        let other = 5 + History::SLOTS as Key;
        let line = [(5, false), (other, false)];
        assert_eq!(history(&line).repetition(), None);
        let line = [(5, false), (other, false), (6, false), (7, false), (5, false)];
        let repetition = history(&line).repetition().expect("position 5 came back");
        assert_eq!(repetition, Repetition { occurrences: 2, first: 0, previous: 0 });
    }

    /// What a look through all positions finds.
    fn searched(keys: &[Key]) -> Option<Repetition> {
        let (latest, earlier) = keys.split_last()?;
        let same: Vec<usize> = (0..earlier.len()).filter(|&n| earlier[n] == *latest).collect();
        let (&first, &previous) = (same.first()?, same.last()?);
        Some(Repetition { occurrences: same.len() as u32 + 1, first, previous })
    }

    #[test]
    fn a_history_of_any_length_finds_every_repetition() {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut history, mut keys) = (History::new(), Vec::new());
        for _ in 0..20_000 {
            if random.u8(..) < 100 && !keys.is_empty() {
                history.pop();
                keys.pop();
            } else {
                // Many keys share the slots of a few.
                let key = random.u64(..400) << random.u32(..12);
                history.push(key, false);
                keys.push(key);
            }
            assert_eq!(history.repetition(), searched(&keys));
            assert_eq!((history.len(), history.is_empty()), (keys.len(), keys.is_empty()));
        }
        assert!(keys.len() > 2 * History::SLOTS, "the slots have grown");
    }

    #[test]
    fn occurrences_are_counted() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut history, mut keys) = (History::new(), Vec::new());
        let of = |key, keys: &[Key]| keys.iter().filter(|&&other| other == key).count() as u32;
        for _ in 0..300 {
            // All keys but the first three share a slot.
            let key = *random.choice(&[1, 2, 3, 1024, 2048, 3072]).expect("a key");
            history.push(key, false);
            keys.push(key);
            for key in [1, 2, 1024, 3072, 4096] {
                assert_eq!(history.occurrences(key), of(key, &keys));
            }
            let most = |from: usize| {
                (from..keys.len()).map(|n| of(keys[n], &keys[..=n])).max().unwrap_or(0)
            };
            assert_eq!(history.max_occurrences(), most(0));
            for plies in [0, 1, 7] {
                let from = keys.len().saturating_sub(plies + 1);
                assert_eq!(history.max_occurrences_since(plies), most(from));
            }
        }
        history.push_null_move(9);
        assert_eq!((history.occurrences(9), history.occurrences(1)), (1, 0));
        assert_eq!(History::new().max_occurrences(), 0);
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
    fn the_side_that_always_checks_is_named() {
        // Black moves from 1 to 2 with check, White answers, and so on.
        let line = [(1, false), (2, true), (3, false), (4, true), (1, false)];
        assert_eq!(history(&line).perpetual_checking_side(0, Color::Black), Some(Color::Black));
        // From the second position on, White moves first, and is the one who checks.
        let answered = [(0, false), (1, false), (2, true), (3, false), (4, true), (1, false)];
        assert_eq!(history(&answered).perpetual_checking_side(1, Color::White), Some(Color::White));
        // White answers each move with check, the last of all.
        let late = [(1, false), (2, false), (3, true), (4, false), (1, true)];
        assert_eq!(history(&late).perpetual_checking_side(0, Color::Black), Some(Color::White));
        let both = [(1, true), (2, true), (3, true), (4, true), (1, true)];
        assert_eq!(history(&both).perpetual_checking_side(0, Color::Black), None);
        let once_not = [(1, false), (2, true), (3, false), (4, false), (1, false)];
        assert_eq!(history(&once_not).perpetual_checking_side(0, Color::Black), None);
    }
}
