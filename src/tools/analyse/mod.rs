//! `kawari analyse`: positions in, one a line; analyses out, one JSON object a
//! line, in the order of the input.
//!
//! An answer depends on its line and the limits alone: each search begins with an
//! empty table and empty histories, on one thread. So with `--nodes` or `--depth`
//! the same input gives the same output, byte for byte, whatever `--jobs` is; but
//! for `time`, the one field that differs from run to run, which `--no-time`
//! leaves out.
//!
//! Forms of input: see [`position_line`](super::position_line). The fields of an
//! answer:
//!
//! | field | |
//! |---|---|
//! | `line`, `file` | the line's number, from 1, and where there are several files, its file |
//! | `id` | the line's own, if it is a JSON object and has one |
//! | `game`, `ply` | the number of the game, if the line is one of a log, and the moves made in it |
//! | `variant` | the game that is played |
//! | `position` | as SFEN |
//! | `depth`, `seldepth` | of the best line, in plies; 0 where nothing was searched |
//! | `score` | `cp` or `mate` (in plies) from the side to move's view, and whom it `favours`: `black`, `white` or `neither`; none if the limits left no time for one |
//! | `bestmove` | none when the game is over on the board |
//! | `pvs` | principal variations, best first: `depth`, `seldepth`, `score`, `moves` |
//! | `nodes` | positions searched |
//! | `time` | milliseconds |
//! | `result`, `reason` | how the game has ended; none while it goes on |
//! | `error` | what is wrong with the line |
//! | `version`, `limits`, `multipv`, `hash` | how the answer came about, if [`AnalyseConfig::provenance`] asks for it |
//!
//! Every answer has all of them; what it has nothing to say of is `null`, and `pvs`
//! empty. A game that has ended by repetition or a count may be played on, so its
//! position is analysed all the same.

mod answer;
mod input;
mod resume;
mod tasks;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context;

use self::answer::{Analyst, LoggedLimits, Provenance, Question};
use self::input::NumberedLines;
use self::tasks::{Task, Tasks};
use super::progress::{ProgressBar, Reporting};
use super::{interrupt, ordered};
use crate::engine::session::{Order, Settings};
use crate::games::variants::Variant;
use crate::search::limits::Limits;

/// What is analysed, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalyseConfig {
    /// Files to read, `-` for standard input; standard input if there are none.
    pub files: Vec<PathBuf>,
    /// The game of lines that name none.
    pub variant: Option<Variant>,
    /// Analyse every position on the way of a line, from its start on, and not the last
    /// alone.
    pub each_position: bool,
    /// Added to the number of each line, for the parts of a larger input.
    pub offset: u64,
    /// Principal variations of each position.
    pub multi_pv: usize,
    /// Positions analysed at once, each on one thread; as many as there are cores
    /// if absent.
    pub jobs: Option<usize>,
    /// Transposition table of each job, in MiB; if absent, what the nodes need, at
    /// most 16.
    pub hash: Option<usize>,
    /// Write to this file, whose first line tells the options, and skip what it
    /// answers already.
    pub resume: Option<PathBuf>,
    /// Answers tell the time they took, the only field that differs from run to
    /// run.
    pub with_time: bool,
    /// Answers tell the version of the program and the limits.
    pub provenance: bool,
    /// What is said on the way.
    pub reporting: Reporting,
    /// How far each search goes. There is no end to one that nothing bounds.
    pub limits: Limits,
}

impl Default for AnalyseConfig {
    /// Standard input, 100,000 nodes a position.
    fn default() -> Self {
        Self {
            files: Vec::new(),
            variant: None,
            each_position: false,
            offset: 0,
            multi_pv: 1,
            jobs: None,
            hash: None,
            resume: None,
            with_time: true,
            provenance: false,
            reporting: Reporting::default(),
            limits: Limits { nodes: Some(100_000), ..Limits::default() },
        }
    }
}

impl AnalyseConfig {
    fn question(&self) -> Question {
        let settings = Settings {
            hash: self.hash.unwrap_or_else(|| table_size(&self.limits)),
            multi_pv: self.multi_pv,
            ..Settings::default()
        };
        let provenance = Provenance {
            version: env!("CARGO_PKG_VERSION"),
            limits: LoggedLimits::new(&self.limits),
            multipv: self.multi_pv,
            hash: settings.hash,
        };
        Question {
            settings,
            order: Order { limits: self.limits, ..Order::default() },
            timed: self.with_time,
            provenance: self.provenance.then_some(provenance),
        }
    }
}

/// The size, in MiB, of a table that is emptied before each search: no more than
/// the search can fill, for emptying it takes time.
fn table_size(limits: &Limits) -> usize {
    /// Bytes of the table for each node searched: twice what it stores.
    const BYTES: u64 = 32;
    const LARGEST: u64 = 16;
    let needed = limits.nodes.map_or(LARGEST, |nodes| nodes.saturating_mul(BYTES) >> 20);
    needed.clamp(1, LARGEST) as usize
}

/// An answer as it is written.
struct EncodedAnswer {
    json: Vec<u8>,
    failed: bool,
}

/// Analyses, and writes to the file to be resumed if there is one, else to
/// `output`. True if no line has failed.
///
/// # Errors
/// When an input cannot be opened, the output cannot be written, or the file to be
/// resumed has the answers to something else.
pub fn run(config: &AnalyseConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let lines = NumberedLines::new(config.files.clone())?;
    let mut tasks = Tasks::new(lines, config.offset, config.variant, config.each_position);
    let is_countable = io::stderr().is_terminal() && !config.each_position;
    let total = is_countable.then(|| input::count_lines(&config.files)).flatten();
    let mut progress = ProgressBar::new("positions", total, config.reporting);
    let (mut failed, mut answers, mut journal) = (false, 0, None);
    if let Some(path) = &config.resume {
        let resumed = resume::resume(path, &mut tasks, config)?;
        (failed, answers) = (resumed.failed, resumed.answers);
        progress.start_at(answers);
        journal = Some(resumed.journal);
    }
    let mut write = |json: &[u8]| match &mut journal {
        Some(journal) => journal.append_line(json),
        None => {
            let written = output.write_all(json).and_then(|()| output.flush());
            written.context("cannot write the answers")
        }
    };
    let question = config.question();
    let worker = move || {
        let mut analyst = Analyst::new(question.clone());
        move |task| reply(&mut analyst, &task)
    };
    ordered::map(ordered::jobs(config.jobs), tasks, worker, |reply| {
        let reply = reply?;
        failed |= reply.failed;
        answers += 1;
        progress.advance(1);
        progress.aside(|| write(&reply.json))?;
        Ok(ControlFlow::Continue(()))
    })?;
    drop(progress);
    if interrupt::has_come() {
        config.reporting.say(format_args!("interrupted after {answers} answers"));
    }
    Ok(!failed)
}

fn reply(analyst: &mut Analyst, task: &Task) -> anyhow::Result<EncodedAnswer> {
    let answer = analyst.answer(task);
    let mut json = serde_json::to_vec(&answer)?;
    json.push(b'\n');
    Ok(EncodedAnswer { json, failed: answer.is_failure() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_its_search() {
        let size = |nodes| table_size(&Limits { nodes, ..Limits::default() });
        assert_eq!(size(Some(1)), 1);
        assert_eq!(size(Some(100_000)), 3);
        assert_eq!(size(Some(u64::MAX)), 16);
        assert_eq!(size(None), 16);
    }
}
