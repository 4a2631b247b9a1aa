//! Input lines and records, from files or standard input.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use anyhow::Context;

use kawari_engine::core::regular_file;
use kawari_records::records::lines::{InputText, RecordLines};
use kawari_records::source::{self, is_stdin};

/// An input line or record with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedLine {
    /// File name, if there are several files.
    pub file: Option<Arc<str>>,
    /// Text and number of its first line.
    pub text: InputText,
}

/// An iterator over the lines of all input files. A file is opened when its first line is
/// requested.
pub struct NumberedLines {
    files: vec::IntoIter<PathBuf>,
    named: bool,
    current: Option<OpenFile>,
}

struct OpenFile {
    name: Option<Arc<str>>,
    lines: RecordLines,
}

impl NumberedLines {
    /// Creates an iterator over the lines of `files`. The name `-`, or an empty list, means
    /// standard input.
    ///
    /// # Errors
    /// Returns an error if one of the files cannot be opened.
    pub fn new(mut files: Vec<PathBuf>) -> anyhow::Result<Self> {
        if files.is_empty() {
            files.push(PathBuf::from("-"));
        }
        for file in files.iter().filter(|file| !is_stdin(file)) {
            regular_file::check(file).with_context(|| format!("cannot read {}", file.display()))?;
        }
        Ok(Self { named: files.len() > 1, files: files.into_iter(), current: None })
    }

    fn open(&self, path: &Path) -> OpenFile {
        let name = self.named.then(|| path.to_string_lossy().into());
        let reader = source::open(path)
            .unwrap_or_else(|error| Box::new(BufReader::new(Unreadable(Some(error)))));
        OpenFile { name, lines: RecordLines::new(reader) }
    }
}

impl Iterator for NumberedLines {
    type Item = NumberedLine;

    fn next(&mut self) -> Option<NumberedLine> {
        loop {
            if let Some(file) = &mut self.current
                && let Some(text) = file.lines.next()
            {
                return Some(NumberedLine { file: file.name.clone(), text });
            }
            let path = self.files.next()?;
            self.current = Some(self.open(&path));
        }
    }
}

/// Stands for a file that was removed after the check. Its first read returns the error.
struct Unreadable(Option<io::Error>);

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Returns the number of records and other non-empty lines, or `None` if a file is not a
/// regular file or the list is empty.
pub fn count_lines(files: &[PathBuf]) -> Option<u64> {
    let count = |path: &PathBuf| {
        let file = regular_file::open(path).ok()?;
        let is_empty = |line: &String| line.trim().is_empty() || line.starts_with('#');
        let lines = RecordLines::new(Box::new(BufReader::new(file)));
        Some(lines.filter(|line| !line.text.as_ref().is_ok_and(is_empty)).count() as u64)
    };
    if files.is_empty() { None } else { files.iter().map(count).sum() }
}
