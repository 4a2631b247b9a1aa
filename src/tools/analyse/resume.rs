//! Going on with a file of answers that was left unfinished.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

use super::input::{NumberedLine, NumberedLines};
use crate::engine::line;
use crate::games::variants::Variant;
use crate::tools::position_line::PositionLine;

/// What has been answered already.
pub struct Resumed {
    /// The file, to be continued at its end.
    pub file: File,
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
/// When the answers are not those of this input, as far as they go, and when the
/// file cannot be read or written.
pub fn resume(
    path: &Path,
    inputs: &mut NumberedLines,
    variant: Option<Variant>,
) -> anyhow::Result<Resumed> {
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = file.with_context(|| format!("cannot open {}", path.display()))?;
    let mut reader = BufReader::new(&file);
    let (mut lines, mut failed, mut end) = (0, false, 0);
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let length = reader.read_until(b'\n', &mut text)?;
        if !text.ends_with(b"\n") {
            break;
        }
        let input = next_with_content(inputs, &mut lines);
        failed |= is_failure(&text, input, variant)
            .with_context(|| format!("{}, line {number}", path.display()))?;
        end += length as u64;
    }
    file.set_len(end).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Resumed { file, lines, failed })
}

/// The next line that has an answer; counts the lines taken.
fn next_with_content(inputs: &mut NumberedLines, lines: &mut u64) -> Option<NumberedLine> {
    inputs.inspect(|_| *lines += 1).find(|input| match &input.text {
        Ok(text) => !matches!(PositionLine::parse(text), Ok(None)),
        Err(_) => true,
    })
}

/// Accepts a line that answers this line of input; true if it is an error.
fn is_failure(
    text: &[u8],
    input: Option<NumberedLine>,
    variant: Option<Variant>,
) -> anyhow::Result<bool> {
    let answered: Answered = serde_json::from_slice(text)?;
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
