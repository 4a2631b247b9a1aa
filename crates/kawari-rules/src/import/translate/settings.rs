//! Settings without a counterpart, without an effect, or with a wrong value.

use super::{MOVE_RULE, Translator};
use crate::import::piece_types::PieceType;
use crate::import::start::Start;
use crate::import::variant::{self, Value, Variant};
use crate::import::{Untranslated, keys};

impl Translator<'_> {
    /// Lists the settings that have no counterpart, no effect, or a wrong value.
    pub(super) fn check_settings(&mut self, start: &Start) {
        let settings: Vec<_> = self
            .variant
            .settings()
            .map(|(key, setting)| (key.to_owned(), setting.origin.value.clone()))
            .collect();
        for (key, value) in settings {
            let is_off = |variant: &Variant| {
                let origin = &variant.setting(&key).expect("the key is set").origin;
                origin.key == "dropOnTop" && value == "false"
            };
            if let Some((_, reason)) = keys::DISPLAY.iter().find(|(name, _)| *name == key) {
                self.note(&key, *reason, false);
            } else if let Some(kind) = variant::mobility_piece(&key) {
                if self.is_used(kind) && !value.starts_with('-') {
                    self.note(&key, "squares of one piece cannot be expressed", true);
                } else {
                    self.note(&key, "has no effect in this game", false);
                }
            } else if let Some(kind) = keys::kind_of(&key) {
                let setting = self.variant.setting(&key).expect("the key is set");
                if let Some(expected) = variant::wrong_value(kind, setting) {
                    let read_as = match kind {
                        keys::Kind::Bool => "false",
                        keys::Kind::Value => "none",
                        keys::Kind::Types => "only the pieces before",
                        _ => "0",
                    };
                    self.note(
                        &key,
                        format!("expected {expected}; Fairy-Stockfish reads {read_as}"),
                        false,
                    );
                }
            } else if let Some(rule) = keys::rule_of(&key)
                && !rule.is_neutral(&value)
                && !is_off(self.variant)
            {
                if rule.needs.is_empty() || rule.needs.iter().any(|need| self.has(need, start)) {
                    self.note(&key, format!("{} cannot be expressed", rule.what), true);
                } else {
                    self.note(&key, "has no effect in this game", false);
                }
            }
        }
        if self.has("castling", start) {
            self.note("startFen", "castling rights cannot be expressed", true);
        }
        let promotes = ["White", "Black"].iter().any(|side| {
            let pawns = self.variant.types_of(&format!("promotionPawnTypes{side}"));
            let types = self.variant.types_of(&format!("promotionPieceTypes{side}"));
            let is_piece = |kind: &PieceType| self.variant.pieces.contains_key(kind);
            pawns.listed.iter().any(|&pawn| self.is_used(pawn)) && types.listed.iter().any(is_piece)
        });
        if promotes {
            self.note(
                "promotionPieceTypesWhite",
                "promotion to a type that the player chooses cannot be expressed",
                true,
            );
        }
    }

    /// Returns true if the game has a rule that another key depends on.
    pub(super) fn has(&self, rule: &str, start: &Start) -> bool {
        match rule {
            "castling" => self.variant.bool("castling", true) && start.has_castling_rights,
            "nMoveRule" => self.variant.int(rule, MOVE_RULE) != 0,
            "extinctionValue" => self.variant.result(rule, Value::None) != Value::None,
            "extinctionPseudoRoyal" => self.variant.bool(rule, false),
            "flagRegionWhite" | "flagRegionBlack" => self.variant.setting(rule).is_some(),
            _ => match PieceType::of_key(rule) {
                Some(kind) => self.is_used(kind),
                None => self.variant.setting(rule).is_some_and(|setting| {
                    keys::rule_of(rule).is_some_and(|rule| !rule.is_neutral(&setting.origin.value))
                }),
            },
        }
    }

    /// Lists the pieces of the file that never are on the board.
    pub(super) fn check_unused_pieces(&mut self) {
        let unused: Vec<_> = (self.variant.pieces.iter())
            .filter(|(kind, piece)| piece.origin.line.is_some() && !self.is_used(**kind))
            .map(|(_, piece)| piece.origin.clone())
            .collect();
        for origin in unused {
            let line = origin.line.unwrap_or(self.line);
            let reason = "the piece is not in the start position and no piece promotes to it";
            self.notes.push(Untranslated::new(line, &origin.key, &origin.value, reason, false));
        }
    }

    pub(super) fn check_move_rule(&mut self) {
        let moves = self.variant.int("nMoveRule", MOVE_RULE);
        if moves != 0 {
            let message = format!(
                "the draw after {moves} moves without a capture, a drop or a Pawn move cannot be \
                 expressed"
            );
            self.note("nMoveRule", message, true);
        }
    }
}
