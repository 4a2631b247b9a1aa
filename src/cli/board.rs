//! The options of `kawari board`.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::Context;

use kawari_board::{self, Server, USUAL_PORT};

/// Opens a board in the browser, where people play
///
/// It prints an address of this machine, which no other can reach, and opens it. Ctrl-C
/// ends it.
#[derive(clap::Args, Clone, Debug)]
pub struct BoardArgs {
    /// The port; 0 is any that is free [default: 8338, or any when that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
}

impl BoardArgs {
    /// Serves the board until it is interrupted.
    ///
    /// # Errors
    /// When the port cannot be had, or the output not be written.
    pub fn run(&self, output: &mut impl Write) -> anyhow::Result<()> {
        let server = Server::bind(self.port)
            .with_context(|| format!("cannot take port {}", self.port.unwrap_or(USUAL_PORT)))?;
        let url = server.url();
        writeln!(output, "The board is at\n\n  {url}\n\nCtrl-C ends it.")?;
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

/// Opens an address in the browser, where there is one; where there is none, it stands in
/// the terminal.
fn open(url: &str) {
    if let Err(error) = start_browser(url) {
        log::info!("no browser: {error}");
    }
}

fn start_browser(url: &str) -> io::Result<()> {
    let Some(mut command) = browser(url) else { return Ok(()) };
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut started = started?;
    // Nobody else would hear of its end.
    thread::Builder::new().name("browser".to_owned()).spawn(move || drop(started.wait()))?;
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

/// Without a display there is no window that a browser could open.
#[cfg(not(any(target_os = "macos", windows)))]
fn browser(url: &str) -> Option<Command> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut command = Command::new("xdg-open");
    command.arg(url);
    (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")).then_some(command)
}
