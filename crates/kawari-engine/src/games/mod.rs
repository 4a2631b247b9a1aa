//! The games: two rule families, their evaluations, and the registry.
//!
//! Each game is a folder inside its family, such as `drop/yari`. Its `game.toml` is the
//! definition of the game in the format of games from files ([`loaded`]), from which the build
//! script writes the rules ([`drop::DropRules`] or [`hasami::HasamiRules`]) and names as
//! constants. Its `game.rs` has what the definition does not state ([`BuiltInGame`]). The other
//! files are data:
//!
//! | file | content |
//! |---|---|
//! | `weights.txt` | weights of the hand-crafted evaluation, written by `kawari tune` |
//! | `default.network` | the built-in NNUE, written by `kawari train` |
//! | `endgames.exceptions` | the built-in [exceptions](crate::tablebase) of the tablebase |
//! | `openings.book` | opening book for matches, written by `kawari book` |
//! | `puzzles.jsonl` | puzzles |
//! | `pictures` | pictures of the pieces on the page of `kawari board` |
//! | `rules.ts` | rules with diagrams on that page |
//! | `lessons.ts` | lessons on that page |
//!
//! The build script lists the folders and reads the definitions, so that a new game needs no
//! other change.
//!
//! Rules do not use evaluations. Those are in the folder `evaluation` of each family and
//! in [`evaluation`]. The registry, [`variants`], assigns one to each game.

/// Data of the built-in games, which the build script writes from their definitions.
mod definitions {
    use super::{GameInfo, PieceName, RuleFamily};

    include!(concat!(env!("OUT_DIR"), "/definitions.rs"));
}
mod definition;
pub mod drop;
pub mod evaluation;
pub mod hasami;
mod info;
pub mod loaded;
pub mod variants;
mod xboard;

use std::fmt::Debug;

pub use info::{
    BlunderGuard, GameFiles, GameInfo, LevelTable, PictureSets, PieceName, REDUCED_LEVELS,
    RuleFamily, XboardInfo,
};

use crate::core::forcing::Forcing;
use crate::core::position::Position;
use crate::core::tactics::Tactics;
use crate::notation::Notation;
use crate::notation::error::SfenError;

/// A game: its rules and its data. The value selects the game; it is zero-sized for a
/// [`BuiltInGame`].
///
/// ```
/// use kawari_engine::core::position::Position;
/// use kawari_engine::games::Game;
/// use kawari_engine::games::drop::Minishogi;
///
/// assert_eq!(Minishogi.info().name, "minishogi");
/// let (position, move_number) = Minishogi.parse_sfen("rbsgk/4p/5/P4/KGSBR b - 1")?;
/// assert_eq!(position.key(), Minishogi.startpos().key());
/// assert_eq!(move_number, 1);
/// # Ok::<(), kawari_engine::notation::error::SfenError>(())
/// ```
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// Position type, which implements the rules.
    type Position: Position<Game = Self> + Notation + Tactics + Forcing;

    /// Returns names, board, start position, levels and pieces.
    fn info(self) -> &'static GameInfo;

    /// Returns the data files.
    fn files(self) -> GameFiles;

    /// Returns the start position.
    fn startpos(self) -> Self::Position {
        let start = self.parse_sfen(self.info().startpos);
        start.expect("the start position of a game is valid").0
    }

    /// Parses an SFEN. Returns the position and the number of the next move.
    ///
    /// # Errors
    /// Returns [`SfenError`] if the SFEN is invalid.
    fn parse_sfen(self, text: &str) -> Result<(Self::Position, u32), SfenError> {
        Self::Position::from_sfen(self, text)
    }
}

/// A game that is compiled in, as a unit struct with constants. Implements [`Game`].
pub trait BuiltInGame: Copy + Debug + Default + Send + Sync + 'static {
    /// Position type, which implements the rules.
    type Position: Position<Game = Self> + Notation + Tactics + Forcing;
    /// Names, board, start position, levels, pieces.
    const INFO: GameInfo;
    /// Data files that are compiled in.
    const FILES: GameFiles;
}

impl<G: BuiltInGame> Game for G {
    type Position = <G as BuiltInGame>::Position;

    #[inline]
    fn info(self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn files(self) -> GameFiles {
        G::FILES
    }
}

/// Includes a data file of a game, or nothing if its feature is off.
macro_rules! include_if {
    ($feature:literal, $file:literal) => {{
        #[cfg(feature = $feature)]
        const FILE: Option<&[u8]> = Some(include_bytes!($file));
        #[cfg(not(feature = $feature))]
        const FILE: Option<&[u8]> = None;
        FILE
    }};
}
use include_if;
