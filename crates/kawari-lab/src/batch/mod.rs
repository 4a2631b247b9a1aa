//! Positions in, one a line; answers out, one JSON object a line, in the order of the
//! input: what [`analyse`](super::analyse) and [`mate`](super::mate) have in common.
//!
//! Each search begins with empty tables and histories, so an answer depends on its line
//! and the options alone: where no time binds it, the same input gives the same output,
//! byte for byte, on any number of threads; but for `time`, which can be left out.
//!
//! Forms of input: see [`position_line`](kawari_records::position_line). Every answer has these
//! fields, `null` where there is nothing to say, and between `position` and `time` what
//! was found:
//!
//! | field | |
//! |---|---|
//! | `line`, `file` | the line's number, from 1, and where there are several files, its file |
//! | `id` | the line's own, if it is a JSON object and has one |
//! | `game`, `ply` | the number of the game, if the line is one of a log, and the moves made in it |
//! | `variant` | the game that is played |
//! | `position` | as SFEN |
//! | `time` | milliseconds |
//! | `error` | what is wrong with the line |
//! | `version`, and the options | how the answer came about, if [`BatchConfig::provenance`] asks for it |

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

/// Which positions are answered, and where to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchConfig {
    /// Files to read, `-` for standard input; standard input if there are none.
    pub files: Vec<PathBuf>,
    /// The game of lines that name none.
    pub variant: Option<Variant>,
    /// Answer every position on the way of a line, from its start on, and not the last
    /// alone.
    pub each_position: bool,
    /// Added to the number of each line, for the parts of a larger input.
    pub offset: u64,
    /// Positions worked on at once, each on one thread; as many as there are cores if
    /// absent.
    pub jobs: Option<usize>,
    /// Write to this file, whose first line tells the options, and skip what it
    /// answers already.
    pub resume: Option<PathBuf>,
    /// Answers tell the time they took, the only field that differs from run to
    /// run.
    pub with_time: bool,
    /// Answers tell the version of the program and the options.
    pub provenance: bool,
    /// What is said on the way.
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

/// What is asked of every position.
pub trait BatchJob: Clone + Send + Sync + 'static {
    /// The mark of a file of such answers, in its header.
    const LOG: &'static str;
    /// All that an answer depends on besides its line.
    type Options: Clone + Serialize;
    /// What is found, as fields of an answer. The default stands where a line was bad.
    type Found: Default + Serialize;

    /// What this one depends on.
    fn options(&self) -> Self::Options;

    /// How each session is set.
    fn settings(&self) -> Settings;

    /// How many sessions a thread may keep, each of another game: one or more.
    fn kept_sessions(&self) -> usize;

    /// Answers the latest position of a session that has learned nothing. What is to be
    /// written beside the answers goes to `beside`.
    ///
    /// # Errors
    /// When the system refuses what is needed. No line is to blame for that.
    fn answer(
        &self,
        session: &mut dyn Session,
        beside: &mut Vec<u8>,
    ) -> anyhow::Result<Self::Found>;
}

/// Positions that are going to be answered: their inputs are there, and the file to be
/// resumed is the one that it should be.
pub struct Batch<'a, Q> {
    config: &'a BatchConfig,
    job: &'a Q,
    tasks: Tasks,
    /// What has been answered before.
    resumed: Option<Resumed>,
}

impl<'a, Q: BatchJob> Batch<'a, Q> {
    /// Opens what there is to read, and the file to be resumed.
    ///
    /// # Errors
    /// When a file cannot be read, or the one to be resumed has the answers to something
    /// else.
    pub fn open(config: &'a BatchConfig, job: &'a Q) -> anyhow::Result<Self> {
        let lines = NumberedLines::new(config.files.clone())?;
        let mut tasks = Tasks::new(lines, config.offset, config.variant, config.each_position);
        let resume = |path: &PathBuf| resume::resume(path, &mut tasks, config, job);
        let resumed = config.resume.as_ref().map(resume).transpose()?;
        Ok(Self { config, job, tasks, resumed })
    }

    /// Answers every line and writes the answers to the file that is resumed, if there is
    /// one, else to `output`, and what belongs beside them to `beside`. True if no line was
    /// bad.
    ///
    /// # Errors
    /// When something cannot be written, or the system refuses what a search needs.
    pub fn run(self, output: &mut dyn Write, beside: &mut dyn Write) -> anyhow::Result<bool> {
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
            let mut respondent = BatchWorker::new(job.clone(), with_time, provenance);
            move |task| respondent.answer(&task)
        };
        ordered_map::map(ordered_map::jobs(config.jobs), tasks, worker, |answer| {
            let answer = answer?;
            failed |= answer.is_failure;
            answers += 1;
            progress.advance(1);
            progress.without_bar(|| write(&answer.json))?;
            beside.write_all(&answer.beside).context("cannot write what belongs to the answers")?;
            Ok(ControlFlow::Continue(()))
        })?;
        drop(progress);
        beside.flush().context("cannot write what belongs to the answers")?;
        if interrupt::is_pending() {
            config.reporting.print_note(format_args!("interrupted after {answers} answers"));
        }
        Ok(!failed)
    }
}

fn progress(config: &BatchConfig) -> ProgressBar {
    let is_countable = io::stderr().is_terminal() && !config.each_position;
    let total = is_countable.then(|| input::count_lines(&config.files)).flatten();
    ProgressBar::new("positions", total, config.reporting)
}
