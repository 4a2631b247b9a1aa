//! Moves and pieces in parts, for user interfaces. Squares and pieces are in SFEN notation.

/// A legal move in all notations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Move in USI notation.
    pub usi: String,
    /// Move in the notation of game records.
    pub record: String,
    /// Squares, pieces and captures of the move.
    pub parts: MoveDetails,
}

/// The squares, pieces and captures of a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveDetails {
    /// Start square, or `None` for a drop.
    pub from: Option<String>,
    /// Target square.
    pub to: String,
    /// Kind of the piece before the move.
    pub piece: String,
    /// The same kind in the notation of game records.
    pub written: String,
    /// Kind of the piece after the move.
    pub becomes: String,
    /// Change of side by the move, if any.
    pub turn: Option<SideChange>,
    /// True if the captured piece turns to its promoted side.
    pub counter_flip: bool,
    /// Captured pieces, nearest to the target square first.
    pub captures: Vec<CapturedPiece>,
}

/// A captured piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CapturedPiece {
    /// Its square.
    pub square: String,
    /// Its kind on the board.
    pub piece: String,
    /// Its kind in the hand of the capturing side, or `None` in games without hands.
    pub hand: Option<String>,
}

/// The way a piece turns to its other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideChange {
    /// Promotion: only a capture reverts it.
    Promote,
    /// Flip: later moves can turn the piece back.
    Flip,
}

/// The pieces of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSet {
    /// Number of ranks of the promotion zone, or 0 without one.
    pub zone: usize,
    /// Both sides of every piece, the Pawn or man first.
    pub kinds: Vec<PieceKindInfo>,
    /// Kinds that can be in hand, in the order of an SFEN hand field.
    pub hand: Vec<String>,
}

/// One side of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKindInfo {
    /// Letters in SFEN and USI, in upper case.
    pub symbol: String,
    /// Letters in game records.
    pub written: String,
    /// Symbol of the other side, if the piece has one.
    pub other: Option<String>,
    /// Change of side that a move can make, if any.
    pub turn: Option<SideChange>,
    /// Movement in Betza notation.
    pub betza: String,
    /// Leaps as (files to the left, ranks down), as Black sees the board.
    pub leaps: Vec<(isize, isize)>,
    /// Directions of slides, in the same form.
    pub slides: Vec<(isize, isize)>,
    /// True if it is the General or King.
    pub royal: bool,
}
