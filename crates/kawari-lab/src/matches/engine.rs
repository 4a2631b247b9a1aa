//! An engine process.

use std::fs::OpenOptions;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::player::Player;
use super::reply::{MAX_LINE_LENGTH, Reply, ReplyReader};
use crate::interrupt;

/// Time for the engine to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval of checks whether a silent engine is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Capacity of the queue of unread replies. When it is full, reading stops and the engine's
/// output pipe fills up.
const MAX_UNREAD_REPLIES: usize = 64;

/// A running engine process. Every wait has a deadline, because two threads do the blocking
/// reads and writes.
#[derive(Debug)]
pub struct Engine {
    /// `None` after the process has ended.
    process: Option<Child>,
    /// `None` after the input was closed.
    commands: Option<Sender<String>>,
    replies: Receiver<TimedReply>,
}

/// A reply with its time of arrival.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedReply {
    /// The reply.
    pub reply: Reply,
    /// Time at which the end of the line was read.
    pub at: Instant,
}

impl TimedReply {
    /// Returns the reply for an engine that has ended. It is returned to every later receive.
    fn end() -> Self {
        Self { reply: Reply::End, at: Instant::now() }
    }
}

impl Engine {
    /// Starts a player's engine.
    ///
    /// # Errors
    /// Returns an error if the program or a thread cannot be started.
    pub fn start(player: &Player) -> Result<Self> {
        Self::start_with_reader(player, ReplyReader::new)
    }

    /// Starts a player's engine. Its replies are unparsed lines ([`Reply::Line`]).
    ///
    /// # Errors
    /// Returns an error if the program or a thread cannot be started.
    pub fn start_verbatim(player: &Player) -> Result<Self> {
        Self::start_with_reader(player, ReplyReader::verbatim)
    }

    fn start_with_reader(
        player: &Player,
        reader: fn(BufReader<ChildStdout>) -> ReplyReader<BufReader<ChildStdout>>,
    ) -> Result<Self> {
        let mut process = command(player)?
            .spawn()
            .with_context(|| format!("cannot start {}", player.cmd.display()))?;
        let (commands, queue) = mpsc::channel();
        let (sender, replies) = mpsc::sync_channel(MAX_UNREAD_REPLIES);
        let input = process.stdin.take();
        let output = process.stdout.take();
        // From here on, dropping the engine ends the process.
        let engine = Self { process: Some(process), commands: Some(commands), replies };
        if let (Some(input), Some(output)) = (input, output) {
            thread::Builder::new().spawn(move || write(input, &queue))?;
            thread::Builder::new().spawn(move || read(output, &sender, reader))?;
        }
        Ok(engine)
    }

    /// Sends lines, each with its line end. If the engine has ended, they are dropped, and
    /// [`Engine::receive`] returns [`Reply::End`].
    pub fn send(&self, lines: String) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(lines);
        }
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.commands = None;
    }

    /// Returns the next reply, or `None` after the deadline, even if replies are left, or after
    /// an interrupt. Returns [`Reply::End`] if the process has ended, even if a child process
    /// holds its output open.
    pub fn receive(&self, deadline: Instant) -> Option<TimedReply> {
        let mut had_ended = false;
        loop {
            let left = deadline.checked_duration_since(Instant::now())?;
            if interrupt::is_pending() {
                return None;
            }
            match self.replies.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(timed) => return Some(timed),
                Err(RecvTimeoutError::Disconnected) => return Some(TimedReply::end()),
                // Waits once more, because output from before its end may not be read yet.
                Err(RecvTimeoutError::Timeout) if had_ended => return Some(TimedReply::end()),
                Err(RecvTimeoutError::Timeout) => had_ended = self.has_ended(),
            }
        }
    }

    /// Returns true if the process has ended, without reaping it.
    fn has_ended(&self) -> bool {
        #[cfg(unix)]
        if let Some(process) = &self.process {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let status = waitid(WaitId::Pid(Pid::from_child(process)), options);
            return matches!(status, Ok(Some(_)));
        }
        false
    }

    /// Returns the replies that have arrived already, at most [`MAX_UNREAD_REPLIES`].
    pub fn pending_replies(&self) -> impl Iterator<Item = Reply> {
        self.replies.try_iter().take(MAX_UNREAD_REPLIES).map(|timed| timed.reply)
    }

    /// Kills the process.
    pub fn kill(mut self) {
        self.end();
    }

    /// Returns the exit status of an engine whose output has ended. If the process is still
    /// running after [`QUIT_TIMEOUT`], kills it.
    pub fn exit_description(mut self) -> String {
        let deadline = Instant::now() + QUIT_TIMEOUT;
        // A process closes its output shortly before it ends.
        while cfg!(unix) && !self.has_ended() {
            if Instant::now() >= deadline {
                self.end();
                return "it closed its output".to_owned();
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.end()
    }

    /// Kills the process and its children, and returns its exit status. The process ID cannot
    /// be reused before `wait`, so no other process is hit.
    fn end(&mut self) -> String {
        let Some(mut process) = self.process.take() else { return String::new() };
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&process), Signal::KILL);
        }
        let _ = process.kill();
        process.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for Engine {
    /// Sends `quit` and kills the process if it does not exit within [`QUIT_TIMEOUT`].
    fn drop(&mut self) {
        if self.process.is_some() {
            self.send("quit\n".to_owned());
            self.commands = None;
            let deadline = Instant::now() + QUIT_TIMEOUT;
            while self.receive(deadline).is_some_and(|timed| timed.reply != Reply::End) {}
            self.end();
        }
    }
}

fn command(player: &Player) -> Result<Command> {
    let mut command = Command::new(player.program()?);
    command.args(&player.args).stdin(Stdio::piped()).stdout(Stdio::piped());
    if let Some(dir) = &player.dir {
        command.current_dir(dir);
    }
    command.stderr(match &player.stderr {
        Some(path) => OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?
            .into(),
        None => Stdio::null(),
    });
    // A separate process group, so that `end` also kills the children of a wrapper script.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Writes the queued commands. An engine that does not read blocks only this thread.
fn write(mut input: ChildStdin, queue: &Receiver<String>) {
    for lines in queue {
        if input.write_all(lines.as_bytes()).is_err() {
            break;
        }
    }
}

fn read(
    output: ChildStdout,
    sender: &SyncSender<TimedReply>,
    reader: fn(BufReader<ChildStdout>) -> ReplyReader<BufReader<ChildStdout>>,
) {
    let mut replies = reader(BufReader::with_capacity(MAX_LINE_LENGTH, output));
    loop {
        let reply = replies.read();
        let is_last = reply == Reply::End;
        if sender.send(TimedReply { reply, at: Instant::now() }).is_err() || is_last {
            break;
        }
    }
}
