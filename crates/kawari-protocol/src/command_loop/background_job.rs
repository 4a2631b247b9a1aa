//! Long countings beside the protocol: `perft` and `bench` on a thread of their
//! own, so that `stop` and `quit` are heard.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::dialect::DialectKind;
use crate::output::OutputSink;
use crate::wire;
use kawari_engine::engine::bench::{self, SearchCost};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::session::SessionOpener;
use kawari_engine::games::variants::Variant;

/// A counting that runs. It can be abandoned: it is silent at once then, and
/// its thread ends as soon as it notices.
#[derive(Debug)]
pub struct BackgroundJob {
    abandoned: Arc<AtomicBool>,
}

/// What a counting says, as long as someone listens.
pub struct JobOutput {
    sink: OutputSink,
    abandoned: Arc<AtomicBool>,
}

impl JobOutput {
    fn write_line(&self, line: &str) {
        if self.is_wanted() {
            self.sink.write_line(line);
        }
    }

    fn is_wanted(&self) -> bool {
        !self.abandoned.load(Ordering::Relaxed)
    }
}

impl BackgroundJob {
    /// Begins `kind` and calls `done` after it.
    ///
    /// # Errors
    /// What the system says when it has no thread to give.
    pub fn begin(
        sink: OutputSink,
        kind: impl FnOnce(&JobOutput) + Send + 'static,
        done: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let abandoned = Arc::new(AtomicBool::new(false));
        let output = JobOutput { sink, abandoned: Arc::clone(&abandoned) };
        thread::Builder::new().name("counting".to_owned()).spawn(move || {
            kind(&output);
            done();
        })?;
        Ok(Self { abandoned })
    }

    /// Abandons the counting.
    pub fn cancel(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

/// `perft`: one line for each move, then the sum.
pub fn perft(variant: Variant, sfen: &str, depth: u32, dialect: DialectKind, output: &JobOutput) {
    let mut game_state = game_state::open(variant);
    let write =
        |mv: &str| dialect.implementation().moves(&[mv.to_owned()], variant.info()).concat();
    match game_state.set(StartPosition::Sfen(sfen), &[]) {
        Ok(()) => {
            let is_wanted = || output.is_wanted();
            let nodes = game_state.divide_while(depth, &is_wanted, &mut |mv, part| {
                output.write_line(&wire::divided(&write(mv), part));
            });
            output.write_line(&wire::nodes(nodes));
        }
        Err(error) => output.write_line(&wire::error(error)),
    }
}

/// `bench`: progress as `info string`, then nodes and speed.
pub fn bench(opener: SessionOpener, depth: u32, output: &JobOutput) {
    let mut total = SearchCost::default();
    for position in bench::POSITIONS {
        if !output.is_wanted() {
            return;
        }
        match bench::search_while(opener, position, depth, &|| output.is_wanted()) {
            Ok(cost) => {
                output.write_line(&wire::bench_position(position, &cost));
                total += cost;
            }
            Err(error) => output.write_line(&wire::error(error)),
        }
    }
    output.write_line(&wire::bench_total(&total));
}
