//! The legal moves of the positions in `tests/legal`. Each line has an SFEN, ` | ` and all
//! legal moves, sorted.

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;

use crate::games;

fn check(variant: Variant) {
    let text = games::data("legal", variant.info().name, "txt");
    let mut game_state = game_state::open(variant);
    for golden in text.lines() {
        let (sfen, moves) = golden.split_once(" | ").expect("an SFEN and its moves");
        game_state.set(StartPosition::Sfen(sfen), &[]).expect("a good SFEN");
        let moves: Vec<&str> = moves.split_whitespace().collect();
        assert_eq!(game_state.legal_moves_in_usi(), moves, "{variant}: {sfen}");
        assert_eq!(game_state.sfen(), sfen, "{variant}");
        assert_eq!(game_state.perft(1), moves.len() as u64, "{variant}: {sfen}");
    }
}

#[test]
fn legal_moves_are_the_golden_ones() {
    games::check_each(check);
}
