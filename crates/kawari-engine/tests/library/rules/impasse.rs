//! Impasse: both Generals or Kings in their far zones.
//!
//! The tours below have no common length under fifteen moves, so that no
//! position comes back often enough to matter.

use super::support::{Game, drawn, tours};

/// Three squares of Black's promotion zone, five of White's.
const BLACK: &str = "6b 6a 7a";
const WHITE: &str = "2h 2i 1i 1h 1g";

/// Both Generals in their zones, nothing else on the board.
fn entered(variant: &str, hands: &str) -> Game {
    drawn(
        variant,
        &format!("b {hands}"),
        "
        . K . . . . .  b
        . . . . . k .  h
        ",
    )
}

/// How a Yari impasse with these hands ends after 50 half-moves.
fn counted(hands: &str) -> String {
    let game = entered("yari", hands);
    assert_eq!(game.after(&tours(BLACK, WHITE, 49)).status(), "ongoing");
    game.after(&tours(BLACK, WHITE, 50)).status()
}

/// Yari: after 50 half-moves with both Generals in their zones the game ends by
/// count: R and B 5 points, every other piece but the General 1. Both with 26 or
/// more: no contest.
#[test]
fn both_with_enough_points_draw() {
    // Black 5 * 5 + 1, White 3 * 5 + 17.
    assert_eq!(counted("3R2BPr2b4n13p"), "draw: impasse");
}

/// Yari: a side with fewer than 26 loses.
#[test]
fn a_side_with_too_few_points_loses() {
    // Black 5 * 5, White 3 * 5 + 18; then the other way round.
    assert_eq!(counted("3R2Br2b4n14p"), "white wins: impasse");
    assert_eq!(counted("R2B4N14P3r2b"), "black wins: impasse");
}

/// Yari: both with fewer than 26: no contest.
#[test]
fn both_with_too_few_points_draw() {
    assert_eq!(counted("3R2B3r2b"), "draw: impasse");
    assert_eq!(counted("-"), "draw: impasse");
}

/// Yari: points count on the board or in hand, promoted or not.
#[test]
fn points_count_on_the_board_too() {
    let status = |piece: &str| {
        let drawing = format!(
            "
            . K . . . . .  b
            . . . {piece} . . .  e
            . . . . . k .  h
            "
        );
        let game = drawn("yari", "b 2R2BPr3p", &drawing);
        game.after(&tours(BLACK, WHITE, 50)).status()
    };
    // Black has 21 points in hand and the piece; White has 8.
    for rook_or_bishop in ["R", "+R", "B", "+B"] {
        assert_eq!(status(rook_or_bishop), "black wins: impasse", "{rook_or_bishop}");
    }
    for other in ["N", "+N", "P", "+P"] {
        assert_eq!(status(other), "draw: impasse", "{other}");
    }
}

/// Hajiku: when both Kings stand in their flip zones, 50 half-moves make a draw.
#[test]
fn fifty_half_moves_draw_in_hajiku() {
    let game = entered("hajiku", "3+GP");
    assert_eq!(game.after(&tours(BLACK, WHITE, 49)).status(), "ongoing");
    assert_eq!(game.after(&tours(BLACK, WHITE, 50)).status(), "draw: impasse");
}

/// A half-move counts if both stood in their zones before and after it: the one
/// that brings the second General or King in does not.
#[test]
fn the_half_move_that_enters_does_not_count() {
    for variant in ["yari", "hajiku"] {
        let game = drawn(
            variant,
            "w -",
            "
            . K . . . . .  b
            . . . . . k .  f
            ",
        );
        let entered = game.after("2f2g");
        let white = "2g 2h 2i 1i 1h";
        assert_eq!(entered.after(&tours(BLACK, white, 49)).status(), "ongoing", "{variant}");
        assert_eq!(entered.after(&tours(BLACK, white, 50)).status(), "draw: impasse", "{variant}");
    }
}

/// The clock resets when one leaves.
#[test]
fn leaving_the_zone_resets_the_count() {
    for variant in ["yari", "hajiku"] {
        let game = entered(variant, "-").after(&tours(BLACK, WHITE, 12));
        let again = game.after("6b6c 2i1i 6c6d 1i1h 6d6c 1h1g 6c6b 1g2h");
        // Three half-moves have counted since the King came back.
        assert_eq!(again.after(&tours(BLACK, WHITE, 46)).status(), "ongoing", "{variant}");
        assert_eq!(again.after(&tours(BLACK, WHITE, 47)).status(), "draw: impasse", "{variant}");
    }
}

/// Both Generals or Kings in their zones, and a Pawn to be taken.
fn with_pawns(variant: &str) -> Game {
    drawn(
        variant,
        "b -",
        "
        . K . . . . .  b
        . . . p . . .  d
        . . . P . . .  e
        . . . . . k .  h
        ",
    )
}

/// Yari: a capture sets the count to 0.
#[test]
fn a_capture_resets_the_count_in_yari() {
    let game = with_pawns("yari");
    assert_eq!(game.after(&tours(BLACK, WHITE, 50)).status(), "draw: impasse");
    let captured = game.after(&tours(BLACK, WHITE, 48)).after("4e4d 1g2h");
    assert_eq!(captured.status(), "ongoing");
    assert_eq!(captured.after(&tours(BLACK, WHITE, 48)).status(), "ongoing");
    assert_eq!(captured.after(&tours(BLACK, WHITE, 49)).status(), "draw: impasse");
}

/// Hajiku: captures don't matter.
#[test]
fn a_capture_does_not_reset_the_count_in_hajiku() {
    let game = with_pawns("hajiku").after(&tours(BLACK, WHITE, 48));
    assert_eq!(game.after("4e4d 1g2h").status(), "draw: impasse");
}

/// One General outside its zone: no impasse.
#[test]
fn one_general_outside_is_no_impasse() {
    for variant in ["yari", "hajiku"] {
        let game = drawn(
            variant,
            "b -",
            "
            . K . . . . .  e
            . . . . . k .  h
            ",
        );
        let moves = tours("6e 6d 7d", WHITE, 58);
        assert_eq!(game.after(&moves).status(), "ongoing", "{variant}");
    }
}
