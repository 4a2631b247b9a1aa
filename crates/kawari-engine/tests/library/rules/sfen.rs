//! SFEN, extended: what is written, what is read, what is refused.

use kawari_engine::core::color::Color;
use kawari_engine::notation::error::SfenError;

use super::support::{drawn, refusal, sfen, start, tours};

/// An SFEN has always four fields.
#[test]
fn four_fields() {
    let board = "6k/7/7/7/7/7/7/7/K6";
    assert_eq!(refusal("yari", &format!("{board} b -")), SfenError::FieldCount(3));
    assert_eq!(refusal("yari", &format!("{board} b - 1 1")), SfenError::FieldCount(5));
    assert_eq!(refusal("hasami", "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP"), SfenError::FieldCount(1));
}

/// Ranks stand from `a` down; in a rank, squares from the highest file to file 1.
#[test]
fn the_board_is_written_from_whites_right_corner() {
    let game = sfen("hasami", "p7p/9/1P7/9/9/9/9/9/8P b - 1");
    assert_eq!(["9a", "1a", "8c", "1i"].map(|square| game.piece(square)), ["p", "p", "P", "P"]);
    assert_eq!(game.targets("1i"), "1b 1c 1d 1e 1f 1g 1h 2i 3i 4i 5i 6i 7i 8i 9i");
}

/// A number is a run of empty squares, and written as one.
#[test]
fn a_number_is_a_run_of_empty_squares() {
    let game = sfen("hasami", "p1114p/p8/9/9/9/9/9/9/PP7 b - 1");
    assert_eq!(game.sfen(), "p7p/p8/9/9/9/9/9/9/PP7 b - 1");
}

/// Upper case is Black, lower case White.
#[test]
fn upper_case_is_black() {
    let game = sfen("yari", "6k/7/7/2r1R2/7/7/7/7/K6 b - 1");
    assert!(game.moves("3d").contains("3d2d"));
    assert_eq!(game.moves("5d"), "");
}

/// A leading `+` is the promoted side of a piece.
#[test]
fn a_leading_plus_is_the_promoted_side() {
    let retreats = |piece: &str| {
        let board = format!("6k/7/7/7/3{piece}3/7/7/7/K6 b - 1");
        sfen("yari", &board).targets("4e").contains("4i")
    };
    assert!(retreats("+R"));
    assert!(!retreats("R"));
}

/// A `!` right after a piece marks the piece that has just captured and demoted.
#[test]
fn the_mark_stands_after_a_piece_that_captured_and_demoted() {
    let game = drawn(
        "hajiku",
        "b -",
        "
        . . . . . . k  a
        . . . g . . .  b
        . . . +G . . .  d
        K . . . . . .  i
        ",
    );
    assert_eq!(game.after("4d4b+").sfen(), "6k/3G!3/7/7/7/7/7/7/K6 w G 2");
    assert_eq!(game.after("4d4b").sfen(), "6k/3+G3/7/7/7/7/7/7/K6 w G 2");
    assert_eq!(game.after("4d4c+").sfen(), "6k/3g3/3G3/7/7/7/7/7/K6 w - 2");
}

/// The marked piece is one that the side to move may take: at most one, owned by
/// the side not to move, unpromoted, one of G S C F.
#[test]
fn a_mark_stands_on_one_unpromoted_piece_of_the_side_not_to_move() {
    let marked = |piece: &str| format!("6k/7/7/3{piece}3/7/7/7/7/K6 b - 1");
    for good in ["g!", "s!", "c!", "f!"] {
        assert_eq!(sfen("hajiku", &marked(good)).sfen(), marked(good));
    }
    for bad in ["p!", "+p!", "+g!", "+s!", "+c!", "+f!", "G!", "S!"] {
        let refused = refusal("hajiku", &marked(bad));
        assert!(matches!(refused, SfenError::Mark { .. }), "{bad}: {refused}");
        assert!(refused.to_string().contains("unpromoted G, S, C or F of"), "{refused}");
    }
    let king = refusal("hajiku", "6k!/7/7/7/7/7/7/7/K6 b - 1");
    assert!(matches!(king, SfenError::Mark { .. }), "{king}");
    let two = refusal("hajiku", "6k/7/7/2g!1s!2/7/7/7/7/K6 b - 1");
    assert!(matches!(two, SfenError::Mark { .. }), "{two}");
}

/// The mark is of Hajiku only.
#[test]
fn other_games_know_no_mark() {
    let refused = refusal("yari", "6k/7/7/3r!3/7/7/7/7/K6 b - 1");
    assert!(matches!(refused, SfenError::Piece { .. }), "{refused}");
    refusal("hasami", "pp7/9/9/4p!4/9/9/9/9/PP7 b - 1");
}

/// The side is `b` or `w`.
#[test]
fn the_side_is_b_or_w() {
    let board = "6k/7/7/7/7/7/7/7/K6";
    for side in ["b", "w"] {
        assert_eq!(sfen("yari", &format!("{board} {side} - 1")).side(), side);
    }
    for side in ["B", "W", "-", "black", "bw"] {
        let refused = refusal("yari", &format!("{board} {side} - 1"));
        assert_eq!(refused, SfenError::Side(side.to_owned()));
    }
}

/// Hands are `-`, or pieces with counts before them, Black's first.
#[test]
fn hands_have_counts_and_black_is_first() {
    let hands = |hands: &str| sfen("yari", &format!("6k/7/7/7/7/7/7/7/K6 b {hands} 1")).hands();
    assert_eq!(hands("-"), "-");
    assert_eq!(hands("2Pp"), "2Pp");
    assert_eq!(hands("10P3pb"), "10Pb3p");
    assert_eq!(hands("rR"), "Rr");
}

/// In Hajiku a hand can hold promoted pieces.
#[test]
fn a_hajiku_hand_holds_promoted_pieces() {
    let hands = |hands: &str| sfen("hajiku", &format!("6k/7/7/7/7/7/7/7/K6 b {hands} 1")).hands();
    assert_eq!(hands("+G"), "+G");
    assert_eq!(hands("2+C"), "2+C");
    assert_eq!(hands("+SS2+f"), "+SS2+f");
}

/// The order in a hand is R B N P in Yari; any order is accepted on input.
#[test]
fn the_order_of_a_yari_hand() {
    let game = sfen("yari", "6k/7/7/7/7/7/7/7/K6 w pPnNbBrR 1");
    assert_eq!(game.hands(), "RBNPrbnp");
}

/// The order in a hand is +G G +S S +C C +F F P in Hajiku; any is accepted.
#[test]
fn the_order_of_a_hajiku_hand() {
    let game = sfen("hajiku", "6k/7/7/7/7/7/7/7/K6 w pPF+FC+CS+SG+Gf+f2c+cs+sg+g 1");
    assert_eq!(game.hands(), "+GG+SS+CC+FFP+gg+ss+c2c+ffp");
}

/// The move number is the number of the next move, starting with 1.
#[test]
fn the_move_number_is_that_of_the_next_move() {
    let number = |sfen: String| sfen.rsplit(' ').next().map(str::to_owned);
    assert_eq!(number(start("hasami").sfen()).as_deref(), Some("1"));
    assert_eq!(number(start("hasami").after("9i9h").sfen()).as_deref(), Some("2"));
    let later = sfen("yari", "6k/7/7/7/7/7/7/7/K6 w - 41");
    assert_eq!(number(later.after("1a1b 7i7h").sfen()).as_deref(), Some("43"));
    for bad in ["0", "-3", "x", "1.5"] {
        let refused = refusal("yari", &format!("6k/7/7/7/7/7/7/7/K6 b - {bad}"));
        assert_eq!(refused, SfenError::MoveNumber(bad.to_owned()));
    }
}

/// Hasami family: a man is `P` or `p`; `+P` and `+p` are the same man on input.
#[test]
fn a_hasami_man_may_be_written_as_promoted() {
    let game = sfen("hasami", "+p+p7/9/9/9/9/9/9/9/+PP7 b - 1");
    assert_eq!(game.sfen(), "pp7/9/9/9/9/9/9/9/PP7 b - 1");
    assert_eq!(game.key(), sfen("hasami", "pp7/9/9/9/9/9/9/9/PP7 b - 1").key());
}

/// Yari: `K` is the General; `G` is accepted on input.
#[test]
fn a_yari_general_may_be_written_as_g() {
    let game = sfen("yari", "6g/7/7/7/7/7/7/7/G6 b - 1");
    assert_eq!(game.sfen(), "6k/7/7/7/7/7/7/7/K6 b - 1");
}

/// Repetition counts are history, not part of SFEN: they start at the SFEN's
/// position and run along the moves.
#[test]
fn repetition_counts_from_the_sfen() {
    let shuffle = tours("9i 9h", "1a 1b", 4);
    let twice = start("hasami").after(&shuffle).after(&shuffle);
    assert_eq!(twice.after(&shuffle).status(), "draw: repetition");
    let fresh = sfen("hasami", &twice.sfen());
    assert_eq!(fresh.key(), twice.key());
    assert_eq!(fresh.after(&shuffle).status(), "ongoing");
    assert_eq!(fresh.after(&shuffle).after(&shuffle).after(&shuffle).status(), "draw: repetition");
}

/// No-capture counts are history, not part of SFEN.
#[test]
fn no_capture_counts_from_the_sfen() {
    let game = start("hasami").after(&tours("9i 9h 9g", "1a 1b 1c 1d 1e 1f 1g", 98));
    assert_eq!(game.after("5i5h 5a5b").status(), "draw: no capture");
    assert_eq!(sfen("hasami", &game.sfen()).after("5i5h 5a5b").status(), "ongoing");
}

/// Refused: a rank that is too long or too short, or a board of too many or few.
#[test]
fn ranks_fill_the_board() {
    let length = |sfen: &str| match refusal("yari", sfen) {
        SfenError::RankLength { rank, .. } => Some(rank),
        _ => None,
    };
    assert_eq!(length("6k/8/7/7/7/7/7/7/K6 b - 1"), Some('b'));
    assert_eq!(length("6k/7/7/7/7/7/7/7/K5 b - 1"), Some('i'));
    assert_eq!(length("6kp/7/7/7/7/7/7/7/K6 b - 1"), Some('a'));
    let eight = refusal("yari", "6k/7/7/7/7/7/7/K6 b - 1");
    assert_eq!(eight, SfenError::RankCount { expected: 9, found: 8 });
    let ten = refusal("yari", "6k/7/7/7/7/7/7/7/7/K6 b - 1");
    assert_eq!(ten, SfenError::RankCount { expected: 9, found: 10 });
}

/// Refused: an unknown letter, or a piece that cannot be promoted.
#[test]
fn letters_are_known() {
    for (variant, board) in [
        ("yari", "6k/7/7/3s3/7/7/7/7/K6"),
        ("yari", "6k/7/7/3+K3/7/7/7/7/7"),
        ("hajiku", "6k/7/7/3r3/7/7/7/7/K6"),
        ("hajiku", "6+k/7/7/7/7/7/7/7/K6"),
        ("hasami", "pp7/9/9/4k4/9/9/9/9/PP7"),
    ] {
        let refused = refusal(variant, &format!("{board} b - 1"));
        assert!(matches!(refused, SfenError::Piece { .. }), "{board}: {refused}");
    }
}

/// Refused: a side without exactly one General or King.
#[test]
fn each_side_has_one_general_or_king() {
    for variant in ["yari", "hajiku"] {
        let royals = |board: &str| refusal(variant, &format!("{board} b - 1"));
        let none = SfenError::Royals { color: Color::Black, count: 0 };
        assert_eq!(royals("6k/7/7/7/7/7/7/7/P6"), none);
        let two = SfenError::Royals { color: Color::White, count: 2 };
        assert_eq!(royals("5kk/7/7/7/7/7/7/7/K6"), two);
    }
}

/// Refused: the side not to move is in check.
#[test]
fn the_side_not_to_move_is_not_in_check() {
    let yari = "3k3/7/7/7/3R3/7/7/7/K6";
    let refused = refusal("yari", &format!("{yari} b - 1"));
    assert_eq!(refused, SfenError::OpponentInCheck(Color::White));
    assert_eq!(sfen("yari", &format!("{yari} w - 1")).status(), "ongoing");
    let hajiku = "k6/7/7/7/7/3+g3/7/7/3K3";
    let refused = refusal("hajiku", &format!("{hajiku} w - 1"));
    assert_eq!(refused, SfenError::OpponentInCheck(Color::Black));
}

/// Refused: a hand with `K`, in Yari with a promoted piece, in Hajiku with `+P`.
#[test]
fn hands_hold_what_can_be_dropped() {
    let refused = |variant: &str, hands: &str| {
        let error = refusal(variant, &format!("6k/7/7/7/7/7/7/7/K6 b {hands} 1"));
        assert!(matches!(error, SfenError::Hand(_)), "{variant} {hands}: {error}");
    };
    for hands in ["K", "k", "+R", "P+n", "+P", "S", "2", "-P"] {
        refused("yari", hands);
    }
    for hands in ["K", "k", "+P", "2+p", "R", "G!", "-P"] {
        refused("hajiku", hands);
    }
}

/// The Hasami family has no hands.
#[test]
fn hasami_hands_are_empty() {
    let refused = refusal("hasami", "pp7/9/9/9/9/9/9/9/PP7 b P 1");
    assert!(matches!(refused, SfenError::Hand(_)), "{refused}");
}
