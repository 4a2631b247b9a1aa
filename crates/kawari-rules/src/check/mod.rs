//! Consistency checks of a definition beyond its syntax.

mod attack;
mod drop;
mod general;
mod hasami;
mod piece;
pub(crate) mod sfen;

use std::fmt::Display;

use crate::model::{Family, GameDefinition};
use crate::squares::Squares;

/// An inconsistency, with the path of its key.
pub(crate) struct Defect {
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
}

/// Returns the inconsistencies of a definition.
pub(crate) fn defects(definition: &GameDefinition) -> Vec<Defect> {
    let mut checks =
        Checks { size: (definition.general.files, definition.general.ranks), defects: Vec::new() };
    if !checks.check_board() {
        // All other checks need a board.
        return checks.defects;
    }
    checks.check_general(&definition.general);
    match &definition.family {
        Family::Drop(rules) => checks.check_drop(&definition.general, rules),
        Family::Hasami(rules) => checks.check_hasami(&definition.general, rules),
    }
    checks.defects
}

/// The defects found so far, and the size of the board.
struct Checks {
    /// Numbers of files and ranks.
    size: (u8, u8),
    defects: Vec<Defect>,
}

impl Checks {
    fn add(&mut self, path: &[&str], message: impl Into<String>) {
        let path = path.iter().map(|&key| key.to_owned()).collect();
        self.defects.push(Defect { path, message: message.into() });
    }

    /// Checks a number that is 0 or in a range.
    fn zero_or(&mut self, path: &[&str], value: impl Into<u32>, low: u32, high: u32) {
        let value = value.into();
        if value != 0 && !(low..=high).contains(&value) {
            self.add(path, format!("found {value}, expected 0 or {low} to {high}"));
        }
    }

    /// Checks the squares of a key.
    fn squares(&mut self, path: &[&str], squares: &Squares) {
        if let Some(message) = squares.defect(self.size.0, self.size.1) {
            self.add(path, message);
        }
    }

    /// Checks that a list is not too long and has no item twice.
    fn distinct<T: PartialEq + Display>(&mut self, path: &[&str], items: &[T], longest: usize) {
        if items.len() > longest {
            self.add(path, format!("found {} values, expected at most {longest}", items.len()));
            return;
        }
        let twice = items.iter().enumerate().find(|(index, item)| items[..*index].contains(item));
        if let Some((_, item)) = twice {
            self.add(path, format!("\"{item}\" appears twice"));
        }
    }

    /// Checks the length of a text for people.
    fn text(&mut self, path: &[&str], text: Option<&str>, longest: usize) {
        let Some(text) = text else { return };
        let length = text.chars().count();
        if length == 0 || length > longest {
            let message = format!("found {length} characters, expected 1 to {longest}");
            self.add(path, message);
        } else if text.chars().any(char::is_control) {
            self.add(path, "found a control character, expected one line of text");
        }
    }
}
