//! Games between engines, with Kawari's rules as the referee.
//!
//! - [`player`]: who plays, as the command line says it;
//! - [`schedule`]: who meets whom with which opening and colours;
//! - [`clock`]: a player's time; [`faults`]: what it does wrong;
//! - [`adjudication`]: when a game is called off.

pub mod adjudication;
pub mod clock;
pub mod faults;
pub mod player;
pub mod schedule;
