//! Kawari (変わり, as in *kawari shōgi*: shogi variants), a USI engine for Hasami
//! Shogi, Yari Shogi and Hajiku Shogi.
//!
//! # The layers
//!
//! ```text
//! core ← notation ← games ← search ← engine ← protocol ← tools ← cli, main
//! ```
//!
//! An arrow means "is used by"; nothing is used against it, and a test
//! (`tests/layers.rs`) reads the sources to keep it so.
//!
//! - [`core`]: squares, bitboards, keys, scores; the [`Position`](core::position::Position)
//!   trait, which is all that the search may ask of the rules.
//! - [`notation`]: what the written forms share: SFEN fields, USI words, their errors.
//! - [`games`]: two rule families, each generic over a zero-sized rule marker, and
//!   the registry of variants with the program's only `match` over them.
//! - [`search`]: principal variation search over any position; knows no text.
//! - [`engine`]: a [`Session`](engine::session::Session), all that the protocol may
//!   ask of the engine.
//! - [`protocol`]: USI words in, USI words out.
//! - `tools`: bench, perft and what else the command line offers. They need the
//!   feature `tools`, which is on by default; without it, the library does without
//!   their dependencies.

pub mod core;
pub mod engine;
pub mod games;
pub mod notation;
pub mod protocol;
pub mod search;
#[cfg(feature = "tools")]
pub mod tools;

/// The examples in Rust of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Library;
