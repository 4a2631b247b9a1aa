//! Resuming an unfinished answer file.

use std::path::Path;

use anyhow::{bail, ensure};
use serde::{Deserialize, Serialize};

use super::tasks::{BatchPosition, BatchTask, Tasks};
use super::{BatchConfig, BatchJob, batch_worker};
use kawari_engine::engine::game_state;
use kawari_records::journal::Journal;

/// The first line of an answer file: every option that the answers depend on.
#[derive(Serialize)]
struct AnswersHeader<O> {
    log: &'static str,
    version: &'static str,
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    each_position: bool,
    #[serde(flatten)]
    options: O,
    with_time: bool,
    provenance: bool,
}

impl<O> AnswersHeader<O> {
    fn new<J: BatchJob<Options = O>>(config: &BatchConfig, job: &J) -> Self {
        Self {
            log: J::LOG,
            version: env!("KAWARI_VERSION"),
            variant: config.variant.map(|variant| variant.info().name),
            definition: config.variant.and_then(|variant| variant.info().definition()),
            each_position: config.each_position,
            options: job.options(),
            with_time: config.with_time,
            provenance: config.provenance,
        }
    }
}

/// An answer file to be continued.
pub struct Resumed {
    /// The file, positioned at its end.
    pub journal: Journal,
    /// Number of answers in the file.
    pub answers: u64,
    /// True if an answer is an error.
    pub failed: bool,
}

/// The fields of an answer that identify its task.
#[derive(Deserialize)]
struct AnsweredTask {
    line: u64,
    file: Option<String>,
    ply: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    error: Option<String>,
}

/// Opens or creates an answer file and removes the answered tasks from `tasks`. An
/// incomplete last line is cut off.
///
/// # Errors
/// Returns an error if the existing answers do not match the options and the input, if the
/// file cannot be read or written, or if another process has it open for writing.
pub fn resume<J: BatchJob>(
    path: &Path,
    tasks: &mut Tasks,
    config: &BatchConfig,
    job: &J,
) -> anyhow::Result<Resumed> {
    let (mut answers, mut failed) = (0, false);
    let journal = Journal::resume(path, &AnswersHeader::new(config, job), &[], |answered| {
        failed |= is_failure(&answered, tasks.next())?;
        answers += 1;
        Ok(())
    })?;
    Ok(Resumed { journal, answers, failed })
}

/// Checks that an answer belongs to `task`. Returns true if the answer is an error.
fn is_failure(answered: &AnsweredTask, task: Option<BatchTask>) -> anyhow::Result<bool> {
    let Some(task) = task else { bail!("the file has more answers than the input has tasks") };
    ensure!(
        answered.line == task.line && answered.file.as_deref() == task.file.as_deref(),
        "answer to line {} found; expected an answer to line {}",
        answered.line,
        task.line
    );
    let Some(position) = &answered.position else {
        ensure!(answered.error.is_some(), "the line has neither a position nor an error");
        return Ok(true);
    };
    let is_same = task.target.as_ref().is_ok_and(|target| {
        answered.ply == Some(target.ply)
            && answered.variant.as_deref() == Some(target.variant.info().name)
            && sfen_of(target).as_ref() == Some(position)
    });
    ensure!(is_same, "the answer's position differs from line {} of the input", task.line);
    Ok(false)
}

/// Returns the SFEN of the target position, or `None` if it is invalid.
fn sfen_of(target: &BatchPosition) -> Option<String> {
    let mut game_state = game_state::open(target.variant);
    batch_worker::set(&target.command, target.ply, &mut *game_state).ok()?;
    Some(game_state.sfen())
}
