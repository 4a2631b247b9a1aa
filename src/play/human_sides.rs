//! Which sides people play.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use kawari_engine::core::color::Color;

/// Which sides people play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HumanSides {
    /// Black, the side that moves first.
    #[default]
    Black,
    /// White.
    White,
    /// Both: two people at one board.
    Both,
    /// Neither: the engine plays itself.
    None,
}

impl HumanSides {
    /// True when a person plays a side.
    pub fn include(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
            Self::None => false,
        }
    }

    /// The same with the sides swapped.
    pub fn swapped(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
            other => other,
        }
    }
}

impl fmt::Display for HumanSides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Both => "both",
            Self::None => "none",
        })
    }
}

/// No word for who plays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("your side is `black`, `white`, `both` or `none`, not `{0}`")]
pub struct UnknownHumanSides(String);

impl FromStr for HumanSides {
    type Err = UnknownHumanSides;

    fn from_str(word: &str) -> Result<Self, UnknownHumanSides> {
        match word.to_ascii_lowercase().as_str() {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            "both" => Ok(Self::Both),
            "none" => Ok(Self::None),
            _ => Err(UnknownHumanSides(word.to_owned())),
        }
    }
}
