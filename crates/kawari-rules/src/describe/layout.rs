//! The layout of the rules as plain text in lines of limited width.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr;

use super::{Block, PieceSide, Rules};

/// Largest width of a line, in columns; a full-width character has two.
const WIDTH: usize = 78;
/// Largest width of the letters and names before the moves of the pieces.
const MAX_NAME: usize = 30;
/// Indent of the moves of a piece whose name is longer.
const LONG_NAME_INDENT: usize = 6;

/// Returns the rules as paragraphs of plain text, in lines of at most 78 columns.
pub fn text(rules: &Rules) -> Vec<String> {
    rules.sections.iter().flat_map(|section| &section.blocks).flat_map(paragraphs).collect()
}

fn paragraphs(block: &Block) -> Vec<String> {
    match block {
        Block::Text { text } => vec![wrap(text, "", "")],
        Block::List { items } => {
            vec![items.iter().map(|item| wrap(item, "- ", "  ")).collect::<Vec<_>>().join("\n")]
        }
        Block::Board { lines, legend, .. } => vec![lines.join("\n"), wrap(legend, "", "")],
        Block::Pieces { sides } => vec![pieces(sides)],
    }
}

fn pieces(sides: &[PieceSide]) -> String {
    let head = |side: &PieceSide| {
        // A piece without a name has its letters as name.
        let name = if side.name == side.letters { "" } else { &side.name };
        format!("{:>2} {name}", side.letters).trim_end().to_owned()
    };
    let widths = sides.iter().map(|side| head(side).width());
    let column = widths.filter(|&width| width <= MAX_NAME).max().unwrap_or(0) + 2;
    let rows = sides.iter().map(|side| {
        let head = head(side);
        if head.width() > MAX_NAME {
            let indent = " ".repeat(LONG_NAME_INDENT);
            return format!("{}\n{}", wrap(&head, "", &indent), wrap(&side.text, &indent, &indent));
        }
        let padded = format!("{head}{}", " ".repeat(column - head.width()));
        wrap(&side.text, &padded, &" ".repeat(column))
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Breaks a text into lines; the indents are for the first line and the others.
fn wrap(text: &str, first: &str, others: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// Splits a line where it may be broken: after spaces, and around Japanese characters.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut characters = line.char_indices().peekable();
    while let Some((_, before)) = characters.next() {
        let Some(&(at, after)) = characters.peek() else { break };
        if can_break(before, after) {
            words.push(Word::from(&line[start..at]));
            start = at;
        }
    }
    words.push(Word::from(&line[start..]));
    Box::new(words.into_iter())
}

/// Returns true if a line may end between two characters. A Japanese line starts with neither
/// punctuation nor a small kana and does not end with an opening bracket.
fn can_break(before: char, after: char) -> bool {
    if before == ' ' || after == ' ' {
        return before == ' ' && after != ' ';
    }
    (is_japanese(before) || is_japanese(after))
        && !"、。，．・：；？！）」』〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々".contains(after)
        && !"（「『〈《".contains(before)
        && !(before.is_ascii_digit() || before == '+')
}

fn is_japanese(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}
