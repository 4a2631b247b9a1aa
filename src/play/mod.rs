//! `kawari play`: games in a terminal, against the engine, between two people, or of the
//! engine against itself; and puzzles.
//!
//! - [`game`]: the game in progress and the effects of the commands.
//! - [`command`]: parsing of the commands.
//! - [`board`]: a position as a grid of squares, and the squares that a move changes.
//! - [`board_drawing`]: drawing of the board.
//! - [`piece_style`]: names of the pieces, in letters or kanji.
//! - [`human_sides`]: the sides that people play.
//! - [`move_input`]: parsing of moves, with helpful error messages.
//! - [`move_list`]: the list of legal moves.
//! - [`puzzles`]: `kawari play --puzzles`.
//! - [`mod@file`]: saving and loading of games.
//! - [`console`]: line input from a terminal or a pipe.

pub mod board;
pub mod board_drawing;
pub mod command;
pub mod console;
pub mod file;
pub mod game;
pub mod human_sides;
pub mod move_input;
pub mod move_list;
pub mod piece_style;
pub mod puzzles;

use std::io::Write;
use std::time::Duration;

use self::console::Console;
use self::game::TerminalGame;
use self::human_sides::HumanSides;
use self::piece_style::PieceStyle;
use self::puzzles::PuzzleTrainer;
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;
use kawari_lab::puzzles::Puzzle;

/// Options of `kawari play`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayConfig {
    /// Game variant.
    pub variant: Variant,
    /// Handicap, if any.
    pub handicap: Option<String>,
    /// The engine's level.
    pub level: Level,
    /// Sides that people play.
    pub players: HumanSides,
    /// Time per move at the highest level. The other levels search a fixed number of nodes.
    pub time: Duration,
    /// Seed of the random choices at the lower levels.
    pub seed: u64,
    /// Piece style.
    pub pieces: PieceStyle,
    /// Whether to use colours.
    pub colours: bool,
}

/// Plays until the player quits or the input ends.
///
/// # Errors
/// Returns an error if the input cannot be read, if the output cannot be written, if memory
/// for the engine cannot be allocated, or if the game has no such handicap.
pub fn run(
    config: PlayConfig,
    console: &mut dyn Console,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    TerminalGame::new(config, console, output)?.play()
}

/// Shows puzzles until the player quits or the input ends.
///
/// # Errors
/// Returns an error if the input cannot be read, if the output cannot be written, if memory
/// for the engine cannot be allocated, or if a puzzle is invalid.
pub fn run_puzzles(
    config: PlayConfig,
    puzzles: Vec<Puzzle>,
    console: &mut dyn Console,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    PuzzleTrainer::new(config, puzzles, console, output)?.run()
}
