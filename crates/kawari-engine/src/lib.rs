//! Kawari (変わり, as in *kawari shōgi*: shogi variants) knows the rules of thirteen
//! games of the shogi family, searches their positions, and speaks USI and UCI. It is
//! a program, `kawari`, and this library, from which the program is made: a referee
//! for a server, moves and notation for a board, a search for an analysis.
//!
//! # A game
//!
//! A [`GameState`](engine::game_state::GameState) is a game in progress: rules, notation, result.
//!
//! ```
//! use kawari_engine::engine::game_state::{self, StartPosition};
//! use kawari_engine::games::variants::Variant;
//!
//! let mut game = game_state::open(Variant::Hasami);
//! game.set(StartPosition::Initial, &["9i9e", "1a1e"])?;
//! assert_eq!(game.sfen(), "pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP b - 3");
//! assert!(game.legal_moves().contains(&"5i5e".to_owned()));
//! assert!(game.push("5i5a").is_err(), "no man jumps in Hasami Shogi");
//! assert_eq!(game.status(), None);
//! # Ok::<(), kawari_engine::engine::game_state::PositionError>(())
//! ```
//!
//! # A search
//!
//! A [`Session`](engine::session::Session) is a game and an engine that searches it, on
//! threads of its own. What it finds is reported; the answer comes last.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::mpsc;
//!
//! use kawari_engine::engine::game_state::StartPosition;
//! use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent};
//! use kawari_engine::engine::session::{self, SearchRequest, Settings};
//! use kawari_engine::games::variants::Variant;
//! use kawari_engine::search::limits::Limits;
//!
//! let mut engine = session::open(Variant::Yari, Settings::default())?;
//! // Black can mate.
//! engine.game_state_mut().set(StartPosition::Sfen("6k/7/6+B/7/5R1/7/7/7/K6 b P 1"), &[])?;
//!
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let (report, events) = mpsc::channel();
//! let order = SearchRequest { limits, ..SearchRequest::default() };
//! engine.go(&order, Box::new(move |event| drop(report.send(event))))?;
//! let Some(SearchEvent::Done(SearchAnswer::Move { best, .. })) = events.iter().last() else {
//!     return Err("no move".into());
//! };
//! engine.game_state_mut().push(&best)?;
//! let outcome = engine.game_state().status().expect("the end");
//! assert_eq!(outcome.to_string(), "black wins: checkmate");
//! # Ok(())
//! # }
//! ```
//!
//! `docs/library.md` has more: how code is written for one game at compile time, how
//! the weights of an evaluation are loaded, how a game is added. The tools of the
//! command line, matches and analyses among them, are functions in `tools`.
//!
//! # Building
//!
//! The feature `tools`, on by default, is the command line and what it offers; with
//! `default-features = false` the library does without its dependencies. On x86-64
//! bits are counted by the processor's own instruction where it has one, found out
//! when the program runs; a build for `target-cpu=x86-64-v2` or later does not have to
//! find out, and is a little faster.
//!
//! # The layers
//!
//! ```text
//!          ┌ search, mate, tables ─┐
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
//! - [`mate`]: proofs of forced wins, beside the search and without it.
//! - [`tablebase`]: the value of every position of few men, beside the search, too.
//! - [`engine`]: a [`Session`](engine::session::Session), all that the protocol may
//!   ask of the engine.
//! - [`protocol`]: words in, words out, in USI, UCI and CECP.
//! - `tools`: bench, perft and what else the command line offers. They need the
//!   feature `tools`, which is on by default; without it, the library does without
//!   their dependencies.
//! - `board`: the page in the browser on which people play, and its server. It needs the
//!   feature `board`, which is on by default, too.
//! - `play`: a game at a terminal; of the feature `tools`, too.

pub mod core;
pub mod engine;
pub mod games;
pub mod mate;
pub mod notation;
pub mod search;
pub mod tablebase;

/// The examples in Rust of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Library;
