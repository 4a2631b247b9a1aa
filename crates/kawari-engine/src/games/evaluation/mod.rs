//! What the evaluations of all families share. They stand above the rules: a family's
//! own are in its folder `evaluation`, and no file of rules knows of them.
//!
//! - [`material`]: what a game has until there is something better.
//! - [`linear`]: sums of weights, as searches and tuners see them.
//! - [`nnue`]: learned evaluation.
//! - [`weights`]: tables of weights, in source files and in [files](weights::file) that
//!   are read at run time.

pub mod linear;
pub mod material;
pub mod nnue;
pub mod weights;

use self::linear::Tuning;
use self::weights::file::EvalFileError;
use crate::core::evaluation::Evaluation;
use crate::core::position::Position;
use crate::games::GameInfo;

/// The largest file with an evaluation that is read, in bytes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// An evaluation that a game can be registered with.
pub trait GameEvaluation<P: Position>: Evaluation<P> + Sized {
    /// The one of terms written by hand, with the weights that are built in.
    fn hand_crafted() -> Self;

    /// The one that a file with these bytes holds, if it is for the game.
    ///
    /// # Errors
    /// An [`EvalFileError`] that names what is wrong.
    fn read(file: &[u8], info: &'static GameInfo) -> Result<Self, EvalFileError>;

    /// What it is, in a few words.
    fn description(&self) -> String;

    /// A number that changes with its weights: what learned from what they miss is of no
    /// use beside others.
    fn checksum(&self) -> u64;

    /// How it can be fitted to games, if it can.
    fn tuning(self) -> Option<Tuning<P>>;
}
