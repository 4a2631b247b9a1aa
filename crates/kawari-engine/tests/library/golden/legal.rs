//! The legal moves of every position in `tests/legal`: lines of an SFEN, ` | `
//! and all legal moves, sorted.

use kawari_engine::engine::line::{self, Start};
use kawari_engine::games::variants::Variant;

use crate::games;

fn check(variant: Variant) {
    let text = games::data("legal", variant.info().name, "txt");
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
    games::check_each(check);
}
