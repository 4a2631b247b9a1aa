//! Games with drops: captured pieces change sides, and come back from the hand.
//!
//! [`DropPosition`](position::DropPosition) plays every game whose page of data
//! implements [`DropRules`](rules::DropRules): the board, the pieces in Betza's
//! notation, how they promote or flip, what may be dropped, how the game ends.
//! A new game is one such page and one line in the registry.

mod attacks;
pub mod betza;
pub mod drop_move;
pub mod eval;
mod exchange;
pub mod hajiku;
pub mod kind;
mod legality;
mod mate;
mod movegen;
mod notation;
pub mod position;
mod record;
pub mod rules;
pub mod tables;
mod terms;
pub mod weights;
pub mod yari;
