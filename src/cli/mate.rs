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

/// Looks for forced mates, and proves what it says; writes one JSON object a line, in
/// input order
///
/// The lines are those of `kawari analyse`. In the games with a General or King every
/// move of the mating side checks; in the games of five in a row it wins or threatens to
/// win with the next one.
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MateArgs {
    #[command(subcommand)]
    command: Option<MateCommand>,
    #[command(flatten)]
    batch: BatchArgs,
    /// Positions set up for each answer; 1,000,000 if neither this nor --time is given
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for each answer, in milliseconds
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Longer mates, in plies, do not count
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Be content with any mate, and do not look for the shortest
    #[arg(long)]
    any: bool,
    /// Find out whether the attacker has another mate of that length along the line
    #[arg(long)]
    only: bool,
    /// Write the whole proof of each mate to this file, which must not be there yet
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,
    /// What each job may take for its proofs, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = at_least_one)]
    hash: usize,
}

#[derive(Subcommand, Clone, Debug)]
enum MateCommand {
    /// Checks the proofs of a file by nothing but the rules; exit code 1 where one is wrong
    Verify {
        /// What `--proof` has written, `-` for standard input
        file: PathBuf,
    },
    Make(MakeProblemsArgs),
    /// Prints problems as a booklet
    Show {
        /// Files of problems, `-` for standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// As a page in HTML
        #[arg(long)]
        html: bool,
        /// Without the solutions
        #[arg(long)]
        no_solutions: bool,
    },
}

/// Makes problems with one solution out of games
#[derive(clap::Args, Clone, Debug)]
struct MakeProblemsArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// Logs of selfplay or matches; without any, games are played
    logs: Vec<PathBuf>,
    /// Games that are played if there are no logs
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    games: u64,
    /// Look at every position, not only where the scores tell of a mate or a game is about to
    /// end
    #[arg(long)]
    everywhere: bool,
    /// The shortest mates, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 3)]
    least: usize,
    /// The longest mates, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 21)]
    most: usize,
    /// Problems of each length, at most
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    of_each: usize,
    /// Positions set up for each position of a game
    #[arg(long, value_name = "COUNT", default_value_t = 200_000)]
    nodes: u64,
    /// Games worked on at once, each on one thread; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// What each job may take for its proofs, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = at_least_one)]
    hash: usize,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl MateArgs {
    /// Does what is asked for; false when a line was bad or a proof is wrong.
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
        let is_bounded = self.nodes.is_some() || self.time.is_some();
        let order = MateRequest {
            time: self.time.map(time_manager::milliseconds),
            nodes: if is_bounded { self.nodes } else { Some(1_000_000) },
            plies: self.depth,
            shortens: !self.any,
            with_proof: self.proof.is_some(),
            checks_uniqueness: self.only,
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
