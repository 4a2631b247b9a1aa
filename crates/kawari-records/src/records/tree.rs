//! Building the moves of a record from lines that branch off earlier lines.

use super::movetext::{MoveBudget, error_text};
use super::{NESTING, RecordMove};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::move_details::LegalMove;

/// The moves of a record in the order in which a file lists them: the main line, then variations
/// that branch off the line before them.
pub struct MoveTree<'a> {
    game_state: Box<dyn GameState>,
    budget: &'a mut MoveBudget,
    nodes: Vec<TreeNode>,
    /// Nodes of the current line.
    path: Vec<usize>,
    /// Children of the start position.
    roots: Vec<usize>,
    /// Comment before the first move.
    comment: String,
}

struct TreeNode {
    usi: String,
    record: String,
    comment: String,
    children: Vec<usize>,
}

impl<'a> MoveTree<'a> {
    /// Creates a tree without moves. `game_state` is at the start position.
    pub fn new(game_state: Box<dyn GameState>, budget: &'a mut MoveBudget) -> Self {
        Self {
            game_state,
            budget,
            nodes: Vec::new(),
            path: Vec::new(),
            roots: Vec::new(),
            comment: String::new(),
        }
    }

    /// Returns the position after the current line.
    pub fn game_state(&self) -> &dyn GameState {
        &*self.game_state
    }

    /// Adds a move to the current line. `find` returns the move in the current position.
    ///
    /// # Errors
    /// Returns a message for the user if the move is illegal or there are too many moves.
    pub fn play(
        &mut self,
        find: impl FnOnce(&dyn GameState) -> Result<LegalMove, MoveError>,
    ) -> Result<(), String> {
        self.budget.take(1)?;
        let number = self.path.len() + 1;
        let found = find(&*self.game_state)
            .map_err(|error| format!("move {number}: {}", error_text(&error)))?;
        self.game_state.push(&found.usi).map_err(|error| error.to_string())?;
        let siblings = self.path.last().map_or(&self.roots, |&at| &self.nodes[at].children);
        let known = siblings.iter().copied().find(|&node| self.nodes[node].usi == found.usi);
        let node = known.unwrap_or_else(|| self.add(found));
        self.path.push(node);
        Ok(())
    }

    fn add(&mut self, found: LegalMove) -> usize {
        let node = self.nodes.len();
        self.nodes.push(TreeNode {
            usi: found.usi,
            record: found.record,
            comment: String::new(),
            children: Vec::new(),
        });
        match self.path.last() {
            Some(&parent) => self.nodes[parent].children.push(node),
            None => self.roots.push(node),
        }
        node
    }

    /// Begins a variation: an alternative to the move `number` of the current line, from 1.
    ///
    /// # Errors
    /// Returns a message for the user if the current line has no such move.
    pub fn branch(&mut self, number: usize) -> Result<(), String> {
        if number == 0 || number > self.path.len() {
            return Err(format!("the line before the variation has no move {number}"));
        }
        while self.path.len() >= number {
            self.path.pop();
            self.game_state.pop();
        }
        Ok(())
    }

    /// Adds a line to the comment after the last move, or before the first one.
    pub fn comment(&mut self, line: &str) {
        let comment = match self.path.last() {
            Some(&last) => &mut self.nodes[last].comment,
            None => &mut self.comment,
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(line);
    }

    /// Returns the moves, the comment before the first move, and the position after the main
    /// line.
    ///
    /// # Errors
    /// Returns a message for the user if variations are nested more than [`NESTING`] deep.
    pub fn finish(mut self) -> Result<FinishedTree, String> {
        let moves = self.line(&self.roots, 0)?;
        while self.game_state.pop().is_some() {}
        for played in &moves {
            self.game_state.push(&played.usi).map_err(|error| error.to_string())?;
        }
        let comment = Some(self.comment).filter(|comment| !comment.is_empty());
        Ok(FinishedTree { comment, moves, game_state: self.game_state })
    }

    /// Returns the line through the first children, with the others as variations.
    fn line<'b>(
        &'b self,
        mut children: &'b [usize],
        depth: usize,
    ) -> Result<Vec<RecordMove>, String> {
        if depth > NESTING {
            return Err(format!("variations are nested more than {NESTING} deep"));
        }
        let mut moves = Vec::new();
        while let Some((&first, others)) = children.split_first() {
            let mut played = self.record_move(first);
            for &other in others {
                let mut variation = vec![self.record_move(other)];
                variation.extend(self.line(&self.nodes[other].children, depth + 1)?);
                played.variations.push(variation);
            }
            moves.push(played);
            children = &self.nodes[first].children;
        }
        Ok(moves)
    }

    fn record_move(&self, node: usize) -> RecordMove {
        let TreeNode { usi, record, comment, .. } = &self.nodes[node];
        RecordMove {
            usi: usi.clone(),
            record: record.clone(),
            comment: Some(comment.clone()).filter(|comment| !comment.is_empty()),
            variations: Vec::new(),
        }
    }
}

/// The moves of a complete [`MoveTree`].
pub struct FinishedTree {
    /// Comment before the first move.
    pub comment: Option<String>,
    /// Moves of the main line, with variations.
    pub moves: Vec<RecordMove>,
    /// Position after the main line.
    pub game_state: Box<dyn GameState>,
}
