//! Perft of the positions in `tests/perft`, at all depths given there.
//!
//! A file has a block for each position: `id NAME`, `sfen SFEN`, and a line
//! `perft DEPTH COUNT` for each depth. The first block is the start position.

use std::ops::ControlFlow;

use kawari_engine::core::perft::PerftTable;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;

use crate::games;

/// Largest count that is also checked by `divide` and with a hash table.
const DIVIDED: u64 = 1_000_000;

struct Block {
    id: String,
    sfen: String,
    counts: Vec<(u32, u64)>,
}

fn blocks(variant: Variant) -> Vec<Block> {
    let text = games::data("perft", variant.info().name, "perft");
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').expect("a word and its value");
        if word == "id" {
            blocks.push(Block { id: rest.to_owned(), sfen: String::new(), counts: Vec::new() });
            continue;
        }
        let block = blocks.last_mut().expect("an id before anything else");
        match word {
            "sfen" => block.sfen = rest.to_owned(),
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect("depth and count");
                let read = |number: &str| number.parse::<u64>().expect("a number");
                block.counts.push((read(depth) as u32, read(count)));
            }
            _ => panic!("`{word}` in {}", block.id),
        }
    }
    blocks
}

fn open(variant: Variant, sfen: &str) -> Box<dyn GameState> {
    let mut game_state = game_state::open(variant);
    game_state.set(StartPosition::Sfen(sfen), &[]).expect("a good SFEN");
    game_state
}

fn check(variant: Variant) {
    for block in blocks(variant) {
        let line = open(variant, &block.sfen);
        assert!(!block.counts.is_empty(), "{variant}: {}", block.id);
        let mut memory = PerftTable::default();
        for (depth, count) in block.counts {
            assert_eq!(
                line.perft(depth),
                count,
                "{variant}: {} at depth {depth}: {}",
                block.id,
                block.sfen
            );
            if count <= DIVIDED {
                let remembered =
                    line.divide(depth, Some(&mut memory), &mut |_, _| ControlFlow::Continue(()));
                assert_eq!(remembered, count, "{variant}: {} at depth {depth}", block.id);
                let mut parts = Vec::new();
                let divided = line.divide(depth, None, &mut |_, nodes| {
                    parts.push(nodes);
                    ControlFlow::Continue(())
                });
                let sum = if depth == 0 { 1 } else { parts.iter().sum() };
                let counts = (divided, sum);
                assert_eq!(counts, (count, count), "{variant}: {} at depth {depth}", block.id);
            }
        }
    }
}

#[test]
fn counts_are_the_golden_ones() {
    games::check_each(check);
}
