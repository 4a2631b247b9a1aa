//! A parsed file and its errors.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table};

use super::messages::{readable, suggestion};
use super::{MAX_BYTES, MAX_ERRORS, READER_KEYS, ReadError};

/// Longest message, in characters.
const MAX_MESSAGE: usize = 400;

/// A parsed file and the errors found so far.
pub(super) struct File<'a> {
    text: &'a str,
    root: Spanned<DeTable<'a>>,
    errors: Vec<ReadError>,
}

impl<'a> File<'a> {
    /// Parses a file.
    ///
    /// # Errors
    /// Returns the syntax errors.
    pub(super) fn parse(text: &'a str) -> Result<Self, Vec<ReadError>> {
        if text.len() > MAX_BYTES {
            let message = format!("found {} bytes, expected at most {MAX_BYTES}", text.len());
            return Err(vec![ReadError { line: 1, column: 1, key: String::new(), message }]);
        }
        let (root, syntax) = DeTable::parse_recoverable(text);
        let mut file = Self { text, root, errors: Vec::new() };
        for error in syntax.into_iter().take(MAX_ERRORS) {
            file.push(error.span().unwrap_or(0..0), String::new(), error.message().to_owned());
        }
        file.finish()?;
        Ok(file)
    }

    /// Returns the errors, if there are any, and removes them from the file.
    pub(super) fn finish(&mut self) -> Result<(), Vec<ReadError>> {
        match self.errors.is_empty() {
            true => Ok(()),
            false => Err(self.take_errors()),
        }
    }

    /// Returns the errors in the order of the file.
    pub(super) fn into_errors(mut self) -> Vec<ReadError> {
        self.take_errors()
    }

    fn take_errors(&mut self) -> Vec<ReadError> {
        self.errors.sort_by_key(|error| (error.line, error.column));
        std::mem::take(&mut self.errors)
    }

    fn push(&mut self, span: Range<usize>, key: String, message: String) {
        if self.errors.len() >= MAX_ERRORS {
            return;
        }
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let [key, message] = [key, message].map(shortened);
        self.errors.push(ReadError { line, column, key, message });
    }

    /// Adds an error at the value of a key, or of its nearest parent in this file; at `base`
    /// if the value is inherited.
    pub(super) fn push_at(&mut self, path: &[&str], message: String) {
        let mut span = self.root.get_ref().get("base").map_or(0..0, Spanned::span);
        let mut table = Some(self.root.get_ref());
        for key in path {
            let Some(value) = table.and_then(|table| table.get(*key)) else { break };
            span = value.span();
            table = value.get_ref().as_table();
        }
        self.push(span, path.join("."), message);
    }

    /// Returns true if the file has a key at the top level.
    pub(super) fn has(&self, key: &str) -> bool {
        self.root.get_ref().contains_key(key)
    }

    /// Returns a string at the top level; adds an error if the value is something else.
    pub(super) fn string(&mut self, key: &str) -> Option<String> {
        let value = self.root.get_ref().get(key)?;
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        self.push_at(&[key], "expected a text in quotes".to_owned());
        None
    }

    /// Returns a list of strings at the top level; adds an error if the value is something
    /// else.
    pub(super) fn strings(&mut self, key: &str) -> Vec<String> {
        let Some(value) = self.root.get_ref().get(key) else { return Vec::new() };
        let text = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => None,
        };
        let list = value.get_ref().as_array().and_then(|items| items.iter().map(text).collect());
        list.unwrap_or_else(|| {
            self.push_at(&[key], "expected a list of texts in quotes".to_owned());
            Vec::new()
        })
    }

    /// Returns the keys of the file for a definition.
    pub(super) fn own_table(&self) -> Table {
        let mut table: Table = toml::from_str(self.text).expect("the text has been parsed");
        table.retain(|key, _| !READER_KEYS.contains(&key));
        table
    }

    /// Adds an error for each unknown key at the top level.
    pub(super) fn check_keys(&mut self, known: &[String]) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        if self.has("without") && !self.has("base") {
            self.push_at(&["without"], "this key needs the key \"base\"".to_owned());
        }
        let unknown: Vec<(Range<usize>, String)> = (self.root.get_ref().keys())
            .filter(|key| !known.contains(&key.get_ref().as_ref()))
            .take(MAX_ERRORS)
            .map(|key| (key.span(), key.get_ref().to_string()))
            .collect();
        for (span, key) in unknown {
            let message = format!("unknown key \"{key}\"{}", suggestion(&key, &known));
            self.push(span, key, message);
        }
    }

    /// Adds all type errors of some keys: reads them, removes the entry with the error,
    /// and reads them again.
    pub(super) fn check_types<T: DeserializeOwned>(&mut self, keys: &[String]) {
        let mut table: DeTable<'_> = (self.root.get_ref().clone().into_iter())
            .filter(|(key, _)| keys.iter().any(|known| known == key.get_ref()))
            .collect();
        for _ in 0..MAX_ERRORS {
            let copy = Spanned::new(self.root.span(), table.clone());
            let Err(error) = T::deserialize(toml::Deserializer::from(copy)) else { return };
            let span = error.span().unwrap_or(0..0);
            let mut path = Vec::new();
            let removed = remove_at(&mut table, &span, &mut path);
            self.push(span, path.join("."), readable(error.message()));
            if !removed {
                return;
            }
        }
    }
}

/// Returns a text, cut after some hundred characters.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Removes the innermost entry that contains a span.
fn remove_at(table: &mut DeTable<'_>, span: &Range<usize>, path: &mut Vec<String>) -> bool {
    let contains = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
    let mut found = None;
    for (key, value) in table.iter_mut() {
        let name = key.get_ref().to_string();
        if contains(key.span()) {
            found = Some(name);
            break;
        }
        let inside = contains(value.span());
        if let DeValue::Table(inner) = value.get_mut() {
            path.push(name.clone());
            if remove_at(inner, span, path) {
                return true;
            }
            path.pop();
        }
        if inside {
            found = Some(name);
            break;
        }
    }
    let Some(name) = found else { return false };
    table.remove(name.as_str());
    path.push(name);
    true
}
