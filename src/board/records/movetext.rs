//! The moves of a record with comments and variations, read and written.

use std::fmt::Write;

use super::RecordMove;
use super::text::{Token, Tokens, is_number, quote, shown};
use crate::board::limits;
use crate::board::words;
use crate::board::work::CancelFlag;
use crate::engine::line::{Line, Start};
use crate::notation::error::MoveError;

/// Moves on one line of text.
const MOVES_A_LINE: usize = 6;

/// The number of moves that one request may still play. Also ends the work of a request
/// that was cancelled.
pub struct Budget {
    moves: usize,
    cancel: CancelFlag,
}

impl Budget {
    /// Creates the budget of a request.
    pub fn new(cancel: CancelFlag) -> Self {
        Self { moves: limits::RECORD_MOVES, cancel }
    }

    /// True once the request is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_set()
    }

    /// Takes a number of moves.
    ///
    /// # Errors
    /// A sentence, when they are used up or the request is cancelled.
    pub fn take(&mut self, moves: usize) -> Result<(), String> {
        if self.is_cancelled() {
            return Err("the request was closed".to_owned());
        }
        let rest = self.moves.checked_sub(moves);
        let rest =
            rest.ok_or_else(|| format!("there are more than {} moves", limits::RECORD_MOVES));
        self.moves = rest?;
        Ok(())
    }
}

/// Reads the moves behind the headers of a record, up to the next header or the end.
pub struct MoveReader<'a, 'b> {
    /// Where they stand.
    pub tokens: &'b mut Tokens<'a>,
    /// A line of the game.
    pub line: Box<dyn Line>,
    /// Where the game started, as SFEN.
    pub start: String,
    /// How many moves may be read.
    pub budget: &'b mut Budget,
}

/// Moves, and what is said before the first of them.
#[derive(Default)]
pub struct Sequence {
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<RecordMove>,
}

impl MoveReader<'_, '_> {
    /// Reads the moves that come after those of a prefix.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn sequence(&mut self, prefix: &[String], depth: usize) -> Result<Sequence, String> {
        if depth > limits::NESTING {
            return Err(format!(
                "variations lie more than {} deep in one another",
                limits::NESTING
            ));
        }
        self.set(prefix)?;
        let mut path = prefix.to_vec();
        let mut read = Sequence::default();
        while depth > 0 || !self.tokens.at_header() {
            let Some(token) = self.tokens.read()? else {
                return if depth == 0 { Ok(read) } else { Err("a variation has no `)`".into()) };
            };
            match token {
                Token::Header(..) => return Err("a header stands in a variation".into()),
                Token::Comment(text) => {
                    let latest = read.moves.last_mut().map(|latest| &mut latest.comment);
                    add_comment(latest.unwrap_or(&mut read.comment), &text);
                }
                Token::Open => {
                    let Some(latest) = read.moves.last_mut() else {
                        return Err("a variation stands before the first move".into());
                    };
                    let other = self.sequence(&path[..path.len() - 1], depth + 1)?;
                    latest.variations.push(with_comment_before(other));
                    self.set(&path)?;
                }
                Token::Close if depth > 0 => return Ok(read),
                Token::Close => return Err("a `)` ends no variation".into()),
                Token::Word(word) if is_number(&word) => {}
                Token::Word(word) => {
                    let played = self.play(&word, path.len() + 1)?;
                    path.push(played.usi.clone());
                    read.moves.push(played);
                }
            }
        }
        Ok(read)
    }

    fn set(&mut self, moves: &[String]) -> Result<(), String> {
        self.budget.take(moves.len())?;
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.line.set(Start::Sfen(&self.start), &words).map_err(|error| error.to_string())
    }

    fn play(&mut self, word: &str, number: usize) -> Result<RecordMove, String> {
        self.budget.take(1)?;
        // A number may stick to its move.
        let digits = word.find('.').map_or("", |end| &word[..=end]);
        let word = if is_number(digits) { &word[digits.len()..] } else { word };
        let found = words::find(&*self.line, word);
        let found = found.map_err(|error| format!("move {number}: {}", sentence(&error)))?;
        self.line.push(&found.usi).map_err(|error| error.to_string())?;
        Ok(RecordMove {
            usi: found.usi,
            record: found.record,
            comment: None,
            variations: Vec::new(),
        })
    }
}

/// What is wrong with a move, with no more of it than a sentence has room for.
fn sentence(error: &MoveError) -> String {
    let short = |word: &str| shown(word);
    match error {
        MoveError::Syntax(word) => MoveError::Syntax(short(word)),
        MoveError::Illegal(word) => MoveError::Illegal(short(word)),
        MoveError::Ambiguous(word) => MoveError::Ambiguous(short(word)),
    }
    .to_string()
}

fn add_comment(comment: &mut Option<String>, text: &str) {
    match comment {
        _ if text.is_empty() => {}
        Some(comment) => {
            comment.push('\n');
            comment.push_str(text);
        }
        None => *comment = Some(text.to_owned()),
    }
}

/// What is said before the first move of a variation belongs to that move.
fn with_comment_before(Sequence { comment, mut moves }: Sequence) -> Vec<RecordMove> {
    if let (Some(mut before), Some(first)) = (comment, moves.first_mut()) {
        if let Some(after) = first.comment.take() {
            before = format!("{before}\n{after}");
        }
        first.comment = Some(before);
    }
    moves
}

/// Writes moves.
pub struct MoveWriter<'a> {
    /// A line of the game.
    pub line: Box<dyn Line>,
    /// Where the game started.
    pub start: Start<'a>,
    /// How many moves may be written.
    pub budget: Budget,
    /// What has been written.
    pub text: String,
}

impl MoveWriter<'_> {
    /// Writes the moves that come after those of a prefix.
    ///
    /// # Errors
    /// A sentence, when one of them is not legal, or there are too many.
    pub fn sequence(
        &mut self,
        prefix: &[&str],
        moves: &[RecordMove],
        depth: usize,
    ) -> Result<(), String> {
        if depth > limits::NESTING {
            return Err(format!(
                "variations lie more than {} deep in one another",
                limits::NESTING
            ));
        }
        let mut path = prefix.to_vec();
        let mut column = 0;
        self.set(&path)?;
        for played in moves {
            self.budget.take(1)?;
            let number = path.len() + 1;
            let found = self.line.describe(&played.usi);
            let found = found.map_err(|error| format!("move {number}: {}", sentence(&error)))?;
            self.separate(depth, column);
            let width = if depth == 0 { 4 } else { 0 };
            // Writing to a string does not fail.
            let _ = write!(self.text, "{number:>width$}. {}", found.record);
            column = if column + 1 == MOVES_A_LINE { 0 } else { column + 1 };
            if let Some(comment) =
                played.comment.as_deref().map(str::trim).filter(|c| !c.is_empty())
            {
                let _ = write!(self.text, " {{{}}}", quote(comment, '}'));
            }
            for variation in played.variations.iter().filter(|moves| !moves.is_empty()) {
                self.text.push_str(" (");
                self.sequence(&path, variation, depth + 1)?;
                self.text.push(')');
            }
            if !played.variations.is_empty() {
                self.set(&path)?;
            }
            self.line.push(&found.usi).map_err(|error| error.to_string())?;
            path.push(&played.usi);
        }
        Ok(())
    }

    fn separate(&mut self, depth: usize, column: usize) {
        match (self.text.chars().last(), depth, column) {
            (None | Some('('), ..) => {}
            (_, 0, 0) => self.text.push('\n'),
            _ => self.text.push_str("  "),
        }
    }

    fn set(&mut self, moves: &[&str]) -> Result<(), String> {
        self.budget.take(moves.len())?;
        self.line.set(self.start, moves).map_err(|error| error.to_string())
    }
}
