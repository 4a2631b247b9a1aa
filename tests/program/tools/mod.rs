//! The commands that work through positions and games.

mod analyse;
mod book;
mod cli;
mod selfplay;
mod tune;
