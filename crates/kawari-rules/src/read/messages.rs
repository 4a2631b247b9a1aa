//! Messages of the TOML reader in plain words.

/// Returns a message about a key or a value in plain words.
pub(super) fn readable(message: &str) -> String {
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        return unknown_name(message);
    }
    if message == "wanted string or table" {
        return "expected a text in quotes".to_owned();
    }
    let Some((found, expected)) = message.split_once(", expected ") else {
        return message.to_owned();
    };
    let found = ["invalid type: ", "invalid value: ", "invalid "]
        .iter()
        .find_map(|prefix| found.strip_prefix(prefix))
        .unwrap_or(found);
    format!("found {}, expected {}", plain_found(found), plain_expected(expected))
}

/// Returns the message about an unknown key or value, with a suggestion.
fn unknown_name(message: &str) -> String {
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let what = if message.starts_with("unknown field") { "key" } else { "value" };
    let Some((found, known)) = words.split_first() else { return message.to_owned() };
    let hint = suggestion(found, known);
    if !hint.is_empty() {
        return format!("unknown {what} \"{found}\"{hint}");
    }
    let known: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
    format!("unknown {what} \"{found}\", expected one of {}", known.join(", "))
}

fn plain_found(found: &str) -> String {
    match found {
        "map" => return "a table".to_owned(),
        "sequence" => return "a list".to_owned(),
        _ => {}
    }
    for (prefix, plain) in
        [("string ", "text "), ("integer ", ""), ("floating point ", ""), ("boolean ", "")]
    {
        if let Some(rest) = found.strip_prefix(prefix) {
            return format!("{plain}{}", rest.replace('`', ""));
        }
    }
    found.replace('`', "")
}

fn plain_expected(expected: &str) -> &str {
    match expected {
        "u8" => "a number from 0 to 255",
        "u16" => "a number from 0 to 65535",
        "u32" => "a number, 0 or more",
        "i32" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text in quotes",
        "a sequence" => "a list in brackets",
        "an array of length 2" => "a list of two numbers",
        _ if expected == "a map" || expected.starts_with("struct ") => "a table",
        _ => expected,
    }
}

/// Returns a hint with the most similar name, or an empty string if no name is similar.
pub(super) fn suggestion(found: &str, known: &[&str]) -> String {
    /// Jaro-Winkler similarity, from 0 (nothing in common) to 1 (equal).
    const SIMILARITY_THRESHOLD: f64 = 0.85;
    let found: String = found.chars().take(64).collect();
    let similarity = |name: &str| strsim::jaro_winkler(&found, name);
    let best = known.iter().max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    best.filter(|best| similarity(best) >= SIMILARITY_THRESHOLD)
        .map_or(String::new(), |best| format!(" (did you mean \"{best}\"?)"))
}
