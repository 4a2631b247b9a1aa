//! Statistics of a class.

use std::sync::{Mutex, PoisonError};

use super::solve::{SolveMonitor, ValuePlane, sweep};
use crate::core::endgame::EndgameValue;

/// Numbers of won, drawn and lost positions for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ValueCounts {
    /// Won positions.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Lost positions.
    pub lost: u64,
}

impl ValueCounts {
    /// Returns the number of all positions.
    pub const fn total(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, value: EndgameValue, count: u64) {
        match value {
            EndgameValue::Win(_) => self.won += count,
            EndgameValue::Draw => self.drawn += count,
            EndgameValue::Loss(_) => self.lost += count,
        }
    }
}

/// The longest distance of the won or of the lost positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongestDistance {
    /// Distance in plies.
    pub plies: u8,
    /// Lowest number of a position with this distance.
    pub number: u64,
}

/// Statistics of a class by one metric.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Counts of all placements of men, without symmetry.
    pub placements: ValueCounts,
    /// Counts up to symmetry.
    pub positions: ValueCounts,
    /// Longest win.
    pub longest_win: Option<LongestDistance>,
    /// Longest loss.
    pub longest_loss: Option<LongestDistance>,
}

impl Statistics {
    fn add(&mut self, number: u64, value: EndgameValue, views: u64) {
        self.placements.add(value, views);
        self.positions.add(value, 1);
        let (longest, plies) = match value {
            EndgameValue::Win(plies) => (&mut self.longest_win, plies),
            EndgameValue::Loss(plies) => (&mut self.longest_loss, plies),
            EndgameValue::Draw => return,
        };
        *longest = max_distance(*longest, Some(LongestDistance { plies, number }));
    }

    /// Adds the statistics of another part of the class.
    fn merge(&mut self, other: &Self) {
        for (sum, part) in
            [(&mut self.placements, &other.placements), (&mut self.positions, &other.positions)]
        {
            sum.won += part.won;
            sum.drawn += part.drawn;
            sum.lost += part.lost;
        }
        self.longest_win = max_distance(self.longest_win, other.longest_win);
        self.longest_loss = max_distance(self.longest_loss, other.longest_loss);
    }
}

/// Returns the longer distance; of equal ones, that with the lower number.
fn max_distance(
    one: Option<LongestDistance>,
    other: Option<LongestDistance>,
) -> Option<LongestDistance> {
    let key = |longest: &LongestDistance| (longest.plies, u64::MAX - longest.number);
    one.into_iter().chain(other).max_by_key(key)
}

/// Computes the statistics of a class. Returns `None` if the monitor cancels.
pub fn count(plane: &ValuePlane, jobs: usize, monitor: &dyn SolveMonitor) -> Option<Statistics> {
    let [own, enemy] = plane.index.men();
    monitor.begin_phase(&format!("{own}v{enemy} counted"), plane.index.len());
    let all = Mutex::new(Statistics::default());
    let is_done = sweep(
        plane.index.len(),
        jobs,
        monitor,
        Statistics::default,
        |statistics, range| {
            let mut cursor = plane.index.cursor(range.start);
            for number in range {
                if let Some((_, views)) = cursor.position_with_views() {
                    let value = plane.metric.decode(plane.bytes[number as usize]);
                    statistics.add(number, value, views);
                }
                cursor.advance();
            }
        },
        |part| all.lock().unwrap_or_else(PoisonError::into_inner).merge(&part),
    );
    is_done.then(|| all.into_inner().unwrap_or_else(PoisonError::into_inner))
}
