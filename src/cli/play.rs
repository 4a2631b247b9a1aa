//! The options of `kawari play`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::ValueEnum;

use crate::play::console::{Console, PlainInput, Terminal};
use crate::play::human_sides::HumanSides;
use crate::play::piece_style::PieceStyle;
use crate::play::{self, PlayConfig};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;
use kawari_lab::puzzles::{self, Puzzle};

use super::value_parsers;

/// Play a game against Kawari at the terminal, or solve puzzles
///
/// Enter moves in USI (9i9e) or in written notation (9i-9e); `help` lists the commands. Ctrl-C
/// makes Kawari move immediately, Ctrl-D quits.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Playing level of Kawari, from 1 (beginner) to 8 (master), or difficulty of the first puzzle
    #[arg(long, default_value_t = Level::DEFAULT_OPPONENT, value_parser = value_parsers::levels(), hide_possible_values = true)]
    level: Level,
    /// Side that you play: black, white, both or none
    #[arg(long, default_value_t, value_parser = value_parsers::sides(), hide_possible_values = true)]
    side: HumanSides,
    /// Handicap to start with; `kawari rules VARIANT` lists them
    #[arg(long, value_name = "NAME")]
    handicap: Option<String>,
    /// Seconds per move of Kawari at level 8
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time: u64,
    /// Piece style: letters or kanji
    #[arg(long, default_value_t, value_parser = value_parsers::pieces(), hide_possible_values = true)]
    pieces: PieceStyle,
    /// Solve puzzles: the built-in ones, or those of a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["side", "handicap", "time"])]
    puzzles: Option<Option<PathBuf>>,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    color: Colours,
    /// Seed of the random choices at levels 1 to 7 and of the order of puzzles [default: random]
    #[arg(long)]
    seed: Option<u64>,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Colours {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colours {
    fn is_enabled(self) -> bool {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
            }
        }
    }
}

impl PlayArgs {
    /// Plays a game or shows puzzles.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, the output cannot be written, the variant has
    /// no such handicap, or the puzzles cannot be read.
    pub fn run(self, output: &mut impl Write) -> anyhow::Result<()> {
        let config = PlayConfig {
            variant: self.variant,
            handicap: self.handicap,
            level: self.level,
            players: self.side,
            time: Duration::from_secs(self.time),
            seed: self.seed.unwrap_or_else(|| fastrand::u64(..)),
            pieces: self.pieces,
            colours: self.color.is_enabled(),
        };
        let mut console: Box<dyn Console> =
            if io::stdin().is_terminal() && io::stdout().is_terminal() {
                Box::new(Terminal::open()?)
            } else {
                Box::new(PlainInput(io::stdin().lock()))
            };
        match self.puzzles {
            Some(file) => {
                let puzzles = puzzles_of(config.variant, file.as_deref())?;
                play::run_puzzles(config, puzzles, &mut *console, output)
            }
            None => play::run(config, &mut *console, output),
        }
    }
}

/// Returns the puzzles of a game: those of a file, or the built-in ones.
fn puzzles_of(variant: Variant, file: Option<&Path>) -> anyhow::Result<Vec<Puzzle>> {
    let mut found = match file {
        Some(path) => puzzles::read(path)?,
        None => builtin_puzzles(variant)?,
    };
    found.retain(|puzzle| puzzle.variant.parse::<Variant>().is_ok_and(|named| named == variant));
    ensure!(!found.is_empty(), "there are no puzzles for {variant}");
    for puzzle in &found {
        puzzles::check_fields(puzzle).with_context(|| format!("puzzle {}", puzzle.id))?;
    }
    Ok(found)
}

/// Returns the puzzles of the board page; none for a game from a file.
#[cfg(feature = "board")]
fn builtin_puzzles(variant: Variant) -> anyhow::Result<Vec<Puzzle>> {
    puzzles::parse(kawari_board::puzzles(variant).unwrap_or_default())
}

/// Returns an error: the puzzles are files of the board page.
#[cfg(not(feature = "board"))]
fn builtin_puzzles(_: Variant) -> anyhow::Result<Vec<Puzzle>> {
    anyhow::bail!("this build has no puzzles (feature `board`), expected --puzzles=FILE")
}
