//! What the command line offers besides the protocol.
//!
//! - [`mod@bench`], [`perft`], [`rules`]: each writes its answer to an output that it is
//!   given.
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
//! - [`position_line`]: a position as a line of text, in every form that a tool reads.
//! - [`records`]: game records in written notation; [`move_words`]: moves as people type
//!   them.
//! - [`game_log`]: games and scores as JSON.
//! - [`packed`]: games in few bytes.
//! - [`recorded`]: games to learn from, out of logs and packed files.
//! - [`results`]: how many games ended how, and why.
//! - [`findings`]: a search put to a session, and all that it has found.
//! - [`statistics`]: what results tell of strength, and when they tell enough.
//! - [`journal`]: an append-only log of JSON lines that can be taken up again.
//! - [`schema`]: what the JSON looks like that is written.
//! - [`source`]: where a tool reads.
//! - [`whole_file`]: files that are there whole or not at all.
//! - [`interrupt`]: Ctrl-C, SIGTERM and SIGHUP.
//! - [`ordered`], [`progress`]: threads and progress bars.
//!
//! A tool takes its configuration, a plain struct, and writes to an output that it is
//! given; the command line is read elsewhere.
//!
//! ```
//! use kawari::tools::selfplay::{self, SelfplayConfig};
//!
//! let config = SelfplayConfig { games: 2, nodes: 50, max_moves: 20, ..Default::default() };
//! let mut games = Vec::new();
//! selfplay::run(&config, &mut games)?;
//! assert_eq!(String::from_utf8(games)?.lines().count(), 2);
//! # Ok::<(), anyhow::Error>(())
//! ```

pub mod analyse;
pub mod batch;
pub mod bench;
pub mod book;
pub mod findings;
pub mod game_log;
pub mod interrupt;
pub mod journal;
pub mod levels;
pub mod matches;
pub mod mate;
pub mod move_words;
pub mod network;
pub mod openings;
pub mod ordered;
pub mod packed;
pub mod perft;
pub mod position_line;
pub mod progress;
pub mod recorded;
pub mod records;
pub mod results;
pub mod rules;
pub mod schema;
pub mod selfplay;
pub mod source;
pub mod statistics;
pub mod tables;
pub mod train;
pub mod tune;
pub mod whole_file;
