//! Principal variation search over any [`Position`](crate::core::position::Position);
//! knows no text and no game.
//!
//! - [`search_thread`]: one thread's search of the tree: its [`root`], with iterative
//!   deepening, aspiration windows and several principal variations; its inner
//!   nodes, in [`alpha_beta`] and [`search_moves`]; [`quiescence`] below the leaves.
//! - [`node`]: what a node is.
//! - [`shared`]: what the threads of one search share: table, stop flag, clock.
//! - [`move_picker`], [`heuristics`]: the order of moves.
//! - [`transposition_table`], [`time_manager`], [`limits`], [`params`], [`pv_table`]: what their names say.

pub(crate) mod alpha_beta;
pub(crate) mod heuristics;
pub mod limits;
pub(crate) mod move_picker;
pub(crate) mod node;
pub mod params;
pub(crate) mod pv_table;
pub(crate) mod quiescence;
pub mod root;
pub(crate) mod search_moves;
pub mod search_thread;
pub mod shared;
pub(crate) mod tablebase_probe;
pub mod time_manager;
pub mod transposition_table;
