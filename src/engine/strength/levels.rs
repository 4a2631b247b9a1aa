//! What the levels are in each game.

use super::{Level, Weakening};
use crate::core::score::Score;
use crate::games::GameInfo;

/// The levels below the highest.
const WEAKENED: usize = 7;

/// From this level on, the engine is careful.
const CAREFUL_FROM: Level = Level(3);

/// The levels of a game.
struct Row {
    /// Positions searched.
    nodes: u64,
    /// See [`Weakening::uneven`].
    uneven: u32,
    /// Noise of each level, the lowest first.
    noise: [Score; WEAKENED],
}

/// The levels of a game that has no row of its own.
const USUAL: Row = Row { nodes: 500, uneven: 60, noise: [32_000, 8_000, 2_000, 500, 120, 30, 8] };

/// By the name of the game.
const ROWS: [(&str, Row); 0] = [];

/// What holds a level back in a game; `None` for the highest, which nothing does.
///
/// ```
/// use kawari::engine::strength::{self, Level};
/// use kawari::games::variants::Variant;
///
/// let game = Variant::Hajiku.info();
/// let noise = |level| strength::weakening(game, level).map(|weakening| weakening.noise);
/// assert!(noise(Level::LOWEST) > noise(Level::new(7).expect("a level")));
/// assert_eq!(noise(Level::FULL), None);
/// ```
pub fn weakening(game: &GameInfo, level: Level) -> Option<Weakening> {
    let row = ROWS.iter().find(|(name, _)| *name == game.name).map_or(&USUAL, |(_, row)| row);
    let &noise = row.noise.get(usize::from(level.number()) - 1)?;
    let &Row { nodes, uneven, .. } = row;
    Some(Weakening { nodes, noise, uneven, careful: level >= CAREFUL_FROM })
}
