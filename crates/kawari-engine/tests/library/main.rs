//! Tests of the engine library. `tests/program` has those of the built program.
//!
//! - `engine`: sessions and game states as a program uses them.
//! - `games`: the list of variants and their data files.
//! - `golden`: positions, moves, results and counts in the files of
//!   `tests/golden`, `tests/legal` and `tests/perft`.
//! - `openings`: the built-in opening books and the names of openings.
//! - `properties`: properties of all positions of all variants, on random games.
//! - `layers`: which module may use which.
//! - `loaded`: games from files.
//! - `material`: a variant without weights.
//! - `network`: random networks in every variant.
//! - `rules`: a test for each sentence of the rules.
//! - `strength`: the playing levels.
//! - `tables`: tablebases.
//! - `weights`: the weights of the hand-crafted evaluations.
//! - `wins`: forced wins that the search must find.
//!
//! They are one binary, because each would compile its own copy of every variant.

mod engine;
mod games;
mod golden;
mod layers;
mod loaded;
mod material;
mod network;
mod openings;
mod properties;
mod rules;
mod strength;
mod tables;
mod weights;
mod wins;
