//! The options of `kawari play`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::ValueEnum;

use crate::play::console::{Console, PlainInput, Terminal};
use crate::play::human_sides::HumanSides;
use crate::play::piece_style::PieceStyle;
use crate::play::{self, PlayConfig};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

use super::value_parsers;

/// Plays a game with you at the terminal
///
/// Moves are typed in USI (9i9e) or as records write them (9i-9e); `help` lists the
/// commands. Ctrl-C has Kawari move at once, Ctrl-D leaves.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayArgs {
    /// The game, as `kawari variants` names it
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// How well Kawari plays, from 1 to 8
    #[arg(long, default_value_t = Level::BEGINNER, value_parser = value_parsers::levels(), hide_possible_values = true)]
    level: Level,
    /// Who you are: black, white, both or none
    #[arg(long, default_value_t, value_parser = value_parsers::sides(), hide_possible_values = true)]
    side: HumanSides,
    /// Begin with this handicap; `kawari rules` lists those of a game
    #[arg(long, value_name = "NAME")]
    handicap: Option<String>,
    /// Seconds that Kawari thinks for a move at level 8
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time: u64,
    /// Pieces in letters or kanji
    #[arg(long, default_value_t, value_parser = value_parsers::pieces(), hide_possible_values = true)]
    pieces: PieceStyle,
    /// Colours; by default on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t)]
    color: Colours,
    /// Seed of what is random at levels 1 to 7: the same one plays the same; another
    /// each time if absent
    #[arg(long)]
    seed: Option<u64>,
}

/// When there are colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Colours {
    /// On a terminal that wants them.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl Colours {
    fn are_wanted(self) -> bool {
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
    /// Plays.
    ///
    /// # Errors
    /// When the input cannot be read or the output not be written, or the game has no
    /// such handicap.
    pub fn run(self, output: &mut impl Write) -> anyhow::Result<()> {
        let config = PlayConfig {
            variant: self.variant,
            handicap: self.handicap,
            level: self.level,
            players: self.side,
            time: Duration::from_secs(self.time),
            seed: self.seed.unwrap_or_else(|| fastrand::u64(..)),
            pieces: self.pieces,
            colours: self.color.are_wanted(),
        };
        let mut console: Box<dyn Console> =
            if io::stdin().is_terminal() && io::stdout().is_terminal() {
                Box::new(Terminal::open()?)
            } else {
                Box::new(PlainInput(io::stdin().lock()))
            };
        play::run(config, &mut *console, output)
    }
}
