//! The Hasami family: men of one kind that move like Rooks and capture by enclosing enemy
//! men between two of their own.
//!
//! The games share one position type, [`HasamiPosition`], generic over [`HasamiRules`]:
//! a type with a [`RuleTable`], which defines movement, captures and goals.
//!
//! All modules implement rules except `tactics` (heuristics for the search) and
//! [`evaluation`], which depends on both.

// The modules of the games, their rules, and the test macro `in_every_game!`.
include!(concat!(env!("OUT_DIR"), "/hasami.rs"));

mod capture;
mod definition;
mod endgame;
pub(crate) mod evaluation;
mod forcing;
mod game_info;
mod goal;
mod illegal_reason;
mod line_patterns;
mod movegen;
mod moves;
mod notation;
mod position;
mod rows;
mod rules;
mod tactics;
#[cfg(test)]
mod tests;

pub use definition::{DefinitionError, LoadedHasami};
pub use endgame::built_in_endgame_rules;
pub(crate) use game_info::{MAN, PICTURES};
pub use line_patterns::{HasamiBoard, LinePatterns};
pub use moves::HasamiMove;
pub use position::HasamiPosition;
pub use rules::{Corners, HasamiRules, RuleSet, RuleTable};
