//! Captures of the Hasami family: custodian, corner, battlefield corner.

use super::support::{Game, drawn};

const FAMILY_9X9: [&str; 7] = [
    "hasami",
    "hasami-nocorner",
    "hasami-jsa",
    "dai-hasami",
    "hasami-five",
    "hasami-brainking",
    "hasami-ludos",
];

fn hasami(turn: &str, drawing: &str) -> Game {
    drawn("hasami", turn, drawing)
}

/// A man between the moved man and another man of the mover is removed.
#[test]
fn a_sandwiched_man_is_captured() {
    for variant in FAMILY_9X9 {
        let game = drawn(
            variant,
            "b -",
            "
            p . p . p . p . p  a
            . . . p P . . . .  e
            P . P . P . P . P  i
            ",
        );
        assert_eq!(game.captures("7i7e"), "6e", "{variant}");
        assert_eq!(game.captures("3i3e"), "", "{variant}");
    }
    for variant in ["hasami-chess", "mak-yek"] {
        let game = drawn(
            variant,
            "b -",
            "
            p . . . . . . p  a
            . . . p P . . .  e
            . . P . . . . .  h
            ",
        );
        assert_eq!(game.captures("6h6e"), "5e", "{variant}");
    }
}

/// White captures as Black does.
#[test]
fn white_captures_too() {
    let game = hasami(
        "w -",
        "
        . . p . . . . . .  a
        . . . P p . . . .  e
        P . . . . . . . P  i
        ",
    );
    assert_eq!(game.captures("7a7e"), "6e");
}

/// An unbroken run of one or more enemy men is captured as a whole.
#[test]
fn a_sandwiched_run_is_captured() {
    let game = hasami(
        "b -",
        "
        p . . . . . . . p  a
        . . . p p p P . .  e
        . . P . . . . . .  i
        ",
    );
    assert_eq!(game.captures("7i7e"), "4e 5e 6e");
}

/// A run with a gap in it is not captured.
#[test]
fn a_gap_breaks_the_run() {
    let game = hasami(
        "b -",
        "
        . . . p . p P . .  e
        . . P . . . . . .  i
        ",
    );
    assert_eq!(game.captures("7i7e"), "");
}

/// Behind the run there has to be another man of the mover: not the edge.
#[test]
fn the_edge_closes_no_sandwich() {
    let game = hasami(
        "b -",
        "
        . . . . . . . p p  e
        p . . . P . P . .  i
        ",
    );
    assert_eq!(game.captures("3i3e"), "");
}

/// The man behind the run stands right behind it.
#[test]
fn the_other_man_stands_right_behind_the_run() {
    let game = hasami(
        "b -",
        "
        p . . p . P . . .  e
        . . P . . . . . .  i
        ",
    );
    assert_eq!(game.captures("7i7e"), "");
}

/// A sandwich is orthogonal, never diagonal.
#[test]
fn a_diagonal_is_no_sandwich() {
    let game = hasami(
        "b -",
        "
        p . . . . P . . .  c
        . . . . p . . . .  d
        . . . P . . . . .  i
        ",
    );
    assert_eq!(game.captures("6i6e"), "");
}

/// Each of the four directions is looked at.
#[test]
fn one_move_captures_in_several_directions() {
    let game = hasami(
        "b -",
        "
        p . . . . . . . p  a
        . . . . P . . . .  c
        . . . . p . . . .  d
        . . P p . p P . .  e
        . . . . P . . . .  i
        ",
    );
    assert_eq!(game.captures("5i5e"), "4e 5d 6e");
    let down = hasami(
        "b -",
        "
        p . . . P . . . p  a
        . . . . p . . . .  g
        . . . . P . . . .  h
        ",
    );
    assert_eq!(down.captures("5a5f"), "5g");
}

/// No man is ever captured by its own side's move into a sandwich.
#[test]
fn moving_into_a_sandwich_is_safe() {
    let game = hasami(
        "w -",
        "
        p . . . p . . . p  a
        . . . P . P . . .  e
        P . . . . . . . .  i
        ",
    );
    assert_eq!(game.captures("5a5e"), "");
    assert_eq!(game.after("5a5e").piece("5e"), "p");
}

/// Captures start from the square the moved man stands on: a sandwich that it
/// has no part in captures nothing.
#[test]
fn a_sandwich_without_the_moved_man_captures_nothing() {
    let game = hasami(
        "b -",
        "
        p . . . . . . . p  a
        . . . P p P . . .  e
        P . . . . . . . .  i
        ",
    );
    assert_eq!(game.captures("9i9h"), "");
    assert_eq!(game.captures("6e7e"), "");
}

/// All captures happen in the position right after the move, so the start square is empty.
#[test]
fn the_square_left_closes_no_sandwich() {
    let game = drawn(
        "dai-hasami",
        "b -",
        "
        p . . . . . . . p  a
        . . . . p . . . .  e
        . . . . P . . . .  f
        P . . . . . . . P  i
        ",
    );
    assert_eq!(game.captures("5f5d"), "");
}

/// All captures happen at once, of whatever kind.
#[test]
fn corner_and_sandwich_are_captured_at_once() {
    let game = hasami(
        "b -",
        "
        p . p P . . . . .  a
        P . . . . . . . .  b
        . . . . . . . p p  e
        . P . . . . . . .  i
        ",
    );
    assert_eq!(game.captures("8i8a"), "7a 9a");
}

/// A man in each corner, a man of Black beside each, and two men to close in.
fn four_corners(variant: &str) -> Game {
    drawn(
        variant,
        "b -",
        "
        p . . . . . . . p  a
        P . . . . . . . P  b
        . P . . . . . P .  e
        P . . . . . . . P  h
        p . . . . . . . p  i
        ",
    )
}

/// Corner: an enemy man on a corner square is captured when both its orthogonal
/// neighbours are the mover's.
#[test]
fn a_man_in_the_corner_is_captured() {
    for variant in ["hasami", "dai-hasami", "hasami-five"] {
        let game = four_corners(variant);
        for (word, corner) in [("8e8a", "9a"), ("8e8i", "9i"), ("2e2a", "1a"), ("2e2i", "1i")] {
            assert_eq!(game.captures(word), corner, "{variant}");
        }
    }
}

/// Corner: the moved man must be one of the two.
#[test]
fn the_moved_man_closes_the_corner() {
    let game = hasami(
        "b -",
        "
        p P . . . . . . .  a
        P . . . . . . . .  b
        . . P . . . . p p  e
        . . . p . . . . .  f
        ",
    );
    assert_eq!(game.captures("7e7f"), "");
    assert_eq!(game.captures("7e7a"), "");
}

/// `hasami-nocorner`, `hasami-chess`, `hasami-brainking` and `mak-yek` have no
/// corner capture.
#[test]
fn a_man_in_the_corner_is_safe_without_the_corner_rule() {
    for variant in ["hasami-nocorner", "hasami-brainking"] {
        assert_eq!(four_corners(variant).captures("8e8a"), "", "{variant}");
    }
    for variant in ["hasami-chess", "mak-yek"] {
        let game = drawn(
            variant,
            "b -",
            "
            p . . . . . . p  a
            P . . . . . . .  b
            . P . . . . . .  h
            ",
        );
        assert_eq!(game.captures("7h7a"), "", "{variant}");
    }
}

/// `hasami-ludos` has no capture in the corners of the board.
#[test]
fn a_man_in_the_corner_is_safe_in_ludos() {
    let game = drawn(
        "hasami-ludos",
        "b -",
        "
        . p . p . p . p .  a
        P . . . . . . . .  h
        p . P . P . P . P  i
        ",
    );
    assert_eq!(game.captures("7i8i"), "");
}

/// Men of White in the corners of the battlefield, Black about to close in.
fn battlefield_corners() -> Game {
    drawn(
        "hasami-ludos",
        "b -",
        "
        . . . p . p . . .  a
        p . . . . . . . p  c
        P . . . . . . . P  d
        . P . . . . . P .  e
        P . . . . . . . P  f
        p . . . . . . . p  g
        ",
    )
}

/// Battlefield corner: as corner, on 9c, 1c, 9g, 1g with the two neighbours
/// inside the battlefield.
#[test]
fn a_man_in_the_corner_of_the_battlefield_is_captured() {
    let game = battlefield_corners();
    for (word, corner) in [("8e8c", "9c"), ("8e8g", "9g"), ("2e2c", "1c"), ("2e2g", "1g")] {
        assert_eq!(game.captures(word), corner);
    }
}

/// Battlefield corner: a neighbour in a house does not count.
#[test]
fn a_neighbour_in_the_house_closes_no_battlefield_corner() {
    let game = drawn(
        "hasami-ludos",
        "b -",
        "
        . p . p . p . p .  a
        . P . . . . . . .  e
        p . . . . . . . .  g
        P . . . . . . . .  h
        . . P . P . P . .  i
        ",
    );
    assert_eq!(game.captures("8e8g"), "");
}

/// The corners of the battlefield are nothing special in the other games.
#[test]
fn other_games_have_no_battlefield() {
    let game = drawn(
        "dai-hasami",
        "b -",
        "
        p . . . . . . . p  c
        P . . . . . . . .  d
        . P . . . . . . .  e
        ",
    );
    assert_eq!(game.captures("8e8c"), "");
}
