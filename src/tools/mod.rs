//! What the command line offers besides the protocol. Every tool writes its
//! answer to an output that it is given.

pub mod bench;
pub mod perft;
pub mod rules;
