//! Manual pages and shell completions, generated from the definition of the command line.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// Writes the completion script for a shell.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn completions(shell: Shell, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    if shell == Shell::Fish {
        script.extend(fish_values(&mut command).into_bytes());
    }
    output.write_all(&script).context("cannot write the completions")
}

/// Returns completions that the generator of fish scripts leaves out: the values of positional
/// arguments, here the variants.
fn fish_values(command: &mut clap::Command) -> String {
    let mut text = String::new();
    for tool in command.get_subcommands() {
        let inner = tool.get_subcommands().map(|inner| (format!(" {}", inner.get_name()), inner));
        for (path, command) in std::iter::once((String::new(), tool)).chain(inner) {
            let positionals = command.get_positionals();
            let values = positionals.flat_map(|arg| arg.get_value_parser().possible_values());
            let words: Vec<String> =
                values.flatten().map(|value| value.get_name().to_owned()).collect();
            if !words.is_empty() {
                let seen = (tool.get_name().to_owned() + &path)
                    .replace(' ', "; and __fish_seen_subcommand_from ");
                text += &format!(
                    "complete -c kawari -n \"__fish_kawari_using_subcommand {seen}\" -f -a \"{}\"\n",
                    words.join(" ")
                );
            }
        }
    }
    text
}

/// Writes the manual pages to a folder: `kawari.1`, and one for each command.
///
/// # Errors
/// Returns an error if the folder or a page cannot be written.
pub fn pages(folder: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot write the manual to {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(context)
}
