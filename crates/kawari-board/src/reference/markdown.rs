//! The API reference.

use std::fmt::Write;

use super::types::{Definition, Field, Type};
use super::{Api, Endpoint, NOTICE, typescript};
use crate::rejection;
use kawari_api::error_code::ErrorCode;

/// Text before the list of endpoints.
const INTRODUCTION: &str = "\
The page of `kawari board` uses this API. [Scripts can use \
it](../../docs/how-to/board.md#use-the-api-from-a-script) as well. Requests and responses are JSON objects. \
Every endpoint requires `POST`. Unknown fields of a request are rejected. Optional fields may be \
absent; in requests they may also be `null`. Squares are written as in USI: `5e`. Kinds of pieces \
are written as in SFEN, in upper case: `P`, `+P`.

";

/// Text before the table of error codes.
const ERRORS: &str = "\
## Errors

A rejected request gets a 4xx or 5xx status and a [Failure](#failure). `message` is English. `code` \
and `args` are for translations. A request head that cannot be parsed, or is too large, gets \
status 400, 414 or 431 without a body. A browser that navigates to a wrong address (`GET` or `HEAD` \
with `text/html` in `Accept`) gets a page in English and Japanese with a link to the board instead. \
The page never contains the token. Names in braces are fields of `args`.

";

/// Returns the text of `crates/kawari-board/API.md`.
pub fn render(api: &Api) -> String {
    let mut text = format!("# API of the board\n\n<!-- {NOTICE} -->\n\n{INTRODUCTION}");
    text += "## Endpoints\n\n| endpoint | request | response | |\n|---|---|---|---|\n";
    for endpoint in &api.endpoints {
        let Endpoint { name, description, .. } = endpoint;
        let summary = description.lines().next().unwrap_or_default();
        let _ = writeln!(
            text,
            "| [`/api/{name}`](#post-api{name}) | {} | {} | {summary} |",
            expression(&endpoint.request),
            response(endpoint),
        );
    }
    for endpoint in &api.endpoints {
        let Endpoint { name, description, .. } = endpoint;
        let (request, response) = (expression(&endpoint.request), response(endpoint));
        let _ = write!(
            text,
            "\n### POST /api/{name}\n\nRequest: {request}. Response: {response}.\n\n{description}\n"
        );
    }
    text.push('\n');
    text += ERRORS;
    text += "| status | code | |\n|---|---|---|\n";
    for (kind, description) in &api.definitions["ErrorCode"].variants {
        let Type::Literal(code) = kind else { panic!("not an error code: {kind:?}") };
        let status = serde_json::from_value::<ErrorCode>(code.as_str().into()).expect(code);
        let status = rejection::status(status).as_u16();
        let _ = writeln!(text, "| {status} | `{code}` | {} |", cell(description));
    }
    text += "\n## Types\n";
    for definition in api.definitions.values() {
        text += &section(definition);
    }
    text
}

fn response(endpoint: &Endpoint) -> String {
    let response = expression(&endpoint.response);
    if endpoint.is_stream { format!("stream of {response}") } else { response }
}

fn section(definition: &Definition) -> String {
    let Definition { name, description, kind, variants } = definition;
    let mut text = format!("\n### {name}\n\n{}\n", description.replace('\n', "\n\n"));
    match kind {
        _ if name == "ErrorCode" => text += "\nSee [Errors](#errors).\n",
        Type::Object(fields) if fields.is_empty() => {}
        Type::Object(fields) => {
            text += "\n| field | type | |\n|---|---|---|\n";
            for Field { name, kind, is_optional, description } in fields {
                let kind = if *is_optional {
                    format!("{}, optional", expression(&kind.without_null()))
                } else {
                    expression(kind)
                };
                let _ = writeln!(text, "| `{name}` | {kind} | {} |", cell(description));
            }
        }
        Type::Union(_) if !variants.is_empty() => {
            text += "\n| value | |\n|---|---|\n";
            for (kind, description) in variants {
                let _ = writeln!(text, "| {} | {} |", expression(kind), cell(description));
            }
        }
        kind => {
            let _ = writeln!(text, "\n{}", expression(kind));
        }
    }
    text
}

/// Returns a type with links to the types in it.
fn expression(kind: &Type) -> String {
    let join = |types: &[Type], separator: &str| {
        types.iter().map(expression).collect::<Vec<String>>().join(separator)
    };
    match kind {
        Type::Primitive(name) => (*name).to_owned(),
        Type::Literal(_) | Type::Object(_) => format!("`{}`", typescript::expression(kind)),
        Type::Named(name) => format!("[{name}](#{})", name.to_lowercase()),
        Type::Array(item) => match &**item {
            Type::Union(_) | Type::Intersection(_) => format!("({})\\[]", expression(item)),
            _ => format!("{}\\[]", expression(item)),
        },
        Type::Tuple(items) => format!("\\[{}\\]", join(items, ", ")),
        Type::Map(value) => format!("object with values {}", expression(value)),
        Type::Intersection(types) => match types.as_slice() {
            [Type::Object(fields), named] => {
                let fields: Vec<String> = fields.iter().map(typescript::member).collect();
                format!("{} with `{}`", expression(named), fields.join("; "))
            }
            _ => join(types, " and "),
        },
        Type::Union(types) => join(types, " or "),
    }
}

/// Returns the text of a table cell.
fn cell(description: &str) -> String {
    description.replace('\n', " ").replace('|', "\\|")
}
