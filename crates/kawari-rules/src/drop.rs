//! The rules of games whose captured pieces are dropped.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::model::{Outcome, Repetition};
use crate::section::section;
use crate::squares::Squares;

section! {
    /// The rules of a game of the drop family.
    DropDefinition {
        /// Pieces by letter (A to Z), from the weakest to the strongest. The reader puts the
        /// royal piece last.
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

impl DropDefinition {
    /// Returns how a piece changes sides on the board.
    pub fn change(&self, piece: &Piece) -> Change {
        match piece.promoted {
            None => Change::Never,
            Some(_) => piece.change.unwrap_or(self.promotion.change),
        }
    }

    /// Returns the side of a captured piece in hand.
    pub fn captured_side(&self, piece: &Piece) -> CapturedSide {
        piece.captured_side.unwrap_or(self.promotion.captured)
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
        /// Moves in Betza's notation, from the owner's side: `f` is forward and `l` is left
        /// for the side that owns the piece.
        moves: String = String::new(),
        /// Value on the board and in hand, in centipawns; estimated if absent.
        values: Option<[i32; 2]> = None,
        /// True if the game is lost with this piece.
        royal: bool = false,
        /// Promoted side of the piece, written with `+` before the letter.
        promoted: Option<PromotedSide> = None,
        /// Promotion zone of this piece, if it differs from the game's.
        zone: Option<Squares> = None,
        /// True if the piece must change sides whenever it may, false if not; as the game's
        /// pieces if absent.
        mandatory: Option<bool> = None,
        /// Squares on which the unpromoted piece must promote when it arrives by a move.
        must_promote: Squares = Squares::default(),
        /// Squares on which the unpromoted piece cannot be dropped.
        no_drop: Squares = Squares::default(),
        /// Largest number of unpromoted pieces of this kind and side on a file after a
        /// drop; 0 if unlimited.
        max_per_file: u8 = 0,
        /// True if a drop of this piece may give checkmate.
        drop_mates: bool = true,
        /// Points in an impasse or a declaration.
        points: u32 = 1,
        /// Letter of the piece that it becomes in hand when it is captured; its own if absent.
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
        /// Moves in Betza's notation, from the owner's side.
        moves: String = String::new(),
        /// Value on the board and in hand, in centipawns; estimated if absent.
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
        /// True if a piece must change sides whenever it may.
        mandatory: bool = false,
        /// True if a piece may stand where it can never move again. If false, `must-promote`
        /// and `no-drop` must cover all such squares.
        stuck_pieces: bool = false,
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Never.
    Never,
    /// In the zone, once: a promoted piece stays promoted.
    Once,
    /// In the zone, promotion and demotion alike, any number of times.
    InZone,
    /// With every move on the board, in the zone or not.
    EveryMove,
    /// With every capture that it makes, in the zone or not.
    EveryCapture,
}

/// The side of a captured piece in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
        /// True if no move may leave the own royal piece attacked. If false, such moves are
        /// legal, and capturing the royal piece wins.
        check: bool = true,
        /// True if a side wins by giving check.
        check_wins: bool = false,
        /// Letters of pieces whose loss is the loss of the game, for games without a royal
        /// piece.
        capture_wins: Vec<String> = Vec::new(),
        /// A side with at most this many of these pieces, on the board and in hand, loses: 0
        /// if all must be captured, 1 if one of two must be captured.
        pieces_left: u8 = 0,
        /// Try rule: a side whose royal piece stands on one of these squares wins.
        try_squares: Squares = Squares::Ranks(0),
        /// When a try wins.
        try_when: TryWhen = TryWhen::Safe,
    }
}

/// When a royal piece on a try square wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TryWhen {
    /// After a move of its side, attacked or not.
    Arrival,
    /// After a move of either side, if it is not attacked. The side that has moved comes first.
    Safe,
    /// At the start of its side's turn, after the opponent's reply.
    AfterReply,
}

section! {
    /// The impasse: both royal pieces stand in their promotion zones.
    Impasse {
        /// Number of half-moves in a row, with both royal pieces in their zones before and
        /// after each, that end the game; 0 without this rule.
        half_moves: u16 = 0,
        /// True if a capture resets the count.
        capture_resets: bool = true,
        /// A side with fewer points, on the board and in hand, loses to a side with at least
        /// this number; otherwise the game is a draw. 0 for a draw without counting.
        points: u32 = 0,
    }
}

section! {
    /// The declaration of a win by a side whose royal piece stands in the zone, not in check.
    Declaration {
        /// Number of other pieces that the side needs in the zone; 0 without this rule.
        pieces: u32 = 0,
        /// Points that Black and White need, counted over the zone and the hand, without the
        /// royal piece.
        points: [u32; 2] = [28, 27],
    }
}
