//! Principal variation search over any [`Position`](crate::core::position::Position);
//! knows no text and no game.
//!
//! - [`worker`]: one thread's search of the tree: its [`root`], with iterative
//!   deepening, aspiration windows and several principal variations; its inner
//!   nodes, in [`alpha_beta`] and [`expand`]; [`quiescence`] below the leaves.
//! - [`node`]: what a node is.
//! - [`control`]: what the threads of one search share: table, stop flag, clock.
//! - [`picker`], [`heuristics`]: the order of moves.
//! - [`table`], [`timer`], [`limits`], [`params`], [`pv`]: what their names say.

pub mod alpha_beta;
pub mod control;
pub mod expand;
pub mod heuristics;
pub mod limits;
pub mod node;
pub mod params;
pub mod picker;
pub mod pv;
pub mod quiescence;
pub mod root;
pub mod table;
pub mod tabulated;
pub mod timer;
pub mod worker;
