//! The options of `kawari convert`.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use kawari_engine::games::variants::Variant;
use kawari_records::atomic_file;
use kawari_records::records::any_format::GameFormat;

use crate::commands::convert::convert;

use super::value_parsers;

/// Convert games between record formats
///
/// Reads game records (also KIF and CSA files, in UTF-8 or Shift_JIS), game logs and positions with
/// moves. A game that cannot be read or written gives a message and exit status 1; the others are
/// converted.
#[derive(clap::Args, Clone, Debug)]
pub struct ConvertArgs {
    /// Files to read, `-` for standard input [default: standard input]
    files: Vec<PathBuf>,
    /// Output format. `csa` has only shogi and minishogi, and no variations; `usi`, `log` and
    /// `sfen` have only the main line
    #[arg(long, value_name = "FORMAT", value_parser = value_parsers::game_formats())]
    to: GameFormat,
    /// Variant of the games that do not name one
    #[arg(long, value_name = "VARIANT", value_parser = value_parsers::variants(), hide_possible_values = true)]
    variant: Option<Variant>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ConvertArgs {
    /// Converts the games. Returns false if a game could not be converted.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    pub fn run(self, stdout: &mut impl Write) -> anyhow::Result<bool> {
        let Self { files, to, variant, output } = self;
        let files = if files.is_empty() { vec![PathBuf::from("-")] } else { files };
        let mut text = Vec::new();
        match output {
            None => convert(&files, variant, to, &mut BufWriter::new(stdout), &mut io::stderr()),
            Some(path) => {
                let is_whole = convert(&files, variant, to, &mut text, &mut io::stderr())?;
                atomic_file::put(&path, |file| file.write_all(&text))?;
                Ok(is_whole)
            }
        }
    }
}
