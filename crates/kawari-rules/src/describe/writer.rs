//! The writer of sections: both languages of a sentence stand side by side.

use super::{Block, Language, Section, Topic};

/// Sections under construction in one language.
pub(super) struct Writer {
    pub(super) language: Language,
    sections: Vec<Section>,
    /// Sentences of the open paragraph.
    paragraph: String,
}

impl Writer {
    pub(super) const fn new(language: Language) -> Self {
        Self { language, sections: Vec::new(), paragraph: String::new() }
    }

    /// Returns the sections that have content.
    pub(super) fn finish(mut self) -> Vec<Section> {
        self.end_paragraph();
        self.sections.retain(|section| !section.blocks.is_empty());
        self.sections
    }

    /// Returns the value for the writer's language.
    pub(super) fn pick<T>(&self, english: T, japanese: T) -> T {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    /// Starts a section.
    pub(super) fn start_section(&mut self, topic: Topic) {
        self.end_paragraph();
        let (english, japanese) = match topic {
            Topic::Board => ("The board", "盤と並べ方"),
            Topic::Goal => ("The goal", "目的"),
            Topic::Pieces => ("The pieces", "駒の動き"),
            Topic::Promotion => ("Promotion", "成り"),
            Topic::Captures => ("Captures and drops", "駒を取る・打つ"),
            Topic::Restrictions => ("Forbidden moves", "禁じ手"),
            Topic::Ends => ("The end of the game", "対局の終わり"),
            Topic::Handicaps => ("Handicaps", "駒落ち"),
        };
        let title = self.pick(english, japanese).to_owned();
        self.sections.push(Section { topic, title, blocks: Vec::new() });
    }

    /// Replaces the heading of the open section.
    pub(super) fn set_title(&mut self, english: &str, japanese: &str) {
        let title = self.pick(english, japanese).to_owned();
        if let Some(section) = self.sections.last_mut() {
            section.title = title;
        }
    }

    /// Adds a sentence to the open paragraph.
    pub(super) fn add_sentence(&mut self, english: impl Into<String>, japanese: impl Into<String>) {
        let sentence = match self.language {
            Language::English => english.into(),
            Language::Japanese => japanese.into(),
        };
        if !self.paragraph.is_empty() && self.language == Language::English {
            self.paragraph.push(' ');
        }
        self.paragraph.push_str(&sentence);
    }

    /// Ends the open paragraph, if it has a sentence.
    pub(super) fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            let text = std::mem::take(&mut self.paragraph);
            self.push(Block::Text { text });
        }
    }

    /// Ends the open paragraph and adds a block.
    pub(super) fn add_block(&mut self, block: Block) {
        self.end_paragraph();
        self.push(block);
    }

    fn push(&mut self, block: Block) {
        self.sections.last_mut().expect("a section is open").blocks.push(block);
    }
}
