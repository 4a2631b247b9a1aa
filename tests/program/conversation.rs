//! Scripted sessions: lines to send, and patterns of the expected output.
//! `usi-scripts/README.md` documents the format.

use crate::client::Client;

/// A line of a script.
#[derive(Debug)]
enum Step {
    Send(String),
    Expect(String),
}

fn read(script: &str) -> Result<Vec<(usize, Step)>, String> {
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(script.lines()) {
        let step = match line.split_at_checked(2) {
            _ if line.is_empty() || line.starts_with('#') => continue,
            Some(("> ", sent)) => Step::Send(sent.to_owned()),
            Some(("< ", expected)) => Step::Expect(expected.to_owned()),
            _ => return Err(format!("line {number} is neither prose, `> ` nor `< `: {line}")),
        };
        steps.push((number, step));
    }
    Ok(steps)
}

/// Returns true if the line matches the pattern. `*` matches any text, and `~` before a number
/// matches any number.
pub fn fits(pattern: &str, line: &str) -> bool {
    let Some(at) = pattern.find(['*', '~']) else { return pattern == line };
    let (front, rest) = pattern.split_at(at);
    let Some(line) = line.strip_prefix(front) else { return false };
    if let Some(rest) = rest.strip_prefix('*') {
        return (0..=line.len()).any(|at| line.is_char_boundary(at) && fits(rest, &line[at..]));
    }
    match (after_number(&rest[1..]), after_number(line)) {
        (Some(rest), Some(line)) => fits(rest, line),
        (Some(_), None) => false,
        (None, _) => line.strip_prefix('~').is_some_and(|line| fits(&rest[1..], line)),
    }
}

/// Returns the text after the number at its beginning: a sign, digits, and commas and points
/// between digits.
fn after_number(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = digits.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'));
    let number = &digits[..end.unwrap_or(digits.len())];
    Some(&digits[number.trim_end_matches([',', '.']).len()..])
}

/// Compares the output with the expected lines.
#[derive(Default)]
pub struct Updater {
    may_skip: bool,
    heard: Vec<String>,
}

impl Updater {
    /// Checks the next line against the pattern; after `...` skips lines until one matches.
    pub fn expect(
        &mut self,
        pattern: &str,
        mut next_line: impl FnMut() -> Option<String>,
    ) -> Result<(), String> {
        if pattern == "..." {
            self.may_skip = true;
            return Ok(());
        }
        loop {
            let Some(line) = next_line() else {
                return Err(format!("no `{pattern}` in {:#?}", self.heard));
            };
            if fits(pattern, &line) {
                *self = Self::default();
                return Ok(());
            }
            if !self.may_skip {
                return Err(format!("expected `{pattern}`, heard `{line}`"));
            }
            self.heard.push(line);
        }
    }

    /// Checks that no output is left, unless `...` came last.
    pub fn end(self, rest: &[String]) -> Result<(), String> {
        let is_complete = self.may_skip || rest.is_empty();
        if is_complete { Ok(()) } else { Err(format!("said after the end: {rest:#?}")) }
    }
}

/// Runs the script against the built program.
pub fn play(script: &str) -> Result<(), String> {
    let mut client = Client::start();
    let mut listener = Updater::default();
    for (number, step) in read(script)? {
        match step {
            Step::Send(line) => client.send(&line),
            Step::Expect(pattern) => listener
                .expect(&pattern, || client.next_line_if_any())
                .map_err(|fault| format!("line {number}: {fault}"))?,
        }
    }
    let (rest, errors, status) = client.finish();
    listener.end(&rest)?;
    if !errors.is_empty() {
        return Err(format!("said on standard error: {errors:#?}"));
    }
    if status.success() { Ok(()) } else { Err(format!("ended with {status}")) }
}
