//! The built-in and the shipped games, and inheritance.

use std::fs;
use std::path::Path;

use kawari_rules::{
    BetweenEnemies, CapturedSide, Change, Custody, DropDefinition, Enclosure, Family,
    HasamiDefinition, LeadWhen, Piece, SHIPPED, Squares,
};

use super::{assert_round_trip, errors, game, known, read_ok};

fn drop_rules(name: &str) -> DropDefinition {
    match game(name).family {
        Family::Drop(rules) => *rules,
        Family::Hasami(_) => panic!("{name} is a Hasami game"),
    }
}

fn hasami_rules(name: &str) -> HasamiDefinition {
    match game(name).family {
        Family::Hasami(rules) => rules,
        Family::Drop(_) => panic!("{name} is a drop game"),
    }
}

#[test]
fn all_games_are_read_and_round_trip() {
    let files = known();
    assert_eq!(files.len(), 24, "13 built-in and 11 shipped games");
    for (_, text) in files {
        assert_round_trip(&read_ok(&text));
    }
}

#[test]
fn every_file_of_the_folder_is_shipped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files = fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let mut names: Vec<_> =
        files.map(|file| file.file_stem().expect("a name").to_owned()).collect();
    names.sort();
    assert_eq!(names, SHIPPED.iter().map(|&(name, _)| name).collect::<Vec<_>>());
    assert!(SHIPPED.iter().all(|(name, text)| read_ok(text).general.name == *name));
}

#[test]
fn names_of_games_are_unique() {
    let mut names = Vec::new();
    for (path, text) in known() {
        let general = read_ok(&text).general;
        for name in std::iter::once(general.name).chain(general.aliases) {
            assert!(!names.contains(&name), "{path}: {name}");
            names.push(name);
        }
    }
}

/// Start positions of Fairy-Stockfish, as SFENs.
#[test]
fn start_positions_equal_those_of_fairy_stockfish() {
    for (name, start) in [
        ("checkshogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"),
        ("dobutsu", "gle/1c1/1C1/ELG"),
        ("euroshogi", "1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1"),
        ("gorogoro", "sgkgs/5/1ppp1/1PPP1/5/SGKGS"),
        ("judkins", "rbnsgk/5p/6/6/P5/KGSNBR"),
        ("kyotoshogi", "p+nks+l/5/5/5/+LSK+NP"),
        ("micro", "kb+r+l/p3/4/3P/+L+RBK"),
        ("okisakishogi", "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL"),
        ("torishogi", "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR"),
        ("yarishogi", "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR"),
    ] {
        assert_eq!(game(name).general.start, format!("{start} b - 1"));
    }
}

#[test]
fn pieces_change_sides_as_each_game_says() {
    for (name, change, captured) in [
        ("kyotoshogi", Change::EveryMove, CapturedSide::EitherSide),
        ("micro", Change::EveryCapture, CapturedSide::EitherSide),
        ("hajiku", Change::InZone, CapturedSide::SameSide),
        ("judkins", Change::Once, CapturedSide::Unpromoted),
    ] {
        let promotion = drop_rules(name).promotion;
        assert_eq!((promotion.change, promotion.captured), (change, captured), "{name}");
    }
}

#[test]
fn yarishogi_is_yari_without_impasse_and_with_one_forced_rank_for_the_knight() {
    let (yari, other) = (drop_rules("yari"), drop_rules("yarishogi"));
    assert_eq!((yari.impasse.half_moves, other.impasse.half_moves), (50, 0));
    let forced = |rules: &DropDefinition| rules.pieces["N"].must_promote.clone();
    assert_eq!((forced(&yari), forced(&other)), (Squares::Ranks(2), Squares::Ranks(1)));
    assert_eq!(yari.repetition, other.repetition);
    assert_eq!(game("yari").general.handicaps, game("yarishogi").general.handicaps);
}

#[test]
fn check_shogi_is_shogi_with_a_winning_check_and_no_declaration() {
    let (shogi, mut other) = (drop_rules("shogi"), drop_rules("checkshogi"));
    assert!(other.ending.check_wins);
    other.ending.check_wins = false;
    other.declaration = shogi.declaration.clone();
    assert_eq!(shogi, other);
}

#[test]
fn the_kochi_rules_are_those_of_their_referee() {
    let game = game("hasami-kochi");
    let rules = hasami_rules("hasami-kochi");
    assert_eq!(game.general.start, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
    assert_eq!(rules.men.between_enemies, BetweenEnemies::IllegalUnlessCapture);
    let capture = &rules.capture;
    assert_eq!((capture.custody, capture.enclosure), (Custody::Runs, Enclosure::Anywhere));
    assert!(capture.enclosure_last && !capture.intervention);
    let goals = &rules.goals;
    assert_eq!((goals.men_left, goals.men_captured, goals.lead), (0, 5, 3));
    assert_eq!(goals.lead_when, LeadWhen::TurnStart);
}

#[test]
fn a_definition_inherits_key_by_key() {
    let text = "base = \"shogi\"\nname = \"mine\"\ntitle = \"Mine\"\nwithout = [\"L\", \"N\"]\n\
                start = \"1rsgkgsb1/9/ppppppppp/9/9/9/PPPPPPPPP/9/1BSGKGSR1 b - 1\"\n\
                [pieces.Q]\nmoves = \"Q\"\n[pieces.P]\nmoves = \"fW2\"\n";
    let game = read_ok(text);
    let Family::Drop(rules) = &game.family else { panic!("family") };
    let letters: Vec<&str> = rules.pieces.keys().map(String::as_str).collect();
    assert_eq!(letters, ["P", "S", "G", "B", "R", "Q", "K"]);
    assert_eq!(rules.pieces["P"].moves, "fW2");
    assert_eq!(rules.pieces["P"].name.as_deref(), Some("Pawn"));
    assert!(game.general.handicaps.is_empty(), "handicaps of another start position");
    assert!(game.general.rules.is_empty());
    assert_round_trip(&game);
}

#[test]
fn inheritance_has_errors() {
    let head = "base = \"shogi\"\nname = \"mine\"\ntitle = \"Mine\"\n";
    for (rest, message) in [
        (
            "without = [\"Q\"]\n",
            "line 4, column 11: without: found \"Q\", expected a piece of base",
        ),
        (
            "without = [\"L\"]\n",
            "line 1, column 8: start: found \"l\", expected a letter of a piece or a number",
        ),
        (
            "family = \"hasami\"\n",
            "line 4, column 10: family: found \"hasami\", but base has \"drop\"",
        ),
        ("pieces = 1\n", "line 4, column 10: pieces: found 1, expected a table"),
    ] {
        assert_eq!(errors(&format!("{head}{rest}"))[0].to_string(), message);
    }
    let unknown = errors("base = \"chess\"\nname = \"a\"\n");
    assert_eq!(
        unknown[0].to_string(),
        "line 1, column 8: base: found \"chess\", expected the name of a game"
    );
}

#[test]
fn cycles_are_errors() {
    let own = |_: &str| Some("base = \"a\"\n".to_owned());
    let errors = kawari_rules::read("base = \"a\"\nname = \"a\"", &own).unwrap_err();
    assert!(errors[0].message.contains("inherits from itself"), "{}", errors[0]);
}

#[test]
fn long_chains_are_errors() {
    let next = |name: &str| Some(format!("base = \"{name}x\"\n"));
    let errors = kawari_rules::read("base = \"a\"\n", &next).unwrap_err();
    assert!(errors[0].message.contains("more than 8 definitions"), "{}", errors[0]);
}

#[test]
fn a_piece_counts_one_point_by_default() {
    assert_eq!(Piece::default().points, 1);
}
