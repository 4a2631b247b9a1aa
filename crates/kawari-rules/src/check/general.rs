//! Checks of the names and the board.

use super::Checks;
use crate::model::{General, Repetition};

/// Largest number of aliases.
const MAX_ALIASES: usize = 20;
/// Largest number of handicaps.
pub(super) const MAX_HANDICAPS: usize = 50;
/// Longest title, in characters.
const MAX_TITLE: usize = 100;

impl Checks {
    /// Checks the size of the board. Returns true if it is correct.
    pub(super) fn check_board(&mut self) -> bool {
        let (files, ranks) = self.size;
        for (key, size) in [("files", files), ("ranks", ranks)] {
            if !(3..=11).contains(&size) {
                self.add(&[key], format!("found {size}, expected 3 to 11"));
            }
        }
        if (files, ranks) == (3, 3) {
            self.add(&["ranks"], "found a board of 3x3, expected 3x4 at least");
        }
        self.defects.is_empty()
    }

    pub(super) fn check_general(&mut self, general: &General) {
        self.name(&["name"], &general.name);
        for alias in &general.aliases {
            self.name(&["aliases"], alias);
        }
        self.distinct(&["aliases"], &general.aliases, MAX_ALIASES);
        if general.aliases.contains(&general.name) {
            self.add(&["aliases"], format!("\"{}\" is the name of the game", general.name));
        }
        if let Some(name) = &general.uci_name {
            self.name(&["uci-name"], name);
        }
        self.text(&["title"], Some(&general.title), MAX_TITLE);
        self.text(&["title-ja"], general.title_ja.as_deref(), MAX_TITLE);
        for (key, file) in [("weights", &general.weights), ("network", &general.network)] {
            if let Some(file) = file
                && (!(1..=MAX_TITLE).contains(&file.len())
                    || file.starts_with('.')
                    || file.contains(['/', '\\', ':', '\0']))
            {
                self.add(
                    &[key],
                    format!("found \"{file}\", expected the name of a file beside this one"),
                );
            }
        }
        if general.handicaps.len() > MAX_HANDICAPS {
            let found = general.handicaps.len();
            self.add(&["handicaps"], format!("found {found}, expected at most {MAX_HANDICAPS}"));
        }
        for name in general.handicaps.keys() {
            self.name(&["handicaps", name], name);
        }
    }

    fn name(&mut self, path: &[&str], name: &str) {
        let is_name = (1..=40).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !is_name {
            self.add(path, format!("found \"{name}\", expected 1 to 40 of a-z, 0-9 and -"));
        }
    }

    pub(super) fn check_repetition(&mut self, repetition: &Repetition) {
        self.zero_or(&["repetition", "occurrences"], repetition.occurrences, 2, 9);
    }
}
