//! Invariants that hold for arbitrary input, one for each kind of input of the program.
//!
//! The fuzz targets in `fuzz/` check them on generated input. `cargo test` checks them on the
//! seeds in `tests/fuzz/seeds`, which include every input that once violated an invariant.

mod definitions;
mod request;
mod sessions;

use std::path::PathBuf;
use std::{env, fs, process, slice, thread};

use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_lab::analyse::{self, AnalyseConfig};
use kawari_lab::batch::BatchConfig;
use kawari_lab::matches::merge;
use kawari_protocol::command::Command;
use kawari_protocol::input;
use kawari_protocol::options::Options;

pub use definitions::definition;
pub use request::request;
pub use sessions::{cecp, session};

/// A check of an invariant; panics if the bytes violate it.
pub type Invariant = fn(&[u8]);

/// The invariants and their names, which are also the names of the fuzz targets and of the
/// seed folders.
pub const INVARIANTS: [(&str, Invariant); 9] = [
    ("command", command),
    ("session", session),
    ("cecp", cecp),
    ("sfen", sfen),
    ("moves", moves),
    ("match_log", match_log),
    ("analysis", analysis),
    ("request", request),
    ("definition", definition),
];

/// Checks that a line is parsed or rejected with a message, and that a rejected option
/// changes nothing.
pub fn command(bytes: &[u8]) {
    let line = input::text(bytes);
    match Command::parse(&line) {
        Ok(None) => assert!(line.trim_ascii().is_empty(), "{line:?}"),
        Ok(Some(Command::SetOption { name, value })) => {
            let mut options = Options::default();
            if options.set(&name, &value).is_err() {
                assert_eq!(options, Options::default(), "{line:?} is rejected but changes options");
            }
        }
        Ok(Some(_)) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Returns the variant selected by the first byte, and the other bytes.
fn game(bytes: &[u8]) -> Option<(Variant, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    Some((Variant::ALL[usize::from(first) % Variant::ALL.len()], rest))
}

/// Checks that an accepted SFEN gives a consistent position, and so does each legal move in
/// it.
pub fn sfen(bytes: &[u8]) {
    let Some((variant, text)) = game(bytes) else { return };
    let text = String::from_utf8_lossy(text);
    let mut game = game_state::open(variant);
    if game.set(StartPosition::Sfen(&text), &[]).is_err() {
        assert_eq!(
            game.sfen(),
            game_state::open(variant).sfen(),
            "{text:?} is rejected but changes the position"
        );
        return;
    }
    assert_consistent(variant, &*game);
    for word in game.legal_moves_in_usi() {
        let mut next = game_state::open(variant);
        next.set(StartPosition::Sfen(&text), &[&word]).expect("a legal move");
        assert_consistent(variant, &*next);
    }
}

/// Asserts what holds in every position: the SFEN round-trips, and keys, move lists and perft
/// agree.
fn assert_consistent(variant: Variant, game: &dyn GameState) {
    let sfen = game.sfen();
    let mut again = game_state::open(variant);
    again.set(StartPosition::Sfen(&sfen), &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.sfen(), sfen);
    assert_eq!(again.key(), game.key(), "{sfen}");
    assert_eq!(again.legal_moves_in_usi(), game.legal_moves_in_usi(), "{sfen}");
    assert_eq!(game.perft(1), game.legal_moves().len() as u64, "{sfen}");
    assert!(game.diagram().lines().count() >= game.info().ranks, "{sfen}");
    assert!(game.status().is_some() || !game.legal_moves().is_empty(), "{sfen}");
}

/// Checks a list of moves in USI or record notation. An accepted move is a legal move, and a
/// rejected one changes nothing. The moves can be replayed from the USI list and from the
/// record. `#` and a number select a legal move by index, so that whole games are played.
pub fn moves(bytes: &[u8]) {
    const PLIES: usize = 60;
    let Some((variant, text)) = game(bytes) else { return };
    let text = String::from_utf8_lossy(text);
    let mut game = game_state::open(variant);
    for word in text.split_ascii_whitespace().take(PLIES) {
        let legal = game.legal_moves_in_usi();
        let number = word.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        let word = match number {
            Some(number) if !legal.is_empty() => legal[number % legal.len()].clone(),
            _ => word.to_owned(),
        };
        let before = (game.sfen(), game.key());
        let is_listed = legal.contains(&word);
        match game.push(&word) {
            Ok(()) => {
                let played = game.moves_in_usi().pop().expect("a move");
                assert!(legal.contains(&played), "{word} in {}", before.0);
            }
            Err(_) => {
                assert!(!is_listed, "{word} in {}", before.0);
                assert_eq!((game.sfen(), game.key()), before, "{word}");
            }
        }
        if let Ok(read) = game.parse_move_record(&word) {
            assert!(game.legal_moves().contains(&read), "{word} in {}", game.sfen());
        }
    }
    assert_consistent(variant, &*game);
    let moves = game.moves_in_usi();
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut again = game_state::open(variant);
    again.set(StartPosition::Initial, &words).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.status(), game.status());
    let mut read = game_state::open(variant);
    for word in game.record() {
        let word = read.parse_move_record(&word).unwrap_or_else(|error| panic!("{word}: {error}"));
        read.push_move(word).expect("a legal move");
    }
    assert_eq!(read.sfen(), game.sfen());
}

/// Checks that a match log gives a report or an error, never both.
pub fn match_log(bytes: &[u8]) {
    let file = TemporaryFile::new("log", bytes);
    let mut report = Vec::new();
    match merge::run(slice::from_ref(&file.0), None, &mut report) {
        Ok(_) => assert!(String::from_utf8(report).is_ok_and(|text| text.ends_with('\n'))),
        Err(error) => assert!(report.is_empty() && !format!("{error:#}").is_empty()),
    }
}

/// Checks that each line to be analysed has at most one answer, in order and as JSON.
pub fn analysis(bytes: &[u8]) {
    let file = TemporaryFile::new("analysis", bytes);
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let files = vec![file.0.clone()];
    let batch = BatchConfig { files, jobs: Some(1), ..BatchConfig::default() };
    let config = AnalyseConfig { batch, hash: Some(1), limits, ..AnalyseConfig::default() };
    let mut answers = Vec::new();
    let all_are_good = analyse::run(&config, &mut answers).expect("a file to be read");
    let answers = String::from_utf8(answers).expect("text");
    let mut last = 0;
    let mut has_error = false;
    for answer in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("JSON");
        let line = answer["line"].as_u64().expect("a number");
        assert!(line > last, "{answers}");
        last = line;
        let error = !answer["error"].is_null();
        assert!(error || !answer["result"].is_null() || !answer["bestmove"].is_null());
        has_error |= error;
    }
    assert_eq!(all_are_good, !has_error, "{answers}");
    assert!(last <= bytes.split(|&byte| byte == b'\n').count() as u64);
}

/// A temporary file, removed when dropped.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let thread = thread::current().id();
        let name = format!("kawari-{name}-{}-{thread:?}", process::id());
        let path = env::temp_dir().join(name);
        fs::write(&path, bytes).expect("a file");
        Self(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}
