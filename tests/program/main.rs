//! The built program from outside, as a user, a script or a match meets it.
//!
//! - `adapters`: an engine of other rules behind an adapter of `usi-scripts`.
//! - `cluster`: what stands between a scheduler and the program.
//! - `docs`: the examples of the README and of `docs/`.
//! - `formats`: the JSON that is written, and its schemas.
//! - `matches`: `kawari match` with engines that lie, and killed in the middle.
//! - `terminal`: a terminal to start the program on.
//! - `tools`: the other commands.
//! - `usi`: conversations in USI: when what is said, whole sessions, garbage.
//!
//! They are apart from `tests/library` because some of them measure time: no
//! count of millions of positions runs beside them.

mod adapters;
mod client;
mod cluster;
mod conversation;
mod docs;
mod formats;
mod matches;
#[cfg(target_os = "linux")]
mod terminal;
mod tools;
mod usi;
