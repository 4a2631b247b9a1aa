//! The positions of a book, linked by their moves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use kawari_engine::core::color::Color;
use kawari_engine::core::history::RepetitionLoser;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{self, GameState, PositionError, StartPosition};
use kawari_engine::engine::opening_book::{BookMove, OpeningBook, position_key};
use kawari_engine::games::variants::Variant;

/// A position of the book, or one that a book move leads to.
#[derive(Default)]
struct Node {
    /// SFEN without the move number.
    key: String,
    /// Moves, best first; empty if the position is not in the book.
    edges: Vec<Edge>,
}

struct Edge {
    book_move: BookMove,
    /// Index of the node that the move leads to.
    target: usize,
}

impl Edge {
    /// Returns the score of the move, given the best scores of the nodes in the book.
    fn score(&self, scores: &[Option<Score>]) -> Score {
        scores[self.target].map_or(self.book_move.score, |score| -score)
    }
}

/// A position that can be reached from the root by book moves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reached {
    /// Sum over the moves of the path to it: the cost of a ply and the loss against the best
    /// move, in centipawns.
    pub cost: Score,
    /// Number of plies from the root.
    pub ply: usize,
    /// SFEN without the move number.
    pub key: String,
    /// True if the position is in the book.
    pub is_expanded: bool,
    /// True if the positions after all its moves are in the book. Then a move that the book lacks
    /// may be better than these moves, whose scores have fallen since they were searched.
    pub is_exhausted: bool,
}

/// Limits of a walk through the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkLimits {
    /// Largest number of plies from the root.
    pub plies: usize,
    /// Largest loss of a move against the best one, in centipawns.
    pub within: Score,
    /// Largest score of either side, in centipawns. Moves with larger ones are not followed.
    pub bound: Score,
}

/// A book as a graph, which shares transpositions.
pub struct BookGraph {
    state: Box<dyn GameState>,
    nodes: Vec<Node>,
    indices: FxHashMap<String, usize>,
}

impl BookGraph {
    /// Cost of a ply, in centipawns: a line is worth a ply more if its moves lose this much less.
    const PLY_COST: Score = 10;
    /// Maximum passes of [`back_up`](Self::back_up), each of which backs scores up by a ply.
    const MAX_PASSES: usize = 200;
    /// Score of a game that is lost by repetition, in centipawns.
    const LOST: Score = 3_000;

    /// Links the positions of a book.
    ///
    /// # Errors
    /// Returns the error of the first position or move that the game does not have.
    pub fn new(variant: Variant, book: &OpeningBook) -> Result<Self, PositionError> {
        let (state, indices) = (game_state::open(variant), FxHashMap::default());
        let mut graph = Self { state, nodes: Vec::new(), indices };
        for (key, moves) in book.positions() {
            graph.set_moves(key, moves)?;
        }
        Ok(graph)
    }

    /// Sets the moves of a position, best first.
    ///
    /// # Errors
    /// Returns an error if the position or a move is not valid. The graph is unchanged then.
    pub fn set_moves(&mut self, key: &str, moves: &[BookMove]) -> Result<(), PositionError> {
        let mut targets = Vec::with_capacity(moves.len());
        for book_move in moves {
            let sfen = format!("{key} 1");
            self.state.set(StartPosition::Sfen(&sfen), &[&book_move.mv.to_string()])?;
            let sfen = self.state.sfen();
            targets.push(position_key(&sfen).unwrap_or(&sfen).to_owned());
        }
        let node = self.node(key);
        let mut edges = Vec::with_capacity(moves.len());
        for (&book_move, target) in moves.iter().zip(targets) {
            edges.push(Edge { book_move, target: self.node(&target) });
        }
        self.nodes[node].edges = edges;
        Ok(())
    }

    /// Returns the index of the node with a key, which is added if it is new.
    fn node(&mut self, key: &str) -> usize {
        if let Some(&index) = self.indices.get(key) {
            return index;
        }
        self.nodes.push(Node { key: key.to_owned(), edges: Vec::new() });
        self.indices.insert(key.to_owned(), self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Sets the score of each move to the negated best score of the position after it, where
    /// the book has that position. Moves that keep the game in a cycle get the score of a
    /// repetition.
    pub fn back_up(&mut self) {
        let mut scores: Vec<Option<Score>> = self
            .nodes
            .iter()
            .map(|node| (!node.edges.is_empty()).then(|| self.repetition_score(&node.key)))
            .collect();
        for _ in 0..Self::MAX_PASSES {
            let best_score = |node: &Node| node.edges.iter().map(|edge| edge.score(&scores)).max();
            let next: Vec<_> = self.nodes.iter().map(best_score).collect();
            if next == scores {
                break;
            }
            scores = next;
        }
        for node in &mut self.nodes {
            for edge in &mut node.edges {
                edge.book_move.score = edge.score(&scores);
            }
            node.edges.sort_by_key(|edge| edge.book_move.rank());
        }
    }

    /// Returns the score of the side to move if the game ends by repetition.
    fn repetition_score(&self, key: &str) -> Score {
        let Some(RepetitionLoser::Side(loser)) = self.state.repetition_rule().loser else {
            return 0;
        };
        let is_white = key.split(' ').nth(1) == Some("w");
        if is_white == (loser == Color::White) { -Self::LOST } else { Self::LOST }
    }

    /// Returns the positions that can be reached from a position, in the order of their cost,
    /// and with equal cost in alphabetical order.
    pub fn walk(&self, root: &str, limits: WalkLimits) -> impl Iterator<Item = Reached> {
        let mut queue = BinaryHeap::new();
        let mut is_reached = vec![false; self.nodes.len()];
        if let Some(&index) = self.indices.get(root) {
            queue.push(Reverse((self.reached(index, 0, 0), index)));
        }
        std::iter::from_fn(move || {
            loop {
                let Reverse((reached, index)) = queue.pop()?;
                if std::mem::replace(&mut is_reached[index], true) {
                    continue;
                }
                let edges =
                    if reached.ply < limits.plies { &*self.nodes[index].edges } else { &[] };
                let best = edges.first().map_or(0, |edge| edge.book_move.score);
                for Edge { book_move, target } in edges {
                    let loss = best - book_move.score;
                    if loss <= limits.within && book_move.score.abs() <= limits.bound {
                        let cost = reached.cost + Self::PLY_COST + loss;
                        let next = self.reached(*target, reached.ply + 1, cost);
                        queue.push(Reverse((next, *target)));
                    }
                }
                return Some(reached);
            }
        })
    }

    fn reached(&self, index: usize, ply: usize, cost: Score) -> Reached {
        let Node { key, edges } = &self.nodes[index];
        let is_expanded = !edges.is_empty();
        let has_target = |edge: &Edge| !self.nodes[edge.target].edges.is_empty();
        let is_exhausted = is_expanded && edges.iter().all(has_target);
        Reached { cost, ply, key: key.clone(), is_expanded, is_exhausted }
    }

    /// Returns a state of the game, to examine positions.
    pub fn state(&self) -> Box<dyn GameState> {
        self.state.clone()
    }

    /// Returns the moves of a position, best first.
    pub fn moves(&self, key: &str) -> Vec<BookMove> {
        let edges = self.indices.get(key).map_or(&[][..], |&index| &self.nodes[index].edges);
        edges.iter().map(|edge| edge.book_move).collect()
    }

    /// Returns the book.
    pub fn book(&self) -> OpeningBook {
        let mut book = OpeningBook::default();
        for node in &self.nodes {
            book.set_moves(&node.key, self.moves(&node.key));
        }
        book
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the moves of a position after the book of this text is backed up, with their
    /// scores.
    fn backed_up(variant: Variant, text: &str, position: &str) -> Vec<(String, Score)> {
        let book = OpeningBook::read(text, variant.info().name).expect("a book");
        let mut graph = BookGraph::new(variant, &book).expect("a book of the game");
        graph.back_up();
        let moves = graph.moves(position);
        moves.iter().map(|book_move| (book_move.mv.to_string(), book_move.score)).collect()
    }

    #[test]
    fn a_move_has_the_score_of_the_best_reply() {
        let text = "sfen rbsgk/4p/5/P4/KGSBR b - 1\n3e2d none 40 9 1\n4e4d none 30 9 1\n\
                    sfen rbsgk/4p/5/P2S1/KG1BR w - 2\n2a3b none -50 9 1\n3a2b none -10 9 1\n";
        let found = backed_up(Variant::Minishogi, text, "rbsgk/4p/5/P4/KGSBR b -");
        assert_eq!(found, [("4e4d".to_owned(), 30), ("3e2d".to_owned(), 10)]);
    }

    /// Four moves of the Generals lead back to the start position. Black loses a repetition in
    /// minishogi, and it is a draw in shogi.
    #[test]
    fn a_cycle_has_the_score_of_a_repetition() {
        let text = "sfen rbsgk/4p/5/P4/KGSBR b - 1\n4e4d none 40 9 1\n\
                    sfen rbsgk/4p/5/PG3/K1SBR w - 2\n2a2b none -40 9 1\n\
                    sfen rbs1k/3gp/5/PG3/K1SBR b - 3\n4d4e none 40 9 1\n\
                    sfen rbs1k/3gp/5/P4/KGSBR w - 4\n2b2a none -40 9 1\n";
        let found = backed_up(Variant::Minishogi, text, "rbsgk/4p/5/P4/KGSBR b -");
        assert_eq!(found, [("4e4d".to_owned(), -BookGraph::LOST)]);
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        let text = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
                    4i4h none 40 9 1\n7g7f none -20 9 1\n\
                    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B3G1R1/LNSGK1SNL w - 2\n\
                    6a6b none -40 9 1\n\
                    sfen lns1kgsnl/1r1g3b1/ppppppppp/9/9/9/PPPPPPPPP/1B3G1R1/LNSGK1SNL b - 3\n\
                    4h4i none 40 9 1\n\
                    sfen lns1kgsnl/1r1g3b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 4\n\
                    6b6a none -40 9 1\n";
        let found = backed_up(Variant::Shogi, text, start);
        assert_eq!(found, [("4i4h".to_owned(), 0), ("7g7f".to_owned(), -20)]);
    }
}
