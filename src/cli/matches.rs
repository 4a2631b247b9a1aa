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

/// How the openings of a book follow each other.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum BookOrderArg {
    /// As they stand there
    #[default]
    Sequential,
    /// As --seed shuffles them
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

/// What is done with logs.
#[derive(Subcommand, Clone, Debug)]
pub enum MatchTool {
    /// Tells how a match stands by its logs; the logs of parts of a match are merged
    Report {
        /// Logs of matches between the same engines; `-` for standard input
        #[arg(required = true)]
        logs: Vec<PathBuf>,
        /// Write the result to this file, a new one, as JSON; `-` for standard output, in
        /// place of the report
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
}

/// Plays engines against each other; Kawari's rules are the referee
///
/// Each engine is described by words: name=, cmd=, arg= (repeatable), args= (split at
/// blanks), dir=, proto=usi|uci, option.NAME=, variant= (its own name for the game),
/// positions=moves|sfen, coordinates=shogi|chess (chess with uci), stderr=FILE, and its
/// limits: nodes=, depth=, movetime= (milliseconds), tc=MOVES/BASE+INCREMENT (seconds, or
/// MINUTES:SECONDS; MOVES/ may be left out), byoyomi= (milliseconds); margin=
/// (milliseconds beyond the clock, for this engine), ponder=on (it thinks on its
/// opponent's time), restart=on (a new process for each game).
///
/// An engine of other rules has rules=other: it is told which moves are legal, and when
/// it says `info string rules differ: WHAT` the game is not counted; nor are games that
/// end by something that its rules lack: lacks=impasse (repeatable).
///
/// To test an idea: kawari match hasami --engine name=new cmd=./new --engine name=old
/// cmd=./old --each nodes=20000 --sprt 0 10 0.05 0.05
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    /// Something else than a match
    #[command(subcommand)]
    pub tool: Option<MatchTool>,
    /// The game
    #[arg(required = true, value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    engines: EngineArgs,
    /// Who meets whom when there are more than two engines
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// Number of engines, the first ones, that meet the others in a gauntlet
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    seeds: usize,
    /// Openings for each two engines that meet, each played with both colours [default: 100, or 20000 with --sprt]
    #[arg(long, value_name = "COUNT")]
    pairs: Option<u64>,
    /// Number of the first opening: with the same other options, parts that are played on several machines are what one run plays
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LAST_NUMBER))]
    first_pair: u64,
    /// Also tell engines of games, options and values that they do not announce
    #[arg(long)]
    lenient: bool,
    /// Games played at once
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    concurrency: u64,
    /// Keep each game's engines on one core of their own (Linux); by default when the
    /// games fill the machine
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value_t, default_missing_value = "always")]
    pin: CpuPinning,

    #[command(flatten)]
    openings: OpeningArgs,
    /// How the openings of the book follow each other
    #[arg(long, value_enum, value_name = "ORDER", default_value_t, requires = "openings")]
    book_order: BookOrderArg,
    /// The opening of the book, in its order, to begin with; those before it come last
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    book_start: u64,

    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Loss for an engine that has seen itself so far behind for so many of its own moves
    /// in a row, whatever the other sees
    #[arg(long, num_args = 2, value_names = ["MOVES", "SCORE"], value_parser = clap::value_parser!(i32).range(1..))]
    surrender: Vec<Score>,
    /// Draw when from this ply on both engines see nobody further ahead for so many plies in a row
    #[arg(long, num_args = 3, value_names = ["FROM", "PLIES", "SCORE"], value_parser = clap::value_parser!(i32).range(0..))]
    draw: Vec<Score>,
    /// Win or draw as soon as tables of endgames know it: those of a folder, or what is
    /// built in
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true)]
    tables: Option<Option<PathBuf>>,

    /// Stop as soon as one of two hypotheses about the first engine can be dropped
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// The scale of ELO0 and ELO1
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    elo_model: EloModel,

    /// Write each game to this file, one JSON object a line behind a header
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on with the log, if it is there
    #[arg(long, requires = "log")]
    resume: bool,
    /// Go on with the log though an engine's program has changed
    #[arg(long, requires = "resume")]
    changed_engines: bool,
    /// Also log the time of each move where no clock runs: the log is another one each
    /// time then
    #[arg(long)]
    times: bool,
    /// Write each game to this file for people to read; a new one, unless --resume goes on with it
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Write the result to this file as JSON, a new one, unless --resume goes on; `-` for
    /// standard output, in place of the report
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Report how it stands on standard error whenever so many games have been played
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    report_interval: Option<u64>,
    /// Tell on standard error how each game has ended
    #[arg(long)]
    outcomes: bool,
    /// Say nothing on standard error but errors
    #[arg(long, conflicts_with_all = ["report_interval", "outcomes"])]
    quiet: bool,
}

impl MatchArgs {
    /// What the options ask for.
    ///
    /// # Errors
    /// When an engine is not described as it should be.
    pub fn config(self) -> anyhow::Result<MatchConfig> {
        let adjudication = self.adjudication();
        let sprt = match *self.sprt {
            [elo0, elo1, alpha, beta] => {
                Some(Sprt { elo0, elo1, alpha, beta, model: self.elo_model })
            }
            _ => None,
        };
        Ok(MatchConfig {
            variant: self.variant.context("which game is to be played?")?,
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
