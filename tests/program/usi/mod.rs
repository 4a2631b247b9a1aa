//! Conversations in USI.

mod flow;
mod robustness;
mod scripts;
