//! What a client and the engine say to each other: one conversation, and the dialects
//! it may be had in.
//!
//! - [`input`] turns bytes into lines, whatever a client may send;
//! - [`command`] reads a line as a [`Command`](command::Command), [`go`],
//!   [`position_command`] and [`options`] the commands that have a vocabulary of their own;
//! - [`command_loop`] obeys the commands, in their order, beside a search or a count
//!   that runs and speaks for itself; what has to wait for its turn waits in a bounded
//!   queue;
//! - [`dialect`] says what a dialect has words of its own for: [`usi`], the Universal
//!   Shogi Interface, [`uci`], that of chess, and [`cecp`], that of xboard, whose engine
//!   keeps the game ([`game_command`]); what these two share is in [`chess`];
//! - [`wire`] has the wording that they share, and [`output`] sends it, one whole line at
//!   a time.
//!
//! A line that cannot be obeyed is answered by `info string error: …`, leaves
//! everything as it was and never ends the program.

// Whatever a client sends, nothing here may panic; tests may.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod cecp;
pub mod chess;
pub mod command;
pub mod command_loop;
pub mod dialect;
pub mod error;
pub mod game_command;
pub mod go;
pub mod input;
pub mod options;
pub mod output;
pub mod position_command;
pub mod uci;
pub mod usi;
pub mod wire;
