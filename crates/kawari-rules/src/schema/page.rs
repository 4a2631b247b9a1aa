//! The tables of keys in the reference page of the documentation, from the schema.

use std::fmt::Write;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::WRITE;
use crate::drop::{
    Declaration, DropDefinition, Drops, Ending, Impasse, Piece, PromotedSide, Promotion,
};
use crate::hasami::{Capture, Goals, HasamiDefinition, HasamiEnding, Men};
use crate::model::{General, Repetition};
use crate::section::Section;

/// The page, from the folder of the crate.
const PAGE: &str = "../../docs/reference/game-files.md";
/// First heading of the generated part, which goes on to the end of the page.
const FIRST: &str = "## Keys of both families\n";

/// Returns the generated part of the page.
fn tables() -> String {
    let mut text = FIRST.to_owned();
    text += &table::<General>(
        "At the top of the file, with `family = \"drop\"` or `\"hasami\"`, or with `base`, the name of \
         the game whose keys this one inherits. `without` lists letters of inherited pieces that \
         the game does not have.",
    );
    text += "\n### `[repetition]`\n";
    text += &table::<Repetition>("The rule for repeated positions.");
    text += "\n## Keys of the drop family\n\nAlso `[repetition]`, above.\n";
    text += "\n### `[pieces.LETTER]`\n";
    text += &table::<Piece>("A piece. Pieces stand in the file from the weakest to the strongest.");
    text += "\n### `[pieces.LETTER.promoted]`\n";
    text += &table::<PromotedSide>("The other side of a piece.");
    text += "\n### `[promotion]`\n";
    text += &table::<Promotion>("How pieces change sides, on the board and by capture.");
    text += "\n### `[drops]`\n";
    text += &table::<Drops>("Drops of captured pieces.");
    text += "\n### `[ending]`, drop family\n";
    text += &table::<Ending>("Goals, and results without a legal move.");
    text += "\n### `[impasse]`\n";
    text += &table::<Impasse>("The end of a game in which both royal pieces stand in their zones.");
    text += "\n### `[declaration]`\n";
    text += &table::<Declaration>("A win that a side declares, with its royal piece in the zone.");
    text += "\n## Keys of the Hasami family\n\nAlso `[repetition]`, above, without \
             `perpetual-check-loses`.\n";
    text += "\n### `[men]`\n";
    text += &table::<Men>("How men move.");
    text += "\n### `[capture]`\n";
    text += &table::<Capture>("Captures, in the position after the move.");
    text += "\n### `[goals]`\n";
    text += &table::<Goals>("Goals. Captures come first, then the goals in this order.");
    text += "\n### `[ending]`, Hasami family\n";
    text += &table::<HasamiEnding>("Ends without a goal.");
    text
}

/// Returns a table of the keys of a section in the order of its fields. Keys that hold other
/// sections are left out.
fn table<T: JsonSchema + Section>(intro: &str) -> String {
    let mut generator = SchemaSettings::draft07().into_generator();
    let schema = T::json_schema(&mut generator).to_value();
    let definitions = Value::Object(generator.take_definitions(false));
    let mut text = format!("\n{intro}\n\n| key | default | meaning |\n|---|---|---|\n");
    for key in T::keys() {
        let property = &schema["properties"][&key];
        let default = if matches!(key.as_str(), "files" | "ranks") {
            &Value::Null // Required.
        } else {
            &property["default"]
        };
        if default.is_object() && key != "handicaps" || key == "promoted" {
            continue;
        }
        let meaning = property["description"].as_str().expect("a description");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| `{key}` | {} | {}{} |",
            shown_default(default),
            meaning.replace('\n', " "),
            values(property, &definitions),
        );
    }
    text
}

/// Returns a default value as a file has it; empty if there is none.
fn shown_default(value: &Value) -> String {
    match value {
        Value::Null | Value::Object(_) => String::new(),
        Value::String(text) if text.is_empty() => String::new(),
        value => format!("`{value}`"),
    }
}

/// Returns the words that a key accepts, with their meanings, or a hint on sets of squares.
fn values(property: &Value, definitions: &Value) -> String {
    let mut parts = vec![property];
    for key in ["allOf", "anyOf"] {
        parts.extend(property[key].as_array().into_iter().flatten());
    }
    parts.push(&property["items"]);
    let name = parts.iter().find_map(|part| part["$ref"].as_str()?.rsplit('/').next());
    let Some(name) = name else { return String::new() };
    if name == "Squares" {
        return " A number of farthest ranks, or a list such as `[\"5a\", \"4a\"]`.".to_owned();
    }
    let choices = definitions[name]["oneOf"].as_array().into_iter().flatten();
    choices.fold(String::new(), |text, choice| {
        let meaning = choice["description"].as_str().unwrap_or_default().replace('\n', " ");
        format!("{text}<br>`{}`: {meaning}", choice["const"])
    })
}

#[test]
fn the_reference_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let page = std::fs::read_to_string(&path).unwrap();
    let (head, found) = page.split_at(page.find(FIRST).expect("the first generated heading"));
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, head.to_owned() + &tables()).unwrap();
    } else {
        assert!(
            found == tables(),
            "{PAGE} is out of date; run `{WRITE}=1 cargo test -p kawari-rules up_to_date`"
        );
    }
}

/// Keys that hold sections are headings.
#[test]
fn every_section_has_a_heading() {
    let tables = tables();
    for key in DropDefinition::keys().chain(HasamiDefinition::keys()) {
        assert!(tables.contains(&format!("### `[{key}")), "{key}");
    }
}
