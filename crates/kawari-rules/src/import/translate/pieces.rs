//! The pieces, and where they may stand.

use indexmap::IndexMap;

use super::Translator;
use crate::drop::{CapturedSide, Change, DropDefinition, Piece, PromotedSide};
use crate::import::piece_types::PieceType;
use crate::import::royal::Goals;
use crate::import::squares::Region;

impl Translator<'_> {
    /// Sets the pieces. `zone` is the promotion zone.
    pub(super) fn set_pieces(&mut self, rules: &mut DropDefinition, goals: &Goals, zone: &Region) {
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
            self.set_stuck(kind, &mut piece, rules, zone);
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

    /// Sets where a piece must promote and cannot be dropped, since it could not move on.
    pub(super) fn set_stuck(
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

    pub(super) fn set_max_per_file(&mut self, rules: &mut DropDefinition) {
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
    pub(super) fn ordered(&self, goals: &Goals) -> Vec<PieceType> {
        let mut kinds: Vec<PieceType> = self.kinds.iter().copied().collect();
        kinds.sort_by_key(|&kind| (goals.royal == Some(kind), self.mobility(kind), kind));
        kinds
    }

    /// Returns the number of moves from all squares of an empty board.
    pub(super) fn mobility(&self, kind: PieceType) -> usize {
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
}
