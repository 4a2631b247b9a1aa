//! Hajiku Shogi: pieces, flips, counter-flips, drops.

use super::support::{Game, drawn, lone_piece_targets};

fn hajiku(turn: &str, drawing: &str) -> Game {
    drawn("hajiku", turn, drawing)
}

/// Returns the targets of a lone piece of Black on 4e.
fn targets_of(piece: &str) -> String {
    lone_piece_targets("hajiku", "b -", piece)
}

/// Gold: one step orthogonally or diagonally forward.
#[test]
fn the_gold() {
    assert_eq!(targets_of("G"), "3d 3e 4d 4f 5d 5e");
}

/// Rook, the Gold's flip side: slides orthogonally.
#[test]
fn the_rook() {
    assert_eq!(targets_of("+G"), "1e 2e 3e 4a 4b 4c 4d 4f 4g 4h 4i 5e 6e 7e");
}

/// Silver: one step forward or diagonally.
#[test]
fn the_silver() {
    assert_eq!(targets_of("S"), "3d 3f 4d 5d 5f");
}

/// Vertical Mover, the Silver's flip side: slides vertically, steps sideways.
#[test]
fn the_vertical_mover() {
    assert_eq!(targets_of("+S"), "3e 4a 4b 4c 4d 4f 4g 4h 4i 5e");
}

/// Copper: one step vertically or diagonally forward.
#[test]
fn the_copper() {
    assert_eq!(targets_of("C"), "3d 4d 4f 5d");
}

/// Side Mover, the Copper's flip side: slides sideways, steps vertically.
#[test]
fn the_side_mover() {
    assert_eq!(targets_of("+C"), "1e 2e 3e 4d 4f 5e 6e 7e");
}

/// Leopard: one step vertically or diagonally.
#[test]
fn the_leopard() {
    assert_eq!(targets_of("F"), "3d 3f 4d 4f 5d 5f");
}

/// Bishop, the Leopard's flip side: slides diagonally.
#[test]
fn the_bishop() {
    assert_eq!(targets_of("+F"), "1b 1h 2c 2g 3d 3f 5d 5f 6c 6g 7b 7h");
}

/// Pawn: one step forward.
#[test]
fn the_pawn() {
    assert_eq!(targets_of("P"), "4d");
}

/// Tokin, the Pawn's flip side: moves as Gold.
#[test]
fn the_tokin() {
    assert_eq!(targets_of("+P"), "3d 3e 4d 4f 5d 5e");
}

/// White's pieces move the other way round.
#[test]
fn whites_pieces_move_down() {
    let targets = |piece: &str| lone_piece_targets("hajiku", "w -", piece);
    assert_eq!(targets("g"), "3e 3f 4d 4f 5e 5f");
    assert_eq!(targets("s"), "3d 3f 4f 5d 5f");
    assert_eq!(targets("c"), "3f 4d 4f 5f");
    assert_eq!(targets("p"), "4f");
}

/// A board move that starts or ends in the three farthest ranks may flip the
/// moving piece to its other side.
#[test]
fn a_move_into_inside_or_out_of_the_zone_may_flip() {
    let game = hajiku(
        "b -",
        "
        . . . +G . . .  c
        . . . . . G .  d
        . . . . . . S  f
        k . . . . . .  h
        . . K . . . .  i
        ",
    );
    assert_eq!(game.moves("2d2c"), "2d2c 2d2c+");
    assert_eq!(game.moves("2d2e"), "2d2e");
    assert_eq!(game.moves("4c4b"), "4c4b 4c4b+");
    assert_eq!(game.moves("4c4f"), "4c4f 4c4f+");
    assert_eq!(game.moves("1f"), "1f1e 1f2e 1f2g");
}

/// Promotion and demotion alike.
#[test]
fn a_flip_goes_both_ways() {
    for (piece, flipped) in [("G", "+G"), ("S", "+S"), ("C", "+C"), ("F", "+F")] {
        for (from, to) in [(piece, flipped), (flipped, piece)] {
            let drawing = format!(
                "
                . . . {from} . . .  c
                k . . . . . .  g
                K . . . . . .  i
                "
            );
            let game = hajiku("b -", &drawing);
            let word = if from == "+F" { "4c5b+" } else { "4c4b+" };
            assert_eq!(game.after(word).piece(&word[2..4]), to);
        }
    }
}

/// Any number of times in a game.
#[test]
fn a_piece_flips_again_and_again() {
    let game = hajiku(
        "b -",
        "
        . . . G . . .  d
        k . . . . . .  f
        K . . . . . .  i
        ",
    );
    let there = game.after("4d4c+ 7f7e");
    assert_eq!(there.piece("4c"), "+G");
    let back = there.after("4c4d+ 7e7f");
    assert_eq!(back.board(), game.board());
    assert_eq!(back.after("4d4c+").piece("4c"), "+G");
}

/// A Tokin never flips back on the board, and a King has no other side.
#[test]
fn tokin_and_king_do_not_flip() {
    let game = hajiku(
        "b -",
        "
        . . . +P . . .  b
        . . . . . . K  c
        k . . . . . .  f
        ",
    );
    assert_eq!(game.moves("4b"), "4b3a 4b3b 4b4a 4b4c 4b5a 4b5b");
    assert_eq!(game.moves("1c"), "1c1b 1c1d 1c2b 1c2c 1c2d");
}

/// A Pawn may promote on the same moves, and must on the last rank.
#[test]
fn a_pawn_must_promote_on_the_last_rank() {
    let game = hajiku(
        "b -",
        "
        . . . P . . .  b
        . . . . P . .  c
        . . . . . P .  d
        . . . . . . P  e
        k . . . . . .  f
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("4b"), "4b4a+");
    assert_eq!(game.moves("3c"), "3c3b 3c3b+");
    assert_eq!(game.moves("2d"), "2d2c 2d2c+");
    assert_eq!(game.moves("1e"), "1e1d");
}

/// No other piece is ever forced.
#[test]
fn no_other_piece_must_flip() {
    for piece in ["G", "S", "C", "F", "+G", "+S", "+C"] {
        let drawing = format!(
            "
            . . . {piece} . . .  b
            k . . . . . .  f
            K . . . . . .  i
            "
        );
        assert_eq!(hajiku("b -", &drawing).moves("4b4a"), "4b4a 4b4a+", "{piece}");
    }
}

/// Captured pieces change sides and keep the side that was up; a Tokin becomes a Pawn.
#[test]
fn captured_pieces_keep_their_side() {
    for (piece, hand) in [
        ("g", "G"),
        ("+g", "+G"),
        ("s", "S"),
        ("+s", "+S"),
        ("c", "C"),
        ("+c", "+C"),
        ("f", "F"),
        ("+f", "+F"),
        ("p", "P"),
        ("+p", "P"),
    ] {
        let drawing = format!(
            "
            k . . . . . .  a
            . . . . . {piece} .  e
            . . . . . G .  f
            K . . . . . .  i
            "
        );
        assert_eq!(hajiku("b -", &drawing).after("2f2e").hands(), hand);
    }
}

/// White's Rook is about to take on 4g, where the Copper recaptures.
fn before_the_capture() -> Game {
    hajiku(
        "w -",
        "
        k . . . . . .  a
        . . . +g . . .  c
        . . . P . . .  g
        . . . C . . .  h
        K . . . . . .  i
        ",
    )
}

/// Counter-flip: when the capturing piece demoted, and the next move captures
/// it, the capturer may take it into hand promoted.
#[test]
fn a_piece_that_captured_and_demoted_may_be_taken_promoted() {
    let game = before_the_capture().after("4c4g+");
    assert_eq!(game.piece("4g"), "g!");
    assert_eq!(game.after("4h4g!").hands(), "+Gp");
    assert_eq!(game.after("4h4g").hands(), "Gp");
}

/// Counter-flip: both moves, with and without `!`, are legal and different.
#[test]
fn taking_with_and_without_counter_flip_are_two_moves() {
    let game = before_the_capture().after("4c4g+");
    assert_eq!(game.moves("4h4g"), "4h4g 4h4g!");
    assert_ne!(game.after("4h4g").key(), game.after("4h4g!").key());
}

/// Counter-flip: the right lasts for that one reply.
#[test]
fn the_right_to_counter_flip_lasts_one_reply() {
    let game = before_the_capture().after("4c4g+ 7i6i");
    assert_eq!(game.piece("4g"), "g");
    assert_eq!(game.after("7a6a").moves("4h4g"), "4h4g");
    assert!(!game.after("7a6a").allows("4h4g!"));
}

/// Counter-flip: only a piece that demoted with its capture gives the right.
#[test]
fn a_capture_without_demotion_gives_no_right() {
    let game = before_the_capture();
    assert_eq!(game.after("4c4g").moves("4h4g"), "4h4g");
    let promoting = hajiku(
        "w -",
        "
        k . . . . . .  a
        . . . g . . .  f
        . . . P . . .  g
        . . . C . . .  h
        K . . . . . .  i
        ",
    );
    assert_eq!(promoting.after("4f4g+").moves("4h4g"), "4h4g");
    let demoting_without_capture = hajiku(
        "w -",
        "
        k . . . . . .  a
        . . . +g . . .  c
        . . . C . . .  h
        K . . . . . .  i
        ",
    );
    assert_eq!(demoting_without_capture.after("4c4g+").moves("4h4g"), "4h4g");
}

/// Counter-flip: only the piece that captured may be taken so.
#[test]
fn other_pieces_are_taken_as_they_lie() {
    let game = hajiku(
        "w -",
        "
        k . . . . . .  a
        . . . +g . . .  c
        . . . P s . .  g
        . . . C . . .  h
        K . . . . . .  i
        ",
    );
    let after = game.after("4c4g+");
    assert_eq!(after.moves("4h3g"), "4h3g");
    assert_eq!(after.moves("4h4g"), "4h4g 4h4g!");
}

/// The mark is set after every capture with demotion, whether or not the piece
/// can be recaptured, and it is part of the position.
#[test]
fn the_mark_is_part_of_the_position() {
    let game = hajiku(
        "w -",
        "
        k . . . . . .  a
        . . . +g . . .  c
        . . . P . . .  g
        K . . . . . .  i
        ",
    );
    let marked = game.after("4c4g+");
    assert_eq!(marked.piece("4g"), "g!");
    let unmarked = hajiku(
        "b p",
        "
        k . . . . . .  a
        . . . g . . .  g
        K . . . . . .  i
        ",
    );
    assert_eq!(marked.board().replace('!', ""), unmarked.board());
    assert_ne!(marked.key(), unmarked.key());
}

/// A counter-flip recapture that itself demotes sets a new mark.
#[test]
fn a_counter_flip_may_set_a_new_mark() {
    let game = hajiku(
        "w -",
        "
        . . . +G . . .  b
        k . . . . . .  e
        . . . P . . +g  g
        K . . . . . .  i
        ",
    );
    let after = game.after("1g4g+ 4b4g+!");
    assert_eq!(after.piece("4g"), "G!");
    assert_eq!(after.hands(), "+Gp");
}

/// Drops: on any empty square, on the side on which the piece is held.
#[test]
fn a_piece_is_dropped_on_the_side_it_is_held() {
    let game = hajiku(
        "b +GS",
        "
        k . . . . . .  a
        . . . P . . .  e
        K . . . . . .  i
        ",
    );
    assert_eq!(game.drops("+G").split(' ').count(), 63 - 3);
    assert_eq!(game.drops("S").split(' ').count(), 63 - 3);
    assert_eq!(game.drops("G"), "");
    assert_eq!(game.drops("+S"), "");
    assert_eq!(game.after("+G*2b").piece("2b"), "+G");
}

/// Drops: both sides of one piece can be held at once.
#[test]
fn both_sides_of_a_piece_can_be_held() {
    let game = hajiku(
        "w +ff",
        "
        k . . . . . .  a
        K . . . . . .  i
        ",
    );
    assert_eq!(game.after("F*3e").hands(), "+f");
    assert_eq!(game.after("+F*3e").hands(), "f");
}

/// Drops: a dropped piece cannot flip in the same move.
#[test]
fn a_drop_does_not_flip() {
    let game = hajiku(
        "b +GP",
        "
        k . . . . . .  a
        K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("+G*3b"), "+G*3b");
    assert_eq!(game.moves("P*3b"), "P*3b");
}

/// Drops: a Pawn not on the last rank; every other piece anywhere.
#[test]
fn no_pawn_is_dropped_on_the_last_rank() {
    let game = hajiku(
        "b GSCFP",
        "
        . . . k . . .  e
        K . . . . . .  i
        ",
    );
    for piece in ["G", "S", "C", "F"] {
        assert!(game.drops(piece).contains("1a"), "{piece}");
    }
    assert!(!game.drops("P").contains('a'));
    assert!(game.drops("P").contains("1b"));
}

/// Drops: a Pawn not to give immediate checkmate.
#[test]
fn no_pawn_drop_mates() {
    let boxed = hajiku(
        "b GP",
        "
        . . +c k +c . .  a
        . . . C . . .  c
        K . . . . . .  i
        ",
    );
    assert!(!boxed.allows("P*4b"));
    assert_eq!(boxed.after("G*4b").status(), "black wins: checkmate");
    let with_a_way_out = hajiku(
        "b GP",
        "
        . . . k +c . .  a
        . . . C . . .  c
        K . . . . . .  i
        ",
    );
    assert_eq!(with_a_way_out.after("P*4b").status(), "ongoing");
}

/// A Pawn that moves may give mate.
#[test]
fn a_pawn_move_may_mate() {
    let game = hajiku(
        "b -",
        "
        . . +c k +c . .  a
        . . S P S . .  c
        K . . . . . .  i
        ",
    );
    assert_eq!(game.after("4c4b").status(), "black wins: checkmate");
}
