//! The games and limits of the server.

use serde::Serialize;

use super::limits;
use kawari_api::game::GameJson;
use kawari_engine::engine::game_state;
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

/// The games and limits of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesJson {
    /// Name and version of the program, such as `Kawari 0.1.0`.
    program: &'static str,
    /// Limits on requests and searches.
    limits: LimitsJson,
    /// All games, in the order of `kawari variants`. Loaded games are last.
    games: Vec<GameJson>,
}

/// Limits on requests and searches.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ServerLimits"))]
#[serde(rename_all = "camelCase")]
struct LimitsJson {
    /// Searches that run at the same time.
    searches: usize,
    /// Principal variations of a search.
    lines: usize,
    /// Principal variations of all searches together.
    total_lines: usize,
    /// Threads of a search, and of all searches together.
    threads: usize,
    /// Transposition table of a search, in MiB.
    hash: usize,
    /// Transposition tables of all searches together, in MiB.
    total_hash: usize,
    /// Moves of a game.
    moves: usize,
    /// Size of a request body, in bytes.
    body: usize,
    /// Size of a request body with game records, in bytes.
    import_body: usize,
    /// Size of the definition of a game, in bytes.
    definition: usize,
    /// Number of levels. The highest one is full strength.
    levels: u8,
    /// Default level.
    level: u8,
}

impl GamesJson {
    /// Describes all games and the limits of the server.
    pub fn new() -> Self {
        Self {
            program: concat!("Kawari ", env!("CARGO_PKG_VERSION")),
            limits: LimitsJson {
                searches: limits::SEARCHES,
                lines: limits::LINES,
                total_lines: limits::TOTAL_LINES,
                threads: limits::total_threads(),
                hash: limits::HASH,
                total_hash: limits::TOTAL_HASH,
                moves: limits::MOVES,
                body: limits::BODY,
                import_body: limits::RECORDS_BODY,
                definition: kawari_rules::MAX_BYTES,
                levels: Level::FULL.number(),
                level: Level::BEGINNER.number(),
            },
            games: Variant::all().into_iter().map(game_json).collect(),
        }
    }
}

impl Default for GamesJson {
    fn default() -> Self {
        Self::new()
    }
}

/// Describes a game.
pub fn game_json(variant: Variant) -> GameJson {
    GameJson::of(variant, &*game_state::open(variant))
}
