//! The houses and the battlefield of `hasami-ludos`: ranks c to g are the
//! battlefield, h and i Black's house, a and b White's.

use super::support::{Game, drawn};

fn ludos(turn: &str, drawing: &str) -> Game {
    drawn("hasami-ludos", turn, drawing)
}

/// A man outside its own house never enters any house.
#[test]
fn a_man_on_the_battlefield_stays_there() {
    let game = ludos(
        "b -",
        "
        p . p . . . p p p  a
        . . . . P . . . .  e
        P . P . . . P . P  i
        ",
    );
    assert_eq!(game.targets("5e"), "1e 2e 3e 4e 5c 5d 5f 5g 6e 7e 8e 9e");
}

/// A man in its own house moves inside it and out of it, never into the other.
#[test]
fn a_man_at_home_moves_inside_and_out() {
    let game = ludos(
        "b -",
        "
        p . p . . . p p p  a
        . . . . P . . . .  h
        P . P . . . P . P  i
        ",
    );
    assert_eq!(game.targets("5h"), "1h 2h 3h 4h 5c 5d 5e 5f 5g 5i 6h 7h 8h 9h");
}

/// White's men keep the same rules from the other side.
#[test]
fn whites_men_stay_out_of_the_houses_too() {
    let game = ludos(
        "w -",
        "
        p . p . . . p . p  a
        . . . . p . . . .  b
        . p . . . . . . .  e
        P . P . . P P . P  i
        ",
    );
    assert_eq!(game.targets("5b"), "1b 2b 3b 4b 5a 5c 5d 5e 5f 5g 6b 7b 8b 9b");
    assert_eq!(game.targets("8e"), "1e 2e 3e 4e 5e 6e 7e 8c 8d 8f 8g 9e");
}

/// A jump enters no house either.
#[test]
fn no_jump_goes_into_a_house() {
    let game = ludos(
        "b -",
        "
        p . p . . . p . p  a
        . p . . . . . p .  c
        . P . . . . . . .  d
        . . . . . P . . .  g
        . . . . . P . . .  h
        P . P . . . . . P  i
        ",
    );
    assert_eq!(game.targets("8d"), "1d 2d 3d 4d 5d 6d 7d 8e 8f 8g 9d");
    assert_eq!(game.targets("4g"), "1g 2g 3g 4c 4d 4e 4f 5g 6g 7g 8g 9g");
}

/// From its own house a man may jump out.
#[test]
fn a_jump_leads_out_of_the_own_house() {
    let game = ludos(
        "b -",
        "
        p . p . . . p p p  a
        . . . . p . . . .  g
        . . . . P . . . .  h
        P . P . . . P . P  i
        ",
    );
    assert_eq!(game.targets("5h"), "1h 2h 3h 4h 5f 5i 6h 7h 8h 9h");
}

/// A man that an SFEN puts inside the enemy house may only leave it.
#[test]
fn a_man_in_the_enemy_house_may_only_leave() {
    let game = ludos(
        "b -",
        "
        P . p . . . p . p  a
        . p . . P . . p .  b
        P . P . . . P . P  i
        ",
    );
    assert_eq!(game.targets("5b"), "5c 5d 5e 5f 5g");
    assert_eq!(game.targets("9a"), "9c 9d 9e 9f 9g");
}

/// The other games have no houses.
#[test]
fn other_games_have_no_houses() {
    let game = drawn(
        "dai-hasami",
        "b -",
        "
        p . p . . . p p p  a
        . . . . P . . . .  e
        P . P . . . P . P  i
        ",
    );
    assert_eq!(game.targets("5e"), "1e 2e 3e 4e 5a 5b 5c 5d 5f 5g 5h 5i 6e 7e 8e 9e");
}
