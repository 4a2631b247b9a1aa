//! Endgame tablebases: the value of every position with few men, computed by retrograde
//! analysis.
//!
//! A *class* consists of the positions with given numbers of men of the side to move and of
//! the opponent, such as 3 against 2. The modules work with any game that implements
//! [`EndgameRules`](crate::core::endgame::EndgameRules).
//!
//! - [`index`]: bijection between the positions of a class and numbers.
//! - [`value`]: the two metrics, and values in one byte.
//! - [`solve`]: retrograde analysis of a class.
//! - [`verify`]: checks every value against the values after its moves.
//! - [`statistics`]: counts of wins, draws and losses, and the longest win.
//! - [`file`](mod@file): a class on disk, in compressed blocks that are read on demand.
//! - [`partial_solve`]: an unfinished class on disk.
//! - [`exceptions`]: the few positions that are not drawn, built into the program.
//! - [`probe`]: lookup in tablebase files and exceptions.

mod class_values;
pub mod exceptions;
pub mod file;
pub mod index;
pub mod partial_solve;
pub mod probe;
pub mod solve;
pub mod statistics;
pub mod value;
pub mod verify;
