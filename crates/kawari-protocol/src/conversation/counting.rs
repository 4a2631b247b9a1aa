//! Long countings beside the protocol: `perft` and `bench` on a thread of their
//! own, so that `stop` and `quit` are heard.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::dialect::Dialect;
use crate::sink::Sink;
use crate::wire;
use kawari_engine::engine::bench::{self, SearchCost};
use kawari_engine::engine::line::{self, Start};
use kawari_engine::engine::session::Opener;
use kawari_engine::games::variants::Variant;

/// A counting that runs. It can be abandoned: it is silent at once then, and
/// its thread ends as soon as it notices.
#[derive(Debug)]
pub struct Counting {
    abandoned: Arc<AtomicBool>,
}

/// What a counting says, as long as someone listens.
pub struct CountingOutput {
    sink: Sink,
    abandoned: Arc<AtomicBool>,
}

impl CountingOutput {
    fn say(&self, line: &str) {
        if self.is_wanted() {
            self.sink.say(line);
        }
    }

    fn is_wanted(&self) -> bool {
        !self.abandoned.load(Ordering::Relaxed)
    }
}

impl Counting {
    /// Begins `work` and calls `done` after it.
    ///
    /// # Errors
    /// What the system says when it has no thread to give.
    pub fn begin(
        sink: Sink,
        work: impl FnOnce(&CountingOutput) + Send + 'static,
        done: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let abandoned = Arc::new(AtomicBool::new(false));
        let output = CountingOutput { sink, abandoned: Arc::clone(&abandoned) };
        thread::Builder::new().name("counting".to_owned()).spawn(move || {
            work(&output);
            done();
        })?;
        Ok(Self { abandoned })
    }

    /// Abandons the counting.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

/// `perft`: one line for each move, then the sum.
pub fn perft(variant: Variant, sfen: &str, depth: u32, dialect: Dialect, output: &CountingOutput) {
    let mut line = line::open(variant);
    let write = |mv: &str| dialect.words().moves(&[mv.to_owned()], variant.info()).concat();
    match line.set(Start::Sfen(sfen), &[]) {
        Ok(()) => {
            let is_wanted = || output.is_wanted();
            let nodes = line.divide_while(depth, &is_wanted, &mut |mv, part| {
                output.say(&wire::divided(&write(mv), part));
            });
            output.say(&wire::nodes(nodes));
        }
        Err(error) => output.say(&wire::error(error)),
    }
}

/// `bench`: progress as `info string`, then nodes and speed.
pub fn bench(opener: Opener, depth: u32, output: &CountingOutput) {
    let mut total = SearchCost::default();
    for position in bench::POSITIONS {
        if !output.is_wanted() {
            return;
        }
        match bench::search_while(opener, position, depth, &|| output.is_wanted()) {
            Ok(cost) => {
                output.say(&wire::bench_position(position, &cost));
                total += cost;
            }
            Err(error) => output.say(&wire::error(error)),
        }
    }
    output.say(&wire::bench_total(&total));
}
