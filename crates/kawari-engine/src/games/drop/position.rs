//! Positions of the drop games, with make-move.

use super::attack_tables::{AttackTables, KEYS};
use super::kind::{Hand, Kind};
use super::movegen::Generator;
use super::moves::{DropMove, Origin};
use super::placement::Placement;
use super::rules::{BitboardOf, DropRules, RuleTable, SquareOf, is_loaded};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::counts::{ClockCount, DeclarationCount};
use crate::core::history::RepetitionRule;
use crate::core::key::{self, Key};
use crate::core::movelist::MoveList;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::{Observer, Phase, Position};
use crate::notation::Notation;

/// A position of a drop game.
#[derive(Clone, Debug)]
pub struct DropPosition<R: DropRules> {
    rules: R,
    colors: [BitboardOf<R>; 2],
    kinds: R::Placement,
    hands: [Hand; 2],
    kings: [SquareOf<R>; 2],
    side: Color,
    /// Square of the piece that may be counter-flipped, or empty.
    mark: BitboardOf<R>,
    /// Pieces that give check to the side to move.
    checkers: BitboardOf<R>,
    /// Half-moves in a row with both Generals or Kings in their far zones.
    impasse: u16,
    key: Key,
}

impl<R: DropRules> DropPosition<R> {
    /// Creates an empty board with empty hands, to be filled by the SFEN parser. It
    /// is not a valid position because the Kings are missing.
    pub(super) fn empty(rules: R, side: Color) -> Self {
        Self {
            rules,
            colors: [Bitboard::EMPTY; 2],
            kinds: Placement::EMPTY,
            hands: [Hand::default(); 2],
            kings: [SquareOf::<R>::new(0, 0); 2],
            side,
            mark: Bitboard::EMPTY,
            checkers: Bitboard::EMPTY,
            impasse: 0,
            key: if side == Color::White { KEYS.white } else { 0 },
        }
    }

    /// Returns the rules.
    #[inline(always)]
    pub(super) fn table(&self) -> &'static RuleTable<R::Geometry> {
        self.rules.table()
    }

    /// Returns the attack tables.
    #[inline(always)]
    pub(super) fn tables(&self) -> &'static AttackTables<R::Geometry> {
        &self.rules.table().attacks
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> BitboardOf<R> {
        self.colors[0] | self.colors[1]
    }

    /// Returns the squares of a side's pieces.
    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color) -> BitboardOf<R> {
        self.colors[color.index()]
    }

    /// Returns the squares of the pieces of a kind, of both sides.
    #[inline(always)]
    pub(crate) fn of_kind(&self, kind: Kind) -> BitboardOf<R> {
        self.kinds.of_kind(kind, self.occupied())
    }

    /// Returns the kind of the piece on an occupied square.
    #[inline(always)]
    pub(super) fn kind_on(&self, square: SquareOf<R>) -> Kind {
        self.kinds.kind_on(square)
    }

    /// Returns the piece on a square, or `None` if it is empty.
    pub(crate) fn piece_on(&self, square: SquareOf<R>) -> Option<(Color, Kind)> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color).contains(square))?;
        Some((color, self.kind_on(square)))
    }

    /// Returns the hand of a side.
    #[inline]
    pub(crate) fn hand(&self, color: Color) -> &Hand {
        &self.hands[color.index()]
    }

    /// Returns the square of a side's General or King.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> SquareOf<R> {
        self.kings[color.index()]
    }

    /// Returns the square of the piece that the side to move may counter-flip, as a
    /// set of at most one square.
    #[inline]
    pub(crate) fn mark(&self) -> BitboardOf<R> {
        self.mark
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub(crate) fn checkers(&self) -> BitboardOf<R> {
        self.checkers
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, color: Color, kind: Kind, square: SquareOf<R>) {
        self.colors[color.index()] ^= Bitboard::from(square);
        self.kinds.put(kind, square);
        self.key = self.key.wrapping_add(KEYS.on_board(color, kind.index(), square.index()));
        if self.table().is_king(kind) {
            self.kings[color.index()] = square;
        }
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, kind: Kind, square: SquareOf<R>) {
        self.colors[color.index()] ^= Bitboard::from(square);
        self.kinds.remove(kind, square);
        self.key = self.key.wrapping_sub(KEYS.on_board(color, kind.index(), square.index()));
    }

    /// Adds `count` pieces of a kind to a hand.
    #[inline(always)]
    pub(super) fn add_to_hand(&mut self, color: Color, kind: Kind, count: u16) {
        self.hands[color.index()].add(kind, count);
        let number = KEYS.in_hand(color, kind.index());
        self.key = self.key.wrapping_add(number.wrapping_mul(Key::from(count)));
    }

    #[inline(always)]
    fn take_from_hand(&mut self, color: Color, kind: Kind) {
        self.hands[color.index()].take(kind);
        self.key = self.key.wrapping_sub(KEYS.in_hand(color, kind.index()));
    }

    /// Sets or clears the counter-flip mark.
    #[inline(always)]
    pub(super) fn set_mark(&mut self, mark: Option<SquareOf<R>>) {
        if let Some(old) = self.mark.first() {
            self.key = self.key.wrapping_sub(KEYS.marked(old.index()));
        }
        self.mark = mark.map_or(Bitboard::EMPTY, Bitboard::from);
        if let Some(new) = mark {
            self.key = self.key.wrapping_add(KEYS.marked(new.index()));
        }
    }

    /// Computes the checkers of a position that was set up piece by piece.
    pub(super) fn find_checkers(&mut self) {
        self.checkers = self.all_checkers();
    }

    /// Returns the pieces that give check to the side to move.
    fn all_checkers(&self) -> BitboardOf<R> {
        if self.has_king(self.side) {
            self.attackers(self.king(self.side), self.occupied(), !self.side)
        } else {
            Bitboard::EMPTY
        }
    }

    #[inline(always)]
    pub(super) fn switch_sides(&mut self) {
        self.side = !self.side;
        self.key = match self.side {
            Color::White => self.key.wrapping_add(KEYS.white),
            Color::Black => self.key.wrapping_sub(KEYS.white),
        };
    }

    /// Returns the kind that a captured piece becomes in the capturing side's hand.
    #[inline(always)]
    pub(super) fn captured_kind(&self, victim: Kind, mv: DropMove<R::Geometry>) -> Kind {
        if self.table().rules.counter_flip && mv.is_counter_flip() {
            let promoted = self.table().kind_rule(victim).captured.promoted();
            if const { is_loaded::<R>() } && !self.table().can_hold(promoted) {
                return promoted.unpromoted();
            }
            promoted
        } else {
            self.table().kind_rule(victim).captured
        }
    }

    /// Returns true if a side has a General or King. In some games from files, it can be
    /// captured, or there is none.
    #[inline(always)]
    pub(crate) fn has_king(&self, color: Color) -> bool {
        let table = self.table();
        if const { !is_loaded::<R>() } {
            return true;
        }
        table.extra.has_king
            && (table.extra.protects_king
                || (self.kings_on_board() & self.pieces(color)).is_occupied())
    }

    /// Returns the Generals or Kings of both sides.
    #[inline(always)]
    pub(super) fn kings_on_board(&self) -> BitboardOf<R> {
        let king = self.table().king;
        if const { is_loaded::<R>() } && self.table().exists(king.promoted()) {
            return self.of_kind(king) | self.of_kind(king.promoted());
        }
        self.of_kind(king)
    }

    /// Returns the kind of a side's General or King, which is on the board.
    #[inline(always)]
    pub(super) fn king_kind(&self, color: Color) -> Kind {
        if const { is_loaded::<R>() } && self.table().extra.has_king {
            return self.kind_on(self.king(color));
        }
        self.table().king
    }

    #[inline(always)]
    pub(super) fn make<O: Observer<Self>>(&mut self, mv: DropMove<R::Geometry>, observer: &mut O) {
        let us = self.side;
        let was_impasse = self.table().rules.impasse.is_some() && self.is_impasse();
        let mut captures = false;
        let mut mark = None;
        match mv.origin() {
            Origin::Hand(kind) => {
                let held = self.table().kind_rule(kind).held_as;
                self.take_from_hand(us, held);
                observer.remove_hand_piece(us, held, self.hand(us).count(held));
                self.place_moved_piece(kind, mv.to(), observer);
            }
            Origin::Board(from) => {
                let kind = self.kind_on(from);
                self.remove(us, kind, from);
                observer.remove(us, kind, from);
                captures = self.pieces(!us).contains(mv.to());
                if captures {
                    self.capture(mv, observer);
                }
                let landed = if mv.is_flip() { kind.flipped() } else { kind };
                self.place_moved_piece(landed, mv.to(), observer);
                if self.table().is_king(kind) {
                    observer.move_king(self, us);
                }
                let demotes = mv.is_flip() && kind.is_promoted();
                mark = (captures && demotes).then_some(mv.to());
            }
        }
        if self.table().rules.counter_flip {
            self.set_mark(mark);
        }
        if let Some(rule) = self.table().rules.impasse {
            let restarts = rule.capture_resets && captures;
            let counts = was_impasse && self.is_impasse() && !restarts;
            self.impasse = if counts { self.impasse.saturating_add(1) } else { 0 };
        }
        self.switch_sides();
        self.checkers = self.checks_after(mv);
    }

    #[inline(always)]
    fn capture<O: Observer<Self>>(&mut self, mv: DropMove<R::Geometry>, observer: &mut O) {
        let us = self.side;
        let victim = self.kind_on(mv.to());
        self.remove(!us, victim, mv.to());
        observer.remove(!us, victim, mv.to());
        if const { is_loaded::<R>() } && self.table().kind_rule(victim).is_removed {
            return;
        }
        let held = self.captured_kind(victim, mv);
        self.add_to_hand(us, held, 1);
        observer.add_hand_piece(us, held, self.hand(us).count(held));
    }

    #[inline(always)]
    fn place_moved_piece<O: Observer<Self>>(
        &mut self,
        kind: Kind,
        to: SquareOf<R>,
        observer: &mut O,
    ) {
        self.put(self.side, kind, to);
        observer.put(self.side, kind, to);
    }

    /// Returns the checkers of the side to move after the move just made. All pieces
    /// are tested only if the moved piece may have opened a line to the King.
    #[inline(always)]
    fn checks_after(&self, mv: DropMove<R::Geometry>) -> BitboardOf<R> {
        let king = self.king(self.side);
        if !self.table().has_pins() {
            // The King may have been in check before, or the move may have opened a way off
            // the King's lines.
            return self.all_checkers();
        }
        if let Origin::Board(from) = mv.origin()
            && self.tables().lines[king.index()].contains(from)
        {
            return self.attackers(king, self.occupied(), !self.side);
        }
        let reach = self.attacks(self.kind_on(mv.to()), !self.side, mv.to(), self.occupied());
        if reach.contains(king) { Bitboard::from(mv.to()) } else { Bitboard::EMPTY }
    }

    /// Returns true if all incrementally updated fields equal their values computed
    /// from scratch. For tests and debug assertions.
    pub(crate) fn is_consistent(&self) -> bool {
        let mut fresh = Self::empty(self.rules, self.side);
        for color in Color::ALL {
            for square in self.pieces(color) {
                fresh.put(color, self.kind_on(square), square);
            }
            for kind in Kind::all() {
                fresh.add_to_hand(color, kind, self.hand(color).count(kind));
            }
        }
        fresh.set_mark(self.mark.first());
        fresh.find_checkers();
        let royals = |color| (self.kings_on_board() & self.pieces(color)).count();
        let held = |color, kind| self.hand(color).count(kind) == 0 || self.table().can_hold(kind);
        !self.colors[0].intersects(self.colors[1])
            && self.kinds == fresh.kinds
            && Color::ALL
                .into_iter()
                .all(|color| !self.has_king(color) || self.king(color) == fresh.king(color))
            && self.checkers == fresh.checkers
            && self.mark == fresh.mark
            && self.key == fresh.key
            && Color::ALL.into_iter().all(|color| royals(color) == u32::from(self.has_king(color)))
            && Color::ALL.into_iter().all(|color| Kind::all().all(|kind| held(color, kind)))
    }
}

impl<R: DropRules> Position for DropPosition<R> {
    type Move = DropMove<R::Geometry>;
    type Square = SquareOf<R>;
    type Piece = Kind;
    type Game = R;

    #[inline(always)]
    fn game(&self) -> R {
        self.rules
    }

    #[inline(always)]
    fn repetition_rule(&self) -> RepetitionRule {
        self.table().rules.repetition
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn generate<P: Phase>(&self, moves: &mut MoveList<Self::Move>) {
        if const { is_loaded::<R>() } && self.has_goal() {
            return;
        }
        Generator::<R, P, _>::new(self, moves).run();
    }

    fn count_moves(&self) -> u64 {
        if const { is_loaded::<R>() } && self.has_goal() {
            return 0;
        }
        self.count_moves_without_goal()
    }

    fn is_legal(&self, mv: Self::Move) -> bool {
        match mv.origin() {
            Origin::Hand(kind) => self.is_legal_drop(kind, mv.to()),
            Origin::Board(from) => self.is_legal_board_move(from, mv),
        }
    }

    /// Returns true for captures and Pawn promotions.
    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        match mv.origin() {
            Origin::Hand(_) => false,
            Origin::Board(from) => {
                self.occupied().contains(mv.to())
                    || mv.is_flip() && self.kind_on(from) == Kind::PAWN
            }
        }
    }

    fn play<O: Observer<Self>>(&mut self, mv: Self::Move, observer: &mut O) {
        debug_assert!(self.is_legal(mv), "{} in {}", self.usi(mv), self.sfen(1));
        self.make(mv, observer);
        debug_assert!(
            !key::is_sampled(self.key) || self.is_consistent(),
            "after {}: {}",
            self.usi(mv),
            self.sfen(1)
        );
    }

    fn visit_pieces<O: Observer<Self>>(&self, observer: &mut O) {
        for color in Color::ALL {
            for square in self.pieces(color) {
                observer.put(color, self.kind_on(square), square);
            }
            for kind in Kind::all() {
                let counts = 1..=self.hand(color).count(kind);
                counts.for_each(|count| observer.add_hand_piece(color, kind, count));
            }
            observer.move_king(self, color);
        }
    }

    #[inline]
    fn goal_outcome(&self) -> Option<Outcome> {
        if const { is_loaded::<R>() } { self.loaded_goal() } else { None }
    }

    fn no_move_outcome(&self) -> Outcome {
        let reason = if self.in_check() { Reason::Checkmate } else { Reason::NoLegalMove };
        match self.table().extra.no_move[usize::from(self.in_check())] {
            kawari_rules::Outcome::Lost => Outcome::Win(!self.side, reason),
            kawari_rules::Outcome::Won => Outcome::Win(self.side, reason),
            kawari_rules::Outcome::Drawn => Outcome::Draw(reason),
        }
    }

    fn clock_outcome(&self) -> Option<Outcome> {
        let rule = self.table().rules.impasse.filter(|rule| self.impasse >= rule.half_moves)?;
        Some(self.impasse_verdict(rule))
    }

    #[inline]
    fn half_moves_left(&self) -> Option<u32> {
        let rule = self.table().rules.impasse.filter(|_| self.impasse > 0)?;
        Some(rule.half_moves.saturating_sub(self.impasse).into())
    }

    fn clock_count(&self) -> Option<ClockCount> {
        let rule = self.table().rules.impasse.filter(|_| self.impasse > 0)?;
        Some(ClockCount {
            reason: Reason::Impasse,
            played: self.impasse.into(),
            limit: rule.half_moves.into(),
            verdict: self.impasse_verdict(rule),
            points: self.impasse_points(rule),
        })
    }

    fn declaration_counts(&self) -> Option<[DeclarationCount; 2]> {
        let rule = self.table().rules.declaration?;
        let counts = Color::ALL.map(|color| self.declaration_count(color, rule));
        counts.iter().any(|count| count.king).then_some(counts)
    }

    #[inline]
    fn can_declare(&self) -> bool {
        self.table().rules.declaration.is_some_and(|rule| {
            self.table().zone(self.side).contains(self.king(self.side))
                && self.meets_declaration(rule)
        })
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.checkers.is_occupied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::Hajiku;
    use crate::notation::read;

    fn position(sfen: &str) -> DropPosition<Hajiku> {
        read(sfen)
    }

    fn after(position: &DropPosition<Hajiku>, word: &str) -> DropPosition<Hajiku> {
        let mut next = position.clone();
        next.play(position.parse_usi(word).expect("a legal move"), &mut ());
        next
    }

    #[test]
    fn counter_flip_is_possible_for_one_reply_only() {
        let start = position("2g3k/3p3/7/3+G3/7/7/7/7/K6 b - 1");
        let marked = after(&start, "4d4b+");
        let plain = position("2g3k/3G3/7/7/7/7/7/7/K6 w P 2");
        assert_eq!(marked.sfen(2), "2g3k/3G!3/7/7/7/7/7/7/K6 w P 2");
        assert_ne!(marked.key(), plain.key());
        let missed = after(&after(&marked, "1a1b"), "7i7h");
        assert!(missed.parse_usi("5a4b").is_ok());
        assert!(missed.parse_usi("5a4b!").is_err());
        let taken = after(&marked, "5a4b!");
        assert_eq!(taken.hand(Color::White).count(Kind::new(4).promoted()), 1);
    }

    #[test]
    fn demotion_without_capture_sets_no_mark() {
        let start = position("6k/7/3+G3/7/7/7/7/7/K6 b - 1");
        assert!(after(&start, "4c4d-").mark().is_empty());
        let promotes = position("2k4/3s3/3G3/7/7/7/7/7/K6 b - 1");
        assert!(after(&promotes, "4c4b+").mark().is_empty());
    }

    #[test]
    fn keys_differ_for_hands_of_any_size() {
        let with = |hand| position(&format!("6k/7/7/7/7/7/7/7/K6 b {hand} 1")).key();
        assert_ne!(with("255P"), with("256P"));
        assert_ne!(with("2G"), with("G"));
        assert_ne!(with("+G"), with("G"));
        assert_ne!(with("P"), with("p"));
        assert_eq!(with("2GP+G"), with("G+GPG"));
    }

    #[test]
    fn is_consistent_detects_wrong_fields() {
        let sound = position("2g3k/3G!3/7/p6/7/7/7/7/K6 w P2+G9f 2");
        assert!(sound.is_consistent());
        let broken = |change: fn(&mut DropPosition<Hajiku>)| {
            let mut position = sound.clone();
            change(&mut position);
            !position.is_consistent()
        };
        // A Pawn of both colours on one square, with matching kinds and key.
        assert!(broken(|position| {
            let pawn = (position.of_kind(Kind::PAWN) & position.pieces(Color::White)).first();
            let pawn = pawn.expect("a Pawn");
            position.colors[0] = position.colors[0].with(pawn);
            let number = KEYS.on_board(Color::Black, Kind::PAWN.index(), pawn.index());
            position.key = position.key.wrapping_add(number);
        }));
        // A kind on an empty square.
        assert!(broken(|position| {
            position.kinds.put(Kind::new(1), SquareOf::<Hajiku>::new(3, 3));
        }));
        assert!(broken(|position| position.kings[0] = SquareOf::<Hajiku>::new(3, 3)));
        assert!(broken(|position| position.checkers = Bitboard::ALL));
        assert!(broken(|position| position.checkers = position.mark));
        assert!(broken(|position| position.mark |= position.pieces(Color::White)));
        assert!(broken(|position| position.mark = Bitboard::EMPTY));
        assert!(broken(|position| position.key ^= 1));
        // A second King, then no King.
        assert!(broken(|position| {
            position.put(Color::Black, Hajiku.table().king, SquareOf::<Hajiku>::new(3, 3));
        }));
        assert!(broken(|position| {
            position.remove(Color::Black, Hajiku.table().king, position.king(Color::Black));
        }));
        // A King in hand.
        assert!(broken(|position| position.add_to_hand(Color::White, Hajiku.table().king, 1)));
    }
}
