//! Conversations in USI.

mod flow;
mod fuzz;
mod robustness;
mod scripts;
