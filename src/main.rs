//! The `kawari` executable.

mod cli;
mod commands;
mod play;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use kawari_lab::matches::faults::printable;

fn main() -> ExitCode {
    start_log();
    match cli::Cli::parse().run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody can be told that even this cannot be written.
            let _ = writeln!(io::stderr(), "kawari: {}", printable(&format!("{error:#}")));
            cli::Status::of(&error).into()
        }
    }
}

/// Silent unless `RUST_LOG` asks for it: some clients never read standard error
/// and block an engine that fills it.
fn start_log() {
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
}

/// True when the reader of our output has gone, as `head` does: no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    cause.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
