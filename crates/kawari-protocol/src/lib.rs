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
//! Without the default feature `dialects`, the crate has only errors, [`input`] and
//! [`position_command`].
//!
//! A command that cannot run is answered by `info string error: …`. It changes nothing and
//! never ends the program.

// No input may cause a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "dialects")]
pub mod cecp;
#[cfg(feature = "dialects")]
pub mod chess;
#[cfg(feature = "dialects")]
pub mod command;
#[cfg(feature = "dialects")]
pub mod command_loop;
#[cfg(feature = "dialects")]
pub mod dialect;
#[cfg(feature = "dialects")]
pub mod dialect_kind;
pub mod error;
#[cfg(feature = "dialects")]
pub mod game_command;
#[cfg(feature = "dialects")]
pub mod go;
pub mod input;
#[cfg(feature = "dialects")]
pub mod options;
#[cfg(feature = "dialects")]
pub mod output;
pub mod position_command;
#[cfg(feature = "dialects")]
pub mod uci;
#[cfg(feature = "dialects")]
pub mod usi;
#[cfg(feature = "dialects")]
pub mod wire;
