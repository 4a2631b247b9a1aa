//! What the results of a match tell of the players' strength.
//!
//! Each opening is played twice with colours swapped, so the two games of a
//! pair are not independent; everything here is computed from the results of
//! pairs, the *pentanomial*. Games alone would give intervals that are too wide
//! or too narrow.
//!
//! [`logistic`] is apart: what the scores of positions tell of results.

pub mod elo;
pub mod logistic;
pub mod pentanomial;
pub mod sprt;
pub mod stopped;

pub use elo::{Elo, NoEstimate, elo};
pub use pentanomial::Pentanomial;
pub use sprt::{EloModel, Hypothesis, Sprt};
pub use stopped::{StoppedElo, stopped_elo};
