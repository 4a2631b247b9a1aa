//! The games as a program meets them that links the library. What the built
//! program says is in `tests/program`.
//!
//! - `engine`: sessions and lines as a program uses them.
//! - `fuzz`: what holds whatever bytes come in, on the seeds of `tests/fuzz`.
//! - `games`: how a test finds the games in the registry, and their data.
//! - `golden`: positions, moves, results and counts in the files of
//!   `tests/golden`, `tests/legal` and `tests/perft`.
//! - `laws`: what is true of every position of every game, on random games.
//! - `layers`: which module may use which.
//! - `mate`: the mate solver against a count of everything, and on problems.
//! - `material`: what a game plays by until it has weights.
//! - `network`: networks that nobody has trained, in every game.
//! - `pictures`: what the rules of the board page show.
//! - `rules`: each sentence of the rules at work on a board.
//! - `strength`: the levels for people.
//! - `tables`: endgames of few men, made, kept and played.
//! - `version`: where the commit is found that `kawari --version` tells.
//! - `weights`: what judges without a network, and how it is written down.
//! - `wins`: a won game is won by the search.
//!
//! One binary holds them all: each of them would compile its part of every game
//! again.

mod engine;
mod games;
mod golden;
mod laws;
mod layers;
mod material;
mod network;
mod rules;
mod strength;
mod tables;
mod weights;
mod wins;
