//! Code shared by the evaluations of all families. The hand-crafted evaluation of a family
//! is in the family's folder `evaluation`; the rules do not depend on it.
//!
//! - [`material`]: evaluation by material.
//! - [`linear`]: evaluations that are sums of weights, for searches and the tuner.
//! - [`nnue`]: neural networks.
//! - [`weights`]: weight tables and their [file format](weights::file).

pub mod linear;
pub mod material;
pub mod nnue;
pub mod weights;

use self::linear::Tuning;
use self::weights::file::EvalFileError;
use crate::core::evaluation::Evaluation;
use crate::games::Game;

/// Size limit of evaluation files, in bytes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// An evaluation of a game, built in or read from a file.
pub trait GameEvaluation<G: Game>: Evaluation<G::Position> + Sized {
    /// Creates the hand-crafted evaluation with its built-in weights.
    fn hand_crafted(game: G) -> Self;

    /// Parses an evaluation file of the game.
    ///
    /// # Errors
    /// Returns [`EvalFileError`] if the file is invalid or for another game.
    fn read(game: G, file: &[u8]) -> Result<Self, EvalFileError>;

    /// Returns a short description, such as `hand-crafted`.
    fn description(&self) -> String;

    /// Returns a checksum of the hand-crafted weights. A network that was trained on top of
    /// them does not work with other weights.
    fn checksum(&self) -> u64;

    /// Returns the tuner's view of the default weights of the family; `None` if the family has
    /// none.
    fn default_tuning(_game: G) -> Option<Tuning<G::Position>> {
        None
    }

    /// Returns the tuner's view of the evaluation; `None` if it has no weights.
    fn tuning(self) -> Option<Tuning<G::Position>>;
}
