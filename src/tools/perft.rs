//! `kawari perft`: counts the leaves of the tree of legal moves.

use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use rustc_hash::FxHashMap;

use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::perft;
use crate::core::position::{All, Position};
use crate::engine::bench::Count;
use crate::games::variants::{Playable, Variant, Visitor};
use crate::notation::Notation;

/// What is to be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftConfig {
    /// The game.
    pub variant: Variant,
    /// Plies.
    pub depth: u32,
    /// Where to begin; the start position if absent.
    pub sfen: Option<String>,
    /// Write the count behind each move.
    pub divide: bool,
    /// Remember what lies behind each position: much faster where moves
    /// transpose, and it takes memory.
    pub hash: bool,
}

/// Counts and writes; the last line is `nodes N`, the one before it the speed.
///
/// # Errors
/// A bad SFEN, or an output that cannot be written.
pub fn run<W: Write>(perft: &PerftConfig, output: &mut W) -> anyhow::Result<()> {
    struct Run<'a, W>(&'a PerftConfig, &'a mut W);
    impl<W: Write> Visitor for Run<'_, W> {
        type Output = anyhow::Result<()>;
        fn visit<G: Playable>(self) -> Self::Output {
            count::<G::Position>(self.0, self.1)
        }
    }
    perft.variant.visit(Run(perft, output))
}

fn count<P: Notation>(perft: &PerftConfig, output: &mut impl Write) -> anyhow::Result<()> {
    let position = match &perft.sfen {
        Some(sfen) => P::from_sfen(sfen).with_context(|| format!("bad SFEN `{sfen}`"))?.0,
        None => P::startpos(),
    };
    let mut counter = Counter { memory: perft.hash.then(FxHashMap::default) };
    let start = Instant::now();
    let nodes = if perft.divide && perft.depth > 0 {
        divide(&position, perft.depth, &mut counter, output)?
    } else {
        counter.count(&position, perft.depth)
    };
    let time = start.elapsed();
    let speed = Count { nodes, time }.nodes_per_second();
    writeln!(output, "time {:.3} s, {speed} leaves a second", time.as_secs_f64())?;
    writeln!(output, "nodes {nodes}")?;
    Ok(())
}

fn divide<P: Notation>(
    position: &P,
    depth: u32,
    counter: &mut Counter,
    output: &mut impl Write,
) -> anyhow::Result<u64> {
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let mut words: Vec<_> = moves.iter().map(|&mv| (P::usi(mv), mv)).collect();
    words.sort_unstable();
    let mut nodes = 0;
    for (word, mv) in words {
        let mut next = position.clone();
        next.play(mv, &mut ());
        let part = counter.count(&next, depth - 1);
        writeln!(output, "{word}: {part}")?;
        nodes += part;
    }
    Ok(nodes)
}

/// Counts with or without a memory.
struct Counter {
    memory: Option<FxHashMap<(Key, u32), u64>>,
}

impl Counter {
    fn count<P: Position>(&mut self, position: &P, depth: u32) -> u64 {
        match &mut self.memory {
            Some(memory) => perft::perft_with_memory(position, depth, memory),
            None => perft::perft(position, depth),
        }
    }
}
