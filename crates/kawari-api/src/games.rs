//! The games and limits of the server.

use serde::Serialize;

use super::game::GameJson;
use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;

/// The games and limits of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ServerLimits"))]
#[serde(rename_all = "camelCase")]
pub struct LimitsJson {
    /// Searches that run at the same time.
    pub searches: usize,
    /// Principal variations of a search.
    pub lines: usize,
    /// Principal variations of all searches together.
    pub total_lines: usize,
    /// Threads of a search, and of all searches together.
    pub threads: usize,
    /// Transposition table of a search, in MiB.
    pub hash: usize,
    /// Transposition tables of all searches together, in MiB.
    pub total_hash: usize,
    /// Moves of a game.
    pub moves: usize,
    /// Size of a request body, in bytes.
    pub body: usize,
    /// Size of a request body with game records, in bytes.
    pub import_body: usize,
    /// Size of the definition of a game, in bytes.
    pub definition: usize,
    /// Number of levels. The highest one is full strength.
    pub levels: u8,
    /// Default level.
    pub level: u8,
}

impl GamesJson {
    /// Describes all games.
    pub fn new(limits: LimitsJson) -> Self {
        Self {
            program: concat!("Kawari ", env!("CARGO_PKG_VERSION")),
            limits,
            games: Variant::all().into_iter().map(game_json).collect(),
        }
    }
}

/// Describes a game.
pub fn game_json(variant: Variant) -> GameJson {
    GameJson::of(variant, &*game_state::open(variant))
}
