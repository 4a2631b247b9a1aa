//! Tests of drop games from files.

use super::*;
use crate::core::geometry::{Box7x9, Box11x11};
use crate::core::movelist::MoveList;
use crate::core::perft::perft;
use crate::core::position::{All, MoveLike, Position};
use crate::games::drop::{Hajiku, Minishogi, Shogi, Yari};
use crate::games::loaded;
use crate::notation::Notation;

fn load<G: Geometry>(text: &str) -> LoadedDrop<G> {
    let definition = kawari_rules::read(text, &loaded::base_text).expect("a valid definition");
    let kawari_rules::Family::Drop(rules) = &definition.family else {
        panic!("a game of the drop family");
    };
    let general = &definition.general;
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let info = GameInfo {
        name: leak(&general.name),
        files: general.files.into(),
        ranks: general.ranks.into(),
        startpos: leak(&general.start),
        ..GameInfo::EMPTY
    };
    let info = Box::leak(Box::new(info));
    LoadedDrop::new(general, rules, info, GameFiles::NONE).expect("a playable game")
}

/// Plays random games of a built-in game and of its definition in parallel.
fn check_same_game<R: DropRules, G: Geometry>(built_in: R) {
    let text = loaded::base_text(built_in.info().name).expect("a definition");
    let loaded: LoadedDrop<G> = load(&text);
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..20 {
        let (mut one, mut other) = (built_in.startpos(), loaded.startpos());
        for number in 1..200 {
            assert_eq!(one.sfen(number), other.sfen(number));
            assert_eq!(one.outcome(), other.outcome());
            assert_eq!(one.in_check(), other.in_check());
            assert_eq!(one.can_declare(), other.can_declare());
            assert_eq!(one.clock_outcome(), other.clock_outcome());
            assert_eq!(one.half_moves_left(), other.half_moves_left());
            let moves = one.legal_moves();
            let words = |moves: Vec<String>| {
                let mut moves = moves;
                moves.sort_unstable();
                moves
            };
            let mine = moves.iter().map(|&mv| one.usi(mv).to_string()).collect();
            let theirs = other.legal_moves();
            let theirs = theirs.iter().map(|&mv| other.usi(mv).to_string()).collect();
            assert_eq!(words(mine), words(theirs), "{}", one.sfen(number));
            let Some(&mv) = random.choice(&moves[..]) else { break };
            let same = other.move_from_usi(one.usi(mv)).expect("the same move");
            assert_eq!(one.move_record(mv), other.move_record(same));
            one.play(mv, &mut ());
            other.play(same, &mut ());
        }
    }
}

#[test]
fn built_in_games_play_the_same_from_their_definitions() {
    check_same_game::<_, Box7x9>(Yari);
    check_same_game::<_, Box7x9>(Hajiku);
    check_same_game::<_, Box7x9>(Minishogi);
    check_same_game::<_, Box11x11>(Shogi);
    check_same_game::<_, Box11x11>(Minishogi);
}

/// Compares the generator with the legality test for all encodings, in random games.
fn check_legality<G: Geometry>(text: &str, counts: &[u64]) {
    let game: LoadedDrop<G> = load(text);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&game.startpos(), depth), count, "{game:?}, depth {depth}");
    }
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..2 {
        let mut position = game.startpos();
        for number in 0..120 {
            let mut moves = MoveList::new();
            position.generate::<All>(&mut moves);
            if number % 10 == 9 {
                let mut sorted = moves.to_vec();
                sorted.sort_unstable();
                let legal: Vec<_> = (0..=u16::MAX)
                    .filter_map(<DropPosition<LoadedDrop<G>> as Position>::Move::from_bits)
                    .filter(|&mv| position.is_legal(mv))
                    .collect();
                assert_eq!(sorted, legal, "{}", position.sfen(1));
            }
            let Some(&mv) = random.choice(&moves[..]) else { break };
            position.play(mv, &mut ());
            assert!(position.is_consistent(), "{}", position.sfen(1));
        }
    }
}

macro_rules! shipped {
    ($name:literal) => {
        include_str!(concat!("../../../../../kawari-rules/games/", $name, ".toml"))
    };
}

/// The counts are Fairy-Stockfish's.
#[test]
fn shipped_games_have_known_perft_counts_and_consistent_legality() {
    check_legality::<Box7x9>(shipped!("kyotoshogi"), &[12, 137, 1636]);
    check_legality::<Box7x9>(shipped!("torishogi"), &[17, 288, 5430]);
    check_legality::<Box7x9>(shipped!("judkins"), &[20, 336, 6183]);
    check_legality::<Box7x9>(shipped!("gorogoro"), &[16, 250, 4166]);
    check_legality::<Box7x9>(shipped!("dobutsu"), &[4, 17, 123]);
    check_legality::<Box7x9>(shipped!("micro"), &[9, 80, 767]);
    check_legality::<Box7x9>(shipped!("yarishogi"), &[20, 400, 7960]);
    check_legality::<Box11x11>(shipped!("euroshogi"), &[25, 625, 15424]);
    check_legality::<Box11x11>(shipped!("okisakishogi"), &[37, 1369, 48211]);
    check_legality::<Box11x11>(shipped!("checkshogi"), &[30, 900, 25470]);
}

#[test]
fn a_check_by_a_leap_cannot_be_blocked() {
    let game: LoadedDrop<Box7x9> = load(shipped!("torishogi"));
    // The Pheasant leaps two squares forward.
    let (position, _) = game.parse_sfen("3k3/7/3P3/7/7/7/3K3 w s 1").expect("an SFEN");
    let moves = position.legal_moves();
    let moves: Vec<String> = moves.iter().map(|&mv| position.usi(mv).to_string()).collect();
    assert!(position.in_check() && !moves.is_empty());
    assert!(moves.iter().all(|mv| mv.starts_with("4a")), "{moves:?}");
}

#[test]
fn pieces_that_flip_with_every_move_have_the_value_of_both_sides() {
    let values = |text: &str| {
        let game: LoadedDrop<Box7x9> = load(text);
        let sides = [Kind::PAWN, Kind::PAWN.promoted()];
        sides.map(|kind| game.table().kind_rule(kind).values.board)
    };
    let [pawn, rook] = values(shipped!("kyotoshogi"));
    assert_eq!(pawn, rook);
    let [pawn, gold] = values(shipped!("judkins"));
    assert!(pawn < gold);
}

#[test]
fn wrong_moves_are_errors() {
    let error = parse_moves("A", "X").expect_err("an error").to_string();
    assert!(error.starts_with("moves of piece A: "), "{error}");
}
