//! Which ending comes first, and what remains possible afterwards.

use super::support::{drawn, sfen, start, tours};

/// The position at the start is the first occurrence for repetition.
#[test]
fn the_start_is_the_first_occurrence() {
    let shuffle = tours("9i 9h", "1a 1b", 12);
    assert_eq!(start("hasami").after(&shuffle).status(), "draw: repetition");
    let given = sfen("hasami", "p7p/9/9/9/9/9/9/9/P7P b - 77");
    assert_eq!(given.after(&shuffle).status(), "draw: repetition");
}

/// Several endings at once: the board comes before the counters. A fiftieth
/// impasse half-move that leaves no legal move wins.
#[test]
fn mate_comes_before_impasse() {
    for (variant, rook, hand, drop) in
        [("yari", "+R", "R", "R*5i"), ("hajiku", "+G", "+G", "+G*5i")]
    {
        let drawing = format!(
            "
            . K . . . . .  b
            {rook} . . . . . .  h
            . . . . . k .  i
            "
        );
        let game = drawn(variant, &format!("w {hand}"), &drawing);
        let before = game.after(&tours("2i 1i", "6b 6a 7a", 49));
        assert_eq!(before.after(drop).status(), "black wins: checkmate", "{variant}");
        let quiet = before.after(&drop.replace("5i", "5d"));
        assert_eq!(quiet.status(), "draw: impasse", "{variant}");
    }
}

/// Several endings at once: the goal comes before the hundredth half-move.
#[test]
fn the_goal_comes_before_no_capture() {
    let game = drawn(
        "dai-hasami",
        "w -",
        "
        p . p . p . . . p  a
        . . P P P P . . .  e
        . . . . . . P . .  g
        P . . . . . . . .  i
        ",
    );
    let moves = tours("1a 1b 1c 1d 1e 1f 1g", "9i 9h 9g", 98);
    let before = game.after(&moves).after("5a5b");
    assert_eq!(before.after("3g3f").status(), "draw: no capture");
    assert_eq!(before.after("3g3e").status(), "black wins: five in a row");
}

/// Several endings at once: repetition comes before the counters.
#[test]
fn repetition_comes_before_impasse() {
    let game = drawn(
        "yari",
        "b r3b4n14p",
        "
        . K . . . . .  b
        . . . . . k .  h
        ",
    );
    // By count White would win.
    let tour = "2h 2i 1i 1h 1g";
    assert_eq!(game.after(&tours("6b 6a 7a", tour, 50)).status(), "white wins: impasse");
    assert_eq!(game.after(&tours("6b 6a", "2h 2i", 50)).status(), "draw: repetition");
}

/// Several endings at once: repetition comes before no capture.
#[test]
fn repetition_comes_before_no_capture() {
    let moves = tours("9i 9h", "1a 1b", 100);
    assert_eq!(start("hasami").after(&moves).status(), "draw: repetition");
}

/// A game that ended by repetition may still be played on; `status` speaks of the
/// last position.
#[test]
fn a_drawn_game_may_be_played_on() {
    let drawn = start("hasami").after(&tours("9i 9h", "1a 1b", 12));
    assert_eq!(drawn.status(), "draw: repetition");
    assert!(drawn.allows("5i5e"));
    assert_eq!(drawn.after("5i5e").status(), "ongoing");
}

/// A game that ended by a counter may still be played on; the counter keeps
/// running.
#[test]
fn a_counted_out_game_may_be_played_on() {
    let moves = tours("9i 9h 9g", "1a 1b 1c 1d 1e 1f 1g", 100);
    let counted = start("hasami").after(&moves);
    assert_eq!(counted.status(), "draw: no capture");
    assert_eq!(counted.after("5i5e").status(), "draw: no capture");
}

/// A game that ended on the board accepts no move.
#[test]
fn a_game_that_ended_on_the_board_accepts_no_move() {
    let mated = drawn(
        "yari",
        "w -",
        "
        +R . . . . . k  a
        +R . . . . . .  b
        K . . . . . .  i
        ",
    );
    assert_eq!(mated.status(), "black wins: checkmate");
    assert!(mated.refusal("1a1b").contains("1a1b"));
    assert!(mated.refusal("1a2b").contains("1a2b"));
}
