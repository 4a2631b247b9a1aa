//! `perft` and `bench`, which run on their own thread so that `stop` and `quit` still work.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::activity::EndSender;
use crate::dialect_kind::DialectKind;
use crate::output::OutputSink;
use crate::wire;
use kawari_engine::engine::bench::{self, SearchCost};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::session::SessionOpener;
use kawari_engine::games::variants::Variant;

/// A running `perft` or `bench`. After [`BackgroundJob::cancel`] it writes nothing, and its
/// thread ends within a fraction of a second.
#[derive(Debug)]
pub(super) struct BackgroundJob {
    is_cancelled: Arc<AtomicBool>,
}

/// The output of a job, which discards lines after the job was cancelled.
pub(super) struct JobOutput {
    sink: OutputSink,
    is_cancelled: Arc<AtomicBool>,
}

impl JobOutput {
    fn write_line(&self, line: &str) {
        if self.is_wanted() {
            self.sink.write_line(line);
        }
    }

    fn is_wanted(&self) -> bool {
        !self.is_cancelled.load(Ordering::Relaxed)
    }
}

impl BackgroundJob {
    /// Starts `job`. `end` reports its end.
    ///
    /// # Errors
    /// Returns the I/O error if the thread cannot be spawned.
    pub fn start(
        sink: OutputSink,
        job: impl FnOnce(&JobOutput) + Send + 'static,
        mut end: EndSender,
    ) -> io::Result<Self> {
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let output = JobOutput { sink, is_cancelled: Arc::clone(&is_cancelled) };
        thread::Builder::new().name("counting".to_owned()).spawn(move || {
            job(&output);
            end.send(None);
        })?;
        Ok(Self { is_cancelled })
    }

    /// Cancels the job.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// Writes the perft count of each move, then the total.
pub(super) fn perft(
    variant: Variant,
    sfen: &str,
    depth: u32,
    dialect: DialectKind,
    output: &JobOutput,
) {
    let mut game_state = game_state::open(variant);
    let move_text =
        |mv: &str| dialect.implementation().moves(&[mv.to_owned()], variant.info(), sfen).concat();
    match game_state.set(StartPosition::Sfen(sfen), &[]) {
        Ok(()) => {
            let is_wanted = || output.is_wanted();
            let nodes = game_state.divide_while(depth, &is_wanted, &mut |mv, count| {
                output.write_line(&wire::divided(&move_text(mv), count));
            });
            output.write_line(&wire::nodes(nodes));
        }
        Err(error) => output.write_line(&wire::error(error)),
    }
}

/// Searches the bench positions. Writes an `info string` for each, then the total of the
/// nodes and the speed.
pub(super) fn bench(opener: SessionOpener, depth: u32, output: &JobOutput) {
    let mut total = SearchCost::default();
    for position in bench::positions() {
        if !output.is_wanted() {
            return;
        }
        match bench::search_while(opener, &position, depth, &|| output.is_wanted()) {
            Ok(cost) => {
                output.write_line(&wire::bench_position(&position, &cost));
                total += cost;
            }
            Err(error) => output.write_line(&wire::error(error)),
        }
    }
    output.write_line(&wire::bench_total(&total));
}
