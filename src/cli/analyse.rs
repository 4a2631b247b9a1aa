//! The options of `kawari analyse`.

use std::path::PathBuf;

use kawari::games::variants::Variant;
use kawari::tools::analyse::AnalyseConfig;

use super::limits::{LimitArgs, at_least_one, threads};

/// Analyses positions, one a line, and writes one JSON object a line, in input
/// order
///
/// A line is an SFEN, `startpos moves …`, a USI `position` line, a list of moves or
/// a line of a game log, whose last position counts; the name of its game may stand
/// in front. Blank lines and lines that begin with `#` are skipped. A bad line gives
/// an object with `error` and the line's number, and exit code 1 in the end.
#[derive(clap::Args, Clone, Debug)]
pub struct AnalyseArgs {
    /// Files to read, `-` for standard input; standard input if there are none
    files: Vec<PathBuf>,
    /// The game of lines that name none
    #[arg(long, value_name = "GAME")]
    variant: Option<Variant>,
    /// Principal variations of each position
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    multipv: usize,
    /// Positions analysed at once, each on one thread; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Transposition table of each job, in MiB; if absent, what the nodes need, at most 16
    #[arg(long, value_name = "MIB", value_parser = at_least_one)]
    hash: Option<usize>,
    /// Write to this file instead of standard output, and skip what it answers already
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Leave out `time`, the only field that differs from run to run
    #[arg(long)]
    no_time: bool,
    /// How far each search goes; 100,000 nodes if nothing is said
    #[command(flatten)]
    limits: LimitArgs,
}

impl From<AnalyseArgs> for AnalyseConfig {
    fn from(args: AnalyseArgs) -> Self {
        Self {
            files: args.files,
            variant: args.variant,
            multi_pv: args.multipv,
            jobs: args.jobs,
            hash: args.hash,
            resume: args.resume,
            with_time: !args.no_time,
            limits: args.limits.limits_or(Self::default().limits),
        }
    }
}
