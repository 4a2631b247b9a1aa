//! Mate problems as JSON lines.

use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use kawari_records::source;

/// A problem and its solution. `kawari mate` reads it as a position like another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Its name.
    pub id: String,
    /// The game.
    pub variant: String,
    /// The position as SFEN, the attacker to move.
    pub position: String,
    /// Length of the mate, in plies: none is shorter.
    pub plies: usize,
    /// The solution.
    pub moves: Vec<String>,
    /// What is to be seen in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// The problems of a file.
///
/// # Errors
/// When it cannot be read, or a line is no problem: the error names it.
pub fn read(path: &Path) -> anyhow::Result<Vec<Problem>> {
    let mut text = String::new();
    source::open_small(path)
        .and_then(|mut file| std::io::Read::read_to_string(&mut file, &mut text))
        .with_context(|| format!("cannot read {}", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("{}, line {number}: no problem", path.display()))
        })
        .collect()
}
