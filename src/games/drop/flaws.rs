//! What an SFEN may have and no game can lead to.

use super::kind::Kind;
use super::position::DropPosition;
use super::rules::{DerivedRules, DropRules};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::notation::error::SfenError;

/// The first flaw of a position.
pub(super) fn find<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    dead_piece(position).or_else(|| two_pawns(position)).or_else(|| too_many(position))
}

/// A piece where it can have come neither by a move, for it would have promoted, nor by a
/// drop.
fn dead_piece<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    Color::ALL.into_iter().find_map(|color| {
        position.pieces(color).into_iter().find_map(|square| {
            let (_, kind) = position.piece_on(square)?;
            let law = R::law(kind);
            let ranks = law.must_promote.min(law.cannot_drop);
            let dead = R::far_ranks(color, ranks).contains(square);
            let piece = position.shown(square).filter(|_| dead)?;
            Some(SfenError::DeadPiece { piece, square: square.to_string() })
        })
    })
}

fn two_pawns<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    Color::ALL.into_iter().find_map(|color| {
        let pawns = position.of_kind(R::PAWN) & position.pieces(color);
        let on_file = |file: usize| pawns.into_iter().filter(|pawn| pawn.file() == file).count();
        let file = (0..<R::Geometry as Geometry>::FILES).find(|&file| on_file(file) > 1)?;
        Some(SfenError::TwoPawns { color, file: file + 1 })
    })
}

/// More of a piece than the start has, on the board and in both hands.
fn too_many<R: DropRules>(position: &DropPosition<R>) -> Option<SfenError> {
    let start = DropPosition::<R>::startpos();
    (0..R::PIECES.len()).map(Kind::new).find_map(|kind| {
        let (count, most) = (all_of(position, kind), all_of(&start, kind));
        (count > most).then(|| SfenError::TooMany { piece: R::symbol(kind), count, most })
    })
}

/// How often a piece is there, whichever side is up and whosever it is.
fn all_of<R: DropRules>(position: &DropPosition<R>, kind: Kind) -> u32 {
    let held = |kind| Color::ALL.map(|color| u32::from(position.hand(color).count(kind)));
    let sides = [kind, kind.promoted()].into_iter().filter(|&side| R::law(side).exists);
    sides.map(|side| position.of_kind(side).count() + held(side).iter().sum::<u32>()).sum()
}
