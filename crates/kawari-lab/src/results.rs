//! Counts of game results.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use kawari_records::game_log::GameResult;

/// Counts of game results and of the reasons why games ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won by Black.
    pub black: u64,
    /// Games won by White.
    pub white: u64,
    /// Drawn games.
    pub drawn: u64,
    reasons: BTreeMap<String, u64>,
}

impl Results {
    /// Counts a game. A void game is not counted.
    pub fn add(&mut self, result: GameResult, reason: &str) {
        match result {
            GameResult::Black => self.black += 1,
            GameResult::White => self.white += 1,
            GameResult::Draw => self.drawn += 1,
            GameResult::Void => return,
        }
        *self.reasons.entry(reason.to_owned()).or_default() += 1;
    }

    /// Returns the number of games counted.
    pub fn games(&self) -> u64 {
        self.black + self.white + self.drawn
    }

    /// Returns Black's score per game, from 0 to 1, or `None` before the first game.
    pub fn score_of_black(&self) -> Option<f64> {
        let points = self.black as f64 + self.drawn as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Returns the reasons with their counts, the most frequent first.
    pub fn reasons(&self) -> Vec<(&str, u64)> {
        let mut reasons: Vec<_> =
            self.reasons.iter().map(|(reason, &count)| (reason.as_str(), count)).collect();
        reasons.sort_by_key(|&(_, count)| Reverse(count));
        reasons
    }

    /// Writes one line per reason, the most frequent first.
    ///
    /// # Errors
    /// Returns the error of `output`.
    pub fn write_reasons(&self, output: &mut impl fmt::Write) -> fmt::Result {
        let mut reasons = self.reasons().into_iter();
        reasons.try_for_each(|(reason, count)| writeln!(output, "  {count} by {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_sorted_by_frequency() {
        let mut results = Results::default();
        assert_eq!(results.score_of_black(), None);
        for (result, reason) in [
            (GameResult::White, "no legal move"),
            (GameResult::Draw, "repetition"),
            (GameResult::Black, "men captured"),
            (GameResult::Black, "men captured"),
            (GameResult::Void, "rules differ"),
        ] {
            results.add(result, reason);
        }
        assert_eq!((results.games(), results.score_of_black()), (4, Some(0.625)));
        let reasons = [("men captured", 2), ("no legal move", 1), ("repetition", 1)];
        assert_eq!(results.reasons(), reasons);
    }
}
