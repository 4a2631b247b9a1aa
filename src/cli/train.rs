//! The options of `kawari train`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

use kawari_engine::games::evaluation::nnue::parameters::NetworkBase;
use kawari_engine::games::variants::Variant;
use kawari_lab::progress::Reporting;
use kawari_lab::train::TrainConfig;

use super::limits::{at_least_one, threads};
use super::value_parsers;

/// Train a neural network (NNUE) and write it to a file for the option `EvalFile`
///
/// The data are packed games of `kawari selfplay --data`, or logs. Every tenth game is used for
/// validation. The parameters with the lowest validation error are written, and a report compares
/// them with the hand-crafted evaluation. The same games and options give the same file, for any
/// number of jobs.
#[derive(clap::Args, Clone, Debug)]
pub struct TrainArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    /// Games, packed or logged
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Write the network to this new file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Evaluation that the network output is added to
    #[arg(long, default_value_t = TrainConfig::default().base, value_parser = base())]
    base: NetworkBase,
    /// Number of hidden units per perspective
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().hidden, value_parser = at_least_one)]
    hidden: usize,
    /// Number of King buckets: 1, or an even number up to 8. Each has its own input weights
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().king_buckets, value_parser = at_least_one)]
    king_buckets: usize,
    /// Number of output buckets, one for each game phase
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().buckets, value_parser = at_least_one)]
    buckets: usize,
    /// Maximum number of epochs
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().epochs, value_parser = at_least_one)]
    epochs: usize,
    /// Batch size in positions [default: 1 % of the positions, from 256 to 16384]
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    batch: Option<usize>,
    /// Maximum learning rate (AdamW)
    #[arg(long, value_name = "CHANGE", default_value_t = TrainConfig::default().rate)]
    rate: f64,
    /// Weight decay (AdamW), in units of the learning rate
    #[arg(long, value_name = "SHARE", default_value_t = TrainConfig::default().decay)]
    decay: f64,
    /// Stop after this many epochs without a lower validation error
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().patience, value_parser = at_least_one)]
    patience: usize,
    /// Weight of the game result in the training target, in percent; the rest is the weight of the
    /// search score
    #[arg(long, value_name = "PERCENT", default_value_t = TrainConfig::default().result, value_parser = clap::value_parser!(u8).range(0..=100))]
    result: u8,
    /// Score in centipawns that corresponds to one logit [default: fitted to the games]
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    scale: Option<u32>,
    /// Number of plies to skip at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = TrainConfig::default().skip)]
    skip: usize,
    /// Include positions with a mate score
    #[arg(long)]
    mates: bool,
    /// Seed of the initial parameters and of the order of the positions
    #[arg(long, default_value_t = TrainConfig::default().seed)]
    seed: u64,
    /// Initialise the parameters from the network in this file
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Plot the training and validation errors to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Number of threads [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Resume an interrupted run after its last finished epoch
    #[arg(long)]
    resume: bool,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

/// Returns the parser of a network base.
fn base() -> impl TypedValueParser<Value = NetworkBase> {
    PossibleValuesParser::new(NetworkBase::ALL.map(NetworkBase::name)).map(|name| {
        if name == NetworkBase::None.name() { NetworkBase::None } else { NetworkBase::Hand }
    })
}

impl From<TrainArgs> for TrainConfig {
    fn from(args: TrainArgs) -> Self {
        Self {
            variant: args.variant,
            data: args.data,
            output: args.output,
            base: args.base,
            hidden: args.hidden,
            buckets: args.buckets,
            king_buckets: args.king_buckets,
            epochs: args.epochs,
            batch: args.batch,
            rate: args.rate,
            decay: args.decay,
            patience: args.patience,
            result: args.result,
            scale: args.scale,
            skip: args.skip,
            mates: args.mates,
            seed: args.seed,
            init: args.init,
            plot: args.plot,
            jobs: args.jobs,
            resume: args.resume,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
