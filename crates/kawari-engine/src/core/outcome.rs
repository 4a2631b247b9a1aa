//! How games end.

use std::fmt;

use super::color::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win(Color, Reason),
    /// Nobody has.
    Draw(Reason),
}

impl Outcome {
    /// The side that has won, if one has.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(color),
            Self::Draw(_) => None,
        }
    }

    /// Why the game ended.
    pub const fn reason(self) -> Reason {
        match self {
            Self::Win(_, reason) | Self::Draw(reason) => reason,
        }
    }
}

impl fmt::Display for Outcome {
    /// `black wins: REASON`, `white wins: REASON` or `draw: REASON`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, reason) => write!(f, "{color} wins: {reason}"),
            Self::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    NoLegalMove,
    /// A side is left with too few men.
    MenCaptured,
    /// Five men in an unbroken line.
    FiveInARow,
    /// A side began its turn far enough ahead in men.
    Lead,
    /// A position came back too often, one side checking all the while.
    PerpetualCheck,
    /// A position came back too often.
    Repetition,
    /// Both Generals or Kings stood in their far zones for too long.
    Impasse,
    /// A side has declared that its King has come through with enough pieces.
    Declaration,
    /// Nothing was captured for too long.
    NoCapture,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 10] = [
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
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_in_words() {
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
