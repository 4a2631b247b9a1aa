//! Five in a row.

use super::support::{Game, drawn, sfen};

const ALL: [&str; 4] = ["dai-hasami", "hasami-five", "hasami-brainking", "hasami-ludos"];
const FIVE: &str = "black wins: five in a row";

/// The games, out of those with five in a row, in which the move wins so; in the
/// others the game goes on.
#[track_caller]
fn won_in(drawing: &str, word: &str) -> Vec<&'static str> {
    let wins = |variant: &&str| {
        let status = drawn(variant, "b -", drawing).after(word).status();
        assert!(status == FIVE || status == "ongoing", "{variant}: {status}");
        status == FIVE
    };
    ALL.into_iter().filter(wins).collect()
}

fn dai(turn: &str, drawing: &str) -> Game {
    drawn("dai-hasami", turn, drawing)
}

/// A horizontal five wins, but not in `hasami-brainking`.
#[test]
fn five_in_a_rank() {
    let drawing = "
        p . p . p . p . p  a
        P P P P . . . . .  e
        . . . . P . . . .  g
        ";
    assert_eq!(won_in(drawing, "5g5e"), ["dai-hasami", "hasami-five", "hasami-ludos"]);
}

/// A vertical five wins in all of the games.
#[test]
fn five_in_a_file() {
    let drawing = "
        p . p . p . p . p  a
        . . . P . . . . .  c
        . . . P . . . . .  d
        . . . P . . . . .  e
        . . . P . . . . .  f
        . . . . P . . . .  g
        ";
    assert_eq!(won_in(drawing, "5g6g"), ALL);
}

/// A diagonal five wins, but not in `hasami-five`.
#[test]
fn five_in_a_diagonal() {
    let drawing = "
        p . p . p . p . p  a
        P . . . . . . . .  c
        . P . . . . . . .  d
        . . P . . . . . .  e
        . . . P . . . . .  f
        . . . . . . . P .  g
        ";
    let other = "
        p . p . p . p . p  a
        . . . . . . . . P  c
        . . . . . . . P .  d
        . . . . . . P . .  e
        . . . . . P . . .  f
        . P . . . . . . .  g
        ";
    let games = ["dai-hasami", "hasami-brainking", "hasami-ludos"];
    assert_eq!(won_in(drawing, "2g5g"), games);
    assert_eq!(won_in(other, "8g5g"), games);
}

/// Four in a row are not enough.
#[test]
fn four_in_a_row() {
    let drawing = "
        p . p . p . p . p  a
        P P P . . . . . .  e
        . . . . . . . . P  f
        . . . P . . . . .  g
        ";
    assert!(won_in(drawing, "6g6e").is_empty());
}

/// The line is unbroken.
#[test]
fn a_gap_breaks_the_line() {
    let drawing = "
        p . p . p . p . p  a
        P P P P . . . . .  e
        . . . P . P . . .  g
        ";
    assert!(won_in(drawing, "4g4e").is_empty());
}

/// Five or more men: longer lines count.
#[test]
fn six_in_a_row() {
    let drawing = "
        p . p . p . p . p  a
        P P P . P P . . .  e
        . . . P . . . . .  g
        ";
    assert_eq!(won_in(drawing, "6g6e"), ["dai-hasami", "hasami-five", "hasami-ludos"]);
}

/// None of the five stands in the own two home ranks.
#[test]
fn men_at_home_do_not_count() {
    let rank_h = "
        p . p . p . p . p  a
        P P P P . . . . .  h
        . . . . P . . . .  i
        ";
    assert!(won_in(rank_h, "5i5h").is_empty());
    let file = "
        p . p . p . p . p  a
        . . . P . . . . .  d
        . . . P . . . . .  e
        . . . P . . . . .  f
        . . . . P . . . .  g
        . . . P . . . . .  h
        . . . P . . . . .  i
        ";
    assert!(won_in(file, "5g6g").is_empty());
    let diagonal = "
        p . p . p . p . p  a
        . . P . . . . . .  d
        . . . P . . . . .  e
        . . . . P . . . .  f
        . . . . . . . . P  g
        . . . . . . P . .  h
        ";
    assert!(won_in(diagonal, "1g4g").is_empty());
}

/// Men of the same line on excluded ranks are ignored: five others still win.
#[test]
fn men_at_home_do_not_spoil_a_line() {
    let drawing = "
        p . p . p . p . p  a
        . . . P . . . . .  c
        . . . P . . . . .  d
        . . . . P . . . .  e
        . . . P . . . . .  f
        . . . P . . . . .  g
        . . . P . . . . .  h
        . . . P . . . . .  i
        ";
    assert_eq!(won_in(drawing, "5e6e"), ALL);
}

/// Only the own home ranks are excluded: the opponent's count, except in
/// `hasami-ludos`, where all five stand in the battlefield.
#[test]
fn the_opponents_home_ranks_count() {
    let drawing = "
        p . p P . . p p p  a
        . . . P . . . . .  b
        . . . . P . . . .  c
        . . . P . . . . .  d
        . . . P . . . . .  e
        ";
    assert_eq!(won_in(drawing, "5c6c"), ["dai-hasami", "hasami-five", "hasami-brainking"]);
    let rank_b = "
        p . p . p . p p p  a
        P P P P . . . . .  b
        . . . . P . . . .  d
        ";
    let dai = dai("b -", rank_b).after("5d5b");
    assert_eq!(dai.status(), FIVE);
}

/// White's own two home ranks are a and b.
#[test]
fn white_makes_five_too() {
    let at_home = dai(
        "w -",
        "
        p p p p . . . . .  b
        . . . . p . . . .  c
        P . P . P . P . P  i
        ",
    );
    assert_eq!(at_home.after("5c5b").status(), "ongoing");
    let at_blacks_home = dai(
        "w -",
        "
        . . . . p . . . .  g
        p p p p . . . . .  h
        P . P . P . P . P  i
        ",
    );
    assert_eq!(at_blacks_home.after("5g5h").status(), "white wins: five in a row");
}

/// It is determined after captures.
#[test]
fn five_with_a_capture() {
    let game = dai(
        "b -",
        "
        p . p . . . p . p  a
        . . . . P . . . .  c
        . . . . p . . . .  d
        P P P P . . . . .  e
        . . . . P . . . .  g
        ",
    );
    assert_eq!(game.captures("5g5e"), "5d");
    assert_eq!(game.after("5g5e").status(), FIVE);
}

/// It is five men of the side that has just moved: a five of the side to move,
/// put there by an SFEN, has not won yet.
#[test]
fn five_of_the_side_to_move_do_not_end_the_game() {
    let game = sfen("dai-hasami", "p1p3p1p/9/9/9/PPPPP4/9/9/9/P7P b - 1");
    assert_eq!(game.status(), "ongoing");
}

/// The five need not contain the man that moved.
#[test]
fn the_five_need_not_contain_the_moved_man() {
    let game = sfen("dai-hasami", "p1p3p1p/9/9/9/PPPPP4/9/9/9/P7P b - 1");
    assert_eq!(game.after("1i1h").status(), FIVE);
}

/// A position given by SFEN whose side not to move has five is over.
#[test]
fn five_of_the_side_not_to_move_have_won() {
    let game = sfen("dai-hasami", "p1p3p1p/9/9/9/PPPPP4/9/9/9/P7P w - 1");
    assert_eq!(game.status(), FIVE);
    assert_eq!(game.moves(""), "");
}

/// The nine-men games, `hasami-chess` and `mak-yek` know no five in a row.
#[test]
fn other_games_have_no_five() {
    for variant in ["hasami", "hasami-nocorner", "hasami-jsa"] {
        let game = drawn(
            variant,
            "b -",
            "
            p . p . p . p . p  a
            P P P P . . . . .  e
            . . . . P . . . .  g
            ",
        );
        assert_eq!(game.after("5g5e").status(), "ongoing", "{variant}");
    }
    for variant in ["hasami-chess", "mak-yek"] {
        let game = drawn(
            variant,
            "b -",
            "
            p . p . p . p .  a
            P P P P . . . .  e
            . . . . P . . .  g
            ",
        );
        assert_eq!(game.after("4g4e").status(), "ongoing", "{variant}");
    }
}
