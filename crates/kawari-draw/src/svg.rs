//! Helpers to write SVG.

use std::fmt::Write;

/// A point, in units of the picture.
pub type Point = (i32, i32);

/// Returns a circle as path data.
pub fn disk((x, y): Point, radius: i32) -> String {
    let width = 2 * radius;
    let left = x - radius;
    format!("M{left} {y}a{radius} {radius} 0 1 0 {width} 0a{radius} {radius} 0 1 0-{width} 0z")
}

/// Returns a polygon as path data.
pub fn polygon(points: &[Point]) -> String {
    let mut data = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(data, "{command}{x} {y}");
    }
    data + "z"
}

/// Escapes a text for an element or an attribute. Characters that XML does not allow become
/// U+FFFD.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(escape("A & B <\"C\">"), "A &amp; B &lt;&quot;C&quot;&gt;");
        assert_eq!(escape("a\u{1}b\nc\u{ffff}変"), "a\u{fffd}b c\u{fffd}変");
    }
}
