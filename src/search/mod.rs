//! Principal variation search over any [`Position`](crate::core::position::Position);
//! knows no text and no game.
//!
//! - [`worker`]: one thread's search of the tree; [`quiescence`] below its
//!   leaves, [`root`] above: iterative deepening, aspiration windows, several
//!   principal variations.
//! - [`control`]: what the threads of one search share: table, stop flag, clock.
//! - [`picker`], [`heuristics`]: the order of moves.
//! - [`table`], [`timer`], [`limits`], [`params`], [`pv`]: what their names say.

pub mod control;
pub mod heuristics;
pub mod limits;
pub mod params;
pub mod picker;
pub mod pv;
pub mod quiescence;
pub mod root;
pub mod table;
pub mod timer;
pub mod worker;
