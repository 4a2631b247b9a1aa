//! Bytes from the client, cut into lines.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes: a game of a hundred thousand moves.
pub const MAX_LINE: usize = 1 << 20;

/// A line from the client, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// What it says; bytes that are not UTF-8 have become U+FFFD, and a byte
    /// order mark at its front is gone.
    Text(String),
    /// More than [`MAX_LINE`] bytes, which were not kept.
    TooLong,
}

/// The lines of an input, in bounded memory.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { input }
    }

    /// The next line, without its `\n` or `\r\n`; `None` at the end of the input.
    ///
    /// # Errors
    /// What the system says when it cannot be read.
    pub fn read(&mut self) -> io::Result<Option<InputLine>> {
        let mut line = Vec::new();
        let mut length = 0;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok((length > 0).then(|| finished(&line, length)));
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            length += part.len();
            if length <= MAX_LINE {
                line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(finished(&line, length)));
            }
        }
    }
}

fn finished(line: &[u8], length: usize) -> InputLine {
    if length > MAX_LINE {
        return InputLine::TooLong;
    }
    let text = String::from_utf8_lossy(line);
    InputLine::Text(text.trim_end_matches('\r').trim_start_matches('\u{feff}').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        let mut lines = Lines::new(io::BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| lines.read().ok().flatten()).collect()
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn every_line_end_and_none_at_all() {
        let expected = [text("usi"), text(""), text("isready"), text("quit")];
        assert_eq!(lines(b"usi\r\n\nisready\nquit"), expected);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_line() {
        assert_eq!(lines(b"\xEF\xBB\xBFusi\n"), [text("usi")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"us\xFFi\n"), [text("us\u{fffd}i")]);
    }

    #[test]
    fn a_monster_line_is_told_of_and_the_next_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.push(b'\n');
        bytes.extend(vec![b'x'; MAX_LINE + 1]);
        bytes.extend(b"\nusi\n");
        let read = lines(&bytes);
        assert!(matches!(&read[0], InputLine::Text(line) if line.len() == MAX_LINE));
        assert_eq!(read[1..], [InputLine::TooLong, text("usi")]);
    }
}
