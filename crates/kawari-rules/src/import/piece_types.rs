//! The piece types of Fairy-Stockfish.

/// A piece type: an index into [`PREDEFINED`], a custom piece after these, or the King.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PieceType(u8);

/// Number of custom pieces.
const CUSTOM: usize = 25;

/// The predefined types except the King, in the order of Fairy-Stockfish: key, moves, and
/// English name.
const PREDEFINED: [(&str, &str, &str); 36] = [
    ("pawn", "fmWfceF", "Pawn"),
    ("knight", "N", "Knight"),
    ("bishop", "B", "Bishop"),
    ("rook", "R", "Rook"),
    ("queen", "Q", "Queen"),
    ("fers", "F", "Fers"),
    ("alfil", "A", "Alfil"),
    ("fersAlfil", "FA", "Fers-Alfil"),
    ("silver", "FfW", "Silver"),
    ("aiwok", "RNF", "Ai-Wok"),
    ("bers", "RF", "Dragon"),
    ("archbishop", "BN", "Archbishop"),
    ("chancellor", "RN", "Chancellor"),
    ("amazon", "QN", "Amazon"),
    ("knibis", "mNcB", "Knibis"),
    ("biskni", "mBcN", "Biskni"),
    ("kniroo", "mNcR", "Kniroo"),
    ("rookni", "mRcN", "Rookni"),
    ("shogiPawn", "fW", "Pawn"),
    ("lance", "fR", "Lance"),
    ("shogiKnight", "fN", "Knight"),
    ("gold", "WfF", "Gold"),
    ("dragonHorse", "BW", "Horse"),
    ("clobber", "cW", "Clobber"),
    ("breakthrough", "fmWfF", "Breakthrough"),
    ("immobile", "", "Immobile"),
    ("cannon", "mRcpR", "Cannon"),
    ("janggiCannon", "pR", "Janggi Cannon"),
    ("soldier", "fsW", "Soldier"),
    ("horse", "nN", "Horse"),
    ("elephant", "nA", "Elephant"),
    ("janggiElephant", "nZ", "Janggi Elephant"),
    ("banner", "RcpRnN", "Banner"),
    ("wazir", "W", "Wazir"),
    ("commoner", "K", "Commoner"),
    ("centaur", "KN", "Centaur"),
];

impl PieceType {
    pub(super) const KING: Self = Self((PREDEFINED.len() + CUSTOM) as u8);
    pub(super) const SHOGI_PAWN: Self = Self(18);

    /// Returns all types, in the order in which Fairy-Stockfish reads their keys.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=Self::KING.0).map(Self)
    }

    /// Returns the type of a key such as `shogiPawn` or `customPiece3`.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        Self::all().find(|kind| kind.key() == key)
    }

    /// Returns the key of the type.
    pub(super) fn key(self) -> String {
        match PREDEFINED.get(usize::from(self.0)) {
            Some((key, ..)) => (*key).to_owned(),
            None if self == Self::KING => "king".to_owned(),
            None => format!("customPiece{}", usize::from(self.0) - PREDEFINED.len() + 1),
        }
    }

    /// Returns the moves of a predefined type; `None` for a custom piece.
    pub(super) fn moves(self) -> Option<&'static str> {
        match PREDEFINED.get(usize::from(self.0)) {
            Some((_, moves, _)) => Some(moves),
            None => (self == Self::KING).then_some("K"),
        }
    }

    /// Returns the English name of a predefined type.
    pub(super) fn name(self) -> Option<&'static str> {
        match PREDEFINED.get(usize::from(self.0)) {
            Some((.., name)) => Some(name),
            None => (self == Self::KING).then_some("King"),
        }
    }
}
