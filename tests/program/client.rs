//! A client that drives the built program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for a reply, generous enough for a machine busy with other tests.
const REPLY_TIMEOUT: Duration = Duration::from_secs(30);

/// The program as a USI engine, with its pipes.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

impl Client {
    /// Starts the program.
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kawari"))
            .env_remove("RUST_LOG")
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let errors = child.stderr.take().expect("a pipe");
        Self {
            input: child.stdin.take(),
            lines: listen(BufReader::new(output)),
            errors: listen(BufReader::new(errors)),
            child,
        }
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the names of the process's threads.
    #[cfg(target_os = "linux")]
    pub fn threads(&self) -> Vec<String> {
        use std::fs::{self, DirEntry};

        let threads = fs::read_dir(format!("/proc/{}/task", self.id())).expect("a process");
        let name = |thread: DirEntry| fs::read_to_string(thread.path().join("comm")).ok();
        let names = threads.filter_map(|thread| thread.ok().and_then(name));
        names.map(|name| name.trim_end().to_owned()).collect()
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program reads");
        input.flush().expect("the program reads");
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Returns the next output line; `None` at the end of the output.
    pub fn next_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(REPLY_TIMEOUT) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no output for {REPLY_TIMEOUT:?}"),
        }
    }

    /// Returns the next output line; `None` at the end of the output or after a timeout.
    pub fn next_line_if_any(&mut self) -> Option<String> {
        self.lines.recv_timeout(REPLY_TIMEOUT).ok()
    }

    /// Returns the lines up to and including the first that begins with `front`.
    pub fn lines_up_to(&mut self, front: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line();
            lines.push(line.unwrap_or_else(|| panic!("no `{front}` in {lines:#?}")));
            if lines.last().is_some_and(|line| line.starts_with(front)) {
                return lines;
            }
        }
    }

    /// Sends a line and returns the next output line.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.next_line().expect("an answer")
    }

    /// Sends a line and returns the output up to the line that begins with `front`.
    pub fn lines_after(&mut self, line: &str, front: &str) -> Vec<String> {
        self.send(line);
        self.lines_up_to(front)
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the input. Returns the remaining output, the text on standard error, and the exit
    /// status.
    pub fn finish(mut self) -> (Vec<String>, Vec<String>, ExitStatus) {
        self.close_input();
        let rest = std::iter::from_fn(|| self.next_line()).collect();
        let errors = self.errors.iter().collect();
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                return (rest, errors, status);
            }
            assert!(begin.elapsed() < REPLY_TIMEOUT, "the program does not exit");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn listen(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in input.lines() {
            if sender.send(line.expect("text")).is_err() {
                return;
            }
        }
    });
    lines
}
