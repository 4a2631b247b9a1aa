//! What makes one drop game differ from another: a page of data.

use std::fmt::Debug;

use super::attack_tables::AttackTables;
use super::betza::{BetzaMoves, LEAP_CELLS, SLIDE_CELLS};
use super::kind::{BASES, KINDS, Kind};
use super::position::DropPosition;
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::history::RepetitionRule;
use crate::core::score::Score;
use crate::core::square::Square;
use crate::games::Game;
use crate::notation::move_details::SideChange;

/// A set of squares of a game's board.
pub type BitboardOf<R> = Bitboard<<R as DropRules>::Geometry>;
/// A square of a game's board.
pub type SquareOf<R> = Square<<R as DropRules>::Geometry>;

/// The rules of one drop game. All of it is known at compile time, so that every
/// function of the family is compiled for the game it serves.
pub trait DropRules: Game<Position = DropPosition<Self>> + Copy + Debug {
    /// The board.
    type Geometry: Geometry;

    /// The pieces, at most [`BASES`]: the Pawn first, the General or King last,
    /// and those between from the weakest to the strongest.
    const PIECES: &'static [PieceRule];

    /// Number of ranks on the far side where pieces promote or flip.
    const ZONE: usize = 3;

    /// True when a piece that has just captured and demoted can be taken into
    /// hand promoted.
    const COUNTER_FLIP: bool = false;

    /// True when a Pawn may be dropped with checkmate.
    const PAWN_DROP_MATES: bool;

    /// True when game records write `=` for a promotion declined.
    const WRITES_DECLINED: bool;

    /// When a repetition ends the game.
    const REPETITION: RepetitionRule;

    /// When Generals or Kings that have both gone far end the game, if ever.
    const IMPASSE: Option<ImpasseRule> = None;

    /// When a side may declare that its General or King has come through, if ever.
    const DECLARATION: Option<DeclarationRule> = None;

    /// Where the pieces go, square by square: a line of `attack_tables!`.
    fn tables() -> &'static AttackTables<Self::Geometry>;
}

/// Writes [`DropRules::tables`] of a game on a board, to be computed when it is
/// compiled.
macro_rules! attack_tables {
    ($game:ident on $geometry:ident) => {
        #[inline(always)]
        fn tables() -> &'static $crate::games::drop::attack_tables::AttackTables<$geometry> {
            use $crate::games::drop::attack_tables::AttackTables;
            static TABLES: AttackTables<$geometry> = AttackTables::of::<$game>();
            &TABLES
        }
    };
}
pub(super) use attack_tables;

/// A piece of a game, as a line of its piece table.
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

/// The sides of a piece: how each moves in [Betza's notation](super::betza), and
/// how the piece comes from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceSides {
    /// One side only.
    One(&'static str),
    /// A piece that promotes for good: only capture turns it back.
    Promoting(&'static str, &'static str),
    /// A piece that flips either way on the board, and keeps the side that is up
    /// when it is captured.
    Flipping(&'static str, &'static str),
}

/// What one side of a piece is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceValues {
    /// On the board.
    pub board: Score,
    /// In hand, ready to be dropped.
    pub hand: Score,
}

impl PieceRule {
    /// A piece by its letter in SFEN. Unless told otherwise below, it is written
    /// with that letter in game records, need not promote, drops anywhere and
    /// counts one point.
    pub const fn new(letter: char, sides: PieceSides) -> Self {
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

    /// Another letter that SFENs may use for it.
    #[must_use]
    pub const fn alias(mut self, letter: char) -> Self {
        self.alias = Some(letter);
        self
    }

    /// The name that game records give it.
    #[must_use]
    pub const fn record_name(mut self, name: &'static str) -> Self {
        self.written = Some(name);
        self
    }

    /// What the first side is worth on the board and in hand.
    #[must_use]
    pub const fn with_values(mut self, board: Score, hand: Score) -> Self {
        self.values[0] = PieceValues { board, hand };
        self
    }

    /// What the promoted side is worth on the board and in hand.
    #[must_use]
    pub const fn with_promoted_values(mut self, board: Score, hand: Score) -> Self {
        self.values[1] = PieceValues { board, hand };
        self
    }

    /// The number of farthest ranks that its first side may not move to.
    #[must_use]
    pub const fn must_promote(mut self, ranks: usize) -> Self {
        self.must_promote = ranks;
        self
    }

    /// The number of farthest ranks on which its first side may not be dropped.
    #[must_use]
    pub const fn cannot_drop(mut self, ranks: usize) -> Self {
        self.cannot_drop = ranks;
        self
    }

    /// What it counts where points decide: in an impasse, for a declaration.
    #[must_use]
    pub const fn points(mut self, points: u32) -> Self {
        self.points = points;
        self
    }

    /// The letter in SFEN and USI, in upper case.
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// True for a letter, in upper case, by which SFENs may name the piece.
    pub fn matches_letter(&self, letter: char) -> bool {
        self.letter == letter || self.alias == Some(letter)
    }

    /// The name in game records.
    pub fn name(&self) -> String {
        self.written.map_or_else(|| self.letter.to_string(), str::to_owned)
    }

    /// How one side moves, in Betza's notation; `None` when there is no such side.
    pub const fn betza(&self, promoted: bool) -> Option<&'static str> {
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

    /// How one side turns to the other at the end of a board move, if it may.
    pub const fn side_change(&self, promoted: bool) -> Option<SideChange> {
        match self.sides {
            PieceSides::Promoting(..) if !promoted => Some(SideChange::Promote),
            PieceSides::Flipping(..) => Some(SideChange::Flip),
            PieceSides::One(_) | PieceSides::Promoting(..) => None,
        }
    }

    const fn kind_rule(&self, kind: Kind) -> KindRule {
        let promoted = kind.is_promoted();
        let Some(betza) = self.betza(promoted) else { return KindRule::NONE };
        let captured = match self.sides {
            PieceSides::Promoting(..) => kind.unpromoted(),
            PieceSides::One(_) | PieceSides::Flipping(..) => kind,
        };
        KindRule {
            exists: true,
            moves: BetzaMoves::read(betza),
            flips: self.side_change(promoted).is_some(),
            captured,
            values: self.values[promoted as usize],
            must_promote: if promoted { 0 } else { self.must_promote },
            cannot_drop: if promoted { 0 } else { self.cannot_drop },
            points: self.points,
        }
    }
}

/// What the piece table says of one kind.
#[derive(Clone, Copy, Debug)]
pub struct KindRule {
    /// False for numbers that the game has no kind for.
    pub exists: bool,
    /// How it moves.
    pub moves: BetzaMoves,
    /// True when it may turn to its other side at the end of a board move.
    pub flips: bool,
    /// What it becomes in the hand of the side that captures it.
    pub captured: Kind,
    /// What it is worth.
    pub values: PieceValues,
    /// Number of farthest ranks that it may not move to without promotion.
    pub must_promote: usize,
    /// Number of farthest ranks on which it may not be dropped.
    pub cannot_drop: usize,
    /// What it counts where points decide.
    pub points: u32,
}

impl KindRule {
    const NONE: Self = Self {
        exists: false,
        moves: BetzaMoves::NONE,
        flips: false,
        captured: Kind::new(0),
        values: PieceValues { board: 0, hand: 0 },
        must_promote: 0,
        cannot_drop: 0,
        points: 0,
    };
}

const fn kind_rules(pieces: &[PieceRule]) -> [KindRule; KINDS] {
    assert!(pieces.len() <= BASES, "more pieces than the family has room for");
    let mut rules = [KindRule::NONE; KINDS];
    let mut piece = 0;
    while piece < pieces.len() {
        let kind = Kind::new(piece);
        rules[kind.index()] = pieces[piece].kind_rule(kind);
        rules[kind.promoted().index()] = pieces[piece].kind_rule(kind.promoted());
        piece += 1;
    }
    rules
}

/// Number of kinds that a hand of the game can hold.
pub const fn hand_kind_count(pieces: &[PieceRule]) -> usize {
    let mut kinds = 0;
    let mut piece = 0;
    // The last piece is never captured.
    while piece + 1 < pieces.len() {
        kinds += if matches!(pieces[piece].sides, PieceSides::Flipping(..)) { 2 } else { 1 };
        piece += 1;
    }
    kinds
}

/// What happens when both Generals or Kings stay in their far zones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpasseRule {
    /// The half-moves that end the game.
    pub half_moves: u16,
    /// True when a capture starts the count anew.
    pub capture_resets: bool,
    /// How the game ends.
    pub verdict: ImpasseVerdict,
}

/// How an impasse ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImpasseVerdict {
    /// Nobody wins.
    Draw,
    /// A side with fewer points than this loses to one that has them.
    Points(u32),
}

/// When a side to move whose General or King stands in its far zone, not in check,
/// may declare that it has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclarationRule {
    /// The pieces that it needs there besides.
    pub pieces: u32,
    /// The points that Black and White need, there and in hand.
    pub points: [u32; 2],
}

/// What follows from a game's rules; apart from [`DropRules`] because no game
/// says it otherwise.
pub trait DerivedRules: DropRules {
    /// What the piece table says of each kind.
    const KIND_RULES: [KindRule; KINDS] = kind_rules(Self::PIECES);
    /// The kinds that leap to each cell of the box of leaps, a bit for each kind.
    const LEAPERS: [u16; LEAP_CELLS] = leapers(&Self::KIND_RULES);
    /// The kinds that slide towards each cell of the box of slides.
    const SLIDERS: [u16; SLIDE_CELLS] = sliders(&Self::KIND_RULES);
    /// The kinds that move at all.
    const MOVERS: u16 = movers(&Self::KIND_RULES);
    /// The Pawn, unpromoted.
    const PAWN: Kind = Kind::new(0);
    /// The General or King.
    const KING: Kind = Kind::new(Self::PIECES.len() - 1);

    /// What the piece table says of a kind.
    #[inline(always)]
    fn kind_rule(kind: Kind) -> &'static KindRule {
        let rules = const { &Self::KIND_RULES };
        &rules[kind.index()]
    }

    /// The farthest ranks of a side.
    #[inline(always)]
    fn far_ranks(color: Color, ranks: usize) -> BitboardOf<Self> {
        let ends = const { far_ranks::<Self::Geometry>() };
        ends[color.index()][ranks]
    }

    /// Where the pieces of a side promote or flip.
    #[inline(always)]
    fn zone(color: Color) -> BitboardOf<Self> {
        Self::far_ranks(color, Self::ZONE)
    }

    /// True when the hand of a side can hold the kind.
    fn can_hold(kind: Kind) -> bool {
        let rule = Self::kind_rule(kind);
        rule.exists && rule.captured == kind && kind != Self::KING
    }

    /// The kind as SFEN and USI write it, in upper case.
    fn symbol(kind: Kind) -> String {
        let sign = if kind.is_promoted() { "+" } else { "" };
        format!("{sign}{}", Self::PIECES[kind.piece()].letter())
    }

    /// The kind that a letter, in upper case, and a side of the piece name.
    fn kind(letter: char, promoted: bool) -> Option<Kind> {
        let piece = Self::PIECES.iter().position(|piece| piece.matches_letter(letter))?;
        let kind = Kind::new(piece);
        let kind = if promoted { kind.promoted() } else { kind };
        Self::kind_rule(kind).exists.then_some(kind)
    }
}

impl<R: DropRules> DerivedRules for R {}

const fn leapers(rules: &[KindRule; KINDS]) -> [u16; LEAP_CELLS] {
    let mut kinds = [0; LEAP_CELLS];
    let mut cell = 0;
    while cell < LEAP_CELLS * KINDS {
        let (kind, at) = (cell / LEAP_CELLS, cell % LEAP_CELLS);
        kinds[at] |= (rules[kind].moves.leaps_to(at) as u16) << kind;
        cell += 1;
    }
    kinds
}

const fn sliders(rules: &[KindRule; KINDS]) -> [u16; SLIDE_CELLS] {
    let mut kinds = [0; SLIDE_CELLS];
    let mut cell = 0;
    while cell < SLIDE_CELLS * KINDS {
        let (kind, at) = (cell / SLIDE_CELLS, cell % SLIDE_CELLS);
        kinds[at] |= (rules[kind].moves.slides_to(at) as u16) << kind;
        cell += 1;
    }
    kinds
}

const fn movers(rules: &[KindRule; KINDS]) -> u16 {
    let mut kinds = 0;
    let mut kind = 0;
    while kind < KINDS {
        kinds |= (rules[kind].exists as u16) << kind;
        kind += 1;
    }
    kinds
}

/// The farthest ranks of both sides, by their number from none to four.
const fn far_ranks<G: Geometry>() -> [[Bitboard<G>; 5]; 2] {
    let mut ends = [[Bitboard::EMPTY; 5]; 2];
    let mut ranks = 1;
    while ranks < 5 {
        let (mut black, mut white) = (0, 0);
        let mut index = 0;
        while index < G::SQUARES {
            let rank = index % G::RANKS;
            black |= ((rank < ranks) as u128) << index;
            white |= ((rank + ranks >= G::RANKS) as u128) << index;
            index += 1;
        }
        ends[0][ranks] = Bitboard::from_bits(black);
        ends[1][ranks] = Bitboard::from_bits(white);
        ranks += 1;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::{Hajiku, Minishogi, Shogi, Yari};

    #[test]
    fn a_pocket_counts_the_kinds_that_a_hand_can_hold() {
        fn check<R: DropRules>(count: usize) {
            let held = Kind::all().filter(|&kind| R::can_hold(kind)).count();
            assert_eq!((R::INFO.pocket, held), (count, count), "{}", R::INFO.name);
        }
        check::<Yari>(4);
        check::<Hajiku>(9);
        check::<Shogi>(7);
        check::<Minishogi>(5);
    }
}
