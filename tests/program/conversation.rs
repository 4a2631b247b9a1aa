//! Written dialogues with the engine: lines to send, and patterns of the answers.
//! `usi-scripts/README.md` explains their form.

use crate::client::Client;

/// A line of a dialogue.
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
            _ => {
                return Err(format!("line {number} does not start with `#`, `> ` or `< `: {line}"));
            }
        };
        steps.push((number, step));
    }
    Ok(steps)
}

/// Returns true if the line matches the pattern. `*` matches any text, and `~` before a
/// number matches any number.
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

/// Returns the text after the number at its start: a sign, digits, and commas and points
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

/// Compares output with patterns, line by line.
#[derive(Default)]
pub struct OutputMatcher {
    may_skip: bool,
    skipped: Vec<String>,
}

impl OutputMatcher {
    /// Reads lines until one matches the pattern. Only after `...` may other lines come first.
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
                return Err(format!("no `{pattern}` in {:#?}", self.skipped));
            };
            if fits(pattern, &line) {
                *self = Self::default();
                return Ok(());
            }
            if !self.may_skip {
                return Err(format!("expected `{pattern}`, got `{line}`"));
            }
            self.skipped.push(line);
        }
    }

    /// Returns an error if lines are left, unless the last pattern was `...`.
    pub fn end(self, rest: &[String]) -> Result<(), String> {
        let is_complete = self.may_skip || rest.is_empty();
        if is_complete { Ok(()) } else { Err(format!("unexpected output: {rest:#?}")) }
    }
}

/// Plays the dialogue with the built program.
pub fn play(script: &str) -> Result<(), String> {
    let mut client = Client::start();
    let mut matcher = OutputMatcher::default();
    for (number, step) in read(script)? {
        match step {
            Step::Send(line) => client.send(&line),
            Step::Expect(pattern) => matcher
                .expect(&pattern, || client.next_line_if_any())
                .map_err(|error| format!("line {number}: {error}"))?,
        }
    }
    let (rest, errors, status) = client.finish();
    matcher.end(&rest)?;
    if !errors.is_empty() {
        return Err(format!("unexpected standard error: {errors:#?}"));
    }
    if status.success() { Ok(()) } else { Err(format!("exited with {status}")) }
}
