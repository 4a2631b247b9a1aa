//! Tests of CECP.

use super::*;
use crate::game_command::{CecpTimeControl, GameCommand};
use kawari_engine::core::outcome::Reason;
use kawari_engine::core::score::{mate_in, mated_in};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::time_manager::MAX_TIME;
use kawari_engine::search::transposition_table::Bound;
use std::time::Duration;

fn game(variant: Variant, sfen: &str, moves: &[&str]) -> Box<dyn GameState> {
    let mut game = game_state::open(variant);
    game.set(StartPosition::Sfen(sfen), moves).expect("a position");
    game
}

fn read(line: &str) -> Command {
    Cecp.read(line).expect("a valid line").expect("not blank")
}

fn error(line: &str) -> String {
    Cecp.read(line).expect_err("an invalid line").to_string()
}

#[test]
fn lines_are_parsed() {
    let mv = |word: &str| Command::Game(GameCommand::Move(word.to_owned()));
    assert_eq!(read("usermove a3a4+"), mv("a3a4+"));
    assert_eq!(read("g1g7s"), mv("g1g7s"));
    assert_eq!(read("P@e5"), mv("P@e5"));
    assert_eq!(read("?"), Command::Stop);
    assert_eq!(read(" ping 12 "), Command::Game(GameCommand::Ping("12".to_owned())));
    let level = |moves, time, increment| {
        let [time, increment] = [time, increment].map(Duration::from_millis);
        Command::Game(GameCommand::Level(CecpTimeControl { moves, time, increment }))
    };
    assert_eq!(read("level 40 5 0"), level(40, 300_000, 0));
    assert_eq!(read("level 0 0:10 0.1"), level(0, 10_000, 100));
    assert_eq!(read("time -5"), Command::Game(GameCommand::OwnTime(Duration::ZERO)));
    assert_eq!(
        read("otim 250"),
        Command::Game(GameCommand::OtherTime(Duration::from_millis(2500)))
    );
    assert_eq!(read("st 1e30"), Command::Game(GameCommand::MoveTime(MAX_TIME)));
    assert_eq!(read(&format!("time {}", i64::MAX)), Command::Game(GameCommand::OwnTime(MAX_TIME)));
    for (line, name, value) in [
        ("memory 64", "USI_Hash", "64"),
        ("cores 2", "Threads", "2"),
        ("option DebugLog=a b.txt", "DebugLog", "a b.txt"),
        ("option ClearHash", "ClearHash", ""),
    ] {
        let [name, value] = [name, value].map(str::to_owned);
        assert_eq!(read(line), Command::SetOption { name, value });
    }
    for line in ["", "accepted ping", "computer", "name A B", "random", "hover e5"] {
        assert_eq!(Cecp.read(line), Ok(None), "{line}");
    }
    assert_eq!(error("sing"), "unknown command `sing`");
    assert_eq!(
        error("level 40 5"),
        "level: the line ends where moves, time and increment is expected"
    );
    assert_eq!(error("sd deep"), "sd: word 2 is `deep` where a whole number is expected");
    assert_eq!(error("st -1"), "st: word 2 is `-1` where a time is expected");
    assert_eq!(error("usermove"), "usermove: the line ends where a move is expected");
}

#[test]
fn moves_of_random_games_round_trip() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut flips = [0, 0];
    for (variant, _) in xboard_variants() {
        for _ in 0..2 {
            let mut game_state = game_state::open(variant);
            for _ in 0..100 {
                let moves: Vec<String> = game_state
                    .legal_moves_in_usi()
                    .into_iter()
                    .filter(|mv| !mv.ends_with('!'))
                    .collect();
                for mv in &moves {
                    let word = Cecp.move_text(mv, &*game_state);
                    assert_eq!(
                        Cecp.usi_move_in_position(&word, &*game_state).as_ref(),
                        Some(mv),
                        "{word}"
                    );
                    if mv.ends_with('+') {
                        flips[usize::from(word.ends_with('+'))] += 1;
                    }
                }
                let flipping = moves.iter().find(|mv| mv.ends_with('+') && random.bool());
                let Some(mv) = flipping.or(random.choice(&moves)) else { break };
                game_state.push(mv).expect("a legal move");
            }
        }
    }
    assert!(flips.iter().all(|&count| count > 100), "{flips:?}");
}

#[test]
fn sequences_use_the_letters_after_flips() {
    let start = "k6/7/3+G3/7/7/7/7/7/K6 b S 1";
    let root = RootInfo::of(&*game(Variant::Hajiku, start, &[]));
    let moves = ["4c4b+", "7a7b", "S*1e", "7b7a", "4b4c+"].map(str::to_owned);
    assert_eq!(moves_text(&moves, &root), ["d7d8g", "a9a8", "S@g5", "a8a9", "d8d7r"]);
    let line = game(Variant::Hajiku, start, &[]);
    let read = |word| Cecp.usi_move_in_position(word, &*line);
    assert_eq!(read("d7d8r").as_deref(), Some("4c4b"));
    assert_eq!(read("d7d8="), read("d7d8"));
    assert_eq!(read("d7d8s"), None);
    assert_eq!(read("d7"), None);
}

#[test]
fn positions_have_a_letter_for_each_side() {
    let hajiku = Variant::Hajiku.info();
    let xboard_variant = XboardVariant::of(hajiku).expect("an xboard variant");
    let start = xboard_variant.write(&chess::fen(hajiku, hajiku.startpos));
    assert_eq!(start, "vcfkgsh/1r3b1/ppppppp/7/7/7/PPPPPPP/1B3R1/HSGKFCV[] w - - 0 1");
    assert_eq!(xboard_variant.write("3k3/3G!3/3+p3[+GC+s]"), "3k3/3G3/3+p3[RCv]");
    let fen = "3k3/3g3/3R3/3+P3[Rcv] w - - 0 1";
    assert_eq!(Cecp.fen(fen, hajiku), "3k3/3g3/3+G3/3+P3[+Gc+s] w - - 0 1");
    let yari = "3k3/7/3+R3 [Rb] w - - 0 1";
    assert_eq!(Cecp.fen(yari, Variant::Yari.info()), "3k3/7/3+R3[Rb] w - - 0 1");
}

#[test]
fn xboard_variants_match_their_games() {
    for (variant, xboard_variant) in xboard_variants() {
        let (game, info) = (variant.info(), xboard_variant.info);
        assert!(info.board.starts_with(&format!("{}x{}+", game.files, game.ranks)));
        let (white, black) = info.letters.split_at(info.letters.len() / 2);
        assert_eq!(white.to_ascii_lowercase(), black);
        assert!(white.ends_with('K'));
        let board = xboard_variant.write(game.startpos.split(' ').next().expect("a board"));
        let letters = board.chars().filter(char::is_ascii_alphabetic);
        letters.for_each(|letter| assert!(info.letters.contains(letter), "{letter}"));
        for (at, letter) in white.char_indices().filter(|(_, letter)| *letter == '+') {
            let partner = white.as_bytes()[at - 11];
            assert!(partner.is_ascii_alphabetic(), "{letter} at {at}");
        }
        let lettered = |name: &&(&str, &str)| white.contains(name.0.trim_matches(['+', '&']));
        assert!(info.moves.iter().all(|name| lettered(&name)));
    }
}

#[test]
fn games_that_xboard_cannot_show_are_rejected() {
    assert_eq!(Cecp.game("yari").ok(), Some(Variant::Yari));
    // The shipped game.
    assert_eq!(Cecp.game("yarishogi").ok().map(|game| game.info().name), Some("yarishogi"));
    assert_eq!(Cecp.game("hajikushogi").ok(), Some(Variant::Hajiku));
    let rejection = |name| {
        let error = Cecp.game(name).expect_err("not offered");
        Cecp.rejection(&format!("variant {name}"), &error)
    };
    let hasami = rejection("hasami");
    assert!(hasami.starts_with("tellusererror xboard cannot show hasami: it does not take"));
    assert_eq!(rejection("chess"), "tellusererror unknown variant \"chess\"");
}

#[test]
fn rejections_quote_the_line() {
    let illegal = ProtocolError::Move(MoveError::illegal("a1a9"));
    assert_eq!(
        Cecp.rejection("usermove a1a9", &illegal),
        "Illegal move (`a1a9` is not legal here): a1a9"
    );
    let unknown = CommandError::Unknown("sing".to_owned()).into();
    assert_eq!(Cecp.rejection("sing it", &unknown), "Error (unknown command `sing`): sing it");
}

#[test]
fn progress_lines_have_their_columns() {
    let line = game(Variant::Yari, "6k/7/7/7/7/7/3P3/7/K6 b - 1", &[]);
    let info = |score| SearchInfo {
        depth: 5,
        seldepth: 9,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 3000,
        hashfull: 17,
        time: Duration::from_millis(1500),
        pv: vec!["4g4f".parse().expect("a move")],
    };
    let format = |score| Cecp.info(&info(score), false, &RootInfo::of(&*line));
    assert_eq!(format(31), "5 31 150 3000 9 2000 0\td3d4");
    assert!(format(mate_in(3)).starts_with("5 100002 "));
    assert!(format(mated_in(4)).starts_with("5 -100002 "));
}

#[test]
fn answers_and_results() {
    let root = RootInfo::start(Variant::Yari.info());
    let answer = |answer| Cecp.answer(&answer, &root).concat();
    let best = "4g4f".parse().expect("a move");
    assert_eq!(answer(SearchAnswer::Move { best, ponder: None }), "move d3d4");
    assert_eq!(answer(SearchAnswer::Resign), "resign");
    assert_eq!(answer(SearchAnswer::Win), "1-0 {won}");
    let won = Outcome::Win(Color::White, Reason::Checkmate);
    assert_eq!(Cecp.result(won), "0-1 {checkmate}");
    let drawn = Outcome::Draw(Reason::Impasse);
    assert_eq!(Cecp.result(drawn), "1/2-1/2 {impasse}");
}

#[test]
fn highlights_and_promotion_choices() {
    let line = game(Variant::Hajiku, "3k3/3g3/3+G3/7/7/7/7/6P/K6 b - 1", &[]);
    let highlight = Cecp.highlight("d7", &*line).expect("a movable piece");
    assert_eq!(highlight, "7/3M3/MMM1MMM/3M3/3M3/3M3/3M3/3M3/3M3");
    assert_eq!(Cecp.promotion_choices("d7", "d8", &*line).as_deref(), Some("GR"));
    assert_eq!(Cecp.promotion_choices("g2", "g3", &*line), None);
    assert_eq!(Cecp.highlight("a2", &*line), None);
    let pawn = game(Variant::Hajiku, "3k3/6P/7/7/7/7/7/7/K6 b - 1", &[]);
    assert_eq!(Cecp.highlight("g8", &*pawn).as_deref(), Some("6B/7/7/7/7/7/7/7/7"));
    assert_eq!(Cecp.promotion_choices("g8", "g9", &*pawn).as_deref(), Some("+"));
    let yari = game(Variant::Yari, "3k3/3p3/7/7/7/7/3R3/7/K6 b - 1", &[]);
    let highlight = Cecp.highlight("d3", &*yari).expect("a movable piece");
    assert_eq!(highlight, "7/3R3/3Y3/3Y3/3Y3/3Y3/YYY1YYY/7/7");
}

#[test]
fn options_are_features() {
    let lines = Cecp.greeting();
    let has = |line: &str| lines.iter().any(|other| other == line);
    assert!(has("feature option=\"MultiPV -spin 1 1 256\""));
    assert!(has("feature option=\"ClearHash -button\""));
    assert!(has("feature option=\"DebugLog -file <empty>\""));
    assert!(has("feature option=\"TablesPath -path <default>\""));
    assert!(!lines.iter().any(|line| line.contains("Threads") || line.contains("hasami")));
    assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
}
