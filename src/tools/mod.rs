//! What the command line offers besides the protocol.
//!
//! - [`bench`], [`perft`], [`rules`]: each writes its answer to an output that it is
//!   given.
//! - [`openings`]: where games start, at random or from a book.
//! - [`position_line`]: a position as a line of text, in every form that a tool reads.
//! - [`findings`]: a search put to a session, and all that it has found.
//! - [`journal`]: an append-only log of JSON lines that can be taken up again.

pub mod bench;
pub mod findings;
pub mod journal;
pub mod openings;
pub mod perft;
pub mod position_line;
pub mod rules;
