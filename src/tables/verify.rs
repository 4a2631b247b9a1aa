//! Checking a table: every value agrees with those that the moves lead to.
//!
//! Nothing is taken back here and nothing found in an order: each position is judged anew
//! by its own moves, forwards. Values that agree so everywhere are right. By induction on
//! their distances, the won and lost ones are; and from a drawn one the side to move can
//! always go to a drawn one and never to a lost one, so neither side can force anything.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::solve::{Plane, Smaller, Watch, sweep};
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
    let work = |moves: &mut Moves, range: Range<u64>| {
        let mut cursor = plane.index.cursor(range.start);
        for number in range {
            if let Some(men) = cursor.position() {
                let said = plane.metric.decode(plane.bytes[number as usize]);
                let found = check.judge(men, moves);
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
    let is_done = sweep(plane.index.len(), check.jobs, watch, Moves::default, work, drop);
    is_done.then(|| faults.into_inner().unwrap_or_else(PoisonError::into_inner))
}

impl Check<'_> {
    /// The value that the moves of a position say it has.
    fn judge(&self, men: Men, moves: &mut Moves) -> Value {
        let metric = self.plane.metric;
        self.rules.moves(men, moves);
        let mut best: Option<Value> = None;
        let mut hear = |value: Value| {
            if best.is_none_or(|best| value.worth() > best.worth()) {
                best = Some(value);
            }
        };
        for capture in &moves.captures {
            let after = men.after(capture.from, capture.to, capture.captured);
            hear(metric.before(self.smaller.value(after), true));
        }
        let lens = self.next.index.lens(men.enemy);
        for targets in &moves.quiet {
            let one_more = lens.without_one(men.own ^ (1 << targets.from));
            let mut left = targets.to;
            while left != 0 {
                let number = one_more.number(left.trailing_zeros() as u8);
                hear(metric.before(metric.decode(self.next.bytes[number as usize]), false));
                left &= left - 1;
            }
        }
        best.unwrap_or(Value::Loss(0))
    }
}
