//! Going on with a file of answers that was left unfinished.

use std::path::Path;

use anyhow::{bail, ensure};
use serde::{Deserialize, Serialize};

use super::tasks::{Asked, Task, Tasks};
use super::{BatchConfig, Question, answer};
use kawari_engine::engine::line;
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
    fn new<Q: Question<Options = O>>(config: &BatchConfig, question: &Q) -> Self {
        Self {
            log: Q::LOG,
            version: env!("KAWARI_VERSION"),
            variant: config.variant.map(|variant| variant.info().name),
            each_position: config.each_position,
            options: question.options(),
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
struct Answered {
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
pub fn resume<Q: Question>(
    path: &Path,
    tasks: &mut Tasks,
    config: &BatchConfig,
    question: &Q,
) -> anyhow::Result<Resumed> {
    let (mut answers, mut failed) = (0, false);
    let journal = Journal::resume(path, &AnswersHeader::new(config, question), &[], |answered| {
        failed |= is_failure(&answered, tasks.next())?;
        answers += 1;
        Ok(())
    })?;
    Ok(Resumed { journal, answers, failed })
}

/// Accepts an answer to this task; true if it is an error.
fn is_failure(answered: &Answered, task: Option<Task>) -> anyhow::Result<bool> {
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
    let is_same = task.asked.as_ref().is_ok_and(|asked| {
        answered.ply == Some(asked.ply)
            && answered.variant.as_deref() == Some(asked.variant.info().name)
            && sfen_of(asked).as_ref() == Some(position)
    });
    ensure!(is_same, "it answers another position than line {} of the input", task.line);
    Ok(false)
}

/// The position that is asked about, if it is a good one.
fn sfen_of(asked: &Asked) -> Option<String> {
    let mut line = line::open(asked.variant);
    answer::set(&asked.words, asked.ply, &mut *line).ok()?;
    Some(line.sfen())
}
