//! The lines to be answered, from files or standard input.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use anyhow::Context;

use crate::core::regular_file;
use crate::protocol::input::{InputLine, LineReader, MAX_LINE};
use crate::tools::source::{self, is_stdin};

/// A line of input, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedLine {
    /// The file's name, where there are several files.
    pub file: Option<Arc<str>>,
    /// The line's number in its file, from 1.
    pub number: u64,
    /// The text, or why there is none.
    pub text: Result<String, String>,
}

/// The lines of all inputs, one file after the other, each read only when it is
/// asked for.
pub struct NumberedLines {
    files: vec::IntoIter<PathBuf>,
    named: bool,
    current: Option<OpenFile>,
}

struct OpenFile {
    name: Option<Arc<str>>,
    reader: LineReader<Box<dyn BufRead + Send>>,
    number: u64,
}

impl NumberedLines {
    /// The lines of these files, `-` being standard input; standard input alone
    /// when there are none.
    ///
    /// # Errors
    /// When one of the files cannot be opened.
    pub fn new(mut files: Vec<PathBuf>) -> anyhow::Result<Self> {
        if files.is_empty() {
            files.push(PathBuf::from("-"));
        }
        for file in files.iter().filter(|file| !is_stdin(file)) {
            regular_file::expect(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
        }
        Ok(Self { named: files.len() > 1, files: files.into_iter(), current: None })
    }

    fn open(&self, path: &Path) -> OpenFile {
        let name = self.named.then(|| path.to_string_lossy().into());
        let reader = source::open(path)
            .unwrap_or_else(|error| Box::new(BufReader::new(Unreadable(Some(error)))));
        OpenFile { name, reader: LineReader::new(reader, MAX_LINE), number: 0 }
    }
}

impl Iterator for NumberedLines {
    type Item = NumberedLine;

    fn next(&mut self) -> Option<NumberedLine> {
        loop {
            if let Some(line) = self.current.as_mut().and_then(OpenFile::next_line) {
                return Some(line);
            }
            let path = self.files.next()?;
            self.current = Some(self.open(&path));
        }
    }
}

impl OpenFile {
    fn next_line(&mut self) -> Option<NumberedLine> {
        self.number += 1;
        let text = match read_line(&mut self.reader) {
            Ok(None) => return None,
            Ok(Some(text)) => text,
            Err(error) => {
                self.reader = LineReader::new(Box::new(io::empty()), MAX_LINE);
                Err(error.to_string())
            }
        };
        Some(NumberedLine { file: self.name.clone(), number: self.number, text })
    }
}

/// The next line, or why it is none; `None` at the end.
fn read_line(reader: &mut LineReader<impl BufRead>) -> io::Result<Option<Result<String, String>>> {
    let line = match reader.read()? {
        None => return Ok(None),
        Some(InputLine::TooLong) => Err(format!("the line is longer than {MAX_LINE} bytes")),
        Some(InputLine::Whole(line) | InputLine::Unended(line)) => {
            str::from_utf8(line).map(str::to_owned).map_err(|_| "the line is not UTF-8".to_owned())
        }
    };
    Ok(Some(line))
}

/// A file that could not be opened after all: its one line is the error.
struct Unreadable(Option<io::Error>);

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The number of lines with content in these files, if all are regular files.
pub fn count_lines(files: &[PathBuf]) -> Option<u64> {
    let count = |path: &PathBuf| {
        let file = regular_file::open(path).ok()?;
        let mut reader = LineReader::new(BufReader::new(file), MAX_LINE);
        let mut lines = 0;
        while let Ok(Some(line)) = read_line(&mut reader) {
            let is_empty = |line: &String| line.trim().is_empty() || line.starts_with('#');
            lines += u64::from(!line.as_ref().is_ok_and(is_empty));
        }
        Some(lines)
    };
    if files.is_empty() { None } else { files.iter().map(count).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<String, String>> {
        let mut reader = LineReader::new(bytes, MAX_LINE);
        std::iter::from_fn(|| read_line(&mut reader).expect("memory can be read")).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(lines(b"a\n\nb"), [Ok("a".into()), Ok("".into()), Ok("b".into())]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_an_error_and_the_rest_goes_on() {
        let mut text = vec![b'x'; 3 * MAX_LINE];
        text.extend(b"\n\xff\xfe\nstartpos\n");
        let read = lines(&text);
        assert_eq!(read.len(), 3);
        assert!(read[0].as_ref().is_err_and(|error| error.contains("longer")));
        assert!(read[1].as_ref().is_err_and(|error| error.contains("UTF-8")));
        assert_eq!(read[2].as_deref(), Ok("startpos"));
    }
}
