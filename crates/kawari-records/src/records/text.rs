//! Tokens of a record's text, and quoting.
//!
//! ```text
//! [Variant "yari"]
//! [Black "A \"name\""]
//!
//! {a comment before the first move}
//!    1. P-4f      2. P-4d {a comment} (2. P-3d   3. P-3f)   3. P-3f
//! ```

use kawari_engine::notation::usi::UsiSquare;

/// A token of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `[Name "value"]`
    Header(String, String),
    /// `{text}`
    Comment(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, a move number or an unknown word.
    Word(String),
}

/// Tokenizer of a record.
pub struct Tokens<'a> {
    rest: &'a str,
    /// Number of the line at the beginning of `rest`, from 1.
    pub line: usize,
    /// True once a comment without a closing brace was found; no later comment has one then.
    has_open_comment: bool,
}

impl<'a> Tokens<'a> {
    /// Creates a tokenizer of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, has_open_comment: false }
    }

    /// Returns the rest of the text.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Skips the next line and returns it without its line end.
    pub fn read_line(&mut self) -> &'a str {
        let line = self.rest.split('\n').next().unwrap_or_default();
        self.skip((line.len() + 1).min(self.rest.len()));
        line
    }

    /// Skips a number of bytes and returns them.
    pub fn skip(&mut self, bytes: usize) -> &'a str {
        let (read, rest) = self.rest.split_at(bytes);
        self.line += read.matches('\n').count();
        self.rest = rest;
        read
    }

    /// Skips blanks and returns true if a header follows.
    pub fn at_header(&mut self) -> bool {
        self.skip_blanks();
        self.rest.starts_with('[')
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.skip(blanks);
    }

    /// Returns the next token; `None` at the end.
    ///
    /// # Errors
    /// Returns a message if a header or comment is malformed.
    pub fn read(&mut self) -> Result<Option<Token>, String> {
        self.skip_blanks();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '[' => {
                let text = self.rest.split('\n').next().unwrap_or_default();
                let header = header(text).ok_or_else(|| {
                    format!("bad header `{}` (expected [Black \"name\"])", shown(text))
                })?;
                self.skip(text.len());
                header
            }
            '{' => {
                let (comment, length) = self.comment()?;
                self.skip(1 + length);
                Token::Comment(comment.trim().to_owned())
            }
            '(' | ')' => {
                self.skip(1);
                if first == '(' { Token::Open } else { Token::Close }
            }
            _ => {
                let end = self.word_end();
                Token::Word(self.skip(end).to_owned())
            }
        };
        Ok(Some(token))
    }

    /// Returns the text of the next comment and its length with the closing brace. Scans the
    /// rest of the text for a missing brace at most once.
    fn comment(&mut self) -> Result<(String, usize), &'static str> {
        let comment = (!self.has_open_comment).then(|| quoted(&self.rest[1..], '}')).flatten();
        self.has_open_comment = comment.is_none();
        comment.ok_or("a comment has no closing `}`")
    }

    /// Returns the length of the next word. A list of captured men, in parentheses, is part of
    /// its move.
    fn word_end(&self) -> usize {
        let is_end = |letter: char| letter.is_whitespace() || "(){}".contains(letter);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        if self.rest[..end].contains('x')
            && let Some(length) = list_length(&self.rest[end..])
        {
            return end + length;
        }
        end.max(self.rest.chars().next().map_or(0, char::len_utf8))
    }
}

/// Returns the length of the list of squares at the beginning of a text, such as `(7e,8e)`.
/// Scans no further than the list.
fn list_length(text: &str) -> Option<usize> {
    let list = text.strip_prefix('(')?;
    let is_in_list = |letter: char| matches!(letter, '0'..='9' | 'a'..='k' | ',');
    let length = list.find(|letter| !is_in_list(letter))?;
    let is_list = list[length..].starts_with(')') && list[..length].split(',').all(is_square);
    is_list.then_some(length + 2)
}

fn is_square(text: &str) -> bool {
    text.parse::<UsiSquare>().is_ok()
}

fn header(text: &str) -> Option<Token> {
    let (name, rest) = text.strip_prefix('[')?.split_once('"')?;
    let (value, length) = quoted(rest, '"')?;
    let is_whole = rest[length..].trim() == "]";
    is_whole.then(|| Token::Header(name.trim().to_owned(), value))
}

/// Returns the text up to an unescaped `end`, without its backslashes, and its length in bytes
/// with `end`.
fn quoted(text: &str, end: char) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?.1),
            _ if letter == end => return Some((value, at + end.len_utf8())),
            _ => value.push(letter),
        }
    }
    None
}

/// Escapes backslashes and `end` in a text.
pub fn quote(text: &str, end: char) -> String {
    let mut quoted = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == '\\' || letter == end {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted
}

/// Returns a text with blanks in place of its line ends, for headers.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Writes the lines of a comment, each after a prefix.
pub fn write_comment(text: &mut String, prefix: &str, comment: Option<&str>) {
    for line in comment.unwrap_or_default().trim().lines() {
        text.extend([prefix, line, "\n"]);
    }
}

/// Shortens a text to at most 40 characters for an error message.
pub fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.trim().chars().take(MOST).collect();
    if shown.len() < text.trim().len() {
        shown.push('…');
    }
    shown
}

/// Returns true for a move number, such as `12.` or `12...`.
pub fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len()
        && !digits.is_empty()
        && digits.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Result<Vec<Token>, String> {
        let mut tokens = Tokens::new(text);
        let mut all = Vec::new();
        while let Some(token) = tokens.read()? {
            all.push(token);
        }
        Ok(all)
    }

    fn word(text: &str) -> Token {
        Token::Word(text.to_owned())
    }

    #[test]
    fn a_text_is_split_into_tokens() {
        let text = "[Black \"a \\\"b\\\\\"]\n\n  1. 6ix6e(7e,8e) (1. P-4f){no \\} end}P-3d(P*5e)";
        let read = tokens(text).expect("a good text");
        assert_eq!(
            read,
            [
                Token::Header("Black".into(), "a \"b\\".into()),
                word("1."),
                word("6ix6e(7e,8e)"),
                Token::Open,
                word("1."),
                word("P-4f"),
                Token::Close,
                Token::Comment("no } end".into()),
                word("P-3d"),
                Token::Open,
                word("P*5e"),
                Token::Close,
            ]
        );
    }

    #[test]
    fn missing_ends_are_errors() {
        assert!(tokens("P-4f {hello").is_err());
        assert!(tokens("[Black \"hello]").is_err());
        assert!(tokens("[Black hello]").is_err());
    }

    #[test]
    fn quoting_round_trips() {
        for text in ["", "a", "}", "\\", "\\}", "a } b \\ c\nd", "é}"] {
            let written = quote(text, '}') + "}";
            assert_eq!(quoted(&written, '}'), Some((text.to_owned(), written.len())), "{text}");
        }
    }

    #[test]
    fn a_missing_brace_is_searched_once() {
        let mut tokens = Tokens::new("{a} {b \\} {c");
        assert_eq!(tokens.read(), Ok(Some(Token::Comment("a".into()))));
        assert!(!tokens.has_open_comment);
        assert!(tokens.read().is_err());
        assert!(tokens.has_open_comment, "the rest is scanned again");
        tokens.skip("{b \\} ".len());
        assert!(tokens.read().is_err());
    }

    #[test]
    fn list_scan_stops_after_the_squares() {
        assert_eq!(list_length("(7e,8e) (1. P-4f)"), Some(7));
        for text in ["", "7e)", "()", "(7e,8e", "(1. P-4f 7e)", "(7e 8e)", "(7e,)", "(7e,8l)"] {
            assert_eq!(list_length(text), None, "{text}");
        }
    }
}
