//! The options of `kawari puzzle`.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;

use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::puzzles::{self, PuzzleCheckConfig, PuzzleMakeConfig};

use super::limits::threads;
use super::value_parsers;

/// Find puzzles in games, and check files of puzzles
#[derive(clap::Args, Clone, Debug)]
pub struct PuzzleArgs {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum PuzzleCommand {
    Make(MakePuzzlesArgs),
    Check(CheckPuzzlesArgs),
}

/// Find puzzles: mates, rows of five, won men and endgames with a single good move
///
/// Plays fast self-play games, or reads game logs, positions and the output of `kawari mate make`.
#[derive(clap::Args, Clone, Debug)]
struct MakePuzzlesArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Logs, position lines or problems, `-` for standard input [default: play new games]
    files: Vec<PathBuf>,
    /// Stop at this number of puzzles, those in the output file included
    #[arg(long, value_name = "COUNT", default_value_t = 200)]
    count: usize,
    /// Maximum number of games to play
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    games: u64,
    /// Seed of the random moves at the start of each game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes per position; a puzzle is confirmed with 10 times as many
    #[arg(long, value_name = "COUNT", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of games to process in parallel, one thread each [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Append the puzzles to this file; an interrupted run resumes
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

/// Check puzzles: legal lines, proofs of the wins, and no second good move; the exit status is 1 if
/// one is wrong
#[derive(clap::Args, Clone, Debug)]
struct CheckPuzzlesArgs {
    /// Files of puzzles, `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Nodes of each search in puzzles that win men
    #[arg(long, value_name = "COUNT", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of puzzles to check in parallel, one thread each [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Print only wrong puzzles and errors
    #[arg(long)]
    quiet: bool,
}

impl PuzzleArgs {
    /// Runs the command. Returns false if a checked puzzle is wrong.
    ///
    /// # Errors
    /// Returns the error of the command.
    pub fn run(self, output: &mut dyn Write) -> anyhow::Result<bool> {
        match self.command {
            PuzzleCommand::Make(args) => puzzles::make(&args.into(), output).map(|()| true),
            PuzzleCommand::Check(args) => puzzles::check(&args.into(), output),
        }
    }
}

impl From<MakePuzzlesArgs> for PuzzleMakeConfig {
    fn from(args: MakePuzzlesArgs) -> Self {
        Self {
            variant: args.variant,
            files: args.files,
            count: args.count,
            games: args.games,
            seed: args.seed,
            nodes: args.nodes,
            jobs: args.jobs,
            output: args.output,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}

impl From<CheckPuzzlesArgs> for PuzzleCheckConfig {
    fn from(args: CheckPuzzlesArgs) -> Self {
        Self {
            files: args.files,
            nodes: args.nodes,
            jobs: args.jobs,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
