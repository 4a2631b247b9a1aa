//! Definitions of games as TOML files.
//!
//! [`read`] turns the text of a file into a [`GameDefinition`] or a list of errors with
//! lines and columns. [`write()`] turns a definition into a short file. The comments of the
//! fields describe the keys; `schema.json` has them for editors. [`describe`] writes the rules
//! of a game for players.
//!
//! Conventions of all keys:
//!
//! - A key that is left out has its default value.
//! - `base = "yari"` inherits the keys of another game, table by table: `[pieces.N]` with
//!   `must-promote = 1` changes that key alone. A list replaces the inherited list. Names,
//!   rules texts, weights and networks are not inherited, and handicaps only by games with the
//!   same start position. `without = ["L"]` leaves out inherited pieces.
//! - Squares have USI names: files from Black's right, ranks from the top, `1a` is White's
//!   left corner. Squares, ranks and directions are given from Black's side. White has the
//!   same, rotated by 180 degrees: `promotion.zone = 3` is ranks a to c of a 9x9 board for
//!   Black and g to i for White.
//! - A piece with different moves to the left and to the right, such as the Quails of Tori
//!   Shogi, is one piece with one letter for both sides: `l` in its moves is left for its
//!   owner.
//! - Moves are in Betza's notation as XBoard and Fairy-Stockfish read it, see [`betza`].
//! - SFENs have four fields. An upper-case letter is Black's piece, `+` precedes a promoted
//!   piece, and the men of the Hasami family are `P` and `p`. The second field of `start` is
//!   the side that moves first.

pub mod betza;
mod check;
pub mod describe;
mod drop;
mod hand;
mod hasami;
pub mod import;
mod model;
pub mod random;
mod read;
#[cfg(test)]
mod schema;
mod section;
mod shipped;
mod squares;
mod write;

pub use drop::*;
pub use hasami::*;
pub use model::*;
pub use read::{MAX_BYTES, ReadError, error_at, read};
pub use shipped::{SHIPPED, shipped};
pub use squares::Squares;
pub use write::write;
