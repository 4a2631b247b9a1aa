//! The lines to be analysed, from files or standard input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use anyhow::Context;

/// The longest line that is read, in bytes: a game of some hundred thousand
/// moves. A longer one is not kept in memory.
const LONGEST_LINE: u64 = 1 << 20;

/// A line of input, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputLine {
    /// The file's name, where there are several files.
    pub file: Option<Arc<str>>,
    /// The line's number in its file, from 1.
    pub number: u64,
    /// The text, or why there is none.
    pub text: Result<String, String>,
}

/// The lines of all inputs, one file after the other, each read only when it is
/// asked for.
pub struct InputLines {
    files: vec::IntoIter<PathBuf>,
    named: bool,
    current: Option<Source>,
}

struct Source {
    name: Option<Arc<str>>,
    reader: Box<dyn BufRead + Send>,
    number: u64,
}

impl InputLines {
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
            // Metadata will do: to open a named pipe twice is to lose its input.
            fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?;
        }
        Ok(Self { named: files.len() > 1, files: files.into_iter(), current: None })
    }

    fn open(&self, path: &Path) -> Source {
        let name = self.named.then(|| path.to_string_lossy().into());
        let reader: Box<dyn BufRead + Send> = if is_stdin(path) {
            Box::new(BufReader::new(io::stdin()))
        } else {
            match File::open(path) {
                Ok(file) => Box::new(BufReader::new(file)),
                Err(error) => Box::new(BufReader::new(Unreadable(Some(error)))),
            }
        };
        Source { name, reader, number: 0 }
    }
}

impl Iterator for InputLines {
    type Item = InputLine;

    fn next(&mut self) -> Option<InputLine> {
        loop {
            if let Some(line) = self.current.as_mut().and_then(Source::next_line) {
                return Some(line);
            }
            let path = self.files.next()?;
            self.current = Some(self.open(&path));
        }
    }
}

impl Source {
    fn next_line(&mut self) -> Option<InputLine> {
        self.number += 1;
        let text = match read_line(&mut self.reader) {
            Ok(None) => return None,
            Ok(Some(text)) => text,
            Err(error) => {
                self.reader = Box::new(io::empty());
                Err(error.to_string())
            }
        };
        Some(InputLine { file: self.name.clone(), number: self.number, text })
    }
}

/// The next line, or why it is none; `None` at the end.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        skip_line(reader)?;
        return Ok(Some(Err(format!("the line is longer than {LONGEST_LINE} bytes"))));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "the line is not UTF-8".to_owned())))
}

/// Reads to the end of the line and keeps nothing.
fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let read = match reader.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = read.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(read.len(), |end| end + 1);
        reader.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}

/// A file that could not be opened after all: its one line is the error.
struct Unreadable(Option<io::Error>);

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The number of lines in these files, if all are regular files.
pub fn count_lines(files: &[PathBuf]) -> Option<u64> {
    let count = |path: &PathBuf| {
        let regular = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        let mut reader = BufReader::new(File::open(path).ok().filter(|_| regular)?);
        let mut lines = 0;
        while let Ok(Some(_)) = read_line(&mut reader) {
            lines += 1;
        }
        Some(lines)
    };
    if files.is_empty() { None } else { files.iter().map(count).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Result<String, String>> {
        std::iter::from_fn(|| read_line(&mut bytes).expect("memory can be read")).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(lines(b"a\n\nb"), [Ok("a\n".into()), Ok("\n".into()), Ok("b".into())]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_an_error_and_the_rest_goes_on() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE as usize];
        text.extend(b"\n\xff\xfe\nstartpos\n");
        let read = lines(&text);
        assert_eq!(read.len(), 3);
        assert!(read[0].as_ref().is_err_and(|error| error.contains("longer")));
        assert!(read[1].as_ref().is_err_and(|error| error.contains("UTF-8")));
        assert_eq!(read[2].as_deref(), Ok("startpos\n"));
    }
}
