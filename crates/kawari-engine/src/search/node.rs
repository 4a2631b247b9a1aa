//! Nodes of the tree: a position with what the search asks it again and again.

use super::search_thread::outcome_score;
use super::transposition_table::TtEntry;
use crate::core::position::{MoveLike, Observer};
use crate::core::score::{self, Score};
use crate::core::tactics::Tactics;

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

/// The best of the moves of a node that were searched so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestSoFar<M> {
    /// The score of the best move, or what the node is worth without any.
    pub score: Score,
    /// The move, if it raises alpha.
    pub mv: Option<M>,
    /// What the next move has to beat.
    pub alpha: Score,
    beta: Score,
}

impl<M> BestSoFar<M> {
    /// No move yet, in a node with a window that is worth `score` without any.
    #[inline]
    pub const fn new(score: Score, alpha: Score, beta: Score) -> Self {
        Self { score, mv: None, alpha, beta }
    }

    /// Takes the score of a move; true when it raises alpha.
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

    /// True when the node need not be searched any further.
    #[inline]
    pub const fn fails_high(&self) -> bool {
        self.alpha >= self.beta
    }
}

/// A position in the tree with what the search needs to know of it again and
/// again.
#[derive(Clone)]
pub struct Node<P: Tactics> {
    /// The position.
    pub position: P,
    /// See [`Tactics::in_danger`].
    pub in_danger: bool,
}

impl<P: Tactics> Node<P> {
    /// The root of a tree.
    pub fn root(position: P) -> Self {
        let in_danger = position.in_danger();
        Self { position, in_danger }
    }

    /// The node after a legal move, of which the observer hears.
    #[inline]
    pub fn child(&self, mv: P::Move, observer: &mut impl Observer<P>) -> Self {
        let mut position = self.position.clone();
        position.play(mv, observer);
        let in_danger = position.in_danger();
        Self { position, in_danger }
    }

    /// The table's move, if it is legal.
    #[inline]
    pub(super) fn tt_move(&self, entry: Option<TtEntry>) -> Option<P::Move> {
        let mv = entry.and_then(|entry| P::Move::from_bits(entry.best));
        mv.filter(|&mv| self.position.is_legal(mv))
    }

    /// The score of a node at `ply` of which no move was tried because there is none,
    /// or none that does not lose at once.
    pub(super) fn no_move_score(&self, ply: usize) -> Score {
        if self.in_danger && self.position.has_move() {
            score::mated_in(ply + 2)
        } else {
            outcome_score(&self.position, self.position.no_move_outcome(), ply)
        }
    }

    /// The node after a null move, where there is one.
    pub fn null_move(&self) -> Option<Self> {
        let position = self.position.null_move()?;
        let in_danger = position.in_danger();
        Some(Self { position, in_danger })
    }
}
