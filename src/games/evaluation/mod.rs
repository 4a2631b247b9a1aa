//! What the evaluations of all families share. They stand above the rules: a family's
//! own are in its folder `evaluation`, and no file of rules knows of them.
//!
//! - [`material`]: what a game has until there is something better.
//! - [`linear`]: sums of weights, as searches and tuners see them.
//! - [`weights`]: tables of weights, in source files and in [files](weights::file) that
//!   are read at run time.

pub mod linear;
pub mod material;
pub mod weights;

use self::linear::Tuning;
use self::weights::file::EvalFileError;
use crate::core::evaluation::Evaluation;
use crate::core::position::Position;

/// An evaluation that a game can be registered with.
pub trait GameEvaluation<P: Position>: Evaluation<P> + Sized {
    /// The one that needs no file.
    fn built_in() -> Self;

    /// The one that a file with these bytes holds.
    ///
    /// # Errors
    /// An [`EvalFileError`] that names what is wrong.
    fn read(file: &[u8]) -> Result<Self, EvalFileError>;

    /// How it can be fitted to games, if it can.
    fn tuning(self) -> Option<Tuning<P>>;
}
