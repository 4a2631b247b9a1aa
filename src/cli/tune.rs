//! The options of `kawari tune`.

use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::tune::TuneConfig;

use super::value_parsers;

/// Fits the weights of a game's evaluation to games, and writes the source file
/// that holds them
///
/// How the fit went is told on standard error. One game of ten is not learned from: the
/// weights that do best on it are kept, the fit stops when they get no better, and if
/// none are better than those that there were, nothing is written and the exit status
/// is 5. Without games the weights stay as they are.
#[derive(clap::Args, Clone, Debug)]
pub struct TuneArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// Games, as `kawari selfplay` packs them or `kawari match` and it log them; `-` for
    /// standard input
    games: Vec<PathBuf>,
    /// Most positions drawn from a game
    #[arg(long, value_name = "COUNT", default_value_t = TuneConfig::default().per_game)]
    per_game: usize,
    /// Moves at the start of each game that are passed over
    #[arg(long, value_name = "PLIES", default_value_t = TuneConfig::default().skip)]
    skip: usize,
    /// Seed of the draw
    #[arg(long, default_value_t = TuneConfig::default().seed)]
    seed: u64,
    /// How much the result of the game counts, in hundredths, against the score
    /// of the search at the position, where the log has it
    #[arg(long, value_name = "PERCENT", default_value_t = TuneConfig::default().result, value_parser = clap::value_parser!(u8).range(0..=100))]
    result: u8,
    /// How much it costs that a weight departs by a hundred from what it was, in
    /// millionths of the error of a position; at most a million
    #[arg(long, value_name = "COST", default_value_t = TuneConfig::default().reluctance)]
    reluctance: f64,
    /// Most steps of the fit
    #[arg(long, value_name = "COUNT", default_value_t = TuneConfig::default().steps)]
    steps: usize,
    /// Also write the weights to this file, which must not be there yet: the option
    /// `EvalFile` reads it
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl From<TuneArgs> for TuneConfig {
    fn from(args: TuneArgs) -> Self {
        Self {
            variant: args.variant,
            games: args.games,
            per_game: args.per_game,
            skip: args.skip,
            seed: args.seed,
            result: args.result,
            reluctance: args.reluctance,
            steps: args.steps,
            eval_file: args.eval_file,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
