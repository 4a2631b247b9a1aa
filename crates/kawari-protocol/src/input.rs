//! Bytes, cut into lines, in bounded memory.

use std::io::{self, BufRead};

/// The longest line of a position or a game, in bytes: a hundred thousand moves.
pub const MAX_LINE: usize = 1 << 20;

/// A line, without its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputLine<'a> {
    /// What stood before `\n` or `\r\n`.
    Whole(&'a [u8]),
    /// What stood before the end of the input.
    Unended(&'a [u8]),
    /// More than the reader keeps. Said at once, for such a line may never end;
    /// what is left of it is passed over.
    TooLong,
}

/// Reads an input line by line, and keeps no more than so many bytes of one.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    longest: usize,
    line: Vec<u8>,
    /// The rest of a line that is too long is still to come.
    is_in_rest: bool,
}

/// Where a line ended.
enum LineEnd {
    Newline,
    Input,
    TooLong,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `input` lines of up to `longest` bytes.
    pub fn new(input: R, longest: usize) -> Self {
        Self { input, longest, line: Vec::new(), is_in_rest: false }
    }

    /// The next line; `None` at the end of the input. Blocks until there is one.
    ///
    /// # Errors
    /// What the system says when it cannot be read.
    pub fn read(&mut self) -> io::Result<Option<InputLine<'_>>> {
        let end = self.fill()?;
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        Ok(match end {
            LineEnd::Newline => Some(InputLine::Whole(line)),
            LineEnd::Input if self.line.is_empty() => None,
            LineEnd::Input => Some(InputLine::Unended(line)),
            LineEnd::TooLong => Some(InputLine::TooLong),
        })
    }

    /// Reads the next line, or so much of it as is kept.
    fn fill(&mut self) -> io::Result<LineEnd> {
        self.line.clear();
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(LineEnd::Input);
            }
            let newline = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..newline.unwrap_or(chunk.len())];
            let is_too_long = !self.is_in_rest && part.len() > self.longest - self.line.len();
            if !self.is_in_rest && !is_too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(newline.is_some());
            self.input.consume(used);
            let was_in_rest = self.is_in_rest;
            self.is_in_rest = newline.is_none() && (was_in_rest || is_too_long);
            if is_too_long {
                return Ok(LineEnd::TooLong);
            }
            if newline.is_some() && !was_in_rest {
                return Ok(LineEnd::Newline);
            }
        }
    }
}

/// What a line says; bytes that are not UTF-8 have become U+FFFD, and a byte order
/// mark at its front is gone.
pub fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_start_matches('\u{feff}').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 16;

    /// The lines as text; what is too long is `...`, and what has no end has one
    /// `$`.
    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(io::BufReader::with_capacity(7, bytes), LONGEST);
        std::iter::from_fn(|| {
            reader.read().expect("memory can be read").map(|line| match line {
                InputLine::Whole(line) => text(line),
                InputLine::Unended(line) => text(line) + "$",
                InputLine::TooLong => "...".to_owned(),
            })
        })
        .collect()
    }

    #[test]
    fn every_line_end_and_none_at_all() {
        assert_eq!(lines(b"usi\r\n\nisready\nquit"), ["usi", "", "isready", "quit$"]);
        assert_eq!(lines(b"usi\n"), ["usi"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_line() {
        assert_eq!(lines(b"\xEF\xBB\xBFusi\n"), ["usi"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"us\xFFi\n"), ["us\u{fffd}i"]);
    }

    #[test]
    fn a_monster_line_is_told_of_and_the_next_is_read() {
        let long = "x".repeat(LONGEST);
        for more in 1..40 {
            let monster = "x".repeat(LONGEST + more);
            let bytes = format!("{long}\n{monster}\nusi\n{monster}");
            assert_eq!(lines(bytes.as_bytes()), [long.as_str(), "...", "usi", "..."], "{more}");
        }
    }
}
