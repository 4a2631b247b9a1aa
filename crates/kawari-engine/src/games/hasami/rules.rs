//! What a rule set of the family consists of.

use std::fmt::Debug;

use super::position::HasamiPosition;
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::Game;

/// A set of squares of a game's board.
pub type BitboardOf<R> = Bitboard<<R as HasamiRules>::Geometry>;
/// A square of a game's board.
pub type SquareOf<R> = Square<<R as HasamiRules>::Geometry>;

/// One rule set of the Hasami family, as constants: code that asks for a rule a
/// game does not have is not compiled for that game.
///
/// The defaults are what most games have in common: men slide, and capture by
/// custody alone. A new rule set is an `impl` of this trait, an `impl` of [`Game`]
/// and a line in the registry.
pub trait HasamiRules: Game<Position = HasamiPosition<Self>> + Copy + Debug {
    /// The board.
    type Geometry: Geometry;

    /// The ranks that each side's men fill at the start, 0 nearest to the side.
    const SETUP: &'static [usize];

    /// A man may jump over one adjacent man of either side.
    const JUMP: bool = false;

    /// Number of ranks nearest to a side that are its home, where a game gives
    /// them a meaning.
    const HOME_RANKS: usize = 0;

    /// The homes are houses: a man outside its own house never enters any house,
    /// a man inside never enters the other one. What lies between them is the
    /// battlefield.
    const HOUSES: bool = false;

    /// Where a man can be captured in a corner.
    const CORNERS: Corners = Corners::None;

    /// A group of men at the board's edge is captured when the moved man takes
    /// the last empty square next to it.
    const EDGE_ENCLOSURE: bool = false;

    /// A man that moves right between two enemy men captures both.
    const INTERVENTION: bool = false;

    /// The lines in which five in a row win: no two of opposite directions, each
    /// towards higher square numbers. Men in their own home, or in any house,
    /// don't count.
    const ROWS: &'static [Direction] = &[];

    /// A side left with at most this many men has lost.
    const LOSING_MEN: Option<u32>;

    /// A side with so many men more than the opponent at the start of its own
    /// turn has won.
    const WINNING_LEAD: Option<u32> = None;
}

/// Where a man can be captured in a corner by two men on the corner's wings, the
/// squares next to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corners {
    /// Nowhere.
    None,
    /// In the corners of the board.
    Board,
    /// In the corners of the battlefield, with both wings inside the battlefield.
    Battlefield,
}

/// The lines of a board, as [`HasamiRules::ROWS`] names them; rising and falling
/// are meant from left to right.
pub(super) mod line {
    use super::Direction;

    pub const VERTICAL: Direction = Direction::DOWN;
    pub const HORIZONTAL: Direction = Direction::LEFT;
    pub const FALLING: Direction = Direction { files: 1, ranks: -1 };
    pub const RISING: Direction = Direction { files: 1, ranks: 1 };
}

/// What follows from the rules of a game; apart from [`HasamiRules`] because no game
/// says it otherwise.
pub trait DerivedRules: HasamiRules {
    /// Each side's home.
    const HOMES: [BitboardOf<Self>; 2] = [
        ranks(Self::Geometry::RANKS - Self::HOME_RANKS, Self::Geometry::RANKS),
        ranks(0, Self::HOME_RANKS),
    ];

    /// All that is no home.
    const BATTLEFIELD: BitboardOf<Self> =
        ranks(Self::HOME_RANKS, Self::Geometry::RANKS - Self::HOME_RANKS);

    /// Where each side's men count for five in a row.
    const COUNTING: [BitboardOf<Self>; 2] = {
        // Rows would else run on from one end of a file to the other end of the
        // next.
        assert!(Self::ROWS.is_empty() || Self::HOME_RANKS > 0);
        if Self::HOUSES {
            [Self::BATTLEFIELD; 2]
        } else {
            [
                ranks(0, Self::Geometry::RANKS - Self::HOME_RANKS),
                ranks(Self::HOME_RANKS, Self::Geometry::RANKS),
            ]
        }
    };

    /// The squares that have fewer than four neighbours.
    const EDGE: BitboardOf<Self> = {
        let mut bits = 0_u128;
        let mut index = 0;
        while index < Self::Geometry::FILES * Self::Geometry::RANKS {
            let (file, rank) = (index / Self::Geometry::RANKS, index % Self::Geometry::RANKS);
            if file == 0
                || file == Self::Geometry::FILES - 1
                || rank == 0
                || rank == Self::Geometry::RANKS - 1
            {
                bits |= 1 << index;
            }
            index += 1;
        }
        Bitboard::from_bits(bits)
    };

    /// The part of the board in whose corners men can be captured; `None` where
    /// none can.
    const TRAPPING: Option<BitboardOf<Self>> = match Self::CORNERS {
        Corners::None => None,
        Corners::Board => Some(Bitboard::ALL),
        Corners::Battlefield => Some(Self::BATTLEFIELD),
    };

    /// The corners where men can be captured.
    const TRAPS: BitboardOf<Self> = {
        let first = match Self::CORNERS {
            Corners::None => Self::Geometry::RANKS,
            Corners::Board => 0,
            Corners::Battlefield => Self::HOME_RANKS,
        };
        let mut bits = 0_u128;
        if first < Self::Geometry::RANKS {
            let one_file = 1 << first | 1 << (Self::Geometry::RANKS - 1 - first);
            bits = one_file | one_file << ((Self::Geometry::FILES - 1) * Self::Geometry::RANKS);
        }
        Bitboard::from_bits(bits)
    };
}

impl<R: HasamiRules> DerivedRules for R {}

/// The ranks from `first` up to `end`, which is not one of them.
const fn ranks<G: Geometry>(first: usize, end: usize) -> Bitboard<G> {
    let one_file = (1_u128 << end) - (1 << first);
    let mut bits = 0;
    let mut file = 0;
    while file < G::FILES {
        bits |= one_file << (file * G::RANKS);
        file += 1;
    }
    Bitboard::from_bits(bits)
}
