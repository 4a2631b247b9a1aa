//! Verification of a class: every value must match the values after the legal moves.
//!
//! Unlike the solver, this uses only forward moves and no order of distances. If all values
//! match, they are correct: wins and losses by induction on the distance. In a drawn
//! position, no move leads to a position lost for the opponent and some move leads to a
//! draw, so neither side can force a win.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::solve::{SolveMonitor, SubclassPlanes, ValuePlane, sweep};
use super::value::Metric;
use crate::core::endgame::{EndgameMoves, EndgamePosition, EndgameRules, EndgameValue};

/// A value that does not match the values after the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueMismatch {
    /// The position.
    pub men: EndgamePosition,
    /// Value in the plane.
    pub stored: EndgameValue,
    /// Value computed from the moves.
    pub computed: EndgameValue,
}

/// A plane to verify, with the planes that its moves lead to.
#[derive(Clone, Copy)]
pub struct VerifyTask<'a> {
    /// Rules of the game.
    pub rules: &'a dyn EndgameRules,
    /// Plane to verify.
    pub plane: &'a ValuePlane,
    /// Plane of the mirror class; the same plane if both sides have equally many men.
    pub next: &'a ValuePlane,
    /// Planes of the classes with fewer men.
    pub subclasses: SubclassPlanes<'a>,
    /// Number of threads.
    pub jobs: usize,
}

/// Verifies every position of a plane. Returns up to 10 mismatches, or `None` if the monitor
/// cancels.
pub fn verify(task: VerifyTask<'_>, monitor: &dyn SolveMonitor) -> Option<Vec<ValueMismatch>> {
    /// Maximum number of returned mismatches.
    const MAX_REPORTED: usize = 10;
    let VerifyTask { plane, .. } = task;
    let [own, enemy] = plane.index.men();
    monitor.begin_phase(&format!("{own}v{enemy} verified"), plane.index.len());
    let mismatches = Mutex::new(Vec::new());
    let expected_ranks = ExpectedRanks::of(plane.metric);
    let work = |buffers: &mut VerifyBuffers, range: Range<u64>| {
        let mut cursor = plane.index.cursor(range.start);
        for number in range {
            if let Some(men) = cursor.position() {
                let stored = plane.metric.decode(plane.bytes[number as usize]);
                let computed = task.computed_value(men, &expected_ranks, buffers);
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
    let is_done = sweep(plane.index.len(), task.jobs, monitor, VerifyBuffers::default, work, drop);
    is_done.then(|| mismatches.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// For each byte, the rank for the side that makes a quiet move to a position with that byte.
struct ExpectedRanks([i16; 256]);

impl ExpectedRanks {
    fn of(metric: Metric) -> Self {
        let rank = |byte| metric.value_before_move(metric.decode(byte as u8), false).rank();
        Self(std::array::from_fn(rank))
    }
}

/// Buffers of a thread.
#[derive(Default)]
struct VerifyBuffers {
    moves: EndgameMoves,
    /// Numbers of the positions after quiet moves.
    reached: Vec<u64>,
}

impl VerifyTask<'_> {
    /// Computes the value of a position from its moves.
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
        // Collects all numbers before reading bytes. The bytes are far apart, so the cache
        // misses overlap.
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
