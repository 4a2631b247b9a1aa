//! The puzzles `puzzles.jsonl` in the games' folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use kawari_engine::games::variants::Variant;
use kawari_lab::puzzles::{
    self, Puzzle, PuzzleTheme, check_fields, check_puzzle, position_identity,
};

/// Returns the files of puzzles, with the name of the game in their path.
fn files() -> BTreeMap<String, PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kawari-engine/src/games");
    let mut files = BTreeMap::new();
    for family in ["drop", "hasami"] {
        for folder in fs::read_dir(games.join(family)).expect("a folder of games") {
            let folder = folder.expect("a readable entry");
            let file = folder.path().join("puzzles.jsonl");
            if file.is_file() {
                let name = folder.file_name().to_string_lossy().replace('_', "-");
                files.insert(name, file);
            }
        }
    }
    files
}

fn read(path: &Path) -> Vec<Puzzle> {
    puzzles::read(path).expect("a file of puzzles")
}

#[test]
fn puzzles_are_legal_and_distinct() {
    let files = files();
    assert!(files.len() >= 3, "{files:?}");
    for (game, path) in &files {
        let variant: Variant = game.parse().expect("a game");
        let puzzles = read(path);
        let mut ids = Vec::new();
        let mut positions = Vec::new();
        for puzzle in &puzzles {
            assert_eq!(puzzle.variant, *game, "{}", puzzle.id);
            check_fields(puzzle).unwrap_or_else(|error| panic!("{}: {error:#}", puzzle.id));
            ids.push(puzzle.id.clone());
            positions.push(position_identity(variant, &puzzle.position));
        }
        for mut names in [ids, positions] {
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), puzzles.len(), "{game}: duplicate");
        }
    }
}

/// Checks some short puzzles of each game and theme.
#[test]
fn sample_of_each_theme_is_correct() {
    for path in files().values() {
        let puzzles = read(path);
        for theme in [PuzzleTheme::Mate, PuzzleTheme::Row, PuzzleTheme::Gain, PuzzleTheme::Endgame]
        {
            let short = puzzles.iter().filter(|it| it.theme == theme && it.plies <= 5);
            for puzzle in short.step_by(29).take(3) {
                check_puzzle(puzzle, 50_000)
                    .unwrap_or_else(|error| panic!("{}: {error:#}", puzzle.id));
            }
        }
    }
}

#[test]
fn wrong_puzzles_are_rejected() {
    let path = &files()["hajiku"];
    let puzzle = read(path).into_iter().find(|puzzle| puzzle.plies == 3).expect("a mate");
    let message = |puzzle: &Puzzle| check_puzzle(puzzle, 1_000).expect_err("wrong").to_string();
    let even = Puzzle { plies: 2, ..puzzle.clone() };
    assert_eq!(message(&even), "the line has an even number of plies: 2");
    let short = Puzzle { moves: puzzle.moves[..1].to_vec(), ..puzzle.clone() };
    assert_eq!(message(&short), "the line has 1 moves, not 3");
    let single = Puzzle { plies: 1, ..short };
    assert_eq!(message(&single), "the win takes 3 plies");
    let unrated = Puzzle { difficulty: 9, ..puzzle.clone() };
    assert_eq!(message(&unrated), "the difficulty is 9, not 1 to 8");
    let gain = Puzzle { theme: PuzzleTheme::Row, ..puzzle };
    assert_eq!(message(&gain), "the theme does not occur in hajiku");
}
