//! A terminal that the built program is started on.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process;
use rustix::pty::{self, OpenptFlags};

/// Longer than any answer may take on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program and the terminal that it runs on.
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What was shown since the last time something was heard.
    shown: String,
    heard: String,
}

impl Terminal {
    /// Starts a program on a terminal of its own, whose keys send it signals.
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
        // SAFETY: only system calls that are safe between fork and exec are made.
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

    /// Presses keys.
    pub fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Waits for a text, behind what was heard before.
    pub fn hear(&mut self, text: &str) {
        let begin = Instant::now();
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                self.heard = std::mem::replace(&mut self.shown, rest);
                return;
            }
            let left = PATIENCE.saturating_sub(begin.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("no `{text}` ({error}) in {:?}", self.shown),
            }
        }
    }

    /// What was shown up to the text that was heard last.
    pub fn heard(&self) -> &str {
        &self.heard
    }

    /// Waits for the end of the program.
    pub fn end(mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end: {:?}", self.shown);
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

/// Reads what is shown until nobody shows anything any more.
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
