//! Promotion, captures and drops.

use super::Translator;
use crate::drop::{CapturedSide, Change, DropDefinition};
use crate::import::piece_types::PieceType;
use crate::import::squares::Region;
use crate::import::start::Start;
use crate::import::variant;

impl Translator<'_> {
    /// Returns the squares of a key, from the first player's side. Lists the key if it
    /// differs for the second player. `default` has the squares of both.
    pub(super) fn region(&mut self, key: &str, default: [Region; 2]) -> Region {
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
    pub(super) fn stuck(&self, kind: PieceType) -> Region {
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
    pub(super) fn zone(&mut self) -> Region {
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

    /// Sets how pieces promote. Returns the promotion zone, which is empty without promotions.
    pub(super) fn set_promotion(&mut self, rules: &mut DropDefinition) -> Region {
        let promotes: Vec<PieceType> =
            self.kinds.iter().copied().filter(|&kind| self.promoted(kind).is_some()).collect();
        if promotes.is_empty() {
            return Region::default();
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
        zone
    }

    pub(super) fn set_drops(&mut self, rules: &mut DropDefinition, start: &Start) {
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
    pub(super) fn check_drop_loop(&mut self) {
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
}
