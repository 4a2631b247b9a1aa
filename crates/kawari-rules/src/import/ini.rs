//! The reader of the file: sections with their keys, values and lines.
//!
//! The rules are those of Fairy-Stockfish: a section starts with `[` in the first column, a
//! comment with `;` or `#` in the first column, and only the spaces after a key and before a
//! value do not count.

/// Longest accepted value, in bytes.
pub(super) const MAX_VALUE: usize = 2_000;

/// A section of the file.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// Line of the header, from 1.
    pub(super) line: usize,
    pub(super) name: &'a str,
    /// Name of the game that the section inherits from.
    pub(super) base: Option<&'a str>,
    /// True if the header ends with `]`.
    pub(super) is_closed: bool,
    pub(super) entries: Vec<Entry<'a>>,
}

/// A line of a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub(super) line: usize,
    pub(super) key: &'a str,
    /// The value; `None` if the line has no `=`.
    pub(super) value: Option<&'a str>,
}

/// Splits a text into its sections. Lines before the first header form a section on line 0
/// without a name.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section::new(0, "", true)];
    for (line, number) in text.lines().zip(1..) {
        if let Some(header) = line.strip_prefix('[') {
            let (name, is_closed) = match header.split_once(']') {
                Some((name, _)) => (name, true),
                None => (header, false),
            };
            sections.push(Section::new(number, name, is_closed));
        } else if let Some(entry) = entry(line, number)
            && let Some(section) = sections.last_mut()
        {
            section.entries.push(entry);
        }
    }
    if sections[0].entries.is_empty() {
        sections.remove(0);
    }
    sections
}

fn entry(line: &str, number: usize) -> Option<Entry<'_>> {
    if line.trim().is_empty() || line.starts_with([';', '#']) {
        return None;
    }
    let (key, value) = match line.split_once('=') {
        Some((key, value)) => (key, Some(value.trim_start())),
        None => (line, None),
    };
    Some(Entry { line: number, key: key.trim_end_matches(' '), value })
}

impl<'a> Section<'a> {
    fn new(line: usize, header: &'a str, is_closed: bool) -> Self {
        let (name, base) = match header.split_once(':') {
            Some((name, base)) => (name, Some(base).filter(|base| !base.is_empty())),
            None => (header, None),
        };
        Self { line, name, base, is_closed, entries: Vec::new() }
    }
}
