//! Tests of the built program from outside.
//!
//! - `adapters`: an engine with other rules behind an adapter of `usi-scripts`.
//! - `cluster`: the scripts that run the program on a cluster.
//! - `docs`: the examples of the README and of `docs/`.
//! - `formats`: the JSON output and its schemas.
//! - `games`: paths of the games' data files.
//! - `hasami_adapter`: programs for Hasami Shogi behind an adapter of `usi-scripts`.
//! - `matches`: `kawari match` with misbehaving engines, and killed matches.
//! - `release`: metadata of the packages against the workflow that builds them.
//! - `terminal`: a pseudo-terminal to run the program in.
//! - `tools`: the other commands.
//! - `usi`: USI sessions: timing of the output, whole scripts, invalid input.
//!
//! They are a separate test program because some measure time, which the long perft counts of
//! `tests/library` would disturb.

mod adapters;
mod client;
mod cluster;
mod conversation;
mod docs;
mod formats;
mod games;
mod hasami_adapter;
mod matches;
mod release;
#[cfg(target_os = "linux")]
mod terminal;
mod tools;
mod usi;
