//! The sides that people play.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use kawari_engine::core::color::Color;

/// The sides that people play. The engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HumanSides {
    /// Black, the side that moves first.
    #[default]
    Black,
    /// White.
    White,
    /// Both sides.
    Both,
    /// Neither side: the engine plays against itself.
    None,
}

impl HumanSides {
    /// Returns true if a person plays `color`.
    pub fn include(self, color: Color) -> bool {
        match self {
            Self::Black => color == Color::Black,
            Self::White => color == Color::White,
            Self::Both => true,
            Self::None => false,
        }
    }

    /// Returns the value with the sides swapped.
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

/// The error of an unknown side.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown side `{0}` (expected `black`, `white`, `both` or `none`)")]
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
