//! Board, squares, colours.

use std::collections::BTreeSet;

use kawari_engine::games::variants::Variant;

use super::support::{Game, drawn, handicap, start};

const HANDICAPS: [&str; 5] = ["bishop", "rook", "two-pieces", "four-pieces", "six-pieces"];

/// The letters of a rank of a start position, without the empty squares.
fn letters(rank: &str) -> String {
    rank.chars().filter(char::is_ascii_alphabetic).collect()
}

/// The number of squares of a rank.
fn squares(rank: &str) -> usize {
    let squares = |letter: char| match letter.to_digit(10) {
        Some(run) => run as usize,
        None => usize::from(letter.is_ascii_alphabetic()),
    };
    rank.chars().map(squares).sum()
}

fn all_games() -> impl Iterator<Item = Game> {
    Variant::ALL.iter().map(|variant| start(variant.info().name))
}

/// Each game is found under its names, in any case, and no two games share one.
#[test]
fn every_game_has_names_of_its_own() {
    let mut all = BTreeSet::new();
    for variant in Variant::ALL {
        let info = variant.info();
        for name in [info.name].iter().chain(info.aliases) {
            assert!(all.insert(name.to_lowercase()), "{name} is two games");
            assert_eq!(name.to_uppercase().parse(), Ok(*variant), "{name}");
        }
    }
}

/// Each game starts as its description says, on a board of the size it says.
#[test]
fn the_start_is_the_described_one() {
    for variant in Variant::ALL {
        let info = variant.info();
        let game = start(info.name);
        assert_eq!(game.sfen(), info.startpos);
        let ranks: Vec<usize> = game.board().split('/').map(squares).collect();
        assert_eq!(ranks, vec![info.files; info.ranks], "{variant}");
        assert!(
            info.rules.iter().flat_map(|text| text.lines()).all(|line| line.chars().count() <= 78),
            "{variant}"
        );
    }
}

/// Black moves first and sits at the bottom; White at the top.
#[test]
fn black_moves_first_and_sits_at_the_bottom() {
    for game in all_games() {
        assert_eq!(game.side(), "b");
        let board = game.board();
        let ranks: Vec<&str> = board.split('/').collect();
        let (top, bottom) = (letters(ranks[0]), letters(ranks[ranks.len() - 1]));
        assert_eq!(top, top.to_lowercase());
        assert_eq!(bottom, bottom.to_uppercase());
    }
}

/// In a handicap game White moves first.
#[test]
fn white_moves_first_in_a_handicap_game() {
    for name in HANDICAPS {
        assert_eq!(handicap("yari", name).side(), "w", "{name}");
    }
}

/// The file number counts from Black's right, the rank letter from the top: on a
/// 9x9 board `9i` is Black's left corner and `1a` White's.
#[test]
fn the_corners_of_nine_by_nine() {
    let game = drawn(
        "hasami",
        "b -",
        "
        p . . . . . . . p  a
        P . . . . . . . P  i
        ",
    );
    assert_eq!(["9a", "1a", "9i", "1i"].map(|corner| game.piece(corner)), ["p", "p", "P", "P"]);
    assert_eq!(game.targets("9i"), "2i 3i 4i 5i 6i 7i 8i 9b 9c 9d 9e 9f 9g 9h");
    assert_eq!(game.targets("1i"), "1b 1c 1d 1e 1f 1g 1h 2i 3i 4i 5i 6i 7i 8i");
}

/// On a 7x9 board the corners are `7i`, `1i`, `7a`, `1a`.
#[test]
fn the_corners_of_seven_by_nine() {
    let game = drawn(
        "yari",
        "b -",
        "
        n . . k . . n  a
        R . . K . . B  i
        ",
    );
    assert_eq!(["7a", "1a", "7i", "1i"].map(|corner| game.piece(corner)), ["n", "n", "R", "B"]);
    assert_eq!(game.targets("7i"), "5i 6i 7a 7b 7c 7d 7e 7f 7g 7h");
    assert_eq!(game.targets("1i"), "1a 1b 1c 1d 1e 1f 1g 1h 2h");
}

/// On an 8x8 board the corners are `8h`, `1h`, `8a`, `1a`.
#[test]
fn the_corners_of_eight_by_eight() {
    let game = drawn(
        "hasami-chess",
        "b -",
        "
        p . . . . . . p  a
        P . . . . . P P  h
        ",
    );
    assert_eq!(["8a", "1a", "8h", "1h"].map(|corner| game.piece(corner)), ["p", "p", "P", "P"]);
    assert_eq!(game.targets("8h"), "3h 4h 5h 6h 7h 8b 8c 8d 8e 8f 8g");
}

/// "Forward" is towards rank `a` for Black, towards the last rank for White.
#[test]
fn forward_is_away_from_the_own_side() {
    let pawns = "
        k . . . . . .  a
        . . p . P . .  e
        . . . . . . K  i
        ";
    assert_eq!(drawn("yari", "b -", pawns).targets("3e"), "3d");
    assert_eq!(drawn("yari", "w -", pawns).targets("5e"), "5f");
}

/// White's set-up is Black's, rotated by 180 degrees.
#[test]
fn the_sides_are_set_up_alike() {
    for game in all_games() {
        let board = game.board();
        let top: Vec<String> = board.split('/').map(letters).collect();
        let rotated = top.iter().rev().map(|rank| rank.chars().rev().collect::<String>());
        for (rank, rotated) in top.iter().zip(rotated) {
            let upper = rank.to_uppercase();
            assert_eq!(upper, rotated.to_uppercase());
            assert!(rank.is_empty() || *rank != rotated);
        }
    }
}

/// The start of Yari Shogi.
#[test]
fn the_start_of_yari() {
    let sfen = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1";
    assert_eq!(start("yari").sfen(), sfen);
}

/// The start of Hajiku Shogi.
#[test]
fn the_start_of_hajiku() {
    let sfen = "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1";
    assert_eq!(start("hajiku").sfen(), sfen);
}

/// Nine men on the first rank: `hasami`, `hasami-nocorner`, `hasami-jsa`.
#[test]
fn the_start_of_the_nine_men_games() {
    for variant in ["hasami", "hasami-nocorner", "hasami-jsa"] {
        assert_eq!(start(variant).sfen(), "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
    }
}

/// Eight men on the first rank of an 8x8 board: `hasami-chess`.
#[test]
fn the_start_of_hasami_chess() {
    assert_eq!(start("hasami-chess").sfen(), "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1");
}

/// Eighteen men on two ranks: `dai-hasami` and its kin.
#[test]
fn the_start_of_the_eighteen_men_games() {
    for variant in ["dai-hasami", "hasami-five", "hasami-brainking", "hasami-ludos"] {
        let sfen = "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1";
        assert_eq!(start(variant).sfen(), sfen);
    }
}

/// Sixteen men on the first and third rank of an 8x8 board: `mak-yek`.
#[test]
fn the_start_of_mak_yek() {
    assert_eq!(start("mak-yek").sfen(), "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1");
}

/// Handicaps take White's pieces away; "left" is White's own left, the file-1 side:
/// `bishop` 2a, `rook` 1a, `two-pieces` both, `four-pieces` also 7a and 3a,
/// `six-pieces` also 5a and 6a.
#[test]
fn the_handicaps_of_yari() {
    let rest = "/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1";
    for (name, first_rank) in [
        ("bishop", "rnnkb1r"),
        ("rook", "rnnkbb1"),
        ("two-pieces", "rnnkb2"),
        ("four-pieces", "1nnk3"),
        ("six-pieces", "3k3"),
    ] {
        assert_eq!(handicap("yari", name).sfen(), format!("{first_rank}{rest}"), "{name}");
    }
}
