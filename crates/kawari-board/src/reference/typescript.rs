//! The page's TypeScript types.

use std::fmt::Write;

use super::types::{Definition, Field, Type};
use super::{Api, Endpoint, NOTICE};

/// Maximum length of a line with a doc comment.
const WIDTH: usize = 110;

/// Returns the text of `web/src/api/generated.ts`.
pub fn render(api: &Api) -> String {
    let mut text = doc_comment(&format!("Requests and responses of the API.\n{NOTICE}"), "");
    for definition in api.definitions.values() {
        text.push('\n');
        text += &doc_comment(&definition.description, "");
        text += &declaration(definition);
    }
    let (streams, plain): (Vec<&Endpoint>, Vec<&Endpoint>) =
        api.endpoints.iter().partition(|endpoint| endpoint.is_stream);
    text += "\n/** Request and response of each endpoint, by its path after `/api/`. */\n";
    text += &endpoints("Endpoints", "response", &plain);
    text += "\n/** Request and response lines of each endpoint that streams its response. */\n";
    text += &endpoints("StreamEndpoints", "line", &streams);
    text
}

fn endpoints(name: &str, response: &str, endpoints: &[&Endpoint]) -> String {
    let mut text = format!("export interface {name} {{\n");
    for endpoint in endpoints {
        let summary = endpoint.description.lines().next().unwrap_or_default();
        text += &doc_comment(summary, "  ");
        let request = expression(&endpoint.request);
        let result = expression(&endpoint.response);
        let _ =
            writeln!(text, "  {}: {{ request: {request}; {response}: {result} }};", endpoint.name);
    }
    text + "}\n"
}

fn declaration(definition: &Definition) -> String {
    let name = &definition.name;
    match &definition.kind {
        Type::Object(fields) if fields.is_empty() => {
            format!("export type {name} = Record<string, never>;\n")
        }
        Type::Object(fields) => {
            let mut text = format!("export interface {name} {{\n");
            for field in fields {
                text += &doc_comment(&field.description, "  ");
                let _ = writeln!(text, "  {};", member(field));
            }
            text + "}\n"
        }
        Type::Union(_) if !definition.variants.is_empty() => {
            let mut text = format!("export type {name} =\n");
            for (kind, description) in &definition.variants {
                text += &doc_comment(description, "  ");
                let _ = writeln!(text, "  | {}", expression(kind));
            }
            text.trim_end().to_owned() + ";\n"
        }
        kind => format!("export type {name} = {};\n", expression(kind)),
    }
}

/// Returns the declaration of a field.
pub fn member(Field { name, kind, is_optional, .. }: &Field) -> String {
    let mark = if *is_optional { "?" } else { "" };
    format!("{name}{mark}: {}", expression(kind))
}

/// Returns a type expression.
pub fn expression(kind: &Type) -> String {
    let join = |types: &[Type], separator: &str| {
        types.iter().map(expression).collect::<Vec<String>>().join(separator)
    };
    match kind {
        Type::Primitive(name) => (*name).to_owned(),
        Type::Literal(text) => format!("{text:?}"),
        Type::Named(name) => name.clone(),
        Type::Array(item) => match &**item {
            Type::Union(_) | Type::Intersection(_) => format!("({})[]", expression(item)),
            _ => format!("{}[]", expression(item)),
        },
        Type::Tuple(items) => format!("[{}]", join(items, ", ")),
        Type::Map(value) => format!("Record<string, {}>", expression(value)),
        Type::Object(fields) => {
            let members: Vec<String> = fields.iter().map(member).collect();
            format!("{{ {} }}", members.join("; "))
        }
        Type::Intersection(types) => format!("({})", join(types, " & ")),
        Type::Union(types) => join(types, " | "),
    }
}

/// Returns a doc comment, on one line if it fits.
fn doc_comment(text: &str, indent: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let line = format!("{indent}/** {text} */\n");
    if !text.contains('\n') && line.trim_end().chars().count() <= WIDTH {
        return line;
    }
    let mut comment = format!("{indent}/**\n");
    for (index, paragraph) in text.lines().enumerate() {
        if index > 0 {
            let _ = writeln!(comment, "{indent} *");
        }
        let mut line = format!("{indent} *");
        for word in paragraph.split_whitespace() {
            if line.chars().count() + 1 + word.chars().count() > WIDTH {
                let _ = writeln!(comment, "{line}");
                line = format!("{indent} *");
            }
            let _ = write!(line, " {word}");
        }
        let _ = writeln!(comment, "{line}");
    }
    let _ = writeln!(comment, "{indent} */");
    comment
}
