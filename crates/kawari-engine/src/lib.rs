//! Rules, notation, search, evaluation, mate solver and endgame tablebases for thirteen
//! games of the shogi family: nine rule sets of Hasami Shogi, Yari Shogi, Hajiku Shogi,
//! shogi and minishogi.
//!
//! This is the engine library of Kawari (変わり, from *kawari shōgi*, shogi variants). It
//! contains no protocol and no user interface: the crate `kawari-protocol` implements USI,
//! UCI and CECP, and the crate `kawari` contains the command line.
//!
//! # Legal moves
//!
//! A game is a value of a type that implements [`Game`](games::Game). Its
//! [`Position`](core::position::Position) generates, checks and plays moves;
//! [`Notation`](notation::Notation) parses and formats them. Moves, squares and pieces are
//! small `Copy` types.
//!
//! ```
//! use kawari_engine::core::position::Position;
//! use kawari_engine::games::Game;
//! use kawari_engine::games::drop::{Origin, Shogi};
//! use kawari_engine::notation::Notation;
//!
//! let mut position = Shogi.startpos();
//! assert_eq!(position.legal_moves().len(), 30);
//!
//! let mv = position.parse_usi("7g7f")?;
//! assert_eq!(mv.to(), "7f".parse()?);
//! assert!(matches!(mv.origin(), Origin::Board(from) if from.to_string() == "7g"));
//! assert!(position.parse_usi("7g7e").is_err());
//!
//! position.play(mv, &mut ());
//! assert_eq!(position.sfen(2), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program that learns only at run time which game it plays uses a
//! [`GameState`](engine::game_state::GameState). It stores a game in progress, with its
//! moves and its result. Its squares, pieces and moves are the types of
//! [`notation::usi`], which are the same for all games.
//!
//! ```
//! use kawari_engine::engine::game_state;
//! use kawari_engine::games::variants::Variant;
//! use kawari_engine::notation::usi::UsiMove;
//!
//! let variant: Variant = "hasami".parse()?;
//! let mut game = game_state::open(variant);
//! game.push_move("9i9e".parse()?)?;
//! assert_eq!(game.piece_at("9e".parse()?), Some("P".parse()?));
//! assert_eq!(game.piece_at("9i".parse()?), None);
//!
//! let reply: UsiMove = "1a1e".parse()?;
//! assert!(game.legal_moves().contains(&reply));
//! game.push_move(reply)?;
//! assert_eq!(game.sfen(), "pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP b - 3");
//! assert!(game.push("5i5a").is_err(), "men cannot jump");
//! assert_eq!(game.status(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Searching
//!
//! A [`Session`](engine::session::Session) is a game in progress with an engine. A search
//! runs on its own threads and sends its events to a callback; the last event is the best
//! move.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent};
//! use kawari_engine::engine::session::{self, SearchRequest, Settings};
//! use kawari_engine::games::variants::Variant;
//! use kawari_engine::search::limits::Limits;
//!
//! let mut session = session::open(Variant::Minishogi, Settings::default())?;
//! session.game_state_mut().push("3e3d")?;
//!
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let (sender, events) = mpsc::channel();
//! let request = SearchRequest { limits, ..SearchRequest::default() };
//! session.go(&request, Box::new(move |event| drop(sender.send(event))))?;
//! for event in events {
//!     match event {
//!         SearchEvent::Info(info) => println!("depth {} score {} move {}", info.depth, info.score, info.pv[0]),
//!         SearchEvent::Done(SearchAnswer::Move { best, .. }) => session.game_state_mut().push_move(best)?,
//!         _ => {}
//!     }
//! }
//! assert_eq!(session.game_state().moves().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solving a mate
//!
//! [`Session::go_mate`](engine::session::Session::go_mate) runs the mate solver (df-pn),
//! which proves a forced win or its absence.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use kawari_engine::engine::game_state::StartPosition;
//! use kawari_engine::engine::mate::{MateAnswer, MateEvent, MateRequest};
//! use kawari_engine::engine::session::{self, Settings};
//! use kawari_engine::games::variants::Variant;
//!
//! let mut session = session::open(Variant::Yari, Settings::default())?;
//! session.game_state_mut().set(StartPosition::Sfen("6k/7/6+B/7/5R1/7/7/7/K6 b P 1"), &[])?;
//!
//! let (sender, events) = mpsc::channel();
//! session.go_mate(&MateRequest::default(), Box::new(move |event| drop(sender.send(event))))?;
//! let Some(MateEvent::Done(MateAnswer::Mate(mate), _)) = events.iter().last() else {
//!     return Err("no mate".into());
//! };
//! assert!(mate.is_shortest);
//! session.game_state_mut().push_move(mate.moves[0])?;
//! let outcome = session.game_state().status().map(|outcome| outcome.to_string());
//! assert_eq!(outcome.as_deref(), Some("black wins: checkmate"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! ```text
//!          ┌ search, mate, tablebase ┐
//! core ←───┤                         ├── engine
//!          └ games ← evaluation ─────┘
//!      ↑ notation (for games and engine)
//! ```
//!
//! An arrow means "is used by". A module uses only modules to its left; a test
//! (`tests/library/layers.rs`) checks this. Search and games do not depend on each other:
//! both use the traits in [`core`].
//!
//! - [`core`]: squares, bitboards, Zobrist keys, scores, perft, and the traits that a game
//!   implements: [`Position`](core::position::Position) (the rules),
//!   [`Tactics`](core::tactics::Tactics) (estimates for the search),
//!   [`Forcing`](core::forcing::Forcing) (threats for the mate solver) and
//!   [`Evaluation`](core::evaluation::Evaluation).
//! - [`notation`]: SFEN, USI moves, game records, and their errors.
//! - [`games`]: two rule families, each generic over the game, a zero-sized value; their
//!   evaluations (HCE and NNUE); the list of variants.
//! - [`search`]: principal variation search, generic over position and evaluation.
//! - [`mate`]: proof-number search (df-pn) for forced wins.
//! - [`tablebase`]: retrograde analysis, tablebase files, probing.
//! - [`engine`]: game states, sessions, strength reduction, benchmark.
//!
//! # Features
//!
//! - `networks` (default): includes the NNUE networks (5 MB). Without them, games use the
//!   hand-crafted evaluation unless a network file is loaded.
//! - `endgames` (default): includes the exceptions of the endgame tablebases of Hasami games
//!   (1.4 MB). Without them, a session can take them from memory.
//! - `tunable`: makes search parameters changeable at run time. Slows the search.
//!
//! # WebAssembly
//!
//! The crate runs on `wasm32-unknown-unknown`. There are no threads, so that
//! [`Session::go`](engine::session::Session::go) returns after the search. The module imports
//! two functions from `kawari`: `now`, a monotonic clock in milliseconds, and `signal`, which
//! returns 1 to stop the running search, 2 after a ponder hit, or else 0. Proofs and long lines
//! need a stack of 4 MiB (`-C link-arg=-zstack-size=4194304`).
//!
//! # Processors
//!
//! On x86-64, the crate detects POPCNT at run time. A build with
//! `-C target-cpu=x86-64-v2` or later needs no detection and is slightly faster.

#![allow(
    rustdoc::private_intra_doc_links,
    reason = "links to private modules are for readers of the source"
)]

pub mod core;
pub mod engine;
pub mod games;
pub mod mate;
pub mod notation;
pub mod search;
pub mod tablebase;

/// Runs the Rust examples in `docs/how-to/library.md`.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/how-to/library.md")]
struct LibraryExamples;
