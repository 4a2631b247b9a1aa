//! The options of `kawari net`.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use kawari::tools::network;

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
}

impl NetworkArgs {
    /// Does what was asked for.
    pub fn run(&self, output: &mut impl Write) -> anyhow::Result<()> {
        match &self.command {
            NetworkCommand::Info { file } => network::info(file, output),
            NetworkCommand::Check { file, positions } => network::check(file, positions, output),
        }
    }
}
