//! The written notation of game records, out and in.

use super::support::{Game, drawn, start};

fn yari(turn: &str, drawing: &str) -> Game {
    drawn("yari", turn, drawing)
}

/// The record word of a move, which has to be read back as that move.
#[track_caller]
fn written(game: &Game, usi: &str) -> String {
    let word = game.written(usi);
    assert_eq!(game.read(&word).as_deref(), Ok(usi), "`{word}` read back");
    word
}

/// A move is the piece, `-` and the square.
#[test]
fn a_move_is_piece_dash_square() {
    assert_eq!(written(&start("yari"), "7g7f"), "P-7f");
    assert_eq!(written(&start("hajiku"), "7g7f"), "P-7f");
}

/// A capture is the piece, `x` and the square.
#[test]
fn a_capture_is_piece_x_square() {
    let drawing = "
        k . . . . . .  a
        . . . p . . .  d
        . . . P . . .  e
        K . . . . . .  i
        ";
    assert_eq!(written(&yari("b -", drawing), "4e4d"), "Px4d");
    assert_eq!(written(&drawn("hajiku", "w -", drawing), "4d4e"), "Px4e");
}

/// A drop is the piece, `*` and the square; a piece on its flip side has its `+`.
#[test]
fn a_drop_is_piece_star_square() {
    let kings = "
        k . . . . . .  a
        K . . . . . .  i
        ";
    let game = yari("b RBNP", kings);
    assert_eq!(written(&game, "R*5e"), "YR*5e");
    assert_eq!(written(&game, "B*5e"), "YB*5e");
    assert_eq!(written(&game, "N*5e"), "YN*5e");
    assert_eq!(written(&game, "P*5e"), "P*5e");
    let game = drawn("hajiku", "w g+s", kings);
    assert_eq!(written(&game, "G*5e"), "G*5e");
    assert_eq!(written(&game, "+S*5e"), "+S*5e");
}

/// Yari: `+` at the end for a promotion, `=` for one declined where it was possible.
#[test]
fn a_promotion_is_taken_or_declined() {
    let game = yari(
        "b -",
        "
        . . . P . . .  b
        . . . . . P .  d
        . . . . . . P  e
        k . . . . . .  f
        K . . . . . .  i
        ",
    );
    assert_eq!(written(&game, "2d2c+"), "P-2c+");
    assert_eq!(written(&game, "2d2c"), "P-2c=");
    assert_eq!(written(&game, "4b4a+"), "P-4a+");
    assert_eq!(written(&game, "1e1d"), "P-1d");
    assert_eq!(written(&game, "7i7h"), "G-7h");
}

/// A capture with and without promotion, as in `YNx7c=`.
#[test]
fn a_capture_may_promote_too() {
    let game = yari(
        "b -",
        "
        k . . . . . .  a
        p . . . . . .  c
        . N . . . . .  e
        . . . . . . K  i
        ",
    );
    assert_eq!(written(&game, "6e7c"), "YNx7c=");
    assert_eq!(written(&game, "6e7c+"), "YNx7c+");
}

/// Yari letters are P YN YB YR G, with `+` before a promoted piece.
#[test]
fn the_letters_of_yari() {
    for (piece, letters) in [
        ("P", "P"),
        ("N", "YN"),
        ("B", "YB"),
        ("R", "YR"),
        ("+P", "+P"),
        ("+N", "+YN"),
        ("+B", "+YB"),
        ("+R", "+YR"),
    ] {
        let drawing = format!(
            "
            k . . . . . .  a
            . . . {piece} . . .  f
            K . . . . . .  i
            "
        );
        let game = yari("b -", &drawing);
        assert_eq!(written(&game, "4f4e"), format!("{letters}-4e"));
        assert_eq!(written(&game, "7i7h"), "G-7h");
    }
}

/// The letters of Hajiku are those of SFEN.
#[test]
fn the_letters_of_hajiku() {
    for piece in ["P", "G", "S", "C", "F", "+P", "+G", "+S", "+C"] {
        let drawing = format!(
            "
            k . . . . . .  a
            . . . {piece} . . .  f
            K . . . . . .  i
            "
        );
        let game = drawn("hajiku", "b -", &drawing);
        assert_eq!(written(&game, "4f4e"), format!("{piece}-4e"));
        assert_eq!(written(&game, "7i7h"), "K-7h");
    }
}

/// The start square stands after the piece where the move would be ambiguous.
#[test]
fn an_ambiguous_move_has_its_start_square() {
    let game = start("yari");
    assert_eq!(written(&game, "6i5h"), "YB6i-5h");
    assert_eq!(written(&game, "5i5h"), "YB5i-5h");
    assert_eq!(written(&game, "6i7h"), "YB-7h");
}

/// A start square is written when another like piece, the same side up, can go
/// there; a piece with the other side up is not alike.
#[test]
fn a_promoted_piece_is_not_like_its_own_kind() {
    let game = yari(
        "b -",
        "
        . k . . . . .  a
        +R . . . . . R  e
        . . . . R . .  f
        . . K . . . .  i
        ",
    );
    assert_eq!(written(&game, "7e4e"), "+YR-4e");
    assert_eq!(written(&game, "1e2e"), "YR-2e");
    assert_eq!(written(&game, "1e3e"), "YR1e-3e");
    assert_eq!(written(&game, "3f3e"), "YR3f-3e");
}

/// A start square is written whatever the flip.
#[test]
fn a_flip_does_not_tell_two_pieces_apart() {
    let game = drawn(
        "hajiku",
        "b -",
        "
        . . . +G . . .  b
        k . . . . . .  d
        . . . . . . +G  e
        K . . . . . .  i
        ",
    );
    assert_eq!(written(&game, "4b4e+"), "+G4b-4e+");
    assert_eq!(written(&game, "4b4e"), "+G4b-4e");
    assert_eq!(written(&game, "1e4e"), "+G1e-4e");
}

/// A start square is written when the other piece can legally move there: a
/// pinned one cannot.
#[test]
fn a_pinned_piece_makes_nothing_ambiguous() {
    let game = drawn(
        "hajiku",
        "b -",
        "
        k . . +g . . .  a
        . . G G . . .  g
        . . . K . . .  i
        ",
    );
    assert_eq!(written(&game, "5g5f"), "G-5f");
    assert_eq!(written(&game, "4g4f"), "G4g-4f");
}

/// Hajiku: `!` after `x` is a counter-flip.
#[test]
fn a_counter_flip_is_written_after_the_x() {
    let king = drawn(
        "hajiku",
        "b -",
        "
        k . . . . . s!  a
        . . . . . . K  b
        ",
    );
    assert_eq!(written(&king, "1b1a!"), "Kx!1a");
    assert_eq!(written(&king, "1b1a"), "Kx1a");
    let rook = drawn(
        "hajiku",
        "b -",
        "
        k . . . . . s!  a
        K . . . . . +G  i
        ",
    );
    assert_eq!(written(&rook, "1i1a+!"), "+Gx!1a+");
    assert_eq!(written(&rook, "1i1a+"), "+Gx1a+");
}

/// Hajiku: a flip has its `+`; a flip not taken is not written.
#[test]
fn a_flip_not_taken_is_not_written_in_hajiku() {
    let game = drawn(
        "hajiku",
        "b -",
        "
        k . . . . . .  a
        . . . . . G .  d
        K . . . . . .  i
        ",
    );
    assert_eq!(written(&game, "2d2c+"), "G-2c+");
    assert_eq!(written(&game, "2d2c"), "G-2c");
}

/// Hasami: start square, `-`, target.
#[test]
fn a_hasami_move_is_start_dash_target() {
    assert_eq!(written(&start("hasami"), "9i9e"), "9i-9e");
    assert_eq!(written(&start("dai-hasami"), "9i9g"), "9i-9g");
}

/// Hasami: after an `x` the emptied squares stand in brackets.
#[test]
fn a_hasami_capture_lists_the_emptied_squares() {
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
    assert_eq!(written(&game, "9i9e"), "9ix9e(9d,9c)");
}

/// The emptied squares are listed from the nearest to the target outwards, ties
/// from rank `a` down, then from the higher file.
#[test]
fn emptied_squares_are_in_order() {
    let game = drawn(
        "hasami",
        "b -",
        "
        p . . . . . . . p  a
        . . . . P . . . .  b
        . . . . p . . . .  c
        . . . . p . . . .  d
        . . P p . p p P .  e
        . . . . P . . . .  i
        ",
    );
    assert_eq!(written(&game, "5i5e"), "5ix5e(5d,6e,4e,5c,3e)");
}

/// A corner capture is listed like any other.
#[test]
fn a_corner_capture_is_listed() {
    let game = drawn(
        "hasami",
        "b -",
        "
        p . . . . . . p p  a
        P . . . . . . . .  b
        . P . . . . . . .  i
        ",
    );
    assert_eq!(written(&game, "8i8a"), "8ix8a(9a)");
}

/// A word that fits several moves is refused.
#[test]
fn an_ambiguous_word_is_refused() {
    let refused = start("yari").read("YB-5h").expect_err("two Bishops can go there");
    assert_eq!(refused, "`YB-5h` fits more than one move here");
}

/// A word that fits no legal move is refused.
#[test]
fn an_illegal_word_is_refused() {
    for (variant, word) in [
        ("yari", "P-7e"),
        ("yari", "Px7f"),
        ("yari", "P*7f"),
        ("yari", "P-7f+"),
        ("yari", "YR5h-5g"),
        ("hajiku", "Kx!4h"),
        ("hasami", "9i-9a"),
        ("hasami", "9ix9e(9d)"),
    ] {
        let refused = start(variant).read(word).expect_err("not legal");
        assert!(refused.starts_with(&format!("`{word}` is not legal here")), "{refused}");
    }
}

/// A word that is no move of the game is refused.
#[test]
fn a_word_that_is_no_move_is_refused() {
    for variant in ["yari", "hajiku", "hasami"] {
        for word in ["", "P", "-", "7g7f", "Q-7f", "P-0z", "9i-9e(", "9i~9e", "é-7f", "P-7f++"] {
            let refused = start(variant).read(word).expect_err("no move");
            assert_eq!(refused, format!("`{word}` is not a move of this game"), "{variant}");
        }
    }
}
