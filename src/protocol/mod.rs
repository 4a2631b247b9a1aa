//! The Universal Shogi Interface: words in, words out.
//!
//! - [`input`] turns bytes into lines, whatever a client may send;
//! - [`command`] reads a line as a [`Command`](command::Command), [`go`],
//!   [`position`] and [`options`] the commands that have a vocabulary of their own;
//! - [`usi`] obeys the commands, in their order, beside a search or a count that
//!   runs and speaks for itself; what has to wait for its turn waits in a bounded
//!   queue;
//! - [`wire`] words the answers and [`sink`] sends them, one whole line at a time.
//!
//! A line that cannot be obeyed is answered by `info string error: …`, leaves
//! everything as it was and never ends the program.

// Whatever a client sends, nothing here may panic; tests may.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod command;
mod counting;
pub mod error;
pub mod go;
pub mod input;
pub mod options;
pub mod position;
mod queue;
pub mod sink;
pub mod usi;
mod voice;
pub mod wire;
