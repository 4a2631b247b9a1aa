//! The command-line tools other than the protocol engine: matches, analysis, tuning and
//! training.
//!
//! - [`mod@matches`]: matches and tournaments between engines, refereed by Kawari's rules.
//! - [`batch`]: the batch runner that [`analyse`] and [`mate`] share: one position per
//!   input line, one JSON answer per output line.
//! - [`analyse`]: position analysis. [`mate`]: mate search, proofs and mate problems.
//! - [`puzzles`]: puzzles from games, and their check.
//! - [`selfplay`]: self-play games for statistics and training data.
//! - [`tune`]: Texel tuning of the hand-crafted evaluation.
//! - [`train`]: training of NNUE networks. [`network`]: inspection of network files.
//! - [`book`]: generation of opening books.
//! - [`tablebases`]: generation, verification and display of endgame tablebases.
//! - [`levels`]: measuring and fitting the engine's playing levels.
//! - [`rules_check`]: random games of a definition. [`rules_report`]: the balance of games.
//! - [`openings`]: random openings and openings from a book.
//! - [`results`]: counts of game results and their reasons.
//! - [`statistics`]: Elo estimates and the SPRT.
//! - [`interrupt`]: handling of Ctrl-C, SIGTERM and SIGHUP.
//! - [`ordered_map`], [`progress`]: worker threads and progress bars.
//!
//! Each tool takes a plain configuration struct and a writer for its output. The root
//! package parses the command line.
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

/// Version of the program. An optimised build adds the commit: `0.1.0 (bafb35e123)`.
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
pub mod puzzles;
pub mod results;
pub mod rules_check;
pub mod rules_report;
pub mod selfplay;
pub mod statistics;
pub mod tablebases;
pub mod train;
pub mod tune;
