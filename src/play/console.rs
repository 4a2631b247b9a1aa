//! Line input from a terminal with a line editor, or from a pipe.

use std::io::{self, BufRead};

use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// Result of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// End of the input.
    End,
}

/// A source of input lines.
pub trait Console {
    /// Reads a line. The first word is completed from `words`: the commands and the moves.
    ///
    /// # Errors
    /// Returns the I/O error if the input cannot be read.
    fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Input>;

    /// Returns true if the input is an interactive terminal.
    fn is_terminal(&self) -> bool;
}

/// Input from a pipe or a file, without a line editor.
pub struct PlainInput<R>(pub R);

impl<R: BufRead> Console for PlainInput<R> {
    fn read(&mut self, _: &str, _: Vec<String>) -> io::Result<Input> {
        let mut bytes = Vec::new();
        if self.0.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Input::End);
        }
        Ok(Input::Line(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn is_terminal(&self) -> bool {
        false
    }
}

/// A terminal with completion and line history.
pub struct Terminal(Editor<LineCompleter, DefaultHistory>);

impl Terminal {
    /// Opens the terminal on which the program runs.
    ///
    /// # Errors
    /// Returns the I/O error if the terminal cannot be opened.
    pub fn open() -> io::Result<Self> {
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(into_io)?;
        let files = FilenameCompleter::new();
        editor.set_helper(Some(LineCompleter { words: Vec::new(), files }));
        Ok(Self(editor))
    }
}

impl Console for Terminal {
    fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Input> {
        if let Some(helper) = self.0.helper_mut() {
            helper.words = words;
        }
        match self.0.readline(prompt) {
            Ok(line) => Ok(Input::Line(line)),
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(error) => Err(into_io(error)),
        }
    }

    fn is_terminal(&self) -> bool {
        true
    }
}

fn into_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// A completer for commands, moves and file names.
struct LineCompleter {
    /// Commands and legal moves in the current position.
    words: Vec<String>,
    files: FilenameCompleter,
}

impl LineCompleter {
    /// Returns the start of the word at the cursor and its completions. `front` is the text
    /// before the cursor.
    fn completions(&self, front: &str) -> (usize, Vec<String>) {
        let start = front.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let word = &front[start..];
        let is_first = front[..start].trim().is_empty();
        let candidates: Vec<&str> = match front.split_whitespace().next() {
            _ if is_first => self.words.iter().map(String::as_str).collect(),
            Some("side") => vec!["black", "white", "both", "none"],
            Some("level") => vec!["1", "2", "3", "4", "5", "6", "7", "8"],
            _ => Vec::new(),
        };
        let matches = |candidate: &&str| {
            let front = candidate.get(..word.len());
            front.is_some_and(|front| front.eq_ignore_ascii_case(word))
        };
        (start, candidates.into_iter().filter(matches).map(str::to_owned).collect())
    }
}

impl Completer for LineCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let front = &line[..at];
        if matches!(front.split_once(' '), Some(("save" | "load", _))) {
            let (start, files) = self.files.complete_path(line, at)?;
            return Ok((start, files.into_iter().map(|file| file.replacement).collect()));
        }
        Ok(self.completions(front))
    }
}

impl Helper for LineCompleter {}
impl Highlighter for LineCompleter {}
impl Validator for LineCompleter {}
impl Hinter for LineCompleter {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_moves_and_arguments_are_completed() {
        let words = ["undo", "9i9e", "9i9f", "P*5e"].map(str::to_owned).to_vec();
        let completer = LineCompleter { words, files: FilenameCompleter::new() };
        assert_eq!(completer.completions("9i"), (0, vec!["9i9e".to_owned(), "9i9f".to_owned()]));
        assert_eq!(completer.completions("un"), (0, vec!["undo".to_owned()]));
        assert_eq!(completer.completions("p*"), (0, vec!["P*5e".to_owned()]));
        assert_eq!(
            completer.completions("side b"),
            (5, vec!["black".to_owned(), "both".to_owned()])
        );
        assert_eq!(completer.completions("level ").1.len(), 8);
        assert!(completer.completions("9i9e 9").1.is_empty());
        assert!(completer.completions("é").1.is_empty());
    }

    #[test]
    fn a_pipe_is_read_line_by_line() {
        let mut lines = PlainInput(&b"undo\n\xff\nlast"[..]);
        let mut read = || lines.read("", Vec::new()).expect("a line");
        assert_eq!(read(), Input::Line("undo\n".to_owned()));
        assert_eq!(read(), Input::Line("\u{fffd}\n".to_owned()));
        assert_eq!(read(), Input::Line("last".to_owned()));
        assert_eq!(read(), Input::End);
    }
}
