//! Progress bars and notes on standard error.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressDrawTarget, ProgressStyle};

/// Writes a line to standard error. A write error is ignored: it must not stop the work.
pub fn print_note(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Amount of progress output on standard error. Errors are always written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reporting {
    /// Progress bars and notes.
    #[default]
    Progress,
    /// Errors only.
    Quiet,
}

impl Reporting {
    /// Returns [`Quiet`](Self::Quiet) if `is_quiet`, else [`Progress`](Self::Progress).
    pub fn unless_quiet(is_quiet: bool) -> Self {
        if is_quiet { Self::Quiet } else { Self::Progress }
    }

    /// Writes a line to standard error, unless the output is quiet.
    pub fn print_note(self, text: impl Display) {
        if self == Self::Progress {
            print_note(text);
        }
    }
}

/// A progress bar on a terminal; otherwise a plain line every ten seconds.
pub struct ProgressBar {
    /// Plural noun for the counted items.
    noun: &'static str,
    /// Current status, after a colon; may be empty.
    note: String,
    bar: indicatif::ProgressBar,
    /// Time when the last plain line was due; `None` on a terminal.
    last_line: Option<Instant>,
}

impl ProgressBar {
    /// Time between two plain lines.
    const INTERVAL: Duration = Duration::from_secs(10);

    /// Creates a bar at 0, out of `total` if that is known.
    pub fn new(noun: &'static str, total: Option<u64>, reporting: Reporting) -> Self {
        let is_quiet = reporting == Reporting::Quiet;
        let terminal = std::io::stderr().is_terminal();
        let target = if terminal && !is_quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = indicatif::ProgressBar::with_draw_target(total, target);
        let template = match total {
            Some(_) => "{bar:30} {pos} of {len} {msg}, {elapsed} elapsed, {eta} left",
            None => "{spinner} {pos} {msg}, {elapsed} elapsed",
        };
        // Both templates are valid constants.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(noun);
        let last_line = (!terminal && !is_quiet).then(Instant::now);
        Self { noun, note: String::new(), bar, last_line }
    }

    /// Sets the count to `done` at the start of resumed work.
    pub fn start_at(&self, done: u64) {
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// Sets the status text that is shown next to the count.
    pub fn note(&mut self, note: &str) {
        self.bar.set_message(format!("{}: {note}", self.noun));
        self.note = format!(": {note}");
    }

    /// Advances the count by `count`.
    pub fn advance(&mut self, count: u64) {
        self.bar.inc(count);
        if let Some(last) = self.last_line.filter(|last| last.elapsed() >= Self::INTERVAL) {
            self.last_line = Some(last + Self::INTERVAL);
            let done = self.bar.position();
            match self.bar.length() {
                Some(total) => {
                    print_note(format_args!("{done} of {total} {}{}", self.noun, self.note))
                }
                None => print_note(format_args!("{done} {}{}", self.noun, self.note)),
            }
        }
    }

    /// Runs `write`, which may write to the terminal, with the bar hidden.
    pub fn without_bar<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }
}

impl Drop for ProgressBar {
    /// Clears the bar from the terminal.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
