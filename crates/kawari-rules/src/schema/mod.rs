//! The JSON Schema of a definition for editors, generated from the types. Rewrite the file
//! after a change of the types:
//!
//! ```sh
//! KAWARI_WRITE_SCHEMA=1 cargo test -p kawari-rules up_to_date
//! ```

mod page;

use std::path::Path;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::drop::DropDefinition;
use crate::hasami::HasamiDefinition;
use crate::model::{FamilyName, General};
use crate::read::READER_KEYS;
use crate::section::Section;

/// Environment variable that makes the test rewrite the file.
const WRITE: &str = "KAWARI_WRITE_SCHEMA";

/// Returns the schema of a file: a game of one family or the other.
fn schema() -> Value {
    // Editors support draft 7 best.
    let mut generator = SchemaSettings::draft07().into_generator();
    let games = [
        game::<DropDefinition>(&mut generator, FamilyName::Drop),
        game::<HasamiDefinition>(&mut generator, FamilyName::Hasami),
    ];
    let mut schema = Schema::try_from(json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A game of Kawari",
        "description": "Keys that are left out have their default values, or those of the game that `base` names.",
        "anyOf": games,
        "definitions": generator.take_definitions(false),
    }))
    .expect("an object");
    for transform in generator.transforms_mut() {
        transform.transform(&mut schema);
    }
    schema.to_value()
}

/// Returns the schema of a game of a family.
fn game<T: JsonSchema>(generator: &mut SchemaGenerator, family: FamilyName) -> Value {
    let reader_keys = [
        json!({"type": "string", "description": "Name of the game whose keys this one inherits."}),
        json!({
            "type": "array",
            "items": {"type": "string"},
            "description": "Letters of pieces of `base` that this game does not have.",
        }),
        json!({"const": family.name(), "description": "Family of the game; inherited by default."}),
    ];
    let mut keys: Map<String, Value> =
        READER_KEYS.iter().map(|key| key.to_string()).zip(reader_keys).collect();
    keys.extend(properties(General::json_schema(generator)));
    keys.extend(properties(T::json_schema(generator)));
    json!({
        "type": "object",
        "properties": keys,
        "additionalProperties": false,
        "required": ["name", "title"],
        "anyOf": [{"required": ["base"]}, {"required": ["family", "files", "ranks", "start"]}],
    })
}

fn properties(schema: Schema) -> Map<String, Value> {
    schema.get("properties").and_then(Value::as_object).expect("an object").clone()
}

#[test]
fn the_schema_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, text).unwrap();
    } else {
        assert!(
            std::fs::read_to_string(&path).unwrap_or_default() == text,
            "schema.json is out of date; run `{WRITE}=1 cargo test -p kawari-rules up_to_date`"
        );
    }
}

#[test]
fn every_key_has_a_description() {
    fn check(value: &Value, path: &str) {
        if let Some(properties) = value.get("properties").and_then(Value::as_object) {
            for (key, property) in properties {
                let is_described = property.get("description").is_some();
                assert!(is_described, "{path}.{key} has no description");
            }
        }
        for (key, inner) in value.as_object().into_iter().flatten() {
            check(inner, &format!("{path}.{key}"));
        }
    }
    let schema = schema();
    check(&schema, "");
    for game in schema["anyOf"].as_array().unwrap() {
        check(game, "");
    }
}

/// The reader takes its keys from the names of the fields, serde from its attributes.
#[test]
fn the_reader_and_serde_have_the_same_keys() {
    fn check<T: JsonSchema + Section>() {
        let schema = T::json_schema(&mut SchemaSettings::draft07().into_generator());
        let mut expected: Vec<String> = properties(schema).keys().cloned().collect();
        let mut keys: Vec<String> = T::keys().collect();
        expected.sort_unstable();
        keys.sort_unstable();
        assert_eq!(keys, expected);
    }
    check::<General>();
    check::<DropDefinition>();
    check::<HasamiDefinition>();
}
