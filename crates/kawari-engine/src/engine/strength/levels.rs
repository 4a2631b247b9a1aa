//! The parameters of the levels in each game.

use super::{BlunderGuard, Level, StrengthReduction};
use crate::core::score::Score;
use crate::games::GameInfo;

/// Number of levels below full strength.
const REDUCED_LEVELS: usize = 7;

/// Blunder guard of each level.
const BLUNDER_GUARDS: [BlunderGuard; REDUCED_LEVELS] = {
    let mut blunder_guard = [BlunderGuard::Careful; REDUCED_LEVELS];
    blunder_guard[0] = BlunderGuard::Careless;
    blunder_guard[1] = BlunderGuard::SeesWins;
    blunder_guard
};

/// The parameters of a game's levels, the lowest level first.
struct LevelTable {
    /// Node limits.
    nodes: [u64; REDUCED_LEVELS],
    /// See [`StrengthReduction::noise`].
    noise: [Score; REDUCED_LEVELS],
    /// See [`StrengthReduction::position_spread`].
    position_spread: u32,
    /// See [`StrengthReduction::seed_spread`].
    seed_spread: u32,
}

/// Levels of a game that is not in [`LEVEL_TABLES`].
const DEFAULT_LEVELS: LevelTable = LevelTable {
    nodes: [500; REDUCED_LEVELS],
    noise: [300_000, 40_000, 6_000, 1_000, 150, 25, 4],
    position_spread: 40,
    seed_spread: 48,
};

/// Levels of games that are won by captures. A side with more men does not lose without a big
/// mistake, so mistakes must be small and frequent. Fitted to `hasami`.
const ATTRITION: LevelTable = LevelTable {
    nodes: [300, 300, 300, 300, 300, 450, 900],
    noise: [1463, 786, 505, 167, 59, 26, 5],
    position_spread: 10,
    seed_spread: 0,
};

/// Levels of games in which most games between careful sides are drawn. The higher levels
/// differ by their node limits.
const DRAWISH: LevelTable =
    LevelTable { nodes: [300, 300, 300, 400, 700, 1_500, 4_000], ..ATTRITION };

/// Returns a table with the default node limits.
const fn fitted(noise: [Score; REDUCED_LEVELS]) -> LevelTable {
    LevelTable { noise, ..DEFAULT_LEVELS }
}

/// Level tables by game; see `docs/levels.md` for the matches.
const LEVEL_TABLES: [(&str, LevelTable); 13] = [
    ("hasami", ATTRITION),
    ("hasami-nocorner", LevelTable { noise: [1220, 516, 211, 46, 19, 7, 3], ..DRAWISH }),
    ("hasami-chess", LevelTable { noise: [1896, 726, 292, 111, 46, 21, 9], ..DRAWISH }),
    (
        "hasami-jsa",
        LevelTable {
            nodes: [350; REDUCED_LEVELS],
            noise: [2799, 1023, 681, 451, 299, 183, 107],
            ..ATTRITION
        },
    ),
    (
        "mak-yek",
        LevelTable {
            nodes: [1_200, 1_200, 1_200, 1_600, 2_500, 5_000, 10_000],
            noise: [5090, 2418, 1376, 174, 82, 39, 19],
            ..ATTRITION
        },
    ),
    ("shogi", fitted([612_463, 17_871, 3_137, 632, 60, 14, 2])),
    ("dai-hasami", fitted([196_433, 54_165, 10_547, 1_994, 378, 62, 7])),
    ("hasami-five", fitted([307_113, 47_458, 10_948, 2_190, 295, 49, 3])),
    ("hasami-ludos", fitted([127_425, 33_080, 7_290, 1_203, 138, 14, 4])),
    ("hasami-brainking", fitted([79_582, 10_370, 3_267, 557, 88, 16, 2])),
    ("hajiku", fitted([351_396, 16_570, 2_593, 256, 45, 9, 2])),
    ("yari", fitted([242_861, 40_696, 10_774, 838, 100, 12, 2])),
    ("minishogi", fitted([138_236, 73_252, 73_252, 11_043, 877, 88, 4])),
];

/// Returns the parameters of a level in a game; `None` for the highest level.
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
