//! Generator of the API reference and of the page's TypeScript types.
//!
//! The input is the JSON Schema of the Rust types of requests and responses, and the list of
//! endpoints in `endpoint_list`. The output is `crates/kawari-board/API.md` and
//! `web/src/api/generated.ts`. Both are committed. `the_generated_files_are_up_to_date` fails if
//! they differ from the output; this command writes them:
//!
//! ```sh
//! KAWARI_WRITE_API=1 cargo test -p kawari-board up_to_date
//! ```
//!
//! - `types`: the types, read from JSON Schema.
//! - `typescript`, `markdown`: the two outputs.

mod endpoint_list;
mod markdown;
mod types;
mod typescript;

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

use self::types::{Definition, Type};

/// Environment variable with which the test writes the files instead of comparing them.
const WRITE: &str = "KAWARI_WRITE_API";
/// First line of the generated files.
const NOTICE: &str = "Generated from the Rust types of kawari-board by \
     `KAWARI_WRITE_API=1 cargo test -p kawari-board up_to_date`. Do not edit.";

/// An endpoint of the API.
struct Endpoint {
    /// Path after `/api/`.
    name: &'static str,
    /// Description in Markdown. The first paragraph is the summary.
    description: &'static str,
    /// Type of the request.
    request: Type,
    /// Type of the response, or of each line of a stream.
    response: Type,
    /// Whether the response is a stream of lines.
    is_stream: bool,
}

/// The API: its endpoints and types.
struct Api {
    endpoints: Vec<Endpoint>,
    /// All types, by name.
    definitions: BTreeMap<String, Definition>,
}

/// Collector of the types of requests and responses.
struct Collector {
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Collector {
    fn new() -> Self {
        let settings = SchemaSettings::draft2020_12;
        Self {
            requests: settings().for_deserialize().into_generator(),
            responses: settings().for_serialize().into_generator(),
        }
    }

    fn endpoint<Request: JsonSchema, Response: JsonSchema>(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Endpoint {
        Endpoint {
            name,
            description,
            request: Type::parse(self.requests.subschema_for::<Request>().as_value()),
            response: Type::parse(self.responses.subschema_for::<Response>().as_value()),
            is_stream: false,
        }
    }

    fn stream<Request: JsonSchema, Line: JsonSchema>(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) -> Endpoint {
        Endpoint { is_stream: true, ..self.endpoint::<Request, Line>(name, description) }
    }

    /// Returns the collected types. A type of requests and responses has its form in requests,
    /// where more fields are optional.
    fn definitions(mut self) -> BTreeMap<String, Definition> {
        let mut schemas = self.responses.take_definitions(true);
        schemas.extend(self.requests.take_definitions(true));
        let definitions = schemas.iter().map(|(name, schema)| Definition::parse(name, schema));
        definitions.map(|definition| (definition.name.clone(), definition)).collect()
    }
}

#[test]
fn the_generated_files_are_up_to_date() {
    let api = endpoint_list::api();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (name, text) in [
        ("crates/kawari-board/API.md", markdown::render(&api)),
        ("web/src/api/generated.ts", typescript::render(&api)),
    ] {
        let path = root.join(name);
        if std::env::var_os(WRITE).is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect(name);
        } else {
            let current = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                current == text,
                "{name} is out of date; run `{WRITE}=1 cargo test -p kawari-board up_to_date`"
            );
        }
    }
}

#[test]
fn every_endpoint_is_described() {
    let described: Vec<String> = endpoint_list::api()
        .endpoints
        .iter()
        .map(|endpoint| format!("/api/{}", endpoint.name))
        .collect();
    assert_eq!(described, crate::api::paths());
}

#[test]
fn every_type_and_field_is_described() {
    for definition in endpoint_list::api().definitions.values() {
        assert!(!definition.description.is_empty(), "{}", definition.name);
        for part in definition.parts() {
            assert!(!part.description.is_empty(), "{}: {}", definition.name, part.label);
        }
    }
}
