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

/// Trains a network that judges the positions of a game, and writes it to a file for the
/// option `EvalFile`
///
/// The games are packed ones of `kawari selfplay --data`, or logs. One game of ten is not
/// learned from: the parameters that do best on it are written, and a report says how they
/// compare with the hand-written evaluation. The same games and options give the same
/// bytes, whatever --jobs is.
#[derive(clap::Args, Clone, Debug)]
pub struct TrainArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// Games, packed or logged
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Write the network to this file, which must not be there yet
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// What the network is added to: the hand-written evaluation, or nothing
    #[arg(long, default_value_t = TrainConfig::default().base, value_parser = base())]
    base: NetworkBase,
    /// Hidden units of each of the two views
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().hidden, value_parser = at_least_one)]
    hidden: usize,
    /// Output buckets, one for each stage of the game
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().buckets, value_parser = at_least_one)]
    buckets: usize,
    /// Most times that every position is learned from
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().epochs, value_parser = at_least_one)]
    epochs: usize,
    /// Positions of a step; a hundredth of all if absent, from 256 to 16,384
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    batch: Option<usize>,
    /// Largest change of a parameter in a step
    #[arg(long, value_name = "CHANGE", default_value_t = TrainConfig::default().rate)]
    rate: f64,
    /// The share of itself that each parameter loses in a step, in units of the rate
    #[arg(long, value_name = "SHARE", default_value_t = TrainConfig::default().decay)]
    decay: f64,
    /// Epochs without a gain on unseen games after which it ends
    #[arg(long, value_name = "COUNT", default_value_t = TrainConfig::default().patience, value_parser = at_least_one)]
    patience: usize,
    /// How much the result of the game counts, in hundredths, against the score of the
    /// search
    #[arg(long, value_name = "PERCENT", default_value_t = TrainConfig::default().result, value_parser = clap::value_parser!(u8).range(0..=100))]
    result: u8,
    /// Hundredths of a logit; fitted to the games if absent
    #[arg(long, value_name = "HUNDREDTHS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    scale: Option<u32>,
    /// Moves at the start of each game that are passed over
    #[arg(long, value_name = "PLIES", default_value_t = TrainConfig::default().skip)]
    skip: usize,
    /// Learn also from positions in which the search found a mate
    #[arg(long)]
    mates: bool,
    /// Seed of the first parameters and of the order of the positions
    #[arg(long, default_value_t = TrainConfig::default().seed)]
    seed: u64,
    /// Go on learning from the network in this file
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Draw the errors over the epochs into this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Threads; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Go on after a kill, from the last epoch that was finished
    #[arg(long)]
    resume: bool,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

/// Reads the name of a base.
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
