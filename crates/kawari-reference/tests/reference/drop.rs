//! Rules of the drop family that no built-in game has.

use kawari_reference::Game;

use crate::{after, end, game, moves, variant};

/// Returns minishogi with some more keys. Its pieces may stand where they cannot move.
fn small(keys: &str) -> Game {
    variant("minishogi", &format!("promotion.stuck-pieces = true\n{keys}"))
}

#[test]
fn moves_of_white_are_rotated() {
    let game = small("pieces.S.moves = \"flF\"");
    assert_eq!(moves(&game, "4k/5/2S2/5/K4 b - 1", "3c"), ["3c4b"]);
    assert_eq!(moves(&game, "4k/5/2s2/5/K4 w - 1", "3c"), ["3c2d"]);
}

#[test]
fn a_piece_can_have_its_own_zone() {
    let sfen = "4k/5/2S2/5/K4 b - 1";
    let from = |keys: &str| moves(&small(&format!("pieces.S.moves = \"fW\"\n{keys}")), sfen, "3c");
    assert_eq!(from(""), ["3c3b"]);
    assert_eq!(from("pieces.S.zone = 2"), ["3c3b", "3c3b+"]);
    assert_eq!(from("pieces.S.zone = [\"3c\"]"), ["3c3b", "3c3b+"]);
    assert_eq!(from("pieces.S.zone = [\"3d\"]"), ["3c3b"]);
    assert_eq!(from("promotion.zone = 2"), ["3c3b", "3c3b+"]);
    // A list of squares is rotated for White.
    let white = small("pieces.S.moves = \"fW\"\npieces.S.zone = [\"2b\"]");
    assert_eq!(moves(&white, "4k/5/3s1/5/K4 w - 1", "2c"), ["2c2d"]);
    assert_eq!(moves(&white, "4k/5/1s3/5/K4 w - 1", "4c"), ["4c4d", "4c4d+"]);
}

#[test]
fn a_change_of_sides_can_be_mandatory() {
    let sfen = "4k/2S2/5/5/K4 b - 1";
    let from = |keys: &str| moves(&small(&format!("pieces.S.moves = \"fW\"\n{keys}")), sfen, "3b");
    assert_eq!(from(""), ["3b3a", "3b3a+"]);
    assert_eq!(from("promotion.mandatory = true"), ["3b3a+"]);
    assert_eq!(from("pieces.S.mandatory = true"), ["3b3a+"]);
    assert_eq!(from("promotion.mandatory = true\npieces.S.mandatory = false"), ["3b3a", "3b3a+"]);
    assert_eq!(from("pieces.S.must-promote = 1"), ["3b3a+"]);
    assert_eq!(from("pieces.S.must-promote = [\"2a\"]"), ["3b3a", "3b3a+"]);
}

#[test]
fn pieces_change_sides_in_several_ways() {
    let quiet = |keys: &str| {
        let game = small(&format!("pieces.S.moves = \"fW\"\n{keys}"));
        (moves(&game, "4k/5/2S2/5/K4 b - 1", "3c"), moves(&game, "4k/2p2/2S2/5/K4 b - 1", "3c"))
    };
    let all =
        |moves: [&str; 1]| (moves.map(str::to_owned).to_vec(), moves.map(str::to_owned).to_vec());
    assert_eq!(quiet("promotion.change = \"never\""), all(["3c3b"]));
    assert_eq!(quiet("promotion.change = \"every-move\""), all(["3c3b+"]));
    assert_eq!(quiet("pieces.S.change = \"every-move\""), all(["3c3b+"]));
    let every_capture = quiet("promotion.change = \"every-capture\"");
    assert_eq!(every_capture, (vec!["3c3b".to_owned()], vec!["3c3b+".to_owned()]));
    let both_ways = small("promotion.change = \"in-zone\"\npieces.S.promoted.moves = \"fW\"");
    assert_eq!(moves(&both_ways, "4k/2+S2/5/5/K4 b - 1", "3b"), ["3b3a", "3b3a+"]);
    assert_eq!(
        moves(&small("pieces.S.promoted.moves = \"fW\""), "4k/2+S2/5/5/K4 b - 1", "3b"),
        ["3b3a"]
    );
}

#[test]
fn a_captured_piece_becomes_what_the_definition_says() {
    let sfen = "4k/5/2+r2/2R2/K4 b - 1";
    let hand = |keys: &str| {
        let sfen = after(&small(keys), sfen, "3d3c");
        sfen.split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(hand(""), "R");
    assert_eq!(hand("promotion.captured = \"same-side\""), "+R");
    assert_eq!(hand("pieces.R.captured-side = \"same-side\""), "+R");
    assert_eq!(hand("promotion.captured = \"either-side\""), "R");
    assert_eq!(hand("promotion.captured = \"removed\""), "-");
    assert_eq!(hand("pieces.R.captured = \"P\""), "P");
    assert_eq!(hand("pieces.R.captured = \"P\"\npromotion.captured = \"same-side\""), "+P");
    // A piece for a drop on either side has no side in hand.
    let mixed = "pieces.R.captured = \"P\"\npieces.R.captured-side = \"same-side\"\n\
                 pieces.P.captured-side = \"either-side\"";
    assert_eq!(hand(mixed), "P");
    // The Gold has no promoted side.
    assert_eq!(hand("pieces.R.captured = \"G\"\npromotion.captured = \"same-side\""), "G");
}

#[test]
fn a_counter_flip_takes_a_piece_into_hand_promoted() {
    let game = small("promotion.change = \"in-zone\"\npromotion.counter-flip = true");
    let sfen = "2g1k/2+R2/5/5/K4 b - 1";
    assert_eq!(after(&game, sfen, "3b3a+"), "2R!1k/5/5/5/K4 w G 2");
    assert_eq!(after(&game, sfen, "3b3a"), "2+R1k/5/5/5/K4 w G 2");
    let marked = "2R!gk/5/5/5/K4 w - 2";
    assert_eq!(moves(&game, marked, "2a3a"), ["2a3a", "2a3a!"]);
    assert_eq!(after(&game, marked, "2a3a!"), "2g1k/5/5/5/K4 b +r 3");
    assert_eq!(after(&game, marked, "2a3a"), "2g1k/5/5/5/K4 b r 3");
    // The right lasts for one reply.
    assert_eq!(after(&game, marked, "1a1b"), "2Rg1/4k/5/5/K4 b - 3");
    assert!(small("").position(marked).is_err());
}

#[test]
fn drops_show_the_side_of_the_piece_in_hand() {
    let drops = |keys: &str, hand: &str, piece: &str| {
        moves(&small(keys), &format!("4k/5/5/5/K4 b {hand} 1"), piece).len()
    };
    assert_eq!((drops("", "R", "R*"), drops("", "R", "+R*")), (23, 0));
    let either = "promotion.captured = \"either-side\"";
    assert_eq!((drops(either, "R", "R*"), drops(either, "R", "+R*")), (23, 23));
    let same = "promotion.captured = \"same-side\"";
    assert_eq!((drops(same, "+R", "R*"), drops(same, "+R", "+R*")), (0, 23));
    let sfen = "4k/5/5/5/K4 b R 1";
    assert_eq!(after(&small(either), sfen, "+R*3c"), "4k/5/2+R2/5/K4 w - 2");
    assert_eq!(after(&small(same), &sfen.replace('R', "2+RR"), "+R*3c"), "4k/5/2+R2/5/K4 w +RR 2");
}

#[test]
fn drops_can_be_restricted() {
    let drops = |keys: &str, sfen: &str, piece: &str| moves(&small(keys), sfen, piece).len();
    let sfen = "4k/5/5/5/K4 b R 1";
    assert_eq!(drops("drops.allowed = false", sfen, "R*"), 0);
    assert_eq!(drops("drops.zone = 2", sfen, "R*"), 9);
    assert_eq!(drops("drops.zone = [\"3c\", \"1a\"]", sfen, "R*"), 1);
    assert_eq!(drops("pieces.R.no-drop = 2", sfen, "R*"), 14);
    // Four squares on rank a and four on file 1 give check.
    assert_eq!(drops("drops.may-check = false", sfen, "R*"), 15);
    let gold = "4k/5/2G2/5/K4 b G 1";
    assert_eq!(drops("pieces.G.max-per-file = 1", gold, "G*"), 22 - 4);
    assert_eq!(drops("pieces.G.max-per-file = 2", gold, "G*"), 22);
}

#[test]
fn a_drop_can_be_forbidden_to_mate() {
    // The Gold guards 1b and 2b, and White's own Pawn stands on 2a.
    let sfen = "3pk/5/3G1/5/K4 b P 1";
    assert_eq!(moves(&small(""), sfen, "P*1b").len(), 0);
    assert_eq!(moves(&small("pieces.P.drop-mates = true"), sfen, "P*1b"), ["P*1b"]);
    // The King can take 2a.
    let no_mate = "4k/5/3G1/5/K4 b P 1";
    assert_eq!(moves(&small(""), no_mate, "P*1b"), ["P*1b"]);
}

#[test]
fn mate_and_stalemate_have_outcomes() {
    let mate = "4k/4G/3G1/5/K4 w - 1";
    let stalemate = "4k/2G2/3G1/5/K4 w - 1";
    for (value, expected) in [("lost", "black wins"), ("won", "white wins"), ("drawn", "draw")] {
        let game = small(&format!("ending.mate = \"{value}\""));
        assert_eq!(end(&game, mate, ""), format!("{expected}: checkmate"));
        let game = small(&format!("ending.stalemate = \"{value}\""));
        assert_eq!(end(&game, stalemate, ""), format!("{expected}: no legal move"));
    }
}

#[test]
fn games_without_check_end_with_the_capture_of_the_king() {
    let game = small("ending.check = false");
    let sfen = "4k/5/4R/5/K4 w - 1";
    assert_eq!(moves(&game, sfen, "1a"), ["1a1b", "1a2a", "1a2b"]);
    assert_eq!(end(&game, sfen, "1a1b"), "ongoing");
    assert_eq!(end(&game, sfen, "1a1b 1c1b"), "black wins: royal piece captured");
    assert_eq!(after(&game, sfen, "1a1b 1c1b"), "5/4R/5/5/K4 w - 3");
    assert_eq!(moves(&small(""), sfen, "1a"), ["1a2a", "1a2b"]);
}

#[test]
fn a_check_can_win() {
    let game = small("ending.check-wins = true");
    let sfen = "4k/5/2R2/5/K4 b - 1";
    assert_eq!(end(&game, sfen, "3c1c"), "black wins: check");
    assert_eq!(end(&game, sfen, "3c2c"), "ongoing");
    assert_eq!(end(&small(""), sfen, "3c1c"), "ongoing");
}

#[test]
fn the_loss_of_pieces_can_be_a_goal() {
    let start = "start = \"rbsgk/4g/5/G4/KGSBR b - 1\"\n";
    let game = |left: u8| {
        small(&format!("{start}ending.capture-wins = [\"G\"]\nending.pieces-left = {left}"))
    };
    let captures = "2d2e 1a1b 2e2a+";
    let own = "3gk/5/5/3R1/KG1g1 b - 1";
    // Black's own Gold keeps it in the game.
    assert_eq!(end(&game(0), own, "2d2e"), "ongoing");
    assert_eq!(
        end(&game(1), &own.replace("KG1g1", "KGGg1"), "2d2e"),
        "black wins: pieces captured"
    );
    assert_eq!(end(&game(0), own, captures), "black wins: pieces captured");
    assert_eq!(end(&small(""), own, captures), "ongoing");
    // A Gold in hand counts too.
    let in_hand = own.replace("b - 1", "b g 1");
    assert_eq!(end(&game(0), &in_hand, captures), "ongoing");
}

#[test]
fn a_king_on_a_try_square_can_win() {
    let game = |when: &str, more: &str| {
        small(&format!("ending.try-squares = 1\nending.try-when = \"{when}\"\n{more}"))
    };
    let free = "5/K4/5/4k/5 b - 1";
    for when in ["arrival", "safe"] {
        assert_eq!(end(&game(when, ""), free, "5b5a"), "black wins: try");
        assert_eq!(end(&game(when, ""), free, "5b4b"), "ongoing");
        assert_eq!(end(&game(when, ""), free, "5b4b 1d2d"), "ongoing");
    }
    assert_eq!(end(&game("after-reply", ""), free, "5b5a"), "ongoing");
    assert_eq!(end(&game("after-reply", ""), free, "5b5a 1d2d"), "black wins: try");
    // The Rook attacks rank a.
    let attacked = "4r/K4/5/4k/5 b - 1";
    let no_check = "ending.check = false";
    assert_eq!(end(&game("arrival", no_check), attacked, "5b5a"), "black wins: try");
    assert_eq!(end(&game("safe", no_check), attacked, "5b5a"), "ongoing");
    assert_eq!(end(&game("safe", no_check), attacked, "5b5a 1d2d"), "ongoing");
    assert_eq!(end(&game("safe", no_check), attacked, "5b5a 1a1b"), "black wins: try");
    assert_eq!(end(&game("after-reply", no_check), attacked, "5b5a 1d2d"), "black wins: try");
    let capture = end(&game("after-reply", no_check), attacked, "5b5a 1a5a");
    assert_eq!(capture, "white wins: royal piece captured");
    // White's squares are at the other end.
    assert_eq!(end(&game("safe", ""), "5/4K/5/k4/5 w - 1", "5d5e"), "white wins: try");
}

#[test]
fn repetition_has_a_result() {
    let shuffle = "5e5d 1a1b 5d5e 1b1a";
    let sfen = "4k/5/5/5/K4 b - 1";
    for (value, expected) in [
        ("draw", "draw: repetition"),
        ("black-loses", "white wins: repetition"),
        ("white-loses", "black wins: repetition"),
        ("mover-loses", "black wins: repetition"),
    ] {
        let keys = format!("repetition.occurrences = 2\nrepetition.result = \"{value}\"");
        assert_eq!(end(&small(&keys), sfen, shuffle), expected);
    }
}

#[test]
fn perpetual_check_can_be_an_ordinary_repetition() {
    let sfen = "4k/5/4R/5/K4 w - 1";
    let checks = "1a2a 1c2c 2a1a 2c1c";
    let game = |loses: bool| {
        small(&format!(
            "repetition.occurrences = 2\nrepetition.result = \"draw\"\n\
             repetition.perpetual-check-loses = {loses}"
        ))
    };
    assert_eq!(end(&game(true), sfen, checks), "white wins: perpetual check");
    assert_eq!(end(&game(false), sfen, checks), "draw: repetition");
}

#[test]
fn an_impasse_counts_points_of_the_definition() {
    let sfen = "K4/3R1/5/s4/4k b - 1";
    let moves = "5a5b 1e1d 5b5a 1d1e";
    let game = |points: u32, more: &str| {
        small(&format!(
            "promotion.zone = 2\nimpasse.half-moves = 4\nimpasse.points = {points}\n{more}"
        ))
    };
    // A Rook counts 1 point in minishogi.
    assert_eq!(end(&game(1, ""), sfen, moves), "draw: impasse");
    assert_eq!(end(&game(2, "pieces.R.points = 5"), sfen, moves), "black wins: impasse");
    assert_eq!(end(&game(2, "pieces.S.points = 5"), sfen, moves), "white wins: impasse");
    assert_eq!(end(&game(0, "pieces.R.points = 5"), sfen, moves), "draw: impasse");
    assert_eq!(end(&game(2, ""), sfen, "5a5b 1e1d 5b5a"), "ongoing");
}

#[test]
fn a_capture_can_leave_the_impasse_count() {
    let sfen = "K4/5/1p1R1/5/4k b - 1";
    let moves = "2c4c 1e1d 4c4d 1d1e";
    let game = |resets: bool| {
        small(&format!(
            "promotion.zone = 2\nimpasse.half-moves = 4\nimpasse.capture-resets = {resets}"
        ))
    };
    assert_eq!(end(&game(true), sfen, moves), "ongoing");
    assert_eq!(end(&game(false), sfen, moves), "draw: impasse");
}

#[test]
fn a_declaration_needs_pieces_points_and_no_check() {
    let can = |sfen: &str| game("shogi").position(sfen).unwrap().can_declare();
    // Ten pieces in the zone: 18 points there and 10 in hand.
    let sfen = "K8/BRPPPPPPP/P8/9/9/9/9/9/8k b RB 1";
    assert!(can(sfen));
    assert!(!can(&sfen.replace("b RB", "b R")), "23 points");
    assert!(!can(&sfen.replace("/P8/", "/9/").replace("b RB", "b RBP")), "nine pieces");
    assert!(!can(&sfen.replace("K8/", "9/").replace("9/9/8k", "9/K8/8k")), "King outside");
    assert!(!can(&sfen.replace("K8", "K7r")), "check");
    // White needs one point less.
    assert!(can("K8/PPPPPPPPP/P8/9/9/9/9/9/8k b RB8P 1"));
    assert!(!can("K8/PPPPPPPPP/P8/9/9/9/9/9/8k b RB7P 1"));
    assert!(can("K8/9/9/9/9/9/8p/ppppppppp/8k w rb7p 1"));
    assert!(!can("K8/9/9/9/9/9/8p/ppppppppp/8k w rb6p 1"));
    // Minishogi has no declaration.
    let mini = "K4/BRPPP/P4/5/4k b RB 1";
    assert!(!game("minishogi").position(mini).unwrap().can_declare());
}
