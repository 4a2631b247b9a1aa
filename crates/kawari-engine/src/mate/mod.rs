//! The mate solver: proves that one side wins by threats alone, or that it cannot.
//!
//! It stands beside [`dfpn`](crate::search), knows no text and no game, and guesses
//! nothing: what it says of a position is so. A mate is given by checks in the games with
//! a General or King; in the games of five in a row every move wins or threatens to win
//! with the next one. The defender may answer as it likes.
//!
//! - [`graph`]: positions and the moves between them, all that is compiled for each game.
//! - [`dfpn`]: df-pn, with the lengths of mates, repetition and hands.
//! - [`proof_table`]: what is known of positions.
//! - [`solver`]: a question, its answer, and the second pass that shortens the line.
//! - [`proof`]: the whole proof, for those who want to check it.

pub mod dfpn;
pub mod graph;
pub mod proof;
pub(crate) mod proof_table;
pub mod solver;

pub use proof_table::ProofTableAllocationError;
