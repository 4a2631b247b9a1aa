//! What the server lets anybody have, however they ask.

use std::time::Duration;

/// Connections at once.
pub const CONNECTIONS: usize = 64;
/// Most bytes of a request's head.
pub const HEAD: usize = 16 << 10;
/// Most header lines of a request.
pub const HEADERS: usize = 64;
/// Most bytes of a body.
pub const BODY: usize = 256 << 10;
/// Most bytes of a body with records of games.
pub const RECORDS_BODY: usize = 4 << 20;
/// How long a connection may take for the head of a request, the wait for it included.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long it may take for a body.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// How long it may leave unread what it is sent.
pub const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long a stream is silent before it gives a sign of life, which also shows who has
/// gone without a word.
pub const SILENCE: Duration = Duration::from_secs(2);

/// Searches at once.
pub const SEARCHES: usize = 4;
/// Most principal variations of a search.
pub const LINES: usize = 5;
/// Most principal variations of all searches.
pub const TOTAL_LINES: usize = 12;
/// Largest transposition table of a search, in MiB.
pub const HASH: usize = 256;
/// Most of all transposition tables together, in MiB.
pub const TOTAL_HASH: usize = 512;
/// The usual transposition table, in MiB.
pub const USUAL_HASH: usize = 16;

/// Most moves of a game.
pub const MOVES: usize = 2_000;
/// Most games that one reading of records gives.
pub const GAMES: usize = 1_000;
/// Most things that are told to be wrong with records.
pub const FAILURES: usize = 20;

/// Imports and exports of records that run at the same time. Others wait for their turn.
pub const JOBS: usize = 2;

/// Threads of all searches together: as many as the machine runs at once.
pub fn total_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |threads| threads.get())
}
