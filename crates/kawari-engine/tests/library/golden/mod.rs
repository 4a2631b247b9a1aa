//! What independent programs agree on, or people have checked, as data files.

mod cases;
mod legal;
mod perft;
