//! Shogi: pieces, promotion, drops, endings, the declaration, handicaps.

use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::{Outcome, Reason};
use kawari_engine::notation::error::SfenError;

use super::checks::mutual_perpetual_check;
use super::support::{Game, drawn, handicap, refusal, sfen, start, tours};

fn shogi(turn: &str, drawing: &str) -> Game {
    drawn("shogi", turn, drawing)
}

/// Where a piece alone on 5e can go.
fn targets_of(turn: &str, piece: &str) -> String {
    let drawing = format!(
        "
        . . k . . . . . .  a
        . . . . {piece} . . . .  e
        . . K . . . . . .  i
        "
    );
    shogi(turn, &drawing).targets("5e")
}

/// 9x9, start `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`.
#[test]
fn the_start() {
    let game = start("shogi");
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(game.sfen(), sfen);
    assert_eq!(game.perft(1), 30);
}

/// The pieces K R B G S N L P.
#[test]
fn the_pieces() {
    assert_eq!(targets_of("b -", "R"), "1e 2e 3e 4e 5a 5b 5c 5d 5f 5g 5h 5i 6e 7e 8e 9e");
    assert_eq!(targets_of("b -", "B"), "1a 1i 2b 2h 3c 3g 4d 4f 6d 6f 7c 7g 8b 8h 9a 9i");
    assert_eq!(targets_of("b -", "G"), "4d 4e 5d 5f 6d 6e");
    assert_eq!(targets_of("b -", "S"), "4d 4f 5d 6d 6f");
    assert_eq!(targets_of("b -", "N"), "4c 6c");
    assert_eq!(targets_of("b -", "L"), "5a 5b 5c 5d");
    assert_eq!(targets_of("b -", "P"), "5d");
    let king = shogi(
        "b -",
        "
        . . k . . . . . .  a
        . . . . K . . . .  e
        ",
    );
    assert_eq!(king.targets("5e"), "4d 4e 4f 5d 5f 6d 6e 6f");
}

/// The promoted pieces +R +B +S +N +L +P.
#[test]
fn the_promoted_pieces() {
    let dragon = "1e 2e 3e 4d 4e 4f 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e 6f 7e 8e 9e";
    assert_eq!(targets_of("b -", "+R"), dragon);
    let horse = "1a 1i 2b 2h 3c 3g 4d 4e 4f 5d 5f 6d 6e 6f 7c 7g 8b 8h 9a 9i";
    assert_eq!(targets_of("b -", "+B"), horse);
    for piece in ["+S", "+N", "+L", "+P"] {
        assert_eq!(targets_of("b -", piece), targets_of("b -", "G"), "{piece}");
    }
    let refused = refusal("shogi", "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1");
    assert!(matches!(refused, SfenError::Piece { .. }), "{refused}");
}

/// White's pieces move the other way round.
#[test]
fn whites_pieces_move_down() {
    assert_eq!(targets_of("w -", "g"), "4e 4f 5d 5f 6e 6f");
    assert_eq!(targets_of("w -", "s"), "4d 4f 5f 6d 6f");
    assert_eq!(targets_of("w -", "n"), "4g 6g");
    assert_eq!(targets_of("w -", "l"), "5f 5g 5h 5i");
    assert_eq!(targets_of("w -", "p"), "5f");
    assert_eq!(targets_of("w -", "+n"), targets_of("w -", "g"));
}

/// A Knight jumps over what stands between.
#[test]
fn a_knight_jumps() {
    let game = shogi(
        "b -",
        "
        . . k . . . . . .  a
        . . . p p p . . .  d
        . . . p N p . . .  e
        . . K . . . . . .  i
        ",
    );
    assert_eq!(game.targets("5e"), "4c 6c");
}

/// Promotion on a move that starts or ends in the three farthest ranks.
#[test]
fn a_move_into_inside_or_out_of_the_zone_may_promote() {
    let game = shogi(
        "b -",
        "
        . . . . . . . . S  c
        . . . . . P . . .  d
        . . . . G . . P .  e
        . k . . . . . . .  g
        . . K . . . . . .  i
        ",
    );
    assert_eq!(game.moves("4d"), "4d4c 4d4c+");
    assert_eq!(game.moves("2e"), "2e2d");
    assert_eq!(game.moves("1c"), "1c1b 1c1b+ 1c2b 1c2b+ 1c2d 1c2d+");
    assert!(!game.moves("5e").contains('+'));
}

/// Promotion is forced for Pawns and Lances on the last rank.
#[test]
fn pawns_and_lances_must_promote_on_the_last_rank() {
    let game = shogi(
        "b -",
        "
        . . . P . . . . .  b
        . . . . . . . L .  d
        k . . . . . . . .  f
        K . . . . . . . .  i
        ",
    );
    assert_eq!(game.moves("6b"), "6b6a+");
    assert_eq!(game.moves("2d"), "2d2a+ 2d2b 2d2b+ 2d2c 2d2c+");
}

/// Promotion is forced for Knights on the last two ranks.
#[test]
fn knights_must_promote_on_the_last_two_ranks() {
    let drawing = "
        . . . N . . N . .  c
        k . . . . . . N .  d
        . . . . . . . n .  e
        K . . n . . . . .  f
        ";
    let game = shogi("b -", drawing);
    assert_eq!(game.moves("6c"), "6c5a+ 6c7a+");
    assert_eq!(game.moves("2d"), "2d1b+ 2d3b+");
    let white = shogi("w -", drawing);
    assert_eq!(white.moves("6f"), "6f5h+ 6f7h+");
    assert_eq!(white.moves("2e"), "2e1g 2e1g+ 2e3g 2e3g+");
}

/// Captured pieces lose their promotion.
#[test]
fn captured_pieces_go_to_hand_unpromoted() {
    for (piece, hand) in [
        ("+r", "R"),
        ("+b", "B"),
        ("g", "G"),
        ("+s", "S"),
        ("+n", "N"),
        ("+l", "L"),
        ("+p", "P"),
        ("l", "L"),
    ] {
        let drawing = format!(
            "
            k . . . . . . . .  a
            . . . . . . {piece} . .  d
            . . . . . . R . .  e
            K . . . . . . . .  i
            "
        );
        assert_eq!(shogi("b -", &drawing).after("3e3d").hands(), hand, "{piece}");
    }
}

/// Drops not where the piece could never move again.
#[test]
fn no_drop_where_a_piece_could_never_move() {
    let drawing = "
        . . . . k . . . .  c
        K . . . . . . . .  g
        ";
    let game = shogi("b RBGSNLP", drawing);
    for (piece, rank_a, rank_b) in [
        ("R", true, true),
        ("B", true, true),
        ("G", true, true),
        ("S", true, true),
        ("N", false, false),
        ("L", false, true),
        ("P", false, true),
    ] {
        let drops = game.drops(piece);
        assert_eq!([drops.contains("1a"), drops.contains("1b")], [rank_a, rank_b], "{piece}");
        assert!(drops.contains("1c"), "{piece}");
    }
    let white = shogi("w nlp", drawing);
    assert!(!white.drops("N").contains('h') && white.drops("N").contains("1g"));
    assert!(!white.drops("L").contains('i') && white.drops("L").contains("1h"));
    assert!(!white.drops("P").contains('i') && white.drops("P").contains("1h"));
}

/// No second unpromoted Pawn on a file.
#[test]
fn no_second_pawn_on_a_file() {
    let game = shogi(
        "b P",
        "
        . . . k . . . . .  a
        p . . +P . P . . .  e
        K . . . . . . . .  i
        ",
    );
    let drops = game.drops("P");
    let files: Vec<bool> = (1..=9).map(|file| drops.contains(&format!("{file}f"))).collect();
    assert_eq!(files, [true, true, true, false, true, true, true, true, true]);
}

const CORNERED: &str = "
    . . . . . . . n k  a
    . . . . . . . . .  b
    . . . . . . . S PIECE  c
    . K . . . . . . .  i
    ";

/// No Pawn drop that mates.
#[test]
fn no_pawn_drop_mates() {
    assert!(!shogi("b P", &CORNERED.replace("PIECE", ".")).allows("P*1b"));
    assert!(!shogi("b P", &CORNERED.replace("PIECE", "+B")).allows("P*1b"));
}

/// A Pawn that stands may mate, and so may a Lance that is dropped.
#[test]
fn other_mates_beside_a_pawn_drop() {
    let pawn = shogi("b -", &CORNERED.replace("PIECE", "P"));
    assert_eq!(pawn.after("1c1b").status(), "black wins: checkmate");
    let lance = shogi("b L", &CORNERED.replace("PIECE", "."));
    assert_eq!(lance.after("L*1b").status(), "black wins: checkmate");
}

/// A Pawn drop that checks is legal where the King can go or the Pawn can be taken.
#[test]
fn a_pawn_drop_may_check() {
    let escapes = CORNERED.replace("n k", ". k").replace("PIECE", ".");
    assert_eq!(shogi("b P", &escapes).after("P*1b").moves(""), "1a2a");
    let taken = CORNERED.replace(". . . . . . . . .  b", "r . . . . . . . .  b");
    let taken = taken.replace("PIECE", ".");
    assert_eq!(shogi("b P", &taken).after("P*1b").moves(""), "9b1b");
}

/// A Pawn drop mates, and is refused, where what could take the Pawn is pinned.
#[test]
fn a_pinned_defender_does_not_save_a_pawn_drop() {
    let game = shogi(
        "b P",
        "
        . . . . R . . g k  a
        . . . . . . . . .  b
        . . . . . . . S .  c
        K . . . . . . . .  i
        ",
    );
    assert!(!game.allows("P*1b"));
}

/// No legal move loses.
#[test]
fn no_legal_move_loses() {
    let game = shogi(
        "b -",
        "
        . . . . . . . . k  a
        . . . +R . . . . .  b
        K . . . . . . . .  i
        ",
    );
    assert_eq!(game.after("6b3b").status(), "black wins: no legal move");
}

const TWO_KINGS: &str = "
    . . . . k . . . .  a
    . . . . K . . . .  i
    ";

/// The fourth occurrence of a position is a draw.
#[test]
fn the_fourth_occurrence_is_a_draw() {
    let game = shogi("b -", TWO_KINGS);
    assert_eq!(game.after(&tours("5i 5h", "5a 5b", 11)).status(), "ongoing");
    assert_eq!(game.after(&tours("5i 5h", "5a 5b", 12)).status(), "draw: repetition");
}

/// A side that has given check with every move since the first occurrence loses.
#[test]
fn perpetual_check_loses() {
    let black = shogi(
        "b -",
        "
        . . . . k . . . .  a
        . . . R . . . . .  e
        . . . . . . . K .  i
        ",
    );
    assert_eq!(black.after(&tours("6e 5e", "5a 6a", 11)).status(), "ongoing");
    let chased = black.after(&tours("6e 5e", "5a 6a", 12));
    assert_eq!(chased.status(), "white wins: perpetual check");
    let quiet_once = black.after(&tours("6e 5e", "5a 4a", 12));
    assert_eq!(quiet_once.status(), "draw: repetition");
    let white = shogi(
        "w -",
        "
        k . . . . . . . .  a
        . . . . . r . . .  e
        . . . . K . . . .  i
        ",
    );
    let chased = white.after(&tours("4e 5e", "5i 4i", 12));
    assert_eq!(chased.status(), "black wins: perpetual check");
}

/// Both sides checking: a draw.
#[test]
fn mutual_perpetual_check_is_a_draw() {
    let draw = Outcome::Draw(Reason::Repetition);
    assert_eq!(mutual_perpetual_check("shogi"), Some(draw));
}

/// There is no impasse that ends a game.
#[test]
fn there_is_no_impasse() {
    let game = shogi(
        "b -",
        "
        . K . . . . . . .  b
        . . . . . . . k .  h
        ",
    );
    let moves = tours("8b 8a 9a", "2h 2i 1i 1h 1g", 60);
    assert_eq!(game.after(&moves).status(), "ongoing");
}

/// Black's King with ten pieces in the zone, a Rook and nine of one point; White
/// far away.
const THROUGH: &str = "
    R K G G S S . . .  a
    N N L L . . . . .  b
    P . . . . . . . .  c
    . . . . k . . . .  h
    ";

/// Black may declare with 28 points: 5 for each Rook and Bishop, promoted or not, 1
/// for each other, there and in hand, the King not counted.
#[test]
fn black_declares_with_28_points() {
    // The board counts 14.
    let game = |hand: &str| shogi(&format!("b {hand}"), THROUGH);
    assert_eq!(game("RB4P").declaration(), "black wins: declaration");
    assert_eq!(game("RB3P").declaration(), "no");
    assert_eq!(game("B2G2S5P").declaration(), "black wins: declaration");
    assert_eq!(game("B2G2S4P").declaration(), "no");
    let promoted = THROUGH.replace("R K", "+R K").replace("P .", "+B .");
    assert_eq!(shogi("b B5P", &promoted).declaration(), "black wins: declaration");
    assert_eq!(shogi("b B4P", &promoted).declaration(), "no");
}

/// The same board turned for White.
const THROUGH_WHITE: &str = "
    . . . . K . . . .  b
    . . . . . . . . p  g
    . . . . . l l n n  h
    . . . s s g g k r  i
    ";

/// White may declare with 27 points.
#[test]
fn white_declares_with_27_points() {
    let game = |hand: &str| shogi(&format!("w {hand}"), THROUGH_WHITE);
    assert_eq!(game("rb3p").declaration(), "white wins: declaration");
    assert_eq!(game("rb2p").declaration(), "no");
}

/// A side to move may declare: not the other one.
#[test]
fn only_the_side_to_move_declares() {
    assert_eq!(shogi("w RB4P", THROUGH).declaration(), "no");
}

/// Its King stands in the three farthest ranks.
#[test]
fn the_king_must_have_come_through() {
    let drawing = |third: &str, fourth: &str| {
        let king_less = THROUGH.replace("R K", "R .").replace("P .", &format!("P {third}"));
        format!("{king_less}. {fourth} . . . . . . .  d")
    };
    assert_eq!(shogi("b RB4P", &drawing("K", ".")).declaration(), "black wins: declaration");
    assert_eq!(shogi("b RB4P", &drawing(".", "K")).declaration(), "no");
}

/// Not in check.
#[test]
fn no_declaration_in_check() {
    let drawing = |between: &str| {
        format!(
            "
            R K G G S S . . .  a
            N . L L N . . . .  b
            P . . . . . . . .  c
            . {between} . . . . . . .  d
            . r . . . . . . .  e
            . . . . k . . . .  h
            "
        )
    };
    assert_eq!(shogi("b RB4P", &drawing(".")).declaration(), "no");
    assert_eq!(shogi("b RB4P", &drawing("p")).declaration(), "black wins: declaration");
}

/// At least ten further pieces of its own stand there; nine and any points are too
/// few, and neither White's pieces nor those outside count.
#[test]
fn ten_pieces_must_stand_in_the_zone() {
    let nine = THROUGH.replace("P .", ". .");
    assert_eq!(shogi("b 2R2B9P", &nine).declaration(), "no");
    let white = THROUGH.replace("P .", "p .");
    assert_eq!(shogi("b 2R2B9P", &white).declaration(), "no");
    let outside = nine + "P . . . . . . . .  d";
    assert_eq!(shogi("b 2R2B9P", &outside).declaration(), "no");
}

/// Pieces outside the zone count no points.
#[test]
fn only_the_zone_and_the_hand_count() {
    let outside = THROUGH.to_owned() + "R B . . . . . . .  d";
    assert_eq!(shogi("b 4P", &outside).declaration(), "no");
    assert_eq!(shogi("b RB4P", &outside).declaration(), "black wins: declaration");
}

/// It is a right, not an end of the game: the status stays `ongoing`.
#[test]
fn a_declaration_is_no_end() {
    let game = shogi("b RB4P", THROUGH);
    assert_eq!(game.status(), "ongoing");
    assert_eq!(game.after("4a3b").status(), "ongoing");
}

/// White gives the handicaps and moves first.
#[test]
fn the_handicaps() {
    let rest = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    for (name, ranks) in [
        ("lance", "lnsgkgsn1/1r5b1"),
        ("right-lance", "1nsgkgsnl/1r5b1"),
        ("bishop", "lnsgkgsnl/1r7"),
        ("rook", "lnsgkgsnl/7b1"),
        ("rook-lance", "lnsgkgsn1/7b1"),
        ("two-pieces", "lnsgkgsnl/9"),
        ("four-pieces", "1nsgkgsn1/9"),
        ("six-pieces", "2sgkgs2/9"),
        ("eight-pieces", "3gkg3/9"),
        ("ten-pieces", "4k4/9"),
    ] {
        assert_eq!(handicap("shogi", name).sfen(), format!("{ranks}/{rest}"), "{name}");
    }
}

/// An SFEN is refused when a side has not exactly one King, the side not to move is
/// in check, or a hand holds `K` or a promoted piece.
#[test]
fn what_is_no_position() {
    let royals = refusal("shogi", "4k4/9/9/9/4k4/9/9/9/4K4 b - 1");
    assert_eq!(royals, SfenError::Royals { color: Color::White, count: 2 });
    let check = refusal("shogi", "4k4/9/9/9/4L4/9/9/9/4K4 b - 1");
    assert_eq!(check, SfenError::OpponentInCheck(Color::White));
    for hand in ["K", "k", "+R", "P+n", "+P"] {
        let refused = refusal("shogi", &format!("4k4/9/9/9/9/9/9/9/4K4 b {hand} 1"));
        assert!(matches!(refused, SfenError::Hand(_)), "{hand}: {refused}");
    }
    let marked = refusal("shogi", "4k4/9/9/9/4s!4/9/9/9/4K4 b - 1");
    assert!(matches!(marked, SfenError::Piece { .. }), "{marked}");
}

/// Hands are written in the order R B G S N L P.
#[test]
fn hands_are_written_from_the_strongest_piece() {
    let game = sfen("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2plnsgbr10PLNSGBR 1");
    assert_eq!(game.hands(), "RBGSNL10Prbgsnl2p");
}

/// Written notation: letters K R B G S N L P, `=` for a promotion declined, the
/// start square where the move would be ambiguous.
#[test]
fn the_written_notation() {
    let game = shogi(
        "b N",
        "
        . . . . . . . . S  c
        . . . . . P . . .  d
        . G . G . . . . .  e
        . . . . . . . . k  g
        K . . . . . . . .  i
        ",
    );
    let words = ["4d4c", "4d4c+", "1c2b", "8e7d", "6e7d", "6e5d", "N*5e", "9i9h"];
    let written = ["P-4c=", "P-4c+", "S-2b=", "G8e-7d", "G6e-7d", "G-5d", "N*5e", "K-9h"];
    assert_eq!(words.map(|word| game.written(word)), written);
}
