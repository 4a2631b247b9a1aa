//! Games with drops: a captured piece changes sides and can be dropped from the hand.
//!
//! [`DropPosition`] is generic over [`DropRules`], a value with the rules as a [`RuleTable`]:
//! the board, the pieces in Betza notation, promotion and flips, drop restrictions and the
//! end of the game. Each game is a folder with a `game.rs` and a `game.toml`; the build script
//! lists the folders and implements `DropRules`.
//!
//! All modules implement rules except `tactics` (heuristics for the search) and
//! [`evaluation`], which depends on both.

// The modules of the games, their rules, and the test macro `in_every_game!`.
include!(concat!(env!("OUT_DIR"), "/drop.rs"));

mod attack_tables;
mod attacks;
mod betza;
mod definition;
pub(crate) mod evaluation;
mod forcing;
mod goals;
mod illegal_reason;
mod impasse;
mod irregular;
mod kind;
mod legality;
mod loaded_attacks;
mod move_details;
mod move_record;
mod movegen;
mod moves;
mod notation;
mod piece_rules;
mod placement;
mod position;
mod position_defects;
mod rule_set;
mod rules;
mod tactics;

pub use definition::{DropDefinitionError, LoadedDrop};
pub use kind::{Hand, Kind};
pub use moves::{DropMove, Origin};
pub use position::DropPosition;
pub use rules::{
    DeclarationRule, DropRules, ImpasseRule, ImpasseVerdict, PieceRule, PieceSides, PieceValues,
    RuleSet, RuleTable,
};
