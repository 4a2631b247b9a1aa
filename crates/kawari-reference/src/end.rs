//! Ends of games.

use std::fmt;

use kawari_rules::Outcome;

use super::Color;

/// The end of a game: the winner, if there is one, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: EndReason,
}

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    NoLegalMove,
    /// A royal piece was captured.
    RoyalCaptured,
    /// The pieces of `ending.capture-wins` were captured.
    PiecesCaptured,
    /// A check, in games that a check wins.
    Check,
    /// A royal piece reached a try square.
    Try,
    /// A side has lost too many men.
    MenCaptured,
    /// A row of men, with the length that wins.
    Row(u8),
    /// A lead in men.
    Lead,
    /// A man reached one of the farthest ranks.
    RankReached,
    /// A repetition in which one side gave check with every move.
    PerpetualCheck,
    /// A repetition.
    Repetition,
    /// Both royal pieces stayed in their zones.
    Impasse,
    /// Too many half-moves without a capture.
    NoCapture,
}

impl GameEnd {
    pub(super) const fn win(winner: Color, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    pub(super) const fn draw(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }

    /// Returns the end with an outcome for a side.
    pub(super) const fn for_side(side: Color, outcome: Outcome, reason: EndReason) -> Self {
        match outcome {
            Outcome::Won => Self::win(side, reason),
            Outcome::Lost => Self::win(side.other(), reason),
            Outcome::Drawn => Self::draw(reason),
        }
    }
}

impl fmt::Display for GameEnd {
    /// Writes `black wins: REASON`, `white wins: REASON` or `draw: REASON`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NUMBERS: [&str; 10] =
            ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no legal move",
            Self::RoyalCaptured => "royal piece captured",
            Self::PiecesCaptured => "pieces captured",
            Self::Check => "check",
            Self::Try => "try",
            Self::MenCaptured => "men captured",
            Self::Row(length) => {
                return match NUMBERS.get(usize::from(*length)) {
                    Some(number) => write!(f, "{number} in a row"),
                    None => write!(f, "{length} in a row"),
                };
            }
            Self::Lead => "lead",
            Self::RankReached => "rank reached",
            Self::PerpetualCheck => "perpetual check",
            Self::Repetition => "repetition",
            Self::Impasse => "impasse",
            Self::NoCapture => "no capture",
        })
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
