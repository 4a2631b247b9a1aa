//! The manual and what shells complete, both made from the definition of the
//! command line.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// Writes the script by which a shell completes the words of `kawari`.
pub fn completions(shell: Shell, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    output.write_all(&script).context("cannot write the completions")
}

/// Writes the manual pages into a folder: `kawari.1`, and one for each command.
pub fn pages(folder: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot write the manual to {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(context)
}
