//! What perft counts.

use std::ops::ControlFlow;

use kawari_engine::core::perft::PerftTable;
use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;

use super::support::{drawn, sfen, start, tours};

/// `perft(d)` counts the leaves of the tree of legal moves at depth `d`.
#[test]
fn perft_counts_leaves() {
    // Nine men with seven squares each.
    let game = start("hasami");
    assert_eq!(game.perft(0), 1);
    assert_eq!(game.perft(1), 9 * 7);
    // Pawns, rooks, bishops, General, knights; White has as many replies to each.
    assert_eq!(start("yari").perft(1), 7 + 2 + 6 + 3 + 2);
    assert_eq!(start("yari").perft(2), 20 * 20);
}

/// Perft with a hash table gives the same counts as without.
#[test]
fn a_memory_changes_no_count() {
    let game = game_state::open(Variant::Minishogi);
    let mut memory = PerftTable::default();
    for depth in [3, 2, 4, 3, 1, 0] {
        let counted = game.divide(depth, Some(&mut memory), &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(counted, game.perft(depth), "at depth {depth}");
    }
    assert!(!memory.is_empty());
}

/// A finished game has no moves.
#[test]
fn a_finished_game_has_no_leaves() {
    let won = sfen("hasami", "p8/9/9/9/9/9/9/9/P7P w - 1");
    assert_eq!(won.perft(1), 0);
    assert_eq!(won.perft(3), 0);
    let lead = sfen("hasami-jsa", "pppppp3/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
    assert_eq!(lead.perft(2), 0);
}

/// A line that ends before the depth has no leaf there.
#[test]
fn a_line_that_ends_early_has_no_leaf() {
    let game = drawn(
        "hasami",
        "b -",
        "
        . . . . . . . . p  a
        . . . p P . . . .  e
        . . P . . . . . .  i
        ",
    );
    assert_eq!(game.after("7i7e").status(), "black wins: men captured");
    assert_eq!(game.after("7i7e").perft(1), 0);
    let moves = game.moves("");
    let others = moves.split(' ').filter(|&word| word != "7i7e");
    assert_eq!(game.perft(2), others.map(|word| game.after(word).perft(1)).sum::<u64>());
}

/// Repetition and no-capture counters are ignored.
#[test]
fn perft_ignores_the_history() {
    let game = start("hasami");
    let repeated = game.after(&tours("9i 9h", "1a 1b", 12));
    assert_eq!(repeated.status(), "draw: repetition");
    assert_eq!(repeated.perft(2), game.perft(2));
    let quiet = game.after(&tours("9i 9h 9g", "1a 1b 1c 1d 1e 1f 1g", 100));
    assert_eq!(quiet.status(), "draw: no capture");
    assert_eq!(quiet.perft(2), sfen("hasami", &quiet.sfen()).perft(2));
}

/// Impasse counters are ignored.
#[test]
fn perft_ignores_the_impasse() {
    let game = drawn(
        "hajiku",
        "b P",
        "
        . K . . . . .  b
        . . . . . k .  h
        ",
    );
    let ended = game.after(&tours("6b 6a 7a", "2h 2i 1i 1h 1g", 50));
    assert_eq!(ended.status(), "draw: impasse");
    assert_eq!(ended.perft(2), sfen("hajiku", &ended.sfen()).perft(2));
}

/// Moves that differ in flip or counter-flip are different moves.
#[test]
fn flips_are_moves_of_their_own() {
    let game = drawn(
        "hajiku",
        "b -",
        "
        k . . . . . s!  a
        K . . . . . +G  i
        ",
    );
    // The Rook: 1h to 1d, 1c and 1b twice each, 1a four times, 2i to 6i; the King.
    assert_eq!(game.perft(1), 5 + 4 + 4 + 5 + 3);
}
