//! Minishogi: board, pieces, promotion, drops, endings.

use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::{Outcome, Reason};
use kawari_engine::notation::error::SfenError;

use super::checks::mutual_perpetual_check;
use super::support::{Game, drawn, refusal, start, tours};

fn minishogi(turn: &str, drawing: &str) -> Game {
    drawn("minishogi", turn, drawing)
}

/// Where a piece of Black's alone on 3c can go.
fn targets_of(piece: &str) -> String {
    let drawing = format!(
        "
        . . . . .  a
        k . . . .  b
        . . {piece} . .  c
        . . . . K  d
        "
    );
    minishogi("b -", &drawing).targets("3c")
}

/// 5x5, start `rbsgk/4p/5/P4/KGSBR b - 1`.
#[test]
fn the_start() {
    let game = start("minishogi");
    assert_eq!(game.sfen(), "rbsgk/4p/5/P4/KGSBR b - 1");
    assert_eq!(["5a", "1a", "5e", "1e"].map(|corner| game.piece(corner)), ["r", "k", "K", "R"]);
    assert_eq!(game.perft(1), 14);
}

/// The pieces K R B G S P and the promoted +R +B +S +P move as in shogi.
#[test]
fn the_pieces() {
    let king = minishogi(
        "b -",
        "
        . . . . k  a
        . K . . .  d
        ",
    );
    assert_eq!(king.targets("4d"), "3c 3d 3e 4c 4e 5c 5d 5e");
    assert_eq!(targets_of("R"), "1c 2c 3a 3b 3d 3e 4c 5c");
    assert_eq!(targets_of("B"), "1a 1e 2b 2d 4b 4d 5a 5e");
    assert_eq!(targets_of("G"), "2b 2c 3b 3d 4b 4c");
    assert_eq!(targets_of("S"), "2b 2d 3b 4b 4d");
    assert_eq!(targets_of("P"), "3b");
    assert_eq!(targets_of("+R"), "1c 2b 2c 2d 3a 3b 3d 3e 4b 4c 4d 5c");
    assert_eq!(targets_of("+B"), "1a 1e 2b 2c 2d 3b 3d 4b 4c 4d 5a 5e");
    assert_eq!(targets_of("+S"), targets_of("G"));
    assert_eq!(targets_of("+P"), targets_of("G"));
}

/// There are no Knights, no Lances, and no promoted Gold or King.
#[test]
fn there_are_no_other_pieces() {
    for piece in ["N", "L", "+G", "+K"] {
        let refused = refusal("minishogi", &format!("k4/5/2{piece}2/5/4K b - 1"));
        assert!(matches!(refused, SfenError::Piece { .. }), "{piece}: {refused}");
    }
}

/// Promotion on the farthest rank alone: on a move that ends there.
#[test]
fn a_move_to_the_farthest_rank_may_promote() {
    let game = minishogi(
        "b -",
        "
        . S . . .  b
        . . P . .  c
        k . . . .  d
        . . . . K  e
        ",
    );
    assert_eq!(game.moves("4b"), "4b3a 4b3a+ 4b4a 4b4a+ 4b5a 4b5a+ 4b5c");
    assert_eq!(game.moves("3c"), "3c3b");
}

/// Promotion on the farthest rank alone: on a move that starts there.
#[test]
fn a_move_from_the_farthest_rank_may_promote() {
    let game = minishogi(
        "b -",
        "
        . . B . .  a
        k . . . .  d
        . . . . K  e
        ",
    );
    assert_eq!(game.moves("3a2b"), "3a2b 3a2b+");
    assert_eq!(game.after("3a2b+").piece("2b"), "+B");
    assert_eq!(game.after("3a2b 5d5c").moves("2b1c"), "2b1c");
}

/// Promotion is forced on the farthest rank for Pawns, White's on the nearest.
#[test]
fn a_pawn_must_promote() {
    let drawing = "
        k . . . .  a
        . . . P .  b
        . p . . .  d
        . . . . K  e
        ";
    assert_eq!(minishogi("b -", drawing).moves("2b"), "2b2a+");
    assert_eq!(minishogi("w -", drawing).moves("4d"), "4d4e+");
}

/// Gold and King do not promote.
#[test]
fn golds_and_kings_do_not_promote() {
    let game = minishogi(
        "b -",
        "
        . . G . .  a
        . . . K .  b
        k . . . .  e
        ",
    );
    assert!(!game.moves("").contains('+'));
}

/// Captured pieces lose their promotion.
#[test]
fn captured_pieces_go_to_hand_unpromoted() {
    for (piece, hand) in [
        ("r", "R"),
        ("+r", "R"),
        ("b", "B"),
        ("+b", "B"),
        ("g", "G"),
        ("s", "S"),
        ("+s", "S"),
        ("p", "P"),
        ("+p", "P"),
    ] {
        let drawing = format!(
            "
            k . . . .  a
            . . . {piece} .  c
            . . . R .  d
            . . . . K  e
            "
        );
        assert_eq!(minishogi("b -", &drawing).after("2d2c").hands(), hand, "{piece}");
    }
}

/// Drops not where the piece could never move again: a Pawn on the last rank.
#[test]
fn no_pawn_drop_on_the_last_rank() {
    let game = minishogi(
        "b RBGSP",
        "
        k . . . .  c
        . . . . K  e
        ",
    );
    for piece in ["R", "B", "G", "S", "P"] {
        let drops = game.drops(piece);
        assert_eq!(drops.contains("2a"), piece != "P", "{piece}");
        assert!(drops.contains("2b"), "{piece}");
    }
}

/// No second unpromoted Pawn on a file.
#[test]
fn no_second_pawn_on_a_file() {
    let game = minishogi(
        "b P",
        "
        k . . . .  a
        . +P . P .  c
        . . p . .  d
        . . . . K  e
        ",
    );
    let drops = game.drops("P");
    let files: Vec<bool> = (1..=5).map(|file| drops.contains(&format!("{file}b"))).collect();
    assert_eq!(files, [true, false, true, true, true]);
}

const CORNERED: &str = "
    . . . . k  a
    . . GOLD . .  b
    . . . . G  c
    K . . . .  e
    ";

/// No Pawn drop that mates; other drops may.
#[test]
fn no_pawn_drop_mates() {
    let game = minishogi("b GP", &CORNERED.replace("GOLD", "G"));
    assert!(!game.allows("P*1b"));
    assert_eq!(game.after("G*1b").status(), "black wins: checkmate");
}

/// A Pawn drop may check.
#[test]
fn a_pawn_drop_may_check() {
    let game = minishogi("b P", &CORNERED.replace("GOLD", "."));
    assert_eq!(game.after("P*1b").moves(""), "1a2a");
}

/// No legal move loses.
#[test]
fn no_legal_move_loses() {
    let game = minishogi(
        "b -",
        "
        . . . . k  a
        . +R . . .  b
        K . . . .  e
        ",
    );
    assert_eq!(game.after("4b3b").status(), "black wins: no legal move");
}

/// The fourth occurrence of a position is lost for Black, whichever side is to move.
#[test]
fn the_fourth_occurrence_is_lost_for_black() {
    for turn in ["b -", "w -"] {
        let game = minishogi(
            turn,
            "
            k . . . .  a
            . . . . K  e
            ",
        );
        let moves = |count| match turn {
            "b -" => tours("1e 1d", "5a 5b", count),
            _ => tours("5a 5b", "1e 1d", count),
        };
        assert_eq!(game.after(&moves(11)).status(), "ongoing");
        assert_eq!(game.after(&moves(12)).status(), "white wins: repetition");
    }
}

const CHASE: &str = "
    . . k . .  a
    . R . . .  c
    . . . . K  e
    ";

/// A side that has given check with every move since the first occurrence loses:
/// Black.
#[test]
fn black_loses_by_perpetual_check() {
    let game = minishogi("b -", CHASE);
    assert_eq!(game.after(&tours("4c 3c", "3a 4a", 11)).status(), "ongoing");
    let chased = game.after(&tours("4c 3c", "3a 4a", 12));
    assert_eq!(chased.status(), "white wins: perpetual check");
}

/// A side that has given check with every move since the first occurrence loses:
/// White, instead of Black.
#[test]
fn white_loses_by_perpetual_check() {
    let game = minishogi(
        "w -",
        "
        k . . . .  a
        . . . r .  c
        . . K . .  e
        ",
    );
    let chased = game.after(&tours("2c 3c", "3e 2e", 12));
    assert_eq!(chased.status(), "black wins: perpetual check");
}

/// A side that left out check once has not given perpetual check.
#[test]
fn one_quiet_move_is_no_perpetual_check() {
    let game = minishogi("b -", CHASE);
    assert_eq!(game.after(&tours("4c 3c", "3a 2a", 12)).status(), "white wins: repetition");
}

/// Both sides checking: lost for Black.
#[test]
fn mutual_perpetual_check_is_lost_for_black() {
    let lost = Outcome::Win(Color::White, Reason::Repetition);
    assert_eq!(mutual_perpetual_check("minishogi"), Some(lost));
}

/// There is no impasse: Kings that have both gone far play on.
#[test]
fn there_is_no_impasse() {
    let game = minishogi(
        "b -",
        "
        K . . . .  a
        . . . . k  e
        ",
    );
    let moves = tours("5a 4a 3a 4a", "1e 2e 3e 4e 3e 2e", 60);
    assert_eq!(game.after(&moves).status(), "ongoing");
}

/// There is no declaration.
#[test]
fn there_is_no_declaration() {
    let game = minishogi(
        "b 2R2B",
        "
        K G S G S  a
        +P +P . . .  b
        . . . . k  e
        ",
    );
    assert_eq!(game.declaration(), "no");
}

/// An SFEN is refused when a side has not exactly one King, the side not to move is
/// in check, or a hand holds `K` or a promoted piece.
#[test]
fn what_is_no_position() {
    let royals = refusal("minishogi", "k4/5/5/5/5 b - 1");
    assert_eq!(royals, SfenError::Royals { color: Color::Black, count: 0 });
    let check = refusal("minishogi", "k4/5/R4/5/4K b - 1");
    assert_eq!(check, SfenError::OpponentInCheck(Color::White));
    for hand in ["K", "+R", "+p", "N"] {
        let refused = refusal("minishogi", &format!("k4/5/5/5/4K b {hand} 1"));
        assert!(matches!(refused, SfenError::Hand(_)), "{hand}: {refused}");
    }
}

/// Hands are written in the order R B G S P.
#[test]
fn hands_are_written_from_the_strongest_piece() {
    let game = minishogi(
        "b pPsSgGbBrR",
        "
        k . . . .  a
        . . . . K  e
        ",
    );
    assert_eq!(game.hands(), "RBGSPrbgsp");
}

/// Written notation: letters K R B G S P, `+` for a promotion, `=` for one
/// declined.
#[test]
fn the_written_notation() {
    let game = minishogi(
        "b G",
        "
        . R . . .  b
        . . P . .  c
        k . . . .  d
        . . . . K  e
        ",
    );
    let words = ["4b4a", "4b4a+", "3c3b", "G*2c", "1e1d"];
    assert_eq!(words.map(|word| game.written(word)), ["R-4a=", "R-4a+", "P-3b", "G*2c", "K-1d"]);
}
