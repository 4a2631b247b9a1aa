//! The rules of games whose captured pieces are dropped.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::model::{Outcome, Repetition};
use crate::squares::Squares;

/// Defines a section of a file: every key is optional and unknown keys are errors.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident : $type:ty = $default:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name { $($(#[$fdoc])* pub $field: $type,)* }
        impl Default for $name {
            fn default() -> Self { Self { $($field: $default,)* } }
        }
    };
}
pub(crate) use section;

section! {
    /// The rules of a game of the drop family.
    DropDefinition {
        /// Pieces by letter, from the weakest to the strongest, the royal piece last.
        pieces: IndexMap<String, Piece> = IndexMap::new(),
        /// Side changes on the board and by capture.
        promotion: Promotion = Promotion::default(),
        /// Drops.
        drops: Drops = Drops::default(),
        /// Goals and ends of the game.
        ending: Ending = Ending::default(),
        /// Repetition.
        repetition: Repetition = Repetition::default(),
        /// Impasse: both royal pieces in their zones.
        impasse: Impasse = Impasse::default(),
        /// Declaration of a win.
        declaration: Declaration = Declaration::default(),
    }
}

section! {
    /// A piece.
    Piece {
        /// Another letter that an SFEN may use.
        alias: Option<String> = None,
        /// Name in game records; the letter if absent.
        record_name: Option<String> = None,
        /// English name.
        name: Option<String> = None,
        /// Japanese name.
        name_ja: Option<String> = None,
        /// One or two characters for diagrams.
        kanji: Option<String> = None,
        /// Moves in Betza's notation, from Black's side.
        moves: String = String::new(),
        /// True if White's moves mirror Black's from front to back, keeping left and
        /// right as Black sees them; otherwise they are rotated by 180 degrees.
        mirrored: bool = false,
        /// Value on the board and in hand, in centipawns; estimated if absent.
        values: Option<[i32; 2]> = None,
        /// True if the game is lost with this piece.
        royal: bool = false,
        /// Other side of the piece.
        promoted: Option<PromotedSide> = None,
        /// Zone of this piece, if it differs from the game's.
        zone: Option<Squares> = None,
        /// Squares on which the piece must promote when it arrives.
        must_promote: Squares = Squares::default(),
        /// Squares on which the unpromoted piece cannot be dropped.
        no_drop: Squares = Squares::default(),
        /// Largest number of unpromoted pieces of this kind and side on a file after a
        /// drop; 0 if unlimited.
        max_per_file: u8 = 0,
        /// True if a drop of this piece may give mate.
        drop_mates: bool = true,
        /// Points in an impasse or a declaration.
        points: u32 = 1,
        /// Letter of the piece that it becomes when it is captured; its own if absent.
        captured: Option<String> = None,
        /// Side of the captured piece in hand, if not as the game's pieces.
        captured_side: Option<CapturedSide> = None,
        /// How the piece changes sides, if not as the game's pieces do.
        change: Option<Change> = None,
    }
}

section! {
    /// The other side of a piece.
    PromotedSide {
        /// English name.
        name: Option<String> = None,
        /// Japanese name.
        name_ja: Option<String> = None,
        /// One or two characters for diagrams.
        kanji: Option<String> = None,
        /// The same on a board, where Japanese diagrams use another character.
        kanji_board: Option<String> = None,
        /// Moves in Betza's notation, from Black's side.
        moves: String = String::new(),
        /// Value on the board and in hand, in centipawns.
        values: Option<[i32; 2]> = None,
    }
}

section! {
    /// Side changes.
    Promotion {
        /// When a piece changes sides on the board.
        change: Change = Change::Once,
        /// Squares that allow a change when a move starts or ends there.
        zone: Squares = Squares::Ranks(3),
        /// True if a change in the zone is forced.
        mandatory: bool = false,
        /// Side of a captured piece in hand.
        captured: CapturedSide = CapturedSide::Unpromoted,
        /// True if a piece that has just captured and demoted can be taken into hand
        /// promoted by the next move (Hajiku).
        counter_flip: bool = false,
        /// True if game records mark a declined promotion with `=`.
        write_declined: bool = false,
    }
}

/// When a piece changes sides on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Never.
    Never,
    /// In the zone, once: a promoted piece stays promoted.
    Once,
    /// In the zone, both ways, any number of times.
    InZone,
    /// With every move.
    EveryMove,
    /// With every capture that it makes.
    EveryCapture,
}

/// The side of a captured piece in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CapturedSide {
    /// Unpromoted; it is dropped so.
    Unpromoted,
    /// The side that was up; it is dropped so.
    SameSide,
    /// Unpromoted, and the dropping side chooses a side with each drop.
    EitherSide,
    /// Captured pieces leave the game.
    Removed,
}

section! {
    /// Drops.
    Drops {
        /// False in games without drops.
        allowed: bool = true,
        /// Squares on which a side can drop, from Black's side; every square if absent.
        zone: Option<Squares> = None,
        /// True if a drop may give check.
        may_check: bool = true,
    }
}

section! {
    /// Goals and ends of the game.
    Ending {
        /// Result for a side in check without a legal move.
        mate: Outcome = Outcome::Lost,
        /// Result for a side without a legal move that is not in check.
        stalemate: Outcome = Outcome::Lost,
        /// True if a royal piece that is attacked must be rescued; if false, the game
        /// ends when it is captured.
        check: bool = true,
        /// True if a side wins by giving check.
        check_wins: bool = false,
        /// Letters of pieces whose capture wins, in games without a royal piece.
        capture_wins: Vec<String> = Vec::new(),
        /// Number of these pieces to capture; 0 for all of them.
        capture_count: u8 = 0,
        /// Try rule: a royal piece that reaches these squares wins.
        try_squares: Squares = Squares::Ranks(0),
        /// When a try wins.
        try_when: TryWhen = TryWhen::Safe,
    }
}

/// When a royal piece on a try square wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TryWhen {
    /// On arrival, attacked or not.
    Arrival,
    /// On arrival, if it is not attacked.
    Safe,
    /// If it still stands there after the opponent's reply.
    AfterReply,
}

section! {
    /// The impasse: both royal pieces stand in their zones.
    Impasse {
        /// Number of half-moves after which the game ends; 0 without this rule.
        half_moves: u16 = 0,
        /// True if a capture resets the count.
        capture_resets: bool = true,
        /// Points that a side needs not to lose; a draw without counting if 0.
        points: u32 = 0,
    }
}

section! {
    /// The declaration of a win by a side whose royal piece stands in the zone, not in check.
    Declaration {
        /// Number of other pieces needed in the zone; 0 without this rule.
        pieces: u32 = 0,
        /// Points that Black and White need, over the zone and the hand.
        points: [u32; 2] = [28, 27],
    }
}
