//! The translation of a game of Fairy-Stockfish to a definition.

mod ending;
mod pieces;
mod promotion;
mod settings;

use std::collections::{BTreeMap, BTreeSet};

use crate::betza::{Moves, parse};
use crate::check::defects;
use crate::drop::DropDefinition;
use crate::import::betza;
use crate::import::ini::Section;
use crate::import::piece_types::PieceType;
use crate::import::royal::Goals;
use crate::import::start::{self, Start};
use crate::import::variant::{self, Value, Variant};
use crate::import::{ImportError, Untranslated};
use crate::model::{Family, GameDefinition, General, Outcome};

/// Longest name of a game.
const MAX_NAME: usize = 40;
/// The default of `nMoveRule`.
const MOVE_RULE: i32 = 50;

/// A translation in progress.
pub(super) struct Translator<'a> {
    pub(super) variant: &'a Variant,
    /// Line of the section.
    line: usize,
    notes: &'a mut Vec<Untranslated>,
    errors: Vec<ImportError>,
    /// Numbers of files and ranks.
    pub(super) size: (u8, u8),
    /// Types of pieces in the start position, which are the unpromoted ones.
    pub(super) kinds: BTreeSet<PieceType>,
    /// Moves of these types and of their promoted types.
    moves: BTreeMap<PieceType, (String, Moves)>,
}

/// Translates a section.
pub(super) fn translate(
    section: &Section<'_>,
    variant: &Variant,
    notes: &mut Vec<Untranslated>,
) -> Result<GameDefinition, Vec<ImportError>> {
    let mut translator = Translator {
        variant,
        line: section.line,
        notes,
        errors: Vec::new(),
        size: (0, 0),
        kinds: BTreeSet::new(),
        moves: BTreeMap::new(),
    };
    match translator.definition(section.name) {
        Some(definition) if translator.errors.is_empty() => Ok(definition),
        _ => Err(translator.errors),
    }
}

impl Translator<'_> {
    fn definition(&mut self, name: &str) -> Option<GameDefinition> {
        let start = self.read_start()?;
        let pieces = start.pieces().map(|placed| placed.kind);
        let held = start.hands.iter().flat_map(|hand| hand.keys().copied());
        self.kinds = pieces.chain(held).collect();
        self.read_moves();
        self.check_settings(&start);
        self.check_unused_pieces();
        if !self.errors.is_empty() {
            return None;
        }
        let goals = Goals::read(self, &start);
        let mut rules = DropDefinition::default();
        let zone = self.set_promotion(&mut rules);
        self.set_drops(&mut rules, &start);
        self.set_ending(&mut rules, &goals);
        self.set_try(&mut rules, &goals);
        self.set_check_counting(&mut rules, &start, &goals);
        self.set_repetition(&mut rules, &goals);
        self.check_move_rule();
        self.set_pieces(&mut rules, &goals, &zone);
        let order: Vec<PieceType> = self.ordered(&goals).into_iter().rev().collect();
        let general = General {
            name: self.name(name),
            title: title(name),
            files: self.size.0,
            ranks: self.size.1,
            start: start.sfen(self.variant, &order),
            ..General::default()
        };
        let definition = GameDefinition { general, family: Family::Drop(Box::new(rules)) };
        for defect in defects(&definition) {
            let message = format!("{}: {}", defect.path.join("."), defect.message);
            self.errors.push(ImportError { line: self.line, message });
        }
        Some(definition)
    }

    /// Lists a key that is not translated. A key that is not set has its default value. Keys
    /// that are not in the file are listed only if the game plays differently.
    pub(super) fn note(&mut self, key: &str, reason: impl Into<String>, changes_play: bool) {
        let reason = reason.into();
        let is_own = self.variant.setting(key).is_some_and(|setting| setting.origin.line.is_some());
        if !changes_play && !is_own {
            return;
        }
        let note = match self.variant.setting(key).map(|setting| &setting.origin) {
            Some(origin) => {
                let reason = match origin.line {
                    Some(_) => reason,
                    None => format!("{reason} (inherited)"),
                };
                let line = origin.line.unwrap_or(self.line);
                Untranslated::new(line, &origin.key, &origin.value, reason, changes_play)
            }
            None => Untranslated::new(self.line, key, "default", reason, changes_play),
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds an error at the line of a key.
    fn fail(&mut self, key: &str, message: String) {
        let line = self.variant.setting(key).and_then(|setting| setting.origin.line);
        self.errors.push(ImportError { line: line.unwrap_or(self.line), message });
    }

    fn read_start(&mut self) -> Option<Start> {
        for key in ["maxFile", "maxRank"] {
            let text = self.variant.text(key, "8");
            match variant::size(text).filter(|size| (3..=11).contains(size)) {
                Some(size) if key == "maxFile" => self.size.0 = size,
                Some(size) => self.size.1 = size,
                None => self.fail(key, format!("{key}: found \"{text}\", expected 3 to 11")),
            }
        }
        if !self.errors.is_empty() {
            return None;
        }
        let fen = self.variant.text("startFen", start::CHESS);
        match Start::read(fen, self.variant, self.size) {
            Ok(start) => Some(start),
            Err(message) => {
                self.fail("startFen", format!("startFen: {message}"));
                None
            }
        }
    }

    /// Returns the type that a type promotes to.
    pub(super) fn promoted(&self, kind: PieceType) -> Option<PieceType> {
        self.variant.promoted.get(&kind).copied()
    }

    /// Returns true if a type is in the game, unpromoted or promoted.
    pub(super) fn is_used(&self, kind: PieceType) -> bool {
        self.kinds.contains(&kind)
            || self.kinds.iter().any(|&unpromoted| self.promoted(unpromoted) == Some(kind))
    }

    /// Returns the letter of a type.
    pub(super) fn letter(&self, kind: PieceType) -> String {
        self.variant.pieces.get(&kind).map_or('?', |piece| piece.letter).to_string()
    }

    fn read_moves(&mut self) {
        let promoted = self.kinds.iter().filter_map(|&kind| self.promoted(kind));
        let used: BTreeSet<PieceType> = self.kinds.iter().copied().chain(promoted).collect();
        for kind in used {
            let Some(piece) = self.variant.pieces.get(&kind) else {
                let message = format!("a piece promotes to {}, which was removed", kind.key());
                self.fail("promotedPieceType", message);
                continue;
            };
            let result = betza::translate(&piece.moves)
                .and_then(|text| Ok((parse(&text).map_err(|error| error.to_string())?, text)));
            match result {
                Ok((moves, text)) => {
                    self.moves.insert(kind, (text, moves));
                }
                Err(message) => {
                    let line = piece.origin.line.unwrap_or(self.line);
                    let message = format!("{}: {message}", kind.key());
                    self.errors.push(ImportError { line, message });
                }
            }
        }
    }

    /// Returns the name of the game.
    fn name(&mut self, name: &str) -> String {
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let lower = name.to_ascii_lowercase();
        let result: String = (lower.chars().take(MAX_NAME))
            .map(|letter| if is_allowed(letter) { letter } else { '-' })
            .collect();
        if result != name {
            let reason = format!("the name of the game is \"{result}\" here");
            let name = super::shortened(name);
            self.notes.push(Untranslated::new(self.line, "section", &name, reason, false));
        }
        result
    }
}

fn outcome(value: Value) -> Option<Outcome> {
    match value {
        Value::Win => Some(Outcome::Won),
        Value::Loss => Some(Outcome::Lost),
        Value::Draw => Some(Outcome::Drawn),
        Value::None => None,
    }
}

/// Returns the title of a game.
fn title(name: &str) -> String {
    name.chars().take(MAX_NAME).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
