//! Kawari (変わり, as in *kawari shōgi*: shogi variants), a USI engine for Hasami
//! Shogi, Yari Shogi, Hajiku Shogi and shogi.
//!
//! ```
//! use kawari::engine::line::{self, Start};
//! use kawari::games::variants::Variant;
//!
//! let mut game = line::open(Variant::Hasami);
//! game.set(Start::Initial, &["9i9e", "1a1e"])?;
//! assert_eq!(game.sfen(), "pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP b - 3");
//! # Ok::<(), kawari::engine::line::PositionError>(())
//! ```
//!
//! # The layers
//!
//! ```text
//!          ┌ search ───────────────┐
//! core ←───┤                       ├── engine ← protocol ← tools ← board, play ← cli, main
//!          └ games ← evaluations ──┘
//!      ↑ notation
//! ```
//!
//! An arrow means "is used by"; nothing is used against it, and a test
//! (`tests/library/layers.rs`) reads the sources to keep it so. Search and games do not
//! know each other; both stand on the traits in [`core`].
//!
//! - [`core`]: squares, bitboards, keys, scores; the traits
//!   [`Position`](core::position::Position), what the rules say,
//!   [`Tactics`](core::tactics::Tactics), what the search may guess, and
//!   [`Evaluation`](core::evaluation::Evaluation), what judges.
//! - [`notation`]: what the written forms share: SFEN fields, USI words, their errors.
//!   The search never sees text.
//! - [`games`]: two rule families, each generic over a zero-sized rule marker; the
//!   evaluations that stand above them; and the registry of variants with the program's
//!   only `match` over them.
//! - [`search`]: principal variation search over any position and any evaluation.
//! - [`engine`]: a [`Session`](engine::session::Session), all that the protocol may
//!   ask of the engine.
//! - [`protocol`]: USI words in, USI words out.
//! - `tools`: bench, perft and what else the command line offers. They need the
//!   feature `tools`, which is on by default; without it, the library does without
//!   their dependencies.
//! - `board`: the page in the browser on which people play, and its server. It needs the
//!   feature `board`, which is on by default, too.
//! - `play`: a game at a terminal; of the feature `tools`, too.

#[cfg(feature = "board")]
pub mod board;
pub mod core;
pub mod engine;
pub mod games;
pub mod notation;
#[cfg(feature = "tools")]
pub mod play;
pub mod protocol;
pub mod search;
#[cfg(feature = "tools")]
pub mod tools;

/// The examples in Rust of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Library;
