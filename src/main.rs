//! The `kawari` executable.

mod cli;
mod commands;
mod play;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use log::LevelFilter;

use kawari_lab::matches::fault::printable;

fn main() -> ExitCode {
    init_log();
    match run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error cannot be written, there is nowhere to report it.
            let _ = writeln!(io::stderr(), "kawari: {}", printable(&format!("{error:#}")));
            cli::error_exit_code(&error)
        }
    }
}

fn run() -> anyhow::Result<ExitCode> {
    cli::Cli::parse_arguments()?.run()
}

/// Initialises the log on standard error. It is off unless `RUST_LOG` is set, because some clients
/// never read standard error, and a full pipe would block the engine. Lines begin with the seconds
/// since the start.
fn init_log() {
    let start = Instant::now();
    env_logger::Builder::new()
        .filter_level(LevelFilter::Off)
        .parse_default_env()
        .format(move |output, record| {
            let (time, level) = (start.elapsed().as_secs_f64(), record.level());
            writeln!(output, "[{time:.3} {level} {}] {}", record.target(), record.args())
        })
        .init();
}

/// Returns true if the reader of the output has closed it, as `head` does. This is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    cause.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
