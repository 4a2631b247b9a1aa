//! CSA files.

use std::io::Cursor;

use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameResult;
use kawari_records::records::RecordGame;
use kawari_records::records::any_format::read_position;
use kawari_records::records::csa::write;
use kawari_records::records::lines::RecordLines;
use kawari_records::records::movetext::MoveBudget;

use crate::{main_line, random_record, read, read_damaged_files};

fn written(record: &RecordGame) -> String {
    write(record, MoveBudget::new(|| false)).expect("a legal record")
}

fn parsed(text: &str) -> RecordGame {
    read(text, None).expect("a good file")
}

#[test]
fn random_games_round_trip() {
    let mut random = fastrand::Rng::with_seed(22);
    for variant in [Variant::Shogi, Variant::Minishogi] {
        for _ in 0..40 {
            let mut record = random_record(variant, 0, &mut random);
            if record.result.is_none() {
                record.result = Some(GameResult::Black);
                record.reason = Some("time".to_owned());
                if record.moves.len() % 2 == usize::from(is_white_first(&record)) {
                    record.result = Some(GameResult::White);
                }
            }
            let text = written(&record);
            assert_eq!(read(&text, None), Ok(record), "{text}");
        }
    }
}

fn is_white_first(record: &RecordGame) -> bool {
    record.start.as_ref().is_some_and(|sfen| sfen.contains(" w "))
}

/// A game with all kinds of lines.
const GAME: &str = "\
'CSA encoding=UTF-8
V2.2
N+Black
N-White, the second
$EVENT:Cup
$START_TIME:2026/11/26 10:00:00
PI
+
'a comment of the program
'*before the first move
+7776FU
T12
'*a move
-3334FU,T6
+8822UM,T5
-3122GI,T1
+0055KA
%CHUDAN
";

#[test]
fn all_lines_are_read() {
    let record = parsed(GAME);
    assert_eq!(main_line(&record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.white.as_deref(), Some("White, the second"));
    assert_eq!(record.event.as_deref(), Some("Cup"));
    assert_eq!(record.date.as_deref(), Some("2026-11-26 10:00:00"));
    assert_eq!(record.comment.as_deref(), Some("before the first move"));
    assert_eq!(record.moves[0].comment.as_deref(), Some("a move"));
    assert_eq!((record.start, record.result), (None, None));
}

#[test]
fn positions_are_read_in_every_form() {
    let sfen = |text: &str| parsed(text).start;
    let rook = Variant::Shogi.info().handicaps.iter().find(|(name, _)| *name == "rook");
    assert_eq!(sfen("PI82HI\n-\n").as_deref(), rook.map(|(_, sfen)| *sfen));
    let ranks = "\
P1-KY *  *  * -OU *  *  * -KY
P2 *  *  *  *  *  *  *  *  *
P3 *  *  *  *  *  *  *  *  * 
P4 *  *  *  *  *  *  *  *  * 
P5 *  *  *  *  *  *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7 *  *  *  *  *  *  *  *  * 
P8 *  *  *  *  *  *  *  *  * 
P9 *  *  *  * +OU *  *  * +RY
P+00KI00KI00FU
P-00GI
-
";
    let expected = "l3k3l/9/9/9/9/9/9/9/4K3+R w 2GPs 1";
    assert_eq!(sfen(ranks).as_deref(), Some(expected));
    let pieces = "P+59OU19RY00KI00KI00FU\nP-51OU91KY11KY00GI\n-\n";
    assert_eq!(sfen(pieces).as_deref(), Some(expected));
    let others = sfen("P-51OU91KY11KY\nP+59OU19RY\nP-00AL\n+\n").expect("a position");
    assert!(others.ends_with(" b r2b4g4s4n2l18p 1"), "{others}");
    let mini = "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \n\
                P5+OU+KI+GI+KA+HI\n+\n+1514HI\n";
    let record = parsed(mini);
    assert_eq!((record.game.as_str(), record.start.as_deref()), ("minishogi", None));
    assert_eq!(main_line(&record), "1e1d");
}

#[test]
fn bad_files_are_errors() {
    for (from, to, message) in [
        ("+7776FU", "-7776FU", "move 1: `-7776FU` is not legal here"),
        ("+7776FU", "+7775FU", "move 1: `+7775FU` is not legal here"),
        ("+7776FU", "+7776XX", "move 1: `+7776XX` is not a move of this game"),
        ("%CHUDAN", "%NOTHING", "unknown end of the game `%NOTHING`"),
        ("PI", "PI8", "bad position line `PI8`"),
        ("PI", "P2 * ", "bad position line `P2 * `"),
        ("PI", "P1 * ", "the position has 1 ranks (expected 9 or 5)"),
    ] {
        let error = read(&GAME.replacen(from, to, 1), None).expect_err(to);
        assert_eq!(error, message.replace("P2 * `", "P2 *`"));
    }
    let yari = write(&RecordGame::new("yari"), MoveBudget::new(|| false));
    let error = yari.expect_err("not shogi");
    assert_eq!(error, "CSA files have no yari (expected shogi or minishogi)");
}

#[test]
fn endings_give_the_result() {
    use GameResult::{Black, Draw, White};
    for (word, result, reason) in [
        ("TORYO", Some(White), Some("resignation")),
        ("TIME_UP", Some(White), Some("time")),
        ("ILLEGAL_MOVE", Some(White), Some("illegal move")),
        ("+ILLEGAL_ACTION", Some(White), Some("illegal move")),
        ("-ILLEGAL_ACTION", Some(Black), Some("illegal move")),
        ("KACHI", Some(Black), Some("declaration")),
        ("SENNICHITE", Some(Draw), Some("repetition")),
        ("JISHOGI", Some(Draw), Some("impasse")),
        ("HIKIWAKE", Some(Draw), Some("agreement")),
    ] {
        let record = parsed(&format!("PI\n+\n+7776FU\n-3334FU\n%{word}\n"));
        assert_eq!((record.result, record.reason.as_deref()), (result, reason), "{word}");
        let again = parsed(&written(&record));
        assert_eq!((again.result, again.reason), (record.result, record.reason), "{word}");
    }
}

#[test]
fn moves_in_written_notation_are_no_headers() {
    for text in ["P-7f P-3d", "P7g-7f P3c-3d"] {
        let record = read(text, Some(Variant::Shogi)).expect("a game");
        assert_eq!(main_line(&record), "7g7f 3c3d", "{text}");
    }
    let start = "[Start \"4k4/9/9/9/9/9/9/1N7/4K4 b - 1\"]\n";
    let record = read(&format!("{start}N-7f"), Some(Variant::Shogi)).expect("a game");
    assert_eq!(main_line(&record), "8h7f");
}

#[test]
fn files_are_split() {
    let text = format!("{GAME}/\n{GAME}{GAME}");
    let lines = RecordLines::new(Box::new(Cursor::new(text.into_bytes())));
    let items: Vec<String> = lines.map(|line| line.text.expect("a line")).collect();
    assert_eq!(items.len(), 3, "{items:?}");
    for item in items {
        let position = read_position(&item, None).expect("a game").position;
        assert_eq!(position.moves.len(), 5);
    }
}

#[test]
fn damaged_files_are_rejected_without_a_panic() {
    let mut random = fastrand::Rng::with_seed(5);
    let games = [Variant::Shogi, Variant::Minishogi].into_iter();
    let texts = games.map(|variant| written(&random_record(variant, 0, &mut random)));
    let texts: Vec<String> = texts.collect();
    read_damaged_files(&texts, &mut random);
}
