//! Inheritance by the key `base`.

use toml::{Table, Value};

use super::file::File;
use super::read_in_chain;

/// Limit of inherited definitions in a chain.
const MAX_BASES: usize = 8;
/// Keys that describe the base and not the new game.
const NOT_INHERITED: [&str; 8] =
    ["name", "aliases", "uci-name", "title", "title-ja", "rules", "weights", "network"];

/// The definitions that a file inherits from, one from another.
pub(super) struct Chain<'a> {
    lookup: &'a dyn Fn(&str) -> Option<String>,
    names: Vec<String>,
}

impl<'a> Chain<'a> {
    /// Creates an empty chain. `lookup` returns the text of a named definition.
    pub(super) fn new(lookup: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { lookup, names: Vec::new() }
    }

    /// Returns the inherited keys of a file, or adds an error.
    pub(super) fn inherit(&mut self, base: &str, file: &mut File<'_>) -> Table {
        let mut table = match self.read(base) {
            Ok(table) => table,
            Err(message) => {
                file.push_at(&["base"], message);
                return Table::new();
            }
        };
        table.retain(|key, _| !NOT_INHERITED.contains(&key));
        if file.has("start") {
            // Handicaps are start positions of the base.
            table.remove("handicaps");
        }
        for letter in file.strings("without") {
            let pieces = table.get_mut("pieces").and_then(Value::as_table_mut);
            if pieces.and_then(|pieces| pieces.remove(&letter)).is_none() {
                file.push_at(&["without"], format!("found \"{letter}\", expected a piece of base"));
            }
        }
        table
    }

    fn read(&mut self, base: &str) -> Result<Table, String> {
        if self.names.iter().any(|name| name == base) {
            return Err(format!("\"{base}\" inherits from itself"));
        }
        if self.names.len() == MAX_BASES {
            return Err(format!("more than {MAX_BASES} definitions in a chain"));
        }
        let text = (self.lookup)(base)
            .ok_or_else(|| format!("found \"{base}\", expected the name of a game"))?;
        self.names.push(base.to_owned());
        let (_, table) = read_in_chain(&text, self)
            .map_err(|errors| format!("\"{base}\" has an error: {}", errors[0]))?;
        Ok(table)
    }
}

/// Overrides the keys of a table, table by table.
pub(super) fn merge(table: &mut Table, own: Table) {
    for (key, value) in own {
        match (table.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}
