//! Types of requests and responses, read from the subset of JSON Schema that schemars writes.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `string`, `number`, `boolean` or `null`.
    Primitive(&'static str),
    /// A string constant.
    Literal(String),
    /// A named type.
    Named(String),
    /// An array.
    Array(Box<Type>),
    /// An array of fixed length.
    Tuple(Vec<Type>),
    /// An object with arbitrary keys.
    Map(Box<Type>),
    /// An object with these fields.
    Object(Vec<Field>),
    /// An object that has the fields of all of these types.
    Intersection(Vec<Type>),
    /// One of several types.
    Union(Vec<Type>),
}

/// A field of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name in JSON.
    pub name: String,
    /// Type of its values.
    pub kind: Type,
    /// Whether it may be absent.
    pub is_optional: bool,
    /// Description in Markdown.
    pub description: String,
}

/// A named type.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Name of the Rust type without the suffix `Json`.
    pub name: String,
    /// Description in Markdown.
    pub description: String,
    /// The type. For a union, `variants` has the descriptions.
    pub kind: Type,
    /// Variants of a union with their descriptions; none for other types.
    pub variants: Vec<(Type, String)>,
}

/// A described part of a definition: a field or a variant.
pub struct Part<'a> {
    /// Name for messages.
    pub label: String,
    /// Description in Markdown.
    pub description: &'a str,
}

impl Definition {
    /// Parses the schema of a named type.
    pub fn parse(name: &str, schema: &Value) -> Self {
        let variants = alternatives(schema).unwrap_or_default();
        Self {
            name: type_name(name),
            description: description(schema),
            kind: Type::parse(schema),
            variants: variants
                .iter()
                .map(|variant| (Type::parse(variant), description(variant)))
                .collect(),
        }
    }

    /// Returns the fields or variants.
    pub fn parts(&self) -> Vec<Part<'_>> {
        let fields = match &self.kind {
            Type::Object(fields) => fields.as_slice(),
            _ => &[],
        };
        let fields = fields
            .iter()
            .map(|field| Part { label: field.name.clone(), description: &field.description });
        let variants = self
            .variants
            .iter()
            .map(|(kind, description)| Part { label: format!("{kind:?}"), description });
        fields.chain(variants).collect()
    }
}

impl Type {
    /// Null, the value of absent data.
    pub const NULL: Self = Self::Primitive("null");

    /// Parses a schema.
    ///
    /// # Panics
    /// Panics on a schema that is not one of the supported forms.
    pub fn parse(schema: &Value) -> Self {
        let fields = object(schema);
        let named = schema["$ref"].as_str().map(|reference| Self::Named(type_name(reference)));
        match (named, fields) {
            (Some(named), Some(fields)) => {
                return Self::Intersection(vec![Self::Object(fields), named]);
            }
            (Some(named), None) => return named,
            (None, Some(fields)) => return Self::Object(fields),
            (None, None) => {}
        }
        if let Some(value) = schema["const"].as_str() {
            return Self::Literal(value.to_owned());
        }
        if let Some(alternatives) = alternatives(schema) {
            return Self::union(alternatives.iter().map(Self::parse));
        }
        match &schema["type"] {
            Value::String(kind) => Self::parse_kind(kind, schema),
            Value::Array(kinds) => Self::union(
                kinds.iter().filter_map(Value::as_str).map(|kind| Self::parse_kind(kind, schema)),
            ),
            _ => panic!("unsupported schema: {schema}"),
        }
    }

    fn parse_kind(kind: &str, schema: &Value) -> Self {
        match kind {
            "string" => Self::Primitive("string"),
            "integer" | "number" => Self::Primitive("number"),
            "boolean" => Self::Primitive("boolean"),
            "null" => Self::NULL,
            "array" => {
                if let Some(items) = schema["prefixItems"].as_array() {
                    return Self::Tuple(items.iter().map(Self::parse).collect());
                }
                let item = Self::parse(&schema["items"]);
                match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                    (Some(min), Some(max)) if min == max => {
                        Self::Tuple((0..min).map(|_| item.clone()).collect())
                    }
                    _ => Self::Array(Box::new(item)),
                }
            }
            "object" if schema["additionalProperties"].is_object() => {
                Self::Map(Box::new(Self::parse(&schema["additionalProperties"])))
            }
            "object" => Self::Object(Vec::new()),
            _ => panic!("unsupported type `{kind}`: {schema}"),
        }
    }

    /// Creates a union. Removes duplicates and nested unions.
    fn union(types: impl IntoIterator<Item = Self>) -> Self {
        let mut flat: Vec<Self> = Vec::new();
        for kind in types {
            let parts = if let Self::Union(parts) = kind { parts } else { vec![kind] };
            for part in parts {
                if !flat.contains(&part) {
                    flat.push(part);
                }
            }
        }
        if let [one] = flat.as_slice() { one.clone() } else { Self::Union(flat) }
    }

    /// Returns the type without `null`.
    pub fn without_null(&self) -> Self {
        match self {
            Self::Union(types) => {
                Self::union(types.iter().filter(|kind| **kind != Self::NULL).cloned())
            }
            _ => self.clone(),
        }
    }
}

/// Returns the alternatives of a union: of string constants or of types.
fn alternatives(schema: &Value) -> Option<Vec<Value>> {
    let types = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
    let constants =
        || schema["enum"].as_array().map(|values| values.iter().map(constant).collect());
    types.map(|types| types.iter().flat_map(expand).collect()).or_else(constants)
}

/// Splits an `enum` within a `oneOf`: schemars groups the variants without a description.
fn expand(schema: &Value) -> Vec<Value> {
    match schema["enum"].as_array() {
        Some(values) => values.iter().map(constant).collect(),
        None => vec![schema.clone()],
    }
}

fn constant(value: &Value) -> Value {
    serde_json::json!({ "const": value })
}

/// Returns the fields of an object: required fields in the order of their declaration, then
/// optional fields in alphabetical order.
fn object(schema: &Value) -> Option<Vec<Field>> {
    let properties: &Map<String, Value> = schema["properties"].as_object()?;
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let optional: BTreeSet<&str> =
        properties.keys().map(String::as_str).filter(|name| !required.contains(name)).collect();
    let field = |name: &str, is_optional| Field {
        name: name.to_owned(),
        kind: Type::parse(&properties[name]),
        is_optional,
        description: description(&properties[name]),
    };
    let required = required.iter().map(|name| field(name, false));
    Some(required.chain(optional.iter().map(|name| field(name, true))).collect())
}

/// Returns the description of a schema, with one line for each paragraph.
fn description(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    paragraphs.collect::<Vec<String>>().join("\n")
}

/// Returns the name of a type or of a reference to it.
fn type_name(name: &str) -> String {
    let name = name.trim_start_matches("#/$defs/");
    name.strip_suffix("Json").unwrap_or(name).to_owned()
}
