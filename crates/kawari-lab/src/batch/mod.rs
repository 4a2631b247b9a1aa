//! The batch runner that [`analyse`](super::analyse) and [`mate`](super::mate) share: one
//! position per input line, one JSON object per answer, in input order.
//!
//! Each search starts with empty tables and histories, so an answer depends only on its line
//! and the options. Without time limits, the same input gives the same output byte for byte
//! on any number of threads, except for the field `time`, which can be disabled.
//!
//! [`position_line`](kawari_records::position_line) describes the input formats. Every answer
//! has the fields below, `null` if they do not apply. The job's own fields are between
//! `position` and `time`.
//!
//! | field | |
//! |---|---|
//! | `line`, `file` | line number, from 1; file name if there are several files |
//! | `id` | `id` of the input line, if it is a JSON object with one |
//! | `game`, `ply` | number of the game in its log; number of moves before the position |
//! | `variant` | game variant |
//! | `position` | position as SFEN |
//! | `time` | search time in milliseconds |
//! | `error` | error message for an invalid line |
//! | `version`, and the options | program version and options, with [`BatchConfig::provenance`] |

mod batch_worker;
mod input;
mod resume;
mod tasks;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;

use self::batch_worker::BatchWorker;
use self::input::NumberedLines;
use self::resume::Resumed;
use self::tasks::Tasks;
use super::progress::{ProgressBar, Reporting};
use super::{interrupt, ordered_map};
use kawari_engine::engine::session::{Session, Settings};
use kawari_engine::games::variants::Variant;

/// Input, output and threads of a batch run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchConfig {
    /// Input files; `-` or an empty list means standard input.
    pub files: Vec<PathBuf>,
    /// Game variant of lines that name none.
    pub variant: Option<Variant>,
    /// Whether to answer every position of a game, from its start, instead of the last one.
    pub each_position: bool,
    /// Offset added to each line number, for parts of a larger input.
    pub offset: u64,
    /// Positions searched in parallel, each on one thread. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Output file with the options in its first line. Lines that it already answers are
    /// skipped.
    pub resume: Option<PathBuf>,
    /// Whether answers have the field `time`, the only one that differs between runs.
    pub with_time: bool,
    /// Whether answers have the program version and the options.
    pub provenance: bool,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for BatchConfig {
    /// The last position of each line of standard input.
    fn default() -> Self {
        Self {
            files: Vec::new(),
            variant: None,
            each_position: false,
            offset: 0,
            jobs: None,
            resume: None,
            with_time: true,
            provenance: false,
            reporting: Reporting::default(),
        }
    }
}

/// The search that a batch run does for every position.
pub trait BatchJob: Clone + Send + Sync + 'static {
    /// Value of the field `log` in the header of an answer file.
    const LOG: &'static str;
    /// Every option that an answer depends on besides its input line.
    type Options: Clone + Serialize;
    /// The job's own answer fields. An invalid line gets the default value.
    type Answer: Default + Serialize;

    /// Returns the options for the header and the provenance.
    fn options(&self) -> Self::Options;

    /// Returns the settings of each session.
    fn settings(&self) -> Settings;

    /// Returns the number of sessions that a thread may keep, one per game; at least 1.
    fn kept_sessions(&self) -> usize;

    /// Searches the current position of a new session. Additional output, such as a proof,
    /// is appended to `extra`.
    ///
    /// # Errors
    /// Returns an error if the search cannot be started. It does not depend on the input
    /// line.
    fn answer(
        &self,
        session: &mut dyn Session,
        extra: &mut Vec<u8>,
    ) -> anyhow::Result<Self::Answer>;
}

/// A batch run with its inputs opened and the file to be resumed checked.
pub struct Batch<'a, J> {
    config: &'a BatchConfig,
    job: &'a J,
    tasks: Tasks,
    /// Existing answers.
    resumed: Option<Resumed>,
}

impl<'a, J: BatchJob> Batch<'a, J> {
    /// Opens the input files and the file to be resumed.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or if the answers in the file to be
    /// resumed belong to other options or other input.
    pub fn open(config: &'a BatchConfig, job: &'a J) -> anyhow::Result<Self> {
        let lines = NumberedLines::new(config.files.clone())?;
        let mut tasks = Tasks::new(lines, config.offset, config.variant, config.each_position);
        let resume = |path: &PathBuf| resume::resume(path, &mut tasks, config, job);
        let resumed = config.resume.as_ref().map(resume).transpose()?;
        Ok(Self { config, job, tasks, resumed })
    }

    /// Answers every line. Writes the answers to the resumed file, if there is one, else to
    /// `output`, and additional output to `extra`. Returns true if every line was valid.
    ///
    /// # Errors
    /// Returns an error if an output cannot be written or a search cannot be started.
    pub fn run(self, output: &mut dyn Write, extra: &mut dyn Write) -> anyhow::Result<bool> {
        let Self { config, job, tasks, resumed } = self;
        let mut progress = progress(config);
        let (mut failed, mut answers, mut journal) = (false, 0, None);
        if let Some(resumed) = resumed {
            (failed, answers) = (resumed.failed, resumed.answers);
            progress.start_at(answers);
            journal = Some(resumed.journal);
        }
        let mut write = |json: &[u8]| match &mut journal {
            Some(journal) => journal.append_bytes(json),
            None => {
                let written = output.write_all(json).and_then(|()| output.flush());
                written.context("cannot write the answers")
            }
        };
        let (job, with_time) = (job.clone(), config.with_time);
        let provenance = config.provenance;
        let worker = move || {
            let mut worker = BatchWorker::new(job.clone(), with_time, provenance);
            move |task| worker.answer(&task)
        };
        ordered_map::map(ordered_map::jobs(config.jobs), tasks, worker, |answer| {
            let answer = answer?;
            failed |= answer.is_failure;
            answers += 1;
            progress.advance(1);
            progress.without_bar(|| write(&answer.json))?;
            extra.write_all(&answer.extra).context(EXTRA_NOT_WRITTEN)?;
            Ok(ControlFlow::Continue(()))
        })?;
        drop(progress);
        extra.flush().context(EXTRA_NOT_WRITTEN)?;
        if interrupt::is_pending() {
            config.reporting.print_note(format_args!("interrupted after {answers} answers"));
        }
        Ok(!failed)
    }
}

const EXTRA_NOT_WRITTEN: &str = "cannot write the additional output";

fn progress(config: &BatchConfig) -> ProgressBar {
    let is_countable = io::stderr().is_terminal() && !config.each_position;
    let total = is_countable.then(|| input::count_lines(&config.files)).flatten();
    ProgressBar::new("positions", total, config.reporting)
}
