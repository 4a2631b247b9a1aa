//! How far a tool has come, on standard error.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressDrawTarget, ProgressStyle};

/// Says something on standard error, to whoever watches: what cannot be written there
/// is dropped, for the work is worth more than the word.
pub fn print_note(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// What a tool says on standard error while it works. Errors it says in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reporting {
    /// How far it has come.
    #[default]
    Progress,
    /// Nothing.
    Quiet,
}

impl Reporting {
    /// Progress, unless it is to be quiet.
    pub fn unless_quiet(is_quiet: bool) -> Self {
        if is_quiet { Self::Quiet } else { Self::Progress }
    }

    /// Says something that nobody has to know, unless it is to be quiet.
    pub fn print_note(self, text: impl Display) {
        if self == Self::Progress {
            print_note(text);
        }
    }
}

/// A bar on a terminal; elsewhere a plain line now and then.
pub struct ProgressBar {
    /// What is counted, in the plural.
    noun: &'static str,
    /// How it stands, if there is more to say.
    note: String,
    bar: indicatif::ProgressBar,
    /// When the last plain line was due; none on a terminal.
    plain: Option<Instant>,
}

impl ProgressBar {
    /// Time between two plain lines.
    const INTERVAL: Duration = Duration::from_secs(10);

    /// Nothing done yet, out of `total` if that is known.
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
            Some(_) => "{bar:30} {pos} of {len} {msg}, {elapsed} gone, {eta} to go",
            None => "{spinner} {pos} {msg}, {elapsed} gone",
        };
        // The template is one of two constants; a bad one would only look bad.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(noun);
        Self { noun, note: String::new(), bar, plain: (!terminal && !is_quiet).then(Instant::now) }
    }

    /// Begins with `done` already done.
    pub fn start_at(&self, done: u64) {
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// Says how it stands, beside how far it has come.
    pub fn note(&mut self, note: &str) {
        self.bar.set_message(format!("{}: {note}", self.noun));
        self.note = format!(": {note}");
    }

    /// `count` more are done.
    pub fn advance(&mut self, count: u64) {
        self.bar.inc(count);
        if let Some(last) = self.plain.filter(|last| last.elapsed() >= Self::INTERVAL) {
            self.plain = Some(last + Self::INTERVAL);
            let done = self.bar.position();
            match self.bar.length() {
                Some(total) => {
                    print_note(format_args!("{done} of {total} {}{}", self.noun, self.note))
                }
                None => print_note(format_args!("{done} {}{}", self.noun, self.note)),
            }
        }
    }

    /// Does something that writes to the terminal, the bar out of its way.
    pub fn without_bar<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }
}

impl Drop for ProgressBar {
    /// The bar vanishes: what has been done is on standard output.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
