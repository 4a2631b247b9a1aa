//! The parts of a definition that both families share.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::drop::DropDefinition;
use crate::hasami::HasamiDefinition;
use crate::section::section;

/// A validated definition of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameDefinition {
    /// Names, board and start.
    pub general: General,
    /// Rules of the family.
    pub family: Family,
}

/// The rules of a game, by family.
#[derive(Clone, PartialEq, Debug)]
pub enum Family {
    /// Games with captured pieces that are dropped, such as shogi.
    Drop(Box<DropDefinition>),
    /// Games with men of one kind, such as Hasami Shogi.
    Hasami(HasamiDefinition),
}

/// A family without its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FamilyName {
    Drop,
    Hasami,
}

impl FamilyName {
    /// Returns the value of the key `family`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Hasami => "hasami",
        }
    }
}

section! {
    /// The names, the board and the start of a game.
    General {
        /// Name for commands and options: lower-case letters, digits and hyphens.
        name: String = String::new(),
        /// Other accepted names.
        aliases: Vec<String> = Vec::new(),
        /// Name in the UCI dialect; the name itself if absent.
        uci_name: Option<String> = None,
        /// English title.
        title: String = String::new(),
        /// Japanese title.
        title_ja: Option<String> = None,
        /// Paragraphs of the rules in English; generated from the definition if empty.
        rules: Vec<String> = Vec::new(),
        /// Number of files, 3 to 11.
        files: u8 = 0,
        /// Number of ranks, 3 to 11; one of the two numbers is at least 4.
        ranks: u8 = 0,
        /// SFEN of the start position: pieces, side that moves first (`b` or `w`), pieces in
        /// hand, and move number.
        start: String = String::new(),
        /// File with the weights of the evaluation that `kawari tune` wrote, in the folder of
        /// this file.
        weights: Option<String> = None,
        /// File with the network that `kawari train` wrote, in the folder of this file.
        network: Option<String> = None,
        /// SFENs of the handicap positions, by name. Not inherited by a game with another
        /// start position.
        handicaps: IndexMap<String, String> = IndexMap::new(),
    }
}

section! {
    /// The rule for repeated positions.
    Repetition {
        /// Number of occurrences of a position (board, hands, side to move) that end the
        /// game: 2 to 9, or 0 for never. The start position is the first occurrence.
        occurrences: u8 = 4,
        /// Result of the game.
        result: RepetitionResult = RepetitionResult::Draw,
        /// True if a side that gave check with each of its moves since the first
        /// occurrence loses instead; if both sides did, `result` holds. Drop family only.
        perpetual_check_loses: bool = true,
    }
}

/// The result of a game that ends by repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RepetitionResult {
    /// A draw.
    Draw,
    /// Black loses.
    BlackLoses,
    /// White loses.
    WhiteLoses,
    /// The side whose move completed the repetition loses.
    MoverLoses,
}

/// A result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The side to move wins.
    Won,
    /// The side to move loses.
    Lost,
    /// A draw.
    Drawn,
}
