//! `kawari rules` and `kawari variants`: descriptions of the variants.

use std::io::{self, Write};

use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;

/// Writes the rules of a variant with a diagram of its start position.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn rules(variant: Variant, output: &mut impl Write) -> io::Result<()> {
    let info = variant.info();
    let heading = format!("{} ({})", info.title, info.name);
    writeln!(output, "{heading}\n{}\n", "=".repeat(heading.chars().count()))?;
    writeln!(output, "{}\n", game_state::open(variant).diagram().trim_end())?;
    writeln!(output, "Start: {}", info.startpos)?;
    for (name, sfen) in info.handicaps {
        writeln!(output, "Handicap `{name}`: {sfen}")?;
    }
    writeln!(output, "\n{}", info.rules.join("\n\n"))
}

/// Writes the table of the variants and a hint on `kawari rules`.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn overview(output: &mut impl Write) -> io::Result<()> {
    variants(output)?;
    let shipped: Vec<&str> = kawari_rules::SHIPPED.iter().map(|&(name, _)| name).collect();
    writeln!(output, "\nMore variants: {}", shipped.join(", "))?;
    writeln!(output, "Run `kawari rules NAME` for the rules of a variant.")
}

/// Writes the table of the variants.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn variants(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{:<16}  {:<5}  {:<37}  also called", "name", "board", "title")?;
    for variant in Variant::all() {
        let info = variant.info();
        let board = format!("{}x{}", info.files, info.ranks);
        let aliases = info.aliases.join(", ");
        let row = format!("{:<16}  {board:<5}  {:<37}  {aliases}", info.name, info.title);
        writeln!(output, "{}", row.trim_end())?;
    }
    Ok(())
}
