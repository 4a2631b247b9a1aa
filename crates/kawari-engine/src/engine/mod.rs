//! The engine behind the protocol: games in progress, searches on threads of
//! their own, and what they report.

pub mod bench;
pub mod findings;
pub mod line;
pub mod mate;
pub mod probe;
pub mod report;
pub mod session;
pub mod strength;
pub mod tables;
pub mod threads;
