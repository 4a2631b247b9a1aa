//! The pieces of a drop game, and the rules of each kind derived from them.

use super::betza::BetzaMoves;
use super::kind::{BUILT_IN_PIECES, KINDS, Kind};
use super::rule_set::RuleSet;
use crate::core::bitboard::Bitboard;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::score::Score;
use crate::notation::move_details::SideChange;

/// An entry of a game's piece table.
#[derive(Clone, Copy, Debug)]
pub struct PieceRule {
    /// Letter in SFEN and USI, in upper case.
    pub(super) letter: char,
    /// Another letter that is accepted in an SFEN.
    pub(super) alias: Option<char>,
    /// Name in game records; the letter if absent.
    pub(super) record_name: Option<&'static str>,
    /// Sides and their moves.
    pub(super) sides: PieceSides,
    /// Values of the unpromoted and the promoted side.
    pub(super) values: [PieceValues; 2],
    /// Number of farthest ranks on which the piece must promote.
    pub(super) must_promote: usize,
    /// Number of farthest ranks on which the unpromoted piece cannot be dropped.
    pub(super) cannot_drop: usize,
    /// Largest number of unpromoted pieces on a file after a drop; 0 if unlimited.
    pub(super) max_per_file: u8,
    /// True if a drop may give checkmate.
    pub(super) drop_mates: bool,
    /// Points in an impasse or a declaration.
    pub(super) points: u32,
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
        self.record_name.map_or_else(|| self.letter.to_string(), str::to_owned)
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
            max_per_file: if promoted { 0 } else { self.max_per_file },
            cannot_drop_mate: !self.drop_mates,
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
    /// True if the kind has a rule of flips that no built-in game has.
    pub(crate) has_other_flips: bool,
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
        has_other_flips: false,
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

/// Returns the rules of all kinds of a built-in game.
pub(super) const fn kind_rules<G: Geometry>(rules: &RuleSet) -> KindRules<G> {
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
    kinds
}

/// Returns a number of farthest ranks of both sides of a whole geometry.
pub(super) const fn far_ranks<G: Geometry>(ranks: usize) -> [Bitboard<G>; 2] {
    let shape = BoardShape::WHOLE;
    [shape.far_ranks(Color::Black, ranks), shape.far_ranks(Color::White, ranks)]
}
