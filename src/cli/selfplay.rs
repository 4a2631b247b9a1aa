//! The options of `kawari selfplay`.

use std::path::PathBuf;

use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::selfplay::SelfplayConfig;

use super::limits::{LAST_NUMBER, at_least_one, opening_plies, threads};
use super::value_parsers;

/// Plays games of the engine with itself and writes one JSON object a game, with
/// the score of each move
///
/// The same options give the same games, in the same order, whatever --jobs is. What
/// they come to is said on standard error in the end.
#[derive(clap::Args, Clone, Debug)]
#[command(group = clap::ArgGroup::new("file").args(["log", "data"]))]
pub struct SelfplayArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// Number of games
    #[arg(long, value_name = "COUNT", default_value_t = SelfplayConfig::default().games)]
    games: u64,
    /// Number of the first game: with the same other options, parts that are played
    /// on several machines are what one run plays
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LAST_NUMBER))]
    first_game: u64,
    /// Positions searched for each move
    #[arg(long, value_name = "COUNT", default_value_t = SelfplayConfig::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves that each game begins with
    #[arg(long, value_name = "PLIES", default_value_t = SelfplayConfig::default().plies, value_parser = opening_plies)]
    plies: usize,
    /// How far a side may be ahead after them, in hundredths; any opening will do if absent
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(0..))]
    bound: Option<Score>,
    /// Seed of the random moves
    #[arg(long, default_value_t = SelfplayConfig::default().seed)]
    seed: u64,
    /// Moves, the random ones included, after which a game is a draw
    #[arg(long, value_name = "PLIES", default_value_t = SelfplayConfig::default().max_moves)]
    max_moves: usize,
    /// Games played at once, each on one thread; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Transposition table of each job, in MiB
    #[arg(long, value_name = "MIB", default_value_t = SelfplayConfig::default().hash, value_parser = at_least_one)]
    hash: usize,
    /// Write to this file instead of standard output; its first line tells the options
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write packed games to this file, about four bytes a move, for `kawari train`: from
    /// varied openings, level ones judged without a search (--bound 200 if absent), long
    /// ones, some in which a side is ahead and some from a handicap
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Go on with the log or the data, if it is there
    #[arg(long, requires = "file")]
    resume: bool,
    /// Say nothing on standard error but errors
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
            resume: args.resume,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
