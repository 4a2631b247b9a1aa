//! The legal moves of every position in `tests/legal`: lines of an SFEN, ` | `
//! and all legal moves, sorted.

use std::fs;
use std::path::Path;

use kawari::engine::line::{self, Start};
use kawari::games::variants::Variant;

fn check(variant: Variant) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/legal");
    let path = folder.join(variant.info().name).with_extension("txt");
    let text = fs::read_to_string(path).expect("golden data of the variant");
    assert!(!text.is_empty());
    let mut line = line::open(variant);
    for golden in text.lines() {
        let (sfen, moves) = golden.split_once(" | ").expect("an SFEN and its moves");
        line.set(Start::Sfen(sfen), &[]).expect("a good SFEN");
        let moves: Vec<&str> = moves.split_whitespace().collect();
        assert_eq!(line.legal_moves(), moves, "{variant}: {sfen}");
        assert_eq!(line.sfen(), sfen, "{variant}");
        assert_eq!(line.perft(1), moves.len() as u64, "{variant}: {sfen}");
    }
}

#[test]
fn legal_moves_are_the_golden_ones() {
    for &variant in Variant::ALL {
        check(variant);
    }
}
