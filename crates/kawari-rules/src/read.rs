//! The reader: TOML text to a definition, or all errors of the file.

use std::ops::Range;

use serde::de::DeserializeOwned;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::check::{self, Defect};
use crate::drop::DropDefinition;
use crate::hasami::HasamiDefinition;
use crate::model::{Family, FamilyName, GameDefinition, General};

/// Size limit of a file, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
/// Limit of inherited definitions in a chain.
const MAX_BASES: usize = 8;
/// Number of errors after which a file is not read further.
const MAX_ERRORS: usize = 50;
/// Keys of [`General`].
const GENERAL_KEYS: [&str; 10] = [
    "name",
    "aliases",
    "uci-name",
    "title",
    "title-ja",
    "rules",
    "files",
    "ranks",
    "start",
    "handicaps",
];
const DROP_KEYS: [&str; 7] =
    ["pieces", "promotion", "drops", "ending", "repetition", "impasse", "declaration"];
const HASAMI_KEYS: [&str; 5] = ["men", "capture", "goals", "ending", "repetition"];

/// An error in a definition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {}{message}", if key.is_empty() { String::new() } else { format!("{key}: ") })]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path of the key, such as `pieces.P.moves`; empty if there is none.
    pub key: String,
    /// Description of the error, with the expected value.
    pub message: String,
}

/// Reads a definition. `lookup` returns the text of the definition that `base` names.
///
/// Returns all errors found, in the order of the file.
pub fn read(
    text: &str,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Result<GameDefinition, Vec<ReadError>> {
    read_chain(text, lookup, &mut Vec::new()).map(|(definition, _)| definition)
}

fn read_chain(
    text: &str,
    lookup: &dyn Fn(&str) -> Option<String>,
    bases: &mut Vec<String>,
) -> Result<(GameDefinition, Table), Vec<ReadError>> {
    if text.len() > MAX_BYTES {
        let message = format!("file has {} bytes, at most {MAX_BYTES} are read", text.len());
        return Err(vec![ReadError { line: 1, column: 1, key: String::new(), message }]);
    }
    let (root, syntax) = DeTable::parse_recoverable(text);
    let mut file = File { text, root, errors: Vec::new() };
    for error in syntax.into_iter().take(MAX_ERRORS) {
        file.push(error.span().unwrap_or(0..0), String::new(), error.message().to_owned());
    }
    if !file.errors.is_empty() {
        return Err(file.errors);
    }
    let mut merged = Table::new();
    if let Some(base) = file.string("base") {
        match base_table(&base, lookup, bases) {
            Ok(table) => merged = table,
            Err(message) => file.push_at(&["base"], message),
        }
    }
    let inherited = merged.get("family").and_then(Value::as_str).map(str::to_owned);
    let family = match file.string("family").or(inherited).as_deref() {
        Some("drop") => FamilyName::Drop,
        Some("hasami") => FamilyName::Hasami,
        Some(other) => {
            file.push_at(
                &["family"],
                format!("unknown family \"{other}\", expected \"drop\" or \"hasami\""),
            );
            return Err(file.errors);
        }
        None => {
            file.push_at(&[], "missing key \"family\", expected \"drop\" or \"hasami\"".to_owned());
            return Err(file.errors);
        }
    };
    let keys: &[&str] = if family == FamilyName::Drop { &DROP_KEYS } else { &HASAMI_KEYS };
    file.check_keys(keys);
    file.check_types::<General>(&GENERAL_KEYS);
    match family {
        FamilyName::Drop => file.check_types::<DropDefinition>(keys),
        FamilyName::Hasami => file.check_types::<HasamiDefinition>(keys),
    }
    if !file.errors.is_empty() {
        return Err(file.sorted());
    }
    let own: Table = toml::from_str(text).expect("the text has been parsed");
    merge(&mut merged, own);
    merged.remove("base");
    merged.insert("family".to_owned(), Value::from(family.name()));
    let general = section(&merged, &GENERAL_KEYS);
    let rules = match family {
        FamilyName::Drop => section(&merged, keys).map(|rules| Family::Drop(Box::new(rules))),
        FamilyName::Hasami => section::<HasamiDefinition>(&merged, keys).map(|mut rules| {
            rules.repetition.perpetual_check_loses = false;
            Family::Hasami(rules)
        }),
    };
    let definition = match (general, rules) {
        (Ok(general), Ok(family)) => GameDefinition { general, family },
        (Err(message), _) | (_, Err(message)) => {
            file.push_at(&["base"], message);
            return Err(file.errors);
        }
    };
    for Defect { path, message } in check::defects(&definition).into_iter().take(MAX_ERRORS) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        file.push_at(&path, message);
    }
    if file.errors.is_empty() { Ok((definition, merged)) } else { Err(file.sorted()) }
}

fn base_table(
    base: &str,
    lookup: &dyn Fn(&str) -> Option<String>,
    bases: &mut Vec<String>,
) -> Result<Table, String> {
    if bases.iter().any(|seen| seen == base) {
        return Err(format!("\"{base}\" inherits from itself"));
    }
    if bases.len() == MAX_BASES {
        return Err(format!("more than {MAX_BASES} definitions in a chain"));
    }
    let text = lookup(base).ok_or_else(|| format!("unknown game \"{base}\""))?;
    bases.push(base.to_owned());
    let (_, mut table) = read_chain(&text, lookup, bases)
        .map_err(|errors| format!("\"{base}\" has an error: {}", errors[0]))?;
    // Names and texts of the base do not describe the new game.
    for key in ["name", "aliases", "uci-name", "title", "title-ja", "rules"] {
        table.remove(key);
    }
    Ok(table)
}

/// Overrides the keys of a table, table by table.
fn merge(table: &mut Table, own: Table) {
    for (key, value) in own {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}

fn section<T: DeserializeOwned>(table: &Table, keys: &[&str]) -> Result<T, String> {
    let chosen: Table = table
        .iter()
        .filter(|(key, _)| keys.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    T::deserialize(Value::Table(chosen)).map_err(|error| error.message().to_owned())
}

/// A parsed file and its errors.
struct File<'a> {
    text: &'a str,
    root: Spanned<DeTable<'a>>,
    errors: Vec<ReadError>,
}

impl File<'_> {
    fn push(&mut self, span: Range<usize>, key: String, message: String) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        self.errors.push(ReadError { line, column, key, message });
    }

    /// Adds an error at the value of a key, or of its nearest parent in this file.
    fn push_at(&mut self, path: &[&str], message: String) {
        let mut span = 0..0;
        let mut table = Some(self.root.get_ref());
        for key in path {
            let Some(value) = table.and_then(|table| table.get(*key)) else { break };
            span = value.span();
            table = value.get_ref().as_table();
        }
        self.push(span, path.join("."), message);
    }

    /// Returns a string at the top level.
    fn string(&mut self, key: &str) -> Option<String> {
        let value = self.root.get_ref().get(key)?;
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        self.push_at(&[key], "expected a string".to_owned());
        None
    }

    fn check_keys(&mut self, sections: &[&str]) {
        let known: Vec<&str> =
            GENERAL_KEYS.iter().chain(sections).chain(&["base", "family"]).copied().collect();
        let unknown: Vec<(Range<usize>, String)> = (self.root.get_ref().keys())
            .filter(|key| !known.contains(&key.get_ref().as_ref()))
            .map(|key| (key.span(), key.get_ref().to_string()))
            .collect();
        for (span, key) in unknown {
            let message = format!("unknown key \"{key}\"{}", suggestion(&key, &known));
            self.push(span, key, message);
        }
    }

    /// Adds all type errors of some keys: reads them, removes the entry with the error,
    /// and reads them again.
    fn check_types<T: DeserializeOwned>(&mut self, keys: &[&str]) {
        let mut table: DeTable<'_> = (self.root.get_ref().clone().into_iter())
            .filter(|(key, _)| keys.contains(&key.get_ref().as_ref()))
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

    fn sorted(mut self) -> Vec<ReadError> {
        self.errors.sort_by_key(|error| (error.line, error.column));
        self.errors
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

/// Adds a suggestion to serde's message about an unknown name.
fn readable(message: &str) -> String {
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let message = message
        .replace('`', "\"")
        .replace("unknown field", "unknown key")
        .replace("unknown variant", "unknown value");
    match words.split_first() {
        Some((found, known)) if message.starts_with("unknown") => match suggestion(found, known) {
            hint if hint.is_empty() => message,
            hint => format!("{}{hint}", message.split(", expected").next().unwrap_or("")),
        },
        _ => message,
    }
}

/// Returns a hint with the most similar name, or an empty string if no name is similar.
fn suggestion(found: &str, known: &[&str]) -> String {
    /// Jaro-Winkler similarity, from 0 (nothing in common) to 1 (equal).
    const SIMILARITY_THRESHOLD: f64 = 0.85;
    let found: String = found.chars().take(64).collect();
    let similarity = |name: &str| strsim::jaro_winkler(&found, name);
    let best = known.iter().max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    best.filter(|best| similarity(best) >= SIMILARITY_THRESHOLD)
        .map_or(String::new(), |best| format!(" (did you mean \"{best}\"?)"))
}
