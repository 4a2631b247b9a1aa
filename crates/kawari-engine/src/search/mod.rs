//! Alpha-beta search (principal variation search) over any
//! [`Position`](crate::core::position::Position), independent of the game and the notation.
//!
//! - [`root`]: iterative deepening, aspiration windows, MultiPV.
//! - `alpha_beta`: inner nodes: TT cutoff, razoring, reverse futility pruning, null move
//!   pruning, ProbCut, PVS.
//! - `search_moves`: the move loop: late move pruning, futility pruning, SEE pruning,
//!   singular extensions, late move reductions (LMR).
//! - `quiescence`: quiescence search.
//! - `tablebase_probe`: tablebase probes at the root and in the tree.
//! - [`search_thread`]: the state of a search thread, with the search stack.
//! - [`shared`]: data shared by the threads of one search (Lazy SMP).
//! - `node`: nodes and node types.
//! - `move_picker`: staged move generation and move ordering.
//! - `heuristics`: killer moves, history, continuation history, correction history.
//! - [`transposition_table`]: the transposition table (TT).
//! - `pv_table`: the triangular PV table.
//! - [`params`]: search parameters.
//! - [`limits`] and [`time_manager`]: search limits and time management.

mod alpha_beta;
mod heuristics;
pub mod limits;
mod move_picker;
mod node;
pub mod params;
mod pv_table;
mod quiescence;
pub mod root;
mod search_moves;
pub mod search_thread;
pub mod shared;
pub(crate) mod tablebase_probe;
pub mod time_manager;
pub mod transposition_table;
