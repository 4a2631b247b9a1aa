//! What the games of a log come to, in a few lines.

use std::fmt;

use crate::tools::game_log::GameResult;

/// How many games ended how, and after how many plies.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    black: u64,
    white: u64,
    drawn: u64,
    plies: u64,
    /// Each reason and its games, in the order in which they came first.
    reasons: Vec<(String, u64)>,
}

impl Summary {
    /// Counts a game of so many plies, those of its opening included.
    pub fn add(&mut self, result: GameResult, reason: &str, plies: usize) {
        match result {
            GameResult::Black => self.black += 1,
            GameResult::White => self.white += 1,
            GameResult::Draw | GameResult::Void => self.drawn += 1,
        }
        self.plies += plies as u64;
        match self.reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((reason.to_owned(), 1)),
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.black + self.white + self.drawn
    }
}

impl fmt::Display for Summary {
    /// Several lines, each with an end; `0 games` alone when there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { black, white, drawn, plies, reasons } = self;
        let games = self.games();
        if games == 0 {
            return writeln!(f, "0 games");
        }
        writeln!(f, "{games} games: {black} won by Black, {white} by White, {drawn} drawn")?;
        let mean = |sum: f64| sum / games as f64;
        let decisive = 100.0 * mean((black + white) as f64);
        let score = 100.0 * mean(*black as f64 + *drawn as f64 / 2.0);
        let length = mean(*plies as f64);
        writeln!(
            f,
            "  {decisive:.1} % decisive, {length:.1} plies on average, Black scored {score:.1} %"
        )?;
        let mut reasons: Vec<_> = reasons.iter().collect();
        reasons.sort_by_key(|&&(_, count)| std::cmp::Reverse(count));
        reasons.into_iter().try_for_each(|(reason, count)| writeln!(f, "  {count} by {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_means_are_of_all_games() {
        let mut summary = Summary::default();
        assert_eq!(summary.to_string(), "0 games\n");
        summary.add(GameResult::Draw, "no capture", 120);
        summary.add(GameResult::Black, "men captured", 40);
        summary.add(GameResult::Black, "men captured", 60);
        summary.add(GameResult::White, "men captured", 61);
        assert_eq!(
            summary.to_string(),
            "4 games: 2 won by Black, 1 by White, 1 drawn\n  \
             75.0 % decisive, 70.2 plies on average, Black scored 62.5 %\n  \
             3 by men captured\n  1 by no capture\n"
        );
    }
}
