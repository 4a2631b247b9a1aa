//! Random games of random definitions, which use all of the vocabulary.

use std::collections::BTreeMap;

use kawari_reference::{Game, History};
use kawari_rules::{Family, random};

const DEFINITIONS: u64 = 200;
const HALF_MOVES: usize = 30;

#[test]
fn random_games_have_consistent_positions() {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..DEFINITIONS {
        let mut random = fastrand::Rng::with_seed(seed);
        let definition = random::definition(&mut |end| random.usize(0..end));
        let is_drop = matches!(definition.family, Family::Drop(_));
        let game = Game::new(&definition);
        let mut history = History::new(game.start());
        for _ in 0..HALF_MOVES {
            let position = history.position();
            let moves = position.legal_moves();
            if let Some(end) = position.end() {
                assert!(moves.is_empty(), "{seed}: {end} in {}", position.sfen());
                *ends.entry(end.reason.to_string()).or_default() += 1;
                break;
            }
            assert!(!moves.is_empty(), "{seed}: {}", position.sfen());
            let again = game.position(&position.sfen()).unwrap_or_else(|error| {
                panic!("{seed}: {error}: {}", position.sfen());
            });
            assert_eq!(again.sfen(), position.sfen(), "{seed}");
            assert_eq!(again.legal_moves(), moves, "{seed}: {}", position.sfen());
            let mut different = moves.clone();
            different.dedup();
            assert_eq!(different, moves, "{seed}: {}", position.sfen());
            let side = position.side();
            history.play(&moves[random.usize(0..moves.len())]).unwrap();
            assert_eq!(history.position().side(), side.other());
        }
        assert!(is_drop || !history.position().is_in_check());
    }
    // The games reach most of the goals.
    assert!(ends.len() >= 8, "{ends:?}");
}
