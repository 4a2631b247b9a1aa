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
//! | `position` | the latest position of the line, as SFEN |
//! | `game` | its game |
//! | `depth`, `seldepth` | of the best line, in plies; 0 where nothing was searched |
//! | `score` | `{"cp":N}` or `{"mate":PLIES}` from the side to move's view, with `"favours"`: `black`, `white` or `neither`; absent if the limits left no time for one |
//! | `bestmove` | absent when the game is over on the board |
//! | `pvs` | principal variations, best first: `depth`, `seldepth`, `score`, `moves` |
//! | `nodes` | positions searched |
//! | `time` | milliseconds |
//! | `status` | how the game has ended; absent while it goes on |
//! | `error` | what is wrong with the line; nothing but `line` and `file` stands with it |
//!
//! A game that has ended by repetition or a count may be played on, so its
//! position is analysed all the same.

mod answer;
mod input;
mod resume;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args as ClapArgs;

use self::answer::{Analyst, Body, Question};
use self::input::InputLines;
use super::limits::{LimitArgs, at_least_one, table_size};
use super::ordered;
use super::progress::Progress;
use crate::engine::session::{Order, Settings};
use crate::games::variants::Variant;

/// Nodes of each search that no option bounds.
const NODES: u64 = 100_000;

/// Analyses positions, one a line, and writes one JSON object a line, in input
/// order
///
/// A line is an SFEN, `startpos moves …`, a USI `position` line, a list of moves or
/// a line of a game log, whose last position counts; the name of its game may stand
/// in front. Blank lines and lines that begin with `#` are skipped. A bad line gives
/// an object with `error` and the line's number, and exit code 1 in the end.
#[derive(ClapArgs, Clone, Debug)]
pub struct Args {
    /// Files to read, `-` for standard input; standard input if there are none
    files: Vec<PathBuf>,
    /// The game of lines that name none
    #[arg(long, value_name = "GAME")]
    variant: Option<Variant>,
    /// Principal variations of each position
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    multipv: usize,
    /// Positions analysed at once, each on one thread; as many as there are cores if absent
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Transposition table of each job, in MiB; if absent, what the nodes need, at most 16
    #[arg(long, value_name = "MIB", value_parser = at_least_one)]
    hash: Option<usize>,
    /// Write to this file instead of standard output, and skip what it answers already
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Leave out `time`, the only field that differs from run to run
    #[arg(long)]
    no_time: bool,
    /// How far each search goes; 100,000 nodes if nothing is said
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    fn question(&self) -> Question {
        let limits = self.limits.limits(NODES);
        let settings = Settings {
            hash: self.hash.unwrap_or_else(|| table_size(&limits)),
            multi_pv: self.multipv,
            ..Settings::default()
        };
        let order = Order { limits, ..Order::default() };
        Question { variant: self.variant, settings, order, timed: !self.no_time }
    }
}

/// The reply to one line of input: what is written, if anything.
#[derive(Default)]
struct Reply {
    json: Vec<u8>,
    failed: bool,
}

/// Analyses; gives exit code 1 if a line has failed.
///
/// # Errors
/// When an input cannot be opened, the output cannot be written, or `--resume`
/// names the answers to something else.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut inputs = InputLines::new(args.files.clone())?;
    let total = io::stderr().is_terminal().then(|| input::count_lines(&args.files)).flatten();
    let mut progress = Progress::new("lines", total);
    let mut failed = false;
    let mut output: Box<dyn Write> = Box::new(io::stdout());
    if let Some(path) = &args.resume {
        let resumed = resume::resume(path, &mut inputs, args.variant)?;
        progress.start_at(resumed.lines);
        failed = resumed.failed;
        output = Box::new(resumed.file);
    }
    let question = args.question();
    let worker = move || {
        let mut analyst = Analyst::new(question.clone());
        move |input| reply(&mut analyst, &input)
    };
    ordered::map(ordered::jobs(args.jobs), inputs, worker, |reply| {
        let reply = reply?;
        failed |= reply.failed;
        progress.advance(1);
        progress.aside(|| output.write_all(&reply.json).and_then(|()| output.flush()))?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn reply(analyst: &mut Analyst, input: &input::InputLine) -> anyhow::Result<Reply> {
    let Some(answer) = analyst.answer(input) else { return Ok(Reply::default()) };
    let mut json = serde_json::to_vec(&answer)?;
    json.push(b'\n');
    Ok(Reply { json, failed: matches!(answer.body, Body::Failure { .. }) })
}
