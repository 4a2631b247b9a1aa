//! The games and positions in which puzzles are searched.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use crate::mate::Problem;
use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::LoggedScore;
use kawari_records::position_line::PositionLine;
use kawari_records::source;

/// A source of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleSource {
    /// Number of a self-play game.
    Selfplay(u64),
    /// A game: every position is searched.
    Game(SourceGame),
    /// A position, as SFEN.
    Position(String),
    /// A problem with its solution, or a puzzle. Its solution is kept.
    Problem(Problem),
}

/// The fields of a logged game that are needed here.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SourceGame {
    /// Start position as SFEN; `None` for the usual one.
    pub start: Option<String>,
    /// Moves, in USI notation.
    pub moves: Vec<String>,
    /// Score of each move for the side that made it.
    #[serde(default)]
    pub scores: Vec<Option<LoggedScore>>,
}

/// Reads the games, positions and problems of files: logs, position lines, and the output of
/// `kawari mate make`.
///
/// # Errors
/// Returns an error if a file cannot be read or a line has none of the forms.
pub fn read(files: &[PathBuf], variant: Variant) -> anyhow::Result<Vec<PuzzleSource>> {
    let mut sources = Vec::new();
    for path in files {
        let file = source::open_small(path);
        let file = file.with_context(|| format!("cannot read {}", path.display()))?;
        read_file(path, file, variant, &mut sources)?;
    }
    Ok(sources)
}

fn read_file(
    path: &Path,
    file: impl BufRead,
    variant: Variant,
    sources: &mut Vec<PuzzleSource>,
) -> anyhow::Result<()> {
    for (number, line) in (1..).zip(file.lines()) {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        let parsed = parse(&line, variant);
        sources.extend(parsed.with_context(|| format!("{}, line {number}", path.display()))?);
    }
    Ok(())
}

/// Parses a line. Returns `None` for a blank line, a comment, and the header of a log.
fn parse(line: &str, variant: Variant) -> anyhow::Result<Option<PuzzleSource>> {
    if let Ok(problem) = serde_json::from_str::<Problem>(line) {
        let named: Variant = problem.variant.parse()?;
        anyhow::ensure!(named == variant, "the problem is for {named}");
        return Ok(Some(PuzzleSource::Problem(problem)));
    }
    let Some(position) = PositionLine::parse(line)? else { return Ok(None) };
    position.expect_variant(variant)?;
    if line.trim_start().starts_with('{')
        && let Ok(game) = serde_json::from_str::<SourceGame>(line)
    {
        return Ok(Some(PuzzleSource::Game(game)));
    }
    let mut game_state = game_state::open(variant);
    position.set(&mut *game_state)?;
    Ok(Some(PuzzleSource::Position(game_state.sfen())))
}
