//! `kawari play`: a game at a terminal, against the engine, between two people, or of
//! the engine with itself.
//!
//! - [`game`]: the game in progress, and what each command does.
//! - [`command`]: the words that are typed.
//! - [`board`]: a position as a grid of squares, and what a move has changed.
//! - [`board_drawing`]: the board in letters or kanji, with colours where there are any.
//! - [`piece_style`]: how a piece is written.
//! - [`human_sides`]: which sides people play.
//! - [`move_input`]: why a move cannot be made, and what was meant by a word.
//! - [`mod@file`]: games saved and loaded.
//! - [`console`]: where lines come from: a terminal with an editor, or a pipe.

pub mod board;
pub mod board_drawing;
pub mod command;
pub mod console;
pub mod file;
pub mod game;
pub mod human_sides;
pub mod move_input;
pub mod piece_style;

use std::io::Write;
use std::time::Duration;

use self::console::Console;
use self::game::TerminalGame;
use self::human_sides::HumanSides;
use self::piece_style::PieceStyle;
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

/// How a game is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayConfig {
    /// The game.
    pub variant: Variant,
    /// The handicap that it starts with, if any.
    pub handicap: Option<String>,
    /// How well the engine plays.
    pub level: Level,
    /// Which sides people play.
    pub players: HumanSides,
    /// What the engine may think at the highest level; the others search a fixed number
    /// of positions.
    pub time: Duration,
    /// What is random in the play of the levels is a function of this.
    pub seed: u64,
    /// How pieces are shown.
    pub pieces: PieceStyle,
    /// Whether there are colours.
    pub colours: bool,
}

/// Plays until the input ends or is told to.
///
/// # Errors
/// When the input cannot be read or the output not be written, there is no memory for
/// the engine, or the game has no such handicap.
pub fn run(
    config: PlayConfig,
    console: &mut dyn Console,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    TerminalGame::new(config, console, output)?.play()
}
