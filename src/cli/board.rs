//! The options of `kawari board`.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::Context;

use kawari_board::{self, DEFAULT_PORT, Server};

/// Open a board in the browser to play on
///
/// Starts a server that only this machine can reach, prints its address and opens it in the
/// browser. Ctrl-C stops the server.
#[derive(clap::Args, Clone, Debug)]
pub struct BoardArgs {
    /// Port of the server, 0 for any free port [default: 8338, or any free port if it is in use]
    #[arg(long)]
    port: Option<u16>,
    /// Print the address without opening the browser
    #[arg(long)]
    no_open: bool,
}

impl BoardArgs {
    /// Serves the board until it is interrupted.
    ///
    /// # Errors
    /// Returns an error if the port cannot be bound or the output cannot be written.
    pub fn run(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let server = Server::bind(self.port)
            .with_context(|| format!("cannot bind port {}", self.port.unwrap_or(DEFAULT_PORT)))?;
        let url = server.url();
        writeln!(output, "The board is at\n\n  {url}\n\nPress Ctrl-C to stop.")?;
        output.flush()?;
        server
            .run(|| {
                let end = kawari_board::interrupted()?;
                if !self.no_open {
                    open(&url);
                }
                Ok(end)
            })
            .context("cannot serve the board")
    }
}

/// Opens a URL in the browser. A failure is only logged, because the terminal shows the URL.
fn open(url: &str) {
    if let Err(error) = start_browser(url) {
        log::info!("cannot start a browser: {error}");
    }
}

fn start_browser(url: &str) -> io::Result<()> {
    let Some(mut command) = browser(url) else { return Ok(()) };
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child?;
    // Reaps the process, which would be a zombie otherwise.
    thread::Builder::new().name("browser".to_owned()).spawn(move || drop(child.wait()))?;
    Ok(())
}

#[cfg(target_os = "macos")]
fn browser(url: &str) -> Option<Command> {
    let mut command = Command::new("open");
    command.arg(url);
    Some(command)
}

#[cfg(windows)]
fn browser(url: &str) -> Option<Command> {
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", url]);
    Some(command)
}

/// Returns `None` without a display, where a browser cannot open a window.
#[cfg(not(any(target_os = "macos", windows)))]
fn browser(url: &str) -> Option<Command> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut command = Command::new("xdg-open");
    command.arg(url);
    (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")).then_some(command)
}
