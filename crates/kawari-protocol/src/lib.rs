//! The protocols between the engine and a client: USI, UCI and CECP.
//!
//! - [`input`] splits the input into lines of bounded length.
//! - [`command`] parses a line into a [`Command`](command::Command). [`go`],
//!   [`position_command`] and [`options`] parse the arguments of larger commands.
//! - [`command_loop`] runs the commands, beside a search or count that is in progress.
//! - [`dialect`] is the interface of a dialect: [`usi`], [`uci`] and [`cecp`]. In CECP the
//!   engine keeps the game ([`game_command`]). UCI and CECP share [`chess`] notation.
//!   [`dialect_kind`] selects one of them.
//! - [`wire`] formats the output that the dialects share. [`output`] writes it, one whole
//!   line at a time.
//!
//! A command that cannot run is answered by `info string error: …`. It changes nothing and
//! never ends the program.

// No input may cause a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod cecp;
pub mod chess;
pub mod command;
pub mod command_loop;
pub mod dialect;
pub mod dialect_kind;
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
