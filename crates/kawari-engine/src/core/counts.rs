//! How near a game is to the ends that its rules count towards, for those who show it.

use super::color::Color;
use super::outcome::{Outcome, Reason};

/// All that is counted in a position and its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleCounts {
    /// How often the position has occurred.
    pub repetition: RepetitionCount,
    /// The position's own clock, while it runs.
    pub clock: Option<ClockCount>,
    /// What each side has of what a declaration asks for, Black's first; from when a
    /// General or King has gone far, in games that know declarations.
    pub declarations: Option<[DeclarationCount; 2]>,
}

/// How often a position has occurred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionCount {
    /// The occurrences so far: 1 for a new position.
    pub occurrences: u32,
    /// The occurrence that ends the game.
    pub limit: u32,
    /// How the game ends if it goes on like this; `None` for a new position.
    pub verdict: Option<Outcome>,
}

/// Half-moves that end the game when there are enough of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockCount {
    /// What they are counted for.
    pub reason: Reason,
    /// How many there have been.
    pub played: u32,
    /// How many end the game.
    pub limit: u32,
    /// How it would end if that many had been played here.
    pub verdict: Outcome,
    /// The points that then decide, where points do.
    pub points: Option<PointCount>,
}

/// Points of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointCount {
    /// What each side has, Black's first.
    pub have: [u32; 2],
    /// What each side needs.
    pub needed: u32,
}

impl PointCount {
    /// The side that has what it needs, if only one has.
    pub fn winner(&self) -> Option<Color> {
        match self.have.map(|points| points >= self.needed) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// What a side has of what a declaration asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclarationCount {
    /// Its General or King stands in its far zone.
    pub king: bool,
    /// Its other pieces there.
    pub pieces: u32,
    /// How many of them it needs.
    pub pieces_needed: u32,
    /// What those count, with what is in hand.
    pub points: u32,
    /// What they have to count.
    pub points_needed: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_side_alone_wins_by_points() {
        let winner = |have| PointCount { have, needed: 27 }.winner();
        assert_eq!(winner([27, 26]), Some(Color::Black));
        assert_eq!(winner([0, 28]), Some(Color::White));
        assert_eq!((winner([27, 27]), winner([26, 26])), (None, None));
    }
}
