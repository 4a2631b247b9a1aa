//! Perft counts of the reference against other programs.
//!
//! The counts of the built-in games are those of the engine's tests. The counts of the
//! shipped games in `tests/perft` come from Fairy-Stockfish. A file has a block for each
//! position: `id NAME`, `sfen SFEN`, and a line `perft DEPTH COUNT` for each depth. Where
//! `with-drop-mates DEPTH COUNT` follows, this is the count of Fairy-Stockfish, which
//! includes forbidden mates by a dropped Pawn. A line that starts with `#` is a comment.

use std::fs;
use std::path::Path;

use kawari_reference::Game;
use kawari_rules::Family;

use crate::{definition, engine, game};

/// The built-in games.
pub(crate) const BUILT_IN: [&str; 13] = [
    "dai-hasami",
    "hajiku",
    "hasami",
    "hasami-brainking",
    "hasami-chess",
    "hasami-five",
    "hasami-jsa",
    "hasami-ludos",
    "hasami-nocorner",
    "mak-yek",
    "minishogi",
    "shogi",
    "yari",
];

/// The shipped games of the drop family.
const SHIPPED: [&str; 10] = [
    "checkshogi",
    "dobutsu",
    "euroshogi",
    "gorogoro",
    "judkins",
    "kyotoshogi",
    "micro",
    "okisakishogi",
    "torishogi",
    "yarishogi",
];

/// Largest count that is compared, for the time of the test.
const LIMIT: u64 = 25_000;

/// Compares the counts of a file, each block at depth 1 and at the largest depth within the
/// limit. `word` selects the lines.
fn check(game: &Game, text: &str, word: &'static str) -> usize {
    let mut compared = 0;
    for block in text.split("id ").skip(1) {
        let line =
            |word: &'static str| block.lines().filter_map(move |line| line.strip_prefix(word));
        let sfen = line("sfen ").next().expect("an SFEN");
        let position = game.position(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let counts: Vec<(u32, u64)> = line(word)
            .map(|line| line.trim().split_once(' ').expect("depth and count"))
            .map(|(depth, count)| (depth.parse().unwrap(), count.parse().unwrap()))
            .filter(|&(depth, count)| depth == 1 || count <= LIMIT)
            .collect();
        for (depth, count) in counts.iter().take(1).chain(counts.last()) {
            assert_eq!(position.perft(*depth), *count, "{sfen} at depth {depth}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn built_in_games_have_the_counts_of_the_engine_tests() {
    for name in BUILT_IN {
        let path = engine().join(format!("tests/perft/{name}.perft"));
        assert!(check(&game(name), &fs::read_to_string(path).unwrap(), "perft ") > 0);
    }
}

#[test]
fn shipped_games_have_the_counts_of_fairy_stockfish() {
    for name in SHIPPED {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{name}.perft"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(check(&game(name), &text, "perft ") > 0);
        // Fairy-Stockfish counts forbidden mates by a dropped Pawn as legal moves.
        let mut definition = definition(name);
        let Family::Drop(rules) = &mut definition.family else { panic!("{name}") };
        for piece in rules.pieces.values_mut() {
            piece.drop_mates = true;
        }
        check(&Game::new(&definition), &text, "with-drop-mates ");
    }
}
