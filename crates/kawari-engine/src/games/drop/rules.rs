//! The rules of one drop game: their definition, and a table derived from it.

use kawari_rules::{Outcome, TryWhen};

use super::attack_tables::AttackTables;
use super::betza::{BetzaMoves, LEAP_CELLS, SLIDE_CELLS};
use super::kind::{BUILT_IN_KINDS, BUILT_IN_PIECES, KINDS, Kind};
use super::position::DropPosition;
use crate::core::bitboard::Bitboard;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::history::RepetitionRule;
use crate::core::score::Score;
use crate::core::square::Square;
use crate::games::Game;
use crate::notation::move_details::SideChange;
use crate::notation::usi::UsiPieceKind;

/// A set of squares of a game's board.
pub(crate) type BitboardOf<R> = Bitboard<<R as DropRules>::Geometry>;
/// A square of a game's board.
pub(crate) type SquareOf<R> = Square<<R as DropRules>::Geometry>;

/// The rules of one drop game. Generic code is compiled for each game, so rules that a
/// built-in game lacks cost nothing.
///
/// A built-in game implements this trait with the macro `built_in_rules!`.
pub trait DropRules: Game<Position = DropPosition<Self>> {
    /// The board.
    type Geometry: Geometry;

    /// The rules of a built-in game, for decisions at compile time. `None` if the rules are
    /// known only at run time.
    const BUILT_IN: Option<&'static RuleTable<Self::Geometry>>;

    /// Returns the rules.
    fn table(self) -> &'static RuleTable<Self::Geometry>;
}

/// Implements the items of [`DropRules`] for a built-in game. The table is computed at
/// compile time.
macro_rules! built_in_rules {
    ($geometry:ident, $rules:expr) => {
        type Geometry = $geometry;

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

/// The definition of a drop game.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// The piece table, at most 8 entries in a built-in game: the Pawn first, then the other
    /// pieces from the weakest to the strongest, the General or King last.
    pub pieces: &'static [PieceRule],
    /// Depth of the promotion or flip zone: the number of farthest ranks, at most 4.
    pub zone: usize,
    /// True if the game has the counter-flip: a piece that has just captured and
    /// demoted can be taken into hand promoted.
    pub counter_flip: bool,
    /// True if a Pawn drop may give checkmate.
    pub pawn_drop_mates: bool,
    /// True if game records mark a declined promotion with `=`.
    pub writes_declined: bool,
    /// The repetition rule.
    pub repetition: RepetitionRule,
    /// The impasse rule, for games in which both Generals or Kings entering their
    /// far zones can end the game.
    pub impasse: Option<ImpasseRule>,
    /// The declaration rule (nyūgyoku), for games in which a side may declare a win.
    pub declaration: Option<DeclarationRule>,
}

impl RuleSet {
    /// Creates the rules of a game with these pieces. By default, the zone has three ranks,
    /// there is no counter-flip, a Pawn drop may not give checkmate, game records do not
    /// mark a declined promotion, and the fourth occurrence of a position is a draw, or
    /// loses for the side that gave perpetual check.
    pub(crate) const fn new(pieces: &'static [PieceRule]) -> Self {
        Self {
            pieces,
            zone: 3,
            counter_flip: false,
            pawn_drop_mates: false,
            writes_declined: false,
            repetition: RepetitionRule { occurrences: 4, perpetual_check_loses: true, loser: None },
            impasse: None,
            declaration: None,
        }
    }
}

/// An entry of a game's piece table.
#[derive(Clone, Copy, Debug)]
pub struct PieceRule {
    letter: char,
    alias: Option<char>,
    written: Option<&'static str>,
    sides: PieceSides,
    values: [PieceValues; 2],
    must_promote: usize,
    cannot_drop: usize,
    points: u32,
}

/// The sides of a piece, each with its moves in Betza notation, and
/// the way the piece changes between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceSides {
    /// A piece with one side.
    One(&'static str),
    /// A piece that promotes and stays promoted until it is captured.
    Promoting(&'static str, &'static str),
    /// A piece that promotes and demotes on the board, and keeps its side when it is
    /// captured.
    Flipping(&'static str, &'static str),
}

/// The value of one side of a piece, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceValues {
    /// Value on the board.
    pub board: Score,
    /// Value in hand.
    pub hand: Score,
}

impl PieceRule {
    /// Creates a piece from its SFEN letter and its sides. By default, game records
    /// use the same letter, promotion is never forced, drops are unrestricted and the
    /// piece counts one point. The methods below change these defaults.
    pub(crate) const fn new(letter: char, sides: PieceSides) -> Self {
        Self {
            letter,
            alias: None,
            written: None,
            sides,
            values: [PieceValues { board: 0, hand: 0 }; 2],
            must_promote: 0,
            cannot_drop: 0,
            points: 1,
        }
    }

    /// Sets another letter that is accepted for the piece in an SFEN.
    #[must_use]
    pub(crate) const fn alias(mut self, letter: char) -> Self {
        self.alias = Some(letter);
        self
    }

    /// Sets the piece's name in game records.
    #[must_use]
    pub(crate) const fn record_name(mut self, name: &'static str) -> Self {
        self.written = Some(name);
        self
    }

    /// Sets the values of the unpromoted side.
    #[must_use]
    pub(crate) const fn with_values(mut self, board: Score, hand: Score) -> Self {
        self.values[0] = PieceValues { board, hand };
        self
    }

    /// Sets the values of the promoted side.
    #[must_use]
    pub(crate) const fn with_promoted_values(mut self, board: Score, hand: Score) -> Self {
        self.values[1] = PieceValues { board, hand };
        self
    }

    /// Sets the number of farthest ranks on which the piece must promote.
    #[must_use]
    pub(crate) const fn must_promote(mut self, ranks: usize) -> Self {
        self.must_promote = ranks;
        self
    }

    /// Sets the number of farthest ranks on which the unpromoted piece cannot be
    /// dropped.
    #[must_use]
    pub(crate) const fn cannot_drop(mut self, ranks: usize) -> Self {
        self.cannot_drop = ranks;
        self
    }

    /// Sets the points that the piece counts in an impasse or a declaration.
    #[must_use]
    pub(crate) const fn points(mut self, points: u32) -> Self {
        self.points = points;
        self
    }

    /// Returns the piece's letter in SFEN and USI, in upper case.
    pub(crate) const fn letter(&self) -> char {
        self.letter
    }

    /// Returns true if an upper-case letter stands for the piece in an SFEN.
    pub(crate) fn matches_letter(&self, letter: char) -> bool {
        self.letter == letter || self.alias == Some(letter)
    }

    /// Returns the piece's name in game records.
    pub(crate) fn name(&self) -> String {
        self.written.map_or_else(|| self.letter.to_string(), str::to_owned)
    }

    /// Returns the moves of one side in Betza notation, or `None` if the piece lacks
    /// this side.
    pub(crate) const fn betza(&self, promoted: bool) -> Option<&'static str> {
        match (self.sides, promoted) {
            (PieceSides::One(_), true) => None,
            (
                PieceSides::One(betza)
                | PieceSides::Promoting(betza, _)
                | PieceSides::Flipping(betza, _),
                false,
            )
            | (PieceSides::Promoting(_, betza) | PieceSides::Flipping(_, betza), true) => {
                Some(betza)
            }
        }
    }

    /// Returns the side change that the given side can make at the end of a board
    /// move, or `None` if it cannot change.
    pub(crate) const fn side_change(&self, promoted: bool) -> Option<SideChange> {
        match self.sides {
            PieceSides::Promoting(..) if !promoted => Some(SideChange::Promote),
            PieceSides::Flipping(..) => Some(SideChange::Flip),
            PieceSides::One(_) | PieceSides::Promoting(..) => None,
        }
    }

    const fn kind_rule<G: Geometry>(&self, kind: Kind, zone: [Bitboard<G>; 2]) -> KindRule<G> {
        let promoted = kind.is_promoted();
        let Some(betza) = self.betza(promoted) else { return KindRule::NONE };
        let captured = match self.sides {
            PieceSides::Promoting(..) => kind.unpromoted(),
            PieceSides::One(_) | PieceSides::Flipping(..) => kind,
        };
        KindRule {
            exists: true,
            moves: BetzaMoves::parse(betza),
            flips: self.side_change(promoted).is_some(),
            zone,
            captured,
            held_as: kind,
            values: self.values[promoted as usize],
            must_promote: far_ranks(if promoted { 0 } else { self.must_promote }),
            cannot_drop: far_ranks(if promoted { 0 } else { self.cannot_drop }),
            points: self.points,
            ..KindRule::NONE
        }
    }
}

/// The rules of one kind, derived from the piece table. Sets of squares are indexed by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindRule<G: Geometry> {
    /// False if the game has no kind with this index.
    pub(crate) exists: bool,
    /// Leaps and slides.
    pub(crate) moves: BetzaMoves,
    /// True if the kind can change to its other side with a move that starts or ends in the
    /// zone.
    pub(crate) flips: bool,
    /// True if it must change whenever it may.
    pub(crate) must_flip: bool,
    /// True if the kind changes to its other side with every move.
    pub(crate) flips_always: bool,
    /// True if the kind changes to its other side with every capture.
    pub(crate) flips_capturing: bool,
    /// Promotion or flip zone.
    pub(crate) zone: [Bitboard<G>; 2],
    /// Kind that the piece becomes in the capturing side's hand.
    pub(crate) captured: Kind,
    /// True if a captured piece leaves the game.
    pub(crate) is_removed: bool,
    /// Kind in hand from which the kind is dropped.
    pub(crate) held_as: Kind,
    /// Values on the board and in hand.
    pub(crate) values: PieceValues,
    /// Squares on which the kind must promote when it arrives.
    pub(crate) must_promote: [Bitboard<G>; 2],
    /// Squares on which the kind does not change to its other side when it arrives, although
    /// it could.
    pub(crate) keeps_side_on: [Bitboard<G>; 2],
    /// Squares on which the kind cannot be dropped.
    pub(crate) cannot_drop: [Bitboard<G>; 2],
    /// Largest number of pieces of the kind on a file after a drop; 0 if unlimited.
    pub(crate) max_per_file: u8,
    /// True if a drop must not give checkmate.
    pub(crate) cannot_drop_mate: bool,
    /// Points that the kind counts in an impasse or a declaration.
    pub(crate) points: u32,
}

impl<G: Geometry> KindRule<G> {
    /// A kind that does not exist.
    pub(super) const NONE: Self = Self {
        exists: false,
        moves: BetzaMoves::NONE,
        flips: false,
        must_flip: false,
        flips_always: false,
        flips_capturing: false,
        zone: [Bitboard::EMPTY; 2],
        captured: Kind::new(0),
        is_removed: false,
        held_as: Kind::new(0),
        values: PieceValues { board: 0, hand: 0 },
        must_promote: [Bitboard::EMPTY; 2],
        keeps_side_on: [Bitboard::EMPTY; 2],
        cannot_drop: [Bitboard::EMPTY; 2],
        max_per_file: 0,
        cannot_drop_mate: false,
        points: 0,
    };

    /// Returns true if the kind can change to its other side.
    pub(crate) const fn changes(&self) -> bool {
        self.flips || self.flips_always || self.flips_capturing
    }
}

/// The rules of all kinds, by index.
pub(super) type KindRules<G> = [KindRule<G>; KINDS];

const fn kind_rules<G: Geometry>(rules: &RuleSet) -> KindRules<G> {
    let pieces = rules.pieces;
    assert!(pieces.len() <= BUILT_IN_PIECES, "piece table has more than BUILT_IN_PIECES entries");
    let zone = far_ranks(rules.zone);
    let mut kinds = [KindRule::NONE; KINDS];
    let mut piece = 0;
    while piece < pieces.len() {
        let kind = Kind::of_piece(piece);
        kinds[kind.index()] = pieces[piece].kind_rule(kind, zone);
        kinds[kind.promoted().index()] = pieces[piece].kind_rule(kind.promoted(), zone);
        piece += 1;
    }
    kinds[Kind::PAWN.index()].max_per_file = 1;
    kinds[Kind::PAWN.index()].cannot_drop_mate = !rules.pawn_drop_mates;
    kinds
}

/// The rule for games in which both Generals or Kings stay in their far zones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpasseRule {
    /// Number of half-moves after which the game ends.
    pub half_moves: u16,
    /// True if a capture resets the count to 0.
    pub capture_resets: bool,
    /// Result of the game.
    pub verdict: ImpasseVerdict,
}

/// The result of a game that ends by impasse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImpasseVerdict {
    /// A draw.
    Draw,
    /// A side with fewer points than this number loses to a side with at least this
    /// number. Otherwise the game is a draw.
    Points(u32),
}

/// The conditions for a declaration. In addition, the side must be to move and not in
/// check, with its General or King in its far zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclarationRule {
    /// Number of other pieces that the side needs in the zone.
    pub pieces: u32,
    /// Points that Black and White need, counted over the zone and the hand.
    pub points: [u32; 2],
}

/// Rules that only games from files have.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExtraRules<G: Geometry> {
    /// True if no move may leave the own King attacked, and a checkmate ends the game. If
    /// false, the King can be captured or the game has none.
    pub(super) protects_king: bool,
    /// True if the game has a King.
    pub(super) has_king: bool,
    /// True if a side wins by giving check.
    pub(super) check_wins: bool,
    /// Squares on which a King wins, by side.
    pub(super) try_squares: [Bitboard<G>; 2],
    /// When a try wins.
    pub(super) try_when: TryWhen,
    /// The kinds whose loss is the loss of the game, as a bit set of kind indices.
    pub(super) goal_kinds: u32,
    /// A side with at most this many pieces of these kinds loses.
    pub(super) goal_pieces_left: u32,
    /// Results for a side without a legal move: not in check, and in check.
    pub(super) no_move: [Outcome; 2],
    /// Squares on which a side can drop.
    pub(super) drop_zone: [Bitboard<G>; 2],
    /// True if a drop may give check.
    pub(super) drops_may_check: bool,
}

impl<G: Geometry> ExtraRules<G> {
    /// The rules of the built-in games.
    pub(super) const BUILT_IN: Self = Self {
        protects_king: true,
        has_king: true,
        check_wins: false,
        try_squares: [Bitboard::EMPTY; 2],
        try_when: TryWhen::Safe,
        goal_kinds: 0,
        goal_pieces_left: 0,
        no_move: [Outcome::Lost; 2],
        drop_zone: [Bitboard::ALL; 2],
        drops_may_check: true,
    };
}

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
    /// For each slide cell, the kinds with an unlimited slide in its direction, as a bit set
    /// of kind indices.
    pub(super) sliders: [u32; SLIDE_CELLS],
    /// The kinds with limited slides, as a bit set of kind indices.
    pub(super) limited_sliders: u32,
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
            limited_sliders: limited_sliders(&kind_rules),
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

    /// Returns true if the kind is the General or King.
    #[inline(always)]
    pub(super) const fn is_king(&self, kind: Kind) -> bool {
        kind.index() == self.king.index()
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

/// Returns the number of kind indices of a game.
pub(super) const fn kind_indices<R: DropRules>() -> usize {
    if R::BUILT_IN.is_some() { BUILT_IN_KINDS } else { KINDS }
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
    if kind.index() == king.index() { Score::MAX } else { rules[kind.index()].values.board }
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
        let moves = &rules[kind].moves;
        kinds[at] |= ((moves.slides_to(at) && moves.limit(at) == 0) as u32) << kind;
        cell += 1;
    }
    kinds
}

const fn limited_sliders<G: Geometry>(rules: &KindRules<G>) -> u32 {
    let mut kinds = 0;
    let mut kind = 0;
    while kind < KINDS {
        kinds |= (rules[kind].moves.has_limits() as u32) << kind;
        kind += 1;
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

/// Returns a number of farthest ranks of both sides of a whole geometry.
const fn far_ranks<G: Geometry>(ranks: usize) -> [Bitboard<G>; 2] {
    let shape = BoardShape::WHOLE;
    [shape.far_ranks(Color::Black, ranks), shape.far_ranks(Color::White, ranks)]
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
