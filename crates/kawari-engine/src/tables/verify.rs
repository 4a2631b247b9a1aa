//! Checking a table: every value agrees with those that the moves lead to.
//!
//! Nothing is taken back here and nothing found in an order: each position is judged anew
//! by its own moves, forwards. Values that agree so everywhere are right. By induction on
//! their distances, the won and lost ones are; and from a drawn one the side to move can
//! always go to a drawn one and never to a lost one, so neither side can force anything.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::solve::{Plane, Smaller, Watch, sweep};
use super::value::Metric;
use crate::core::endgame::{Endgames, Men, Moves, Value};

/// A value that does not agree with those that the moves lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position.
    pub men: Men,
    /// What the plane says.
    pub said: Value,
    /// What its moves say.
    pub found: Value,
}

/// A plane to be checked, with those that its moves lead to.
#[derive(Clone, Copy)]
pub struct Check<'a> {
    /// The game.
    pub rules: &'a dyn Endgames,
    /// The plane.
    pub plane: &'a Plane,
    /// That of the class with the sides changed; the same one where they are equal.
    pub next: &'a Plane,
    /// Those of the classes with fewer men.
    pub smaller: Smaller<'a>,
    /// Threads.
    pub jobs: usize,
}

/// Checks every position of a plane; the faults, the first ones of them if there are
/// many, or `None` when the watch wants an end.
pub fn verify(check: Check<'_>, watch: &dyn Watch) -> Option<Vec<Fault>> {
    /// Faults that are told.
    const MOST: usize = 10;
    let Check { plane, .. } = check;
    let [own, enemy] = plane.index.men();
    watch.begin(&format!("{own}v{enemy} verified"), plane.index.len());
    let faults = Mutex::new(Vec::new());
    let promises = Promises::of(plane.metric);
    let work = |desk: &mut Desk, range: Range<u64>| {
        let mut cursor = plane.index.cursor(range.start);
        for number in range {
            if let Some(men) = cursor.position() {
                let said = plane.metric.decode(plane.bytes[number as usize]);
                let found = check.judge(men, &promises, desk);
                if said != found {
                    let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                    if faults.len() < MOST {
                        faults.push(Fault { men, said, found });
                    }
                }
            }
            cursor.advance();
        }
    };
    let is_done = sweep(plane.index.len(), check.jobs, watch, Desk::default, work, drop);
    is_done.then(|| faults.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What the bytes of a position promise to the side that moves there, quietly.
struct Promises([i16; 256]);

impl Promises {
    fn of(metric: Metric) -> Self {
        let worth = |byte| metric.before(metric.decode(byte as u8), false).worth();
        Self(std::array::from_fn(worth))
    }
}

/// What a thread works on.
#[derive(Default)]
struct Desk {
    moves: Moves,
    /// The positions that quiet moves lead to.
    reached: Vec<u64>,
}

impl Check<'_> {
    /// The value that the moves of a position say it has.
    fn judge(&self, men: Men, promises: &Promises, desk: &mut Desk) -> Value {
        let metric = self.plane.metric;
        let Desk { moves, reached } = desk;
        self.rules.moves(men, moves);
        let after_capture = moves.captures.iter().map(|capture| {
            let after = men.after(capture.from, capture.to, capture.captured);
            metric.before(self.smaller.value(after), true)
        });
        let best_capture = after_capture.max_by_key(|value| value.worth());
        let lens = self.next.index.lens(men.enemy);
        // All of them before the first byte is read: the bytes lie far apart, and so the
        // processor waits for many of them at a time.
        reached.clear();
        for targets in &moves.quiet {
            let one_more = lens.without_one(men.own ^ (1 << targets.from));
            let mut left = targets.to;
            while left != 0 {
                reached.push(one_more.number(left.trailing_zeros() as u8));
                left &= left - 1;
            }
        }
        let bytes = reached.iter().map(|&number| self.next.bytes[number as usize]);
        let best_quiet = bytes.max_by_key(|&byte| promises.0[usize::from(byte)]);
        let best_quiet = best_quiet.map(|byte| metric.before(metric.decode(byte), false));
        let best = best_capture.into_iter().chain(best_quiet).max_by_key(|value| value.worth());
        best.unwrap_or(Value::Loss(0))
    }
}
