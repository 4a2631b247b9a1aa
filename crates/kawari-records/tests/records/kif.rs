//! KIF files.

use std::io::Cursor;

use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameResult;
use kawari_records::records::any_format::read_position;
use kawari_records::records::kif::write;
use kawari_records::records::lines::RecordLines;
use kawari_records::records::movetext::MoveBudget;
use kawari_records::records::{RecordGame, RecordMove};

use crate::{games, main_line, random_record, read, read_damaged_files};

fn written(record: &RecordGame) -> String {
    write(record, MoveBudget::new(|| false)).expect("a legal record")
}

fn parsed(text: &str) -> RecordGame {
    read(text, None).expect("a good file")
}

#[test]
fn random_games_round_trip() {
    let mut random = fastrand::Rng::with_seed(7);
    for variant in games() {
        for _ in 0..10 {
            let record = random_record(variant, 3, &mut random);
            let text = written(&record);
            assert_eq!(read(&text, None), Ok(record), "{variant}\n{text}");
        }
    }
}

#[test]
fn a_game_is_written_like_other_programs_write_it() {
    let mut record = RecordGame::new("shogi");
    let usi = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"];
    record.moves = usi.map(record_move).to_vec();
    record.moves[1].comment = Some("定跡".to_owned());
    record.moves[2].variations = vec![["2g2f", "4c4d"].map(record_move).to_vec()];
    (record.black, record.result) = (Some("先".to_owned()), Some(GameResult::Black));
    record.reason = Some("resignation".to_owned());
    let expected = "\
#KIF version=2.0 encoding=UTF-8
手合割：平手
先手：先
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
*定跡
   3 ２二角成(88)
   4 同　銀(31)
   5 ５五角打
   6 投了
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ４四歩(43)
";
    assert_eq!(written(&record), expected);
}

fn record_move(usi: &str) -> RecordMove {
    let (usi, record) = (usi.to_owned(), String::new());
    RecordMove { usi, record, comment: None, variations: Vec::new() }
}

/// A handicap game with times, as a server writes it.
const HANDICAP: &str = "\
#KIF version=2.0 encoding=UTF-8
開始日時：2021/10/17
場所：server
持ち時間：15分+60秒
手合割：角落ち　
下手：Learner
上手：Master
手数----指手---------消費時間--
1   ８四歩(83)   (0:23/0:0:23)
2   ７六歩(77)   (0:29/0:0:29)+
*one
*two
3   中断   (0:11/0:22:44)
";

#[test]
fn handicap_games_are_read() {
    let record = parsed(HANDICAP);
    let bishop = Variant::Shogi.info().handicaps.iter().find(|(name, _)| *name == "bishop");
    assert_eq!(record.start.as_deref(), bishop.map(|(_, sfen)| *sfen));
    assert_eq!(main_line(&record), "8c8d 7g7f");
    assert_eq!(record.black.as_deref(), Some("Learner"));
    assert_eq!(record.white.as_deref(), Some("Master"));
    assert_eq!(record.date.as_deref(), Some("2021-10-17"));
    assert_eq!(record.moves[1].comment.as_deref(), Some("one\ntwo"));
    assert_eq!((record.result, record.reason), (None, None));
    for (name, _) in Variant::Shogi.info().handicaps {
        let start = Variant::Shogi.info().handicaps.iter().find(|(other, _)| other == name);
        let record = RecordGame {
            start: start.map(|(_, sfen)| (*sfen).to_owned()),
            ..RecordGame::new("shogi")
        };
        let text = written(&record);
        assert!(text.contains("落ち\n") && !text.contains('|'), "{text}");
        assert_eq!(read(&text, None), Ok(record));
    }
}

#[test]
fn positions_are_read_from_diagrams() {
    let text = "\
手合割：その他
後手の持駒：飛　銀二　歩十一　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v王 ・ ・ ・v香|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・v全 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ 龍 ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金二
後手番
手数----指手---------消費時間--
   1 ５三成銀(63)
   2 詰み
";
    let record = parsed(text);
    let sfen = "4k3l/9/3+sP4/9/9/9/9/1+R7/4K4 w 2Gr2s11p 1";
    assert_eq!(record.start.as_deref(), Some(sfen));
    assert_eq!(main_line(&record), "6c5c");
    assert_eq!(record.result, Some(GameResult::White));
    assert_eq!(record.reason.as_deref(), Some("checkmate"));
    let small = text.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n", "");
    let error = read(&small, None).expect_err("a small diagram");
    assert_eq!(error, "the record names no game");
    let error = read(&small, Some(Variant::Shogi)).expect_err("a small diagram");
    assert_eq!(error, "the diagram has 8 ranks (expected 9)");
    let narrow = text.replace("| ・ 龍", "| 龍");
    let error = read(&narrow, None).expect_err("a narrow rank");
    assert!(error.ends_with("has 8 squares (expected 9)"), "{error}");
    let error = read(&text.replace('龍', "車"), None).expect_err("an unknown piece");
    assert!(error.starts_with("unknown piece in the diagram line"), "{error}");
}

#[test]
fn other_games_are_named_by_their_title() {
    for (title, first, game, usi) in [
        ("5五将棋", "１四飛(15)", "minishogi", "1e1d"),
        ("５五将棋", "１四飛(15)", "minishogi", "1e1d"),
        ("五々将棋", "１四飛(15)", "minishogi", "1e1d"),
        ("槍将棋", "４六歩(47)", "yari", "4g4f"),
        ("はさみ将棋", "９五歩(99)", "hasami", "9i9e"),
    ] {
        let record = parsed(&format!("手合割：{title}\n手数----指手--\n   1 {first}\n"));
        assert_eq!((record.game.as_str(), main_line(&record).as_str()), (game, usi));
    }
    let error = read("手合割：チェス\n   1 ７六歩(77)\n", None).expect_err("an unknown game");
    assert_eq!(error, "unknown 手合割 `チェス`");
    let plain = "先手：a\n後手：b\n   1 ４六歩(47)\n";
    assert_eq!(read(plain, None).map(|record| record.game).as_deref(), Ok("shogi"));
    let yari = read(plain, Some(Variant::Yari)).map(|record| record.game);
    assert_eq!(yari.as_deref(), Ok("yari"));
}

#[test]
fn variations_branch_off_the_line_before_them() {
    let text = "\
手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)
   5 投了
まで4手で後手の勝ち

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)

変化：4手
   4 ３二飛(82)

変化：2手
   2 ８四歩(83)
   3 投了
";
    let record = parsed(text);
    assert_eq!(main_line(&record), "7g7f 3c3d 2g2f 8c8d");
    assert_eq!(record.result, Some(GameResult::White));
    let second = &record.moves[1].variations;
    assert_eq!(second.len(), 1);
    assert_eq!(second[0][0].usi, "8c8d");
    let third = &record.moves[2].variations[0];
    assert_eq!(third.iter().map(|mv| mv.usi.as_str()).collect::<Vec<_>>(), ["6g6f", "8c8d"]);
    assert_eq!(third[1].variations[0][0].usi, "8b3b");
    let error = read(&text.replace("変化：4手", "変化：9手"), None).expect_err("no such move");
    assert_eq!(error, "the line before the variation has no move 9");
    let error = read(&text.replace("３二飛(82)", "３二飛(83)"), None).expect_err("illegal");
    assert_eq!(error, "move 4: `３二飛(83)` is not legal here");
}

#[test]
fn endings_give_the_result() {
    use GameResult::{Black, Draw, White};
    for (word, result, reason) in [
        ("投了", Some(White), Some("resignation")),
        ("切れ負け", Some(White), Some("time")),
        ("反則負け", Some(White), Some("illegal move")),
        ("反則勝ち", Some(Black), Some("perpetual check")),
        ("入玉勝ち", Some(Black), Some("declaration")),
        ("千日手", Some(Draw), Some("repetition")),
        ("持将棋", Some(Draw), Some("impasse")),
        ("引き分け", Some(Draw), Some("agreement")),
        ("中断", None, None),
    ] {
        let text = format!("先手：\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 {word}\n");
        let record = parsed(&text);
        assert_eq!((record.result, record.reason.as_deref()), (result, reason), "{word}");
        let again = parsed(&written(&record));
        assert_eq!((again.result, again.reason), (record.result, record.reason), "{word}");
    }
    let total = "先手：\n   1 ７六歩(77)\nまで1手で先手の勝ち\n";
    assert_eq!(parsed(total).result, Some(Black));
}

#[test]
fn files_are_split_and_decoded() {
    let two = format!("# a comment of the program\r\n{HANDICAP}\n手合割：平手\n   1 ７六歩(77)\n");
    let (bytes, _, is_wrong) = encoding_rs::SHIFT_JIS.encode(&two);
    assert!(!is_wrong);
    for bytes in [two.as_bytes().to_vec(), bytes.into_owned()] {
        let lines = RecordLines::new(Box::new(Cursor::new(bytes)));
        let items: Vec<String> = lines.map(|line| line.text.expect("a decoded line")).collect();
        assert_eq!(items.len(), 4, "{items:?}");
        let moves = |text: &str| read_position(text, None).map(|line| line.position.moves);
        assert_eq!(moves(&items[2]), Ok(vec!["8c8d".to_owned(), "7g7f".to_owned()]));
        assert_eq!(moves(&items[3]), Ok(vec!["7g7f".to_owned()]));
    }
}

#[test]
fn damaged_files_are_rejected_without_a_panic() {
    let mut random = fastrand::Rng::with_seed(5);
    let games = games().into_iter();
    let texts = games.map(|variant| written(&random_record(variant, 2, &mut random)));
    let texts: Vec<String> = texts.collect();
    read_damaged_files(&texts, &mut random);
}
