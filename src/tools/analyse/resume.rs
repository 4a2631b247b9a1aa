//! Going on with a file of answers that was left unfinished.

use anyhow::{bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

use super::AnalyseConfig;
use super::input::{NumberedLine, NumberedLines};
use crate::engine::line;
use crate::games::variants::Variant;
use crate::search::limits::Clock;
use crate::tools::journal::Journal;
use crate::tools::position_line::PositionLine;

/// The first line of a file of answers: every option that they depend on.
#[derive(Serialize)]
struct AnalyseHeader {
    log: &'static str,
    version: &'static str,
    variant: Option<&'static str>,
    multipv: usize,
    hash: usize,
    nodes: Option<u64>,
    depth: Option<u32>,
    movetime: Option<u64>,
    clock: Option<LoggedClock>,
    times: bool,
}

/// A clock in milliseconds, Black's times first.
#[derive(Serialize)]
struct LoggedClock {
    remaining: [u64; 2],
    increment: [u64; 2],
    byoyomi: u64,
    movestogo: Option<u32>,
}

impl AnalyseHeader {
    fn new(config: &AnalyseConfig) -> Self {
        let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
        let clock = |clock: Clock| LoggedClock {
            remaining: clock.remaining.map(milliseconds),
            increment: clock.increment.map(milliseconds),
            byoyomi: milliseconds(clock.byoyomi),
            movestogo: clock.moves_to_go,
        };
        Self {
            log: "analyse",
            version: env!("CARGO_PKG_VERSION"),
            variant: config.variant.map(|variant| variant.info().name),
            multipv: config.multi_pv,
            hash: config.question().settings.hash,
            nodes: config.limits.nodes,
            depth: config.limits.depth,
            movetime: config.limits.move_time.map(milliseconds),
            clock: config.limits.clock.map(clock),
            times: config.with_time,
        }
    }
}

/// What has been answered already.
pub struct Resumed {
    /// The file, to be continued at its end.
    pub journal: Journal,
    /// Lines of input that are done with.
    pub lines: u64,
    /// True when an answer was an error.
    pub failed: bool,
}

/// As much of an answer as tells which line it answers.
#[derive(Deserialize)]
struct Answered {
    line: u64,
    file: Option<String>,
    position: Option<String>,
    game: Option<String>,
    error: Option<String>,
}

/// Opens a file of answers, or makes it, takes the lines that it answers from the
/// input, and cuts off a last answer that was not written to its end.
///
/// # Errors
/// When the answers are not those of these options and this input, as far as they go,
/// and when the file cannot be read or written, or another process writes it.
pub fn resume(
    path: &Path,
    inputs: &mut NumberedLines,
    config: &AnalyseConfig,
) -> anyhow::Result<Resumed> {
    let (mut lines, mut failed) = (0, false);
    let journal = Journal::resume(path, &AnalyseHeader::new(config), &[], |answered| {
        let input = next_with_content(inputs, &mut lines);
        failed |= is_failure(&answered, input, config.variant)?;
        Ok(())
    })?;
    Ok(Resumed { journal, lines, failed })
}

/// The next line that has an answer; counts the lines taken.
fn next_with_content(inputs: &mut NumberedLines, lines: &mut u64) -> Option<NumberedLine> {
    inputs.inspect(|_| *lines += 1).find(|input| match &input.text {
        Ok(text) => !matches!(PositionLine::parse(text), Ok(None)),
        Err(_) => true,
    })
}

/// Accepts an answer to this line of input; true if it is an error.
fn is_failure(
    answered: &Answered,
    input: Option<NumberedLine>,
    variant: Option<Variant>,
) -> anyhow::Result<bool> {
    let Some(input) = input else { bail!("it answers more lines than the input has") };
    ensure!(
        answered.line == input.number && answered.file.as_deref() == input.file.as_deref(),
        "it answers line {}, and the input has line {} there",
        answered.line,
        input.number
    );
    let Some(position) = &answered.position else {
        ensure!(answered.error.is_some(), "it is no answer");
        return Ok(true);
    };
    let same = sfen_of(&input, variant)
        .is_some_and(|(game, sfen)| answered.game.as_deref() == Some(game) && *position == sfen);
    ensure!(same, "it answers another position than line {} of the input", input.number);
    Ok(false)
}

/// The game and the position of a line, if it is a good one.
fn sfen_of(input: &NumberedLine, variant: Option<Variant>) -> Option<(&'static str, String)> {
    let written = PositionLine::parse(input.text.as_ref().ok()?).ok()??;
    let variant = written.variant_or(variant).ok()?;
    let mut line = line::open(variant);
    written.set(&mut *line).ok()?;
    Some((variant.info().name, line.sfen()))
}
