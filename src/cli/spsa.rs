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

/// Tunes numbers that an engine has as options by games of the engine with itself
///
/// In each iteration all numbers are changed up or down by chance, and follow the winner
/// of a few games between the engine with this change and with the opposite one (SPSA). A
/// build of Kawari with the feature `tunable` has the numbers of its search as options.
#[derive(clap::Args, Clone, Debug)]
pub struct SpsaArgs {
    /// The game
    #[arg(value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Variant,
    /// The one engine, in words as for `kawari match`
    #[command(flatten)]
    engine: EngineArgs,
    /// A number to be tuned, and where the engine does not announce it or shall not have all
    /// of its range: `NAME,VALUE,MIN,MAX[,STEP[,RATE]]`. STEP is what it is changed by in the
    /// last iteration, a twentieth of the range if absent, and RATE the share of it by which
    /// it follows a game then, 0.002. May be repeated
    #[arg(long, value_name = "NAME", required = true)]
    number: Vec<String>,
    /// Iterations of the whole run
    #[arg(long, value_name = "COUNT", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Openings in each iteration, each played with both colours
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// Openings played at once
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    concurrency: u64,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Write each iteration to this file, one JSON object a line behind a header
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the log, if it is there
    #[arg(long, requires = "log")]
    resume: bool,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl SpsaArgs {
    /// What the options ask for.
    ///
    /// # Errors
    /// When there is not one engine, described as it should be.
    pub fn config(self) -> anyhow::Result<SpsaConfig> {
        let mut players = self.engine.players()?;
        ensure!(players.len() == 1, "one engine plays itself");
        let player = players.pop().context("which engine?")?;
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
