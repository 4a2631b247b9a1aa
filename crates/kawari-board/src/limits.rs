//! Limits on connections, requests and searches.

use std::time::Duration;

use kawari_api::games::LimitsJson;
pub use kawari_api::request_limits::*;
use kawari_engine::engine::strength::Level;

/// Maximum number of open connections.
pub const CONNECTIONS: usize = 64;
/// Maximum size of a request head, in bytes.
pub const HEAD: usize = 16 << 10;
/// Maximum number of header lines of a request.
pub const HEADERS: usize = 64;
/// Maximum size of a request body, in bytes.
pub const BODY: usize = 256 << 10;
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
/// Maximum number of principal variations of all searches together.
pub const TOTAL_LINES: usize = 12;
/// Maximum transposition table size of all searches together, in MiB.
pub const TOTAL_HASH: usize = 512;

/// Maximum number of imports and exports that run at the same time. Others wait.
pub const JOBS: usize = 2;

/// Returns the maximum number of threads of all searches together: the machine's
/// parallelism.
pub fn total_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get())
}

/// Returns the limits of the server.
pub fn json() -> LimitsJson {
    LimitsJson {
        searches: SEARCHES,
        lines: LINES,
        total_lines: TOTAL_LINES,
        threads: total_threads(),
        hash: HASH,
        total_hash: TOTAL_HASH,
        moves: MOVES,
        body: BODY,
        import_body: RECORDS_BODY,
        definition: kawari_rules::MAX_BYTES,
        levels: Level::FULL.number(),
        level: Level::DEFAULT_OPPONENT.number(),
    }
}
