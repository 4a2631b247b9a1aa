//! Checking a table: every value agrees with those that the moves lead to.
//!
//! Nothing is taken back here and nothing found in an order: each position is judged anew
//! by its own moves, forwards. Values that agree so everywhere are right. By induction on
//! their distances, the won and lost ones are; and from a drawn one the side to move can
//! always go to a drawn one and never to a lost one, so neither side can force anything.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::solve::{SolveMonitor, SubclassPlanes, ValuePlane, sweep};
use super::value::Metric;
use crate::core::endgame::{EndgameMoves, EndgamePosition, EndgameRules, EndgameValue};

/// A value that does not agree with those that the moves lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueMismatch {
    /// The position.
    pub men: EndgamePosition,
    /// What the plane says.
    pub stored: EndgameValue,
    /// What its moves say.
    pub computed: EndgameValue,
}

/// A plane to be checked, with those that its moves lead to.
#[derive(Clone, Copy)]
pub struct VerifyTask<'a> {
    /// The game.
    pub rules: &'a dyn EndgameRules,
    /// The plane.
    pub plane: &'a ValuePlane,
    /// That of the class with the sides changed; the same one where they are equal.
    pub next: &'a ValuePlane,
    /// Those of the classes with fewer men.
    pub subclasses: SubclassPlanes<'a>,
    /// Threads.
    pub jobs: usize,
}

/// Checks every position of a plane; the faults, the first ones of them if there are
/// many, or `None` when the watch wants an end.
pub fn verify(check: VerifyTask<'_>, monitor: &dyn SolveMonitor) -> Option<Vec<ValueMismatch>> {
    /// Faults that are told.
    const MAX_REPORTED: usize = 10;
    let VerifyTask { plane, .. } = check;
    let [own, enemy] = plane.index.men();
    monitor.begin_phase(&format!("{own}v{enemy} verified"), plane.index.len());
    let mismatches = Mutex::new(Vec::new());
    let expected_ranks = ExpectedRanks::of(plane.metric);
    let work = |buffers: &mut VerifyBuffers, range: Range<u64>| {
        let mut cursor = plane.index.cursor(range.start);
        for number in range {
            if let Some(men) = cursor.position() {
                let stored = plane.metric.decode(plane.bytes[number as usize]);
                let computed = check.computed_value(men, &expected_ranks, buffers);
                if stored != computed {
                    let mut mismatches = mismatches.lock().unwrap_or_else(PoisonError::into_inner);
                    if mismatches.len() < MAX_REPORTED {
                        mismatches.push(ValueMismatch { men, stored, computed });
                    }
                }
            }
            cursor.advance();
        }
    };
    let is_done = sweep(plane.index.len(), check.jobs, monitor, VerifyBuffers::default, work, drop);
    is_done.then(|| mismatches.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What the bytes of a position promise to the side that moves there, quietly.
struct ExpectedRanks([i16; 256]);

impl ExpectedRanks {
    fn of(metric: Metric) -> Self {
        let rank = |byte| metric.value_before_move(metric.decode(byte as u8), false).rank();
        Self(std::array::from_fn(rank))
    }
}

/// What a thread works on.
#[derive(Default)]
struct VerifyBuffers {
    moves: EndgameMoves,
    /// The positions that quiet moves lead to.
    reached: Vec<u64>,
}

impl VerifyTask<'_> {
    /// The value that the moves of a position say it has.
    fn computed_value(
        &self,
        men: EndgamePosition,
        expected_ranks: &ExpectedRanks,
        buffers: &mut VerifyBuffers,
    ) -> EndgameValue {
        let metric = self.plane.metric;
        let VerifyBuffers { moves, reached } = buffers;
        self.rules.moves(men, moves);
        let after_capture = moves.captures.iter().map(|capture| {
            let after = men.after(capture.from, capture.to, capture.captured);
            metric.value_before_move(self.subclasses.value(after), true)
        });
        let best_capture = after_capture.max_by_key(|value| value.rank());
        let mover_index = self.next.index.mover_index(men.enemy);
        // All of them before the first byte is read: the bytes lie far apart, and so the
        // processor waits for many of them at a time.
        reached.clear();
        for targets in &moves.quiet {
            let last_man = mover_index.all_but_one(men.own ^ (1 << targets.from));
            let mut left = targets.to;
            while left != 0 {
                reached.push(last_man.number(left.trailing_zeros() as u8));
                left &= left - 1;
            }
        }
        let bytes = reached.iter().map(|&number| self.next.bytes[number as usize]);
        let best_quiet = bytes.max_by_key(|&byte| expected_ranks.0[usize::from(byte)]);
        let best_quiet =
            best_quiet.map(|byte| metric.value_before_move(metric.decode(byte), false));
        let best = best_capture.into_iter().chain(best_quiet).max_by_key(|value| value.rank());
        best.unwrap_or(EndgameValue::Loss(0))
    }
}
