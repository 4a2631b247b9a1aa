//! The options of `kawari spsa`.

use std::path::PathBuf;

use anyhow::{Context, ensure};

use kawari_engine::games::variants::Variant;
use kawari_lab::matches::spsa::SpsaConfig;
use kawari_lab::openings::BookOrder;
use kawari_lab::progress::Reporting;

use super::engines::EngineArgs;
use super::game_args::{AdjudicationArgs, OpeningArgs, TimeoutArgs};
use super::value_parsers;

/// Tune numeric engine options by self-play (SPSA)
///
/// In each iteration, every parameter is randomly perturbed up or down. The engine with these
/// values plays a few games against itself with the opposite ones, and the parameters move towards
/// the winner. A build of Kawari with the feature `tunable` has its search parameters as options.
#[derive(clap::Args, Clone, Debug)]
pub struct SpsaArgs {
    /// Variant, see `kawari variants`
    #[arg(value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Variant,
    #[command(flatten)]
    engine: EngineArgs,
    /// Option to tune (repeatable): NAME for the announced default and range, or
    /// `NAME,VALUE,MIN,MAX[,STEP[,RATE]]`. STEP is the perturbation in the last iteration (default:
    /// 5 % of the range). RATE is the learning rate in the last iteration: the change per net win,
    /// as a fraction of STEP (default: 0.002)
    #[arg(long, value_name = "NAME", required = true)]
    number: Vec<String>,
    /// Number of iterations of the whole run
    #[arg(long, value_name = "COUNT", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Number of openings per iteration, each played with both colours
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// Number of games to play in parallel
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    concurrency: u64,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Log the run to this file: a header, then one JSON object per line for each iteration
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Resume the run from the log if it exists
    #[arg(long, requires = "log")]
    resume: bool,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl SpsaArgs {
    /// Returns the configuration of the run.
    ///
    /// # Errors
    /// Returns an error if there is not exactly one engine or its words are invalid.
    pub fn config(self) -> anyhow::Result<SpsaConfig> {
        let mut players = self.engine.players()?;
        ensure!(players.len() == 1, "expected one --engine, got {}", players.len());
        let player = players.pop().context("no engine given")?;
        let seed = self.openings.seed;
        Ok(SpsaConfig {
            variant: self.variant,
            player,
            numbers: self.number,
            iterations: self.iterations,
            pairs: self.pairs,
            openings: self.openings.source(BookOrder::Sequential, 1),
            timeouts: self.timeouts.into(),
            adjudication: self.adjudication.into(),
            concurrency: self.concurrency as usize,
            seed,
            log: self.log,
            resume: self.resume,
            reporting: Reporting::unless_quiet(self.quiet),
        })
    }
}
