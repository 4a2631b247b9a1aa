//! The terms of the evaluation, separate from their sum.
//!
//! [`incremental`] reports the piece-square terms, which the search updates incrementally.
//! [`non_incremental`] reports all others.

use super::weights::{
    KING_RELATIVE_SIZE, MAX_ATTACKERS_IN_HAND, MAX_DROP_CHECKS, MAX_HELD, MAX_KING_ATTACKS,
    MAX_KING_DANGER, MAX_KING_DISTANCE, MAX_MOBILITY, Term, row, rows,
};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::games::drop::attacks::{SliderRays, for_each_kind};
use crate::games::drop::kind::{KINDS, Kind};
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{BitboardOf, DropRules, SquareOf};
use crate::games::evaluation::linear::TermSink;

/// Reports the piece-square terms of a piece from Black's view. `king` is the square of
/// Black's General or King. White's view uses rotated squares and swapped colours. All
/// counts are multiplied by `sign`.
pub fn king_relative_value<R: DropRules>(
    rules: R,
    king: SquareOf<R>,
    color: Color,
    kind: Kind,
    square: SquareOf<R>,
    sign: i32,
    sink: &mut impl TermSink,
) {
    let row = row::<R>(kind);
    let ranks = R::Geometry::RANKS;
    let columns = R::Geometry::FILES.div_ceil(2);
    let file = square.file().min(rules.table().mirrored(square).file());
    let ahead = (square.rank() + MAX_KING_DISTANCE[0])
        .saturating_sub(king.rank())
        .min(2 * MAX_KING_DISTANCE[0]);
    let aside = square.file().abs_diff(king.file()).min(MAX_KING_DISTANCE[1]);
    let sight = (row * KING_RELATIVE_SIZE[0] + ahead) * KING_RELATIVE_SIZE[1] + aside;
    match color {
        Color::Black => {
            let place = (row * ranks + square.rank()) * columns + file;
            sink.add(Term::Piece.start::<R>() + row, sign);
            sink.add(Term::Place.start::<R>() + place, sign);
            sink.add(Term::OwnKing.start::<R>() + sight, sign);
        }
        Color::White => sink.add(Term::EnemyKing.start::<R>() + sight, -sign),
    }
}

/// Reports the piece-square terms of all pieces.
pub fn incremental<R: DropRules>(position: &DropPosition<R>, sink: &mut impl TermSink) {
    let side = position.side_to_move();
    for (viewer, sign) in [(side, 1), (!side, -1)] {
        let turned = |square: SquareOf<R>| match viewer {
            Color::Black => square,
            Color::White => position.table().rotated(square),
        };
        let king = turned(position.king(viewer));
        for (as_seen, owner) in [(Color::Black, viewer), (Color::White, !viewer)] {
            for square in position.pieces(owner) {
                let kind = position.kind_on(square);
                king_relative_value(
                    position.game(),
                    king,
                    as_seen,
                    kind,
                    turned(square),
                    sign,
                    sink,
                );
            }
        }
    }
}

/// The squares that a side attacks, and its pieces in hand.
struct Attacks<R: DropRules> {
    /// Attacked by any piece except the General or King.
    once: BitboardOf<R>,
    /// Attacked by at least two of these.
    twice: BitboardOf<R>,
    pawns: BitboardOf<R>,
    king: BitboardOf<R>,
    by_kind: [BitboardOf<R>; KINDS],
    /// Kinds on the board or in hand, as a bit set of kind indices.
    owned: u32,
    /// Files without an unpromoted Pawn of the side.
    open_files: BitboardOf<R>,
    /// Number of pieces in hand; all Pawns count as one.
    armed: usize,
}

impl<R: DropRules> Attacks<R> {
    /// Returns the attacks of the General or King, without those of other pieces.
    #[inline(always)]
    fn new(
        position: &DropPosition<R>,
        color: Color,
        kinds: &[BitboardOf<R>; KINDS],
        pawns: BitboardOf<R>,
    ) -> Self {
        let own_pawns = kinds[Kind::PAWN.index()] & position.pieces(color);
        Self {
            once: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            pawns,
            king: king_steps(position, color),
            by_kind: [Bitboard::EMPTY; KINDS],
            owned: owned_kinds(position, color, kinds),
            open_files: !own_pawns.whole_files(),
            armed: 0,
        }
    }

    #[inline(always)]
    fn all(&self) -> BitboardOf<R> {
        self.once | self.king
    }

    #[inline(always)]
    fn add(&mut self, kind: Kind, squares: BitboardOf<R>) {
        self.twice |= self.once & squares;
        self.once |= squares;
        self.by_kind[kind.index()] |= squares;
    }
}

/// Reports all terms except the piece-square terms.
#[inline(always)]
pub fn non_incremental<R: DropRules>(position: &DropPosition<R>, sink: &mut impl TermSink) {
    sink.add(const { Term::Tempo.start::<R>() }, 1);
    let us = position.side_to_move();
    let pawns = [us, !us].map(|color| position.pawn_attacks(color));
    let kinds = kinds(position);
    // Filled in place: `Attacks` is large.
    let mut ours = Attacks::new(position, us, &kinds, pawns[0]);
    mobility_and_hand(position, us, &kinds, pawns[1], &mut ours, 1, sink);
    let mut theirs = Attacks::new(position, !us, &kinds, pawns[1]);
    mobility_and_hand(position, !us, &kinds, pawns[0], &mut theirs, -1, sink);
    king_safety(position, us, &ours, &theirs, 0, sink);
    king_safety(position, !us, &theirs, &ours, 1, sink);
    hanging_pieces(position, us, &ours, &theirs, 0, sink);
    hanging_pieces(position, !us, &theirs, &ours, 1, sink);
    promotions(position, us, &ours, &theirs, 0, sink);
    promotions(position, !us, &theirs, &ours, 1, sink);
}

/// Returns the pieces of each kind, of both sides.
#[inline(always)]
fn kinds<R: DropRules>(position: &DropPosition<R>) -> [BitboardOf<R>; KINDS] {
    let mut kinds = [Bitboard::EMPTY; KINDS];
    for_each_kind! { R, position.table().kinds(), kind => {
        kinds[kind.index()] = position.of_kind(kind);
    } }
    kinds
}

/// Returns the kinds that a side has on the board or in hand, as a bit set of kind indices.
#[inline(always)]
fn owned_kinds<R: DropRules>(
    position: &DropPosition<R>,
    color: Color,
    kinds: &[BitboardOf<R>; KINDS],
) -> u32 {
    let mut owned = 0;
    for_each_kind! { R, position.table().kinds(), kind => {
        let on_board = kinds[kind.index()].intersects(position.pieces(color));
        let is_owned = on_board || position.hand(color).count(kind) > 0;
        owned |= u32::from(is_owned) << kind.index();
    } }
    owned
}

/// Reports mobility, King attacks and pieces in hand of a side, and adds its attacks.
#[inline(always)]
fn mobility_and_hand<R: DropRules>(
    position: &DropPosition<R>,
    color: Color,
    kinds: &[BitboardOf<R>; KINDS],
    enemy_pawns: BitboardOf<R>,
    attacks: &mut Attacks<R>,
    sign: i32,
    sink: &mut impl TermSink,
) {
    let occupied = position.occupied();
    let own = position.pieces(color);
    let free = !(own | enemy_pawns);
    let enemy_king = position.king(!color);
    let ring = king_steps(position, !color).with(enemy_king);
    let mut pressure = 0;
    for_each_kind! { R, attacks.owned, kind => {
        if !position.table().is_king(kind) {
            let mut king_attacks = 0;
            if kind == Kind::PAWN {
                attacks.add(kind, attacks.pawns);
                king_attacks += (attacks.pawns & ring).count();
            } else {
                let mobility = const { Term::Mobility.start::<R>() } + row::<R>(kind) * (MAX_MOBILITY + 1);
                for from in own & kinds[kind.index()] {
                    let squares = position.attacks(kind, color, from, occupied);
                    attacks.add(kind, squares);
                    king_attacks += (squares & ring).count();
                    let room = (squares & free).count() as usize;
                    sink.add(mobility + room.min(MAX_MOBILITY), sign);
                }
            }
            sink.add(const { Term::KingAttack.start::<R>() } + row::<R>(kind), sign * king_attacks as i32);
            pressure += king_attacks;
            let held = usize::from(position.hand(color).count(kind));
            if held > 0 {
                sink.add(const { Term::Held.start::<R>() } + row::<R>(kind), sign * held as i32);
                let hand = const { Term::Hand.start::<R>() } + row::<R>(kind) * MAX_HELD;
                sink.add(hand + held.min(MAX_HELD) - 1, sign);
                attacks.armed += if kind == Kind::PAWN { 1 } else { held };
            }
        }
    } }
    if position.hand(color).count(Kind::PAWN) > 0 {
        let open = attacks.open_files & position.table().far_rank;
        sink.add(const { Term::OpenFile.start::<R>() } + open.count() as usize, sign);
    }
    attacks.armed = attacks.armed.min(MAX_ATTACKERS_IN_HAND);
    let pressure = (pressure as usize).min(MAX_KING_ATTACKS);
    let pressures = const { Term::Pressure.start::<R>() };
    sink.add(pressures + pressure * (MAX_ATTACKERS_IN_HAND + 1) + attacks.armed, sign);
}

/// Returns the squares around the General or King of a side.
#[inline(always)]
fn king_steps<R: DropRules>(position: &DropPosition<R>, color: Color) -> BitboardOf<R> {
    position.tables().leaps[color.index()][position.king_kind(color).index()]
        [position.king(color).index()]
}

/// Reports the safety of the enemy's General or King from a side's attack. `number` is 0
/// for the side to move and 1 for the other side.
#[inline(always)]
fn king_safety<R: DropRules>(
    position: &DropPosition<R>,
    color: Color,
    ours: &Attacks<R>,
    theirs: &Attacks<R>,
    number: usize,
    sink: &mut impl TermSink,
) {
    let sign = 1 - 2 * number as i32;
    let king = position.king(!color);
    let ring = theirs.king.with(king);
    let all = ours.all();
    let escapes = theirs.king & !(position.pieces(!color) | all);
    let weak = ring & all & !theirs.once;
    let by_hand = |table: usize, squares: BitboardOf<R>| {
        table + squares.count() as usize * (MAX_ATTACKERS_IN_HAND + 1) + ours.armed
    };
    sink.add(by_hand(const { Term::Escape.start::<R>() }, escapes), sign);
    sink.add(by_hand(const { Term::Weak.start::<R>() }, weak), sign);
    let outer_ring = position.tables().outer_ring[king.index()];
    let control = const { Term::Control.start::<R>() };
    for (distance, squares) in [ring, outer_ring].into_iter().enumerate() {
        let sets = [theirs.once, theirs.twice, ours.once, ours.twice];
        for (set, attacked) in sets.into_iter().enumerate() {
            let count = (squares & attacked).count() as i32;
            sink.add(control + 4 * distance + set, -sign * count);
        }
    }
    let lines = SliderRays::new(position.game(), king, position.occupied());
    // A piece that only the General or King can capture is safe if it is defended.
    let safe = !theirs.once & (all | !theirs.king);
    let drops = safe & !position.occupied();
    let safe = safe & (ours.twice | !theirs.king) & !position.pieces(color);
    let mut checks = 0;
    for_each_kind! { R, ours.owned, kind => {
        if !position.table().is_king(kind) {
            let checking = lines.attacks(kind, !color, king);
            if ours.by_kind[kind.index()].intersects(checking & safe) {
                let check = const { Term::Check.start::<R>() } + row::<R>(kind);
                sink.add(check + number * rows::<R>(), 1);
                checks += 1;
            }
            let mut drops = checking & drops;
            if kind == Kind::PAWN {
                drops &= ours.open_files;
            }
            if position.hand(color).count(kind) > 0 && drops.is_occupied() {
                let drop_check =
                    const { Term::DropCheck.start::<R>() } + row::<R>(kind) * 2 * MAX_DROP_CHECKS;
                let sets = [drops & !ring, drops & ring];
                for (nearness, squares) in sets.into_iter().enumerate() {
                    let count = (squares.count() as usize).min(MAX_DROP_CHECKS);
                    if count > 0 {
                        let more = (2 * number * rows::<R>() + nearness) * MAX_DROP_CHECKS;
                        sink.add(drop_check + more + count - 1, 1);
                    }
                }
                checks += 1;
            }
        }
    } }
    let danger = const { Term::Danger.start::<R>() }
        + number * (MAX_KING_DANGER[0] + 1) * (MAX_KING_DANGER[1] + 1);
    let ways_out = (escapes.count() as usize).min(MAX_KING_DANGER[0]);
    sink.add(danger + ways_out * (MAX_KING_DANGER[1] + 1) + checks.min(MAX_KING_DANGER[1]), 1);
}

/// Reports the attacked pieces of a side. `number` is 0 for the side to move.
#[inline(always)]
fn hanging_pieces<R: DropRules>(
    position: &DropPosition<R>,
    color: Color,
    ours: &Attacks<R>,
    theirs: &Attacks<R>,
    number: usize,
    sink: &mut impl TermSink,
) {
    let threat = const { Term::Threat.start::<R>() } + 3 * number * rows::<R>();
    let defended = ours.all();
    for square in (position.pieces(color) & theirs.all()).without(position.king(color)) {
        let class = if theirs.pawns.contains(square) {
            0
        } else if defended.contains(square) {
            1
        } else {
            2
        };
        sink.add(threat + class * rows::<R>() + row::<R>(position.kind_on(square)), 1);
    }
}

/// Reports the kinds of a side that can promote or flip on an unattacked square. `number`
/// is 0 for the side to move.
#[inline(always)]
fn promotions<R: DropRules>(
    position: &DropPosition<R>,
    color: Color,
    ours: &Attacks<R>,
    theirs: &Attacks<R>,
    number: usize,
    sink: &mut impl TermSink,
) {
    let targets = position.table().zone(color) & !(position.pieces(color) | theirs.all());
    for_each_kind! { R, ours.owned, kind => {
        if position.table().kind_rule(kind).flips
            && ours.by_kind[kind.index()].intersects(targets) {
            let promotion = const { Term::Promotion.start::<R>() } + row::<R>(kind);
            sink.add(promotion + number * rows::<R>(), 1);
        }
    } }
}
