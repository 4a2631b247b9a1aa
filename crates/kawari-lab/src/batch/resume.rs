//! Going on with a file of answers that was left unfinished.

use std::path::Path;

use anyhow::{bail, ensure};
use serde::{Deserialize, Serialize};

use super::tasks::{BatchPosition, BatchTask, Tasks};
use super::{BatchConfig, BatchJob, batch_worker};
use kawari_engine::engine::game_state;
use kawari_records::journal::Journal;

/// The first line of a file of answers: every option that they depend on.
#[derive(Serialize)]
struct AnswersHeader<O> {
    log: &'static str,
    version: &'static str,
    variant: Option<&'static str>,
    each_position: bool,
    #[serde(flatten)]
    options: O,
    with_time: bool,
    provenance: bool,
}

impl<O> AnswersHeader<O> {
    fn new<Q: BatchJob<Options = O>>(config: &BatchConfig, job: &Q) -> Self {
        Self {
            log: Q::LOG,
            version: env!("KAWARI_VERSION"),
            variant: config.variant.map(|variant| variant.info().name),
            each_position: config.each_position,
            options: job.options(),
            with_time: config.with_time,
            provenance: config.provenance,
        }
    }
}

/// What has been answered already.
pub struct Resumed {
    /// The file, to be continued at its end.
    pub journal: Journal,
    /// Number of answers in it.
    pub answers: u64,
    /// True when an answer was an error.
    pub failed: bool,
}

/// As much of an answer as tells what it answers.
#[derive(Deserialize)]
struct AnsweredTask {
    line: u64,
    file: Option<String>,
    ply: Option<usize>,
    variant: Option<String>,
    position: Option<String>,
    error: Option<String>,
}

/// Opens a file of answers, or makes it, takes what it answers from the tasks, and cuts
/// off a last answer that was not written to its end.
///
/// # Errors
/// When the answers are not those of these options and this input, as far as they go,
/// and when the file cannot be read or written, or another process writes it.
pub fn resume<Q: BatchJob>(
    path: &Path,
    tasks: &mut Tasks,
    config: &BatchConfig,
    job: &Q,
) -> anyhow::Result<Resumed> {
    let (mut answers, mut failed) = (0, false);
    let journal = Journal::resume(path, &AnswersHeader::new(config, job), &[], |answered| {
        failed |= is_failure(&answered, tasks.next())?;
        answers += 1;
        Ok(())
    })?;
    Ok(Resumed { journal, answers, failed })
}

/// Accepts an answer to this task; true if it is an error.
fn is_failure(answered: &AnsweredTask, task: Option<BatchTask>) -> anyhow::Result<bool> {
    let Some(task) = task else { bail!("it has more answers than the input asks for") };
    ensure!(
        answered.line == task.line && answered.file.as_deref() == task.file.as_deref(),
        "it answers line {}, and the input has line {} there",
        answered.line,
        task.line
    );
    let Some(position) = &answered.position else {
        ensure!(answered.error.is_some(), "it is no answer");
        return Ok(true);
    };
    let is_same = task.target.as_ref().is_ok_and(|target| {
        answered.ply == Some(target.ply)
            && answered.variant.as_deref() == Some(target.variant.info().name)
            && sfen_of(target).as_ref() == Some(position)
    });
    ensure!(is_same, "it answers another position than line {} of the input", task.line);
    Ok(false)
}

/// The position that is asked about, if it is a good one.
fn sfen_of(target: &BatchPosition) -> Option<String> {
    let mut game_state = game_state::open(target.variant);
    batch_worker::set(&target.words, target.ply, &mut *game_state).ok()?;
    Some(game_state.sfen())
}
