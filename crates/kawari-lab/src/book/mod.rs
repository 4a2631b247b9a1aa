//! `kawari book`: random openings for matches, and opening books that the engine plays from.

pub mod edit;
mod graph;
pub mod grow;
pub mod make;
