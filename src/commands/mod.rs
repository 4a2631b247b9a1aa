//! Commands that need only the engine: bench, perft, rules.

pub mod bench;
pub mod convert;
pub mod import;
pub mod perft;
pub mod rules;
