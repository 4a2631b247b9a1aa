//! Texts that people have read, and the width of lines.

use std::env;
use std::fs;
use std::path::Path;

use kawari_rules::GameDefinition;
use kawari_rules::describe::{Language, rules, text};
use kawari_rules::random::definition as random_definition;
use unicode_width::UnicodeWidthStr;

use crate::definitions::{based_on, definition, definitions};

fn check(name: &str, game: &GameDefinition) {
    for (language, code) in [(Language::English, "en"), (Language::Japanese, "ja")] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/describe/{name}.{code}.txt"));
        let written = text(&rules(game, language)).join("\n\n") + "\n";
        if env::var_os("KAWARI_WRITE_GOLDEN").is_some() {
            fs::write(&path, &written).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap();
        assert_eq!(written, expected, "{}", path.display());
    }
}

/// KAWARI_WRITE_GOLDEN=1 writes the files.
#[test]
fn texts_equal_their_golden_files() {
    for name in [
        "shogi",
        "minishogi",
        "hajiku",
        "yari",
        "dobutsu",
        "kyotoshogi",
        "micro",
        "torishogi",
        "checkshogi",
        "euroshogi",
        "dai-hasami",
        "hasami",
        "hasami-brainking",
        "hasami-five",
        "hasami-jsa",
        "hasami-kochi",
        "hasami-ludos",
        "mak-yek",
    ] {
        check(name, &definition(name));
    }
}

/// Games made of rules that the games of the repository do not have.
#[test]
fn texts_of_unusual_games_equal_their_golden_files() {
    check("unusual-drop", &based_on("okisakishogi", include_str!("unusual-drop.toml")));
    check("unusual-hasami", &based_on("hasami", include_str!("unusual-hasami.toml")));
    check("no-royal", &based_on("gorogoro", include_str!("no-royal.toml")));
}

#[test]
fn no_line_is_wider_than_78_columns() {
    let long = based_on(
        "shogi",
        &format!(
            "[pieces.P]\nname = \"{}\"\nname-ja = \"{}\"",
            "Wide ".repeat(8).trim(),
            "歩".repeat(40)
        ),
    );
    for game in definitions().iter().chain([&long]) {
        assert_layout(game);
    }
}

#[test]
fn random_games_are_described() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        assert_layout(&random_definition(&mut |limit| random.usize(..limit)));
    }
}

/// Checks that paragraphs have text and lines are not too wide.
fn assert_layout(game: &GameDefinition) {
    for language in [Language::English, Language::Japanese] {
        for paragraph in text(&rules(game, language)) {
            assert!(!paragraph.is_empty(), "{game:?}");
            for line in paragraph.lines() {
                assert!(line.width() <= 78, "{}: {line}", game.general.name);
                assert_eq!(line.trim_end(), line, "{}", game.general.name);
            }
        }
    }
}
