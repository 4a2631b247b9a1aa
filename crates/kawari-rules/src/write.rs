//! The writer: a definition to a short TOML file.

use serde::Serialize;
use toml::{Table, Value};

use crate::drop::{DropDefinition, Piece};
use crate::hasami::HasamiDefinition;
use crate::model::{Family, FamilyName, GameDefinition, General};

/// Returns a definition as a TOML file, with the keys that differ from their defaults.
pub fn write(definition: &GameDefinition) -> String {
    let general = pruned(&definition.general, &General::default());
    let (family, rules, note) = match &definition.family {
        Family::Drop(rules) => (
            FamilyName::Drop,
            drop_table(rules),
            "Pieces stand from the weakest to the strongest, with moves in Betza's notation.",
        ),
        Family::Hasami(rules) => (
            FamilyName::Hasami,
            pruned(rules, &HasamiDefinition::default()),
            "Captures happen in the position after the move.",
        ),
    };
    let mut table = Table::new();
    table.insert("family".to_owned(), Value::from(family.name()));
    table.extend(general);
    table.extend(rules);
    let text = toml::to_string_pretty(&table).expect("a definition has only plain values");
    format!("# {note}\n# Keys that are left out have their default values.\n{text}")
}

fn drop_table(rules: &DropDefinition) -> Table {
    let mut table = pruned(rules, &DropDefinition::default());
    let mut pieces = Table::new();
    for (letter, piece) in &rules.pieces {
        pieces.insert(letter.clone(), Value::Table(pruned(piece, &Piece::default())));
    }
    if !pieces.is_empty() {
        table.insert("pieces".to_owned(), Value::Table(pieces));
    }
    table
}

fn pruned<T: Serialize>(value: &T, default: &T) -> Table {
    let table = |value| Table::try_from(value).expect("a section is a table");
    let mut pruned = table(value);
    prune(&mut pruned, &table(default));
    pruned
}

fn prune(table: &mut Table, default: &Table) {
    table.retain(|key, value| match (value, default.get(key)) {
        (Value::Table(inner), Some(Value::Table(default))) => {
            prune(inner, default);
            !inner.is_empty()
        }
        (value, default) => Some(&*value) != default,
    });
}
