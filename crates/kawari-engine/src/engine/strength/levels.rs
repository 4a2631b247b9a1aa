//! What the levels are in each game.

use super::{BlunderGuard, Level, StrengthReduction};
use crate::core::score::Score;
use crate::games::GameInfo;

/// The levels below the highest.
const REDUCED_LEVELS: usize = 7;

/// What each of them never overlooks.
const BLUNDER_GUARDS: [BlunderGuard; REDUCED_LEVELS] = {
    let mut blunder_guard = [BlunderGuard::Careful; REDUCED_LEVELS];
    blunder_guard[0] = BlunderGuard::Careless;
    blunder_guard[1] = BlunderGuard::SeesWins;
    blunder_guard
};

/// The levels of a game, the lowest first.
struct LevelTable {
    /// Positions searched.
    nodes: [u64; REDUCED_LEVELS],
    /// Noise.
    noise: [Score; REDUCED_LEVELS],
    /// See [`StrengthReduction::position_spread`].
    position_spread: u32,
    /// See [`StrengthReduction::seed_spread`].
    seed_spread: u32,
}

/// The levels of a game that has no row of its own.
const DEFAULT_LEVELS: LevelTable = LevelTable {
    nodes: [500; REDUCED_LEVELS],
    noise: [300_000, 40_000, 6_000, 1_000, 150, 25, 4],
    position_spread: 40,
    seed_spread: 48,
};

/// The same where men decide: who has more of them and makes no grave mistake does not
/// lose, so mistakes have to be small and many. Fitted to `hasami`.
const ATTRITION: LevelTable = LevelTable {
    nodes: [300, 300, 300, 300, 300, 450, 900],
    noise: [1463, 786, 505, 167, 59, 26, 5],
    position_spread: 10,
    seed_spread: 0,
};

/// The same where nearly every game between careful sides is drawn: what tells the higher
/// levels apart is how far they look.
const DRAWISH: LevelTable =
    LevelTable { nodes: [300, 300, 300, 400, 700, 1_500, 4_000], ..ATTRITION };

/// A row that was fitted with as many positions for every level.
const fn fitted(noise: [Score; REDUCED_LEVELS]) -> LevelTable {
    LevelTable { noise, ..DEFAULT_LEVELS }
}

/// By the name of the game; `docs/levels.md` has the games that they come from.
const LEVEL_TABLES: [(&str, LevelTable); 13] = [
    ("hasami", ATTRITION),
    ("hasami-nocorner", LevelTable { noise: [1220, 516, 211, 46, 19, 7, 3], ..DRAWISH }),
    ("hasami-chess", LevelTable { noise: [1896, 726, 292, 111, 46, 21, 9], ..DRAWISH }),
    (
        "hasami-jsa",
        LevelTable {
            nodes: [40; REDUCED_LEVELS],
            noise: [2799, 1023, 681, 451, 299, 183, 107],
            ..ATTRITION
        },
    ),
    ("mak-yek", LevelTable { noise: [5090, 2418, 1376, 174, 82, 39, 19], ..DRAWISH }),
    ("shogi", fitted([612_463, 17_871, 3_137, 632, 60, 14, 2])),
    ("dai-hasami", fitted([196_433, 54_165, 10_547, 1_994, 378, 62, 7])),
    ("hasami-five", fitted([307_113, 47_458, 10_948, 2_190, 295, 49, 3])),
    ("hasami-ludos", fitted([127_425, 33_080, 7_290, 1_203, 138, 14, 4])),
    ("hasami-brainking", fitted([79_582, 10_370, 3_267, 557, 88, 16, 2])),
    ("hajiku", fitted([351_396, 16_570, 2_593, 256, 45, 9, 2])),
    ("yari", fitted([242_861, 40_696, 10_774, 838, 100, 12, 2])),
    ("minishogi", fitted([138_236, 73_252, 73_252, 11_043, 877, 88, 4])),
];

/// What holds a level back in a game; `None` for the highest, which nothing does.
///
/// ```
/// use kawari_engine::engine::strength::{self, Level};
/// use kawari_engine::games::variants::Variant;
///
/// let game = Variant::Hajiku.info();
/// let noise = |level| strength::strength_reduction(game, level).map(|strength_reduction| strength_reduction.noise);
/// assert!(noise(Level::LOWEST) > noise(Level::new(7).expect("a level")));
/// assert_eq!(noise(Level::FULL), None);
/// ```
pub fn strength_reduction(game: &GameInfo, level: Level) -> Option<StrengthReduction> {
    let row = LEVEL_TABLES
        .iter()
        .find(|(name, _)| *name == game.name)
        .map_or(&DEFAULT_LEVELS, |(_, row)| row);
    let number = usize::from(level.number()) - 1;
    let (&nodes, &noise) = row.nodes.get(number).zip(row.noise.get(number))?;
    let &blunder_guard = BLUNDER_GUARDS.get(number)?;
    let &LevelTable { position_spread, seed_spread, .. } = row;
    Some(StrengthReduction { nodes, noise, position_spread, seed_spread, blunder_guard })
}
