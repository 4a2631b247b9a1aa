//! The rules of one drop game as a table, derived from its [`RuleSet`].

use kawari_rules::Outcome;

use super::attack_tables::AttackTables;
use super::betza::{BetzaMoves, LEAP_CELLS, SLIDE_CELLS};
use super::kind::{BUILT_IN_KINDS, KINDS, Kind};
pub(super) use super::piece_rules::{KindRule, KindRules};
pub use super::piece_rules::{PieceRule, PieceSides, PieceValues};
use super::piece_rules::{far_ranks, kind_rules};
use super::placement::Placement;
use super::position::DropPosition;
pub(super) use super::rule_set::ExtraRules;
pub use super::rule_set::{DeclarationRule, ImpasseRule, ImpasseVerdict, RuleSet};
use crate::core::bitboard::Bitboard;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::score::Score;
use crate::core::square::Square;
use crate::games::Game;
use crate::notation::usi::UsiPieceKind;

/// A set of squares of a game's board.
pub(crate) type BitboardOf<R> = Bitboard<<R as DropRules>::Geometry>;
/// A square of a game's board.
pub(crate) type SquareOf<R> = Square<<R as DropRules>::Geometry>;

/// The rules of one drop game. Generic code is compiled for each game, so rules that a
/// built-in game lacks cost nothing.
///
/// The build script implements this trait for the built-in games, from their definitions.
pub trait DropRules: Game<Position = DropPosition<Self>> {
    /// The board.
    type Geometry: Geometry;

    /// Storage of the kinds on the board.
    type Placement: Placement<Self::Geometry>;

    /// The rules of a built-in game, for decisions at compile time. `None` if the rules are
    /// known only at run time.
    const BUILT_IN: Option<&'static RuleTable<Self::Geometry>>;

    /// Returns the rules.
    fn table(self) -> &'static RuleTable<Self::Geometry>;
}

/// Implements the items of [`DropRules`] for a built-in game. The table is computed at
/// compile time.
macro_rules! built_in_rules {
    ($geometry:ty, $rules:expr) => {
        type Geometry = $geometry;

        type Placement = $crate::games::drop::placement::QuadBitboard<$geometry>;

        const BUILT_IN: Option<&'static $crate::games::drop::RuleTable<$geometry>> = {
            static TABLE: $crate::games::drop::RuleTable<$geometry> =
                $crate::games::drop::RuleTable::new($rules);
            Some(&TABLE)
        };

        #[inline(always)]
        fn table(self) -> &'static $crate::games::drop::RuleTable<$geometry> {
            const { Self::BUILT_IN.unwrap() }
        }
    };
}
pub(super) use built_in_rules;

/// The rules of one drop game, with everything that is derived from its definition.
#[derive(Debug)]
pub struct RuleTable<G: Geometry> {
    /// The definition.
    pub(super) rules: RuleSet,
    /// Rules that built-in games lack.
    pub(super) extra: ExtraRules<G>,
    /// The board.
    pub(super) shape: BoardShape<G>,
    /// The rules of each kind, by kind index.
    kind_rules: KindRules<G>,
    /// For each leap cell, the kinds that leap there, as a bit set of kind indices.
    pub(super) leapers: [u32; LEAP_CELLS],
    /// For each slide cell, the kinds that slide in its direction, as a bit set of kind indices.
    pub(super) sliders: [u32; SLIDE_CELLS],
    /// The kinds of the game, as a bit set of kind indices.
    existing_kinds: u32,
    /// The kinds that a hand can hold, as a bit set of kind indices.
    held_kinds: u32,
    /// The union of the moves of all kinds.
    pub(super) all_moves: BetzaMoves,
    /// The General or King. A kind that does not exist in games without one.
    pub(super) king: Kind,
    /// Promotion zone of the game, by side.
    zone: [Bitboard<G>; 2],
    /// Black's farthest rank.
    pub(super) far_rank: Bitboard<G>,
    /// The kinds in ascending order of their board values, the General or King last.
    pub(super) least_valuable_first: [Kind; KINDS],
    /// Number of kinds in this order.
    pub(super) kind_count: usize,
    /// The attack tables.
    pub(super) attacks: AttackTables<G>,
}

impl<G: Geometry> RuleTable<G> {
    /// Computes the table of a built-in game.
    pub(crate) const fn new(rules: RuleSet) -> Self {
        let kind_rules = kind_rules(&rules);
        let king = Kind::of_piece(rules.pieces.len() - 1);
        let mut held = 0;
        let mut index = 0;
        while index < KINDS {
            let rule = &kind_rules[index];
            let is_held = rule.exists && rule.captured.index() == index && index != king.index();
            held |= (is_held as u32) << index;
            index += 1;
        }
        let extra = ExtraRules::BUILT_IN;
        let zone = far_ranks(rules.zone);
        Self::of_kinds(rules, extra, BoardShape::WHOLE, zone, kind_rules, held, king)
    }

    /// Computes the table of a game with these kinds. `held` is the bit set of the kinds that
    /// a hand can hold.
    pub(super) const fn of_kinds(
        rules: RuleSet,
        extra: ExtraRules<G>,
        shape: BoardShape<G>,
        zone: [Bitboard<G>; 2],
        kind_rules: KindRules<G>,
        held: u32,
        king: Kind,
    ) -> Self {
        let (least_valuable_first, kind_count) = least_valuable_first(&kind_rules, king);
        Self {
            rules,
            extra,
            shape,
            kind_rules,
            leapers: leapers(&kind_rules),
            sliders: sliders(&kind_rules),
            existing_kinds: existing_kinds(&kind_rules),
            held_kinds: held,
            all_moves: all_moves(&kind_rules),
            king,
            zone,
            far_rank: shape.far_ranks(Color::Black, 1),
            least_valuable_first,
            kind_count,
            attacks: AttackTables::new(&kind_rules, shape),
        }
    }

    /// Adds the squares of irregular moves to [`AttackTables::leap_sources`].
    pub(super) fn add_irregular_sources(&mut self) {
        for (moves, color) in self
            .extra
            .irregular_moves
            .iter()
            .flat_map(|moves| Color::ALL.map(|color| (moves, color)))
        {
            for from in self.shape.squares() {
                for to in moves.attacks(self.shape, color, from, Bitboard::EMPTY) {
                    let sources = &mut self.attacks.leap_sources[color.index()][to.index()];
                    *sources = sources.with(from);
                }
            }
        }
    }

    /// Returns the rules of a kind.
    #[inline(always)]
    pub(super) const fn kind_rule(&self, kind: Kind) -> &KindRule<G> {
        &self.kind_rules[kind.index()]
    }

    /// Returns true if the game has the kind.
    #[inline(always)]
    pub(super) const fn exists(&self, kind: Kind) -> bool {
        self.existing_kinds >> kind.index() & 1 != 0
    }

    /// Returns true if the kind is the General or King. In games from files, this piece may
    /// have two sides.
    #[inline(always)]
    pub(super) const fn is_king(&self, kind: Kind) -> bool {
        let kind = if G::IS_BOX { kind.unpromoted() } else { kind };
        kind.index() == self.king.index()
    }

    /// Returns true if some piece has lame leaps or area moves.
    #[inline(always)]
    pub(super) const fn has_irregular_moves(&self) -> bool {
        G::IS_BOX && !self.extra.irregular_moves.is_empty()
    }

    /// Returns true if pins and blocking squares decide which moves leave the own King attacked.
    #[inline(always)]
    pub(super) const fn has_pins(&self) -> bool {
        !G::IS_BOX || self.extra.protects_king && !self.has_irregular_moves()
    }

    /// Returns the kinds of the game, as a bit set of kind indices.
    #[inline(always)]
    pub(super) const fn kinds(&self) -> u32 {
        self.existing_kinds
    }

    /// Returns true if the game is won by checkmate and by nothing else on the board.
    pub(super) fn wins_by_mate(&self) -> bool {
        let extra = &self.extra;
        extra.protects_king
            && extra.no_move == [Outcome::Lost; 2]
            && !extra.check_wins
            && extra.goal_kinds == 0
            && extra.try_squares[0].is_empty()
    }

    /// Returns the promotion or flip zone of a side.
    #[inline(always)]
    pub(super) fn zone(&self, color: Color) -> Bitboard<G> {
        self.zone[color.index()]
    }

    /// Returns a square with the board rotated by 180 degrees.
    #[inline(always)]
    pub(super) const fn rotated(&self, square: Square<G>) -> Square<G> {
        if G::IS_BOX { self.shape.rotated(square) } else { square.rotated() }
    }

    /// Returns a square with the board mirrored left to right.
    #[inline(always)]
    pub(super) const fn mirrored(&self, square: Square<G>) -> Square<G> {
        if G::IS_BOX { self.shape.mirrored(square) } else { square.mirrored() }
    }

    /// Returns true if a hand can hold the kind.
    pub(super) const fn can_hold(&self, kind: Kind) -> bool {
        self.held_kinds >> kind.index() & 1 != 0
    }

    /// Returns the entry of a kind in the piece table.
    pub(super) fn piece(&self, kind: Kind) -> &'static PieceRule {
        &self.rules.pieces[kind.piece()]
    }

    /// Returns the kind's symbol in SFEN and USI, in upper case, such as `+R`.
    pub(super) fn symbol(&self, kind: Kind) -> String {
        self.usi_kind(kind).to_string()
    }

    /// Returns the kind as USI writes it.
    pub(super) fn usi_kind(&self, kind: Kind) -> UsiPieceKind {
        let letter = self.piece(kind).letter();
        UsiPieceKind { letter, is_promoted: kind.is_promoted() }
    }

    /// Returns the kind that USI writes this way, if it can be dropped.
    pub(super) fn dropped_kind(&self, kind: UsiPieceKind) -> Option<Kind> {
        let kind = self.kind(kind.letter, kind.is_promoted)?;
        self.can_hold(self.kind_rule(kind).held_as).then_some(kind)
    }

    /// Returns the kind that USI writes this way, if a hand can hold it.
    pub(super) fn held_kind(&self, kind: UsiPieceKind) -> Option<Kind> {
        self.kind(kind.letter, kind.is_promoted).filter(|&kind| self.can_hold(kind))
    }

    /// Returns the kind with an upper-case letter and a side, if the game has it.
    pub(super) fn kind(&self, letter: char, promoted: bool) -> Option<Kind> {
        let piece = self.rules.pieces.iter().position(|piece| piece.matches_letter(letter))?;
        let kind = Kind::of_piece(piece);
        let kind = if promoted { kind.promoted() } else { kind };
        self.exists(kind).then_some(kind)
    }
}

/// Returns the number of kind indices of a game: the length of arrays indexed by kind.
#[inline(always)]
pub(super) fn kind_indices<R: DropRules>(rules: R) -> usize {
    if is_loaded::<R>() {
        (u32::BITS - rules.table().existing_kinds.leading_zeros()) as usize
    } else {
        BUILT_IN_KINDS
    }
}

/// Returns true for a game from a file, which may have [`ExtraRules`] and more kinds.
pub(super) const fn is_loaded<R: DropRules>() -> bool {
    R::BUILT_IN.is_none()
}

// The functions below are called in constants, so that code for kinds that a built-in game
// lacks is not compiled. They return true if the rules are known only at run time.

/// Returns false if the game lacks the kind.
pub(super) const fn may_exist<R: DropRules>(kind: Kind) -> bool {
    match R::BUILT_IN {
        Some(table) => table.exists(kind),
        None => true,
    }
}

/// Returns false if no kind leaps to a cell.
pub(super) const fn may_leap_to<R: DropRules>(cell: usize) -> bool {
    match R::BUILT_IN {
        Some(table) => table.leapers[cell] != 0,
        None => true,
    }
}

/// Returns false if no kind slides in the direction of a cell.
pub(super) const fn may_slide_to<R: DropRules>(cell: usize) -> bool {
    match R::BUILT_IN {
        Some(table) => table.sliders[cell] != 0,
        None => true,
    }
}

/// Returns false if the Pawn does not leap to a cell.
pub(super) const fn may_pawn_leap_to<R: DropRules>(cell: usize) -> bool {
    match R::BUILT_IN {
        Some(table) => table.kind_rule(Kind::PAWN).moves.leaps_to(cell),
        None => true,
    }
}

/// Returns the union of the moves of all kinds.
const fn all_moves<G: Geometry>(rules: &KindRules<G>) -> BetzaMoves {
    let mut moves = BetzaMoves::NONE;
    let mut kind = 0;
    while kind < KINDS {
        moves = moves.or(rules[kind].moves);
        kind += 1;
    }
    moves
}

/// Returns the kinds in ascending order of their board values, the General or King last, and
/// their number.
const fn least_valuable_first<G: Geometry>(
    rules: &KindRules<G>,
    king: Kind,
) -> ([Kind; KINDS], usize) {
    let mut order = [Kind::new(0); KINDS];
    let mut index = 0;
    let mut placed = 0;
    while index < KINDS {
        // Insertion sort; the royal piece has the maximum value.
        let kind = Kind::new(index);
        index += 1;
        if !rules[kind.index()].exists {
            continue;
        }
        let mut at = placed;
        while at > 0 && see_price(rules, king, order[at - 1]) > see_price(rules, king, kind) {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = kind;
        placed += 1;
    }
    (order, placed)
}

const fn see_price<G: Geometry>(rules: &KindRules<G>, king: Kind, kind: Kind) -> Score {
    let is_king = kind.unpromoted().index() == king.index();
    if is_king { Score::MAX } else { rules[kind.index()].values.board }
}

const fn leapers<G: Geometry>(rules: &KindRules<G>) -> [u32; LEAP_CELLS] {
    let mut kinds = [0; LEAP_CELLS];
    let mut cell = 0;
    while cell < LEAP_CELLS * KINDS {
        let (kind, at) = (cell / LEAP_CELLS, cell % LEAP_CELLS);
        kinds[at] |= (rules[kind].moves.leaps_to(at) as u32) << kind;
        cell += 1;
    }
    kinds
}

const fn sliders<G: Geometry>(rules: &KindRules<G>) -> [u32; SLIDE_CELLS] {
    let mut kinds = [0; SLIDE_CELLS];
    let mut cell = 0;
    while cell < SLIDE_CELLS * KINDS {
        let (kind, at) = (cell / SLIDE_CELLS, cell % SLIDE_CELLS);
        kinds[at] |= (rules[kind].moves.slides_to(at) as u32) << kind;
        cell += 1;
    }
    kinds
}

const fn existing_kinds<G: Geometry>(rules: &KindRules<G>) -> u32 {
    let mut kinds = 0;
    let mut kind = 0;
    while kind < KINDS {
        kinds |= (rules[kind].exists as u32) << kind;
        kind += 1;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::{Hajiku, Minishogi, Shogi, Yari};

    #[test]
    fn pocket_is_the_number_of_kinds_a_hand_can_hold() {
        fn check(rules: impl DropRules, count: usize) {
            let held = Kind::all().filter(|&kind| rules.table().can_hold(kind)).count();
            let info = rules.info();
            assert_eq!((info.pocket, held), (count, count), "{}", info.name);
        }
        check(Yari, 4);
        check(Hajiku, 9);
        check(Shogi, 7);
        check(Minishogi, 5);
    }

    fn check_names<R: DropRules + Default>() {
        let (table, info) = (R::default().table(), R::default().info());
        let kinds = Kind::all().filter(|&kind| table.exists(kind));
        let mut symbols: Vec<String> = kinds.map(|kind| table.symbol(kind)).collect();
        let mut named: Vec<&str> = info.pieces.iter().map(|piece| piece.symbol).collect();
        symbols.sort_unstable();
        named.sort_unstable();
        assert_eq!(symbols, named, "{}", info.name);
    }

    in_every_game!(every_piece_has_a_name => check_names);
}
