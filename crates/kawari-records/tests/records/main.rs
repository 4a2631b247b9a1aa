//! Tests of the record formats and of Japanese notation.

mod csa;
mod japanese;
mod kif;

use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_records::records::any_format::read_text;
use kawari_records::records::movetext::MoveBudget;
use kawari_records::records::{ReadRecord, RecordGame, RecordMove, unusual_start};

/// Returns the built-in games, a game whose pieces flip with every move, and a large board.
fn games() -> Vec<Variant> {
    let files = ["kyotoshogi", "torishogi"].map(|name| {
        let path = format!("{}/../kawari-rules/games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a definition")
    });
    let large = "base = \"hasami\"\nname = \"large\"\ntitle = \"Large\"\ntitle-ja = \"大\"\nfiles = 11\nranks = 11\n\
                 start = \"ppppppppppp/11/11/11/11/11/11/11/11/11/PPPPPPPPPPP b - 1\"\n";
    let texts = files.iter().map(String::as_str).chain([large]);
    let loaded = texts.map(|text| loaded::load(text).expect("a valid definition"));
    Variant::ALL.iter().copied().chain(loaded).collect()
}

/// Plays random moves from a position. Returns a move's index for each position.
fn random_moves(
    game_state: &mut dyn GameState,
    plies: usize,
    random: &mut fastrand::Rng,
) -> Vec<RecordMove> {
    let mut moves = Vec::new();
    while moves.len() < plies && game_state.status().is_none() {
        let legal = game_state.legal_moves_in_usi();
        let Some(usi) = random.choice(&legal) else { break };
        let record = game_state.describe_move(usi).expect("a legal move").record;
        game_state.push(usi).expect("a legal move");
        moves.push(RecordMove { usi: usi.clone(), record, comment: None, variations: Vec::new() });
    }
    moves
}

/// Returns a random game with comments and, if `depth` is not 0, nested variations.
fn random_record(variant: Variant, depth: usize, random: &mut fastrand::Rng) -> RecordGame {
    let mut game_state = game_state::open(variant);
    // Some games begin at a position of another game.
    random_moves(&mut *game_state, random.usize(..40) / 2 * (random.usize(..2)), random);
    let sfen = game_state.sfen();
    let mut words: Vec<&str> = sfen.split(' ').collect();
    // KIF and CSA files number the moves from 1.
    words[3] = "1";
    let sfen = words.join(" ");
    let start = game_state::StartPosition::Sfen(&sfen);
    game_state.set(start, &[]).expect("a position of the game");
    let start = unusual_start(&*game_state);
    let mut record = RecordGame { start, ..RecordGame::new(variant.info().name) };
    record.moves = random_line(&mut *game_state, 30, depth, random);
    record.comment = random.bool().then(|| "a comment\n二行目".to_owned());
    (record.black, record.white) = (Some("黒".to_owned()), Some("White 5".to_owned()));
    record.event = Some("Event".to_owned());
    record.date = Some("2026-11-26".to_owned());
    let outcome = game_state.status();
    record.result = outcome.map(Into::into);
    record.reason = outcome.map(|outcome| outcome.reason().to_string());
    record
}

/// Plays a random line and leaves the game at its end.
fn random_line(
    game_state: &mut dyn GameState,
    plies: usize,
    depth: usize,
    random: &mut fastrand::Rng,
) -> Vec<RecordMove> {
    let mut moves = random_moves(game_state, plies, random);
    let end = moves.len();
    for at in (0..end).rev() {
        game_state.pop();
        if random.u32(..5) == 0 {
            moves[at].comment = Some("コメント".to_owned());
        }
        if depth > 0 && random.u32(..5) == 0 {
            let mut variation = random_line(game_state, 5, depth - 1, random);
            for _ in &variation {
                game_state.pop();
            }
            // An alternative to the first move of a variation is another variation.
            let Some(first) = variation.first_mut() else { continue };
            first.variations.clear();
            if first.usi != moves[at].usi {
                moves[at].variations.push(variation);
            }
        }
    }
    for played in &moves {
        game_state.push(&played.usi).expect("a legal move");
    }
    moves
}

fn read(text: &str, fallback: Option<Variant>) -> Result<RecordGame, String> {
    read_text(text, fallback, &mut MoveBudget::new(|| false))
        .map(|ReadRecord { record, .. }| record)
}

/// Changes some characters of files and reads them. They may be read or rejected, without a panic.
fn read_damaged_files(texts: &[String], random: &mut fastrand::Rng) {
    let letters: Vec<char> =
        "+-09'*|()：: \n同五歩成打手変化v・玉PIAL%,/\u{3000}é".chars().collect();
    let mut rejected = 0;
    for round in 0..2_000 {
        let mut text: Vec<char> = texts[round % texts.len()].chars().collect();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..text.len());
            match random.u32(..3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, *random.choice(&letters).expect("a letter")),
                _ => text[at] = *random.choice(&letters).expect("a letter"),
            }
        }
        let text: String = text.into_iter().collect();
        rejected += usize::from(read(&text, Some(Variant::Shogi)).is_err());
    }
    assert!(rejected > 100, "{rejected} files are rejected");
}

/// Returns the moves of the main line.
fn main_line(record: &RecordGame) -> String {
    record.main_line().join(" ")
}
