//! Limits on connections, requests and searches.

use std::time::Duration;

/// Maximum number of open connections.
pub const CONNECTIONS: usize = 64;
/// Maximum size of a request head, in bytes.
pub const HEAD: usize = 16 << 10;
/// Maximum number of header lines of a request.
pub const HEADERS: usize = 64;
/// Maximum size of a request body, in bytes.
pub const BODY: usize = 256 << 10;
/// Maximum size of a request body with game records, in bytes.
pub const RECORDS_BODY: usize = 4 << 20;
/// Maximum number of unread bytes on a connection while a response is written. Browsers send
/// the next request only after the response.
pub const UNREAD: usize = 16 << 10;
/// Time limit for receiving a request head, including the wait for its first byte.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// Time limit for receiving a request body.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// Time limit for a client to accept pending response data.
pub const WRITE_TIME: Duration = Duration::from_secs(10);
/// Silence after which a stream sends an empty line. The write also detects a client that
/// has disappeared without closing its connection.
pub const SILENCE: Duration = Duration::from_secs(2);

/// Maximum number of searches that run at the same time.
pub const SEARCHES: usize = 4;
/// Maximum number of principal variations of a search.
pub const LINES: usize = 5;
/// Maximum number of principal variations of all searches together.
pub const TOTAL_LINES: usize = 12;
/// Maximum transposition table size of a search, in MiB.
pub const HASH: usize = 256;
/// Maximum transposition table size of all searches together, in MiB.
pub const TOTAL_HASH: usize = 512;
/// Default transposition table size, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Maximum number of moves of a game.
pub const MOVES: usize = 2_000;
/// Maximum number of games that an import returns.
pub const GAMES: usize = 1_000;
/// Maximum number of errors that an import returns.
pub const FAILURES: usize = 20;

/// Maximum number of games from definitions. They stay in memory until the program ends.
pub const LOADED_GAMES: usize = 200;

/// Maximum number of imports and exports that run at the same time. Others wait.
pub const JOBS: usize = 2;

/// Returns the maximum number of threads of all searches together: the machine's
/// parallelism.
pub fn total_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get())
}
