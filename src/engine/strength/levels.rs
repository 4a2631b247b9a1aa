//! What the levels are in each game.

use super::{Level, Weakening};
use crate::core::score::Score;
use crate::games::GameInfo;

/// The levels below the highest.
const WEAKENED: usize = 7;

/// From this level on, the engine is careful.
const CAREFUL_FROM: Level = Level(3);

/// The levels of a game, the lowest first.
struct Row {
    /// Positions searched.
    nodes: [u64; WEAKENED],
    /// Noise.
    noise: [Score; WEAKENED],
    /// See [`Weakening::uneven`].
    uneven: u32,
    /// See [`Weakening::form`].
    form: u32,
}

/// The levels of a game that has no row of its own.
const USUAL: Row = Row {
    nodes: [500; WEAKENED],
    noise: [300_000, 40_000, 6_000, 1_000, 150, 25, 4],
    uneven: 40,
    form: 24,
};

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
    let number = usize::from(level.number()) - 1;
    let (&nodes, &noise) = row.nodes.get(number).zip(row.noise.get(number))?;
    let &Row { uneven, form, .. } = row;
    Some(Weakening { nodes, noise, uneven, form, careful: level >= CAREFUL_FROM })
}
