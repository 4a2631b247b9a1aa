//! Definitions of games as TOML files.
//!
//! [`read`] turns the text of a file into a [`GameDefinition`] or a list of errors with
//! lines and columns. [`write()`] turns a definition into a short file.

pub mod betza;
mod check;
mod drop;
mod hand;
mod hasami;
mod model;
pub mod random;
mod read;
#[cfg(test)]
mod schema;
mod section;
mod squares;
mod write;

pub use drop::*;
pub use hasami::*;
pub use model::*;
pub use read::{MAX_BYTES, ReadError, read};
pub use squares::Squares;
pub use write::write;
