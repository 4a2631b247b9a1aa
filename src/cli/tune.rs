//! The options of `kawari tune`.

use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::tune::TuneConfig;

use super::value_parsers;

/// Tune the weights of the hand-crafted evaluation by games (Texel tuning) and print the
/// weights file
///
/// Progress is printed on standard error. Every tenth game is used for validation: the weights with
/// the lowest validation error are written, and tuning stops when the error no longer decreases. If
/// it never decreases, nothing is written and the exit status is 5. Without games, the built-in
/// weights are printed.
#[derive(clap::Args, Clone, Debug)]
pub struct TuneArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Packed games of `kawari selfplay`, or logs of `kawari selfplay` and `kawari match`; `-` for
    /// standard input
    games: Vec<PathBuf>,
    /// Fit the weights that games from files have by default. The logs may be of any games of
    /// the variant's family
    #[arg(long)]
    defaults: bool,
    /// Maximum number of positions sampled per game
    #[arg(long, value_name = "COUNT", default_value_t = TuneConfig::default().per_game)]
    per_game: usize,
    /// Number of plies to skip at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = TuneConfig::default().skip)]
    skip: usize,
    /// Seed of the sample
    #[arg(long, default_value_t = TuneConfig::default().seed)]
    seed: u64,
    /// Weight of the game result in the target, in percent; the rest is the weight of the search
    /// score, if the log has it
    #[arg(long, value_name = "PERCENT", default_value_t = TuneConfig::default().result, value_parser = clap::value_parser!(u8).range(0..=100))]
    result: u8,
    /// Regularisation: penalty for changing a weight by 100, in millionths of the error of a
    /// position; at most 1000000
    #[arg(long, value_name = "COST", default_value_t = TuneConfig::default().reluctance)]
    reluctance: f64,
    /// Maximum number of gradient steps
    #[arg(long, value_name = "COUNT", default_value_t = TuneConfig::default().steps)]
    steps: usize,
    /// Also write the weights to this new file, for the option `EvalFile`
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl From<TuneArgs> for TuneConfig {
    fn from(args: TuneArgs) -> Self {
        Self {
            variant: args.variant,
            games: args.games,
            defaults: args.defaults,
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
