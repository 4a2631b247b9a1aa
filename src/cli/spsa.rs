//! The options of `kawari spsa`.

use std::path::PathBuf;

use anyhow::{Context, ensure};

use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::time_manager;
use kawari_lab::matches::OpeningSource;
use kawari_lab::matches::adjudication::Adjudication;
use kawari_lab::matches::engine_player::Timeouts;
use kawari_lab::matches::spsa::SpsaConfig;
use kawari_lab::openings::BookOrder;
use kawari_lab::progress::Reporting;

use super::engines::EngineArgs;
use super::limits::opening_plies;
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
    /// Take the openings from this file, `-` for standard input, and from its beginning
    /// again at its end
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "bound"])]
    openings: Option<PathBuf>,
    /// Random moves that each game begins with
    #[arg(long, default_value_t = 8, value_parser = opening_plies)]
    plies: usize,
    /// How far a side may be ahead after them, in hundredths, as a short search sees it
    #[arg(long, value_name = "SCORE", default_value_t = 150)]
    bound: Score,
    /// Seed of the changes and of random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Milliseconds that a move may take beyond the clock
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Milliseconds that the engine may be silent where no clock runs
    #[arg(long, value_name = "MS", default_value_t = 30_000)]
    patience: u64,
    /// Win when both sides see the same one this far ahead for so many plies in a row
    #[arg(long, num_args = 2, value_names = ["PLIES", "SCORE"], value_parser = clap::value_parser!(i32).range(1..))]
    resign: Vec<Score>,
    /// Draw when so many plies have been played
    #[arg(long, value_name = "PLIES")]
    max_moves: Option<usize>,
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
        let Self { plies, seed, bound, .. } = self;
        Ok(SpsaConfig {
            variant: self.variant,
            player,
            numbers: self.number,
            iterations: self.iterations,
            pairs: self.pairs,
            openings: match self.openings {
                Some(path) => {
                    OpeningSource::Book { path, order: BookOrder::Sequential, start: 1, seed }
                }
                None => OpeningSource::Random { plies, seed, bound },
            },
            patience: Timeouts {
                margin: time_manager::milliseconds(self.margin),
                limit: time_manager::milliseconds(self.patience),
            },
            adjudication: Adjudication {
                resign: match *self.resign {
                    [plies, score] => Some((plies as usize, score)),
                    _ => None,
                },
                max_moves: self.max_moves,
                ..Adjudication::default()
            },
            concurrency: self.concurrency as usize,
            seed,
            log: self.log,
            resume: self.resume,
            reporting: Reporting::unless_quiet(self.quiet),
        })
    }
}
