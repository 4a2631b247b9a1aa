//! Descriptions of moves and pieces of the drop games, for user interfaces.

use super::betza::{self, LEAP_CELLS, SLIDE_CELLS};
use super::kind::Kind;
use super::move_record;
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{DerivedRules, DropRules};
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
        piece: R::symbol(kind),
        written: move_record::name::<R>(kind),
        becomes: R::symbol(becomes),
        turn: R::PIECES[kind.piece()].side_change(kind.is_promoted()).filter(|_| mv.is_flip()),
        counter_flip: mv.is_counter_flip(),
        captures: victim.into_iter().map(|victim| captured::<R>(victim, mv)).collect(),
    }
}

fn captured<R: DropRules>(victim: Kind, mv: DropMove<R::Geometry>) -> CapturedPiece {
    CapturedPiece {
        square: mv.to().to_string(),
        piece: R::symbol(victim),
        hand: Some(R::symbol(DropPosition::<R>::captured_kind(victim, mv))),
    }
}

/// Describes the pieces of a game.
pub(super) fn piece_set<R: DropRules>() -> PieceSet {
    let kinds = Kind::all().filter(|&kind| R::kind_rule(kind).exists);
    let hand = Kind::hand_order().filter(|&kind| R::can_hold(kind));
    PieceSet {
        zone: R::ZONE,
        kinds: kinds.map(kind_info::<R>).collect(),
        hand: hand.map(R::symbol).collect(),
    }
}

fn kind_info<R: DropRules>(kind: Kind) -> PieceKindInfo {
    let (piece, rule) = (&R::PIECES[kind.piece()], R::kind_rule(kind));
    let leaps = (0..LEAP_CELLS).filter(|&cell| rule.moves.leaps_to(cell));
    let slides = (0..SLIDE_CELLS).filter(|&cell| rule.moves.slides_to(cell));
    PieceKindInfo {
        symbol: R::symbol(kind),
        written: move_record::name::<R>(kind),
        other: Some(kind.flipped()).filter(|&other| R::kind_rule(other).exists).map(R::symbol),
        turn: piece.side_change(kind.is_promoted()),
        betza: piece.betza(kind.is_promoted()).unwrap_or_default().to_owned(),
        leaps: leaps.map(betza::leap).collect(),
        slides: slides.map(betza::slide).collect(),
        royal: kind == R::KING,
    }
}
