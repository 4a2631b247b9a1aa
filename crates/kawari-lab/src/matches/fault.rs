//! What a player can do wrong, each by name.

use std::fmt;

pub use kawari_records::game_log::FaultKind;

/// A word as a report can show it, whatever is in it.
pub fn shown(word: &str) -> String {
    let word: String = word.escape_debug().take(40).collect();
    format!("`{word}`")
}

/// Lines as a terminal can show them: what an engine has said may hold characters that
/// would command it.
pub fn printable(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        if character.is_control() && character != '\n' {
            shown.extend(character.escape_debug());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// A fault. It costs its player the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What it is called.
    pub kind: FaultKind,
    /// What happened, without times: the same fault has the same words.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.detail)
    }
}
