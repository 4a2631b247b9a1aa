//! Nodes of the search tree and their node types.

use super::search_thread::outcome_score;
use super::transposition_table::TtEntry;
use crate::core::position::{MoveLike, Observer};
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

/// The node type as a compile-time parameter: [`Pv`] or [`NonPv`].
///
/// <https://www.chessprogramming.org/Node_Types>
pub trait NodeType {
    /// True for a PV node.
    const PV: bool;
}

/// A PV node: searched with an open window.
#[derive(Clone, Copy, Debug)]
pub struct Pv;

/// A cut node or all node: searched with a null window.
#[derive(Clone, Copy, Debug)]
pub struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

/// The best move of a node so far, with the window of the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestSoFar<M> {
    /// Best score so far, also below alpha (fail-soft).
    pub score: Score,
    /// Last move that raised alpha.
    pub mv: Option<M>,
    /// Alpha, raised by the moves searched so far.
    pub alpha: Score,
    beta: Score,
}

impl<M> BestSoFar<M> {
    /// Creates the state before the first move. `score` is the stand-pat score in quiescence
    /// search, else `-INFINITE`.
    #[inline]
    pub const fn new(score: Score, alpha: Score, beta: Score) -> Self {
        Self { score, mv: None, alpha, beta }
    }

    /// Adds the score of a move. Returns true if it raises alpha.
    #[inline]
    pub fn update(&mut self, mv: M, score: Score) -> bool {
        self.score = self.score.max(score);
        let raises_alpha = score > self.alpha;
        if raises_alpha {
            self.alpha = score;
            self.mv = Some(mv);
        }
        raises_alpha
    }

    /// Returns true after a beta cutoff.
    #[inline]
    pub const fn fails_high(&self) -> bool {
        self.alpha >= self.beta
    }
}

/// A position in the search tree with its cached danger flag.
#[derive(Clone)]
pub struct Node<P: Tactics> {
    /// Position.
    pub position: P,
    /// [`Tactics::in_danger`] of the position.
    pub in_danger: bool,
}

impl<P: Tactics> Node<P> {
    /// Creates the root node.
    pub fn root(position: P) -> Self {
        let in_danger = position.in_danger();
        Self { position, in_danger }
    }

    /// Returns the node after a legal move. The observer is notified of the move.
    #[inline]
    pub fn child(&self, mv: P::Move, observer: &mut impl Observer<P>) -> Self {
        let mut position = self.position.clone();
        position.play(mv, observer);
        let in_danger = position.in_danger();
        Self { position, in_danger }
    }

    /// Returns the TT move if it is legal.
    #[inline]
    pub(super) fn tt_move(&self, entry: Option<TtEntry>) -> Option<P::Move> {
        let mv = entry.and_then(|entry| P::Move::from_bits(entry.best));
        mv.filter(|&mv| self.position.is_legal(mv))
    }

    /// Returns the score of a node without searched moves: it has no legal move, or every
    /// move was skipped because it allows an immediate win.
    pub(super) fn no_move_score(&self, ply: usize) -> Score {
        if self.in_danger && self.position.has_move() {
            score::mated_in(ply + 2)
        } else {
            outcome_score(&self.position, self.position.no_move_outcome(), ply)
        }
    }

    /// Returns the node after a null move, if [`Tactics::null_move`] allows one.
    pub fn null_move(&self) -> Option<Self> {
        let position = self.position.null_move()?;
        let in_danger = position.in_danger();
        Some(Self { position, in_danger })
    }
}
