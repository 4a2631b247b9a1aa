//! The weights of the evaluation, a file of tables for each game.
//!
//! They are fitted to games by `kawari tune`, which also writes the files. A
//! hundredth of a Pawn is [`WEIGHT_UNITS`] units.
//!
//! Rows "by kind" follow the piece table: each piece as it is, the General or
//! King last, and then their promoted sides.

mod hajiku;
mod minishogi;
mod shogi;
mod yari;

use crate::core::geometry::Geometry;
use crate::core::score::Score;
use crate::games::drop::kind::Kind;
use crate::games::drop::rules::{DerivedRules, DropRules};
use crate::games::evaluation::linear::saturated;
use crate::games::evaluation::weights::{WEIGHT_UNITS, tables};

/// The weights with which nothing counts but material.
fn by_material<R: DropRules>() -> Vec<i16> {
    let length = Term::shapes::<R>().iter().map(|shape| shape.length()).sum();
    let mut weights = vec![0; length];
    let weight = |value: Score| saturated(value * WEIGHT_UNITS);
    for kind in Kind::all().filter(|&kind| R::kind_rule(kind).exists && kind != R::KING) {
        weights[Term::Piece.start::<R>() + row::<R>(kind)] =
            weight(R::kind_rule(kind).values.board);
        if R::can_hold(kind) {
            weights[Term::Held.start::<R>() + row::<R>(kind)] =
                weight(R::kind_rule(kind).values.hand);
        }
    }
    weights
}

/// Most pieces of a kind in hand whose number counts.
pub const MAX_HELD: usize = 6;
/// Most squares that a piece is counted to go to.
pub const MAX_MOBILITY: usize = 14;
/// Most attacks on the squares around a General or King that count.
pub const MAX_KING_ATTACKS: usize = 15;
/// Most pieces in hand that count for an attack, all Pawns as one.
pub const MAX_ATTACKERS_IN_HAND: usize = 7;
/// Most squares of a kind around a General or King.
pub const MAX_KING_SQUARES: usize = 9;
/// Most ranks and files between a General or King and a piece that are told apart.
pub const MAX_KING_DISTANCE: [usize; 2] = [5, 4];
/// Rows and columns of places as a General or King sees them.
pub const KING_RELATIVE_SIZE: [usize; 2] = [2 * MAX_KING_DISTANCE[0] + 1, MAX_KING_DISTANCE[1] + 1];
/// Most squares to drop a piece on with check that count, as far as they are next
/// to the General or King, and as far as they are not.
pub const MAX_DROP_CHECKS: usize = 2;
/// Most ways out, and most kinds that can give check, that make up a danger.
pub const MAX_KING_DANGER: [usize; 2] = [5, 4];

tables! { DropRules, else by_material:
    /// Having the move.
    Tempo, tempo: 1, by 1;
    /// A piece on the board, by kind.
    Piece, piece: 1, by rows::<R>();
    /// A piece by its square, the right half of the board: by kind, a row for each
    /// rank, the farthest first, a column for each file, the outermost first.
    Place, place: rows::<R>() * R::Geometry::RANKS, by R::Geometry::FILES.div_ceil(2);
    /// A piece as the own General or King sees it: by kind, a row for each number
    /// of ranks it is ahead, the most first, a column for each of files aside.
    OwnKing, own_king: rows::<R>() * KING_RELATIVE_SIZE[0], by KING_RELATIVE_SIZE[1];
    /// As above, a piece as the enemy's General or King sees it.
    EnemyKing, enemy_king: rows::<R>() * KING_RELATIVE_SIZE[0], by KING_RELATIVE_SIZE[1];
    /// Each piece in hand, by kind.
    Held, held: 1, by rows::<R>();
    /// So many pieces in hand: a row by kind, a column for each number from one on.
    Hand, hand: rows::<R>(), by MAX_HELD;
    /// Files open for a Pawn in hand, none and one and so on.
    OpenFile, open_file: 1, by R::Geometry::FILES + 1;
    /// A piece that may go to so many squares, out of reach of Pawns: a row by
    /// kind, a column for each number from none on.
    Mobility, mobility: rows::<R>(), by MAX_MOBILITY + 1;
    /// Attacks on the squares of the enemy's General or King and around it, none
    /// and one and so on, a column for each number of pieces to drop there.
    Pressure, pressure: MAX_KING_ATTACKS + 1, by MAX_ATTACKERS_IN_HAND + 1;
    /// Attacks on these squares, by the kind that attacks.
    KingAttack, king_attack: 1, by rows::<R>();
    /// Squares to which the enemy's General or King could go, by the pieces to drop.
    Escape, escape: MAX_KING_SQUARES + 1, by MAX_ATTACKERS_IN_HAND + 1;
    /// Of its squares those attacked, and defended by nothing else, likewise.
    Weak, weak: MAX_KING_SQUARES + 1, by MAX_ATTACKERS_IN_HAND + 1;
    /// Squares one step (with its own) and two steps from the own General or King:
    /// attacked by own pieces once or more and twice or more, then by enemies.
    Control, control: 2, by 4;
    /// Squares to drop a piece on with a check that cannot be taken at a loss to
    /// the side that drops, from afar, one and so on, then from next to the General
    /// or King: by kind, own pieces and then enemies.
    DropCheck, drop_check: 2 * rows::<R>(), by 2 * MAX_DROP_CHECKS;
    /// Such a check by a piece on the board, own pieces and then enemies, by kind.
    Check, check: 2, by rows::<R>();
    /// The enemy's General or King with so many squares to go to, a column for each
    /// number of kinds that can give such a check; then the own one likewise.
    Danger, danger: 2 * (MAX_KING_DANGER[0] + 1), by MAX_KING_DANGER[1] + 1;
    /// A piece that can promote or flip with its next move where it is not
    /// attacked, by kind, own pieces and then enemies.
    Promotion, promotion: 2, by rows::<R>();
    /// A piece that is attacked by a Pawn; by others, and defended; and not
    /// defended: own pieces and then enemies, by kind.
    Threat, threat: 6, by rows::<R>();
}

/// Number of kinds that a game has, those of rows "by kind".
pub const fn rows<R: DropRules>() -> usize {
    2 * R::PIECES.len() - 1
}

/// The row of a kind.
#[inline(always)]
pub const fn row<R: DropRules>(kind: Kind) -> usize {
    if kind.is_promoted() { R::PIECES.len() + kind.piece() } else { kind.piece() }
}
