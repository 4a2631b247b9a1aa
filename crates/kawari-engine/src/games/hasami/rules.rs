//! The rules of one game of the family: their definition, and a table derived from it.

use kawari_rules::{BetweenEnemies, Custody, Enclosure, LeadWhen, QuietResult, RowArea, Side};

use super::line_patterns::HasamiBoard;
use super::position::HasamiPosition;
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::endgame::EndgameRules;
use crate::core::geometry::Geometry;
use crate::core::history::RepetitionRule;
use crate::core::square::Square;
use crate::games::Game;

/// A set of squares of a game's board.
pub(crate) type BitboardOf<R> = Bitboard<<R as HasamiRules>::Geometry>;
/// A square of a game's board.
pub(crate) type SquareOf<R> = Square<<R as HasamiRules>::Geometry>;

/// The rules of one game of the Hasami family. Generic code is compiled for each game, so
/// rules that a built-in game lacks cost nothing.
///
/// The build script implements this trait for the built-in games, from their definitions.
pub trait HasamiRules: Game<Position = HasamiPosition<Self>> {
    /// The board.
    type Geometry: HasamiBoard;

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
    ($geometry:ty, $rules:expr) => {
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
pub use kawari_rules::Corners;

pub(super) use built_in_rules;

/// The definition of a game. The defaults of [`RuleSet::new`] are the most common rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// Number of the men of Black and White at the start.
    pub men: [u32; 2],
    /// Largest number of steps along a rank or a file; `None` if unlimited.
    pub slide: Option<usize>,
    /// Largest number of steps along a diagonal; 0 for none.
    pub diagonal: usize,
    /// Largest number of men in an unbroken line that a man may jump over; 0 for none.
    pub jump: usize,
    /// Men that can be jumped over.
    pub jump_over: Side,
    /// Number of ranks nearest to a side that form its home; 0 in games without homes.
    pub home_ranks: usize,
    /// True if the homes are houses. A man outside its own house cannot enter either
    /// house, and a man in its own house cannot enter the other one. The ranks between
    /// the houses are the battlefield.
    pub houses: bool,
    /// A move to a square between two adjacent enemy men.
    pub between_enemies: BetweenEnemies,
    /// True if a side may pass.
    pub pass: bool,
    /// Capture of enemy men between the moved man and another man of the mover.
    pub custody: Custody,
    /// Corners in which a man can be captured.
    pub corners: Corners,
    /// Capture of groups without an empty square next to them.
    pub enclosure: Enclosure,
    /// True if enclosed groups are found after the men captured otherwise have been removed.
    pub enclosure_last: bool,
    /// True if a man that moves between two adjacent enemy men captures both.
    pub intervention: bool,
    /// Directions in which rows win, each towards higher square numbers.
    pub rows: &'static [Direction],
    /// Number of men in a row that wins.
    pub row_length: usize,
    /// True if a longer row does not win.
    pub row_exact: bool,
    /// Squares on which men count for rows.
    pub row_area: RowArea,
    /// A side with at most this many men loses; `None` without this goal.
    pub losing_men: Option<u32>,
    /// A side wins if the opponent has this many men fewer than at the start; `None`
    /// without this goal.
    pub men_captured: Option<u32>,
    /// A side wins if it has at least this many more men than its opponent; `None` in
    /// games without this goal.
    pub winning_lead: Option<u32>,
    /// When a lead wins.
    pub lead_when: LeadWhen,
    /// A side wins if one of its men reaches one of this many farthest ranks; 0 without
    /// this goal.
    pub reach_ranks: usize,
    /// Result for a side without a legal move.
    pub no_legal_move: kawari_rules::Outcome,
    /// Half-moves in a row without a capture that end the game; `None` for never.
    pub quiet_limit: Option<u16>,
    /// Result of a game that ends after that many half-moves.
    pub quiet_result: QuietResult,
    /// The repetition rule.
    pub repetition: RepetitionRule,
}

impl RuleSet {
    /// Creates the rules of a game with this many men on each side. By default, men slide
    /// and capture by custody only, a side with at most one man or without a legal move
    /// loses, and the game is a draw after 100 half-moves without a capture or at the
    /// fourth occurrence of a position.
    pub const fn new(men: u32) -> Self {
        Self {
            men: [men; 2],
            slide: None,
            diagonal: 0,
            jump: 0,
            jump_over: Side::Either,
            home_ranks: 0,
            houses: false,
            between_enemies: BetweenEnemies::Allowed,
            pass: false,
            custody: Custody::Runs,
            corners: Corners::None,
            enclosure: Enclosure::None,
            enclosure_last: false,
            intervention: false,
            rows: &[],
            row_length: 5,
            row_exact: false,
            row_area: RowArea::OutsideOwnHome,
            losing_men: Some(1),
            men_captured: None,
            winning_lead: None,
            lead_when: LeadWhen::TurnStart,
            reach_ranks: 0,
            no_legal_move: kawari_rules::Outcome::Lost,
            quiet_limit: Some(100),
            quiet_result: QuietResult::Draw,
            repetition: RepetitionRule {
                occurrences: 4,
                perpetual_check_loses: false,
                loser: None,
            },
        }
    }

    /// Returns true if men only slide without a limit and jump over one man, as in the
    /// built-in games.
    const fn has_built_in_moves(&self) -> bool {
        self.slide.is_none()
            && self.diagonal == 0
            && self.jump <= 1
            && (self.jump == 0 || matches!(self.jump_over, Side::Either))
            && (!self.houses || self.home_ranks <= 2)
            && matches!(self.between_enemies, BetweenEnemies::Allowed)
            && !self.pass
    }

    /// Returns true if all captures are such as in the built-in games.
    const fn has_built_in_captures(&self) -> bool {
        matches!(self.custody, Custody::Runs)
            && match self.enclosure {
                Enclosure::None => true,
                Enclosure::Edge => !self.enclosure_last && self.rows.is_empty(),
                Enclosure::Anywhere => false,
            }
    }

    /// Returns true if all goals are such as in the built-in games.
    const fn has_built_in_goals(&self) -> bool {
        (self.rows.is_empty() || self.row_length == 5 && !self.row_exact)
            && (self.winning_lead.is_none() || matches!(self.lead_when, LeadWhen::TurnStart))
            && self.reach_ranks == 0
            && matches!(self.no_legal_move, kawari_rules::Outcome::Lost)
    }

    /// Returns the number of men with which a side loses.
    const fn losing_number(&self, color: Color) -> Option<u32> {
        let by_captures = match self.men_captured {
            Some(captured) => self.men[color.index()].checked_sub(captured),
            None => None,
        };
        match (self.losing_men, by_captures) {
            (Some(left), Some(rest)) => Some(if left > rest { left } else { rest }),
            (Some(number), None) | (None, Some(number)) => Some(number),
            (None, None) => None,
        }
    }
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
    /// Squares on which each side's men count for rows.
    pub(super) counting: [Bitboard<G>; 2],
    /// Numbers of men with which Black and White lose.
    pub(super) losing: [Option<u32>; 2],
    /// The farthest ranks that a side's men must reach to win.
    pub(super) far_ranks: [Bitboard<G>; 2],
    /// Squares with fewer than four orthogonal neighbours.
    pub(super) edge: Bitboard<G>,
    /// The rectangle in whose corners men can be captured; empty without corner capture.
    pub(super) corner_area: Bitboard<G>,
    /// Corner squares on which men can be captured.
    pub(super) capture_corners: Bitboard<G>,
    /// True if the rules are such as in the built-in games, so that their estimates hold.
    pub(super) is_plain: bool,
    /// True if the movement is such as in the built-in games.
    pub(super) has_plain_moves: bool,
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
        let counting = match rules.row_area {
            RowArea::Board => [shape.squares(); 2],
            RowArea::OutsideOwnHome => {
                [rank_range(shape, 0, ranks - home), rank_range(shape, home, ranks)]
            }
            RowArea::Battlefield => [battlefield; 2],
        };
        // Without an excluded rank, the shifts of `rows` would wrap from the end of one file
        // to the start of the next.
        let excludes_rank =
            ranks < G::RANKS || home > 0 && !matches!(rules.row_area, RowArea::Board);
        let has_plain_moves = rules.has_built_in_moves();
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
            losing: [rules.losing_number(Color::Black), rules.losing_number(Color::White)],
            far_ranks: [
                shape.far_ranks(Color::Black, rules.reach_ranks),
                shape.far_ranks(Color::White, rules.reach_ranks),
            ],
            edge: edge(shape),
            corner_area,
            capture_corners: corners(shape, first_corner),
            is_plain: has_plain_moves
                && rules.has_built_in_captures()
                && rules.has_built_in_goals()
                && (rules.rows.is_empty() || excludes_rank),
            has_plain_moves,
        }
    }
}

/// Decisions at compile time. A separate trait with a blanket implementation, so that no
/// game can override them.
pub(crate) trait MayHave: HasamiRules {
    /// True if the game is not built in.
    const IS_LOADED: bool = Self::BUILT_IN.is_none();
    /// False if men do not jump.
    const MAY_JUMP: bool = match Self::BUILT_IN {
        Some(table) => table.rules.jump > 0,
        None => true,
    };
    /// False if the game has no houses.
    const MAY_HAVE_HOUSES: bool = match Self::BUILT_IN {
        Some(table) => table.rules.houses,
        None => true,
    };
    /// False if the game has no capture by enclosure.
    const MAY_ENCLOSE: bool = match Self::BUILT_IN {
        Some(table) => !matches!(table.rules.enclosure, Enclosure::None),
        None => true,
    };
    /// False if the game has no capture by intervention.
    const MAY_INTERVENE: bool = match Self::BUILT_IN {
        Some(table) => table.rules.intervention,
        None => true,
    };
    /// True if the game is built in and won by rows, so that networks have features of rows.
    const HAS_ROW_FEATURES: bool = !Self::IS_LOADED && Self::MAY_HAVE_ROWS;
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
