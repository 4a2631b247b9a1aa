//! Properties of all positions of all variants, checked on random games.
//!
//! The random numbers are seeded, so failures are reproducible. With debug assertions, as in
//! the test profile, every position also checks itself after each move.

mod evaluation;
mod moves;
mod parts;
mod symmetry;
mod text;
mod walk;

pub use symmetry::{mirrored, rotated};
