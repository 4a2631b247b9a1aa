//! Commands that need nothing but the engine.

pub mod bench;
pub mod perft;
pub mod rules;
