//! The games: two rule families, their evaluations, and the registry.
//!
//! Each game is a folder inside its family, such as `drop/yari`. Its `game.rs` declares the
//! rules ([`drop::DropRules`] or [`hasami::HasamiRules`]) and everything else that depends
//! on the game ([`Game`]). The other files are data:
//!
//! | file | content |
//! |---|---|
//! | `weights.txt` | weights of the hand-crafted evaluation, written by `kawari tune` |
//! | `default.network` | the built-in NNUE, written by `kawari train` |
//! | `endgames.exceptions` | the built-in [exceptions](crate::tablebase) of the tablebase |
//! | `openings.book` | opening book for matches, written by `kawari book` |
//! | `problems.jsonl` | mate problems |
//! | `pictures` | pictures of the pieces on the page of `kawari board` |
//! | `rules.ts` | rules with diagrams on that page |
//!
//! The build script lists the folders, so that a new game needs no other change.
//!
//! Rules do not use evaluations. Those are in the folder `evaluation` of each family and
//! in [`evaluation`]. The registry, [`variants`], assigns one to each game.

pub mod drop;
pub mod evaluation;
pub mod hasami;
mod info;
pub mod variants;

pub use info::{
    GameFiles, GameInfo, LevelTable, PictureSets, PieceName, REDUCED_LEVELS, XboardInfo,
};

use crate::core::forcing::Forcing;
use crate::core::tactics::Tactics;
use crate::notation::Notation;

/// A game: its rules and its data.
pub trait Game: Send + Sync + 'static {
    /// Position type, which implements the rules.
    type Position: Notation + Tactics + Forcing;
    /// Names, board, start position, levels, pieces.
    const INFO: GameInfo;
    /// Data files that are compiled in.
    const FILES: GameFiles;
}

/// Includes the game's network, or nothing if the feature `networks` is off.
macro_rules! include_network {
    ($file:literal) => {{
        #[cfg(feature = "networks")]
        const NETWORK: Option<&[u8]> = Some(include_bytes!($file));
        #[cfg(not(feature = "networks"))]
        const NETWORK: Option<&[u8]> = None;
        NETWORK
    }};
}
use include_network;
