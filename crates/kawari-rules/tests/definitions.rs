//! The definitions of the built-in games, errors, and damaged files.

use std::fs;
use std::path::{Path, PathBuf};

use kawari_rules::{Family, GameDefinition, Piece, read, write};

fn built_in() -> Vec<(PathBuf, String)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawari-engine/src/games");
    let mut files = Vec::new();
    for family in ["drop", "hasami"] {
        for folder in fs::read_dir(games.join(family)).unwrap() {
            let path = folder.unwrap().path().join("game.toml");
            if let Ok(text) = fs::read_to_string(&path) {
                files.push((path, text));
            }
        }
    }
    assert_eq!(files.len(), 13);
    files.sort();
    files
}

fn lookup(name: &str) -> Option<String> {
    let quoted = format!("\nname = \"{name}\"\n");
    built_in().into_iter().map(|(_, text)| text).find(|text| text.contains(&quoted))
}

fn read_ok(text: &str) -> GameDefinition {
    read(text, &lookup).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

#[test]
fn built_in_games_are_read_and_round_trip() {
    for (path, text) in built_in() {
        let game = read(&text, &lookup).unwrap_or_else(|e| panic!("{}: {}", path.display(), e[0]));
        let written = write(&game);
        assert_eq!(read_ok(&written), game, "{written}");
    }
}

#[test]
fn a_definition_inherits_key_by_key() {
    let game = read_ok(include_str!("../games/hasami-kochi.toml"));
    let Family::Hasami(rules) = &game.family else { panic!("family") };
    assert_eq!((rules.goals.men_left, rules.goals.men_captured, rules.goals.lead), (0, 5, 3));
    assert_eq!(game.general.start, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
    assert_eq!(read_ok(&write(&game)), game);
}

#[test]
fn shipped_games_are_read_and_round_trip() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for file in fs::read_dir(games).unwrap() {
        let text = &fs::read_to_string(file.unwrap().path()).unwrap();
        let game = read_ok(text);
        assert_eq!(read_ok(&write(&game)), game);
    }
}

#[test]
fn cycles_are_errors() {
    let own = |_: &str| Some("base = \"a\"\n".to_owned());
    let errors = read("base = \"a\"\nname = \"a\"", &own).unwrap_err();
    assert!(errors[0].message.contains("inherits from itself"), "{}", errors[0]);
}

#[test]
fn errors_have_places_and_suggestions() {
    let text = "base = \"yari\"\nname = \"mine\"\ntitle = \"Mine\"\ntitel = 1\nfiles = \"7\"\n\
                [pieces.N]\nmove = \"N\"\n[promotion]\nchange = \"onec\"\n";
    let errors = read(text, &lookup).unwrap_err();
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "line 4, column 1: titel: unknown key \"titel\" (did you mean \"title\"?)",
            "line 5, column 9: files: invalid type: string \"7\", expected u8",
            "line 7, column 1: pieces.N.move: unknown key \"move\" (did you mean \"moves\"?)",
            "line 9, column 10: promotion.change: unknown value \"onec\" (did you mean \"once\"?)",
        ]
    );
    let text = "base = \"yari\"\nname = \"mine\"\ntitle = \"Mine\"\n[pieces.N]\nmoves = \"fX\"\n";
    let errors = read(text, &lookup).unwrap_err();
    let expected = "line 5, column 9: pieces.N.moves: unsupported letter \"X\" at character 2";
    assert_eq!(errors[0].to_string(), expected);
}

#[test]
fn a_piece_counts_one_point_by_default() {
    assert_eq!(Piece::default().points, 1);
}

#[test]
fn damaged_files_never_panic() {
    let mut random = fastrand::Rng::with_seed(1);
    for (_, text) in built_in() {
        for _ in 0..10 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(0..bytes.len());
                bytes[at] = random.u8(32..127);
            }
            let _ = read(&String::from_utf8_lossy(&bytes), &|_| None);
        }
    }
}

#[test]
fn random_bytes_never_panic() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.usize(0..300)).map(|_| random.u8(..)).collect();
        assert!(read(&String::from_utf8_lossy(&bytes), &|_| None).is_err());
    }
    for nested in ["a = ".to_owned() + &"[".repeat(60_000), "a.".repeat(30_000) + "a = 1"] {
        assert!(read(&nested, &|_| None).is_err());
    }
}
