//! The options of `kawari mate`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;

use kawari_engine::engine::mate::MateRequest;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager;
use kawari_lab::mate::{self, BookletConfig, MakeConfig, MateConfig, verify};
use kawari_lab::progress::Reporting;
use kawari_records::source;

use super::batch::BatchArgs;
use super::limits::{at_least_one, threads};
use super::value_parsers;

/// Search for forced mates with df-pn and print one JSON object per line in input order
///
/// Input lines have the forms of `kawari analyse`. In variants with a General or King, every move
/// of the attacker gives check. In five-in-a-row variants, every move of the attacker wins or
/// threatens to win with the next move. If there is no such mate, quiet moves that threaten one
/// are searched as well.
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MateArgs {
    #[command(subcommand)]
    command: Option<MateCommand>,
    #[command(flatten)]
    batch: BatchArgs,
    /// Maximum number of nodes per position [default: 1000000 without --time]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time limit per position in milliseconds
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Maximum length of a mate in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Stop at the first mate found, without searching for the shortest
    #[arg(long)]
    any: bool,
    /// Search only mates without quiet moves
    #[arg(long)]
    threats_only: bool,
    /// Check whether the attacker has another mate of the same length along the line
    #[arg(long)]
    only: bool,
    /// Write the full proof of each mate to this new file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,
    /// Size of each job's proof table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = at_least_one)]
    hash: usize,
}

#[derive(Subcommand, Clone, Debug)]
enum MateCommand {
    /// Verify proofs with the rules of the variant alone; the exit status is 1 if one is wrong
    Verify {
        /// Output file of `--proof`, `-` for standard input
        file: PathBuf,
    },
    Make(MakeProblemsArgs),
    /// Print problems as a booklet
    Show {
        /// Files of problems, `-` for standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print an HTML page
        #[arg(long)]
        html: bool,
        /// Leave out the solutions
        #[arg(long)]
        no_solutions: bool,
    },
}

/// Make mate problems with a unique solution from games
#[derive(clap::Args, Clone, Debug)]
struct MakeProblemsArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Logs of selfplay or matches [default: play new games]
    logs: Vec<PathBuf>,
    /// Number of games to play if there are no logs
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    games: u64,
    /// Search every position, not only those with a mate score or near the end of a game
    #[arg(long)]
    everywhere: bool,
    /// Minimum length of a mate in plies
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    least: usize,
    /// Maximum length of a mate in plies
    #[arg(long, value_name = "PLIES", default_value_t = 21)]
    most: usize,
    /// Maximum number of problems of each length
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    of_each: usize,
    /// Maximum number of nodes per position
    #[arg(long, value_name = "COUNT", default_value_t = 200_000)]
    nodes: u64,
    /// Number of games to process in parallel, one thread each [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Size of each job's proof table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = at_least_one)]
    hash: usize,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl MateArgs {
    /// Runs the command. Returns false if an input line was invalid or a proof is wrong.
    ///
    /// # Errors
    /// Returns the error of the command.
    pub fn run(self, output: &mut dyn Write) -> anyhow::Result<bool> {
        match self.command {
            None => mate::run(&self.config(), output),
            Some(MateCommand::Verify { file }) => {
                let input = source::open(&file);
                let input = input.with_context(|| format!("cannot read {}", file.display()))?;
                verify::verify(input, output)
            }
            Some(MateCommand::Make(args)) => mate::make(&args.into(), output).map(|()| true),
            Some(MateCommand::Show { files, html, no_solutions }) => {
                let config = BookletConfig { files, html, hides_solutions: no_solutions };
                mate::show(&config, output).map(|()| true)
            }
        }
    }

    fn config(self) -> MateConfig {
        let has_limit = self.nodes.is_some() || self.time.is_some();
        let order = MateRequest {
            time: self.time.map(time_manager::milliseconds),
            nodes: if has_limit { self.nodes } else { Some(1_000_000) },
            plies: self.depth,
            shortens: !self.any,
            with_proof: self.proof.is_some(),
            checks_uniqueness: self.only,
            allows_quiet: !self.threats_only,
        };
        MateConfig { batch: self.batch.into(), hash: self.hash, proof: self.proof, order }
    }
}

impl From<MakeProblemsArgs> for MakeConfig {
    fn from(args: MakeProblemsArgs) -> Self {
        Self {
            variant: args.variant,
            logs: args.logs,
            games: args.games,
            everywhere: args.everywhere,
            plies: args.least..=args.most,
            of_each: args.of_each,
            nodes: args.nodes,
            jobs: args.jobs,
            hash: args.hash,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
