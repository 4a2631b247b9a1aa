//! Mate problems as JSON lines.

use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use kawari_records::source;

/// A mate problem with its solution. `kawari mate` accepts it as an input line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Name of the problem.
    pub id: String,
    /// Name of the game.
    pub variant: String,
    /// Position as SFEN, with the attacker to move.
    pub position: String,
    /// Length of the shortest mate, in plies.
    pub plies: usize,
    /// Solution, in USI notation.
    pub moves: Vec<String>,
    /// Title, such as the rule that the problem shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// Reads the problems of a file.
///
/// # Errors
/// Returns an error if the file cannot be read or a line is not a problem.
pub fn read(path: &Path) -> anyhow::Result<Vec<Problem>> {
    let mut text = String::new();
    source::open_small(path)
        .and_then(|mut file| std::io::Read::read_to_string(&mut file, &mut text))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("{}, line {number}: not a mate problem", path.display()))
        })
        .collect()
}
