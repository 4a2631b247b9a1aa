//! Laws that every position of every game keeps, tried on random games.
//!
//! The random numbers are seeded: a run that fails fails again. Where debug
//! assertions are on, as in the test profile, every position also checks itself
//! after each move.

mod evaluation;
mod moves;
mod parts;
mod symmetry;
mod text;
mod walk;

pub use symmetry::{mirrored, rotated};
