//! The mate solver: proves that the side to move mates by threats alone, or that it cannot.
//!
//! It is independent of the notation and of the game, and its results are proofs. In games with a
//! General or King every attacker's move is a check (tsume shogi). In games of five in a row every
//! attacker's move wins or threatens to win with the next move, as in a victory by continuous fours
//! (VCF) in gomoku. The defender can play any legal move. Further passes also try quiet moves that
//! threaten a mate, and moves that a [`WinSearch`](graph::WinSearch) selects.
//!
//! - [`graph`]: positions and moves; the only part that is compiled for each game.
//! - [`control`]: limits and stops.
//! - [`dfpn`]: depth-first proof-number search (df-pn) with mate lengths, repetition and
//!   dominance of hands.
//! - `proof_table`: the transposition table of the proof-number search.
//! - `pv`: the principal variation of a proved mate.
//! - `quiet`: mates with quiet moves and with selected moves.
//! - [`proof`]: extraction of the complete proof, for independent verification.
//! - [`solver`]: query and answer, with the passes that shorten the mate.

pub mod control;
pub mod dfpn;
pub mod graph;
pub mod proof;
pub(crate) mod proof_table;
mod pv;
mod quiet;
pub mod solver;

pub use proof_table::ProofTableAllocationError;
