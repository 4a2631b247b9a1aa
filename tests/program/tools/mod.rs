//! The commands that work through positions and games.

mod analyse;
mod book;
mod cli;
#[cfg(unix)]
mod completions;
mod convert;
mod draw;
mod levels;
mod loaded;
mod mate;
mod network;
mod parts;
mod play;
mod play_puzzles;
mod puzzles;
mod rules;
mod selfplay;
mod tables;
mod train;
mod tune;
