//! The moves of a piece for a front end that draws them.

use serde::Serialize;

use crate::betza::{Leap, Moves, Offset};

/// The moves of a side of a piece, from its owner's side. Offsets are files to the right and
/// ranks forward.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveDiagram {
    /// Moves to neighbours.
    pub steps: Vec<Offset>,
    /// Moves to other squares that do not pass over the squares in between.
    pub jumps: Vec<Jump>,
    /// Slides over empty squares.
    pub slides: Vec<SlideRay>,
    /// Walks of several steps.
    pub walks: Vec<Walk>,
}

/// A jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Jump {
    /// Target.
    pub to: Offset,
    /// Square that must be empty, if the jump can be blocked.
    pub blocker: Option<Offset>,
}

/// A slide in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlideRay {
    /// Direction of one step.
    pub direction: Offset,
    /// Largest number of steps, if limited.
    pub limit: Option<u8>,
}

/// A walk over empty squares that may turn after each step, but not back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walk {
    /// Possible steps.
    pub steps: Vec<Offset>,
    /// Number of steps.
    pub count: u8,
}

impl MoveDiagram {
    /// Returns the diagram of some moves.
    pub(super) fn new(moves: &Moves) -> Self {
        let is_step = |leap: &&Leap| leap.to.0.abs() <= 1 && leap.to.1.abs() <= 1;
        let is_jump = |leap: &&Leap| !is_step(leap);
        let jump = |leap: &Leap| Jump { to: leap.to, blocker: leap.blocker };
        let slides = moves.slides.iter();
        Self {
            steps: moves.leaps.iter().filter(is_step).map(|leap| leap.to).collect(),
            jumps: moves.leaps.iter().filter(is_jump).map(jump).collect(),
            slides: slides
                .map(|slide| SlideRay { direction: slide.direction, limit: slide.limit })
                .collect(),
            walks: moves
                .areas
                .iter()
                .map(|area| Walk { steps: area.steps.clone(), count: area.count })
                .collect(),
        }
    }

    /// Returns true if two diagrams have the same moves, in any order.
    pub(super) fn has_same_moves(&self, other: &Self) -> bool {
        fn is_same<T: PartialEq>(one: &[T], other: &[T]) -> bool {
            one.len() == other.len() && one.iter().all(|item| other.contains(item))
        }
        is_same(&self.steps, &other.steps)
            && is_same(&self.jumps, &other.jumps)
            && is_same(&self.slides, &other.slides)
            && is_same(&self.walks, &other.walks)
    }
}
