//! The rules of games with men of one kind.

use serde::{Deserialize, Serialize};

use crate::model::{Outcome, Repetition};
use crate::section::section;

section! {
    /// The rules of a game of the Hasami family.
    HasamiDefinition {
        /// Movement of the men.
        men: Men = Men::default(),
        /// Captures, in the position after the move.
        capture: Capture = Capture::default(),
        /// Goals.
        goals: Goals = Goals::default(),
        /// Ends without a goal.
        ending: HasamiEnding = HasamiEnding::default(),
        /// Repetition.
        repetition: Repetition =
            Repetition { perpetual_check_loses: false, ..Repetition::default() },
    }
}

section! {
    /// Movement of the men.
    Men {
        /// Largest number of steps along a rank or a file; 0 if unlimited.
        slide: u8 = 0,
        /// Largest number of steps along a diagonal; 0 for none.
        diagonal: u8 = 0,
        /// Largest number of men in an unbroken line that a man may jump over, along a rank or
        /// a file, from the next square to the empty square right after them; 0 for no jumps.
        /// A jump captures nothing by itself.
        jump: u8 = 0,
        /// Men that can be jumped over; all men of one jump must be such men.
        jump_over: Side = Side::Either,
        /// Number of ranks nearest to a side that form its home.
        home_ranks: u8 = 0,
        /// True if a man outside its own home cannot enter either home, and a man in
        /// its home cannot enter the other one.
        houses: bool = false,
        /// A move to a square between two adjacent enemy men, left and right or above and
        /// below.
        between_enemies: BetweenEnemies = BetweenEnemies::Allowed,
        /// True if a side may pass instead of moving, written `pass`.
        pass: bool = false,
    }
}

/// The side whose men a rule is about, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The mover's men.
    Own,
    /// The opponent's men.
    Enemy,
    /// Men of both sides.
    Either,
}

/// A move to a square between two adjacent enemy men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BetweenEnemies {
    /// Legal and safe.
    Allowed,
    /// Legal; the moved man is removed after the captures of the move.
    Suicidal,
    /// Illegal unless the move captures by custody, or removes a group that has no empty
    /// neighbour while the moving man still stands on its old square and the target square
    /// counts as empty.
    IllegalUnlessCapture,
}

section! {
    /// Captures.
    Capture {
        /// Enemy men between the moved man and another man of the mover.
        custody: Custody = Custody::Runs,
        /// Corners in which a man is captured by two men next to it.
        corners: Corners = Corners::None,
        /// Groups of enemy men, connected along ranks and files, without an empty neighbour.
        enclosure: Enclosure = Enclosure::None,
        /// True if the enclosed groups are found after the men captured otherwise have
        /// been removed; false if all captures happen in the same position.
        enclosure_last: bool = false,
        /// True if a man that moves between two adjacent enemy men, left and right or above and
        /// below, captures both.
        intervention: bool = false,
    }
}

/// Capture by custody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Custody {
    /// No capture by custody.
    None,
    /// Single men only.
    Single,
    /// Unbroken runs of any length.
    Runs,
}

/// Corners in which a man can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// No corner.
    None,
    /// Corners of the board.
    Board,
    /// Corners of the ranks between the homes.
    Battlefield,
}

/// Capture of connected groups without an empty neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Enclosure {
    /// No capture by enclosure.
    None,
    /// Groups that touch the board's edge and the moved man.
    Edge,
    /// Every group of enemy men anywhere on the board.
    Anywhere,
}

section! {
    /// Goals. Captures come first, then the goals in this order.
    Goals {
        /// Length of a row of men that wins, 3 to 9; 0 without this goal.
        row: u8 = 0,
        /// True if a longer row does not win; if false, at least `row` men are needed.
        row_exact: bool = false,
        /// Directions of the rows.
        row_directions: Vec<RowDirection> =
            vec![RowDirection::Horizontal, RowDirection::Vertical, RowDirection::Diagonal],
        /// Squares whose men count.
        row_area: RowArea = RowArea::OutsideOwnHome,
        /// A side with at most this many men loses; 0 without this goal.
        men_left: u8 = 0,
        /// A side wins when the opponent has this many men fewer than in `start`; 0 without
        /// this goal.
        men_captured: u8 = 0,
        /// A side with this many men more than the opponent wins; 0 without this goal.
        lead: u8 = 0,
        /// When the lead wins.
        lead_when: LeadWhen = LeadWhen::TurnStart,
        /// Number of farthest ranks that a man must reach to win; 0 without this goal.
        reach_ranks: u8 = 0,
    }
}

/// The direction of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RowDirection {
    /// Along a rank.
    Horizontal,
    /// Along a file.
    Vertical,
    /// Along a diagonal, rising or falling.
    Diagonal,
}

/// Squares whose men count for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RowArea {
    /// Every square.
    Board,
    /// Squares outside the side's own home.
    OutsideOwnHome,
    /// Squares outside both homes.
    Battlefield,
}

/// When a lead wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeadWhen {
    /// After the move that makes it.
    Now,
    /// At the start of the side's own turn.
    TurnStart,
}

section! {
    /// Ends without a goal.
    HasamiEnding {
        /// Result for a side without a legal move.
        no_legal_move: Outcome = Outcome::Lost,
        /// Number of half-moves in a row without a capture that end the game; 0 for never.
        quiet_half_moves: u16 = 100,
        /// Result of that end.
        quiet_result: QuietResult = QuietResult::Draw,
    }
}

/// The result of a game that ends after too many half-moves without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum QuietResult {
    /// A draw.
    Draw,
    /// The side with more men wins; a draw with equal numbers.
    MoreMen,
    /// Black loses.
    BlackLoses,
    /// White loses.
    WhiteLoses,
}
