//! The built-in opening books and the names of openings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::opening_book::{self, BookSource, position_key};
use kawari_engine::games::RuleFamily;
use kawari_engine::games::variants::Variant;

use crate::games::check_each;

#[test]
fn built_in_books_have_legal_moves() {
    check_each(|variant| {
        let book = opening_book::open(variant.info(), variant.files(), &BookSource::BuiltIn);
        let book = book.expect("a book");
        let mut state = game_state::open(variant);
        assert!(!book.moves(&state.sfen()).is_empty(), "the start position");
        for (key, moves) in book.positions() {
            let sfen = format!("{key} 1");
            for book_move in moves {
                let played = state.set(StartPosition::Sfen(&sfen), &[&book_move.mv.to_string()]);
                assert_eq!(played, Ok(()), "{key} {}", book_move.mv);
            }
        }
    });
}

#[test]
fn names_of_openings_belong_to_the_positions_after_their_moves() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let mut count = 0;
    for variant in Variant::ALL {
        let info = variant.info();
        let family = match info.family {
            RuleFamily::Drop => "drop",
            RuleFamily::Hasami => "hasami",
        };
        let folder = games.join(family).join(info.name.replace('-', "_"));
        let Ok(text) = fs::read_to_string(folder.join("opening-names.tsv")) else { continue };
        let mut positions = BTreeSet::new();
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [position, moves, english, japanese] = fields[..] else { panic!("{line}") };
            assert!(!english.is_empty() && !japanese.is_empty(), "{line}");
            let mut state = game_state::open(*variant);
            let moves: Vec<&str> = moves.split(' ').collect();
            assert_eq!(state.set(StartPosition::Initial, &moves), Ok(()), "{line}");
            assert_eq!(position_key(&state.sfen()), Some(position), "{line}");
            assert!(positions.insert(position), "{line} names a position again");
            count += 1;
        }
    }
    assert!(count > 0);
}
