//! A pseudo-terminal in which the built program runs.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process;
use rustix::pty::{self, OpenptFlags};

/// Time limit for output, generous enough for a machine busy with other tests.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(30);

/// A program and its terminal.
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// Output since the last match of `wait_for`.
    shown: String,
    heard: String,
}

impl Terminal {
    /// Starts a program in a new terminal session, so that keys send it signals.
    pub fn start(mut command: Command) -> Self {
        let terminal = pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        pty::grantpt(&terminal).expect("a terminal");
        pty::unlockpt(&terminal).expect("a terminal");
        let name = pty::ptsname(&terminal, Vec::new()).expect("its name");
        let name = name.to_str().expect("a path").to_owned();
        let open = || {
            OpenOptions::new().read(true).write(true).open(&name).expect("the terminal's other end")
        };
        command.stdin(open()).stdout(open()).stderr(open()).env("TERM", "xterm");
        let control = open();
        // SAFETY: the closure makes only async-signal-safe system calls between fork and exec.
        unsafe {
            command.pre_exec(move || {
                process::setsid()?;
                process::ioctl_tiocsctty(&control)?;
                Ok(())
            });
        }
        let child = command.spawn().expect("the program starts");
        let keyboard = File::from(terminal);
        let screen = watch(keyboard.try_clone().expect("the terminal again"));
        Self { child, keyboard, screen, shown: String::new(), heard: String::new() }
    }

    /// Types keys.
    pub fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits for a text in the output after the previous match.
    pub fn wait_for(&mut self, text: &str) {
        let begin = Instant::now();
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                self.heard = std::mem::replace(&mut self.shown, rest);
                return;
            }
            let left = OUTPUT_TIMEOUT.saturating_sub(begin.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("no `{text}` ({error}) in {:?}", self.shown),
            }
        }
    }

    /// Returns the output up to and including the last match.
    pub fn matched(&self) -> &str {
        &self.heard
    }

    /// Waits for the program to exit.
    pub fn end(mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                return status;
            }
            assert!(
                begin.elapsed() < OUTPUT_TIMEOUT,
                "the program does not exit: {:?}",
                self.shown
            );
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Forwards the output until the terminal is closed.
fn watch(mut screen: File) -> Receiver<Vec<u8>> {
    let (sender, bytes) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        loop {
            match screen.read(&mut buffer) {
                Ok(0) => return,
                Ok(length) if sender.send(buffer[..length].to_vec()).is_err() => return,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The other end is closed.
                Err(_) => return,
            }
        }
    });
    bytes
}
