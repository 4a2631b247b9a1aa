//! The Hasami family: men of one kind that slide like Rooks and capture by
//! sandwiching.
//!
//! Nine games share one position type, [`HasamiPosition`], generic over a
//! [`HasamiRules`]: a zero-sized marker whose constants say how men move, what is
//! captured and what wins.

mod capture;
mod classic;
mod eval;
mod five;
mod goal;
mod lines;
mod mak_yek;
mod movegen;
mod moves;
mod notation;
mod position;
mod rows;
mod rules;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use classic::{Hasami, HasamiChess, HasamiJsa, HasamiNocorner};
pub use eval::HasamiEval;
pub use five::{DaiHasami, HasamiBrainking, HasamiFive, HasamiLudos};
pub use mak_yek::MakYek;
pub use moves::HasamiMove;
pub use position::HasamiPosition;
pub use rules::{Corners, HasamiRules};
