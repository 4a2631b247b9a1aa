//! The options of `kawari net`.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use kawari_lab::network;
use kawari_lab::progress::Reporting;
use kawari_lab::train::measure::{self, MeasureConfig};

use super::limits::{at_least_one, threads};

/// Inspect and measure neural networks (NNUE)
#[derive(clap::Args, Clone, Debug)]
pub struct NetworkArgs {
    #[command(subcommand)]
    command: NetworkCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum NetworkCommand {
    /// Print the architecture and the provenance of a network
    Info {
        /// Network file, `-` for standard input
        file: PathBuf,
    },
    /// Compare the engine's integer inference with the network in floating point
    Check {
        /// Network file
        file: PathBuf,
        /// Positions, one per line in the forms of `kawari analyse`, `-` for standard input
        positions: PathBuf,
    },
    /// Measure the error of a network and of the hand-crafted evaluation against searches
    ///
    /// The positions are quiet ones of the validation games: every tenth game, which training does
    /// not use, or all games with --new-games. Each position is searched with both evaluations.
    Measure(MeasureArgs),
}

/// Options of `kawari net measure`.
#[derive(clap::Args, Clone, Debug)]
struct MeasureArgs {
    /// Network file
    file: PathBuf,
    /// Games, packed or logged
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Use all games, for games that the network was not trained on
    #[arg(long)]
    new_games: bool,
    /// Maximum number of positions, sampled from all games
    #[arg(long, value_name = "COUNT", default_value_t = MeasureConfig::default().count, value_parser = at_least_one)]
    count: usize,
    /// Nodes per search
    #[arg(long, value_name = "COUNT", default_value_t = MeasureConfig::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of plies to skip at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = MeasureConfig::default().skip)]
    skip: usize,
    /// Include positions with a mate score
    #[arg(long)]
    mates: bool,
    /// Seed of the sample
    #[arg(long, default_value_t = MeasureConfig::default().seed)]
    seed: u64,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl From<&MeasureArgs> for MeasureConfig {
    fn from(args: &MeasureArgs) -> Self {
        Self {
            network: args.file.clone(),
            data: args.data.clone(),
            new_games: args.new_games,
            count: args.count,
            nodes: args.nodes,
            skip: args.skip,
            mates: args.mates,
            seed: args.seed,
            jobs: args.jobs,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}

impl NetworkArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Returns the error of the command.
    pub fn run(&self, output: &mut impl Write) -> anyhow::Result<()> {
        match &self.command {
            NetworkCommand::Info { file } => network::info(file, output),
            NetworkCommand::Check { file, positions } => network::check(file, positions, output),
            NetworkCommand::Measure(args) => measure::run(&args.into(), output),
        }
    }
}
