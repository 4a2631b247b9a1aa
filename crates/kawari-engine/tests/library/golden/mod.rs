//! Tests against data that independent programs agree on or people have checked.

mod cases;
mod legal;
mod perft;
