//! `kawari convert`: games in another record format.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use kawari_engine::games::variants::Variant;
use kawari_records::records::any_format::{GameFormat, read_game};
use kawari_records::records::lines::RecordLines;
use kawari_records::records::movetext::MoveBudget;
use kawari_records::source;

/// Converts the games of files, and writes a message for each game that cannot be converted.
/// Returns false if there is one. `fallback` is the variant of games that name none.
///
/// # Errors
/// Returns an error if a file cannot be read, or the output cannot be written.
pub fn convert(
    files: &[PathBuf],
    fallback: Option<Variant>,
    format: GameFormat,
    output: &mut impl Write,
    messages: &mut impl Write,
) -> anyhow::Result<bool> {
    let (mut is_whole, mut is_first) = (true, true);
    for path in files {
        let file = source::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        for item in RecordLines::new(file) {
            let mut budget = MoveBudget::new(|| false);
            let game = item.text.and_then(|text| read_game(&text, fallback, &mut budget));
            let text = game.and_then(|game| {
                game.map(|game| format.write(&game.record, MoveBudget::new(|| false))).transpose()
            });
            match text {
                Ok(None) => {}
                Ok(Some(text)) => {
                    let separator = if is_first { "" } else { format.separator() };
                    write!(output, "{separator}{text}")?;
                    is_first = false;
                }
                Err(error) => {
                    let name = path.display();
                    writeln!(messages, "{name}, line {}: {error}", item.number)?;
                    is_whole = false;
                }
            }
        }
    }
    output.flush()?;
    Ok(is_whole)
}
