//! Moves as USI writes them.

use super::support::{Game, drawn, start};

/// A board move is its start and its target.
#[test]
fn a_board_move_is_two_squares() {
    let game = start("yari").after("7g7f");
    assert_eq!(game.piece("7g"), ".");
    assert_eq!(game.piece("7f"), "P");
}

/// Flip or promotion of the moving piece is a `+` at the end.
#[test]
fn a_plus_promotes() {
    let game = drawn(
        "yari",
        "b -",
        "
        k . . . . . .  a
        . . . . . B .  c
        . . . . . . K  i
        ",
    );
    assert_eq!(game.moves("2c2b"), "2c2b 2c2b+");
    assert_eq!(game.after("2c2b+").piece("2b"), "+B");
    assert_eq!(game.after("2c2b").piece("2b"), "B");
}

fn two_movers() -> Game {
    drawn(
        "hajiku",
        "b -",
        "
        k . . . . . .  a
        . . +S . G . .  c
        . . . . . . K  i
        ",
    )
}

/// In Hajiku `+` flips either way.
#[test]
fn a_plus_flips_either_way() {
    let game = two_movers();
    assert_eq!(game.after("3c3d+").piece("3d"), "+G");
    assert_eq!(game.after("5c5d+").piece("5d"), "S");
}

/// A trailing `-` for a demotion is accepted on input and never printed.
#[test]
fn a_minus_demotes_on_input() {
    let game = two_movers();
    assert_eq!(game.after("5c5d-").sfen(), game.after("5c5d+").sfen());
    assert!(!game.moves("").contains('-'));
}

/// The rook on 1i takes on 1a, and the piece on 1a has just captured and demoted.
fn counter_flip() -> Game {
    drawn(
        "hajiku",
        "b -",
        "
        k . . . . . s!  a
        K . . . . . +G  i
        ",
    )
}

/// A counter-flip of the captured piece is a `!` after that.
#[test]
fn an_exclamation_mark_counter_flips() {
    let game = counter_flip();
    assert_eq!(game.moves("1i1a"), "1i1a 1i1a! 1i1a+ 1i1a+!");
    assert_eq!(game.after("1i1a").hands(), "S");
    assert_eq!(game.after("1i1a!").hands(), "+S");
    assert_eq!(game.after("1i1a+!").hands(), "+S");
    assert_eq!(game.after("1i1a+!").piece("1a"), "G!");
}

/// `!+` is accepted on input.
#[test]
fn the_two_signs_may_be_swapped_on_input() {
    let game = counter_flip();
    assert_eq!(game.after("1i1a!+").sfen(), game.after("1i1a+!").sfen());
}

/// A drop is `P*5e`.
#[test]
fn a_drop_is_a_piece_a_star_and_a_square() {
    let game = drawn(
        "yari",
        "b P",
        "
        k . . . . . .  a
        . . . . . . K  i
        ",
    );
    let after = game.after("P*5e");
    assert_eq!(after.piece("5e"), "P");
    assert_eq!(after.hands(), "-");
}

/// In Hajiku `+G*5e` is a piece dropped on its promoted side.
#[test]
fn a_piece_is_dropped_on_its_promoted_side() {
    let game = drawn(
        "hajiku",
        "b +G",
        "
        k . . . . . .  a
        . . . . . . K  i
        ",
    );
    assert_eq!(game.after("+G*5e").piece("5e"), "+G");
    assert_eq!(game.moves("G*"), "");
}

/// Captures by custody are implied: `9i9e` is the whole move.
#[test]
fn captures_by_custody_are_implied() {
    let game = drawn(
        "hasami",
        "b -",
        "
        P . . . . . . . .  b
        p . . . . . . . .  c
        p . . . . . . p p  d
        P . . . . . . . .  i
        ",
    );
    assert_eq!(game.moves("9i9e"), "9i9e");
    let after = game.after("9i9e");
    assert_eq!(after.sfen(), "9/P8/9/7pp/P8/9/9/9/9 w - 2");
}
