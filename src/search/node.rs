//! Nodes of the tree: a position with what the search asks it again and again.

use crate::core::position::{Evaluator, Position};

/// What a node is searched for, as a type.
pub trait NodeType {
    /// True where the window is open and the line is wanted.
    const PV: bool;
}

/// A node of the principal variation: an open window.
#[derive(Clone, Copy, Debug)]
pub struct Pv;

/// Any other node: a null window.
#[derive(Clone, Copy, Debug)]
pub struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

/// A position in the tree with what the search needs to know of it again and
/// again.
#[derive(Clone)]
pub struct Node<P: Position, E> {
    /// The position.
    pub position: P,
    /// The evaluator that has seen the moves up to it.
    pub evaluator: E,
    /// See [`Position::in_danger`].
    pub danger: bool,
}

impl<P: Position, E: Evaluator<P>> Node<P, E> {
    /// The root of a tree.
    pub fn root(position: P) -> Self {
        let evaluator = E::new(&position);
        let danger = position.in_danger();
        Self { position, evaluator, danger }
    }

    /// The node after a legal move.
    #[inline]
    pub fn child(&self, mv: P::Move) -> Self {
        let mut position = self.position.clone();
        let mut evaluator = self.evaluator.clone();
        position.play(mv, &mut evaluator);
        let danger = position.in_danger();
        Self { position, evaluator, danger }
    }

    /// The node after a null move, where there is one.
    pub fn pass(&self) -> Option<Self> {
        let position = self.position.pass()?;
        let danger = position.in_danger();
        Some(Self { position, evaluator: self.evaluator.clone(), danger })
    }
}
