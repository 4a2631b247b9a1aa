//! How the men of the Hasami family move: slides and jumps.

use super::support::{Game, drawn};

const WITHOUT_JUMP: [&str; 3] = ["hasami", "hasami-nocorner", "hasami-jsa"];
const WITH_JUMP: [&str; 4] = ["dai-hasami", "hasami-five", "hasami-brainking", "hasami-ludos"];

/// A man in the middle, with neighbours of both colours and some farther away.
fn crowded(variant: &str) -> Game {
    drawn(
        variant,
        "b -",
        "
        p . p . . . p . p  a
        . . . . p . . . .  d
        . . . P P p p . .  e
        . . . . p . . . .  g
        P . P . . . P . P  i
        ",
    )
}

/// A man slides like a rook over empty squares.
#[test]
fn a_man_slides_like_a_rook() {
    let game = drawn(
        "hasami",
        "b -",
        "
        . . . . . . . . p  a
        . . . . p . . . .  c
        . . P . P . . . .  e
        . . . . . . . . p  i
        ",
    );
    assert_eq!(game.targets("5e"), "1e 2e 3e 4e 5d 5f 5g 5h 5i 6e");
}

/// White's men move as Black's do.
#[test]
fn white_slides_too() {
    let game = drawn(
        "hasami-chess",
        "w -",
        "
        p . . P . . . .  a
        p . . . . . . .  b
        P . . . . . . .  e
        ",
    );
    assert_eq!(game.moves(""), "8a6a 8a7a 8b1b 8b2b 8b3b 8b4b 8b5b 8b6b 8b7b 8b8c 8b8d");
}

/// Where the movement is "slide", no man is jumped.
#[test]
fn a_slide_does_not_jump() {
    for variant in WITHOUT_JUMP {
        assert_eq!(crowded(variant).targets("5e"), "5f", "{variant}");
    }
    for variant in ["hasami-chess", "mak-yek"] {
        let game = drawn(
            variant,
            "b -",
            "
            . . . p . . . p  d
            . . p P P p . .  e
            ",
        );
        assert_eq!(game.targets("4e"), "4a 4b 4c 4d 4f 4g 4h", "{variant}");
        assert_eq!(game.targets("5e"), "5f 5g 5h", "{variant}");
    }
}

/// Jump: over exactly one adjacent man of either colour, orthogonally, to the
/// empty square right behind it.
#[test]
fn a_jump_is_over_one_adjacent_man_of_either_colour() {
    for variant in WITH_JUMP {
        assert_eq!(crowded(variant).targets("5e"), "5c 5f 7e", "{variant}");
    }
}

/// A jump needs the square right behind the man to be on the board and empty.
#[test]
fn a_jump_lands_on_the_board() {
    let game = drawn(
        "dai-hasami",
        "b -",
        "
        p . . . . . . . p  a
        P . . . . . . . .  b
        . P . . . . . . .  h
        P p P . . . . . .  i
        ",
    );
    assert_eq!(game.targets("9b"), "1b 2b 3b 4b 5b 6b 7b 8b 9c 9d 9e 9f 9g 9h");
    assert_eq!(game.targets("9i"), "9c 9d 9e 9f 9g 9h");
}

/// No jump goes diagonally.
#[test]
fn a_jump_is_orthogonal() {
    let game = drawn(
        "dai-hasami",
        "b -",
        "
        p . . . . . P . p  a
        . p . . . . . . .  h
        P . . . . . . . .  i
        ",
    );
    assert_eq!(game.targets("9i"), "1i 2i 3i 4i 5i 6i 7i 8i 9b 9c 9d 9e 9f 9g 9h");
}

/// Nothing is captured by jumping.
#[test]
fn a_jump_captures_nothing() {
    let game = crowded("dai-hasami");
    assert_eq!(game.captures("5e5c"), "");
    assert_eq!(game.after("5e5c").piece("5d"), "p");
}

/// After a jump, custodian capture applies from the landing square.
#[test]
fn a_jump_captures_from_the_landing_square() {
    let game = drawn(
        "dai-hasami",
        "b -",
        "
        . . . . P . . . .  b
        . . . . p . . . .  c
        . . P p . p P . .  d
        . . . . p . . . .  e
        . . . . P . . . .  f
        p . . . . . . . p  i
        ",
    );
    assert_eq!(game.captures("5f5d"), "4d 5c 6d");
}
