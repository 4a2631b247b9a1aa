//! The other ends of the Hasami games: men captured, lead, no legal move, draws.

use super::support::{Game, drawn, sfen, start, tours};

const CAPTURED: &str = "black wins: men captured";

/// Returns the status after Black captures one of `white_men` men.
fn taken_of(variant: &str, white_men: usize) -> String {
    let home: Vec<&str> = (0..9).map(|n| if n + 1 < white_men { "p" } else { "." }).collect();
    let drawing = format!(
        "
        {}  a
        . . . p P . . . .  e
        P . P . P . P . P  i
        ",
        home.join(" ")
    );
    let game = drawn(variant, "b -", &drawing);
    assert_eq!(game.captures("7i7e"), "6e");
    game.after("7i7e").status()
}

/// As [`taken_of`], on 8x8.
fn taken_of_8x8(variant: &str, white_men: usize) -> String {
    let home: Vec<&str> = (0..8).map(|n| if n + 1 < white_men { "p" } else { "." }).collect();
    let drawing = format!(
        "
        {}  a
        . . . p P . . .  e
        P . P . . . . P  h
        ",
        home.join(" ")
    );
    let game = drawn(variant, "b -", &drawing);
    assert_eq!(game.captures("6h6e"), "5e");
    game.after("6h6e").status()
}

/// Goal: leave the opponent at most 1 man.
#[test]
fn one_man_left_has_lost() {
    for variant in ["hasami", "hasami-nocorner", "dai-hasami", "hasami-brainking"] {
        assert_eq!(taken_of(variant, 3), "ongoing", "{variant}");
        assert_eq!(taken_of(variant, 2), CAPTURED, "{variant}");
    }
    for variant in ["hasami-chess", "mak-yek"] {
        assert_eq!(taken_of_8x8(variant, 3), "ongoing", "{variant}");
        assert_eq!(taken_of_8x8(variant, 2), CAPTURED, "{variant}");
    }
}

/// `hasami-jsa` and `hasami-ludos`: leave at most 4.
#[test]
fn four_men_left_have_lost() {
    for variant in ["hasami-jsa", "hasami-ludos"] {
        assert_eq!(taken_of(variant, 6), "ongoing", "{variant}");
        assert_eq!(taken_of(variant, 5), CAPTURED, "{variant}");
    }
}

/// `hasami-five` has no goal by capture.
#[test]
fn hasami_five_goes_on_with_one_man() {
    assert_eq!(taken_of("hasami-five", 2), "ongoing");
}

/// A side whose last man is taken in `hasami-five` has no legal move.
#[test]
fn hasami_five_ends_with_no_man() {
    assert_eq!(taken_of("hasami-five", 1), "black wins: no legal move");
}

/// Capturing several men at once can jump past the number.
#[test]
fn several_men_at_once_can_decide() {
    let game = drawn(
        "hasami",
        "b -",
        "
        . . . p p p P . .  e
        . . P . . . . . .  i
        ",
    );
    assert_eq!(game.after("7i7e").status(), CAPTURED);
}

/// White wins by capture too.
#[test]
fn white_captures_the_last_but_one() {
    let game = drawn(
        "hasami",
        "w -",
        "
        . . p . . . . . .  a
        . . . P p . . . .  e
        P . . . . . . . .  i
        ",
    );
    assert_eq!(game.after("7a7e").status(), "white wins: men captured");
}

/// A position given by SFEN whose side not to move already fulfils its goal is
/// over, and that side has won.
#[test]
fn a_goal_reached_in_the_sfen() {
    let game = sfen("hasami", "p8/9/9/9/9/9/9/9/P7P w - 1");
    assert_eq!(game.status(), CAPTURED);
    assert_eq!(game.moves(""), "");
    let game = sfen("hasami-jsa", "ppppp4/9/9/9/9/9/9/9/P1P1P3P b - 1");
    assert_eq!(game.status(), "white wins: men captured");
}

/// A game that the board has decided accepts no move.
#[test]
fn a_decided_game_accepts_no_move() {
    let game = sfen("hasami", "p7p/9/9/3pP4/9/9/9/9/2P6 b - 1").after("7i7d");
    assert_eq!(game.status(), "ongoing");
    let won = sfen("hasami", "p8/9/9/3pP4/9/9/9/9/2P6 b - 1").after("7i7d");
    assert_eq!(won.status(), CAPTURED);
    assert!(won.refusal("9a9b").contains("9a9b"));
}

/// Returns a `hasami-jsa` position with six white men on rank a and `black_men` on rank i.
fn jsa(turn: &str, black_men: usize) -> Game {
    let board = format!("pppppp3/9/9/9/9/9/9/9/{}{}", "P".repeat(black_men), 9 - black_men);
    let board = board.trim_end_matches('0');
    sfen("hasami-jsa", &format!("{board} {turn} - 1"))
}

/// Lead: a side with at least 3 men more than the opponent at the start of its
/// own turn wins at once.
#[test]
fn a_lead_of_three_wins() {
    assert_eq!(jsa("b", 8).status(), "ongoing");
    assert_eq!(jsa("b", 9).status(), "black wins: lead");
    assert_eq!(jsa("b", 9).moves(""), "");
}

/// Lead: it counts at the start of its own turn; the opponent has a turn to win
/// a man back.
#[test]
fn a_lead_waits_for_the_own_turn() {
    assert_eq!(jsa("w", 9).status(), "ongoing");
    assert_eq!(jsa("w", 9).after("6a6b").status(), "black wins: lead");
    let game = drawn(
        "hasami-jsa",
        "w -",
        "
        p . p . p . p . .  a
        . . . . . . . . p  d
        . . . . . . p P .  e
        P P P P . P P P P  i
        ",
    );
    assert_eq!(game.captures("1d1e"), "2e");
    assert_eq!(game.after("1d1e").status(), "ongoing");
    assert_eq!(game.after("1d1c").status(), "black wins: lead");
}

/// "Opponent left with at most 4 men" takes precedence over the lead.
#[test]
fn few_men_come_before_the_lead() {
    let game = sfen("hasami-jsa", "p8/9/9/9/9/9/9/9/PPPP5 b - 1");
    assert_eq!(game.status(), "white wins: men captured");
}

/// Only `hasami-jsa` counts a lead.
#[test]
fn other_games_have_no_lead() {
    let game = sfen("hasami", "pp7/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
    assert_eq!(game.status(), "ongoing");
}

/// No legal move: the side to move loses.
#[test]
fn no_legal_move_loses() {
    let game = drawn(
        "hasami",
        "w -",
        "
        p p P . . . . . .  a
        P P . . . . . . .  b
        ",
    );
    assert_eq!(game.status(), "black wins: no legal move");
    let jumps = drawn(
        "dai-hasami",
        "w -",
        "
        p p P . . . . . .  a
        P P . . . . . . .  b
        ",
    );
    assert_eq!(jumps.moves(""), "8a6a 8a8c 9a9c");
}

/// Draw: the fourth occurrence of a position, the start being the first.
#[test]
fn the_fourth_occurrence_is_a_draw() {
    for (variant, opening, black, white) in [
        ("hasami", "", "9i 9h", "1a 1b"),
        ("hasami-jsa", "", "9i 9h", "1a 1b"),
        ("dai-hasami", "", "9h 9g", "1b 1c"),
        ("hasami-ludos", "9h9g 1b1c", "9g 9f", "1c 1d"),
        ("mak-yek", "", "8f 8e", "1c 1d"),
    ] {
        let game = start(variant).after(opening);
        assert_eq!(game.after(&tours(black, white, 11)).status(), "ongoing", "{variant}");
        assert_eq!(game.after(&tours(black, white, 12)).status(), "draw: repetition", "{variant}");
    }
}

/// The same board with the other side to move is another position.
#[test]
fn the_side_to_move_tells_positions_apart() {
    let game = sfen("hasami", "p7p/9/9/9/9/9/9/9/P7P b - 1");
    let triangle = "9i9h 1a1b 9h9g 1b1a 9g9i";
    assert_eq!(game.after(triangle).board(), game.board());
    assert_ne!(game.after(triangle).key(), game.key());
}

/// Draw: 100 half-moves in a row without a capture.
#[test]
fn a_hundred_half_moves_without_a_capture() {
    let (black, white) = ("9i 9h 9g", "1a 1b 1c 1d 1e 1f 1g");
    let game = start("hasami");
    assert_eq!(game.after(&tours(black, white, 99)).status(), "ongoing");
    assert_eq!(game.after(&tours(black, white, 100)).status(), "draw: no capture");
}

/// A capture starts the count again.
#[test]
fn a_capture_starts_the_count_again() {
    let game = drawn(
        "hasami",
        "b -",
        "
        . . p . . . . . p  a
        . . . p P . . . .  e
        P . P . . . . . .  i
        ",
    );
    let (black, white) = ("9i 9h 9g", "1a 1b 1c 1d 1e 1f 1g");
    let captured = game.after(&tours(black, white, 98)).after("7i7e");
    assert_eq!(captured.piece("6e"), ".");
    let counting = captured.after("7a6a");
    assert_eq!(counting.status(), "ongoing");
    let black = "9h 9g 9i";
    assert_eq!(counting.after(&tours(black, white, 98)).status(), "ongoing");
    assert_eq!(counting.after(&tours(black, white, 99)).status(), "draw: no capture");
}
