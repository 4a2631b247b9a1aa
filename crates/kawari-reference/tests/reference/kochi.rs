//! The rules of `hasami-kochi`, sentence by sentence.

use crate::{game, moves, play};

fn after(sfen: &str, mv: &str) -> String {
    play(&game("hasami-kochi"), sfen, mv).0
}

fn end(sfen: &str, moves: &str) -> Option<String> {
    play(&game("hasami-kochi"), sfen, moves).1
}

fn is_legal(sfen: &str, mv: &str) -> bool {
    !moves(&game("hasami-kochi"), sfen, mv).is_empty()
}

/// Black's man on 1e has a run on its left, and single men above and below 4e.
const RUNS: &str = "ppppp4/9/5P3/5p3/2Ppp3P/5p3/5P3/9/PPPPP4 b - 1";

#[test]
fn each_side_has_nine_men() {
    let start = game("hasami-kochi").start().sfen();
    assert_eq!(start, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
}

#[test]
fn a_man_slides_over_empty_squares() {
    let game = game("hasami-kochi");
    assert_eq!(
        moves(&game, RUNS, "7e"),
        ["7e7b", "7e7c", "7e7d", "7e7f", "7e7g", "7e7h", "7e8e", "7e9e"]
    );
    // No jumps.
    assert_eq!(moves(&game, RUNS, "9i"), ["9i9b", "9i9c", "9i9d", "9i9e", "9i9f", "9i9g", "9i9h"]);
}

#[test]
fn runs_are_captured_to_the_left_above_and_below() {
    let expected = "ppppp4/9/5P3/9/2P2P3/9/5P3/9/PPPPP4 w - 2";
    assert_eq!(after(RUNS, "1e4e"), expected);
}

#[test]
fn runs_are_captured_to_the_right() {
    let sfen = "ppppppp2/9/9/9/P3ppP2/9/9/9/PPPPPPP2 b - 1";
    assert_eq!(after(sfen, "9e6e"), "ppppppp2/9/9/9/3P2P2/9/9/9/PPPPPPP2 w - 2");
}

#[test]
fn runs_with_a_gap_or_at_the_edge_stay() {
    // To the right of 6e: two men and an empty square.
    let gap = "ppppppp2/9/9/9/P3pp1P1/9/9/9/PPPPPPP2 b - 1";
    assert_eq!(after(gap, "9e6e"), "ppppppp2/9/9/9/3Ppp1P1/9/9/9/PPPPPPP2 w - 2");
    let edge = "ppppppp2/9/9/9/P6pp/9/9/9/PPPPPPPP1 b - 1";
    assert_eq!(after(edge, "9e3e"), "ppppppp2/9/9/9/6Ppp/9/9/9/PPPPPPPP1 w - 2");
}

#[test]
fn runs_beside_diagonal_neighbours_stay() {
    let sfen = "ppppppp2/9/9/3p1p3/9/3P1P3/9/9/PPPPP1P2 b - 1";
    assert_eq!(after(sfen, "5i5e"), "ppppppp2/9/9/3p1p3/4P4/3P1P3/9/9/PPPP2P2 w - 2");
}

#[test]
fn a_group_at_the_edge_is_enclosed() {
    // The moved man makes no custody: the edge is at the other end.
    let sfen = "pppppp3/9/8P/7Pp/P7p/8P/9/9/PPPPP4 b - 1";
    assert_eq!(after(sfen, "9e2e"), "pppppp3/9/8P/7P1/7P1/8P/9/9/PPPPP4 w - 2");
}

#[test]
fn a_man_in_a_corner_is_enclosed_by_two_men() {
    let sfen = "ppppp2Pp/9/9/9/9/9/9/9/PPPP4P b - 1";
    assert_eq!(after(sfen, "1i1b"), "ppppp2P1/8P/9/9/9/9/9/9/PPPP5 w - 2");
}

#[test]
fn groups_without_an_empty_neighbour_are_removed_anywhere() {
    // 5e is enclosed before the move, far from the moved man and from the edge. 1a is enclosed
    // too.
    let sfen = "pppp3Pp/8P/9/4P4/3PpP3/4P4/9/9/PP7 b - 1";
    assert_eq!(after(sfen, "9i9h"), "pppp3P1/8P/9/4P4/3P1P3/4P4/9/P8/1P7 w - 2");
}

#[test]
fn groups_with_an_empty_neighbour_stay() {
    let sfen = "ppppp4/9/9/4P4/3PpP3/9/9/9/PPPPP4 b - 1";
    assert_eq!(after(sfen, "9i9h"), "ppppp4/9/9/4P4/3PpP3/9/9/P8/1PPPP4 w - 2");
}

#[test]
fn groups_of_the_mover_stay() {
    let sfen = "ppppp4/9/9/4p4/3pPp3/4p4/9/9/PPPPPP3 b - 1";
    assert_eq!(after(sfen, "9i9h"), "ppppp4/9/9/4p4/3pPp3/4p4/9/P8/1PPPPP3 w - 2");
}

#[test]
fn enclosure_comes_after_custody() {
    // 4f captures 4e by custody. The other two men of the group then have an empty neighbour.
    let sfen = "pppp5/9/4P4/3PpP3/3PppP2/4P4/9/9/P4P3 b - 1";
    assert_eq!(after(sfen, "4i4f"), "pppp5/9/4P4/3PpP3/3Pp1P2/4PP3/9/9/P8 w - 2");
}

#[test]
fn a_move_between_two_enemy_men_is_illegal() {
    let beside = "ppppp4/9/9/9/3p1p3/9/9/9/PPPPPPP2 b - 1";
    assert!(!is_legal(beside, "5i5e"));
    assert!(is_legal(beside, "5i5f"));
    let above_and_below = "ppppp4/9/4p4/P8/4p4/9/9/9/PPPPPP3 b - 1";
    assert!(!is_legal(above_and_below, "9d5d"));
    // The square can be crossed.
    assert!(is_legal(above_and_below, "9d4d"));
    // Two men on different lines are not on both sides.
    let corner = "ppppp4/9/4p4/P4p3/9/9/9/9/PPPPPP3 b - 1";
    assert!(is_legal(corner, "9d5d"));
    // The same holds for White.
    let white = "ppppp4/9/9/9/3P1P3/9/9/9/PPPPP4 w - 1";
    assert!(!is_legal(white, "5a5e"));
    assert!(is_legal(white, "5a5d"));
}

#[test]
fn a_move_between_two_enemy_men_may_capture_by_custody() {
    // One of the two men is captured.
    let one = "ppppp4/9/9/9/2Pp1p3/9/9/9/PPPPPPP2 b - 1";
    assert_eq!(after(one, "5i5e"), "ppppp4/9/9/9/2P1Pp3/9/9/9/PPPP1PP2 w - 2");
    // A third man is captured.
    let third = "ppppp4/9/4P4/4p4/3p1p3/9/9/9/PPPPPPP2 b - 1";
    assert_eq!(after(third, "5i5e"), "ppppp4/9/4P4/9/3pPp3/9/9/9/PPPP1PP2 w - 2");
}

#[test]
fn a_move_between_two_enemy_men_may_remove_an_enclosed_group() {
    // 1a is enclosed before and after 9b5b.
    let sfen = "4p2Pp/P7P/4p4/9/9/9/ppp6/9/PPPPP4 b - 1";
    assert_eq!(after(sfen, "9b5b"), "4p2P1/4P3P/4p4/9/9/9/ppp6/9/PPPPP4 w - 2");
    // The man on 1b opens the group with its move.
    assert!(!is_legal(sfen, "1b5b"));
    assert!(is_legal(sfen, "1b4b"));
}

#[test]
fn a_group_that_is_open_on_the_target_square_does_not_count() {
    // 1e is the last empty neighbour of the four men on file 1.
    let between = "pp5Pp/pp5Pp/7Pp/7Pp/P8/8p/9/9/PPPP5 b - 1";
    assert!(!is_legal(between, "9e1e"));
    let beside = "pp5Pp/ppp4Pp/7Pp/7Pp/P8/9/9/9/PPPP5 b - 1";
    assert_eq!(after(beside, "9e1e"), "pp5P1/ppp4P1/7P1/7P1/8P/9/9/9/PPPP5 w - 2");
}

#[test]
fn five_captured_men_win_at_once() {
    let fifth = "pppp5/9/9/9/P3pP3/9/9/9/PPPPP4 b - 1";
    assert_eq!(end(fifth, "9e6e").as_deref(), Some("black wins: men captured"));
    let fourth = "ppppp4/9/9/9/P3pP3/9/9/9/PPPPPP3 b - 1";
    assert_eq!(end(fourth, "9e6e"), None);
    // Men removed by enclosure count like men captured by custody.
    let enclosed = "pppp3Pp/9/9/9/9/9/9/9/PPPP4P b - 1";
    assert_eq!(end(enclosed, "1i1b").as_deref(), Some("black wins: men captured"));
}

#[test]
fn a_lead_of_three_wins_at_the_start_of_the_own_turn() {
    // Black captures four men. White moves first, then Black has won.
    assert_eq!(end(RUNS, "1e4e"), None);
    assert_eq!(end(RUNS, "1e4e 9a9b").as_deref(), Some("black wins: lead"));
    let position = "pppppp3/9/9/9/9/9/9/9/PPPPPPPPP b - 3";
    assert_eq!(end(position, "").as_deref(), Some("black wins: lead"));
    assert_eq!(end(&position.replace("b - 3", "w - 4"), ""), None);
    let two = "ppppppp2/9/9/9/9/9/9/9/PPPPPPPPP b - 3";
    assert_eq!(end(two, ""), None);
}

#[test]
fn a_lead_that_the_opponent_reduces_does_not_win() {
    // Nine men against six. 1h9h captures 9g.
    let sfen = "pppp5/9/9/9/9/p8/P8/8p/PPPPPPPP1 w - 2";
    assert_eq!(end(sfen, "6a6b").as_deref(), Some("black wins: lead"));
    assert_eq!(end(sfen, "1h9h"), None);
}
