//! The options of `kawari rules`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::limits::{LAST_NUMBER, threads};
use super::value_parsers;
use crate::commands::import::{self, ImportConfig};
use crate::commands::rules;
use kawari_engine::games::loaded::{self, LoadError};
use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::rules_check::{self, CheckConfig};
use kawari_lab::rules_report::{self, ReportConfig};

/// Print the rules of a variant, list all variants, or measure the balance of variants
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct RulesArgs {
    #[command(subcommand)]
    tool: Option<RulesTool>,
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// Print the definition of the game, from which you can make your own game
    #[arg(long, requires = "variant")]
    toml: bool,
}

#[derive(Subcommand, Clone, Debug)]
enum RulesTool {
    /// Check a game: compare the engine with a slow implementation of the definition in random
    /// games, play games of the engine against itself, and print statistics of both
    ///
    /// A file that --variants loads is checked for errors first.
    Check {
        /// Variant, see `kawari variants`, or a file with a definition
        game: PathBuf,
        /// Number of random games
        #[arg(long, value_name = "COUNT", default_value_t = 100)]
        games: u64,
        /// Stop a random game after this many plies
        #[arg(long, value_name = "PLIES", default_value_t = 300)]
        max_moves: usize,
        /// Number of games of the engine against itself
        #[arg(long, value_name = "COUNT", default_value_t = 20)]
        engine_games: u64,
        /// Nodes per move in these games
        #[arg(long, value_name = "COUNT", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Seed of the random moves
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Translate games from Fairy-Stockfish's `variants.ini`, and list every key that has no
    /// translation
    Import {
        /// The file
        file: PathBuf,
        /// Names of the games to translate [default: all]
        names: Vec<String>,
        /// Write each definition to a new file NAME.toml in this folder
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    Report(ReportArgs),
}

/// Play games of the engine against itself and print a table of their results
///
/// Each row shows how many percent of the games the side that moves first won, drew and lost, its
/// score with the 95 % interval, the median length in half-moves, and the most frequent end.
#[derive(Args, Clone, Debug)]
struct ReportArgs {
    /// Variants, see `kawari variants`
    #[arg(required = true, value_parser = value_parsers::variants(), hide_possible_values = true)]
    variants: Vec<Variant>,
    /// Number of games of each variant
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=LAST_NUMBER))]
    games: u64,
    /// Nodes per move
    #[arg(long, value_name = "COUNT", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of random moves of each side at the start of a game
    #[arg(long, value_name = "MOVES", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=20))]
    moves: u8,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Adjudicate a draw after this many plies, including the random moves
    #[arg(long, value_name = "PLIES", default_value_t = 600)]
    max_moves: usize,
    /// Number of games to play in parallel, one thread each [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl RulesArgs {
    /// Runs the command. Returns false if a game was translated incompletely.
    ///
    /// # Errors
    /// Returns the error of the command.
    pub fn run(self, output: &mut impl Write) -> anyhow::Result<bool> {
        match (self.tool, self.variant) {
            (Some(RulesTool::Check { game, games, max_moves, engine_games, nodes, seed }), _) => {
                let variant = variant_or_file(&game)?;
                let config = CheckConfig { variant, games, max_moves, engine_games, nodes, seed };
                rules_check::run(&config, output)?;
            }
            (Some(RulesTool::Import { file, names, folder }), _) => {
                return import::run(&ImportConfig { file, names, folder }, output);
            }
            (Some(RulesTool::Report(args)), _) => rules_report::run(&args.into(), output)?,
            (None, Some(variant)) if self.toml => {
                output.write_all(loaded::definition_text(variant).as_bytes())?;
            }
            (None, Some(variant)) => rules::rules(variant, output)?,
            (None, None) => rules::overview(output)?,
        }
        Ok(true)
    }
}

/// Returns the game with a name, or else the game that a file defines.
fn variant_or_file(game: &Path) -> Result<Variant, LoadError> {
    match game.to_str().and_then(|name| name.parse().ok()) {
        Some(variant) => Ok(variant),
        None => Ok(loaded::load_files(&[game.to_owned()])?[0]),
    }
}

impl From<ReportArgs> for ReportConfig {
    fn from(args: ReportArgs) -> Self {
        Self {
            variants: args.variants,
            games: args.games,
            nodes: args.nodes,
            plies: 2 * usize::from(args.moves),
            seed: args.seed,
            max_moves: args.max_moves,
            jobs: args.jobs,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
