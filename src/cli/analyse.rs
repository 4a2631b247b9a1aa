//! The options of `kawari analyse`.

use kawari_lab::analyse::AnalyseConfig;

use super::batch::BatchArgs;
use super::limits::{LimitArgs, at_least_one};

/// Analyse positions, one per line, and print one JSON object per line in input order
///
/// A line is an SFEN, `startpos moves …`, a USI `position` command, a list of moves or a line of a
/// game log, whose last position is analysed. The name of the variant may precede it. A line can
/// also be {"id":…,"variant":"NAME","position":"…"}, where the position has one of these forms;
/// the answer has the same id. Blank lines and lines that begin with `#` are skipped. An invalid
/// line gives an answer with `error` and exit status 1.
#[derive(clap::Args, Clone, Debug)]
pub struct AnalyseArgs {
    #[command(flatten)]
    batch: BatchArgs,
    /// Number of principal variations per position
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    multipv: usize,
    /// Size of each job's transposition table in MiB [default: enough for the node limit, at most
    /// 16]
    #[arg(long, value_name = "MIB", value_parser = at_least_one)]
    hash: Option<usize>,
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
