//! Tests of the JSON output against its schemas.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use kawari_records::schema::SCHEMAS;

/// Panics unless the value conforms to the schema.
#[track_caller]
pub fn expect(name: &str, value: &Value) {
    let (_, text) = SCHEMAS.iter().find(|(known, _)| *known == name).expect("a schema");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    if let Err(fault) = check(&schema, value, "it") {
        panic!("{name}: {fault}: {value}");
    }
}

/// Checks a value against a schema. Supports only the keywords that the schemas use.
fn check(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let wrong = |what: String| Err(format!("{place}: {what}"));
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$schema" | "title" | "description" | "properties" | "additionalProperties" => {}
            "type" => {
                let kinds = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                let is_of = |kind: &Value| match kind.as_str().expect("a type") {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("unknown type {other}"),
                };
                if !kinds.iter().any(is_of) {
                    return wrong(format!("{value} is no {rule}"));
                }
            }
            "const" if value != rule => return wrong(format!("{value} is not {rule}")),
            "enum" if !rule.as_array().expect("a list").contains(value) => {
                return wrong(format!("{value} is none of {rule}"));
            }
            "const" | "enum" => {}
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(rule, item, &format!("{place}[{number}]"))?;
                }
            }
            "anyOf" => {
                let choices = rule.as_array().expect("a list");
                if !choices.iter().any(|choice| check(choice, value, place).is_ok()) {
                    return wrong(format!("{value} fits nothing"));
                }
            }
            "required" => {
                for key in rule.as_array().expect("a list") {
                    let key = key.as_str().expect("a name");
                    if value.as_object().is_some_and(|object| !object.contains_key(key)) {
                        return wrong(format!("there is no {key}"));
                    }
                }
            }
            "dependentRequired" => {
                for (key, others) in rule.as_object().expect("an object") {
                    let is_there = |key: &Value| value.get(key.as_str().expect("a name")).is_some();
                    let others = others.as_array().expect("a list");
                    if value.get(key).is_some() && !others.iter().all(is_there) {
                        return wrong(format!("{key} stands alone"));
                    }
                }
            }
            "minProperties" | "maxProperties" => {
                let count = value.as_object().map(serde_json::Map::len);
                let bound = rule.as_u64().expect("a number") as usize;
                let is_less = keyword == "minProperties";
                if count.is_some_and(|count| if is_less { count < bound } else { count > bound }) {
                    return wrong(format!("{value} has another number of fields"));
                }
            }
            other => panic!("unsupported keyword {other}"),
        }
    }
    for (key, field) in value.as_object().into_iter().flatten() {
        match schema.get("properties").and_then(|properties| properties.get(key)) {
            Some(rule) => check(rule, field, &format!("{place}.{key}"))?,
            None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                return wrong(format!("nothing tells of {key}"));
            }
            None => {}
        }
    }
    Ok(())
}

fn kawari(words: &str, input: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawari"));
    command.args(words.split_whitespace()).stdin(input).output().expect("it starts")
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("formats-{name}"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn all_schemas_are_printed() {
    let names = kawari("schema", Stdio::null()).stdout;
    let names = String::from_utf8(names).expect("names");
    assert!(names.lines().eq(SCHEMAS.iter().map(|(name, _)| *name)), "{names}");
    for (name, text) in SCHEMAS {
        let output = kawari(&format!("schema {name}"), Stdio::null());
        assert_eq!(String::from_utf8_lossy(&output.stdout), text);
        let schema: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(schema["additionalProperties"], false, "{name}: unknown fields are errors");
    }
    let refused = kawari("schema nothing", Stdio::null());
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("expected one of answer, "));
}

/// Checks the checker: it must reject wrong values.
#[test]
fn wrong_values_are_rejected() {
    let (_, text) = SCHEMAS.iter().find(|(name, _)| *name == "selfplay-game").expect("it is there");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let game = serde_json::json!({
        "game": 0, "variant": "yari", "start": "x", "opening": 1, "moves": ["a", "b"],
        "scores": [null, {"cp": 5}], "result": "black", "reason": "check",
    });
    assert_eq!(check(&schema, &game, "it"), Ok(()));
    for (key, value) in [
        ("game", Value::from("0")),
        ("moves", Value::from(vec![1])),
        ("scores", serde_json::json!([{"cp": 5, "mate": 1}])),
        ("scores", serde_json::json!([{}])),
        ("result", Value::from("white wins")),
        ("more", Value::Null),
    ] {
        let mut wrong = game.clone();
        wrong[key] = value;
        assert!(check(&schema, &wrong, "it").is_err(), "{wrong}");
    }
    let mut short = game;
    short.as_object_mut().expect("an object").remove("reason");
    assert!(check(&schema, &short, "it").is_err());
}

#[test]
fn analysis_output_conforms_to_its_schema() {
    let (input, answers) = (scratch("input"), scratch("answers"));
    let lines = [
        "hasami startpos moves 9i9e 1a1e",
        "nonsense",
        "yari startpos moves 1a1b",
        "hasami 9/9/4p4/9/4P4/9/9/9/4P4 w - 1",
        "hasami p8/PP7/9/9/9/9/9/9/8p b - 1",
        r#"{"id":7,"variant":"hajiku","position":"startpos moves 4g4f"}"#,
        r#"{"id":"a","game":3,"variant":"shogi","start":"startpos","moves":[]}"#,
    ];
    fs::write(&input, lines.join("\n")).expect("a file");
    for words in [
        "--nodes 200",
        "--btime 50 --wtime 50 --provenance",
        "--depth 2 --no-time --provenance --multipv 3 --each-position",
    ] {
        let _ = fs::remove_file(&answers);
        let words = format!("analyse {words} {} --resume {}", input.display(), answers.display());
        assert_eq!(kawari(&words, Stdio::null()).status.code(), Some(1));
        let written = objects(&fs::read_to_string(&answers).expect("answers"));
        let (header, answers) = written.split_first().expect("a header");
        expect("answer-header", header);
        assert!(answers.len() >= lines.len());
        answers.iter().for_each(|answer| expect("answer", answer));
    }
}

#[test]
fn selfplay_output_conforms_to_its_schema() {
    let log = scratch("selfplay");
    let words = "selfplay minishogi --games 4 --nodes 100 --bound 300 --first-game 2";
    let words = format!("{words} --log {}", log.display());
    assert!(kawari(&words, Stdio::null()).status.success());
    let written = objects(&fs::read_to_string(&log).expect("a log"));
    expect("selfplay-header", &written[0]);
    written[1..].iter().for_each(|game| expect("selfplay-game", game));
}
