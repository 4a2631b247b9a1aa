//! The import of Fairy-Stockfish's `variants.ini`.
//!
//! Each section of such a file is one game. A section may inherit from an earlier section or
//! from a game that Fairy-Stockfish has built in; the shogi-like ones of these, chess and
//! crazyhouse are known here. A key without a counterpart in a definition is listed with the
//! reason, and with whether the game plays differently without it.
//!
//! The result plays as in Fairy-Stockfish if [`Imported::is_complete`] returns true, with one
//! exception of form: a Pawn drop that gives mate is illegal here, and a legal move that loses
//! there.

mod betza;
mod ini;
mod keys;
mod piece_types;
mod royal;
mod squares;
mod start;
#[cfg(test)]
mod tests;
mod translate;
mod variant;

use std::collections::HashMap;
use std::sync::LazyLock;

use thiserror::Error;

use crate::model::GameDefinition;
use ini::Section;
use variant::Variant;

/// Size limit of a file, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
/// Limit of sections that are translated.
pub const MAX_SECTIONS: usize = 500;

/// Number of characters of a value that are listed.
const MAX_VALUE_SHOWN: usize = 200;

/// The games that sections can inherit from without defining them.
const KNOWN: &str = include_str!("known.ini");

/// The translation of a section.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    /// Line of the section, from 1; 0 for keys before the first section.
    pub line: usize,
    /// Name of the section.
    pub name: String,
    /// The definition, or the reasons why there is none.
    pub definition: Result<GameDefinition, Vec<ImportError>>,
    /// Keys that were not translated, in the order of their lines.
    pub untranslated: Vec<Untranslated>,
}

/// A reason why a section has no definition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct ImportError {
    /// Line, from 1.
    pub line: usize,
    /// Description of the error.
    pub message: String,
}

/// A key that was not translated.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {key} = {value}: {reason}")]
pub struct Untranslated {
    /// Line, from 1: that of the key, or of the section if the key is inherited from a game
    /// that Fairy-Stockfish has built in or has its default value.
    pub line: usize,
    /// Key in the file.
    pub key: String,
    /// Value in the file, or its start if it is long.
    pub value: String,
    /// Reason why the key was not translated.
    pub reason: String,
    /// True if the definition plays differently from Fairy-Stockfish.
    pub changes_play: bool,
}

impl Imported {
    /// Returns true if there is a definition and it plays as in Fairy-Stockfish.
    pub fn is_complete(&self) -> bool {
        self.definition.is_ok() && !self.untranslated.iter().any(|key| key.changes_play)
    }
}

impl Untranslated {
    fn new(
        line: usize,
        key: &str,
        value: &str,
        reason: impl Into<String>,
        changes_play: bool,
    ) -> Self {
        let mut start: String = value.chars().take(MAX_VALUE_SHOWN).collect();
        if start.len() < value.len() {
            start.push('…');
        }
        Self { line, key: key.to_owned(), value: start, reason: reason.into(), changes_play }
    }
}

/// Translates the text of a `variants.ini`, section by section.
///
/// ```
/// let text = "[bigmini:minishogi]\nmaxRank = 6\nstartFen = rbsgk/4p/5/5/P4/KGSBR[-] w 0 1\n\
///     promotionRegionWhite = *6\npocketSize = 4\nnFoldValue = draw";
/// let imported = kawari_rules::import::variants_ini(text);
/// let game = imported[0].definition.as_ref().unwrap();
/// assert_eq!(game.general.start, "rbsgk/4p/5/5/P4/KGSBR b - 1");
/// assert!(imported[0].is_complete());
/// assert_eq!(
///     imported[0].untranslated[0].to_string(),
///     "line 5: pocketSize = 4: used by XBoard only; hands have any size here"
/// );
/// ```
pub fn variants_ini(text: &str) -> Vec<Imported> {
    if text.len() > MAX_BYTES {
        let message = format!("file has {} bytes, at most {MAX_BYTES} are read", text.len());
        return vec![Imported::failed(1, "", message)];
    }
    let mut variants: HashMap<&str, (usize, Variant)> = HashMap::new();
    let mut imported = Vec::new();
    for (index, section) in ini::sections(text).into_iter().enumerate() {
        if index >= MAX_SECTIONS {
            let message = format!("file has more than {MAX_SECTIONS} sections");
            imported.push(Imported::failed(section.line, section.name, message));
            break;
        }
        match base(&section, &variants) {
            Ok(mut variant) => {
                let mut untranslated = variant.apply(&section, false);
                if is_built_in(section.name) {
                    let reason = "Fairy-Stockfish skips the section: it has a game of this name";
                    let note =
                        Untranslated::new(section.line, "section", section.name, reason, false);
                    untranslated.push(note);
                }
                let definition = translate::translate(&section, &variant, &mut untranslated);
                untranslated.sort_by_key(|key| key.line);
                let name = section.name.to_owned();
                imported.push(Imported { line: section.line, name, definition, untranslated });
                variants.insert(section.name, (section.line, variant));
            }
            Err(message) => imported.push(Imported::failed(section.line, section.name, message)),
        }
    }
    imported
}

/// Returns the game that a section inherits from, or a sentence why it cannot be translated.
fn base(
    section: &Section<'_>,
    variants: &HashMap<&str, (usize, Variant)>,
) -> Result<Variant, String> {
    if section.line == 0 {
        return Err("keys stand before the first section; Fairy-Stockfish skips them".to_owned());
    }
    if !section.is_closed {
        return Err(format!("found \"[{}\" without \"]\"", shortened(section.name)));
    }
    if let Some((line, _)) = variants.get(section.name) {
        return Err(format!("\"{}\" is defined on line {line}", shortened(section.name)));
    }
    let Some(base) = section.base else { return Ok(Variant::default()) };
    let own = variants.get(base).map(|(_, variant)| variant.clone());
    own.or_else(|| known(base)).ok_or_else(|| {
        format!("unknown base \"{}\", expected a section above, {KNOWN_NAMES}", shortened(base))
    })
}

/// Description of the known games in messages.
const KNOWN_NAMES: &str =
    "or a shogi-like game, chess or crazyhouse as Fairy-Stockfish has them built in";

/// Returns the section of a known game.
fn known_section(name: &str) -> Option<&'static Section<'static>> {
    static SECTIONS: LazyLock<Vec<Section<'static>>> = LazyLock::new(|| ini::sections(KNOWN));
    SECTIONS.iter().find(|section| section.name == name)
}

/// Returns true if Fairy-Stockfish has a game of a name built in.
fn is_built_in(name: &str) -> bool {
    // This one is part of the published file.
    name != "gorogoroplus" && known_section(name).is_some()
}

/// Returns a known game.
fn known(name: &str) -> Option<Variant> {
    let section = known_section(name)?;
    let mut variant = section.base.and_then(known).unwrap_or_default();
    variant.apply(section, true);
    Some(variant)
}

/// Returns the start of a text for a message.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

impl Imported {
    fn failed(line: usize, name: &str, message: String) -> Self {
        let definition = Err(vec![ImportError { line, message }]);
        Self { line, name: name.to_owned(), definition, untranslated: Vec::new() }
    }
}
