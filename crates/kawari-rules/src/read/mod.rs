//! The reader: TOML text to a definition, or all errors of the file.

mod base;
mod file;
mod messages;

use serde::de::DeserializeOwned;
use thiserror::Error;
use toml::{Table, Value};

use self::base::Chain;
use self::file::File;
use crate::check::{self, Defect};
use crate::drop::DropDefinition;
use crate::hasami::HasamiDefinition;
use crate::model::{Family, FamilyName, GameDefinition, General};
use crate::section::Section;

/// Size limit of a file, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
/// Number of errors after which a file is not read further.
const MAX_ERRORS: usize = 50;
/// Keys that only the reader uses.
pub(crate) const READER_KEYS: [&str; 3] = ["base", "without", "family"];
/// Keys that each game needs, inherited or not.
const REQUIRED_KEYS: [&str; 5] = ["name", "title", "files", "ranks", "start"];

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
/// # Errors
/// Returns the errors found, at most a few dozen, in the order of the file.
pub fn read(
    text: &str,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Result<GameDefinition, Vec<ReadError>> {
    read_in_chain(text, &mut Chain::new(lookup)).map(|(definition, _)| definition)
}

/// Returns an error at the value of a key of a definition, such as `pieces.P.moves`.
pub fn error_at(text: &str, key: &str, message: String) -> ReadError {
    let errors = File::parse(text).map_or_else(
        |errors| errors,
        |mut file| {
            file.push_at(&key.split('.').collect::<Vec<_>>(), message);
            file.into_errors()
        },
    );
    errors.into_iter().next().expect("an error was added")
}

/// Reads a definition. Also returns its table, with the inherited keys.
fn read_in_chain(
    text: &str,
    chain: &mut Chain<'_>,
) -> Result<(GameDefinition, Table), Vec<ReadError>> {
    let mut file = File::parse(text)?;
    let mut merged = match file.string("base") {
        None => Table::new(),
        Some(base) => chain.inherit(&base, &mut file),
    };
    file.finish()?;
    let Some(family) = read_family(&mut file, &merged) else { return Err(file.into_errors()) };
    let keys: Vec<String> = match family {
        FamilyName::Drop => DropDefinition::keys().collect(),
        FamilyName::Hasami => HasamiDefinition::keys().collect(),
    };
    let general_keys: Vec<String> = General::keys().collect();
    let reader_keys = READER_KEYS.map(str::to_owned);
    file.check_keys(&[&general_keys, &keys, &reader_keys[..]].concat());
    file.check_types::<General>(&general_keys);
    match family {
        FamilyName::Drop => file.check_types::<DropDefinition>(&keys),
        FamilyName::Hasami => file.check_types::<HasamiDefinition>(&keys),
    }
    file.finish()?;

    base::merge(&mut merged, file.own_table());
    merged.insert("family".to_owned(), Value::from(family.name()));
    for key in REQUIRED_KEYS.iter().filter(|key| !merged.contains_key(**key)) {
        file.push_at(&[], format!("missing key \"{key}\""));
    }
    file.finish()?;
    let definition = match deserialize(&merged, family, &general_keys, &keys) {
        Ok(definition) => definition,
        Err(message) => {
            // A key and its inherited value can have different types.
            file.push_at(&["base"], message);
            return Err(file.into_errors());
        }
    };
    for Defect { path, message } in check::defects(&definition).into_iter().take(MAX_ERRORS) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        file.push_at(&path, message);
    }
    file.finish()?;
    Ok((definition, merged))
}

/// Returns the family of a game, or adds an error.
fn read_family(file: &mut File<'_>, inherited: &Table) -> Option<FamilyName> {
    let inherited = inherited.get("family").and_then(Value::as_str);
    let own = file.string("family");
    if let (Some(own), Some(inherited)) = (&own, inherited)
        && own != inherited
    {
        file.push_at(&["family"], format!("found \"{own}\", but base has \"{inherited}\""));
        return None;
    }
    let families = [FamilyName::Drop, FamilyName::Hasami];
    let names = "expected \"drop\" or \"hasami\"";
    match own.as_deref().or(inherited) {
        Some(name) => families.into_iter().find(|family| family.name() == name).or_else(|| {
            file.push_at(&["family"], format!("found \"{name}\", {names}"));
            None
        }),
        None => {
            file.push_at(&[], format!("missing key \"family\", {names}"));
            None
        }
    }
}

/// Returns the definition of a table.
fn deserialize(
    merged: &Table,
    family: FamilyName,
    general_keys: &[String],
    keys: &[String],
) -> Result<GameDefinition, String> {
    let general = section(merged, general_keys)?;
    let family = match family {
        FamilyName::Drop => {
            let mut rules: DropDefinition = section(merged, keys)?;
            put_royal_last(&mut rules);
            Family::Drop(Box::new(rules))
        }
        FamilyName::Hasami => {
            let mut rules: HasamiDefinition = section(merged, keys)?;
            rules.repetition.perpetual_check_loses = false;
            Family::Hasami(rules)
        }
    };
    Ok(GameDefinition { general, family })
}

fn section<T: DeserializeOwned>(table: &Table, keys: &[String]) -> Result<T, String> {
    let chosen: Table = table
        .iter()
        .filter(|(key, _)| keys.contains(key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    T::deserialize(Value::Table(chosen)).map_err(|error| messages::readable(error.message()))
}

/// Moves the royal piece to the end, after pieces that a file adds to an inherited game.
fn put_royal_last(rules: &mut DropDefinition) {
    if let Some(index) = rules.pieces.values().position(|piece| piece.royal) {
        rules.pieces.move_index(index, rules.pieces.len() - 1);
    }
}
