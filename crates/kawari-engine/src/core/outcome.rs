//! Outcomes of games, with the reasons.

use std::fmt;

use super::color::Color;

/// The outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A win for one side.
    Win(Color, Reason),
    /// A draw.
    Draw(Reason),
}

impl Outcome {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(color),
            Self::Draw(_) => None,
        }
    }

    /// Returns the reason for the end.
    pub const fn reason(self) -> Reason {
        match self {
            Self::Win(_, reason) | Self::Draw(reason) => reason,
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes `black wins: REASON`, `white wins: REASON` or `draw: REASON`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, reason) => write!(f, "{color} wins: {reason}"),
            Self::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    NoLegalMove,
    /// A side has too few men left.
    MenCaptured,
    /// Five men in an unbroken line.
    FiveInARow,
    /// A side had the required lead in men at the start of its turn.
    Lead,
    /// A position occurred too often, and one side gave check with every move.
    PerpetualCheck,
    /// A position occurred too often.
    Repetition,
    /// Both Generals or Kings stayed in their far zones for too long.
    Impasse,
    /// A side declared a win: its King is in the far zone with enough pieces.
    Declaration,
    /// Too many half-moves were played without a capture.
    NoCapture,
    /// A King reached a square that wins.
    Try,
    /// A side gave check, in a game that a check wins.
    Check,
    /// A King was captured.
    RoyalPieceCaptured,
    /// The pieces whose loss loses the game were captured.
    PiecesCaptured,
    /// A winning row of more or fewer than five men.
    Row,
    /// A man reached one of the farthest ranks.
    RankReached,
}

impl Reason {
    /// Every reason. Packed games contain indices of this list, so new reasons are appended.
    pub const ALL: [Self; 16] = [
        Self::Checkmate,
        Self::NoLegalMove,
        Self::MenCaptured,
        Self::FiveInARow,
        Self::Lead,
        Self::PerpetualCheck,
        Self::Repetition,
        Self::Impasse,
        Self::Declaration,
        Self::NoCapture,
        Self::Try,
        Self::Check,
        Self::RoyalPieceCaptured,
        Self::PiecesCaptured,
        Self::Row,
        Self::RankReached,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no legal move",
            Self::MenCaptured => "men captured",
            Self::FiveInARow => "five in a row",
            Self::Lead => "lead",
            Self::PerpetualCheck => "perpetual check",
            Self::Repetition => "repetition",
            Self::Impasse => "impasse",
            Self::Declaration => "declaration",
            Self::NoCapture => "no capture",
            Self::Try => "try",
            Self::Check => "check",
            Self::RoyalPieceCaptured => "royal piece captured",
            Self::PiecesCaptured => "pieces captured",
            Self::Row => "row",
            Self::RankReached => "rank reached",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_written() {
        let won = Outcome::Win(Color::White, Reason::Checkmate);
        let drawn = Outcome::Draw(Reason::NoCapture);
        assert_eq!((won.winner(), drawn.winner()), (Some(Color::White), None));
        assert_eq!((won.reason(), drawn.reason()), (Reason::Checkmate, Reason::NoCapture));
        assert_eq!(won.to_string(), "white wins: checkmate");
        assert_eq!(drawn.to_string(), "draw: no capture");
        let names = Reason::ALL.map(|reason| reason.to_string());
        for (place, name) in names.iter().enumerate() {
            assert!(!name.is_empty() && !names[..place].contains(name), "{name}");
        }
    }
}
