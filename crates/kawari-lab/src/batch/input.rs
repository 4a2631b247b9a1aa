//! The lines to be answered, from files or standard input.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use anyhow::Context;

use kawari_engine::core::regular_file;
use kawari_records::records::lines::{InputText, RecordLines};
use kawari_records::source::{self, is_stdin};

/// A line of input or a record, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedLine {
    /// The file's name, where there are several files.
    pub file: Option<Arc<str>>,
    /// The text, and the number of its first line.
    pub text: InputText,
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
    lines: RecordLines,
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

/// A file that could not be opened after all: its one line is the error.
struct Unreadable(Option<io::Error>);

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The number of records and of other lines with content in these files, if all are regular files.
pub fn count_lines(files: &[PathBuf]) -> Option<u64> {
    let count = |path: &PathBuf| {
        let file = regular_file::open(path).ok()?;
        let is_empty = |line: &String| line.trim().is_empty() || line.starts_with('#');
        let lines = RecordLines::new(Box::new(BufReader::new(file)));
        Some(lines.filter(|line| !line.text.as_ref().is_ok_and(is_empty)).count() as u64)
    };
    if files.is_empty() { None } else { files.iter().map(count).sum() }
}
