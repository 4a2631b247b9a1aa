//! `kawari levels`: the levels for people, measured by games between neighbours, and
//! fitted.
//!
//! Each contestant of a ladder plays the one before it, from random openings with both
//! colours. The ladder of a game begins with a mover that chooses among the legal moves
//! at random, goes on with the levels and ends with plain play at a fixed number of
//! positions a move, which stands for the highest level: that one has no bound of its
//! own.
//!
//! ```text
//! hasami: 100 pairs of games between neighbours
//! stronger                 weaker                   won drawn  lost    points
//! 1 (500+-900~40~24)       random                   140     0    60    70.0 %
//! ```
//!
//! With [`LevelsConfig::fit`], the noise of each level is sought at which every step of the
//! ladder is as long as the others, and the rows are written as source for
//! `engine::strength::levels`.

mod curve;
mod fit;
pub mod level_player;
mod pairing;

use std::io::Write;

use anyhow::Context;

use self::level_player::LevelPlayer;
use self::pairing::{LevelScore, Pairing};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

/// Which games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelsConfig {
    /// The game.
    pub variant: Variant,
    /// Who plays whom: each plays the one before. At least two.
    pub ladder: Vec<LevelPlayer>,
    /// Positions a move for plain play, where the levels are fitted.
    pub plain: u64,
    /// Pairs of games between two neighbours.
    pub pairs: u64,
    /// Random moves that each game begins with.
    pub plies: usize,
    /// Seed of the openings, the random mover and the levels.
    pub seed: u64,
    /// Moves after which a game is a draw.
    pub max_moves: usize,
    /// Pairs of games at once.
    pub jobs: usize,
    /// Seek the numbers of the levels instead of measuring those that there are.
    pub fit: bool,
}

impl LevelsConfig {
    /// The levels of a game between a random mover and plain play.
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

/// The ladder of the levels: a random mover, levels 1 to 7, and plain play at so many
/// positions a move.
pub fn ladder(plain: u64) -> Vec<LevelPlayer> {
    let weak = Level::all().filter(|&level| level != Level::FULL).map(LevelPlayer::Level);
    let plain = LevelPlayer::Plain(plain);
    [LevelPlayer::Random].into_iter().chain(weak).chain([plain]).collect()
}

/// Plays the games and writes what they come to.
///
/// # Errors
/// When no opening can be drawn, or the output cannot be written.
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
