//! `kawari levels`: measures the playing levels of a game, or fits them.
//!
//! The players form a ladder. Each plays the one below it, from random openings with both
//! colours. The lowest player chooses random legal moves; the levels follow. The top player
//! is full strength with a fixed number of nodes per move. It stands for the highest level,
//! which has no node limit.
//!
//! ```text
//! hasami: 100 pairs of games between neighbours
//! stronger                  weaker                       won  drawn   lost   points
//! level 1, beginner (500+-900~40~24-careless) random                       140      0     60   70.0 %
//! ```
//!
//! With [`LevelsConfig::fit`], the noise of the levels is fitted so that all steps of the
//! ladder are equally large. The result is the fields `nodes` and `noise` of the game's
//! `LevelTable`.

mod curve;
mod fit;
pub mod level_player;
mod pairing;
#[cfg(test)]
mod tests;

use std::io::Write;

use anyhow::Context;

use self::level_player::LevelPlayer;
use self::pairing::{LevelScore, Pairing};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

/// Configuration of a measurement or a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelsConfig {
    /// Game to play.
    pub variant: Variant,
    /// Players, the weakest first. Each plays the one before it. At least two.
    pub ladder: Vec<LevelPlayer>,
    /// Nodes per move of the player at full strength, for a fit.
    pub plain: u64,
    /// Number of game pairs between two neighbours.
    pub pairs: u64,
    /// Number of random moves at the start of each game.
    pub plies: usize,
    /// Seed of the openings, the random player and the levels.
    pub seed: u64,
    /// Number of moves after which a game is a draw.
    pub max_moves: usize,
    /// Number of game pairs played at the same time.
    pub jobs: usize,
    /// True to fit the levels instead of measuring them.
    pub fit: bool,
}

impl LevelsConfig {
    /// Creates the default configuration: the levels between a random player and full
    /// strength.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            ladder: ladder(500),
            plain: 500,
            pairs: 100,
            plies: 4,
            seed: 1,
            max_moves: 400,
            jobs: 1,
            fit: false,
        }
    }
}

/// Returns the ladder of the levels: a random player, levels 1 to 7, and full strength with
/// `plain` nodes per move.
pub fn ladder(plain: u64) -> Vec<LevelPlayer> {
    let weak = Level::all().filter(|&level| level != Level::FULL).map(LevelPlayer::Level);
    let plain = LevelPlayer::Plain(plain);
    [LevelPlayer::Random].into_iter().chain(weak).chain([plain]).collect()
}

/// Plays the games and writes the results.
///
/// # Errors
/// Returns an error if no opening can be drawn or the output cannot be written.
pub fn run(config: &LevelsConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    if config.fit {
        return fit::run(config, output);
    }
    let variant = config.variant;
    writeln!(output, "{variant}: {} pairs of games between neighbours", config.pairs)?;
    writeln!(output, "{}", LevelScore::HEADING)?;
    for neighbours in config.ladder.windows(2) {
        let [weaker, stronger] = neighbours else { continue };
        let pairing = Pairing::new(config, stronger.clone(), weaker.clone());
        let played = pairing.play(0..config.pairs).context("the games cannot be played")?;
        let Some(tally) = played else { break };
        let name = |level_player: &LevelPlayer| level_player.describe(variant);
        writeln!(output, "{}", tally.row(&name(stronger), &name(weaker)))?;
        output.flush()?;
    }
    Ok(())
}
