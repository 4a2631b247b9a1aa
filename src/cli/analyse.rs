//! The options of `kawari analyse`.

use std::path::PathBuf;

use kawari::games::variants::Variant;
use kawari::tools::analyse::AnalyseConfig;
use kawari::tools::progress::Reporting;

use super::limits::{LimitArgs, at_least_one, threads};

/// Analyses positions, one a line, and writes one JSON object a line, in input
/// order
///
/// A line is an SFEN, `startpos moves …`, a USI `position` line, a list of moves or
/// a line of a game log, whose last position counts; the name of its game may stand
/// in front. It may also be {"id":…,"variant":"GAME","position":"…"} with one of these
/// forms as its position, and the answer has the same id. Blank lines and lines that
/// begin with `#` are skipped. A bad line gives an answer with `error`, and exit code 1
/// in the end.
#[derive(clap::Args, Clone, Debug)]
pub struct AnalyseArgs {
    /// Files to read, `-` for standard input; standard input if there are none
    files: Vec<PathBuf>,
    /// The game of lines that name none
    #[arg(long, value_name = "GAME")]
    variant: Option<Variant>,
    /// Analyse every position of a line or a game, from its start on, not the last alone
    #[arg(long)]
    each_position: bool,
    /// Add this to the number of each line, for the parts of a larger input
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    offset: u64,
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
    /// Leave `time` empty, the only field that differs from run to run
    #[arg(long)]
    no_time: bool,
    /// Also tell the version of the program and the limits in each answer
    #[arg(long)]
    provenance: bool,
    /// Say nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
    /// How far each search goes; 100,000 nodes if nothing is said
    #[command(flatten)]
    limits: LimitArgs,
}

impl From<AnalyseArgs> for AnalyseConfig {
    fn from(args: AnalyseArgs) -> Self {
        Self {
            files: args.files,
            variant: args.variant,
            each_position: args.each_position,
            offset: args.offset,
            multi_pv: args.multipv,
            jobs: args.jobs,
            hash: args.hash,
            resume: args.resume,
            with_time: !args.no_time,
            provenance: args.provenance,
            reporting: Reporting::unless(args.quiet),
            limits: args.limits.limits_or(Self::default().limits),
        }
    }
}
