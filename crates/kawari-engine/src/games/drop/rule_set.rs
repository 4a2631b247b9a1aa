//! The rules of a drop game that are independent of its pieces.

use kawari_rules::{Outcome, TryWhen};

use super::irregular::IrregularMoves;
use super::piece_rules::PieceRule;
use crate::core::bitboard::Bitboard;
use crate::core::geometry::Geometry;
use crate::core::history::RepetitionRule;

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
    /// True if the game has a goal other than checkmate.
    pub(super) has_goals: bool,
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
    /// Lame leaps and area moves, by kind index. Empty in games without such moves.
    pub(super) irregular_moves: &'static [IrregularMoves],
}

impl<G: Geometry> ExtraRules<G> {
    /// The rules of the built-in games.
    pub(super) const BUILT_IN: Self = Self {
        protects_king: true,
        has_king: true,
        has_goals: false,
        check_wins: false,
        try_squares: [Bitboard::EMPTY; 2],
        try_when: TryWhen::Safe,
        goal_kinds: 0,
        goal_pieces_left: 0,
        no_move: [Outcome::Lost; 2],
        drop_zone: [Bitboard::ALL; 2],
        drops_may_check: true,
        irregular_moves: &[],
    };
}
