//! `kawari rules import`: definitions from Fairy-Stockfish's `variants.ini`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use kawari_engine::core::regular_file;
use kawari_rules::import::{self, Imported};

/// Options of `kawari rules import`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportConfig {
    /// The file.
    pub file: PathBuf,
    /// Names of the games to translate; all games of the file if empty.
    pub names: Vec<String>,
    /// Folder for the definitions. Without it, the definition of a single game is printed.
    pub folder: Option<PathBuf>,
}

/// Translates games. The definitions go to the folder or to `output`, and the list of what was
/// not translated goes to standard error. Returns true if every game has a definition that plays
/// as in Fairy-Stockfish.
///
/// # Errors
/// Returns an error if the file cannot be read, a name is unknown, several games would be printed,
/// or a definition cannot be written.
pub fn run(config: &ImportConfig, output: &mut impl Write) -> anyhow::Result<bool> {
    let path = &config.file;
    let text = regular_file::read_to_string(path, import::MAX_BYTES as u64)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let games = select(import::variants_ini(&text), &config.names)?;
    if config.folder.is_none() && games.len() > 1 {
        let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
        bail!("several games ({}): name one, or use --folder", names.join(", "));
    }
    if let Some(folder) = &config.folder {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    for game in &games {
        report(game)?;
        let Ok(definition) = &game.definition else { continue };
        let text = kawari_rules::write(definition);
        match &config.folder {
            None => output.write_all(text.as_bytes())?,
            Some(folder) => {
                // Unlike the name of the section, this one has no characters of paths.
                let name = &definition.general.name;
                write_new(&folder.join(format!("{name}.toml")), &text)?;
            }
        }
    }
    Ok(games.iter().all(Imported::is_complete))
}

fn select(games: Vec<Imported>, names: &[String]) -> anyhow::Result<Vec<Imported>> {
    if let Some(unknown) = names.iter().find(|name| games.iter().all(|game| game.name != **name)) {
        bail!("the file has no game \"{unknown}\"");
    }
    let is_selected = |game: &Imported| names.is_empty() || names.contains(&game.name);
    Ok(games.into_iter().filter(is_selected).collect())
}

/// Writes what was not translated to standard error.
fn report(game: &Imported) -> io::Result<()> {
    let mut errors = io::stderr().lock();
    let result = match &game.definition {
        Err(_) => "not translated",
        Ok(_) if game.is_complete() => "translated",
        Ok(_) => "translated, but plays differently",
    };
    writeln!(errors, "{}: {result}", game.name)?;
    for error in game.definition.as_ref().err().into_iter().flatten() {
        writeln!(errors, "  {error}")?;
    }
    for key in &game.untranslated {
        writeln!(errors, "  {key}")?;
    }
    Ok(())
}

fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let write = || File::create_new(path)?.write_all(text.as_bytes());
    write().with_context(|| format!("cannot write {}", path.display()))
}
