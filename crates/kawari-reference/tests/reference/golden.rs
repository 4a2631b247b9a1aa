//! The golden data of the engine: games with results, positions with legal moves, and
//! illegal input.

use std::fs;

use kawari_reference::{History, IllegalMove};

use crate::{definition, engine, game};

fn data(path: &str) -> String {
    fs::read_to_string(engine().join("tests").join(path)).expect("golden data")
}

/// Returns the cases of one kind, without the field of the kind.
fn cases(kind: &str) -> Vec<Vec<String>> {
    let all = data("golden/cases.txt");
    let fields = all.lines().map(|line| line.split('|').map(str::to_owned).collect::<Vec<_>>());
    let cases: Vec<_> =
        fields.filter(|fields| fields[0] == kind).map(|fields| fields[1..].to_vec()).collect();
    assert!(!cases.is_empty(), "{kind}");
    cases
}

#[test]
fn games_have_the_golden_positions_and_results() {
    for case in cases("play") {
        let [variant, sfen, moves, result, expected] = &case[..] else { panic!("{case:?}") };
        let game = game(variant);
        let start = if sfen == "startpos" { game.start() } else { game.position(sfen).unwrap() };
        let mut history = History::new(start);
        for mv in moves.split_whitespace() {
            // The reference reads moves only in the form in which they are printed.
            let mv = mv.replace('-', "+").replace("!+", "+!");
            history.play(&mv).unwrap_or_else(|error| panic!("{case:?}: {error}"));
        }
        assert_eq!(&history.position().sfen(), result, "{case:?}");
        let end = history.end().map_or_else(|| "ongoing".to_owned(), |end| end.to_string());
        assert_eq!(&end, expected, "{case:?}");
    }
}

#[test]
fn positions_have_the_golden_moves() {
    for case in cases("legal") {
        let [variant, sfen, moves] = &case[..] else { panic!("{case:?}") };
        let moves: Vec<&str> = moves.split_whitespace().collect();
        assert_eq!(game(variant).position(sfen).unwrap().legal_moves(), moves, "{case:?}");
    }
}

#[test]
fn illegal_moves_are_errors_at_their_ply() {
    for case in cases("illegal") {
        let [variant, sfen, moves, illegal, ply] = &case[..] else { panic!("{case:?}") };
        let game = game(variant);
        let mut history = History::new(game.position(sfen).unwrap());
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let legal = ply.parse::<usize>().unwrap() - 1;
        for mv in &moves[..legal] {
            history.play(mv).unwrap();
        }
        let sfen = history.position().sfen();
        assert_eq!(history.play(moves[legal]), Err(IllegalMove { mv: illegal.clone(), sfen }));
    }
}

#[test]
fn bad_sfens_are_errors() {
    for case in cases("badsfen") {
        let [variant, sfen] = &case[..] else { panic!("{case:?}") };
        assert!(game(variant).position(sfen).is_err(), "{case:?}");
    }
}

#[test]
fn legal_moves_are_the_golden_ones() {
    for variant in crate::perft::BUILT_IN {
        let game = game(variant);
        for line in data(&format!("legal/{variant}.txt")).lines() {
            let (sfen, moves) = line.split_once(" | ").expect("an SFEN and its moves");
            let position = game.position(sfen).unwrap();
            let moves: Vec<&str> = moves.split_whitespace().collect();
            assert_eq!(position.legal_moves(), moves, "{variant}: {sfen}");
            assert_eq!(position.sfen(), sfen, "{variant}");
        }
    }
}

#[test]
fn start_and_handicap_positions_are_read_and_written() {
    let mut handicaps = 0;
    for variant in crate::perft::BUILT_IN {
        let general = definition(variant).general;
        assert_eq!(game(variant).start().sfen(), general.start);
        for sfen in general.handicaps.values() {
            let position = game(variant).position(sfen).unwrap().sfen();
            assert_eq!(&position, sfen, "{variant}");
            handicaps += 1;
        }
    }
    assert_eq!(handicaps, 15);
}
