//! What a class consists of.

use std::sync::{Mutex, PoisonError};

use super::solve::{Plane, Watch, sweep};
use crate::core::endgame::Value;

/// Positions by how they stand for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Those that it wins.
    pub won: u64,
    /// Those that nobody wins.
    pub drawn: u64,
    /// Those that it loses.
    pub lost: u64,
}

impl Tally {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, value: Value, count: u64) {
        match value {
            Value::Win(_) => self.won += count,
            Value::Draw => self.drawn += count,
            Value::Loss(_) => self.lost += count,
        }
    }
}

/// The farthest from the end or a capture of all won, or of all lost, positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Longest {
    /// The distance in plies.
    pub plies: u8,
    /// The least number of such a position.
    pub number: u64,
}

/// What a class consists of, by one metric.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Each view of a position counted.
    pub placements: Tally,
    /// All views of a position counted as one.
    pub positions: Tally,
    /// The longest win.
    pub longest_win: Option<Longest>,
    /// The longest loss.
    pub longest_loss: Option<Longest>,
}

impl Statistics {
    fn add(&mut self, number: u64, value: Value, views: u64) {
        self.placements.add(value, views);
        self.positions.add(value, 1);
        let (longest, plies) = match value {
            Value::Win(plies) => (&mut self.longest_win, plies),
            Value::Loss(plies) => (&mut self.longest_loss, plies),
            Value::Draw => return,
        };
        *longest = farther(*longest, Some(Longest { plies, number }));
    }

    /// The statistics of two parts as those of the whole.
    fn join(&mut self, other: &Self) {
        for (sum, part) in
            [(&mut self.placements, &other.placements), (&mut self.positions, &other.positions)]
        {
            sum.won += part.won;
            sum.drawn += part.drawn;
            sum.lost += part.lost;
        }
        self.longest_win = farther(self.longest_win, other.longest_win);
        self.longest_loss = farther(self.longest_loss, other.longest_loss);
    }
}

/// The farther of two; of equals the one with the lesser number.
fn farther(one: Option<Longest>, other: Option<Longest>) -> Option<Longest> {
    let key = |longest: &Longest| (longest.plies, u64::MAX - longest.number);
    one.into_iter().chain(other).max_by_key(key)
}

/// Counts a class; `None` when the watch wants an end.
pub fn count(plane: &Plane, jobs: usize, watch: &dyn Watch) -> Option<Statistics> {
    let [own, enemy] = plane.index.men();
    watch.begin(&format!("{own}v{enemy} counted"), plane.index.len());
    let all = Mutex::new(Statistics::default());
    let is_done = sweep(
        plane.index.len(),
        jobs,
        watch,
        Statistics::default,
        |statistics, range| {
            let mut cursor = plane.index.cursor(range.start);
            for number in range {
                if let Some((_, views)) = cursor.placed() {
                    let value = plane.metric.decode(plane.bytes[number as usize]);
                    statistics.add(number, value, views);
                }
                cursor.advance();
            }
        },
        |part| all.lock().unwrap_or_else(PoisonError::into_inner).join(&part),
    );
    is_done.then(|| all.into_inner().unwrap_or_else(PoisonError::into_inner))
}
