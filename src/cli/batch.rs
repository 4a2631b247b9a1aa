//! Options shared by the commands that process positions, one per line.

use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_lab::batch::BatchConfig;
use kawari_lab::progress::Reporting;

use super::limits::threads;
use super::value_parsers;

/// Input, output and parallelism of a batch of positions.
#[derive(clap::Args, Clone, Debug)]
pub struct BatchArgs {
    /// Files to read, `-` for standard input [default: standard input]
    files: Vec<PathBuf>,
    /// Variant of the lines that do not name one
    #[arg(long, value_name = "VARIANT", value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// Process every position of a line or a game, not only the last one
    #[arg(long)]
    each_position: bool,
    /// Add this number to each line number, for parts of a larger input
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    offset: u64,
    /// Number of positions to process in parallel, one thread each [default: number of cores]
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Write to this file instead of standard output, and skip lines that it answers already
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Leave the field `time` empty, so that the output is the same for every run
    #[arg(long)]
    no_time: bool,
    /// Add the program version and the options to each answer
    #[arg(long)]
    provenance: bool,
    /// Print only errors on standard error
    #[arg(long)]
    quiet: bool,
}

impl From<BatchArgs> for BatchConfig {
    fn from(args: BatchArgs) -> Self {
        Self {
            files: args.files,
            variant: args.variant,
            each_position: args.each_position,
            offset: args.offset,
            jobs: args.jobs,
            resume: args.resume,
            with_time: !args.no_time,
            provenance: args.provenance,
            reporting: Reporting::unless_quiet(args.quiet),
        }
    }
}
