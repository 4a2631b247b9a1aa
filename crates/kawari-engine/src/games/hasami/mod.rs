//! The Hasami family: men of one kind that move like Rooks and capture by enclosing enemy
//! men between two of their own.
//!
//! Nine games share one position type, [`HasamiPosition`], generic over [`HasamiRules`]:
//! a zero-sized marker type whose constants define movement, captures and goals.
//!
//! All modules implement rules except `tactics` (heuristics for the search) and
//! [`evaluation`], which depends on both.

mod capture;
mod classic;
mod endgame;
pub(crate) mod evaluation;
mod five;
mod forcing;
mod game_info;
mod goal;
mod mak_yek;
mod movegen;
mod moves;
mod notation;
mod position;
mod rows;
mod rules;
mod tactics;
#[cfg(test)]
mod tests;

pub use classic::{Hasami, HasamiChess, HasamiJsa, HasamiNocorner};
pub use five::{DaiHasami, HasamiBrainking, HasamiFive, HasamiLudos};
pub use mak_yek::MakYek;
pub use moves::HasamiMove;
pub use position::HasamiPosition;
pub use rules::{Corners, HasamiRules};
