//! The translation of a game of Fairy-Stockfish to a definition.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::betza;
use super::ini::Section;
use super::keys;
use super::piece_types::PieceType;
use super::royal::Goals;
use super::squares::Region;
use super::start::{self, Start};
use super::variant::{self, Value, Variant};
use super::{ImportError, Untranslated};
use crate::betza::{Moves, parse};
use crate::check::defects;
use crate::drop::{CapturedSide, Change, DropDefinition, Piece, PromotedSide, TryWhen};
use crate::model::{Family, GameDefinition, General, Outcome, Repetition, RepetitionResult};

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
        self.set_promotion(&mut rules);
        self.set_drops(&mut rules, &start);
        self.set_ending(&mut rules, &goals);
        self.set_try(&mut rules, &goals);
        self.set_check_counting(&mut rules, &start, &goals);
        self.set_repetition(&mut rules, &goals);
        self.check_move_rule();
        self.set_pieces(&mut rules, &goals);
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

    /// Lists the settings that have no counterpart, no effect, or a wrong value.
    fn check_settings(&mut self, start: &Start) {
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
    fn has(&self, rule: &str, start: &Start) -> bool {
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
    fn check_unused_pieces(&mut self) {
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

    /// Returns the squares of a key, from the first player's side. Lists the key if it
    /// differs for the second player. `default` has the squares of both.
    fn region(&mut self, key: &str, default: [Region; 2]) -> Region {
        let mut regions = default;
        let mut is_read = true;
        for (region, side) in regions.iter_mut().zip(["White", "Black"]) {
            let key = format!("{key}{side}");
            let Some(setting) = self.variant.setting(&key) else { continue };
            let value = setting.origin.value.as_str();
            if setting.origin.key == "promotionRank" {
                let rank = variant::number(value).unwrap_or(0).clamp(1, 12) as u8;
                let white = Region::far_ranks((rank - 1).min(self.size.1), self.size);
                *region = if side == "White" { white } else { white.rotated(self.size) };
                continue;
            }
            match Region::read(value, self.size) {
                Ok(squares) => *region = squares,
                Err(message) => {
                    is_read = false;
                    self.note(&key, message, true);
                }
            }
        }
        let [white, black] = regions;
        if is_read && white.rotated(self.size) != black {
            let black = format!("{key}Black");
            let key =
                if self.variant.setting(&black).is_some() { black } else { format!("{key}White") };
            self.note(
                &key,
                "the squares of the second player are not those of the first, rotated by 180 \
                 degrees",
                true,
            );
        }
        white
    }

    /// Returns the squares from which a type can never move.
    fn stuck(&self, kind: PieceType) -> Region {
        let (files, ranks) = self.size;
        let mut region = Region::default();
        let Some((_, moves)) = self.moves.get(&kind) else { return region };
        for (file, rank) in (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))) {
            let can_move = moves.can_move(|(x, y)| {
                (0..i16::from(files)).contains(&(i16::from(file) + i16::from(x)))
                    && (0..i16::from(ranks)).contains(&(i16::from(rank) + i16::from(y)))
            });
            if !can_move {
                region.insert((file, rank));
            }
        }
        region
    }

    /// Returns the promotion zone.
    fn zone(&mut self) -> Region {
        let last = Region::far_ranks(7.min(self.size.1), self.size);
        let eighth = if self.size.1 > 8 {
            let mut rank = Region::default();
            (0..self.size.0).for_each(|file| rank.insert((file, 7)));
            rank
        } else {
            last
        };
        let first = Region::far_ranks(self.size.1 - 1, self.size).rotated(self.size);
        self.region("promotionRegion", [eighth, first])
    }

    fn set_promotion(&mut self, rules: &mut DropDefinition) {
        let promotes: Vec<PieceType> =
            self.kinds.iter().copied().filter(|&kind| self.promoted(kind).is_some()).collect();
        if promotes.is_empty() {
            return;
        }
        let zone = self.zone();
        let demotes = self.variant.bool("pieceDemotion", false);
        let is_mandatory = self.variant.bool("mandatoryPiecePromotion", false);
        let on_capture = self.variant.bool("piecePromotionOnCapture", false);
        let is_always = demotes && is_mandatory && zone.is_board(self.size);
        rules.promotion.change = match (on_capture, demotes) {
            (true, _) if is_always => Change::EveryCapture,
            (false, true) if is_always => Change::EveryMove,
            (false, true) => Change::InZone,
            (_, false) => Change::Once,
            (true, true) => Change::InZone,
        };
        if on_capture && rules.promotion.change != Change::EveryCapture {
            self.note(
                "piecePromotionOnCapture",
                "promotion by captures is expressed only if each capture changes the piece",
                true,
            );
        }
        if matches!(rules.promotion.change, Change::Once | Change::InZone) {
            rules.promotion.zone = zone.squares(self.size);
            rules.promotion.mandatory = is_mandatory;
        }
        for kind in promotes {
            let further = self.promoted(kind).and_then(|promoted| self.promoted(promoted));
            if further.is_some() {
                let message =
                    format!("{} promotes to a piece that promotes again", self.letter(kind));
                self.note("promotedPieceType", message, true);
            }
        }
    }

    fn set_drops(&mut self, rules: &mut DropDefinition, start: &Start) {
        let variant = self.variant;
        let has_promoted = self.kinds.iter().any(|&kind| self.promoted(kind).is_some());
        let drops_promoted = variant.bool("dropPromoted", false) && has_promoted;
        let keeps_side = variant.bool("dropLoop", false) && has_promoted;
        rules.drops.allowed = variant.bool("pieceDrops", false);
        rules.promotion.captured = if !variant.bool("capturesToHand", false) {
            CapturedSide::Removed
        } else if drops_promoted {
            CapturedSide::EitherSide
        } else if keeps_side {
            CapturedSide::SameSide
        } else {
            CapturedSide::Unpromoted
        };
        if !rules.drops.allowed {
            return;
        }
        let is_removed = rules.promotion.captured == CapturedSide::Removed;
        let has_hands = start.hands.iter().any(|hand| !hand.is_empty());
        if drops_promoted && is_removed && has_hands {
            self.note("dropPromoted", "needs capturesToHand here", true);
        }
        if drops_promoted && keeps_side && !is_removed {
            self.note("dropLoop", "cannot be combined with dropPromoted", true);
        } else if keeps_side && !is_removed {
            self.check_drop_loop();
        }
        let all = Region::far_ranks(0, self.size);
        let zone = self.region("dropRegion", [all.clone(), all]);
        if !zone.is_board(self.size) {
            rules.drops.zone = Some(zone.squares(self.size));
        }
        if self.kinds.contains(&PieceType::KING) {
            rules.drops.may_check = variant.bool("dropChecks", true);
        }
    }

    /// Lists `dropLoop` if a captured promoted piece differs from a piece of its type.
    fn check_drop_loop(&mut self) {
        let mut targets: Vec<PieceType> =
            self.kinds.iter().filter_map(|&kind| self.promoted(kind)).collect();
        let count = targets.len();
        targets.sort();
        targets.dedup();
        if targets.len() < count || targets.iter().any(|kind| self.kinds.contains(kind)) {
            self.note(
                "dropLoop",
                "pieces of the same type differ in hand if they come from different pieces",
                true,
            );
        }
    }

    fn set_ending(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let ending = &mut rules.ending;
        let stalemate = self.variant.result("stalemateValue", Value::Draw);
        let mate = self.variant.result("checkmateValue", Value::Loss);
        ending.stalemate = outcome(stalemate).unwrap_or(Outcome::Drawn);
        ending.mate = outcome(mate).unwrap_or(Outcome::Lost);
        ending.check = goals.check;
        if goals.royal.is_some() && !goals.check {
            // Fairy-Stockfish has no checks in these games.
            ending.mate = ending.stalemate;
        }
        ending.capture_wins = goals.capture_wins.iter().map(|&kind| self.letter(kind)).collect();
        ending.pieces_left = goals.pieces_left;
    }

    fn set_try(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let keys = ["flagRegionWhite", "flagRegionBlack"];
        let Some(key) = keys.into_iter().find(|key| self.variant.setting(key).is_some()) else {
            return;
        };
        let region = self.region("flagRegion", [Region::default(), Region::default()]);
        if region.is_empty() {
            return;
        }
        let is_royal = ["flagPieceWhite", "flagPieceBlack"].iter().all(|key| {
            let types = self.variant.types_of(key);
            !types.all && types.listed.last().copied() == goals.royal && goals.royal.is_some()
        });
        if !is_royal {
            self.note(key, "a goal that pieces other than the royal one reach", true);
            return;
        }
        if self.variant.int("flagPieceCount", 1) != 1 {
            self.note("flagPieceCount", "only one piece can reach the squares", true);
            return;
        }
        let is_safe = self.variant.bool("flagPieceSafe", false);
        let is_king = goals.royal == Some(PieceType::KING);
        rules.ending.try_squares = region.squares(self.size);
        rules.ending.try_when = match (is_safe, self.variant.bool("flagMove", false)) {
            (false, false) => TryWhen::Arrival,
            (true, false) => TryWhen::Safe,
            (_, true) => TryWhen::AfterReply,
        };
        if self.variant.bool("flagMove", false) && (is_safe || is_king) {
            self.note("flagMove", "the reply draws or is left out in some positions", true);
        }
        let moves = goals.royal.and_then(|royal| self.moves.get(&royal));
        let can_both = !region.is_far_ranks(self.size) || moves.is_none_or(|(text, _)| text != "K");
        if is_safe && !is_king && can_both {
            self.note("flagPieceSafe", "if both sides are safe there, the mover wins", true);
        }
    }

    fn set_check_counting(&mut self, rules: &mut DropDefinition, start: &Start, goals: &Goals) {
        if !self.variant.bool("checkCounting", false) {
            return;
        }
        if goals.royal != Some(PieceType::KING) {
            self.note("checkCounting", "has no effect without a King", false);
            return;
        }
        rules.ending.check_wins = true;
        if start.checks.as_ref().is_some_and(|checks| checks != "1+1") {
            self.note("startFen", "only the first check can win", true);
        }
    }

    fn set_repetition(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let occurrences = self.variant.int("nFoldRule", 3);
        if !(0..=9).contains(&occurrences) || occurrences == 1 {
            self.note("nFoldRule", "expected 0 or 2 to 9; the game has no repetition rule", true);
        }
        let value = self.variant.result("nFoldValue", Value::Draw);
        let is_absolute = self.variant.bool("nFoldValueAbsolute", false);
        let result = match (value, is_absolute) {
            (Value::Draw, _) => RepetitionResult::Draw,
            (Value::Win, false) => RepetitionResult::MoverLoses,
            (Value::Win, true) => RepetitionResult::WhiteLoses,
            (Value::Loss, true) => RepetitionResult::BlackLoses,
            (Value::Loss, false) | (Value::None, _) => {
                let message = "a win for the side that repeats cannot be expressed; it is a draw";
                self.note("nFoldValue", message, true);
                RepetitionResult::Draw
            }
        };
        let has_checks = goals.royal == Some(PieceType::KING);
        let perpetual_check_loses = self.variant.bool("perpetualCheckIllegal", false) && has_checks;
        rules.repetition = Repetition {
            occurrences: match occurrences {
                2..=9 => occurrences as u8,
                _ => 0,
            },
            result,
            perpetual_check_loses: perpetual_check_loses && (2..=9).contains(&occurrences),
        };
        if rules.repetition.perpetual_check_loses && result != RepetitionResult::Draw {
            let message = "a repetition in which both sides gave check with every move has the \
                           result of nFoldValue and is not a draw";
            self.note("perpetualCheckIllegal", message, true);
        }
    }

    fn check_move_rule(&mut self) {
        let moves = self.variant.int("nMoveRule", MOVE_RULE);
        if moves != 0 {
            let message = format!(
                "the draw after {moves} moves without a capture, a drop or a Pawn move cannot be \
                 expressed"
            );
            self.note("nMoveRule", message, true);
        }
    }

    fn set_pieces(&mut self, rules: &mut DropDefinition, goals: &Goals) {
        let zone = self.zone_for_pieces();
        let mut pieces = IndexMap::new();
        for kind in self.ordered(goals) {
            let promoted = self.promoted(kind).map(|promoted| PromotedSide {
                name: promoted.name().map(str::to_owned),
                moves: self.moves[&promoted].0.clone(),
                ..PromotedSide::default()
            });
            let mut piece = Piece {
                name: kind.name().map(str::to_owned),
                moves: self.moves[&kind].0.clone(),
                royal: goals.royal == Some(kind),
                promoted,
                ..Piece::default()
            };
            self.set_stuck(kind, &mut piece, rules, &zone);
            if kind == PieceType::SHOGI_PAWN && goals.royal == Some(PieceType::KING) {
                piece.drop_mates = !self.variant.bool("shogiPawnDropMateIllegal", false);
            }
            pieces.insert(self.letter(kind), piece);
        }
        rules.pieces = pieces;
        self.set_max_per_file(rules);
        if self.variant.bool("shogiPawnDropMateIllegal", false)
            && !self.kinds.contains(&PieceType::SHOGI_PAWN)
        {
            self.note("shogiPawnDropMateIllegal", "has no effect without a shogiPawn", false);
        }
    }

    /// Returns the promotion zone without listing its key again.
    fn zone_for_pieces(&mut self) -> Region {
        let count = self.notes.len();
        let zone = self.zone();
        self.notes.truncate(count);
        zone
    }

    /// Sets where a piece must promote and cannot be dropped, since it could not move on.
    fn set_stuck(
        &mut self,
        kind: PieceType,
        piece: &mut Piece,
        rules: &mut DropDefinition,
        zone: &Region,
    ) {
        let stuck = self.stuck(kind);
        let promoted = self.promoted(kind);
        let stuck_promoted = promoted.is_some_and(|promoted| !self.stuck(promoted).is_empty());
        if !self.variant.bool("immobilityIllegal", false) {
            rules.promotion.stuck_pieces |= !stuck.is_empty();
            return;
        }
        let change = rules.promotion.change;
        if stuck_promoted && change != Change::EveryMove {
            let message = "a promoted piece that could not move on is not forbidden";
            self.note("immobilityIllegal", message, true);
        }
        if stuck.is_empty() {
            return;
        }
        if rules.drops.allowed {
            piece.no_drop = stuck.squares(self.size);
        }
        if stuck_promoted && rules.promotion.captured == CapturedSide::EitherSide {
            let message = "a drop of a promoted piece that could not move on is not forbidden";
            self.note("immobilityIllegal", message, true);
        }
        let is_expressed = match (promoted, change) {
            (None, _) | (_, Change::EveryCapture | Change::Never) => false,
            (_, Change::EveryMove) => return,
            (_, Change::Once) => stuck.intersection(zone) == stuck,
            (_, Change::InZone) => stuck.intersection(zone) == stuck && rules.promotion.mandatory,
        };
        if is_expressed {
            piece.must_promote = stuck.squares(self.size);
        } else {
            rules.promotion.stuck_pieces = true;
            let letter = self.letter(kind);
            let message =
                format!("a move of {letter} to a square where it could not move on is legal");
            self.note("immobilityIllegal", message, true);
        }
    }

    fn set_max_per_file(&mut self, rules: &mut DropDefinition) {
        let Some(kind) = self.variant.types_of("dropNoDoubled").listed.last().copied() else {
            return;
        };
        let count = self.variant.int("dropNoDoubledCount", 1);
        if !self.kinds.contains(&kind) || !rules.drops.allowed {
            self.note("dropNoDoubled", "has no effect in this game", false);
            return;
        }
        if count < 1 {
            self.note("dropNoDoubledCount", "expected 1 or more", true);
            return;
        }
        // With as many pieces as ranks, the file is full.
        let is_limit = count < i32::from(self.size.1);
        if let Some(piece) = rules.pieces.get_mut(&self.letter(kind)).filter(|_| is_limit) {
            piece.max_per_file = count as u8;
            let is_either = rules.promotion.captured == CapturedSide::EitherSide;
            if is_either && piece.promoted.is_some() {
                let message = "promoted pieces can be dropped on a file with the piece";
                self.note("dropNoDoubled", message, true);
            }
        }
        if self.kinds.iter().any(|&other| self.promoted(other) == Some(kind)) {
            let message = "pieces that promoted to this type do not count";
            self.note("dropNoDoubled", message, true);
        }
    }

    /// Returns the types of the pieces by their mobility, the royal one last.
    fn ordered(&self, goals: &Goals) -> Vec<PieceType> {
        let mut kinds: Vec<PieceType> = self.kinds.iter().copied().collect();
        kinds.sort_by_key(|&kind| (goals.royal == Some(kind), self.mobility(kind), kind));
        kinds
    }

    /// Returns the number of moves from all squares of an empty board.
    fn mobility(&self, kind: PieceType) -> usize {
        let Some((_, moves)) = self.moves.get(&kind) else { return 0 };
        let (files, ranks) = (usize::from(self.size.0), usize::from(self.size.1));
        let squares = |(x, y): (i8, i8), steps: usize| {
            let x = usize::from(x.unsigned_abs()) * steps;
            let y = usize::from(y.unsigned_abs()) * steps;
            files.saturating_sub(x) * ranks.saturating_sub(y)
        };
        let leaps = moves.leaps.iter().map(|leap| squares(leap.to, 1));
        let slides = moves.slides.iter().flat_map(|slide| {
            let limit = slide.limit.map_or(files.max(ranks), usize::from);
            (1..=limit).map(|steps| squares(slide.direction, steps))
        });
        leaps.chain(slides).sum()
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
