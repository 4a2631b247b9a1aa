//! USI sessions.

mod flow;
mod fuzz;
mod robustness;
mod scripts;
