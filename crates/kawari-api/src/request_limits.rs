//! Limits on requests.

/// Maximum number of principal variations of a search.
pub const LINES: usize = 5;
/// Maximum transposition table size of a search, in MiB.
pub const HASH: usize = 256;
/// Default transposition table size, in MiB.
pub const DEFAULT_HASH: usize = 16;
/// Maximum number of moves of a game.
pub const MOVES: usize = 2_000;
/// Maximum size of a request with game records, in bytes.
pub const RECORDS_BODY: usize = 4 << 20;
/// Maximum number of games that an import returns.
pub const GAMES: usize = 1_000;
/// Maximum number of errors that an import returns.
pub const FAILURES: usize = 20;
/// Maximum number of games from definitions. They stay in memory until the program ends.
pub const LOADED_GAMES: usize = 200;
