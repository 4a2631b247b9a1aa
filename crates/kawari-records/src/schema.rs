//! `kawari schema`: JSON Schemas of the JSON output,
//! <https://json-schema.org/draft/2020-12>.

use std::io::Write;

use anyhow::Context;

/// Names and texts of the schemas.
pub const SCHEMAS: [(&str, &str); 11] = [
    ("answer", include_str!("../schemas/answer.json")),
    ("answer-header", include_str!("../schemas/answer-header.json")),
    ("selfplay-game", include_str!("../schemas/selfplay-game.json")),
    ("selfplay-header", include_str!("../schemas/selfplay-header.json")),
    ("match-game", include_str!("../schemas/match-game.json")),
    ("match-header", include_str!("../schemas/match-header.json")),
    ("match-result", include_str!("../schemas/match-result.json")),
    ("mate-answer", include_str!("../schemas/mate-answer.json")),
    ("mate-header", include_str!("../schemas/mate-header.json")),
    ("spsa-iteration", include_str!("../schemas/spsa-iteration.json")),
    ("spsa-header", include_str!("../schemas/spsa-header.json")),
];

/// Writes the schema called `name`, or all names if there is none.
///
/// # Errors
/// Returns an error if the schema does not exist or the output cannot be written.
pub fn run(name: Option<&str>, output: &mut dyn Write) -> anyhow::Result<()> {
    let names = || SCHEMAS.map(|(name, _)| name);
    match name {
        None => names().iter().try_for_each(|name| writeln!(output, "{name}"))?,
        Some(name) => {
            let schema = SCHEMAS.iter().find(|(known, _)| *known == name);
            let (_, text) = schema.with_context(|| {
                format!("unknown schema `{name}` (expected one of {})", names().join(", "))
            })?;
            output.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}
