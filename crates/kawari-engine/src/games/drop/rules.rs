//! What makes one drop game differ from another: a page of data.

use std::fmt::Debug;

use super::betza::{LEAP_CELLS, Moves, SLIDE_CELLS};
use super::kind::{BASES, KINDS, Kind};
use super::position::DropPosition;
use super::tables::AttackTables;
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::history::RepetitionLaw;
use crate::core::score::Score;
use crate::core::square::Square;
use crate::games::Game;
use crate::notation::parts::Turn;

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
    const PIECES: &'static [Piece];

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
    const REPETITION: RepetitionLaw;

    /// When Generals or Kings that have both gone far end the game, if ever.
    const IMPASSE: Option<ImpasseLaw> = None;

    /// When a side may declare that its General or King has come through, if ever.
    const DECLARATION: Option<DeclarationLaw> = None;

    /// Where the pieces go, square by square: a line of `attack_tables!`.
    fn tables() -> &'static AttackTables<Self::Geometry>;
}

/// Writes [`DropRules::tables`] of a game on a board, to be computed when it is
/// compiled.
macro_rules! attack_tables {
    ($game:ident on $geometry:ident) => {
        #[inline(always)]
        fn tables() -> &'static $crate::games::drop::tables::AttackTables<$geometry> {
            use $crate::games::drop::tables::AttackTables;
            static TABLES: AttackTables<$geometry> = AttackTables::of::<$game>();
            &TABLES
        }
    };
}
pub(super) use attack_tables;

/// A piece of a game, as a line of its piece table.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    letter: char,
    alias: Option<char>,
    written: Option<&'static str>,
    sides: Sides,
    values: [Values; 2],
    must_promote: usize,
    cannot_drop: usize,
    points: u32,
}

/// The sides of a piece: how each moves in [Betza's notation](super::betza), and
/// how the piece comes from one to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
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
pub struct Values {
    /// On the board.
    pub board: Score,
    /// In hand, ready to be dropped.
    pub hand: Score,
}

impl Piece {
    /// A piece by its letter in SFEN. Unless told otherwise below, it is written
    /// with that letter in game records, need not promote, drops anywhere and
    /// counts one point.
    pub const fn new(letter: char, sides: Sides) -> Self {
        Self {
            letter,
            alias: None,
            written: None,
            sides,
            values: [Values { board: 0, hand: 0 }; 2],
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
    pub const fn written(mut self, name: &'static str) -> Self {
        self.written = Some(name);
        self
    }

    /// What the first side is worth on the board and in hand.
    #[must_use]
    pub const fn worth(mut self, board: Score, hand: Score) -> Self {
        self.values[0] = Values { board, hand };
        self
    }

    /// What the promoted side is worth on the board and in hand.
    #[must_use]
    pub const fn promoted_worth(mut self, board: Score, hand: Score) -> Self {
        self.values[1] = Values { board, hand };
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
    pub fn answers_to(&self, letter: char) -> bool {
        self.letter == letter || self.alias == Some(letter)
    }

    /// The name in game records.
    pub fn name(&self) -> String {
        self.written.map_or_else(|| self.letter.to_string(), str::to_owned)
    }

    /// How one side moves, in Betza's notation; `None` when there is no such side.
    pub const fn betza(&self, promoted: bool) -> Option<&'static str> {
        match (self.sides, promoted) {
            (Sides::One(_), true) => None,
            (Sides::One(betza) | Sides::Promoting(betza, _) | Sides::Flipping(betza, _), false)
            | (Sides::Promoting(_, betza) | Sides::Flipping(_, betza), true) => Some(betza),
        }
    }

    /// How one side turns to the other at the end of a board move, if it may.
    pub const fn turn(&self, promoted: bool) -> Option<Turn> {
        match self.sides {
            Sides::Promoting(..) if !promoted => Some(Turn::Promote),
            Sides::Flipping(..) => Some(Turn::Flip),
            Sides::One(_) | Sides::Promoting(..) => None,
        }
    }

    const fn law(&self, kind: Kind) -> KindLaw {
        let promoted = kind.is_promoted();
        let Some(betza) = self.betza(promoted) else { return KindLaw::NONE };
        let captured = match self.sides {
            Sides::Promoting(..) => kind.unpromoted(),
            Sides::One(_) | Sides::Flipping(..) => kind,
        };
        KindLaw {
            exists: true,
            moves: Moves::read(betza),
            flips: self.turn(promoted).is_some(),
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
pub struct KindLaw {
    /// False for numbers that the game has no kind for.
    pub exists: bool,
    /// How it moves.
    pub moves: Moves,
    /// True when it may turn to its other side at the end of a board move.
    pub flips: bool,
    /// What it becomes in the hand of the side that captures it.
    pub captured: Kind,
    /// What it is worth.
    pub values: Values,
    /// Number of farthest ranks that it may not move to without promotion.
    pub must_promote: usize,
    /// Number of farthest ranks on which it may not be dropped.
    pub cannot_drop: usize,
    /// What it counts where points decide.
    pub points: u32,
}

impl KindLaw {
    const NONE: Self = Self {
        exists: false,
        moves: Moves::NONE,
        flips: false,
        captured: Kind::new(0),
        values: Values { board: 0, hand: 0 },
        must_promote: 0,
        cannot_drop: 0,
        points: 0,
    };
}

const fn laws(pieces: &[Piece]) -> [KindLaw; KINDS] {
    assert!(pieces.len() <= BASES, "more pieces than the family has room for");
    let mut laws = [KindLaw::NONE; KINDS];
    let mut piece = 0;
    while piece < pieces.len() {
        let kind = Kind::new(piece);
        laws[kind.index()] = pieces[piece].law(kind);
        laws[kind.promoted().index()] = pieces[piece].law(kind.promoted());
        piece += 1;
    }
    laws
}

/// Number of kinds that a hand of the game can hold.
pub const fn pocket(pieces: &[Piece]) -> usize {
    let mut kinds = 0;
    let mut piece = 0;
    // The last piece is never captured.
    while piece + 1 < pieces.len() {
        kinds += if matches!(pieces[piece].sides, Sides::Flipping(..)) { 2 } else { 1 };
        piece += 1;
    }
    kinds
}

/// What happens when both Generals or Kings stay in their far zones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpasseLaw {
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
pub struct DeclarationLaw {
    /// The pieces that it needs there besides.
    pub pieces: u32,
    /// The points that Black and White need, there and in hand.
    pub points: [u32; 2],
}

/// What follows from a game's rules; apart from [`DropRules`] because no game
/// says it otherwise.
pub trait DerivedRules: DropRules {
    /// What the piece table says of each kind.
    const LAWS: [KindLaw; KINDS] = laws(Self::PIECES);
    /// The kinds that leap to each cell of the box of leaps, a bit for each kind.
    const LEAPERS: [u16; LEAP_CELLS] = leapers(&Self::LAWS);
    /// The kinds that slide towards each cell of the box of slides.
    const SLIDERS: [u16; SLIDE_CELLS] = sliders(&Self::LAWS);
    /// The kinds that move at all.
    const MOVERS: u16 = movers(&Self::LAWS);
    /// The Pawn, unpromoted.
    const PAWN: Kind = Kind::new(0);
    /// The General or King.
    const KING: Kind = Kind::new(Self::PIECES.len() - 1);

    /// What the piece table says of a kind.
    #[inline(always)]
    fn law(kind: Kind) -> &'static KindLaw {
        let laws = const { &Self::LAWS };
        &laws[kind.index()]
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
        let law = Self::law(kind);
        law.exists && law.captured == kind && kind != Self::KING
    }

    /// The kind as SFEN and USI write it, in upper case.
    fn symbol(kind: Kind) -> String {
        let sign = if kind.is_promoted() { "+" } else { "" };
        format!("{sign}{}", Self::PIECES[kind.piece()].letter())
    }

    /// The kind that a letter, in upper case, and a side of the piece name.
    fn kind(letter: char, promoted: bool) -> Option<Kind> {
        let piece = Self::PIECES.iter().position(|piece| piece.answers_to(letter))?;
        let kind = Kind::new(piece);
        let kind = if promoted { kind.promoted() } else { kind };
        Self::law(kind).exists.then_some(kind)
    }
}

impl<R: DropRules> DerivedRules for R {}

const fn leapers(laws: &[KindLaw; KINDS]) -> [u16; LEAP_CELLS] {
    let mut kinds = [0; LEAP_CELLS];
    let mut cell = 0;
    while cell < LEAP_CELLS * KINDS {
        let (kind, at) = (cell / LEAP_CELLS, cell % LEAP_CELLS);
        kinds[at] |= (laws[kind].moves.leaps_to(at) as u16) << kind;
        cell += 1;
    }
    kinds
}

const fn sliders(laws: &[KindLaw; KINDS]) -> [u16; SLIDE_CELLS] {
    let mut kinds = [0; SLIDE_CELLS];
    let mut cell = 0;
    while cell < SLIDE_CELLS * KINDS {
        let (kind, at) = (cell / SLIDE_CELLS, cell % SLIDE_CELLS);
        kinds[at] |= (laws[kind].moves.slides_to(at) as u16) << kind;
        cell += 1;
    }
    kinds
}

const fn movers(laws: &[KindLaw; KINDS]) -> u16 {
    let mut kinds = 0;
    let mut kind = 0;
    while kind < KINDS {
        kinds |= (laws[kind].exists as u16) << kind;
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
