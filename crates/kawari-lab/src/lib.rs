//! What the command line offers besides the protocol.
//!
//! - [`mod@matches`]: games between engines, with Kawari's rules as the referee.
//! - [`batch`]: positions in, one a line, answers out; [`analyse`]: analyses,
//!   [`mate`]: mates and their proofs; problems.
//! - [`selfplay`]: games of the engine with itself.
//! - [`tune`]: the weights of an evaluation, fitted to games.
//! - [`network`]: what a file with a network holds.
//! - [`train`]: networks, learned from games.
//! - [`book`]: books of openings.
//! - [`tables`]: tables of endgames made, checked and shown.
//! - [`levels`]: the levels for people, measured and fitted.
//! - [`openings`]: where games start, at random or from a book.
//! - [`results`]: how many games ended how, and why.
//! - [`statistics`]: what results tell of strength, and when they tell enough.
//! - [`interrupt`]: Ctrl-C, SIGTERM and SIGHUP.
//! - [`ordered_map`], [`progress`]: threads and progress bars.
//!
//! A tool takes its configuration, a plain struct, and writes to an output that it is
//! given; the command line is read elsewhere.
//!
//! ```
//! use kawari_lab::selfplay::{self, SelfplayConfig};
//!
//! let config = SelfplayConfig { games: 2, nodes: 50, max_moves: 20, ..Default::default() };
//! let mut games = Vec::new();
//! selfplay::run(&config, &mut games)?;
//! assert_eq!(String::from_utf8(games)?.lines().count(), 2);
//! # Ok::<(), anyhow::Error>(())
//! ```

/// Version of the program, with the commit in an optimised build: `0.1.0 (bafb35e123)`.
pub const VERSION: &str = env!("KAWARI_VERSION");

pub mod analyse;
pub mod batch;
pub mod book;
pub mod interrupt;
pub mod levels;
pub mod matches;
pub mod mate;
pub mod network;
pub mod openings;
pub mod ordered_map;
pub mod progress;
pub mod results;
pub mod selfplay;
pub mod statistics;
pub mod tables;
pub mod train;
pub mod tune;
