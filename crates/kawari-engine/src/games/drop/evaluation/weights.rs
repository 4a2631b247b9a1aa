//! Weight tables of the drop games' evaluation, in units of 1/[`WEIGHT_UNITS`] centipawn.
//! `kawari tune` fits them to games and writes the file `weights.txt` in a game's folder.
//!
//! Rows "by kind" follow the piece table: the unpromoted sides, the General or King last,
//! then the promoted sides.

use super::default_weights::default_weights;
use crate::core::geometry::Geometry;
use crate::core::score::Score;
use crate::games::drop::kind::{Kind, MAX_PIECES};
use crate::games::drop::rules::DropRules;
use crate::games::evaluation::linear::saturated;
use crate::games::evaluation::weights::{WEIGHT_UNITS, built_in, tables};

/// Returns the game's built-in weights, or the [default weights](super::default_weights) of a
/// game without a file.
pub fn weights<R: DropRules>(rules: R) -> Vec<i16> {
    match rules.files().weights {
        Some(file) => built_in(file, rules.info(), &Term::shapes::<R>()),
        None => default_weights(rules),
    }
}

/// Returns weights that count only material.
pub(super) fn material_weights<R: DropRules>(rules: R) -> Vec<i16> {
    let table = rules.table();
    let length = Term::shapes::<R>().iter().map(|shape| shape.length()).sum();
    let mut weights = vec![0; length];
    let weight = |value: Score| saturated(value * WEIGHT_UNITS);
    for kind in Kind::all().filter(|&kind| table.exists(kind) && !table.is_king(kind)) {
        weights[Term::Piece.start::<R>() + row::<R>(kind)] =
            weight(table.kind_rule(kind).values.board);
        if table.can_hold(kind) {
            weights[Term::Held.start::<R>() + row::<R>(kind)] =
                weight(table.kind_rule(kind).values.hand);
        }
    }
    weights
}

/// Largest number of pieces of a kind in hand that has a weight.
pub const MAX_HELD: usize = 6;
/// Largest mobility of a piece that has a weight.
pub const MAX_MOBILITY: usize = 14;
/// Largest number of attacks on the King zone that has a weight.
pub const MAX_KING_ATTACKS: usize = 15;
/// Largest number of pieces in hand counted as attackers; all Pawns count as one.
pub const MAX_ATTACKERS_IN_HAND: usize = 7;
/// Number of squares of the King zone: the General's or King's own and those around it.
pub const MAX_KING_SQUARES: usize = 9;
/// Largest distance in ranks and in files between a General or King and a piece that has
/// a weight.
pub const MAX_KING_DISTANCE: [usize; 2] = [5, 4];
/// Rows and columns of a King-relative table.
pub const KING_RELATIVE_SIZE: [usize; 2] = [2 * MAX_KING_DISTANCE[0] + 1, MAX_KING_DISTANCE[1] + 1];
/// Largest number of squares for drops with check that has a weight, counted separately
/// for squares next to the General or King and for squares farther away.
pub const MAX_DROP_CHECKS: usize = 2;
/// Largest numbers of escape squares and of checking kinds in the danger table.
pub const MAX_KING_DANGER: [usize; 2] = [5, 4];

tables! { DropRules:
    /// Side to move.
    Tempo, tempo: 1, by 1;
    /// A piece on the board, by kind.
    Piece, piece: 1, by rows::<R>();
    /// Piece-square table of the right half of the board: by kind, a row for each rank,
    /// the farthest first, and a column for each file, the outermost first.
    Place, place: rows::<R>() * R::Geometry::RANKS, by R::Geometry::FILES.div_ceil(2);
    /// A piece relative to its own General or King: by kind, a row for each number of
    /// ranks ahead, the largest first, and a column for each number of files aside.
    OwnKing, own_king: rows::<R>() * KING_RELATIVE_SIZE[0], by KING_RELATIVE_SIZE[1];
    /// A piece relative to the enemy's General or King, in the same order.
    EnemyKing, enemy_king: rows::<R>() * KING_RELATIVE_SIZE[0], by KING_RELATIVE_SIZE[1];
    /// A piece in hand, by kind.
    Held, held: 1, by rows::<R>();
    /// Number of pieces in hand: a row by kind, a column for each number from one on.
    Hand, hand: rows::<R>(), by MAX_HELD;
    /// Number of files open for a Pawn in hand, from zero on.
    OpenFile, open_file: 1, by R::Geometry::FILES + 1;
    /// Mobility, not counting squares that enemy Pawns attack: a row by kind, a column for
    /// each number of squares from zero on.
    Mobility, mobility: rows::<R>(), by MAX_MOBILITY + 1;
    /// Number of attacks on the enemy's King zone, a row for each from zero on, a column
    /// for each number of pieces in hand.
    Pressure, pressure: MAX_KING_ATTACKS + 1, by MAX_ATTACKERS_IN_HAND + 1;
    /// An attack on the enemy's King zone, by the attacking kind.
    KingAttack, king_attack: 1, by rows::<R>();
    /// Number of escape squares of the enemy's General or King, a column for each number
    /// of pieces in hand.
    Escape, escape: MAX_KING_SQUARES + 1, by MAX_ATTACKERS_IN_HAND + 1;
    /// Number of attacked squares of the enemy's King zone that only the General or King
    /// defends, in the same order.
    Weak, weak: MAX_KING_SQUARES + 1, by MAX_ATTACKERS_IN_HAND + 1;
    /// A square at most one step and two steps from the own General or King: attacked by
    /// own pieces at least once and at least twice, then by enemies.
    Control, control: 2, by 4;
    /// Number of squares for a safe drop with check, from one on: away from the General or
    /// King, then next to it. Own pieces by kind, then enemies.
    DropCheck, drop_check: 2 * rows::<R>(), by 2 * MAX_DROP_CHECKS;
    /// A safe check by a piece on the board, by kind: own pieces, then enemies.
    Check, check: 2, by rows::<R>();
    /// Number of escape squares of the enemy's General or King, a column for each number
    /// of kinds that can give a safe check; then the same for the own one.
    Danger, danger: 2 * (MAX_KING_DANGER[0] + 1), by MAX_KING_DANGER[1] + 1;
    /// A piece that can promote or flip on an unattacked square with its next move, by
    /// kind: own pieces, then enemies.
    Promotion, promotion: 2, by rows::<R>();
    /// A piece attacked by a Pawn; attacked by others and defended; attacked by others and
    /// undefended. By kind: own pieces, then enemies.
    Threat, threat: 6, by rows::<R>();
}

/// Returns the number of entries of the piece table. The weight tables of a game that is not
/// built in have rows for the largest piece table.
const fn piece_count<R: DropRules>() -> usize {
    match R::BUILT_IN {
        Some(table) => table.rules.pieces.len(),
        None => MAX_PIECES,
    }
}

/// Returns the number of rows "by kind": the number of kinds in the game.
pub const fn rows<R: DropRules>() -> usize {
    2 * piece_count::<R>() - 1
}

/// Returns the row of a kind.
#[inline(always)]
pub const fn row<R: DropRules>(kind: Kind) -> usize {
    if kind.is_promoted() { piece_count::<R>() + kind.piece() } else { kind.piece() }
}
