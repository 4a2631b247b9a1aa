//! The moves of a record with comments and variations.

use super::text::{Token, Tokens, is_number, shown};
use super::{NESTING, RECORD_MOVES, RecordMove};
use crate::move_text;
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::notation::error::MoveError;

/// Limit on the moves played to read or write records; it also stops cancelled work.
pub struct MoveBudget {
    moves: usize,
    is_cancelled: Box<dyn Fn() -> bool>,
}

impl MoveBudget {
    /// Creates a budget of [`RECORD_MOVES`] moves. `is_cancelled` returns true once the work
    /// is cancelled.
    pub fn new(is_cancelled: impl Fn() -> bool + 'static) -> Self {
        Self { moves: RECORD_MOVES, is_cancelled: Box::new(is_cancelled) }
    }

    /// Returns true once the work is cancelled.
    pub fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }

    /// Subtracts a number of moves.
    ///
    /// # Errors
    /// Returns a message if the budget is exhausted or the work is cancelled.
    pub fn take(&mut self, moves: usize) -> Result<(), String> {
        if self.is_cancelled() {
            return Err("the request was closed".to_owned());
        }
        let rest = self.moves.checked_sub(moves);
        self.moves = rest.ok_or_else(|| format!("more than {RECORD_MOVES} moves"))?;
        Ok(())
    }
}

/// Parser of the moves after the headers of a record.
pub struct MoveReader<'a, 'b> {
    /// Tokens of the record.
    pub tokens: &'b mut Tokens<'a>,
    /// Game state, used to check the moves.
    pub game_state: Box<dyn GameState>,
    /// SFEN of the start position.
    pub start: String,
    /// Limit on the number of moves.
    pub budget: &'b mut MoveBudget,
}

/// Moves and the comment before the first one.
#[derive(Default)]
pub struct Sequence {
    /// Comment before the first move.
    pub comment: Option<String>,
    /// Moves.
    pub moves: Vec<RecordMove>,
}

impl MoveReader<'_, '_> {
    /// Reads the moves after a prefix, up to the end of the variation, the next header or the
    /// end of the text.
    ///
    /// # Errors
    /// Returns a message for the user.
    pub fn sequence(&mut self, prefix: &[String], depth: usize) -> Result<Sequence, String> {
        if depth > NESTING {
            return Err(format!("variations are nested more than {NESTING} deep"));
        }
        self.set(prefix)?;
        let mut path = prefix.to_vec();
        let mut read = Sequence::default();
        while depth > 0 || !self.tokens.at_header() {
            let Some(token) = self.tokens.read()? else {
                return if depth == 0 {
                    Ok(read)
                } else {
                    Err("a variation has no closing `)`".into())
                };
            };
            match token {
                Token::Header(..) => return Err("unexpected header in a variation".into()),
                Token::Comment(text) => {
                    let latest = read.moves.last_mut().map(|latest| &mut latest.comment);
                    add_comment(latest.unwrap_or(&mut read.comment), &text);
                }
                Token::Open => {
                    let Some(latest) = read.moves.last_mut() else {
                        return Err("variation before the first move".into());
                    };
                    let other = self.sequence(&path[..path.len() - 1], depth + 1)?;
                    latest.variations.push(with_comment_before(other));
                    self.set(&path)?;
                }
                Token::Close if depth > 0 => return Ok(read),
                Token::Close => return Err("unexpected `)`".into()),
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
        self.game_state
            .set(StartPosition::Sfen(&self.start), &words)
            .map_err(|error| error.to_string())
    }

    fn play(&mut self, word: &str, number: usize) -> Result<RecordMove, String> {
        self.budget.take(1)?;
        // A move number may be joined to its move, as in `1.P-4f`.
        let digits = word.find('.').map_or("", |end| &word[..=end]);
        let word = if is_number(digits) { &word[digits.len()..] } else { word };
        let found = move_text::find(&*self.game_state, word);
        let found = found.map_err(|error| format!("move {number}: {}", error_text(&error)))?;
        self.game_state.push(&found.usi).map_err(|error| error.to_string())?;
        Ok(RecordMove {
            usi: found.usi,
            record: found.record,
            comment: None,
            variations: Vec::new(),
        })
    }
}

/// Formats a move error, with a long move shortened.
pub fn error_text(error: &MoveError) -> String {
    let short = |word: &str| shown(word);
    match error {
        MoveError::Syntax(word) => MoveError::Syntax(short(word)),
        MoveError::Illegal { word, reason } => {
            MoveError::Illegal { word: short(word), reason: *reason }
        }
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

/// Joins the comment before a variation to the comment of its first move.
fn with_comment_before(Sequence { comment, mut moves }: Sequence) -> Vec<RecordMove> {
    if let (Some(mut before), Some(first)) = (comment, moves.first_mut()) {
        if let Some(after) = first.comment.take() {
            before = format!("{before}\n{after}");
        }
        first.comment = Some(before);
    }
    moves
}
