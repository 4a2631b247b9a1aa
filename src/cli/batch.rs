//! The options of the commands that answer positions, one a line.

use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_lab::batch::BatchConfig;
use kawari_lab::progress::Reporting;

use super::limits::threads;
use super::value_parsers;

/// Which positions are answered, and where to.
#[derive(clap::Args, Clone, Debug)]
pub struct BatchArgs {
    /// Files to read, `-` for standard input; standard input if there are none
    files: Vec<PathBuf>,
    /// The game of lines that name none
    #[arg(long, value_name = "GAME", value_parser = value_parsers::games(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// Answer every position of a line or a game, from its start on, not the last alone
    #[arg(long)]
    each_position: bool,
    /// Add this to the number of each line, for the parts of a larger input
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    offset: u64,
    /// Positions worked on at once, each on one thread; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    jobs: Option<usize>,
    /// Write to this file instead of standard output, and skip what it answers already
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Leave `time` empty, the only field that differs from run to run
    #[arg(long)]
    no_time: bool,
    /// Also tell the version of the program and the options in each answer
    #[arg(long)]
    provenance: bool,
    /// Say nothing on standard error but errors
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
