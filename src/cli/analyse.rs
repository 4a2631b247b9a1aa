//! The options of `kawari analyse`.

use kawari_lab::analyse::AnalyseConfig;

use super::batch::BatchArgs;
use super::limits::{LimitArgs, at_least_one};

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
    #[command(flatten)]
    batch: BatchArgs,
    /// Principal variations of each position
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    multipv: usize,
    /// Transposition table of each job, in MiB; if absent, what the nodes need, at most 16
    #[arg(long, value_name = "MIB", value_parser = at_least_one)]
    hash: Option<usize>,
    /// How far each search goes; 100,000 nodes if nothing is said
    #[command(flatten)]
    limits: LimitArgs,
}

impl From<AnalyseArgs> for AnalyseConfig {
    fn from(args: AnalyseArgs) -> Self {
        Self {
            batch: args.batch.into(),
            multi_pv: args.multipv,
            hash: args.hash,
            limits: args.limits.limits_or(Self::default().limits),
        }
    }
}
