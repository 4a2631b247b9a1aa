//! Where lines come from: a terminal with an editor, or a pipe.

use std::io::{self, BufRead};

use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::command::COMMANDS;

/// What is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line.
    Line(String),
    /// Ctrl-C in place of a line.
    Interrupted,
    /// There will be no more.
    End,
}

/// Where lines come from.
pub trait Console {
    /// Reads a line; `words` can be typed here beside the commands.
    ///
    /// # Errors
    /// When nothing can be read.
    fn read(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Input>;

    /// True when a person sits there.
    fn is_terminal(&self) -> bool;
}

/// Lines without an editor: from a pipe or a file.
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

/// A terminal, with an editor that completes words and remembers lines.
pub struct Terminal(Editor<MoveCompleter, DefaultHistory>);

impl Terminal {
    /// The terminal that the program was started on.
    ///
    /// # Errors
    /// When it cannot be used as one.
    pub fn open() -> io::Result<Self> {
        let config =
            Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(into_io)?;
        let files = FilenameCompleter::new();
        editor.set_helper(Some(MoveCompleter { words: Vec::new(), files }));
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

/// What can be completed.
struct MoveCompleter {
    /// The moves that can be typed now.
    words: Vec<String>,
    files: FilenameCompleter,
}

impl MoveCompleter {
    /// What may stand at the cursor of a line whose part before it is `front`.
    fn fitting(&self, front: &str) -> (usize, Vec<String>) {
        let start = front.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let word = &front[start..];
        let is_first = front[..start].trim().is_empty();
        let candidates: Vec<&str> = match front.split_whitespace().next() {
            _ if is_first => {
                let commands = COMMANDS.iter().map(|command| command.word);
                commands.chain(self.words.iter().map(String::as_str)).collect()
            }
            Some("side") => vec!["black", "white", "both", "none"],
            Some("level") => vec!["1", "2", "3", "4", "5", "6", "7", "8"],
            _ => Vec::new(),
        };
        let fits = |candidate: &&str| {
            let front = candidate.get(..word.len());
            front.is_some_and(|front| front.eq_ignore_ascii_case(word))
        };
        (start, candidates.into_iter().filter(fits).map(str::to_owned).collect())
    }
}

impl Completer for MoveCompleter {
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
        Ok(self.fitting(front))
    }
}

impl Helper for MoveCompleter {}
impl Highlighter for MoveCompleter {}
impl Validator for MoveCompleter {}
impl Hinter for MoveCompleter {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_moves_and_what_stands_behind_them_are_completed() {
        let moves = ["9i9e", "9i9f", "P*5e"].map(str::to_owned).to_vec();
        let words = MoveCompleter { words: moves, files: FilenameCompleter::new() };
        assert_eq!(words.fitting("9i"), (0, vec!["9i9e".to_owned(), "9i9f".to_owned()]));
        assert_eq!(words.fitting("un"), (0, vec!["undo".to_owned()]));
        assert_eq!(words.fitting("p*"), (0, vec!["P*5e".to_owned()]));
        assert_eq!(words.fitting("side b"), (5, vec!["black".to_owned(), "both".to_owned()]));
        assert_eq!(words.fitting("level ").1.len(), 8);
        assert!(words.fitting("9i9e 9").1.is_empty());
        assert!(words.fitting("é").1.is_empty());
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
