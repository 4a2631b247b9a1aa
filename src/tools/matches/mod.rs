//! Games between engines, with Kawari's rules as the referee.
//!
//! - [`player`]: who plays, as the command line says it;
//! - [`schedule`]: who meets whom with which opening and colours;
//! - [`engine`], [`reply`]: a player's program as a process, and what it says;
//! - [`seat`]: the conversation with it; [`pinning`]: where it runs;
//! - [`clock`]: a player's time; [`faults`]: what it does wrong;
//! - [`adjudication`]: when a game is called off.

pub mod adjudication;
pub mod clock;
pub mod engine;
pub mod faults;
pub mod pinning;
pub mod player;
pub mod reply;
pub mod schedule;
pub mod seat;
