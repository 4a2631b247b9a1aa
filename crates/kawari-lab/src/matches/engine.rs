//! A player's program as a process.

use std::fs::OpenOptions;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::player::Player;
use super::reply::{LONGEST_LINE, Reply, ReplyReader};
use crate::interrupt;

/// How long a program may take to leave once it is told to.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Time between two looks at whether a program that says nothing still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Replies that may wait to be read. A program that talks on and on is not
/// listened to beyond that, and its pipe fills up.
const MAX_UNREAD_REPLIES: usize = 64;

/// A running program. Nothing here waits without a deadline: two threads of its
/// own do the reading and the writing.
#[derive(Debug)]
pub struct Engine {
    /// `None` once it has ended.
    process: Option<Child>,
    /// `None` once it was told to leave.
    commands: Option<Sender<String>>,
    replies: Receiver<TimedReply>,
}

/// A reply, and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedReply {
    /// What was said.
    pub reply: Reply,
    /// When the end of its line was read.
    pub at: Instant,
}

impl TimedReply {
    /// The program has gone; said again to whoever asks again.
    fn end() -> Self {
        Self { reply: Reply::End, at: Instant::now() }
    }
}

impl Engine {
    /// Starts a player's program.
    ///
    /// # Errors
    /// When the program cannot be started or the system has no thread left.
    pub fn start(player: &Player) -> Result<Self> {
        Self::start_with_reader(player, ReplyReader::new)
    }

    /// The same, for whoever wants every line as it is said.
    ///
    /// # Errors
    /// As [`Engine::start`].
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
        let (commands, orders) = mpsc::channel();
        let (news, replies) = mpsc::sync_channel(MAX_UNREAD_REPLIES);
        let input = process.stdin.take();
        let output = process.stdout.take();
        // From here on the process ends with the engine.
        let engine = Self { process: Some(process), commands: Some(commands), replies };
        if let (Some(input), Some(output)) = (input, output) {
            thread::Builder::new().spawn(move || write(input, &orders))?;
            thread::Builder::new().spawn(move || read(output, &news, reader))?;
        }
        Ok(engine)
    }

    /// Says some lines, each with its end. A program that has gone does not
    /// hear them; that it has gone is among its replies.
    pub fn send(&self, lines: String) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(lines);
        }
    }

    /// Says no more: the program's input ends.
    pub fn close_input(&mut self) {
        self.commands = None;
    }

    /// The next reply, `None` once the deadline has passed: a program that talks
    /// on and on cannot put it off. After an interrupt nothing is waited for. One that has ended has said its last, though
    /// what it has started may hold its output open.
    pub fn receive(&self, deadline: Instant) -> Option<TimedReply> {
        let mut had_ended = false;
        loop {
            let left = deadline.checked_duration_since(Instant::now())?;
            if interrupt::is_pending() {
                return None;
            }
            match self.replies.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(news) => return Some(news),
                Err(RecvTimeoutError::Disconnected) => return Some(TimedReply::end()),
                // What it said before it ended may have been on its way.
                Err(RecvTimeoutError::Timeout) if had_ended => return Some(TimedReply::end()),
                Err(RecvTimeoutError::Timeout) => had_ended = self.has_ended(),
            }
        }
    }

    /// True if the process has ended. It stays to be waited for.
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

    /// The replies that have come already, no more than may wait.
    pub fn pending_replies(&self) -> impl Iterator<Item = Reply> {
        self.replies.try_iter().take(MAX_UNREAD_REPLIES).map(|news| news.reply)
    }

    /// Ends the process at once.
    pub fn kill(mut self) {
        self.end();
    }

    /// How a program that says no more has ended. One that lives on is ended.
    pub fn exit_description(mut self) -> String {
        let deadline = Instant::now() + QUIT_TIMEOUT;
        // Its output is closed before it has ended.
        while cfg!(unix) && !self.has_ended() {
            if Instant::now() >= deadline {
                self.end();
                return "it closed its output".to_owned();
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.end()
    }

    /// Ends the process and all that it has started. Its number stays its own
    /// until it is waited for, so nothing else can be hit.
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
    /// Tells the program to leave, and sees to it that it does.
    fn drop(&mut self) {
        if self.process.is_some() {
            self.send("quit\n".to_owned());
            self.commands = None;
            let deadline = Instant::now() + QUIT_TIMEOUT;
            while self.receive(deadline).is_some_and(|news| news.reply != Reply::End) {}
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
    // A group of its own: what hangs may be a child of a script.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Passes on what is to be said. A program that does not read may block this
/// thread, and only this.
fn write(mut input: ChildStdin, orders: &Receiver<String>) {
    for lines in orders {
        if input.write_all(lines.as_bytes()).is_err() {
            break;
        }
    }
}

fn read(
    output: ChildStdout,
    news: &SyncSender<TimedReply>,
    reader: fn(BufReader<ChildStdout>) -> ReplyReader<BufReader<ChildStdout>>,
) {
    let mut replies = reader(BufReader::with_capacity(LONGEST_LINE, output));
    loop {
        let reply = replies.read();
        let is_last = reply == Reply::End;
        if news.send(TimedReply { reply, at: Instant::now() }).is_err() || is_last {
            break;
        }
    }
}
