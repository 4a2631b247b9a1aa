//! Faults of engines, and escaping of engine output for terminals.

use std::fmt;

pub use kawari_records::game_log::FaultKind;

/// Returns a word escaped and in backquotes, cut to 40 characters.
pub fn shown(word: &str) -> String {
    let word: String = word.escape_debug().take(40).collect();
    format!("`{word}`")
}

/// Escapes control characters other than line ends: engine output may contain terminal control
/// sequences.
pub fn printable(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_control() && character != '\n' {
            escaped.extend(character.escape_debug());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// A fault of an engine, such as an illegal move or a crash. The engine loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Description without times, so that equal faults have equal descriptions.
    pub detail: String,
}

impl Fault {
    /// Returns a fault.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.detail)
    }
}
