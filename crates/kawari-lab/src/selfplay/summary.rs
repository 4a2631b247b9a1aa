//! Summary of self-play games.

use std::fmt;

use crate::results::Results;
use kawari_records::game_log::GameResult;

/// Results and lengths of self-play games.
#[derive(Clone, Debug, Default)]
pub struct SelfplaySummary {
    results: Results,
    plies: u64,
    scored: u64,
}

impl SelfplaySummary {
    /// Adds a game. `plies` includes the opening; `scored` is the number of searched positions.
    pub fn add(&mut self, result: GameResult, reason: &str, plies: usize, scored: usize) {
        self.results.add(result, reason);
        self.plies += plies as u64;
        self.scored += scored as u64;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.results.games()
    }
}

impl fmt::Display for SelfplaySummary {
    /// Writes several lines, each with a line feed; only `0 games` if there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results { black, white, drawn, .. } = self.results;
        let games = self.games();
        let Some(score) = self.results.score_of_black() else {
            return writeln!(f, "0 games");
        };
        let noun = if games == 1 { "game" } else { "games" };
        writeln!(f, "{games} {noun}: {black} won by Black, {white} by White, {drawn} drawn")?;
        let decisive = 100.0 * (black + white) as f64 / games as f64;
        let length = self.plies as f64 / games as f64;
        let score = 100.0 * score;
        writeln!(
            f,
            "  {decisive:.1} % decisive, {length:.1} plies on average, Black scored {score:.1} %"
        )?;
        self.results.write_reasons(f)?;
        writeln!(f, "  {} positions searched", self.scored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_means_are_computed_over_all_games() {
        let mut summary = SelfplaySummary::default();
        assert_eq!(summary.to_string(), "0 games\n");
        summary.add(GameResult::Draw, "no capture", 120, 112);
        summary.add(GameResult::Black, "men captured", 40, 32);
        summary.add(GameResult::Black, "men captured", 60, 52);
        summary.add(GameResult::White, "men captured", 61, 53);
        assert_eq!(
            summary.to_string(),
            "4 games: 2 won by Black, 1 by White, 1 drawn\n  \
             75.0 % decisive, 70.2 plies on average, Black scored 62.5 %\n  \
             3 by men captured\n  1 by no capture\n  249 positions searched\n"
        );
    }
}
