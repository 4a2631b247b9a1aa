//! Rules of the Hasami family that no built-in game has.

use kawari_reference::Game;

use crate::{after, end, moves, variant};

/// Returns a game on 5x5 squares without goals, with some more keys.
fn small(keys: &str) -> Game {
    let board = "files = 5\nranks = 5\nstart = \"ppppp/5/5/5/PPPPP b - 1\"\n";
    variant("hasami-nocorner", &format!("{board}goals.men-left = 0\n{keys}"))
}

#[test]
fn slides_can_be_limited() {
    let sfen = "ppp2/5/5/5/P3P b - 1";
    assert_eq!(moves(&small("men.slide = 1"), sfen, "5e"), ["5e4e", "5e5d"]);
    assert_eq!(moves(&small("men.slide = 2"), sfen, "5e"), ["5e3e", "5e4e", "5e5c", "5e5d"]);
}

#[test]
fn men_can_step_diagonally() {
    let game = small("men.slide = 1\nmen.diagonal = 2");
    assert_eq!(
        moves(&game, "pp3/5/5/2P2/PP3 b - 1", "3d"),
        ["3d1b", "3d2c", "3d2d", "3d2e", "3d3c", "3d3e", "3d4c", "3d4d", "3d5b"]
    );
}

#[test]
fn men_can_jump_over_several_men() {
    let sfen = "ppp2/5/5/P4/PPp2 b - 1";
    let from = |keys: &str, from: &str| moves(&small(keys), sfen, from);
    assert_eq!(from("", "5e").len(), 0);
    assert_eq!(from("men.jump = 1", "5e"), ["5e5c"]);
    assert_eq!(from("men.jump = 2", "5e"), ["5e2e", "5e5c"]);
    assert_eq!(from("men.jump = 2\nmen.jump-over = \"own\"", "5e"), ["5e5c"]);
    assert_eq!(from("men.jump = 2\nmen.jump-over = \"enemy\"", "5e").len(), 0);
    let over_enemy = from("men.slide = 1\nmen.jump = 2\nmen.jump-over = \"enemy\"", "4e");
    assert_eq!(over_enemy, ["4e2e", "4e4d"]);
    // A jump captures nothing by itself.
    let game = small("men.jump = 2");
    assert_eq!(after(&game, sfen, "4e2e"), "ppp2/5/5/P4/P1pP1 w - 2");
}

#[test]
fn a_man_between_two_enemy_men_can_be_removed() {
    let game = small("men.between-enemies = \"suicidal\"");
    assert_eq!(after(&game, "pp3/5/1p1p1/5/PPP2 b - 1", "3e3c"), "pp3/5/1p1p1/5/PP3 w - 2");
    // One of the two men is captured, so the moved man does not stand between them any more.
    assert_eq!(after(&game, "pp3/5/Pp1p1/5/PPP2 b - 1", "3e3c"), "pp3/5/P1Pp1/5/PP3 w - 2");
}

#[test]
fn a_side_can_pass() {
    let game = small("men.pass = true");
    let sfen = "pp3/5/5/5/PP3 b - 1";
    assert_eq!(moves(&game, sfen, "pass"), ["pass"]);
    assert_eq!(after(&game, sfen, "pass"), "pp3/5/5/5/PP3 w - 2");
    assert_eq!(end(&game, "5/5/5/5/PP3 w - 1", ""), "ongoing");
}

#[test]
fn custody_can_capture_single_men_only() {
    let run = "ppp2/5/Ppp2/5/PP1P1 b - 1";
    let single = "ppp2/5/2PpP/5/PPP2 b - 1";
    let custody = |value: &str| small(&format!("capture.custody = \"{value}\""));
    assert_eq!(after(&custody("runs"), run, "2e2c"), "ppp2/5/P2P1/5/PP3 w - 2");
    assert_eq!(after(&custody("single"), run, "2e2c"), "ppp2/5/PppP1/5/PP3 w - 2");
    assert_eq!(after(&custody("none"), run, "2e2c"), "ppp2/5/PppP1/5/PP3 w - 2");
    let single_run = "ppp2/5/1Pp2/5/PP1P1 b - 1";
    assert_eq!(after(&custody("single"), single_run, "2e2c"), "ppp2/5/1P1P1/5/PP3 w - 2");
    assert_eq!(after(&custody("none"), single_run, "2e2c"), "ppp2/5/1PpP1/5/PP3 w - 2");
    // The man on 2c was not captured by this move.
    assert_eq!(after(&custody("runs"), single, "5e5d"), "ppp2/5/2PpP/P4/1PP2 w - 2");
}

#[test]
fn enclosure_can_happen_with_the_other_captures() {
    let sfen = "pp3/2P2/1PpP1/1PppP/P1P2 b - 1";
    let last = |value: bool| {
        small(&format!("capture.enclosure = \"anywhere\"\ncapture.enclosure-last = {value}"))
    };
    // 2e captures 2d by custody. The other two men are enclosed until 2d is empty.
    let sfen_after = |value| after(&last(value), &sfen.replace("P1P2", "P1P1P"), "1e2e");
    assert_eq!(sfen_after(false), "pp3/2P2/1P1P1/1P2P/P1PP1 w - 2");
    assert_eq!(sfen_after(true), "pp3/2P2/1PpP1/1Pp1P/P1PP1 w - 2");
}

#[test]
fn rows_can_be_exact_and_count_anywhere() {
    let sfen = "pp3/5/5/5/PPPP1 w - 1";
    assert_eq!(end(&small("goals.row = 3"), sfen, ""), "black wins: three in a row");
    assert_eq!(end(&small("goals.row = 3\ngoals.row-exact = true"), sfen, ""), "ongoing");
    assert_eq!(
        end(&small("goals.row = 4\ngoals.row-exact = true"), sfen, ""),
        "black wins: four in a row"
    );
    let home = "men.home-ranks = 1\ngoals.row = 3\n";
    assert_eq!(end(&small(home), sfen, ""), "ongoing");
    let board = format!("{home}goals.row-area = \"board\"");
    assert_eq!(end(&small(&board), sfen, ""), "black wins: three in a row");
    let far = "PPP2/5/5/5/pp3 w - 1";
    assert_eq!(end(&small(home), far, ""), "black wins: three in a row");
    let battlefield = format!("{home}goals.row-area = \"battlefield\"");
    assert_eq!(end(&small(&battlefield), far, ""), "ongoing");
}

#[test]
fn a_row_counts_for_the_side_that_has_moved() {
    assert_eq!(end(&small("goals.row = 3"), "pp3/5/5/5/PPP2 b - 1", ""), "ongoing");
}

#[test]
fn a_lead_can_win_now() {
    let now = small("goals.lead = 2\ngoals.lead-when = \"now\"");
    let later = small("goals.lead = 2");
    for sfen in ["pp3/5/5/5/PPPP1 w - 1", "pp3/5/5/5/PPPP1 b - 1"] {
        assert_eq!(end(&now, sfen, ""), "black wins: lead");
    }
    assert_eq!(end(&later, "pp3/5/5/5/PPPP1 w - 1", ""), "ongoing");
}

#[test]
fn reaching_a_rank_can_win() {
    let game = small("goals.reach-ranks = 1");
    assert_eq!(end(&game, "pp3/5/5/5/2PP1 b - 1", "2e2b"), "ongoing");
    assert_eq!(end(&game, "pp3/5/5/5/2PP1 b - 1", "2e2a"), "black wins: rank reached");
    assert_eq!(end(&game, "pp3/5/5/5/2PP1 w - 1", "5a5e"), "white wins: rank reached");
}

#[test]
fn a_side_without_a_legal_move_has_an_outcome() {
    let sfen = "pP3/P4/5/5/5 w - 1";
    for (value, expected) in [
        ("lost", "black wins: no legal move"),
        ("won", "white wins: no legal move"),
        ("drawn", "draw: no legal move"),
    ] {
        let game = small(&format!("ending.no-legal-move = \"{value}\""));
        assert_eq!(end(&game, sfen, ""), expected);
    }
}

#[test]
fn half_moves_without_a_capture_have_a_result() {
    let (equal, more) = ("pp3/5/5/5/PP3 b - 1", "pp3/5/5/5/PPP2 b - 1");
    for (value, sfen, expected) in [
        ("draw", more, "draw: no capture"),
        ("more-men", more, "black wins: no capture"),
        ("more-men", equal, "draw: no capture"),
        ("black-loses", more, "white wins: no capture"),
        ("white-loses", equal, "black wins: no capture"),
    ] {
        let keys = format!("ending.quiet-half-moves = 2\nending.quiet-result = \"{value}\"");
        assert_eq!(end(&small(&keys), sfen, "5e5d"), "ongoing");
        assert_eq!(end(&small(&keys), sfen, "5e5d 5a5b"), expected);
    }
}

#[test]
fn a_capture_restarts_the_count_of_half_moves() {
    let game = small("ending.quiet-half-moves = 2");
    let sfen = "pp3/5/1Pp2/5/PP1P1 b - 1";
    assert_eq!(end(&game, sfen, "2e2c 5a5b"), "ongoing");
    assert_eq!(end(&game, sfen, "2e2c 5a5b 5e5d"), "draw: no capture");
}

#[test]
fn repetition_has_a_result() {
    let shuffle = "5e5d 5a5b 5d5e 5b5a";
    for (value, expected) in [
        ("draw", "draw: repetition"),
        ("black-loses", "white wins: repetition"),
        ("white-loses", "black wins: repetition"),
        ("mover-loses", "black wins: repetition"),
    ] {
        let keys = format!("repetition.occurrences = 2\nrepetition.result = \"{value}\"");
        let sfen = "pp3/5/5/5/PP3 b - 1";
        assert_eq!(end(&small(&keys), sfen, "5e5d 5a5b 5d5e"), "ongoing");
        assert_eq!(end(&small(&keys), sfen, shuffle), expected);
    }
    let never = small("repetition.occurrences = 0");
    assert_eq!(end(&never, "pp3/5/5/5/PP3 b - 1", &[shuffle; 5].join(" ")), "ongoing");
}
