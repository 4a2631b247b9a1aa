//! The options of `kawari selfplay`.

use std::path::PathBuf;

use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::selfplay::SelfplayConfig;

use super::limits::{LAST_NUMBER, at_least_one, opening_plies, threads};
use super::value_parsers;

/// Play games of the engine against itself and print one JSON object per game, with the score of
/// each move
///
/// The same options give the same games in the same order, for any number of jobs. A summary is
/// printed on standard error at the end.
#[derive(clap::Args, Clone, Debug)]
#[command(group = clap::ArgGroup::new("file").args(["log", "data"]))]
pub struct SelfplayArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value_t = SelfplayConfig::default().games)]
    games: u64,
    /// Number of the first game, from 0, to split a run into parts for several machines
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LAST_NUMBER))]
    first_game: u64,
    /// Nodes per move
    #[arg(long, value_name = "COUNT", default_value_t = SelfplayConfig::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = SelfplayConfig::default().plies, value_parser = opening_plies)]
    plies: usize,
    /// Maximum advantage of a side after the random moves, in centipawns [default: unlimited]
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(0..))]
    bound: Option<Score>,
    /// Seed of the random moves
    #[arg(long, default_value_t = SelfplayConfig::default().seed)]
    seed: u64,
    /// Adjudicate a draw after this many plies, including the random moves
    #[arg(long, value_name = "PLIES", default_value_t = SelfplayConfig::default().max_moves)]
    max_moves: usize,
    /// Number of games to play in parallel, one thread each [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Size of each job's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = SelfplayConfig::default().hash, value_parser = at_least_one)]
    hash: usize,
    /// Write the games to this file instead of standard output, after a header with the options
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write packed games for `kawari train` to this file, about 4 bytes per move
    ///
    /// The openings are varied: level ones by static evaluation (--bound defaults to 200), long
    /// ones, unbalanced ones and handicaps.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Search the positions of these packed games again instead of playing, and write the games with
    /// the new scores to the file of --data
    #[arg(long, value_name = "FILE", requires = "data",
        conflicts_with_all = ["games", "first_game", "plies", "bound", "seed", "max_moves"])]
    rescore: Option<PathBuf>,
    /// Resume from the file of --log or --data if it exists
    #[arg(long, requires = "file")]
    resume: bool,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl From<SelfplayArgs> for SelfplayConfig {
    fn from(args: SelfplayArgs) -> Self {
        Self {
            variant: args.variant,
            games: args.games,
            first_game: args.first_game,
            nodes: args.nodes,
            plies: args.plies,
            bound: args.bound,
            seed: args.seed,
            max_moves: args.max_moves,
            jobs: args.jobs,
            hash: args.hash,
            log: args.log,
            data: args.data,
            rescore: args.rescore,
            resume: args.resume,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
