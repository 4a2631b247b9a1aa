//! Moves and pieces taken apart, for those who draw them: every part in the words of
//! SFEN and USI.

/// A legal move in all its forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// In USI notation.
    pub usi: String,
    /// In the written notation of game records.
    pub record: String,
    /// What it does.
    pub parts: MoveDetails,
}

/// What a legal move does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveDetails {
    /// The square that the piece leaves; `None` when it is dropped.
    pub from: Option<String>,
    /// The square that it enters.
    pub to: String,
    /// The kind of the piece before the move.
    pub piece: String,
    /// The same as game records write it.
    pub written: String,
    /// Its kind after the move.
    pub becomes: String,
    /// How it turns to its other side, if it does.
    pub turn: Option<SideChange>,
    /// True when what is captured turns to its promoted side.
    pub counter_flip: bool,
    /// What leaves the board, from the nearest to the target outwards.
    pub captures: Vec<CapturedPiece>,
}

/// A captured piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CapturedPiece {
    /// Where it stood.
    pub square: String,
    /// What it was.
    pub piece: String,
    /// What it becomes in the hand of its captor; `None` in games without hands.
    pub hand: Option<String>,
}

/// How a piece turns to its other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideChange {
    /// For good: only capture turns it back.
    Promote,
    /// Either way, as often as it likes.
    Flip,
}

/// The pieces of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSet {
    /// Farthest ranks in which pieces turn; 0 where none does.
    pub zone: usize,
    /// Every side of every piece, the Pawn or man first.
    pub kinds: Vec<PieceKindInfo>,
    /// The kinds that a hand can hold, in the order in which hands are written.
    pub hand: Vec<String>,
}

/// One side of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKindInfo {
    /// As SFEN and USI write it, in upper case.
    pub symbol: String,
    /// As game records write it.
    pub written: String,
    /// The other side, if the piece has one.
    pub other: Option<String>,
    /// How it turns to the other side on the board, if it does.
    pub turn: Option<SideChange>,
    /// How it moves, in Betza's notation.
    pub betza: String,
    /// Where it leaps to, as Black sees the board: files to the left, ranks down.
    pub leaps: Vec<(isize, isize)>,
    /// Where it slides to.
    pub slides: Vec<(isize, isize)>,
    /// True for the General or King.
    pub royal: bool,
}
