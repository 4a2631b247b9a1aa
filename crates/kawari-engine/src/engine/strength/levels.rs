//! Strength reduction of each level, from the game's [`LevelTable`].

use super::{Level, StrengthReduction};
use crate::games::{GameInfo, LevelTable};

/// Returns the strength reduction of a level in a game; `None` for the highest level, which
/// is full strength. `notes/2026-11-23-levels.md` describes the matches that the numbers come from.
///
/// ```
/// use kawari_engine::engine::strength::{self, Level};
/// use kawari_engine::games::variants::Variant;
///
/// let game = Variant::Hajiku.info();
/// let noise = |level| strength::strength_reduction(game, level).map(|reduction| reduction.noise);
/// assert!(noise(Level::LOWEST) > noise(Level::new(7).expect("a level")));
/// assert_eq!(noise(Level::FULL), None);
/// ```
pub fn strength_reduction(game: &GameInfo, level: Level) -> Option<StrengthReduction> {
    let LevelTable { nodes, noise, position_spread, seed_spread, blunder_guard, lead_noise } =
        game.levels;
    let index = usize::from(level.number()) - 1;
    Some(StrengthReduction {
        nodes: *nodes.get(index)?,
        noise: *noise.get(index)?,
        position_spread,
        seed_spread,
        blunder_guard: *blunder_guard.get(index)?,
        lead_noise,
    })
}
