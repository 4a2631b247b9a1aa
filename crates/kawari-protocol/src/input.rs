//! Line reader with bounded memory.

use std::io::{self, BufRead};

/// Maximum length of a line in bytes, enough for a game of 100,000 moves.
pub const MAX_LINE: usize = 1 << 20;

/// A line of input without its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputLine<'a> {
    /// A line that ended with `\n` or `\r\n`.
    Whole(&'a [u8]),
    /// The last line of the input, without a line end.
    Unended(&'a [u8]),
    /// A line longer than the maximum. It is returned as soon as the maximum is exceeded,
    /// because the line may never end. The rest of the line is skipped.
    TooLong,
}

/// A reader of lines up to a maximum length.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    max_length: usize,
    line: Vec<u8>,
    /// The reader is inside a line that was too long.
    is_skipping: bool,
}

/// The reason why a line ended.
enum LineEnd {
    Newline,
    Input,
    TooLong,
}

impl<R: BufRead> LineReader<R> {
    /// Creates a reader of lines of up to `max_length` bytes.
    pub fn new(input: R, max_length: usize) -> Self {
        Self { input, max_length, line: Vec::new(), is_skipping: false }
    }

    /// Reads the next line; `None` at the end of the input. Blocks until a line is available.
    ///
    /// # Errors
    /// Returns the I/O error if the input cannot be read.
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

    /// Reads the next line into `line`.
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
            let is_too_long = !self.is_skipping && part.len() > self.max_length - self.line.len();
            if !self.is_skipping && !is_too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(newline.is_some());
            self.input.consume(used);
            let was_skipping = self.is_skipping;
            self.is_skipping = newline.is_none() && (was_skipping || is_too_long);
            if is_too_long {
                return Ok(LineEnd::TooLong);
            }
            if newline.is_some() && !was_skipping {
                return Ok(LineEnd::Newline);
            }
        }
    }
}

/// Decodes a line as UTF-8, without a leading byte order mark. Invalid bytes become U+FFFD.
pub fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_start_matches('\u{feff}').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_LENGTH: usize = 16;

    /// Returns the lines as text: `...` for a line that is too long, and `$` at the end of a
    /// line without a line end.
    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(io::BufReader::with_capacity(7, bytes), MAX_LENGTH);
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
    fn line_ends() {
        assert_eq!(lines(b"usi\r\n\nisready\nquit"), ["usi", "", "isready", "quit$"]);
        assert_eq!(lines(b"usi\n"), ["usi"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn byte_order_mark_is_removed() {
        assert_eq!(lines(b"\xEF\xBB\xBFusi\n"), ["usi"]);
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(lines(b"us\xFFi\n"), ["us\u{fffd}i"]);
    }

    #[test]
    fn long_lines_are_skipped() {
        let long = "x".repeat(MAX_LENGTH);
        for more in 1..40 {
            let too_long = "x".repeat(MAX_LENGTH + more);
            let bytes = format!("{long}\n{too_long}\nusi\n{too_long}");
            assert_eq!(lines(bytes.as_bytes()), [long.as_str(), "...", "usi", "..."], "{more}");
        }
    }
}
