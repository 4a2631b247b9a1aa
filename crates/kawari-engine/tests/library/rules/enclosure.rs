//! Captures of one game each: edge enclosure and intervention.

use super::support::{Game, drawn};

/// Two men at the edge; Black comes to take their last free square.
fn edge_group(variant: &str) -> Game {
    drawn(
        variant,
        "b -",
        "
        . . . . p p p p p  a
        P . . . . . . . .  c
        p P . . . . . . .  d
        p . . . . . . . .  e
        P . . . . . . . .  f
        . P . . P . . . .  i
        ",
    )
}

/// Edge enclosure (`hasami-jsa`): a group that touches the edge and has no empty
/// neighbour is captured.
#[test]
fn an_enclosed_group_at_the_edge_is_captured() {
    assert_eq!(edge_group("hasami-jsa").captures("8i8e"), "9d 9e");
    assert_eq!(edge_group("hasami").captures("8i8e"), "");
    assert_eq!(edge_group("hasami-nocorner").captures("8i8e"), "");
}

/// Edge enclosure: a man in the corner is a group too.
#[test]
fn an_enclosed_man_in_the_corner_is_captured() {
    let game = drawn(
        "hasami-jsa",
        "b -",
        "
        p . . . p p p p p  a
        P . . . . . . . .  b
        . P . P . P . P .  i
        ",
    );
    assert_eq!(game.captures("8i8a"), "9a");
}

/// Edge enclosure: a group with an empty neighbour lives.
#[test]
fn an_empty_neighbour_saves_the_group() {
    let game = drawn(
        "hasami-jsa",
        "b -",
        "
        . . . . p p p p p  a
        P . . . . . . . .  c
        p . . . . . . . .  d
        p . . . . . . . .  e
        P . . . . . . . .  f
        . P . . P . . P .  i
        ",
    );
    assert_eq!(game.captures("8i8e"), "");
}

/// Edge enclosure: a group that does not touch the edge is captured only where
/// it is sandwiched.
#[test]
fn an_enclosed_group_off_the_edge_lives() {
    let game = drawn(
        "hasami-jsa",
        "b -",
        "
        p . p . p . p . p  a
        . . . . P . . . .  d
        . . . P p . . . P  e
        . . . P p P . . .  f
        . . . . P . . . .  g
        ",
    );
    assert_eq!(game.captures("1e4e"), "5e");
}

/// Edge enclosure: the group is adjacent to the moved man.
#[test]
fn an_enclosed_group_away_from_the_moved_man_lives() {
    let game = drawn(
        "hasami-jsa",
        "b -",
        "
        . . . . p p p p p  a
        P . . . . . . . .  c
        p P . . . . . . .  d
        p P . . . . . . .  e
        P . . . . . . . .  f
        . . . . . P . . .  i
        ",
    );
    assert_eq!(game.captures("4i4h"), "");
}

/// Edge enclosure: diagonal neighbours neither connect a group nor free it.
#[test]
fn groups_are_connected_orthogonally() {
    let game = drawn(
        "hasami-jsa",
        "b -",
        "
        . . . . p p p p p  a
        P p . . . . . . .  d
        p . . . . . . . .  e
        P . . . P . . . .  f
        . P . . P . . . .  i
        ",
    );
    assert_eq!(game.captures("8i8e"), "9e");
}

/// Edge enclosure is determined together with the custodian captures, on the same
/// position: a man that is sandwiched frees nobody by going.
#[test]
fn enclosure_and_sandwich_happen_together() {
    let game = drawn(
        "hasami-jsa",
        "b -",
        "
        . . . . p p p p p  a
        . P . . . . . . .  c
        P p P . . . . . .  d
        p p P . . . . . .  e
        P . . . . . . . .  f
        . P . . . . . . .  i
        ",
    );
    assert_eq!(game.captures("8i8f"), "8d 8e 9e");
}

/// Intervention (`mak-yek`): two enemy men right next to the moved man on
/// opposite sides are both captured.
#[test]
fn an_intervention_captures_both_neighbours() {
    let rank = "
        p . . . . . . p  a
        . . p . p . . .  d
        . . . . . . . P  g
        . . . P . . . P  h
        ";
    assert_eq!(drawn("mak-yek", "b -", rank).captures("5h5d"), "4d 6d");
    let file = "
        p . . . . . . p  a
        . . . p . . . .  d
        P . . . . . . .  e
        . . . p . . . .  f
        . . . . . . . P  g
        ";
    assert_eq!(drawn("mak-yek", "b -", file).captures("8e5e"), "5d 5f");
    assert_eq!(drawn("hasami-chess", "b -", rank).captures("5h5d"), "");
    assert_eq!(drawn("hasami-chess", "b -", file).captures("8e5e"), "");
}

/// Intervention takes the two right next to the moved man and nobody behind them.
#[test]
fn an_intervention_takes_no_more_than_two() {
    let game = drawn(
        "mak-yek",
        "b -",
        "
        p . . . . . . p  a
        . p p . p p . .  d
        . . . P . . . P  h
        ",
    );
    assert_eq!(game.captures("5h5d"), "4d 6d");
}

/// Intervention needs both neighbours to be enemies.
#[test]
fn an_intervention_needs_an_enemy_on_both_sides() {
    let game = drawn(
        "mak-yek",
        "b -",
        "
        p . . . . . . p  a
        . . p . P . . .  d
        . . . . p . . .  e
        . . . P . . . P  h
        ",
    );
    assert_eq!(game.captures("5h5d"), "");
    assert_eq!(game.captures("5h5e"), "");
}

/// White intervenes as Black does.
#[test]
fn white_intervenes_too() {
    let game = drawn(
        "mak-yek",
        "w -",
        "
        p . p . . . . p  a
        . P . P . . . .  d
        P . . . . . . P  h
        ",
    );
    assert_eq!(game.captures("6a6d"), "5d 7d");
}
