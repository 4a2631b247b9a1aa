//! Japanese notation of moves.

use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::MoveError;
use kawari_records::japanese::{split_numeral, write_move};
use kawari_records::move_text;
use kawari_rules::describe::kanji_number;

use crate::{games, random_moves};

/// Returns the legal move that a text denotes after the moves of a position.
fn find(variant: Variant, sfen: &str, moves: &[&str], word: &str) -> Result<String, MoveError> {
    let mut game_state = game_state::open(variant);
    let start = if sfen.is_empty() { StartPosition::Initial } else { StartPosition::Sfen(sfen) };
    game_state.set(start, moves).expect("a legal position");
    move_text::find(&*game_state, word).map(|found| found.usi)
}

fn shogi(sfen: &str, word: &str) -> Result<String, MoveError> {
    find(Variant::Shogi, sfen, &[], word)
}

#[test]
fn every_legal_move_round_trips() {
    let mut random = fastrand::Rng::with_seed(36);
    for variant in games() {
        let mut checked = 0;
        for _ in 0..12 {
            let mut game_state = game_state::open(variant);
            let plies = random.usize(..80);
            random_moves(&mut *game_state, plies, &mut random);
            checked += check_moves(&*game_state);
        }
        assert!(checked >= 100, "{variant}: {checked} moves");
    }
}

/// Writes and reads all legal moves of a position. Returns their number.
fn check_moves(game_state: &dyn GameState) -> usize {
    let moves = game_state.detailed_moves();
    for mv in &moves {
        let written = write_move(game_state, mv);
        let read = move_text::find(game_state, &written).map(|found| found.usi);
        assert_eq!(read.as_ref(), Ok(&mv.usi), "{written} in {}", game_state.sfen());
    }
    moves.len()
}

#[test]
fn moves_of_kif_files_are_read() {
    for word in ["７六歩(77)", "☗７六歩", "▲７六歩(77)", "76歩", "７六歩", "7六歩"]
    {
        assert_eq!(shogi("", word), Ok("7g7f".to_owned()), "{word}");
    }
    let exchange = ["7g7f", "3c3d"];
    for word in ["２二角成(88)", "22角成", "２二角成"] {
        let found = find(Variant::Shogi, "", &exchange, word);
        assert_eq!(found, Ok("8h2b+".to_owned()), "{word}");
    }
    for word in ["２二角不成", "２二角生(88)", "２二角(88)", "２二角"] {
        let found = find(Variant::Shogi, "", &exchange, word);
        assert_eq!(found, Ok("8h2b".to_owned()), "{word}");
    }
    let recapture = ["7g7f", "3c3d", "8h2b+"];
    for word in ["同　銀(31)", "同銀", "△同銀", "２二銀", "２二同銀", "同２二銀"]
    {
        let found = find(Variant::Shogi, "", &recapture, word);
        assert_eq!(found, Ok("3a2b".to_owned()), "{word}");
    }
    let drop = ["7g7f", "3c3d", "8h2b+", "3a2b"];
    assert_eq!(find(Variant::Shogi, "", &drop, "５五角打"), Ok("B*5e".to_owned()));
    assert_eq!(find(Variant::Shogi, "", &drop, "55角"), Ok("B*5e".to_owned()));
}

#[test]
fn relative_words_select_a_piece() {
    let sfen = "k8/9/9/9/9/9/9/3G1G3/4G3K b - 1";
    for (word, usi) in [
        ("５八金右", "4h5h"),
        ("５八金左", "6h5h"),
        ("５八金直", "5i5h"),
        ("５八金上", "5i5h"),
        ("５八金寄", ""),
        ("５八金右寄", "4h5h"),
        ("５八金引", "-"),
        ("５八金", ""),
        ("５八金(48)", "4h5h"),
    ] {
        let expected = match usi {
            "" => Err(MoveError::Ambiguous(word.to_owned())),
            "-" => Err(MoveError::illegal(word)),
            usi => Ok(usi.to_owned()),
        };
        assert_eq!(shogi(sfen, word), expected, "{word}");
    }
    // White sees the board from the other side.
    let sfen = "k3g4/3g1g3/9/9/9/9/9/9/8K w - 1";
    assert_eq!(shogi(sfen, "５二金右"), Ok("6b5b".to_owned()));
    assert_eq!(shogi(sfen, "５二金左"), Ok("4b5b".to_owned()));
    assert_eq!(shogi(sfen, "５二金直"), Ok("5a5b".to_owned()));
}

#[test]
fn moves_of_other_games_are_read() {
    let start = |variant, word| find(variant, "", &[], word);
    assert_eq!(start(Variant::Hasami, "９五(99)"), Ok("9i9e".to_owned()));
    assert_eq!(start(Variant::Hasami, "９五歩(99)"), Ok("9i9e".to_owned()));
    assert_eq!(start(Variant::Hasami, "９五"), Ok("9i9e".to_owned()));
    let two = find(Variant::Hasami, "", &["9i9e", "1a1e"], "８五");
    assert_eq!(two, Err(MoveError::Ambiguous("８五".to_owned())));
    let white = find(Variant::Hasami, "", &["9i9e"], "１五と(11)");
    assert_eq!(white, Ok("1a1e".to_owned()));
    let capture = "7pp/9/9/9/Ppp6/9/9/9/3P4P b - 1";
    let found = find(Variant::Hasami, capture, &[], "６五(69) 取７五・８五");
    assert_eq!(found, Ok("6i6e".to_owned()));
    let flip = "3k3/3g3/3+G3/7/7/7/7/7/K6 b - 1";
    assert_eq!(find(Variant::Hajiku, flip, &[], "４二飛反(43)"), Ok("4c4b+".to_owned()));
    assert_eq!(find(Variant::Hajiku, flip, &[], "４二飛"), Ok("4c4b".to_owned()));
    let counter = "3k3/3G!3/7/7/7/7/7/7/K6 w - 2";
    assert_eq!(find(Variant::Hajiku, counter, &[], "４二玉返"), Ok("4a4b!".to_owned()));
    assert_eq!(find(Variant::Hajiku, counter, &[], "４二玉"), Ok("4a4b".to_owned()));
}

#[test]
fn bad_moves_are_errors() {
    for word in ["７五歩", "同歩", "７六飛", "５五角打", "７六歩成"] {
        assert_eq!(shogi("", word), Err(MoveError::illegal(word)), "{word}");
    }
    for word in ["歩", "あ", "７", "十二歩", "７六歩(7", "９十歩"] {
        assert!(shogi("", word).is_err(), "{word}");
    }
}

#[test]
fn numerals_round_trip() {
    for number in 1..100u32 {
        let written = kanji_number(number);
        assert_eq!(
            split_numeral(&format!("{written}　歩")),
            Some((number as usize, "　歩")),
            "{written}"
        );
    }
    assert_eq!([10u32, 18, 40].map(kanji_number), ["十", "十八", "四十"]);
    assert_eq!(split_numeral("歩"), None);
}
