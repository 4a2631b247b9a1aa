//! Descriptions of moves and pieces of the drop games, for user interfaces.

use super::betza::{self, LEAP_CELLS, SLIDE_CELLS};
use super::kind::Kind;
use super::move_record;
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{DropRules, RuleTable};
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::notation::move_details::{CapturedPiece, MoveDetails, PieceKindInfo, PieceSet};

/// Describes a legal move.
pub(super) fn of_move<R: DropRules>(
    position: &DropPosition<R>,
    mv: DropMove<R::Geometry>,
) -> MoveDetails {
    let (from, kind) = match mv.origin() {
        Origin::Hand(kind) => (None, kind),
        Origin::Board(from) => (Some(from), position.kind_on(from)),
    };
    let becomes = if mv.is_flip() { kind.flipped() } else { kind };
    let victim = position.pieces(!position.side_to_move()).contains(mv.to());
    let victim = victim.then(|| position.kind_on(mv.to()));
    MoveDetails {
        from: from.map(|from| from.to_string()),
        to: mv.to().to_string(),
        piece: position.table().symbol(kind),
        written: move_record::name(position.table(), kind),
        becomes: position.table().symbol(becomes),
        turn: position.table().piece(kind).side_change(kind.is_promoted()).filter(|_| mv.is_flip()),
        counter_flip: mv.is_counter_flip(),
        captures: victim.into_iter().map(|victim| captured(position, victim, mv)).collect(),
    }
}

fn captured<R: DropRules>(
    position: &DropPosition<R>,
    victim: Kind,
    mv: DropMove<R::Geometry>,
) -> CapturedPiece {
    let table = position.table();
    CapturedPiece {
        square: mv.to().to_string(),
        piece: table.symbol(victim),
        hand: Some(table.symbol(position.captured_kind(victim, mv))),
    }
}

/// Describes the pieces of a game.
pub(super) fn piece_set<G: Geometry>(table: &RuleTable<G>) -> PieceSet {
    let kinds = Kind::all().filter(|&kind| table.exists(kind));
    let hand = Kind::hand_order().filter(|&kind| table.can_hold(kind));
    PieceSet {
        zone: table.rules.zone,
        kinds: kinds.map(|kind| kind_info(table, kind)).collect(),
        hand: hand.map(|kind| table.symbol(kind)).collect(),
    }
}

fn kind_info<G: Geometry>(table: &RuleTable<G>, kind: Kind) -> PieceKindInfo {
    let (piece, rule) = (table.piece(kind), table.kind_rule(kind));
    let leaps = (0..LEAP_CELLS).filter(|&cell| rule.moves.leaps_to(cell));
    let slides = (0..SLIDE_CELLS).filter(|&cell| rule.moves.slides_to(cell));
    PieceKindInfo {
        symbol: table.symbol(kind),
        written: move_record::name(table, kind),
        other: Some(kind.flipped())
            .filter(|&other| table.exists(other))
            .map(|other| table.symbol(other)),
        turn: piece.side_change(kind.is_promoted()),
        betza: piece.betza(kind.is_promoted()).unwrap_or_default().to_owned(),
        leaps: leaps.map(betza::leap).collect(),
        slides: slides.map(betza::slide).collect(),
        royal: table.is_king(kind),
    }
}
