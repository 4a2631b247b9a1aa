//! The options of `kawari net`.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use kawari_lab::network;
use kawari_lab::progress::Reporting;
use kawari_lab::train::measure::{self, MeasureConfig};

use super::limits::{at_least_one, threads};

/// Tells of networks, which judge positions
#[derive(clap::Args, Clone, Debug)]
pub struct NetworkArgs {
    #[command(subcommand)]
    command: NetworkCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum NetworkCommand {
    /// Tells what a network consists of, and where it comes from
    Info {
        /// The file of the network, `-` for standard input
        file: PathBuf,
    },
    /// Compares what the engine makes of a network with the network in floating point
    Check {
        /// The file of the network
        file: PathBuf,
        /// Positions, one a line, in any form that `kawari analyse` reads; `-` for
        /// standard input
        positions: PathBuf,
    },
    /// Tells how far a network and the hand-written evaluation are from what longer searches
    /// find
    ///
    /// The positions are quiet ones of those games that no training learns from, one of
    /// ten, or of all games with --new-games. Each is searched twice, judged by the one and
    /// by the other.
    Measure(MeasureArgs),
}

/// What is measured, and by what.
#[derive(clap::Args, Clone, Debug)]
struct MeasureArgs {
    /// The file of the network
    file: PathBuf,
    /// Games, packed or logged
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Take all games, for the network has learned from none of them: they were played
    /// after it, or with another seed
    #[arg(long)]
    new_games: bool,
    /// Most positions, drawn from all that there are
    #[arg(long, value_name = "COUNT", default_value_t = MeasureConfig::default().count, value_parser = at_least_one)]
    count: usize,
    /// Positions of each search
    #[arg(long, value_name = "COUNT", default_value_t = MeasureConfig::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves at the start of each game that are passed over
    #[arg(long, value_name = "PLIES", default_value_t = MeasureConfig::default().skip)]
    skip: usize,
    /// Take also positions in which the search of the games found a mate
    #[arg(long)]
    mates: bool,
    /// Seed of the draw
    #[arg(long, default_value_t = MeasureConfig::default().seed)]
    seed: u64,
    /// Threads; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Say nothing on standard error but errors
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
    /// Does what was asked for.
    pub fn run(&self, output: &mut impl Write) -> anyhow::Result<()> {
        match &self.command {
            NetworkCommand::Info { file } => network::info(file, output),
            NetworkCommand::Check { file, positions } => network::check(file, positions, output),
            NetworkCommand::Measure(args) => measure::run(&args.into(), output),
        }
    }
}
