//! `kawari rules report`: the balance of games, measured by games of the engine against itself.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Context;

use super::interrupt;
use super::ordered_map;
use super::progress::{ProgressBar, Reporting};
use super::results::Results;
use super::selfplay::{SelfPlayer, SelfplayConfig};
use kawari_engine::games::variants::Variant;

/// Options of `kawari rules report`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportConfig {
    /// The games, one row of the table each.
    pub variants: Vec<Variant>,
    /// Number of games of each.
    pub games: u64,
    /// Nodes searched per move.
    pub nodes: u64,
    /// Random moves at the start, so that the games differ. An even number, so that the side
    /// that moves first in the game also moves first after them.
    pub plies: usize,
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of moves, including the random ones, after which a game is a draw.
    pub max_moves: usize,
    /// Games played in parallel. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

/// The measured balance of one game. The first player is the side that moves first from the
/// start position.
#[derive(Clone, PartialEq, Debug)]
struct Balance {
    results: Results,
    first_is_black: bool,
    plies: Vec<usize>,
}

impl Balance {
    /// Returns the percentages of games that the first player won, drew and lost.
    fn percentages(&self) -> [f64; 3] {
        let Results { black, white, drawn, .. } = self.results;
        let (first, second) = if self.first_is_black { (black, white) } else { (white, black) };
        [first, drawn, second].map(|count| 100.0 * count as f64 / self.results.games() as f64)
    }

    /// Returns the first player's score in percent, and half the width of its 95 % interval.
    fn share(&self) -> (f64, f64) {
        let [won, drawn, lost] = self.percentages().map(|percent| percent / 100.0);
        let mean = won + drawn / 2.0;
        let squares =
            won * (1.0 - mean).powi(2) + drawn * (0.5 - mean).powi(2) + lost * mean.powi(2);
        let error = (squares / self.results.games() as f64).sqrt();
        (100.0 * mean, 100.0 * 1.96 * error)
    }

    /// Returns the median number of half-moves of a game.
    fn median_length(&self) -> usize {
        let mut plies = self.plies.clone();
        plies.sort_unstable();
        plies.get(plies.len() / 2).copied().unwrap_or(0)
    }

    fn row(&self, name: &str) -> String {
        let [won, drawn, lost] = self.percentages();
        let (share, margin) = self.share();
        let reasons = self.results.reasons();
        let end = reasons.first().map_or_else(String::new, |(reason, count)| {
            format!("{reason} {:.0} %", 100.0 * *count as f64 / self.results.games() as f64)
        });
        let (games, length) = (self.results.games(), self.median_length());
        format!(
            "{name:<16}  {games:>5}  {won:>5.1}  {drawn:>5.1}  {lost:>6.1}  \
             {share:>5.1} ± {margin:<4.1}  {length:>6}  {end}"
        )
    }
}

/// The head of the table.
const HEAD: &str =
    "game              games  first  drawn  second  share of first  length  most frequent end";

/// Plays the games of every variant and writes a table with one row each.
///
/// # Errors
/// Returns an error if no opening is found, or if the output cannot be written.
pub fn run(config: &ReportConfig, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(output, "{HEAD}")?;
    for &variant in &config.variants {
        let balance = measure(config, variant)?;
        if interrupt::is_pending() {
            break;
        }
        writeln!(output, "{}", balance.row(variant.info().name))?;
        output.flush()?;
    }
    Ok(())
}

fn measure(config: &ReportConfig, variant: Variant) -> anyhow::Result<Balance> {
    let player_config = SelfplayConfig {
        variant,
        nodes: config.nodes,
        plies: config.plies,
        seed: config.seed,
        max_moves: config.max_moves,
        ..SelfplayConfig::default()
    };
    let first_is_black = variant.info().startpos.split(' ').nth(1) != Some("w");
    let mut balance = Balance { results: Results::default(), first_is_black, plies: Vec::new() };
    let mut progress = ProgressBar::new(variant.info().name, Some(config.games), config.reporting);
    let worker = move || {
        let mut player = SelfPlayer::new(&player_config);
        move |game| player.play(game).with_context(|| format!("{variant}, game {game}"))
    };
    ordered_map::map(ordered_map::jobs(config.jobs), 0..config.games, worker, |game| {
        let game = game?;
        balance.results.add(game.result, &game.reason);
        balance.plies.push(game.plies);
        progress.advance(1);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(balance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_records::game_log::GameResult;

    #[test]
    fn shares_are_those_of_the_side_that_moves_first() {
        let mut results = Results::default();
        for result in [GameResult::Black, GameResult::Black, GameResult::White, GameResult::Draw] {
            results.add(result, "mate");
        }
        let mut balance = Balance { results, first_is_black: true, plies: vec![9, 1, 5, 7] };
        assert_eq!(balance.percentages(), [50.0, 25.0, 25.0]);
        let (share, margin) = balance.share();
        assert_eq!(share, 62.5);
        // Scores 1, 1, 0 and 0.5: the variance is 0.171875.
        assert!((margin - 196.0 * (0.171_875_f64 / 4.0).sqrt()).abs() < 1e-9);
        assert_eq!(balance.median_length(), 7);
        assert!(balance.row("yari").ends_with("mate 100 %"));
        balance.first_is_black = false;
        assert_eq!(balance.percentages(), [25.0, 25.0, 50.0]);
        assert_eq!(balance.share().0, 37.5);
    }
}
