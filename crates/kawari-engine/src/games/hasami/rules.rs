//! The constants that define one rule set of the family, and values derived from them.

use super::position::HasamiPosition;
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::BuiltInGame;

/// A set of squares of a game's board.
pub(crate) type BitboardOf<R> = Bitboard<<R as HasamiRules>::Geometry>;
/// A square of a game's board.
pub(crate) type SquareOf<R> = Square<<R as HasamiRules>::Geometry>;

/// One rule set of the Hasami family as compile-time constants. Generic code is
/// monomorphized for each game, so rules that a game lacks cost nothing.
///
/// The defaults are the most common rules: men slide and capture by custody only. To add
/// a rule set, implement this trait and [`BuiltInGame`] in a new folder, `NAME/game.rs`.
pub trait HasamiRules: BuiltInGame<Position = HasamiPosition<Self>> {
    /// The board.
    type Geometry: Geometry;

    /// Ranks that each side's men fill at the start; 0 is the rank nearest to the side.
    const SETUP: &'static [usize];

    /// True if a man may jump over one adjacent man of either side.
    const JUMP: bool = false;

    /// Number of ranks nearest to a side that form its home; 0 in games without
    /// homes.
    const HOME_RANKS: usize = 0;

    /// True if the homes are houses. A man outside its own house cannot enter either
    /// house, and a man in its own house cannot enter the other one. The ranks
    /// between the houses are the battlefield.
    const HOUSES: bool = false;

    /// Corners in which a man can be captured.
    const CORNERS: Corners = Corners::None;

    /// True if a group of men at the board's edge is captured when an enemy man
    /// moves to the last empty square next to it.
    const EDGE_ENCLOSURE: bool = false;

    /// True if a man that moves between two adjacent enemy men captures both.
    const INTERVENTION: bool = false;

    /// Directions in which five in a row win, each towards higher square numbers.
    /// Men in their own home, or in any house, don't count.
    const ROWS: &'static [Direction] = &[];

    /// A side with at most this many men loses; `None` if captures don't win.
    const LOSING_MEN: Option<u32>;

    /// A side wins if it has at least this many more men than its opponent when its turn
    /// begins; `None` in games without this goal.
    const WINNING_LEAD: Option<u32> = None;
}

/// The corners in which a man can be captured by two men on the wings, the two squares
/// next to the corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corners {
    /// No corner.
    None,
    /// The corners of the board.
    Board,
    /// The corners of the battlefield, with both wings inside the battlefield.
    Battlefield,
}

/// Directions for [`HasamiRules::ROWS`]. Diagonals rise or fall from left to right, as
/// seen by Black.
pub(super) mod line {
    use super::Direction;

    pub const VERTICAL: Direction = Direction::DOWN;
    pub const HORIZONTAL: Direction = Direction::LEFT;
    pub const FALLING: Direction = Direction { files: 1, ranks: -1 };
    pub const RISING: Direction = Direction { files: 1, ranks: 1 };
}

/// Values derived from [`HasamiRules`]. A separate trait with a blanket implementation,
/// so that no game can override them.
pub(crate) trait DerivedRules: HasamiRules {
    /// Each side's home.
    const HOMES: [BitboardOf<Self>; 2] = [
        ranks(Self::Geometry::RANKS - Self::HOME_RANKS, Self::Geometry::RANKS),
        ranks(0, Self::HOME_RANKS),
    ];

    /// Squares outside both homes.
    const BATTLEFIELD: BitboardOf<Self> =
        ranks(Self::HOME_RANKS, Self::Geometry::RANKS - Self::HOME_RANKS);

    /// Squares on which each side's men count for five in a row.
    const COUNTING: [BitboardOf<Self>; 2] = {
        // At least one rank must be excluded, or rows would wrap from the end of one
        // file to the start of the next.
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

    /// Squares with fewer than four orthogonal neighbours.
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

    /// The rectangle in whose corners men can be captured; `None` without corner
    /// capture.
    const CORNER_AREA: Option<BitboardOf<Self>> = match Self::CORNERS {
        Corners::None => None,
        Corners::Board => Some(Bitboard::ALL),
        Corners::Battlefield => Some(Self::BATTLEFIELD),
    };

    /// Corner squares on which men can be captured.
    const CAPTURE_CORNERS: BitboardOf<Self> = {
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

/// Returns the squares of the ranks `first..end`.
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
