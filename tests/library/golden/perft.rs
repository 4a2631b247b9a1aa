//! Perft of every position in `tests/perft`, at every depth given there.
//!
//! A file has a block for each position: `id NAME`, `sfen SFEN`, and a line
//! `perft DEPTH COUNT` for each depth. The first block is the start position.

use std::fs;
use std::path::Path;

use kawari::engine::line::{self, Line, Start};
use kawari::games::variants::Variant;

/// The largest count that is also checked move by move.
const DIVIDED: u64 = 1_000_000;

struct Block {
    id: String,
    sfen: String,
    counts: Vec<(u32, u64)>,
}

fn blocks(variant: &str) -> Vec<Block> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let path = folder.join(variant).with_extension("perft");
    let text = fs::read_to_string(path).expect("golden data of the variant");
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

fn open(variant: &str, sfen: &str) -> Box<dyn Line> {
    let mut line = line::open(variant.parse().expect("a game of the registry"));
    line.set(Start::Sfen(sfen), &[]).expect("a good SFEN");
    line
}

fn check(variant: &str) {
    let blocks = blocks(variant);
    assert!(!blocks.is_empty());
    for block in blocks {
        let line = open(variant, &block.sfen);
        assert!(!block.counts.is_empty(), "{}", block.id);
        for (depth, count) in block.counts {
            assert_eq!(line.perft(depth), count, "{} at depth {depth}: {}", block.id, block.sfen);
            if count <= DIVIDED {
                let divided: u64 = line.divide(depth).iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(divided, count, "{} divided at depth {depth}", block.id);
            }
        }
    }
}

/// A test for each game, so that they run side by side.
macro_rules! perft_of {
    ($($test:ident: $variant:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            check($variant);
        })*

        #[test]
        fn every_game_is_counted() {
            let counted = [$($variant),*];
            let missing: Vec<_> = Variant::ALL
                .iter()
                .map(|variant| variant.info().name)
                .filter(|name| !counted.contains(name))
                .collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
    };
}

perft_of! {
    yari: "yari",
    hajiku: "hajiku",
    hasami: "hasami",
    hasami_nocorner: "hasami-nocorner",
    hasami_chess: "hasami-chess",
    hasami_jsa: "hasami-jsa",
    dai_hasami: "dai-hasami",
    hasami_five: "hasami-five",
    hasami_brainking: "hasami-brainking",
    hasami_ludos: "hasami-ludos",
    mak_yek: "mak-yek",
}
