//! Strength reduction of each level, from the game's [`LevelTable`].

use super::{BlunderGuard, Level, StrengthReduction};
use crate::games::{GameInfo, LevelTable, REDUCED_LEVELS};

/// Blunder guard of each reduced level, the same in all games.
const BLUNDER_GUARDS: [BlunderGuard; REDUCED_LEVELS] = {
    let mut blunder_guard = [BlunderGuard::Careful; REDUCED_LEVELS];
    blunder_guard[0] = BlunderGuard::Careless;
    blunder_guard[1] = BlunderGuard::SeesWins;
    blunder_guard
};

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
    let LevelTable { nodes, noise, position_spread, seed_spread } = game.levels;
    let index = usize::from(level.number()) - 1;
    Some(StrengthReduction {
        nodes: *nodes.get(index)?,
        noise: *noise.get(index)?,
        position_spread,
        seed_spread,
        blunder_guard: *BLUNDER_GUARDS.get(index)?,
    })
}
