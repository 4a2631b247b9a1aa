//! Files of games and positions: game records, logs of matches and self-play, position lines.
//!
//! - [`position_line`]: a position as a line of text.
//! - [`records`]: game records in written notation, as KIF and as CSA; [`move_text`]: moves as people
//!   type them; [`japanese`]: Japanese notation.
//! - [`game_log`]: games and scores as JSON.
//! - [`packed`]: a binary format for games; [`recorded_games`]: training games from logs and
//!   packed files.
//! - [`journal`]: an append-only log of JSON lines that can be resumed.
//! - [`schema`]: JSON Schemas of the output formats.
//! - [`source`]: input files and standard input; [`atomic_file`]: atomic file replacement.

pub mod atomic_file;
pub mod game_log;
pub mod japanese;
pub mod journal;
pub mod move_text;
pub mod packed;
pub mod position_line;
pub mod recorded_games;
pub mod records;
pub mod schema;
pub mod score;
pub mod source;
