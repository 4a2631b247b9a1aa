//! The cases in `tests/golden`: games with results, positions with legal moves, illegal input,
//! and game records.
//!
//! `cases.txt` has one case a line, its fields split by `|`:
//! `play|variant|sfen or startpos|moves|resulting sfen|status`,
//! `legal|variant|sfen|moves`, `illegal|variant|sfen|moves|the illegal move|ply`,
//! `badsfen|variant|sfen`. `records.txt` has `variant|moves|record` lines, all
//! from the start position.

use std::fs;
use std::path::Path;

use kawari_engine::engine::game_state::{self, GameState, PositionError, StartPosition};
use kawari_engine::notation::error::MoveError;

fn golden(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    fs::read_to_string(folder.join(file)).expect("golden data")
}

/// Returns the cases of one kind, without the field of the kind.
fn cases(kind: &str) -> Vec<Vec<String>> {
    let all = golden("cases.txt");
    let fields = all.lines().map(|line| line.split('|').map(str::to_owned).collect::<Vec<_>>());
    let cases: Vec<_> =
        fields.filter(|fields| fields[0] == kind).map(|fields| fields[1..].to_vec()).collect();
    assert!(!cases.is_empty(), "{kind}");
    cases
}

fn open(variant: &str) -> Box<dyn GameState> {
    game_state::open(variant.parse().expect("a game of the registry"))
}

fn start(sfen: &str) -> StartPosition<'_> {
    if sfen == "startpos" { StartPosition::Initial } else { StartPosition::Sfen(sfen) }
}

/// Returns the game after its moves, or the error.
fn played(variant: &str, sfen: &str, moves: &str) -> Result<Box<dyn GameState>, PositionError> {
    let mut line = open(variant);
    let moves: Vec<&str> = moves.split_whitespace().collect();
    line.set(start(sfen), &moves)?;
    Ok(line)
}

fn status(game_state: &dyn GameState) -> String {
    game_state.status().map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn games_have_the_golden_positions_and_results() {
    for case in cases("play") {
        let [variant, sfen, moves, result, expected] = &case[..] else { panic!("{case:?}") };
        let line = played(variant, sfen, moves).unwrap_or_else(|error| panic!("{case:?}: {error}"));
        assert_eq!(&line.sfen(), result, "{case:?}");
        assert_eq!(&status(&*line), expected, "{case:?}");
    }
}

#[test]
fn positions_have_the_golden_moves() {
    for case in cases("legal") {
        let [variant, sfen, moves] = &case[..] else { panic!("{case:?}") };
        let line = played(variant, sfen, "").expect("a good SFEN");
        let moves: Vec<&str> = moves.split_whitespace().collect();
        assert_eq!(line.legal_moves_in_usi(), moves, "{case:?}");
    }
}

#[test]
fn illegal_moves_are_rejected_at_their_ply() {
    for case in cases("illegal") {
        let [variant, sfen, moves, word, place] = &case[..] else { panic!("{case:?}") };
        let error = played(variant, sfen, moves).err().expect("an illegal move");
        let (refused, ply) = match error {
            PositionError::Move {
                ply,
                source:
                    MoveError::Syntax(text)
                    | MoveError::Illegal { word: text, .. }
                    | MoveError::Ambiguous(text),
            } => (text, ply),
            PositionError::GameOver { ply, word, .. } => (word, ply),
            other => panic!("{case:?}: {other}"),
        };
        assert_eq!(&refused, word, "{case:?}");
        assert_eq!(&ply.to_string(), place, "{case:?}");
    }
}

#[test]
fn bad_sfens_are_rejected() {
    for case in cases("badsfen") {
        let [variant, sfen] = &case[..] else { panic!("{case:?}") };
        let refused = played(variant, sfen, "").err();
        assert!(matches!(refused, Some(PositionError::Sfen { .. })), "{case:?}: {refused:?}");
    }
}

#[test]
fn all_cases_have_a_known_kind() {
    for line in golden("cases.txt").lines() {
        let kind = line.split('|').next();
        assert!(matches!(kind, Some("play" | "legal" | "illegal" | "badsfen")), "{line}");
    }
}

#[test]
fn records_are_written_and_read() {
    let records = golden("records.txt");
    assert!(!records.is_empty());
    for golden in records.lines() {
        let fields: Vec<&str> = golden.split('|').collect();
        let [variant, moves, words] = fields[..] else { panic!("{golden}") };
        let line = played(variant, "startpos", moves).expect("legal moves");
        let words: Vec<&str> = words.split_whitespace().collect();
        assert_eq!(line.record(), words, "{golden}");

        let mut line = open(variant);
        for (word, usi) in words.iter().zip(moves.split_whitespace()) {
            assert_eq!(
                line.parse_move_record(word).map(|mv| mv.to_string()),
                Ok(usi.to_owned()),
                "{variant}: {}",
                line.sfen()
            );
            line.push(usi).expect("a legal move");
        }
    }
}
