//! Yari Shogi: pieces, promotion, drops.

use super::support::{Game, drawn, lone_piece_targets};

fn yari(turn: &str, drawing: &str) -> Game {
    drawn("yari", turn, drawing)
}

/// Returns the targets of a lone piece of Black on 4e.
fn targets_of(piece: &str) -> String {
    lone_piece_targets("yari", "b -", piece)
}

/// Yari Rook: slides forward, left, right.
#[test]
fn the_yari_rook() {
    assert_eq!(targets_of("R"), "1e 2e 3e 4a 4b 4c 4d 5e 6e 7e");
}

/// Rook: slides in all 4 orthogonal directions.
#[test]
fn the_rook() {
    assert_eq!(targets_of("+R"), "1e 2e 3e 4a 4b 4c 4d 4f 4g 4h 4i 5e 6e 7e");
}

/// Yari Bishop: slides forward; steps diagonally forward.
#[test]
fn the_yari_bishop() {
    assert_eq!(targets_of("B"), "3d 4a 4b 4c 4d 5d");
}

/// Yari Knight: jumps two forward and one sideways; slides forward.
#[test]
fn the_yari_knight() {
    assert_eq!(targets_of("N"), "3c 4a 4b 4c 4d 5c");
}

/// Pawn: steps forward.
#[test]
fn the_pawn() {
    assert_eq!(targets_of("P"), "4d");
}

/// Yari Gold, the promoted Yari Bishop and Yari Knight: steps forward, left, right
/// and diagonally forward; slides backward.
#[test]
fn the_yari_gold() {
    for piece in ["+B", "+N"] {
        assert_eq!(targets_of(piece), "3d 3e 4d 4f 4g 4h 4i 5d 5e");
    }
}

/// Yari Silver, the promoted Pawn: steps forward and diagonally forward; slides
/// backward.
#[test]
fn the_yari_silver() {
    assert_eq!(targets_of("+P"), "3d 4d 4f 4g 4h 4i 5d");
}

/// White's pieces move the other way round.
#[test]
fn whites_pieces_move_down() {
    let targets = |piece: &str| lone_piece_targets("yari", "w -", piece);
    assert_eq!(targets("r"), "1e 2e 3e 4f 4g 4h 4i 5e 6e 7e");
    assert_eq!(targets("b"), "3f 4f 4g 4h 4i 5f");
    assert_eq!(targets("n"), "3g 4f 4g 4h 4i 5g");
    assert_eq!(targets("+p"), "3f 4a 4b 4c 4d 4f 5f");
    assert_eq!(targets("+n"), "3e 3f 4a 4b 4c 4d 4f 5e 5f");
}

/// A slide ends at the first piece: before an own one, on an enemy one.
#[test]
fn slides_are_blocked() {
    let game = yari(
        "b -",
        "
        k . . . . . .  a
        . . . p . . .  c
        p p . R . P .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.targets("4e"), "3e 4c 4d 5e 6e");
}

/// A Yari Knight jumps over what stands between.
#[test]
fn a_knight_jumps() {
    let game = yari(
        "b -",
        "
        k . . . . . .  a
        . . P p P . .  d
        . . p N p . .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.targets("4e"), "3c 4d 5c");
}

/// A board move that ends in the three farthest ranks may promote.
#[test]
fn a_move_into_the_zone_may_promote() {
    let game = yari(
        "b -",
        "
        k . . . . . .  a
        . . . . . P .  d
        . . . . . . P  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("2d"), "2d2c 2d2c+");
    assert_eq!(game.moves("1e"), "1e1d");
    assert_eq!(game.after("2d2c+").piece("2c"), "+P");
}

/// A board move that starts in the zone may promote.
#[test]
fn a_move_inside_the_zone_may_promote() {
    let game = yari(
        "b -",
        "
        . . . . . . R  c
        k . . . . . .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("1c2"), "1c2c 1c2c+");
    assert_eq!(game.after("1c2c+").piece("2c"), "+R");
}

/// White's zone is ranks g to i.
#[test]
fn whites_zone_is_at_the_bottom() {
    let game = yari(
        "w -",
        "
        k . . . . . .  a
        . . . . . p .  e
        . . . . . . p  f
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("2e"), "2e2f");
    assert_eq!(game.moves("1f"), "1f1g 1f1g+");
}

/// The General never promotes, and what is promoted does not promote again.
#[test]
fn the_general_and_promoted_pieces_do_not_promote() {
    let game = yari(
        "b -",
        "
        . . . . . . +R  b
        . . . K . . .  c
        k . . . . . .  h
        ",
    );
    assert!(!game.moves("4c").contains('+'));
    assert!(!game.moves("1b").contains('+'));
}

/// A drop never promotes.
#[test]
fn a_drop_does_not_promote() {
    let game = yari(
        "b RN",
        "
        k . . . . . .  a
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("R*3b"), "R*3b");
    assert_eq!(game.moves("N*3b"), "N*3b");
    assert!(!game.allows("R*3b+"));
}

/// Forced promotion: a Pawn moving to the last rank.
#[test]
fn a_pawn_must_promote_on_the_last_rank() {
    let game = yari(
        "b -",
        "
        . . . P . . .  b
        . . . . P . .  c
        k . . . . . .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("4b"), "4b4a+");
    assert_eq!(game.moves("3c"), "3c3b 3c3b+");
}

/// Forced promotion: a Yari Bishop moving to the last rank.
#[test]
fn a_bishop_must_promote_on_the_last_rank() {
    let game = yari(
        "b -",
        "
        . . . B . . .  c
        k . . . . . .  e
        K . . . . . .  i
        ",
    );
    let steps = "4c3b 4c3b+ 4c4a+ 4c4b 4c4b+ 4c5b 4c5b+";
    assert_eq!(game.moves("4c"), steps);
}

/// Forced promotion: a Yari Knight moving to either of the last two ranks.
#[test]
fn a_knight_must_promote_on_the_last_two_ranks() {
    let game = yari(
        "b -",
        "
        . . . N . . .  d
        k . . . . . .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("4d"), "4d3b+ 4d4a+ 4d4b+ 4d4c 4d4c+ 4d5b+");
    let white = yari(
        "w -",
        "
        k . . . . . .  a
        K . . . . . .  e
        . . . n . . .  f
        ",
    );
    assert_eq!(white.moves("4f"), "4f3h+ 4f4g 4f4g+ 4f4h+ 4f4i+ 4f5h+");
}

/// A Yari Rook is never forced to promote.
#[test]
fn a_rook_need_not_promote() {
    let game = yari(
        "b -",
        "
        . . . R . . .  b
        k . . . . . .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("4b4a"), "4b4a 4b4a+");
    assert_eq!(game.after("4b4a 7e7f").targets("4a"), "1a 2a 3a 5a 6a 7a");
}

/// Captured pieces change sides, lose their promotion, and go to the capturer's hand.
#[test]
fn captured_pieces_go_to_hand_unpromoted() {
    for (piece, hand) in
        [("r", "R"), ("+r", "R"), ("b", "B"), ("+b", "B"), ("n", "N"), ("+n", "N"), ("+p", "P")]
    {
        let drawing = format!(
            "
            k . . . . . .  a
            . . . . . {piece} .  d
            . . . . . R .  e
            K . . . . . .  i
            "
        );
        let after = yari("b -", &drawing).after("2e2d");
        assert_eq!(after.hands(), hand);
        assert_eq!(after.piece("2d"), "R");
    }
}

/// Drops: on any empty square.
#[test]
fn a_rook_is_dropped_on_any_empty_square() {
    let game = yari(
        "b R",
        "
        k . . p . . .  a
        . . . P . . .  e
        K . . . . . .  i
        ",
    );
    let squares = game.drops("R");
    let all =
        |rank: &str| (1..=7).filter(|file| squares.contains(&format!("{file}{rank}"))).count();
    assert_eq!(["a", "b", "e", "h", "i"].map(all), [5, 7, 6, 7, 6]);
    assert_eq!(squares.split(' ').count(), 63 - 4);
}

/// Drops: P, N and B not on the last rank; N on the last but one is allowed.
#[test]
fn no_drop_where_a_piece_could_never_move() {
    let game = yari(
        "b RBNP",
        "
        . . . k . . .  e
        K . . . . . .  i
        ",
    );
    for (piece, on_last_rank) in [("R", true), ("B", false), ("N", false), ("P", false)] {
        let squares = game.drops(piece);
        assert_eq!(squares.contains('a'), on_last_rank, "{piece}");
        assert!(squares.contains("1b"), "{piece}");
    }
    let white = yari(
        "w bnp",
        "
        . . . k . . .  a
        . . . K . . .  e
        ",
    );
    for piece in ["B", "N", "P"] {
        assert!(!white.drops(piece).contains('i'), "{piece}");
        assert!(white.drops(piece).contains("1h"), "{piece}");
    }
}

/// Drops: other pieces may stand on a file with an own one.
#[test]
fn other_pieces_share_a_file() {
    let game = yari(
        "b N",
        "
        . . k . . . .  a
        . . . . . N .  e
        K . . . . . .  i
        ",
    );
    assert!(game.allows("N*2f"));
}

/// A Pawn drop may give mate.
#[test]
fn a_pawn_drop_may_mate() {
    let game = yari(
        "b P",
        "
        . . r k r . .  a
        . . . +P . . .  c
        K . . . . . .  i
        ",
    );
    assert_eq!(game.after("P*4b").status(), "black wins: checkmate");
}
