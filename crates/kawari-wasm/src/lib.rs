//! The WebAssembly modules of Kawari: the requests of the board's server, answered in a browser
//! or in Node.
//!
//! The environment variable `KAWARI_GAMES` selects the games of a module when it is built.
//! `build.mjs` builds one module for each game and one for games from files. A further one, with the
//! feature `records`, reads, writes and draws games of all kinds, but does not search. Networks and
//! endgame exceptions are files beside the modules, which the host passes to the module.
//!
//! # Interface
//!
//! The module exports three functions and its memory:
//!
//! - `alloc(length)` returns the address of a buffer for a request.
//! - `call(json)` answers the request in the buffer. The first `json` bytes are
//!   `{"name": …, "body": …}`; the rest is a file, if the request has one. Returns the length of
//!   the answer in bytes, negative for an error.
//! - `answer()` returns the address of the answer. It is valid until the next call.
//!
//! Names, bodies and answers are those of the server's endpoints; `crates/kawari-board/API.md`
//! describes them. [`requests`] lists the additional ones. The host provides four functions in
//! the namespace `kawari`: `now` and `signal` (see [`kawari_engine`]), `event(address, length)`,
//! which receives the lines of a stream, and `log(address, length)`, which receives the message of
//! a panic if the module was built with messages. After a panic, the module must be discarded.

#[cfg(target_family = "wasm")]
mod abi;
mod opened_games;
pub mod requests;
mod searches;
