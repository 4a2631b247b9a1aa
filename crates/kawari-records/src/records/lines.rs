//! Splits input into lines and game records of any format.

use std::io::{self, BufRead};

use encoding_rs::SHIFT_JIS;
use kawari_protocol::input::{InputLine, LineReader, MAX_LINE};

use super::{csa, kif};

/// A line of input, or all lines of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputText {
    /// Number of the line, or of a record's first line, from 1.
    pub number: u64,
    /// Text, or the reason why it cannot be read.
    pub text: Result<String, String>,
}

/// Iterator over lines and records; each record is one item.
///
/// A record begins with a header such as `[Variant "yari"]`. It ends after its moves, at an
/// empty line or before the next header. Comments may hold empty lines and brackets.
///
/// A KIF or CSA file is one record, or several: the next one begins at a header after the moves,
/// in CSA files also after a line `/`.
pub struct RecordLines {
    reader: LineReader<Box<dyn BufRead + Send>>,
    number: u64,
    /// First line of the next record, if no empty line ended the previous one.
    next: Option<InputText>,
}

impl RecordLines {
    /// Creates an iterator over an input.
    pub fn new(input: Box<dyn BufRead + Send>) -> Self {
        Self { reader: LineReader::new(input, MAX_LINE), number: 0, next: None }
    }

    fn next_line(&mut self) -> Option<InputText> {
        if let Some(line) = self.next.take() {
            return Some(line);
        }
        self.number += 1;
        let text = match read_line(&mut self.reader) {
            Ok(None) => return None,
            Ok(Some(text)) => text,
            Err(error) => {
                self.reader = LineReader::new(Box::new(io::empty()), MAX_LINE);
                Err(error.to_string())
            }
        };
        Some(InputText { number: self.number, text })
    }

    /// Reads the lines after the first one of a record. Keeps at most [`MAX_LINE`] bytes.
    fn rest_of_record(&mut self, first: String, format: RecordFormat) -> Result<String, String> {
        let mut scan = RecordScan::new(format);
        scan.add(&first);
        let mut record = Ok(first);
        while let Some(line) = self.next_line() {
            match line.text {
                Ok(text) => match scan.add(&text) {
                    ScanPosition::Inside => append(&mut record, &text),
                    ScanPosition::End => break,
                    ScanPosition::Next => {
                        self.next = Some(InputText { number: line.number, text: Ok(text) });
                        break;
                    }
                },
                Err(error) if record.is_ok() => {
                    record = Err(format!("line {} of the input: {error}", line.number));
                }
                Err(_) => {}
            }
        }
        record
    }
}

impl Iterator for RecordLines {
    type Item = InputText;

    fn next(&mut self) -> Option<InputText> {
        let InputText { number, text } = self.next_line()?;
        let text = match text {
            Ok(first) => match RecordFormat::of_first_line(&first) {
                Some(format) => self.rest_of_record(first, format),
                None => Ok(first),
            },
            Err(error) => Err(error),
        };
        Some(InputText { number, text })
    }
}

/// Format of a game record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// Headers in brackets and moves in written notation.
    Kawari,
    /// A [KIF](kif) file.
    Kif,
    /// A [CSA](csa) file.
    Csa,
}

impl RecordFormat {
    /// Returns the format of a record with this first line, or `None` if no record begins so.
    pub fn of_first_line(line: &str) -> Option<Self> {
        let line = line.trim_start().trim_start_matches('\u{feff}').trim_start();
        let line = line.lines().next().unwrap_or_default();
        match line {
            _ if line.starts_with('[') => Some(Self::Kawari),
            _ if kif::is_header(line) => Some(Self::Kif),
            _ if csa::is_header(line) => Some(Self::Csa),
            _ => None,
        }
    }
}

/// Returns the length of the record at the beginning of a text.
pub fn record_length(text: &str, format: RecordFormat) -> usize {
    let mut scan = RecordScan::new(format);
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        match scan.add(line.trim_end_matches(['\n', '\r'])) {
            ScanPosition::Inside => length += line.len(),
            ScanPosition::End => return length + line.len(),
            ScanPosition::Next => return length,
        }
    }
    length
}

fn append(record: &mut Result<String, String>, line: &str) {
    if let Ok(text) = record {
        if text.len() + 1 + line.len() > MAX_LINE {
            *record = Err(format!("the record is longer than {MAX_LINE} bytes"));
        } else {
            text.push('\n');
            text.push_str(line);
        }
    }
}

/// Position of a line relative to a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScanPosition {
    /// Line of the record.
    Inside,
    /// Empty line after the record.
    End,
    /// First header of the next record.
    Next,
}

/// Scanner state after the lines of a record read so far.
struct RecordScan {
    format: RecordFormat,
    /// True after the first empty line, comment or move.
    is_past_headers: bool,
    has_moves: bool,
    is_in_comment: bool,
}

impl RecordScan {
    fn new(format: RecordFormat) -> Self {
        Self { format, is_past_headers: false, has_moves: false, is_in_comment: false }
    }

    fn add(&mut self, line: &str) -> ScanPosition {
        match self.format {
            RecordFormat::Kawari => self.add_kawari(line),
            RecordFormat::Kif => {
                let is_next = line.starts_with(['[', '#']) || kif::is_header(line);
                self.add_after_moves(kif::is_move_line(line), is_next, false)
            }
            RecordFormat::Csa => {
                let is_next = ["V2", "V3", "N+", "PI"].iter().any(|start| line.starts_with(start));
                self.add_after_moves(csa::is_move_line(line), is_next, line.trim_end() == "/")
            }
        }
    }

    /// Adds a line of a format whose records end at the first header after the moves.
    fn add_after_moves(&mut self, is_move: bool, is_next: bool, is_end: bool) -> ScanPosition {
        self.has_moves |= is_move;
        match (self.has_moves, is_next, is_end) {
            (_, _, true) => ScanPosition::End,
            (true, true, _) => ScanPosition::Next,
            _ => ScanPosition::Inside,
        }
    }

    fn add_kawari(&mut self, line: &str) -> ScanPosition {
        if !self.is_in_comment {
            if line.trim_start().starts_with('[') {
                return if self.is_past_headers {
                    ScanPosition::Next
                } else {
                    ScanPosition::Inside
                };
            }
            if line.trim().is_empty() && self.has_moves {
                return ScanPosition::End;
            }
        }
        self.is_past_headers = true;
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match letter {
                // An escaped character does not end the comment.
                '\\' if self.is_in_comment => drop(letters.next()),
                '}' if self.is_in_comment => self.is_in_comment = false,
                _ if self.is_in_comment => {}
                '{' => self.is_in_comment = true,
                _ => self.has_moves |= !letter.is_whitespace(),
            }
        }
        ScanPosition::Inside
    }
}

/// Decodes a line of UTF-8 or Shift_JIS. KIF files are often in Shift_JIS.
fn decode(line: &[u8]) -> Option<String> {
    match str::from_utf8(line) {
        Ok(text) => Some(text.to_owned()),
        Err(_) => SHIFT_JIS
            .decode_without_bom_handling_and_without_replacement(line)
            .map(|text| text.into_owned()),
    }
}

/// Returns the next line, or the reason why it cannot be read; `None` at the end.
fn read_line(reader: &mut LineReader<impl BufRead>) -> io::Result<Option<Result<String, String>>> {
    let line = match reader.read()? {
        None => return Ok(None),
        Some(InputLine::TooLong) => Err(format!("the line is longer than {MAX_LINE} bytes")),
        Some(InputLine::Whole(line) | InputLine::Unended(line)) => {
            decode(line).ok_or_else(|| "the line is neither UTF-8 nor Shift_JIS".to_owned())
        }
    };
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: impl Into<Vec<u8>>) -> Vec<(u64, Result<String, String>)> {
        let lines = RecordLines::new(Box::new(io::Cursor::new(text.into())));
        lines.map(|line| (line.number, line.text)).collect()
    }

    fn item(number: u64, text: &str) -> (u64, Result<String, String>) {
        (number, Ok(text.to_owned()))
    }

    #[test]
    fn the_last_line_needs_no_line_end() {
        assert_eq!(read("a\n\nb"), [item(1, "a"), item(2, ""), item(3, "b")]);
    }

    #[test]
    fn reading_continues_after_a_bad_line() {
        let mut text = vec![b'x'; 3 * MAX_LINE];
        text.extend(b"\n\xff\xfe\nstartpos\n");
        let read = read(text);
        assert_eq!(read.len(), 3);
        assert!(read[0].1.as_ref().is_err_and(|error| error.contains("longer")));
        assert!(read[1].1.as_ref().is_err_and(|error| error.contains("UTF-8")));
        assert_eq!(read[2], item(3, "startpos"));
    }

    #[test]
    fn a_record_ends_after_its_moves() {
        let text = "[A \"{\"]\n[B \"b\"]\n\n{x\n\n[y] \\}}\n\n1. a {\n\n}\nb\n\nstartpos\n";
        let record = "[A \"{\"]\n[B \"b\"]\n\n{x\n\n[y] \\}}\n\n1. a {\n\n}\nb";
        assert_eq!(read(text), [item(1, record), item(13, "startpos")]);
        let text = "startpos\n[A \"a\"]\n1. a\n[B \"b\"]\r\n\r\n\r\n[C \"c\"]\n\n1. a\n\n\n";
        let records =
            [item(2, "[A \"a\"]\n1. a"), item(4, "[B \"b\"]\n\n"), item(7, "[C \"c\"]\n\n1. a")];
        assert_eq!(read(text), [&[item(1, "startpos")], &records[..], &[item(11, "")]].concat());
    }

    #[test]
    fn reading_continues_after_a_record_that_is_too_long() {
        let long = "4g4f\n".repeat(MAX_LINE / 5);
        let read = read(format!("[A \"a\"]\n\n{long}\n[B \"b\"]\n\n1. a\n"));
        assert_eq!(read.len(), 2);
        let error = format!("the record is longer than {MAX_LINE} bytes");
        assert_eq!(read[0], (1, Err(error)));
        assert_eq!(read[1].1.as_deref(), Ok("[B \"b\"]\n\n1. a"));
    }
}
