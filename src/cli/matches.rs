//! The options of `kawari match`.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Subcommand, ValueEnum};

use kawari_engine::core::score::Score;
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::games::variants::Variant;
use kawari_lab::matches::adjudication::Adjudication;
use kawari_lab::matches::config::MatchConfig;
use kawari_lab::matches::cpu_pinning::CpuPinning;
use kawari_lab::matches::schedule::Tournament;
use kawari_lab::openings::BookOrder;
use kawari_lab::progress::Reporting;
use kawari_lab::statistics::{EloModel, Sprt};

use super::engines::EngineArgs;
use super::game_args::{AdjudicationArgs, OpeningArgs, TimeoutArgs};
use super::limits::{LAST_NUMBER, at_least_one};
use super::value_parsers;

/// The order of a book's openings.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum BookOrderArg {
    /// File order
    #[default]
    Sequential,
    /// Shuffled with --seed
    Random,
}

impl From<BookOrderArg> for BookOrder {
    fn from(order: BookOrderArg) -> Self {
        match order {
            BookOrderArg::Sequential => Self::Sequential,
            BookOrderArg::Random => Self::Random,
        }
    }
}

/// A subcommand that does not play.
#[derive(Subcommand, Clone, Debug)]
pub enum MatchTool {
    /// Print the results of a match from its logs, merging the logs of its parts
    Report {
        /// Match logs of the same engines, `-` for standard input
        #[arg(required = true)]
        logs: Vec<PathBuf>,
        /// Write the result as JSON to this new file; with `-`, print the JSON instead of the
        /// report
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
}

/// Play engines against each other, refereed by Kawari's rules
///
/// Each engine is configured by KEY=VALUE words: name=, cmd=, arg= (repeatable), args= (split at
/// spaces), dir=, proto=usi|uci, option.NAME=, variant= (the engine's name for the variant),
/// positions=moves|sfen, coordinates=shogi|chess (default for uci: chess), stderr=FILE,
/// margin= (milliseconds beyond the clock), ponder=on, restart=on (a new process for each game).
///
/// At least one limit is required: nodes=, depth=, movetime= (milliseconds),
/// tc=[MOVES/]BASE[+INCREMENT] (seconds or MINUTES:SECONDS), byoyomi= (milliseconds).
///
/// For an engine with other rules, set rules=other: it gets the legal moves by `go searchmoves`.
/// A game does not count if the engine sends `info string rules differ: REASON`, or if it ends by
/// a rule that the engine lacks: lacks=impasse (repeatable).
///
/// Example, a test of a new version: kawari match hasami --engine name=new cmd=./new --engine
/// name=old cmd=./old --each nodes=20000 --sprt 0 10 0.05 0.05
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    pub tool: Option<MatchTool>,
    /// Variant, see `kawari variants`
    #[arg(required = true, value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    engines: EngineArgs,
    /// Type of tournament for more than two engines
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// Number of seeds in a gauntlet: the first engines, which meet all others
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    seeds: usize,
    /// Number of openings per pairing, each played with both colours [default: 100, or 20000 with
    /// --sprt]
    #[arg(long, value_name = "COUNT")]
    pairs: Option<u64>,
    /// Number of the first opening, from 0, to split a match into parts for several machines
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LAST_NUMBER))]
    first_pair: u64,
    /// Set the variant and options even if an engine does not announce them
    #[arg(long)]
    lenient: bool,
    /// Number of games to play in parallel
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    concurrency: u64,
    /// Pin the engines of each game to one core (Linux)
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "always")]
    pin: CpuPinning,

    #[command(flatten)]
    openings: OpeningArgs,
    /// Order of the book's openings
    #[arg(long, value_enum, value_name = "ORDER", default_value_t, requires = "openings")]
    book_order: BookOrderArg,
    /// Number of the first opening in the book's order; the openings before it come last
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    book_start: u64,

    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Adjudicate a loss when an engine reports a score of at most -SCORE for MOVES of its moves in
    /// a row, whatever its opponent reports
    #[arg(long, num_args = 2, value_names = ["MOVES", "SCORE"], value_parser = clap::value_parser!(i32).range(1..))]
    surrender: Vec<Score>,
    /// Adjudicate a draw when, from ply FROM on, both engines report at most SCORE for either side
    /// for PLIES plies in a row
    #[arg(long, num_args = 3, value_names = ["FROM", "PLIES", "SCORE"], value_parser = clap::value_parser!(i32).range(0..))]
    draw: Vec<Score>,
    /// Adjudicate by tablebase: the built-in one, or that of a folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true)]
    tables: Option<Option<PathBuf>>,

    /// Stop when a sequential probability ratio test accepts a hypothesis: the first engine is
    /// stronger by ELO0 or by ELO1, with error rates ALPHA and BETA
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// Elo scale of ELO0 and ELO1
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    elo_model: EloModel,

    /// Log the games to this file: a header, then one JSON object per line for each game
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Resume the match from the log if it exists
    #[arg(long, requires = "log")]
    resume: bool,
    /// Resume even if an engine's program has changed
    #[arg(long, requires = "resume")]
    changed_engines: bool,
    /// Log the time of each move even if no clock runs; the log then differs from run to run
    #[arg(long)]
    times: bool,
    /// Write the games as text to this file, which must be new unless --resume is given
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write the result as JSON to this file, which must be new unless --resume is given; with
    /// `-`, print the JSON instead of the report
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Print a report on standard error every GAMES games
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    report_interval: Option<u64>,
    /// Print the outcome of each game on standard error
    #[arg(long)]
    outcomes: bool,
    /// Print only errors on standard error
    #[arg(long, conflicts_with_all = ["report_interval", "outcomes"])]
    quiet: bool,
}

impl MatchArgs {
    /// Returns the configuration of the match.
    ///
    /// # Errors
    /// Returns an error if the variant is missing or the words of an engine are invalid.
    pub fn config(self) -> anyhow::Result<MatchConfig> {
        let adjudication = self.adjudication();
        let sprt = match *self.sprt {
            [elo0, elo1, alpha, beta] => {
                Some(Sprt { elo0, elo1, alpha, beta, model: self.elo_model })
            }
            _ => None,
        };
        Ok(MatchConfig {
            variant: self.variant.context("no variant given")?,
            players: self.engines.players()?,
            tournament: self.tournament,
            seeds: self.seeds,
            pairs: self.pairs.unwrap_or(if sprt.is_some() { 20_000 } else { 100 }),
            first_pair: self.first_pair,
            openings: self.openings.source(self.book_order.into(), self.book_start),
            lenient: self.lenient,
            timeouts: self.timeouts.into(),
            adjudication,
            sprt,
            concurrency: self.concurrency as usize,
            pin: self.pin,
            log: self.log,
            resume: self.resume,
            changed_engines: self.changed_engines,
            with_times: self.times,
            records: self.records,
            json: self.json,
            reporting: Reporting::unless_quiet(self.quiet),
            report_interval: self.report_interval,
            outcomes: self.outcomes,
        })
    }

    fn adjudication(&self) -> Adjudication {
        Adjudication {
            surrender: match *self.surrender {
                [moves, score] => Some((moves as usize, score)),
                _ => None,
            },
            draw: match *self.draw {
                [from, plies, score] => Some((from as usize, plies as usize, score)),
                _ => None,
            },
            tables: self.tables.clone().map(|folder| match folder {
                Some(folder) => TablebaseSource::Folder(folder),
                None => TablebaseSource::BuiltIn,
            }),
            ..self.adjudication.clone().into()
        }
    }
}
