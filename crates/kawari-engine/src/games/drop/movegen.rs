//! Legal move generation for the drop games. One generator fills move lists and counts
//! moves.

use std::marker::PhantomData;

use super::attacks::for_each_kind;
use super::kind::Kind;
use super::moves::DropMove;
use super::position::DropPosition;
use super::rules::{BitboardOf, DropRules, SquareOf, is_loaded};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::movelist::MoveList;
use crate::core::popcount::PopcountTask;
use crate::core::position::{All, Phase, Position};
use crate::core::square::Square;

/// A receiver of legal moves, in groups with the same origin.
pub(super) trait MoveSink<G: Geometry> {
    /// Adds board moves without and with a flip of the moved piece.
    fn moves(&mut self, from: Square<G>, plain: Bitboard<G>, flips: Bitboard<G>);
    /// Adds counter-flips: captures that take the piece into hand promoted.
    fn counter_flips(&mut self, from: Square<G>, plain: Bitboard<G>, flips: Bitboard<G>);
    /// Adds drops of a piece.
    fn drops(&mut self, kind: Kind, targets: Bitboard<G>);
}

impl<G: Geometry> MoveSink<G> for MoveList<DropMove<G>> {
    #[inline(always)]
    fn moves(&mut self, from: Square<G>, plain: Bitboard<G>, flips: Bitboard<G>) {
        for to in flips {
            self.push(DropMove::board(from, to).flipping());
        }
        for to in plain {
            self.push(DropMove::board(from, to));
        }
    }

    fn counter_flips(&mut self, from: Square<G>, plain: Bitboard<G>, flips: Bitboard<G>) {
        for to in flips {
            self.push(DropMove::board(from, to).flipping().counter_flipping());
        }
        for to in plain {
            self.push(DropMove::board(from, to).counter_flipping());
        }
    }

    #[inline(always)]
    fn drops(&mut self, kind: Kind, targets: Bitboard<G>) {
        for to in targets {
            self.push(DropMove::drop(kind, to));
        }
    }
}

/// A sink that counts moves.
#[derive(Clone, Copy, Debug, Default)]
struct MoveCount(u32);

impl<G: Geometry> MoveSink<G> for MoveCount {
    #[inline(always)]
    fn moves(&mut self, _: Square<G>, plain: Bitboard<G>, flips: Bitboard<G>) {
        self.0 += plain.count() + flips.count();
    }

    fn counter_flips(&mut self, _: Square<G>, plain: Bitboard<G>, flips: Bitboard<G>) {
        self.0 += plain.count() + flips.count();
    }

    #[inline(always)]
    fn drops(&mut self, _: Kind, targets: Bitboard<G>) {
        self.0 += targets.count();
    }
}

/// Counts the legal moves of a position.
pub(super) struct CountDropMoves<'a, R: DropRules>(pub &'a DropPosition<R>);

impl<R: DropRules> PopcountTask for CountDropMoves<'_, R> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = MoveCount::default();
        Generator::<R, All, _>::new(self.0, &mut count).run();
        u64::from(count.0)
    }
}

/// A generator of the legal moves of one phase.
pub(super) struct Generator<'a, R: DropRules, P: Phase, S: MoveSink<R::Geometry>> {
    position: &'a DropPosition<R>,
    sink: &'a mut S,
    us: Color,
    /// Target squares that end the check; all squares without a check.
    evasions: BitboardOf<R>,
    phase: PhantomData<P>,
}

impl<'a, R: DropRules, P: Phase, S: MoveSink<R::Geometry>> Generator<'a, R, P, S> {
    /// Creates a generator for the side to move.
    #[inline(always)]
    pub fn new(position: &'a DropPosition<R>, sink: &'a mut S) -> Self {
        let us = position.side_to_move();
        Self { position, sink, us, evasions: position.evasions(), phase: PhantomData }
    }

    /// Generates the moves.
    #[inline(always)]
    pub fn run(mut self) {
        if const { !is_loaded::<R>() } || self.position.table().extra.protects_king {
            self.king_moves();
        }
        if self.evasions.is_empty() {
            return;
        }
        self.board_moves();
        if P::QUIET && (const { !is_loaded::<R>() } || self.position.may_drop()) {
            self.drops();
        }
    }

    fn king_moves(&mut self) {
        let position = self.position;
        let (king, from) = (position.king_kind(self.us), position.king(self.us));
        let steps = position.attacks(king, self.us, from, position.occupied());
        let targets = steps & !position.pieces(self.us) & self.squares_of_phase();
        if targets.is_occupied() {
            let lifted = position.occupied().without(from);
            let safe = targets & !position.attacked(targets, !self.us, lifted);
            self.emit(king, from, safe);
        }
    }

    #[inline(always)]
    fn board_moves(&mut self) {
        let position = self.position;
        let (occupied, own) = (position.occupied(), position.pieces(self.us));
        let targets = self.evasions & !own;
        let (table, pins) = (position.table(), position.pins());
        for_each_kind! { R, table.kinds(), kind => {
            if !table.is_king(kind) || is_loaded::<R>() && !table.extra.protects_king {
                for from in position.of_kind(kind) & own {
                    let reach = position.attacks(kind, self.us, from, occupied);
                    let mut reach = reach & targets & pins.allowed_squares(from);
                    if position.tests_each_move() {
                        reach = position.safe_targets(Some(from), reach);
                    }
                    self.emit(kind, from, reach);
                }
            }
        } }
    }

    /// Returns the target squares of this phase, for all moves except Pawn
    /// promotions, which are always noisy.
    #[inline(always)]
    fn squares_of_phase(&self) -> BitboardOf<R> {
        match (P::NOISY, P::QUIET) {
            (true, true) => Bitboard::ALL,
            (true, false) => self.position.pieces(!self.us),
            (false, true) => !self.position.pieces(!self.us),
            (false, false) => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn emit(&mut self, kind: Kind, from: SquareOf<R>, targets: BitboardOf<R>) {
        let table = self.position.table();
        let in_phase = self.squares_of_phase();
        let (mut plain, mut flips) = self.position.split_by_flip(kind, from, targets);
        plain &= in_phase;
        if kind != Kind::PAWN {
            flips &= in_phase;
        } else if !P::NOISY {
            flips = Bitboard::EMPTY;
        }
        self.sink.moves(from, plain, flips);
        if table.rules.counter_flip && targets.intersects(self.position.mark()) {
            let mark = self.position.mark();
            self.sink.counter_flips(from, plain & mark, flips & mark);
        }
    }

    #[inline(always)]
    fn drops(&mut self) {
        let position = self.position;
        let table = position.table();
        let targets = self.evasions & !position.occupied();
        for_each_kind! { R, table.kinds(), kind => {
            let held = table.kind_rule(kind).held_as;
            if !table.is_king(kind) && position.hand(self.us).count(held) > 0 {
                self.sink.drops(kind, position.drop_targets(kind, targets));
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::position::{All, MoveLike, Noisy, Quiet};
    use crate::games::drop::Hajiku;
    use crate::games::drop::Yari;
    use crate::notation::{Notation, read};

    fn generated<R: DropRules, P: Phase>(position: &DropPosition<R>) -> Vec<DropMove<R::Geometry>> {
        let mut moves = MoveList::new();
        position.generate::<P>(&mut moves);
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    }

    /// Compares the generated moves of each phase, their count and the legality test
    /// for all 2^16 encodings.
    fn all_agree<R: DropRules + Default>(sfen: &str) {
        let position: DropPosition<R> = read(sfen);
        let moves = generated::<R, All>(&position);
        let legal: Vec<_> = (0..=u16::MAX)
            .filter_map(DropMove::from_bits)
            .filter(|&mv| position.is_legal(mv))
            .collect();
        assert_eq!(moves, legal, "{sfen}");
        assert_eq!(position.count_moves(), moves.len() as u64);
        let (noisy, quiet): (Vec<_>, Vec<_>) = moves.iter().partition(|&&mv| position.is_noisy(mv));
        assert_eq!(generated::<R, Noisy>(&position), noisy);
        assert_eq!(generated::<R, Quiet>(&position), quiet);
    }

    #[test]
    fn generator_count_and_legality_test_agree() {
        for sfen in [
            "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1",
            // In check, with drops and captures as evasions.
            "r4b1/3bknr/Rp1+N1p1/p1p1p1p/3p1P1/1PP1P1P/3PN2/2B1K1B/6R w Np 60",
            // Unreachable but accepted: dead Pawns, two Pawns on a file, a large hand.
            "P2k1P1/7/7/7/7/P6/P6/7/3K2p b 300P2R4b 1",
            // A pinned Yari Rook.
            "3r2k/7/7/7/7/7/7/3R3/3K3 b P 1",
        ] {
            all_agree::<Yari>(sfen);
        }
        for sfen in [
            "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1",
            // A Pawn drop would mate.
            "6k/7/6G/7/5+G1/7/7/7/K6 b P 1",
            // Counter-flips, with and without a flip of the capturing piece.
            "6k/7/7/7/7/7/+c2S!3/7/K6 w P 2",
            "2g3k/3G!3/7/7/7/7/7/7/K6 w P2+G9f 2",
        ] {
            all_agree::<Hajiku>(sfen);
        }
    }

    fn words<R: DropRules + Default>(sfen: &str, from: &str) -> Vec<String> {
        let position: DropPosition<R> = read(sfen);
        let moves = generated::<R, All>(&position).into_iter();
        let moves = moves.map(|mv| position.usi(mv).to_string());
        let mut moves: Vec<_> = moves.filter(|word| word.starts_with(from)).collect();
        moves.sort_unstable();
        moves
    }

    #[test]
    fn promotion_is_forced_for_pieces_without_further_moves() {
        let knight = "6k/7/3N3/7/7/7/7/7/K6 b - 1";
        assert_eq!(words::<Yari>(knight, "4c"), ["4c3a+", "4c4a+", "4c4b+", "4c5a+"]);
        let rook = "7/6k/3R3/7/7/7/7/7/K6 b - 1";
        assert!(words::<Yari>(rook, "4c4a").contains(&"4c4a".to_owned()));
        let gold = "7/3G2k/7/7/7/7/7/7/K6 b - 1";
        assert_eq!(words::<Hajiku>(gold, "4b4a"), ["4b4a", "4b4a+"]);
    }
}
