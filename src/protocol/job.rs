//! Long countings beside the protocol: `perft` and `bench` on a thread of their
//! own, so that `stop` and `quit` are heard.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::sink::Sink;
use super::wire;
use crate::engine::bench;
use crate::engine::line::{self, PositionError, Start};
use crate::games::variants::Variant;

/// A counting that runs. It can be abandoned: it is silent at once then, and
/// its thread ends as soon as it notices.
#[derive(Debug)]
pub struct Job {
    abandoned: Arc<AtomicBool>,
}

/// What a counting says, as long as someone listens.
pub struct Report {
    sink: Sink,
    abandoned: Arc<AtomicBool>,
}

impl Report {
    fn say(&self, line: &str) {
        if self.is_wanted() {
            self.sink.say(line);
        }
    }

    fn is_wanted(&self) -> bool {
        !self.abandoned.load(Ordering::Relaxed)
    }
}

impl Job {
    /// Begins `work` and calls `done` after it.
    ///
    /// # Errors
    /// What the system says when it has no thread to give.
    pub fn begin(
        sink: Sink,
        work: impl FnOnce(&Report) + Send + 'static,
        done: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let abandoned = Arc::new(AtomicBool::new(false));
        let report = Report { sink, abandoned: Arc::clone(&abandoned) };
        thread::Builder::new().name("job".to_owned()).spawn(move || {
            work(&report);
            done();
        })?;
        Ok(Self { abandoned })
    }

    /// Abandons the counting.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

/// `perft`: one line `MOVE: COUNT` for each move, then `nodes N`.
pub fn perft(variant: Variant, sfen: &str, depth: u32, report: &Report) {
    match count(variant, sfen, depth, report) {
        Ok(nodes) => report.say(&format!("nodes {nodes}")),
        Err(error) => report.say(&wire::error(error)),
    }
}

/// As [`Line::divide`](line::Line::divide), a move at a time.
fn count(variant: Variant, sfen: &str, depth: u32, report: &Report) -> Result<u64, PositionError> {
    let mut line = line::open(variant);
    line.set(Start::Sfen(sfen), &[])?;
    let Some(behind) = depth.checked_sub(1) else { return Ok(line.perft(0)) };
    let mut nodes = 0;
    for mv in line.legal_moves() {
        if !report.is_wanted() {
            break;
        }
        line.set(Start::Sfen(sfen), &[&mv])?;
        let part = line.perft(behind);
        report.say(&format!("{mv}: {part}"));
        nodes += part;
    }
    Ok(nodes)
}

/// `bench`: progress as `info string`, then `nodes N nps M`.
pub fn bench(depth: u32, report: &Report) {
    let mut total = bench::Count::default();
    for position in bench::POSITIONS {
        if !report.is_wanted() {
            return;
        }
        match bench::search(position, depth) {
            Ok(count) => {
                report.say(&wire::note(format_args!(
                    "bench {} nodes {} sfen {}",
                    position.variant, count.nodes, position.sfen
                )));
                total += count;
            }
            Err(error) => report.say(&wire::error(error)),
        }
    }
    report.say(&total.to_string());
}
