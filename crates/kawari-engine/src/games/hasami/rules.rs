//! The rules of one game of the family: their definition, and a table derived from it.

use super::position::HasamiPosition;
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::endgame::EndgameRules;
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::Game;

/// A set of squares of a game's board.
pub(crate) type BitboardOf<R> = Bitboard<<R as HasamiRules>::Geometry>;
/// A square of a game's board.
pub(crate) type SquareOf<R> = Square<<R as HasamiRules>::Geometry>;

/// The rules of one game of the Hasami family. Generic code is compiled for each game, so
/// rules that a built-in game lacks cost nothing.
///
/// A built-in game implements this trait with the macro `built_in_rules!`.
pub trait HasamiRules: Game<Position = HasamiPosition<Self>> {
    /// The board.
    type Geometry: Geometry;

    /// The rules of a built-in game, for decisions at compile time. `None` if the rules are
    /// known only at run time.
    const BUILT_IN: Option<&'static RuleTable<Self::Geometry>>;

    /// Returns the rules.
    fn table(self) -> &'static RuleTable<Self::Geometry>;

    /// Returns the rules for tablebases, or `None` if the game has no tablebases.
    fn endgame_rules(self) -> Option<&'static dyn EndgameRules>;
}

/// Implements the items of [`HasamiRules`] for a built-in game. The table is computed at
/// compile time.
macro_rules! built_in_rules {
    ($geometry:ident, $rules:expr) => {
        type Geometry = $geometry;

        const BUILT_IN: Option<&'static $crate::games::hasami::RuleTable<$geometry>> = {
            static TABLE: $crate::games::hasami::RuleTable<$geometry> =
                $crate::games::hasami::RuleTable::new($rules);
            Some(&TABLE)
        };

        #[inline(always)]
        fn table(self) -> &'static $crate::games::hasami::RuleTable<$geometry> {
            const { Self::BUILT_IN.unwrap() }
        }

        #[inline(always)]
        fn endgame_rules(self) -> Option<&'static dyn $crate::core::endgame::EndgameRules> {
            const { $crate::games::hasami::built_in_endgame_rules::<Self>() }
        }
    };
}
pub(super) use built_in_rules;

/// The definition of a game. The defaults of [`RuleSet::new`] are the most common rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// Number of a side's men at the start.
    pub men: usize,
    /// True if a man may jump over one adjacent man of either side.
    pub jump: bool,
    /// Number of ranks nearest to a side that form its home; 0 in games without homes.
    pub home_ranks: usize,
    /// True if the homes are houses. A man outside its own house cannot enter either
    /// house, and a man in its own house cannot enter the other one. The ranks between
    /// the houses are the battlefield.
    pub houses: bool,
    /// Corners in which a man can be captured.
    pub corners: Corners,
    /// True if a group of men at the board's edge is captured when an enemy man moves
    /// to the last empty square next to it.
    pub edge_enclosure: bool,
    /// True if a man that moves between two adjacent enemy men captures both.
    pub intervention: bool,
    /// Directions in which five in a row win, each towards higher square numbers. Men in
    /// their own home, or in any house, don't count.
    pub rows: &'static [Direction],
    /// A side with at most this many men loses; `None` if captures don't win.
    pub losing_men: Option<u32>,
    /// A side wins if it has at least this many more men than its opponent when its turn
    /// begins; `None` in games without this goal.
    pub winning_lead: Option<u32>,
}

impl RuleSet {
    /// Creates the rules of a game with this many men on each side. By default, men slide
    /// and capture by custody only, and a side with at most one man loses.
    pub const fn new(men: usize) -> Self {
        Self {
            men,
            jump: false,
            home_ranks: 0,
            houses: false,
            corners: Corners::None,
            edge_enclosure: false,
            intervention: false,
            rows: &[],
            losing_men: Some(1),
            winning_lead: None,
        }
    }
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

/// Directions for [`RuleSet::rows`]. Diagonals rise or fall from left to right, as
/// seen by Black.
pub(super) mod line {
    use super::Direction;

    pub const VERTICAL: Direction = Direction::DOWN;
    pub const HORIZONTAL: Direction = Direction::LEFT;
    pub const FALLING: Direction = Direction { files: 1, ranks: -1 };
    pub const RISING: Direction = Direction { files: 1, ranks: 1 };
}

/// The rules of one game, with everything that is derived from its definition.
#[derive(Debug)]
pub struct RuleTable<G: Geometry> {
    /// The definition.
    pub(super) rules: RuleSet,
    /// The board.
    pub(super) shape: BoardShape<G>,
    /// Each side's home.
    pub(super) homes: [Bitboard<G>; 2],
    /// Squares outside both homes.
    pub(super) battlefield: Bitboard<G>,
    /// Squares on which each side's men count for five in a row.
    pub(super) counting: [Bitboard<G>; 2],
    /// Squares with fewer than four orthogonal neighbours.
    pub(super) edge: Bitboard<G>,
    /// The rectangle in whose corners men can be captured; empty without corner capture.
    pub(super) corner_area: Bitboard<G>,
    /// Corner squares on which men can be captured.
    pub(super) capture_corners: Bitboard<G>,
}

impl<G: Geometry> RuleTable<G> {
    /// Computes the table of a game whose board is the whole geometry.
    pub const fn new(rules: RuleSet) -> Self {
        Self::on_board(BoardShape::WHOLE, rules)
    }

    /// Computes the table of a game on a board.
    pub(super) const fn on_board(shape: BoardShape<G>, rules: RuleSet) -> Self {
        let (ranks, home) = (shape.ranks(), rules.home_ranks);
        let battlefield = rank_range(shape, home, ranks - home);
        // At least one rank must be excluded, or rows would wrap from the end of one file
        // to the start of the next.
        assert!(rules.rows.is_empty() || home > 0, "a game of rows has no home ranks");
        let counting = if rules.houses {
            [battlefield; 2]
        } else {
            [rank_range(shape, 0, ranks - home), rank_range(shape, home, ranks)]
        };
        let (corner_area, first_corner) = match rules.corners {
            Corners::None => (Bitboard::EMPTY, ranks),
            Corners::Board => (shape.squares(), 0),
            Corners::Battlefield => (battlefield, home),
        };
        Self {
            rules,
            shape,
            homes: [shape.far_ranks(Color::White, home), shape.far_ranks(Color::Black, home)],
            battlefield,
            counting,
            edge: edge(shape),
            corner_area,
            capture_corners: corners(shape, first_corner),
        }
    }
}

/// Decisions at compile time. A separate trait with a blanket implementation, so that no
/// game can override them.
pub(crate) trait MayHave: HasamiRules {
    /// False if men do not jump.
    const MAY_JUMP: bool = match Self::BUILT_IN {
        Some(table) => table.rules.jump,
        None => true,
    };
    /// False if the game has no houses.
    const MAY_HAVE_HOUSES: bool = match Self::BUILT_IN {
        Some(table) => table.rules.houses,
        None => true,
    };
    /// False if the game has no capture by enclosure.
    const MAY_ENCLOSE: bool = match Self::BUILT_IN {
        Some(table) => table.rules.edge_enclosure,
        None => true,
    };
    /// False if the game has no capture by intervention.
    const MAY_INTERVENE: bool = match Self::BUILT_IN {
        Some(table) => table.rules.intervention,
        None => true,
    };
    /// False if the game is not won by rows.
    const MAY_HAVE_ROWS: bool = match Self::BUILT_IN {
        Some(table) => !table.rules.rows.is_empty(),
        None => true,
    };
}

impl<R: HasamiRules> MayHave for R {}

/// Returns the squares of the ranks `first..end`.
const fn rank_range<G: Geometry>(shape: BoardShape<G>, first: usize, end: usize) -> Bitboard<G> {
    let mut bits = 0_u128;
    let mut file = 0;
    while first < end && file < shape.files() {
        bits |= ((1 << end) - (1 << first)) << (file * G::RANKS);
        file += 1;
    }
    Bitboard::from_bits(bits)
}

/// Returns the squares with fewer than four orthogonal neighbours.
const fn edge<G: Geometry>(shape: BoardShape<G>) -> Bitboard<G> {
    let (last_file, last_rank) = (shape.files() - 1, shape.ranks() - 1);
    let mut bits = 0_u128;
    let mut index = 0;
    while index < G::SQUARES {
        let (file, rank) = (index / G::RANKS, index % G::RANKS);
        let on_edge = file == 0 || file == last_file || rank == 0 || rank == last_rank;
        if shape.has(file, rank) && on_edge {
            bits |= 1 << index;
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
}

/// Returns the corners of the rectangle of all files and the ranks from `first` on, with as
/// many ranks left out at the other end. Empty if there is no such rank.
const fn corners<G: Geometry>(shape: BoardShape<G>, first: usize) -> Bitboard<G> {
    if 2 * first >= shape.ranks() {
        return Bitboard::EMPTY;
    }
    let one_file = 1_u128 << first | 1 << (shape.ranks() - 1 - first);
    Bitboard::from_bits(one_file | one_file << ((shape.files() - 1) * G::RANKS))
}
