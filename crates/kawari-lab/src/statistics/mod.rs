//! Match statistics: Elo differences with error bars, and the SPRT.
//!
//! Each opening is played twice with colours swapped, so the two games of a pair are not
//! independent. All statistics use the results of pairs, the *pentanomial* model. Statistics
//! of single games (trinomial) would give intervals that are too wide or too narrow.
//!
//! [`logistic`] is the exception: it relates the scores of positions to game results.

pub mod elo;
pub mod logistic;
pub mod pentanomial;
pub mod sprt;
pub mod stopped;

pub use elo::{Elo, NoEstimate, elo};
pub use pentanomial::Pentanomial;
pub use sprt::{EloModel, Hypothesis, Sprt};
pub use stopped::{StoppedElo, stopped_elo};
