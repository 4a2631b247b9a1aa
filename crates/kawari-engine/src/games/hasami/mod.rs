//! The Hasami family: men of one kind that slide like Rooks and capture by
//! sandwiching.
//!
//! Nine games share one position type, [`HasamiPosition`], generic over a
//! [`HasamiRules`]: a zero-sized marker whose constants say how men move, what is
//! captured and what wins.
//!
//! Everything here is rules, but for `tactics`, what the search may guess, and
//! [`evaluation`], which stands above both.

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
pub use rules::{Corners, DerivedRules, HasamiRules};
