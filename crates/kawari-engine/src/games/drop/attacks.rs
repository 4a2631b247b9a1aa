//! Attacks of pieces, attackers of squares, and pins.

use super::betza::{self, BetzaMoves};
use super::kind::{KINDS, Kind};
use super::position::DropPosition;
use super::rules::{
    BitboardOf, DropRules, SquareOf, is_loaded, may_leap_to, may_pawn_leap_to, may_slide_to,
};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::{Geometry, Word};
use crate::core::position::Position;
use crate::core::rays::{diagonal_reach, file_reach, rank_reach, slider_attacks};

/// Repeats a block for each number of a list, with the number as a constant, so that
/// kinds and steps that a game lacks are compiled out.
macro_rules! unroll {
    ($name:ident: $type:ident in [$($number:literal)*] $body:block) => {
        $({
            const $name: $type = $number;
            $body
        })*
    };
}

/// Repeats a block for each kind of a game. For built-in games, the block is compiled for each
/// kind, with the kind as a constant. For others, it is a loop over `kinds`, a bit set of kind
/// indices.
macro_rules! for_each_kind {
    ($rules:ty, $kinds:expr, $kind:ident => $body:block) => {
        if const { $crate::games::drop::rules::is_loaded::<$rules>() } {
            let mut kinds: u32 = $kinds;
            while kinds != 0 {
                let $kind = Kind::new(kinds.trailing_zeros() as usize);
                kinds &= kinds - 1;
                $body
            }
        } else {
            $crate::games::drop::attacks::unroll! {
                INDEX: usize in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] {
                    if const { $crate::games::drop::rules::may_exist::<$rules>(Kind::new(INDEX)) } {
                        let $kind = Kind::new(INDEX);
                        $body
                    }
                }
            }
        }
    };
}

pub(super) use {for_each_kind, unroll};

/// The squares that a queen on a square would reach, by line: up to and including the
/// first piece in each direction.
#[derive(Clone, Copy)]
pub(super) struct SliderRays<R: DropRules> {
    rules: R,
    on_file: BitboardOf<R>,
    on_rank: BitboardOf<R>,
    on_diagonals: BitboardOf<R>,
}

impl<R: DropRules> SliderRays<R> {
    /// Computes the lines along which some piece of the game slides.
    #[inline(always)]
    pub(crate) fn new(rules: R, square: SquareOf<R>, occupied: BitboardOf<R>) -> Self {
        Self::along(rules, rules.table().all_moves, square, occupied)
    }

    /// Computes the lines along which a piece with the given moves slides.
    #[inline(always)]
    pub(super) fn along(
        rules: R,
        moves: BetzaMoves,
        square: SquareOf<R>,
        occupied: BitboardOf<R>,
    ) -> Self {
        let line = |exists, reach: fn(SquareOf<R>, BitboardOf<R>) -> BitboardOf<R>| {
            if exists { reach(square, occupied) } else { Bitboard::EMPTY }
        };
        Self {
            rules,
            on_file: line(moves.slides_on_file(), file_reach),
            on_rank: line(moves.slides_on_rank(), rank_reach),
            on_diagonals: line(moves.slides_on_diagonal(), diagonal_reach),
        }
    }

    /// Returns the squares that a piece attacks from `from`, the square of these lines.
    #[inline(always)]
    pub(crate) fn attacks(&self, kind: Kind, color: Color, from: SquareOf<R>) -> BitboardOf<R> {
        let table = self.rules.table();
        let (tables, moves) = (&table.attacks, table.kind_rule(kind).moves);
        if const { is_loaded::<R>() } {
            // Two lookups cost less than a test of the kind.
            return self.all() & tables.rays[color.index()][kind.index()][from.index()]
                | tables.leaps[color.index()][kind.index()][from.index()];
        }
        let mut squares = Bitboard::EMPTY;
        if moves.slides() {
            let rays = tables.rays[color.index()][kind.index()][from.index()];
            squares |= self.of(moves) & rays;
        }
        if moves.leaps() {
            squares |= tables.leaps[color.index()][kind.index()][from.index()];
        }
        squares
    }

    /// Returns the squares of all lines.
    #[inline(always)]
    pub(super) fn all(&self) -> BitboardOf<R> {
        self.on_file | self.on_rank | self.on_diagonals
    }

    /// Returns the lines along which a piece with the given moves slides, in both
    /// directions of each line.
    #[inline(always)]
    fn of(&self, moves: BetzaMoves) -> BitboardOf<R> {
        let mut reach = Bitboard::EMPTY;
        if moves.slides_on_file() {
            reach |= self.on_file;
        }
        if moves.slides_on_rank() {
            reach |= self.on_rank;
        }
        if moves.slides_on_diagonal() {
            reach |= self.on_diagonals;
        }
        reach
    }
}

/// The pinned pieces of the side to move. They may move only along the line to their own
/// General or King.
#[derive(Clone, Copy)]
pub(super) struct Pins<R: DropRules> {
    pinned: BitboardOf<R>,
    /// One line for each pinned piece, at most one in each of eight directions.
    lines: [BitboardOf<R>; 8],
}

impl<R: DropRules> Pins<R> {
    /// Returns the squares to which the pins allow a piece to move.
    #[inline(always)]
    pub(crate) fn allowed_squares(&self, from: SquareOf<R>) -> BitboardOf<R> {
        if self.pinned.contains(from) { self.line(from) } else { Bitboard::ALL }
    }

    #[cold]
    fn line(&self, from: SquareOf<R>) -> BitboardOf<R> {
        let line = self.lines.iter().find(|line| line.contains(from));
        line.copied().unwrap_or_default()
    }
}

impl<R: DropRules> DropPosition<R> {
    /// Returns the squares that a piece attacks, including squares with own pieces.
    #[inline(always)]
    pub(crate) fn attacks(
        &self,
        kind: Kind,
        color: Color,
        from: SquareOf<R>,
        occupied: BitboardOf<R>,
    ) -> BitboardOf<R> {
        let moves = self.table().kind_rule(kind).moves;
        if const { is_loaded::<R>() } {
            return self.loaded_attacks(kind, color, from, occupied);
        }
        SliderRays::along(self.game(), moves, from, occupied).attacks(kind, color, from)
    }

    /// Returns the pieces of a side that attack a square.
    #[inline(always)]
    pub(crate) fn attackers(
        &self,
        square: SquareOf<R>,
        occupied: BitboardOf<R>,
        by: Color,
    ) -> BitboardOf<R> {
        let lines = SliderRays::new(self.game(), square, occupied);
        if const { is_loaded::<R>() } {
            return self.attackers_one_by_one(&lines, square, occupied, by);
        }
        self.attackers_within(&lines, square, by)
    }

    /// Returns the pieces of both sides that attack a square.
    #[inline(always)]
    pub(super) fn all_attackers(
        &self,
        square: SquareOf<R>,
        occupied: BitboardOf<R>,
    ) -> BitboardOf<R> {
        let lines = SliderRays::new(self.game(), square, occupied);
        if const { is_loaded::<R>() } {
            return self.attackers_one_by_one(&lines, square, occupied, Color::Black)
                | self.attackers_one_by_one(&lines, square, occupied, Color::White);
        }
        self.attackers_within(&lines, square, Color::Black)
            | self.attackers_within(&lines, square, Color::White)
    }

    /// Returns the pieces of side `by` that attack a square, given the square's lines.
    /// A piece attacks the square exactly if the same kind of the other side would
    /// attack the piece from that square.
    #[inline(always)]
    fn attackers_within(
        &self,
        lines: &SliderRays<R>,
        square: SquareOf<R>,
        by: Color,
    ) -> BitboardOf<R> {
        let mut attackers = Bitboard::EMPTY;
        for_each_kind! { R, self.table().kinds(), kind => {
            attackers |= lines.attacks(kind, !by, square) & self.of_kind(kind);
        } }
        attackers & self.pieces(by)
    }

    /// Returns the squares that the Pawns of a side attack.
    #[inline(always)]
    pub(super) fn pawn_attacks(&self, color: Color) -> BitboardOf<R> {
        let pawns = self.of_kind(Kind::PAWN) & self.pieces(color);
        if const { is_loaded::<R>() } {
            return self.loaded_pawn_attacks(pawns, color);
        }
        let pawn = self.table().kind_rule(Kind::PAWN).moves;
        let side = if color == Color::Black { 1 } else { -1 };
        let mut attacked = Bitboard::EMPTY;
        unroll! { RANKS: isize in [-2 -1 0 1 2] {
            unroll! { FILES: isize in [-2 -1 0 1 2] {
                const CELL: usize = betza::leap_cell((FILES, RANKS));
                if const { may_pawn_leap_to::<R>(CELL) } && pawn.leaps_to(CELL) {
                    attacked |= moved(pawns, side * FILES, side * RANKS);
                }
            } }
        } }
        attacked
    }

    /// Returns, for each kind, the squares from which a piece of the side to move
    /// would give check.
    #[inline(always)]
    pub(super) fn checking_squares(&self) -> [BitboardOf<R>; KINDS] {
        let them = !self.side_to_move();
        let king = self.king(them);
        let lines = SliderRays::new(self.game(), king, self.occupied());
        let mut squares = [Bitboard::EMPTY; KINDS];
        for_each_kind! { R, self.table().kinds(), kind => {
            squares[kind.index()] = lines.attacks(kind, them, king);
        } }
        squares
    }

    /// Returns the squares of a zone that a side attacks, including squares with own pieces.
    #[inline(always)]
    pub(crate) fn attacked(
        &self,
        zone: BitboardOf<R>,
        by: Color,
        occupied: BitboardOf<R>,
    ) -> BitboardOf<R> {
        if const { is_loaded::<R>() } {
            return self.attacked_one_by_one(zone, by, occupied);
        }
        zone & match by {
            Color::Black => self.attacked_by::<1>(occupied),
            Color::White => self.attacked_by::<-1>(occupied),
        }
    }

    /// Returns the squares that a side attacks. `SIDE` is 1 for Black and -1 for White.
    #[inline(always)]
    fn attacked_by<const SIDE: isize>(&self, occupied: BitboardOf<R>) -> BitboardOf<R> {
        let color = if SIDE == 1 { Color::Black } else { Color::White };
        let own = self.pieces(color);
        let mut attacked = Bitboard::EMPTY;
        unroll! { RANKS: isize in [-2 -1 0 1 2] {
            unroll! { FILES: isize in [-2 -1 0 1 2] {
                const CELL: usize = betza::leap_cell((FILES, RANKS));
                if const { may_leap_to::<R>(CELL) } {
                    let leapers = own & self.of_kinds(self.table().leapers[CELL]);
                    attacked |= moved(leapers, SIDE * FILES, SIDE * RANKS);
                }
            } }
        } }
        unroll! { RANKS: isize in [-1 0 1] {
            unroll! { FILES: isize in [-1 0 1] {
                const CELL: usize = betza::slide_cell((FILES, RANKS));
                if const { may_slide_to::<R>(CELL) } {
                    let sliders = own & self.of_kinds(self.table().sliders[CELL]);
                    let direction =
                        Direction { files: (SIDE * FILES) as i8, ranks: (SIDE * RANKS) as i8 };
                    attacked |= slider_attacks(sliders, !occupied, direction);
                }
            } }
        } }
        attacked
    }

    /// Returns the pieces of both sides whose kinds are in a bit set of kind indices.
    #[inline(always)]
    fn of_kinds(&self, mut kinds: u32) -> BitboardOf<R> {
        let mut set = Bitboard::EMPTY;
        while kinds != 0 {
            set |= self.of_kind(Kind::new(kinds.trailing_zeros() as usize));
            kinds &= kinds - 1;
        }
        set
    }

    /// Returns the pins on the side to move.
    #[inline(always)]
    pub(super) fn pins(&self) -> Pins<R> {
        let us = self.side_to_move();
        let king = self.king(us);
        let between = &self.tables().between[king.index()];
        let mut pins = Pins { pinned: Bitboard::EMPTY, lines: [Bitboard::EMPTY; 8] };
        if !self.table().has_pins() {
            return pins;
        }
        let mut found = 0;
        for sniper in self.snipers(king) {
            let passed = between[sniper.index()];
            let blockers = passed & self.occupied();
            if blockers.has_many() || !blockers.intersects(self.pieces(us)) {
                continue;
            }
            pins.pinned |= blockers;
            pins.lines[found % 8] = passed.with(sniper);
            found += 1;
        }
        pins
    }

    /// Returns the opponent's sliders that would attack the square on an empty board.
    #[inline(always)]
    fn snipers(&self, square: SquareOf<R>) -> BitboardOf<R> {
        let us = self.side_to_move();
        if const { is_loaded::<R>() } {
            return self.loaded_snipers(square);
        }
        let mut snipers = Bitboard::EMPTY;
        for_each_kind! { R, self.table().kinds(), kind => {
            if self.table().kind_rule(kind).moves.slides() {
                let rays = self.tables().rays[us.index()][kind.index()][square.index()];
                snipers |= rays & self.of_kind(kind);
            }
        } }
        snipers & self.pieces(!us)
    }
}

/// Returns the set shifted by an offset, without the squares that leave the board.
#[inline(always)]
fn moved<G: Geometry>(set: Bitboard<G>, files: isize, ranks: isize) -> Bitboard<G> {
    Bitboard::from_word(shifted::<G>((set & steppers(ranks)).word(), files, ranks))
}

/// Returns the squares from which a shift by `ranks` ranks stays on the board. Squares
/// that cross the first or the last file are shifted out of the word.
#[inline(always)]
fn steppers<G: Geometry>(ranks: isize) -> Bitboard<G> {
    let mut squares = Bitboard::ALL;
    for rank in 0..ranks.unsigned_abs() {
        let edge = if ranks < 0 { rank } else { G::RANKS - 1 - rank };
        squares &= !Bitboard::rank(edge);
    }
    squares
}

#[inline(always)]
fn shifted<G: Geometry>(word: G::Word, files: isize, ranks: isize) -> G::Word {
    let way = files * G::RANKS as isize + ranks;
    let bits = way.unsigned_abs() as u32;
    if way < 0 { word.shifted_right(bits) } else { word.shifted_left(bits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::Hajiku;
    use crate::games::drop::Yari;
    use crate::notation::read;

    /// Checks that attacks by set, by piece and by target square agree.
    fn attacks_agree<R: DropRules + Default>(sfen: &str) {
        let position: DropPosition<R> = read(sfen);
        let occupied = position.occupied();
        for by in Color::ALL {
            let mut one_by_one = Bitboard::EMPTY;
            for from in position.pieces(by) {
                one_by_one |= position.attacks(position.kind_on(from), by, from, occupied);
            }
            let square_by_square = SquareOf::<R>::all()
                .filter(|&square| position.attackers(square, occupied, by).is_occupied())
                .collect();
            assert_eq!(position.attacked(Bitboard::ALL, by, occupied), one_by_one);
            assert_eq!(one_by_one, square_by_square);
        }
        assert!(position.is_consistent() && !position.in_check());
    }

    #[test]
    fn attacks_by_set_piece_and_square_agree() {
        attacks_agree::<Yari>("1+P2kn1/+n5r/1n3pp/1P1PbP1/4P2/1KpB1R1/2P1p1P/+p3+n2/7 b RBPrbp 1");
        attacks_agree::<Hajiku>(
            "+s3k1+c/2C!4/+P2g2+f/2p4/4pPp/pf2P+pP/1S1S3/3G+G+GC/+CKPPF1+S w - 1",
        );
    }
}
